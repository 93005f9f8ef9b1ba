// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each operation twice: its needs as text, which shows that they are no more
// than they have to be; and against the interpreter, which shows that they are
// no less. For the latter all elements that an element of the result does not
// need are changed, and it must stay as it was.

#include "weft/StableHLO/Needs/OperandNeeds.h"

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Interpreter/Interpreter.h"

#include <gtest/gtest.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/Quant/IR/Quant.h>
#include <mlir/Parser/Parser.h>

#include <set>

namespace weft::stablehlo {
namespace {

using reference::Element;
using reference::ElementType;
using reference::Interpreter;
using reference::Tensor;
using reference::TensorBuilder;

using Index = llvm::SmallVector<int64_t>;

/// All indices of a shape.
std::vector<Index> indicesOf(llvm::ArrayRef<int64_t> shape) {
  std::vector<Index> indices = {{}};
  for (int64_t extent : shape) {
    std::vector<Index> next;
    for (const Index &index : indices) {
      for (int64_t i = 0; i < extent; ++i) {
        next.push_back(index);
        next.back().push_back(i);
      }
    }
    indices = std::move(next);
  }
  return indices;
}

int64_t floorDivide(int64_t a, int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

int64_t number(const Tensor &tensor, llvm::ArrayRef<int64_t> index) {
  return tensor.get(index).asSigned();
}

class OperandNeedsTest : public ::testing::Test {
protected:
  OperandNeedsTest() {
    context.loadDialect<StableHLODialect, mlir::func::FuncDialect,
                        mlir::quant::QuantDialect>();
  }

  /// A function whose operands are tensors of i32, and the operation in it.
  void read(llvm::StringRef text) {
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    auto function = module->lookupSymbol<mlir::func::FuncOp>("main");
    operation = &function.getBody().front().front();
    needs = needsOf(operation);
    interpreter = std::move(Interpreter::create(*module)).value();
    for (mlir::Value operand : operation->getOperands()) {
      auto type = llvm::cast<mlir::RankedTensorType>(operand.getType());
      TensorBuilder builder =
          *TensorBuilder::create(interpreter->budget(), type);
      for (int64_t i = 0; i < type.getNumElements(); ++i) {
        // Starts and indices are small, so that some of them fit.
        builder.setAt(i, integer((i * 7 + 3) % 5));
      }
      arguments.push_back(std::move(builder).finish());
    }
  }

  static Element integer(int64_t value) {
    return Element::integer(ElementType::signedInteger(32), value);
  }

  Tensor run(llvm::ArrayRef<Tensor> tensors) {
    std::vector<reference::Value> values(tensors.begin(), tensors.end());
    reference::RunResult result = interpreter->run("main", values);
    EXPECT_TRUE(result.status.ok()) << result.status.message();
    return result.results[0].tensor();
  }

  Index evaluate(const OperandNeed &need, llvm::ArrayRef<int64_t> result,
                 llvm::ArrayRef<int64_t> loops, bool &isHole) const {
    Index place;
    for (const NeededIndex &index : need.indices) {
      int64_t sum = index.offset;
      for (const IndexTerm &term : index.terms) {
        int64_t x = term.of == IndexTerm::Of::Result ? result[term.position]
                    : term.of == IndexTerm::Of::Loop ? loops[term.position]
                                                     : 0;
        if (term.of == IndexTerm::Of::Number) {
          const RuntimeNumber &runtime = needs->numbers[term.position];
          const OperandNeed &source = needs->operands[runtime.need];
          Index at = evaluate(source, result, loops, isHole);
          x = std::clamp<int64_t>(number(arguments[source.operand], at), 0,
                                  runtime.last);
        }
        sum += term.scale * floorDivide(x, term.divisor);
      }
      isHole |= sum % index.divisor != 0;
      place.push_back(floorDivide(sum, index.divisor));
    }
    return place;
  }

  /// By operand: what an element of the result needs.
  std::vector<std::set<std::vector<int64_t>>>
  neededFor(llvm::ArrayRef<int64_t> result) const {
    llvm::SmallVector<int64_t> extents;
    for (const NeededLoop &loop : needs->loops) {
      extents.push_back(loop.extent);
    }
    std::vector<std::set<std::vector<int64_t>>> needed(arguments.size());
    for (const Index &loops : indicesOf(extents)) {
      for (const OperandNeed &need : needs->operands) {
        bool isHole = false;
        Index place = evaluate(need, result, loops, isHole);
        if (!isHole) {
          needed[need.operand].insert({place.begin(), place.end()});
        }
      }
    }
    return needed;
  }

  void expectEnough() {
    Tensor plain = run(arguments);
    for (const Index &result : indicesOf(plain.shape())) {
      auto needed = neededFor(result);
      std::vector<Tensor> changed;
      for (auto [tensor, kept] : llvm::zip_equal(arguments, needed)) {
        TensorBuilder builder =
            *TensorBuilder::copyOf(interpreter->budget(), tensor);
        for (const Index &index : indicesOf(tensor.shape())) {
          if (!kept.count({index.begin(), index.end()})) {
            builder.set(index, integer(number(tensor, index) + 1000));
          }
        }
        changed.push_back(std::move(builder).finish());
      }
      EXPECT_EQ(number(run(changed), result), number(plain, result));
    }
  }

  void expectNeeds(llvm::StringRef program, const std::string &text) {
    read(program);
    ASSERT_TRUE(needs);
    EXPECT_EQ(needs->text(), text);
    expectEnough();
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::unique_ptr<Interpreter> interpreter;
  mlir::Operation *operation = nullptr;
  std::optional<OperationNeeds> needs;
  std::vector<Tensor> arguments;
};

TEST_F(OperandNeedsTest, elementwiseWithScalars) {
  expectNeeds(R"mlir(
    func.func @main(%a: tensor<i32>, %b: tensor<2x3xi32>, %c: tensor<i32>) -> tensor<2x3xi32> {
      %0 = stablehlo.clamp %a, %b, %c : (tensor<i32>, tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
      return %0 : tensor<2x3xi32>
    })mlir",
              "0(), 1(r0, r1), 2()");
}

TEST_F(OperandNeedsTest, broadcast) {
  expectNeeds(R"mlir(
    func.func @main(%a: tensor<3x1xi32>) -> tensor<4x2x3xi32> {
      %0 = stablehlo.broadcast_in_dim %a, dims = [2, 0] : (tensor<3x1xi32>) -> tensor<4x2x3xi32>
      return %0 : tensor<4x2x3xi32>
    })mlir",
              "0(r2, 0)");
}

TEST_F(OperandNeedsTest, transpose) {
  expectNeeds(R"mlir(
    func.func @main(%a: tensor<2x3x4xi32>) -> tensor<4x2x3xi32> {
      %0 = stablehlo.transpose %a, dims = [2, 0, 1] : (tensor<2x3x4xi32>) -> tensor<4x2x3xi32>
      return %0 : tensor<4x2x3xi32>
    })mlir",
              "0(r1, r2, r0)");
}

TEST_F(OperandNeedsTest, slice) {
  expectNeeds(R"mlir(
    func.func @main(%a: tensor<9x4xi32>) -> tensor<3x2xi32> {
      %0 = stablehlo.slice %a [1:7:2, 2:4] : (tensor<9x4xi32>) -> tensor<3x2xi32>
      return %0 : tensor<3x2xi32>
    })mlir",
              "0(r0 * 2 + 1, r1 + 2)");
}

TEST_F(OperandNeedsTest, reverse) {
  expectNeeds(R"mlir(
    func.func @main(%a: tensor<5x3xi32>) -> tensor<5x3xi32> {
      %0 = stablehlo.reverse %a, dims = [0] : tensor<5x3xi32>
      return %0 : tensor<5x3xi32>
    })mlir",
              "0(-r0 + 4, r1)");
}

