// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/PackOperands.h"

#include "weft/Plan/Fuse/NameKernels.h"
#include "weft/Support/DecisionsDialect.h"

#include <mlir/IR/IRMapping.h>

using namespace mlir;

namespace weft {
namespace {

/// The only operation of a kernel that has packed operands.
Operation *productOf(plan::KernelOp kernel) {
  Operation *product = nullptr;
  for (Operation &op : kernel.getBody().front()) {
    if (isa<stablehlo::DotGeneralOp, stablehlo::ConvolutionOp>(op)) {
      if (product) {
        return nullptr;
      }
      product = &op;
    }
  }
  return product;
}

/// Constants that can be put into another order by moving bytes.
DenseElementsAttr constantOf(Value value) {
  auto constant = value.getDefiningOp<plan::ConstantOp>();
  auto elements = constant ? dyn_cast<DenseElementsAttr>(constant.getValue())
                           : DenseElementsAttr();
  const bool hasBytes =
      elements && elements.getElementType().isIntOrFloat() &&
      elements.getElementType().getIntOrFloatBitWidth() % 8 == 0;
  return hasBytes && !elements.isSplat() ? elements : DenseElementsAttr();
}

class OperandPacker {
public:
  OperandPacker(plan::ProgramOp program, Tiler &tiler)
      : program(program), tiler(tiler) {}

  void run() {
    for (plan::KernelOp kernel : kernelsInOrder(program)) {
      if (Operation *product = productOf(kernel)) {
        pack(kernel, product);
      }
    }
    if (packed.empty()) {
      return;
    }
    program.walk([](plan::ConstantOp constant) {
      if (constant.use_empty()) {
        constant.erase();
      }
    });
    plan::nameKernels(program);
  }

private:
  /// A value in panels, made before a step of a block.
  struct Packed {
    Value value;
    tile::Packing packing;
    Block *block;
    Value panels;
  };

  static Value operandOf(plan::KernelOp kernel, BlockArgument argument) {
    return kernel.getOperand(argument.getArgNumber());
  }

  /// The step before which a value can be packed: the kernel that reads it, or
  /// the outermost loop around that does not change it.
  static Operation *placeFor(plan::KernelOp kernel, Value value) {
    Operation *place = kernel;
    while (auto loop = dyn_cast<plan::WhileOp>(place->getParentOp())) {
      if (loop->isAncestor(value.getParentBlock()->getParentOp())) {
        break;
      }
      place = loop;
    }
    return place;
  }

  void pack(plan::KernelOp kernel, Operation *product) {
    const tile::PackingChoice choice =
        tiler.choosePackings(kernel, [&](BlockArgument argument) {
          Value value = operandOf(kernel, argument);
          return placeFor(kernel, value) != kernel ||
                 (constantOf(value) &&
                  llvm::is_contained(product->getOperands(), argument));
        });
    for (const tile::Packing &packing : choice.packings) {
      Value operand = product->getOperand(packing.operand);
      auto type = cast<RankedTensorType>(operand.getType());
      record(kernel, packing, operand, choice);
      BlockArgument panels = kernel.getBody().front().addArgument(
          tile::packedType(type, packing), operand.getLoc());
      kernel.getInputsMutable().append(panelsOf(kernel, operand, packing));
      if (packing.hasPanels()) {
        stablehlo::Writer writer(product);
        product->setOperand(packing.operand,
                            tile::unpack(writer, panels, type, packing));
      } else {
        tile::readFeaturesLast(cast<stablehlo::ConvolutionOp>(product), panels);
      }
      drop(kernel, operand);
    }
  }

  /// Takes what nothing reads any more out of a kernel, and what it was of.
  static void drop(plan::KernelOp kernel, Value value) {
    if (!value.use_empty()) {
      return;
    }
    if (Operation *move = value.getDefiningOp()) {
      Value moved = move->getOperand(0);
      move->erase();
      drop(kernel, moved);
    } else {
      const unsigned number = cast<BlockArgument>(value).getArgNumber();
      kernel.getBody().front().eraseArgument(number);
      kernel.getInputsMutable().erase(number);
    }
  }

