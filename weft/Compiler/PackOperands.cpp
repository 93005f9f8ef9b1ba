// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/PackOperands.h"

#include "weft/Plan/Fuse/NameKernels.h"
#include "weft/Support/DecisionsDialect.h"

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
          return constantOf(value) || placeFor(kernel, value) != kernel;
        });
    for (tile::Packing packing : choice.packings) {
      Value operand = product->getOperand(packing.operand);
      auto argument = cast<BlockArgument>(operand);
      Value value = operandOf(kernel, argument);
      record(kernel, packing, value, choice);
      Block &body = kernel.getBody().front();
      BlockArgument panels = body.addArgument(
          tile::packedType(cast<RankedTensorType>(operand.getType()), packing),
          operand.getLoc());
      kernel.getInputsMutable().append(panelsOf(kernel, value, packing));
      stablehlo::Writer writer(product);
      product->setOperand(
          packing.operand,
          tile::unpack(writer, panels,
                       cast<RankedTensorType>(operand.getType()), packing));
      if (argument.use_empty()) {
        const unsigned number = argument.getArgNumber();
        body.eraseArgument(number);
        kernel.getInputsMutable().erase(number);
      }
    }
  }

  Value panelsOf(plan::KernelOp kernel, Value value,
                 const tile::Packing &packing) {
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
    Operation *place = placeFor(kernel, value);
    return remember(value, packing, place->getBlock(), [&] {
      return makeKernel(place, kernel.getLoc(), value, packing);
    });
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

  Value makeKernel(Operation *place, Location loc, Value value,
                   const tile::Packing &packing) {
    auto type = cast<RankedTensorType>(value.getType());
    OpBuilder builder(place);
    auto kernel = plan::KernelOp::create(
        builder, loc, TypeRange(tile::packedType(type, packing)),
        builder.getStringAttr("pack." + Twine(packed.size())), value,
        plan::Hero::None);
    plan::setRecord(kernel, reasonInfo(Reason::OperandPacked).code);
    Block *body = builder.createBlock(&kernel.getBody());
    stablehlo::Writer writer(builder, loc);
    Value panels = tile::pack(writer, body->addArgument(type, loc), packing);
    plan::YieldOp::create(builder, loc, panels);
    return kernel.getResult(0);
  }

  static void record(plan::KernelOp kernel, const tile::Packing &packing,
                     Value value, const tile::PackingChoice &choice) {
    auto decision = decide(kernel, DecisionKind::Layout, Reason::OperandPacked);
    if (!decision) {
      return;
    }
    const char *when = constantOf(value) ? "when compiling"
                       : placeFor(kernel, value) != kernel
                           ? "before the loop"
                           : "once for all programs";
    decision.subject(kernel.getName())
            .cost({choice.picoseconds, std::nullopt},
                  {choice.otherwise, std::nullopt})
        << arg(packing.operand == 0 ? "left" : "right") << arg(packing.panel)
        << arg(when);
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