TEST_F(OperandNeedsTest, padWithinAndAround) {
  expectNeeds(R"mlir(
    func.func @main(%a: tensor<3x2xi32>, %b: tensor<i32>) -> tensor<8x1xi32> {
      %0 = stablehlo.pad %a, %b, low = [1, -1], high = [2, 0], interior = [1, 0] : (tensor<3x2xi32>, tensor<i32>) -> tensor<8x1xi32>
      return %0 : tensor<8x1xi32>
    })mlir",
              "0((r0 - 1) floordiv 2, r1 + 1), 1()");
}

TEST_F(OperandNeedsTest, concatenate) {
  expectNeeds(R"mlir(
    func.func @main(%a: tensor<2x3xi32>, %b: tensor<2x4xi32>) -> tensor<2x7xi32> {
      %0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<2x3xi32>, tensor<2x4xi32>) -> tensor<2x7xi32>
      return %0 : tensor<2x7xi32>
    })mlir",
              "0(r0, r1), 1(r0, r1 - 3)");
}

TEST_F(OperandNeedsTest, dynamicSlice) {
  expectNeeds(R"mlir(
    func.func @main(%a: tensor<6x4xi32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<2x4xi32> {
      %0 = stablehlo.dynamic_slice %a, %i, %j, sizes = [2, 4] : (tensor<6x4xi32>, tensor<i32>, tensor<i32>) -> tensor<2x4xi32>
      return %0 : tensor<2x4xi32>
    })mlir",
              "0(r0 + n0, r1 + n1), 1(), 2(); n0 <= 4 of need 1; "
              "n1 <= 0 of need 2");
}