  /// `operand` is an argument of the kernel, or one that is moved.
  Value panelsOf(plan::KernelOp kernel, Value operand,
                 const tile::Packing &packing) {
    BlockArgument argument = tile::findMoved(operand);
    Value value = operandOf(kernel, argument);
    Operation *place = placeFor(kernel, value);
    auto make = [&] {
      return makeKernel(place, kernel.getLoc(), value, operand, packing);
    };
    if (operand != argument) {
      return packed.emplace_back(Packed{{}, packing, {}, make()}).panels;
    }
    if (DenseElementsAttr constant = constantOf(value)) {
      OpBuilder builder(value.getContext());
      builder.setInsertionPointAfterValue(value);
      return remember(value, packing, value.getParentBlock(), [&] {
        DenseElementsAttr moved = tile::packConstant(constant, packing);
        return plan::ConstantOp::create(builder, value.getLoc(),
                                        moved.getType(), moved)
            .getResult();
      });
    }
    return remember(value, packing, place->getBlock(), make);
  }

  /// Panels of a value that were made in the block before, or are made now.
  Value remember(Value value, tile::Packing packing, Block *block,
                 llvm::function_ref<Value()> make) {
    // Which operand it is of which product makes no difference.
    packing.operand = 0;
    for (const Packed &known : packed) {
      if (known.value == value && known.packing == packing &&
          known.block == block) {
        return known.panels;
      }
    }
    packed.push_back({value, packing, block, make()});
    return packed.back().panels;
  }

  /// A kernel that packs what an operand is of a value.
  Value makeKernel(Operation *place, Location loc, Value value, Value operand,
                   const tile::Packing &packing) {
    OpBuilder builder(place);
    auto kernel = plan::KernelOp::create(
        builder, loc,
        TypeRange(tile::packedType(cast<RankedTensorType>(operand.getType()),
                                   packing)),
        builder.getStringAttr("pack." + Twine(packed.size())), value,
        plan::Hero::None);
    plan::setRecord(kernel, reasonInfo(reasonOf(packing)).code);
    Block *body = builder.createBlock(&kernel.getBody());
    stablehlo::Writer writer(builder, loc);
    Value moved =
        copyMoves(builder, operand, body->addArgument(value.getType(), loc));
    plan::YieldOp::create(builder, loc, tile::pack(writer, moved, packing));
    return kernel.getResult(0);
  }

  /// Moves `value` as an argument was moved to be `operand`.
  static Value copyMoves(OpBuilder &builder, Value operand, Value value) {
    Operation *move = operand.getDefiningOp();
    if (!move) {
      return value;
    }
    IRMapping mapping;
    mapping.map(move->getOperand(0),
                copyMoves(builder, move->getOperand(0), value));
    return builder.clone(*move, mapping)->getResult(0);
  }

  static Reason reasonOf(const tile::Packing &packing) {
    return packing.hasPanels() ? Reason::OperandPacked : Reason::TermsTogether;
  }

  static void record(plan::KernelOp kernel, const tile::Packing &packing,
                     Value operand, const tile::PackingChoice &choice) {
    auto decision = decide(kernel, DecisionKind::Layout, reasonOf(packing));
    if (!decision) {
      return;
    }
    BlockArgument argument = tile::findMoved(operand);
    Value value = operandOf(kernel, argument);
    const char *when =
        operand == argument && constantOf(value) ? "when compiling"
        : placeFor(kernel, value) != kernel      ? "before the loop"
                                                 : "once for all programs";
    decision.subject(kernel.getName())
        .cost({choice.picoseconds, std::nullopt},
              {choice.otherwise, std::nullopt});
    if (packing.hasPanels()) {
      decision << arg(packing.operand == 0 ? "left" : "right")
               << arg(packing.panel);
    }
    decision << arg(when);
  }

  plan::ProgramOp program;
  Tiler &tiler;
  std::vector<Packed> packed;
};

} // namespace

void packOperands(plan::ProgramOp program, Tiler &tiler) {
  OperandPacker(program, tiler).run();
}

} // namespace weft
