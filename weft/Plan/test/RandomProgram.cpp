// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/test/RandomProgram.h"

#include "weft/StableHLO/IR/StableHLO.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/IR/Builders.h>

#include <random>

using namespace mlir;

namespace weft::plan {
namespace {

class Generator {
public:
  Generator(MLIRContext *context, unsigned seed)
      : builder(context), location(UnknownLoc::get(context)), random(seed) {
    Type element = builder.getI32Type();
    scalar = RankedTensorType::get({}, element);
    matrix = RankedTensorType::get({4, 8}, element);
    flat = RankedTensorType::get({32}, element);
    row = RankedTensorType::get({8}, element);
    half = RankedTensorType::get({2, 8}, element);
  }

  OwningOpRef<ModuleOp> make() {
    auto module = ModuleOp::create(location);
    builder.setInsertionPointToStart(module.getBody());
    SmallVector<Type> arguments;
    for (unsigned i = 0, count = 2 + below(4); i < count; ++i) {
      arguments.push_back(anyType());
    }
    auto function = func::FuncOp::create(
        builder, location, "main", builder.getFunctionType(arguments, {}));
    Block *block = function.addEntryBlock();
    builder.setInsertionPointToStart(block);
    pool.assign(block->args_begin(), block->args_end());
    fill(4 + below(12), /*depth=*/0);

    SmallVector<Value> results;
    for (unsigned i = 0, count = 1 + below(4); i < count; ++i) {
      results.push_back(pool[below(pool.size())]);
    }
    func::ReturnOp::create(builder, location, results);
    function.setType(
        builder.getFunctionType(arguments, TypeRange(ValueRange(results))));
    donate(function);
    return module;
  }

private:
  unsigned below(unsigned limit) { return random() % limit; }
  Type anyType() {
    Type types[] = {scalar, matrix, matrix, flat, row, half};
    return types[below(6)];
  }

  /// Each argument is kept, offered, or bound to a result that is still free.
  void donate(func::FuncOp function) {
    SmallVector<bool> taken(function.getNumResults());
    for (unsigned i = 0; i < function.getNumArguments(); ++i) {
      unsigned choice = below(3);
      if (choice == 1) {
        function.setArgAttr(i, "jax.buffer_donor", builder.getBoolAttr(true));
      }
      for (unsigned r = 0; choice == 2 && r < taken.size(); ++r) {
        if (!taken[r] &&
            function.getResultTypes()[r] == function.getArgumentTypes()[i]) {
          taken[r] = true;
          function.setArgAttr(i, "tf.aliasing_output",
                              builder.getI32IntegerAttr(r));
          break;
        }
      }
    }
  }

  /// A value of the type that is there, or a new constant.
  Value pick(Type type) {
    SmallVector<Value> fitting;
    for (Value value : pool) {
      if (value.getType() == type) {
        fitting.push_back(value);
      }
    }
    if (fitting.empty() || below(12) == 0) {
      return constant(cast<RankedTensorType>(type));
    }
    // Later values are more interesting.
    unsigned a = below(fitting.size());
    unsigned b = below(fitting.size());
    return fitting[std::max(a, b)];
  }

  Value constant(RankedTensorType type) {
    SmallVector<int32_t> elements;
    for (int64_t i = 0; i < type.getNumElements(); ++i) {
      elements.push_back(static_cast<int32_t>(random() % 100));
    }
    auto value =
        below(2)
            ? DenseElementsAttr::get(type, builder.getI32IntegerAttr(below(5)))
            : DenseElementsAttr::get(type, ArrayRef(elements));
    return stablehlo::ConstantOp::create(builder, location, value);
  }

  Value index(int32_t number) {
    return stablehlo::ConstantOp::create(
        builder, location,
        DenseElementsAttr::get(cast<ShapedType>(scalar), number));
  }

  void fill(unsigned count, unsigned depth) {
    for (unsigned i = 0; i < count; ++i) {
      add(depth);
    }
  }