TEST_F(OperandNeedsTest, dynamicUpdateSlice) {
  expectNeeds(R"mlir(
    func.func @main(%a: tensor<6xi32>, %b: tensor<2xi32>, %i: tensor<i32>) -> tensor<6xi32> {
      %0 = stablehlo.dynamic_update_slice %a, %b, %i : (tensor<6xi32>, tensor<2xi32>, tensor<i32>) -> tensor<6xi32>
      return %0 : tensor<6xi32>
    })mlir",
              "0(r0), 1(r0 - n0), 2(); n0 <= 4 of need 2");
}

TEST_F(OperandNeedsTest, reduceDimensionsInAnyOrder) {
  expectNeeds(R"mlir(
    func.func @main(%a: tensor<2x3x4xi32>, %b: tensor<i32>) -> tensor<3xi32> {
      %0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [2, 0] : (tensor<2x3x4xi32>, tensor<i32>) -> tensor<3xi32>
      return %0 : tensor<3xi32>
    })mlir",
              "0(l0, r0, l1), 1(); l0 < 2; l1 < 4");
}

TEST_F(OperandNeedsTest, productWithBatch) {
  expectNeeds(R"mlir(
    func.func @main(%a: tensor<5x2x3xi32>, %b: tensor<2x4x5xi32>) -> tensor<2x3x4xi32> {
      %0 = stablehlo.dot_general %a, %b, batching_dims = [1] x [0], contracting_dims = [0] x [2] : (tensor<5x2x3xi32>, tensor<2x4x5xi32>) -> tensor<2x3x4xi32>
      return %0 : tensor<2x3x4xi32>
    })mlir",
              "0(l0, r0, r1), 1(r0, r2, l0); l0 < 5");
}

TEST_F(OperandNeedsTest, convolutionWithGroupsAndDilation) {
  expectNeeds(R"mlir(
    func.func @main(%a: tensor<2x5x4xi32>, %b: tensor<3x2x6xi32>) -> tensor<2x4x6xi32> {
      %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
        window = {stride = [2], pad = [[1, 1]], lhs_dilate = [2], rhs_dilate = [2], reverse = [true]}
        {batch_group_count = 1 : i64, feature_group_count = 2 : i64}
        : (tensor<2x5x4xi32>, tensor<3x2x6xi32>) -> tensor<2x4x6xi32>
      return %0 : tensor<2x4x6xi32>
    })mlir",
              "0(r0, (r1 * 2 + l0 * 2 - 1) floordiv 2, "
              "l1 + (r2 floordiv 3) * 2), 1(-l0 + 2, l1, r2); "
              "l0 < 3; l1 < 2");
}

