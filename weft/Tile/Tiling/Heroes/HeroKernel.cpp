// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Heroes/HeroKernel.h"

#include "weft/Machine/OperationCosts.h"
#include "weft/StableHLO/IR/Eigen.h"
#include "weft/StableHLO/IR/Reflections.h"
#include "weft/Tile/IR/ArgumentUses.h"
#include "weft/Tile/Tiling/Body.h"
#include "weft/Tile/Tiling/KernelFrame.h"

using namespace mlir;

namespace weft::tile {

HeroKernel::HeroKernel(OpBuilder &builder, Location loc, StringRef name,
                       const TilingSpace &space, Operation *op,
                       ArrayRef<int64_t> counts, ArrayRef<ElementsAttr> tables)
    : HeroWords(builder, loc), operandCount(op->getNumOperands()) {
  llvm::SmallVector<ElementsAttr> constants;
  /// By the constant's result: which of them it is.
  llvm::SmallDenseMap<Value, unsigned> numbers;
  llvm::SmallVector<Value> used = llvm::map_to_vector(
      op->getOperands(), [&](Value value) { return heroOperand(op, value); });
  llvm::SmallVector<Value> outer = capturedValues(op);
  llvm::append_range(used, outer);
  for (Value value : used) {
    auto constant = value.getDefiningOp<stablehlo::ConstantOp>();
    if (constant && numbers.try_emplace(value, constants.size()).second) {
      constants.push_back(constant.getValue());
    }
  }
  unsigned firstTable = constants.size();
  llvm::append_range(constants, tables);
  int64_t grid = 1;
  for (int64_t count : counts) {
    grid *= count;
  }
  KernelFrame frame =
      makeKernelFrame(builder, loc, name, space, constants, grid);
  kernel = frame.kernel;
  Block &block = kernel.getBlock();
  for (size_t i = firstTable; i < constants.size(); ++i) {
    tableRefs.push_back(block.getArgument(frame.firstConstant + i));
  }
  for (Value value : used) {
    auto argument = dyn_cast<BlockArgument>(value);
    operands.push_back(block.getArgument(argument ? argument.getArgNumber()
                                                  : frame.firstConstant +
                                                        numbers.lookup(value)));
  }
  for (OpResult value : op->getResults()) {
    auto root = llvm::find_if(
        space.roots, [&](Value other) { return heroResult(other) == value; });
    if (root != space.roots.end()) {
      results.push_back(
          block.getArgument(frame.firstRoot + (root - space.roots.begin())));
    } else {
      RefType type = refTypeOf(cast<RankedTensorType>(value.getType()));
      results.push_back(math.make<AllocOp>(
          RefType::get(type.getShape(), type.getElementType(), Space::Shared),
          StringAttr(), IntegerAttr()));
    }
  }
  for (auto [i, value] : llvm::enumerate(outer)) {
    Type element = getElementTypeOrSelf(value.getType());
    captured[value] = load(operands[operandCount + i], {}, element);
  }
  if (grid > 1) {
    program = emitProgramNumbers(builder, loc, counts);
  } else {
    program.assign(counts.size(), index(0));
  }
}

void HeroKernel::separateOperands() {
  llvm::SmallDenseSet<Value> seen;
  for (Value &operand : MutableArrayRef(operands).take_front(operandCount)) {
    if (seen.insert(operand).second) {
      continue;
    }
    const bool isOnlyRead = isReadOnly(operand);
    operand =
        Workspace::again(kernel, operand, cast<RefType>(operand.getType()));
    if (isOnlyRead) {
      kernel.setArgAttr(cast<BlockArgument>(operand).getArgNumber(),
                        readonlyAttributeName, builder.getUnitAttr());
    }
  }
}

//===----------------------------------------------------------------------===//
// Which hero
//===----------------------------------------------------------------------===//

Value heroResult(Value root) {
  Operation *reader = root.getDefiningOp();
  if (!isa_and_present<stablehlo::SliceOp, stablehlo::TransposeOp>(reader)) {
    return root;
  }
  Operation *hero = reader->getOperand(0).getDefiningOp();
  bool isPart = isa<stablehlo::SliceOp>(reader)
                    ? isa_and_present<stablehlo::SortOp>(hero)
                    : isa_and_present<stablehlo::FftOp>(hero);
  return isPart ? reader->getOperand(0) : root;
}

Value heroOperand(Operation *hero, Value operand) {
  if (!isa<stablehlo::FftOp>(hero)) {
    return operand;
  }
  Operation *maker = operand.getDefiningOp();
  while (isa_and_present<stablehlo::TransposeOp, stablehlo::ConvertOp>(maker)) {
    operand = maker->getOperand(0);
    maker = operand.getDefiningOp();
  }
  return operand;
}

/// Whether a slice of a sort takes the first places of each line.
static bool isPrefix(stablehlo::SliceOp slice, stablehlo::SortOp sort) {
  auto type = cast<RankedTensorType>(slice.getOperand().getType());
  int64_t along = sort.getDimension();
  along = along < 0 ? along + type.getRank() : along;
  for (int64_t d = 0; d < type.getRank(); ++d) {
    if (slice.getStartIndices()[d] != 0 || slice.getStrides()[d] != 1 ||
        (d != along && slice.getLimitIndices()[d] != type.getDimSize(d))) {
      return false;
    }
  }
  return true;
}

std::optional<Refusal> refuseHero(const TilingSpace &space, Operation *op) {
  llvm::SmallVector<Value> used = llvm::map_to_vector(
      op->getOperands(), [&](Value value) { return heroOperand(op, value); });
  llvm::append_range(used, capturedValues(op));
  for (Value operand : used) {
    if (!isa<BlockArgument>(operand) &&
        !operand.getDefiningOp<stablehlo::ConstantOp>()) {
      return Refusal{op, "hero.operands",
                     "an operand is computed in the same kernel"};
    }
  }
  for (auto [i, root] : llvm::enumerate(space.roots)) {
    auto slice = root.getDefiningOp<stablehlo::SliceOp>();
    bool isSliced = slice && heroResult(root) != root;
    // Factors and exchanges of rows, or scales, are of two shapes, and so are
    // eigenvalues and their vectors.
    auto sameAsRoot = [&](Value other) {
      return heroResult(other) == heroResult(root) ||
             (!isa<stablehlo::EighOp, stablehlo::LuOp, stablehlo::QrOp>(op) &&
              cast<RankedTensorType>(other.getType()).getShape() !=
                  cast<RankedTensorType>(root.getType()).getShape());
    };
    if (heroResult(root).getDefiningOp() != op ||
        (isSliced && !isPrefix(slice, cast<stablehlo::SortOp>(op))) ||
        llvm::any_of(ArrayRef(space.roots).take_front(i), sameAsRoot)) {
      return Refusal{op, "hero.results",
                     "the kernel returns something else as well"};
    }
  }
  // Sorting reads a line before it writes; scatter begins with a copy.
  if (!space.inPlace.empty() &&
      !isa<stablehlo::ScatterOp, stablehlo::SortOp>(op)) {
    return Refusal{op, "hero.inplace", "the operand is read after writing"};
  }
  for (TilingSpace::InPlace place : space.inPlace) {
    unsigned number = cast<OpResult>(space.roots[place.root]).getResultNumber();
    if (op->getOperand(number) != space.block->getArgument(place.argument) ||
        llvm::count(op->getOperands(), op->getOperand(number)) != 1) {
      return Refusal{op, "hero.inplace",
                     "the memory of a result is that of another operand"};
    }
  }
  return refuseBodies(op);
}

int64_t unitsOfBody(Region &region) {
  int64_t units = 0;
  for (Operation &inner : region.front().without_terminator()) {
    units += operationCost(inner.getName().stripDialect()).units;
  }
  return std::max<int64_t>(units, 1);
}

} // namespace weft::tile