  void add(unsigned depth) {
    switch (below(depth < 2 ? 14 : 11)) {
    case 0:
    case 1:
    case 2: {
      Type type = anyType();
      Value left = pick(type);
      Value right = pick(type);
      pool.push_back(
          below(2)
              ? stablehlo::AddOp::create(builder, location, left, right)
                    .getResult()
              : stablehlo::MultiplyOp::create(builder, location, left, right)
                    .getResult());
      return;
    }
    case 3:
      pool.push_back(
          stablehlo::NegateOp::create(builder, location, pick(anyType())));
      return;
    case 4: {
      bool flatten = below(2);
      pool.push_back(stablehlo::ReshapeOp::create(
          builder, location, flatten ? flat : matrix,
          pick(flatten ? matrix : flat)));
      return;
    }
    case 5: {
      int64_t first = below(3);
      pool.push_back(stablehlo::SliceOp::create(
          builder, location, half, pick(matrix),
          builder.getDenseI64ArrayAttr({first, 0}),
          builder.getDenseI64ArrayAttr({first + 2, 8}),
          builder.getDenseI64ArrayAttr({1, 1})));
      return;
    }
    case 6: {
      Value start = pick(scalar);
      pool.push_back(stablehlo::DynamicSliceOp::create(
          builder, location, half, pick(matrix), ValueRange{start, index(0)},
          builder.getDenseI64ArrayAttr({2, 8})));
      return;
    }
    case 7:
    case 8: {
      Value start = pick(scalar);
      pool.push_back(stablehlo::DynamicUpdateSliceOp::create(
          builder, location, matrix, pick(matrix), pick(half),
          ValueRange{start, index(0)}));
      return;
    }
    case 9:
      pool.push_back(stablehlo::BroadcastInDimOp::create(
          builder, location, matrix, pick(row),
          builder.getDenseI64ArrayAttr({1})));
      return;
    case 10: {
      SmallVector<Value> operands = {pick(anyType()), pick(anyType())};
      auto barrier = stablehlo::OptimizationBarrierOp::create(
          builder, location, TypeRange(ValueRange(operands)), operands);
      pool.append(barrier->result_begin(), barrier->result_end());
      return;
    }
    case 11:
      addBranches(depth);
      return;
    default:
      addLoop(depth);
      return;
    }
  }

  void addBranches(unsigned depth) {
    SmallVector<Type> types;
    for (unsigned i = 0, count = 1 + below(3); i < count; ++i) {
      types.push_back(anyType());
    }
    Value index = pick(scalar);
    auto branches = stablehlo::CaseOp::create(builder, location, types, index,
                                              /*branchesCount=*/3);
    size_t before = pool.size();
    for (Region &region : branches.getBranches()) {
      OpBuilder::InsertionGuard guard(builder);
      builder.createBlock(&region);
      fill(below(4), depth + 1);
      SmallVector<Value> yielded;
      for (Type type : types) {
        yielded.push_back(pick(type));
      }
      stablehlo::ReturnOp::create(builder, location, yielded);
      pool.resize(before);
    }
    pool.append(branches->result_begin(), branches->result_end());
  }

  void addLoop(unsigned depth) {
    SmallVector<Value> inits = {index(0)};
    for (unsigned i = 0, count = 1 + below(4); i < count; ++i) {
      // Often the same value or type twice.
      inits.push_back(below(4) == 0 ? inits.back() : pick(anyType()));
    }
    TypeRange types = TypeRange(ValueRange(inits));
    auto loop = stablehlo::WhileOp::create(builder, location, types, inits);
    size_t before = pool.size();
    OpBuilder::InsertionGuard guard(builder);
    SmallVector<Location> locations(inits.size(), location);

    Block *cond = builder.createBlock(&loop.getCond(), {}, types, locations);
    Value bound = index(below(4));
    Value less =
        stablehlo::CompareOp::create(builder, location, cond->getArgument(0),
                                     bound, stablehlo::ComparisonDirection::LT);
    stablehlo::ReturnOp::create(builder, location, less);

    Block *body = builder.createBlock(&loop.getBody(), {}, types, locations);
    pool.append(body->args_begin(), body->args_end());
    fill(1 + below(5), depth + 1);
    SmallVector<Value> yielded = {stablehlo::AddOp::create(
        builder, location, body->getArgument(0), index(1))};
    for (unsigned i = 1; i < inits.size(); ++i) {
      yielded.push_back(yieldFor(body, i));
    }
    stablehlo::ReturnOp::create(builder, location, yielded);
    pool.resize(before);
    pool.append(loop->result_begin(), loop->result_end());
  }

  /// Another carried value, its own, or anything.
  Value yieldFor(Block *body, unsigned number) {
    Value own = body->getArgument(number);
    SmallVector<Value> others;
    for (BlockArgument argument : body->getArguments().drop_front()) {
      if (argument.getType() == own.getType() && argument != own) {
        others.push_back(argument);
      }
    }
    unsigned choice = below(6);
    if (choice == 0) {
      return own;
    }
    return choice <= 2 && !others.empty() ? others[below(others.size())]
                                          : pick(own.getType());
  }

  OpBuilder builder;
  Location location;
  std::mt19937 random;
  RankedTensorType scalar, matrix, flat, row, half;
  SmallVector<Value> pool;
};

} // namespace

OwningOpRef<ModuleOp> makeRandomProgram(MLIRContext *context, unsigned seed) {
  return Generator(context, seed).make();
}

} // namespace weft::plan