TEST_F(OperandNeedsTest, convolutionWithGroupsOfTheBatch) {
  expectNeeds(R"mlir(
    func.func @main(%a: tensor<4x5x2xi32>, %b: tensor<3x2x6xi32>) -> tensor<2x3x6xi32> {
      %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
        window = {}
        {batch_group_count = 2 : i64, feature_group_count = 1 : i64}
        : (tensor<4x5x2xi32>, tensor<3x2x6xi32>) -> tensor<2x3x6xi32>
      return %0 : tensor<2x3x6xi32>
    })mlir",
              "0(r0 + (r2 floordiv 3) * 2, r1 + l0, l1), 1(l0, l1, r2); "
              "l0 < 3; l1 < 2");
}

TEST_F(OperandNeedsTest, reduceWindow) {
  expectNeeds(R"mlir(
    func.func @main(%a: tensor<2x6xi32>, %b: tensor<i32>) -> tensor<2x3xi32> {
      %0 = "stablehlo.reduce_window"(%a, %b) <{window_dimensions = array<i64: 1, 3>,
        window_strides = array<i64: 1, 2>, padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>}> ({
      ^bb0(%x: tensor<i32>, %y: tensor<i32>):
        %1 = stablehlo.add %x, %y : tensor<i32>
        stablehlo.return %1 : tensor<i32>
      }) : (tensor<2x6xi32>, tensor<i32>) -> tensor<2x3xi32>
      return %0 : tensor<2x3xi32>
    })mlir",
              "0(r0 + l0, r1 * 2 + l1 - 1), 1(); l0 < 1; l1 < 3");
}

TEST_F(OperandNeedsTest, gatherOfRowsWithBatch) {
  expectNeeds(R"mlir(
    func.func @main(%a: tensor<2x5x3xi32>, %b: tensor<2x4x1xi32>) -> tensor<2x4x3xi32> {
      %0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<
        offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0],
        start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>,
        slice_sizes = array<i64: 1, 1, 3>}>
        : (tensor<2x5x3xi32>, tensor<2x4x1xi32>) -> tensor<2x4x3xi32>
      return %0 : tensor<2x4x3xi32>
    })mlir",
              "0(r0, n0, r2), 1(r0, r1, 0); n0 <= 4 of need 1");
}

TEST_F(OperandNeedsTest, gatherOfWindowsByTwoNumbers) {
  expectNeeds(R"mlir(
    func.func @main(%a: tensor<5x6xi32>, %b: tensor<2x3xi32>) -> tensor<2x3xi32> {
      %0 = "stablehlo.gather"(%a, %b) <{dimension_numbers = #stablehlo.gather<
        offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1, 0], index_vector_dim = 0>,
        slice_sizes = array<i64: 2, 1>}>
        : (tensor<5x6xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
      return %0 : tensor<2x3xi32>
    })mlir",
              "0(r0 + n0, n1), 1(0, r1), 1(1, r1); n0 <= 3 of need 2; "
              "n1 <= 5 of need 1");
}

TEST_F(OperandNeedsTest, anyElementOfASort) {
  read(R"mlir(
    func.func @main(%a: tensor<4xi32>) -> tensor<4xi32> {
      %0 = "stablehlo.sort"(%a) ({
      ^bb0(%x: tensor<i32>, %y: tensor<i32>):
        %1 = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %1 : tensor<i1>
      }) : (tensor<4xi32>) -> tensor<4xi32>
      return %0 : tensor<4xi32>
    })mlir");
  EXPECT_FALSE(needs);
}

} // namespace
} // namespace weft::stablehlo
