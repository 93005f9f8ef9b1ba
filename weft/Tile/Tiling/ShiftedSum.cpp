// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/ShiftedSum.h"

#include "weft/StableHLO/Simplify/Match.h"
#include "weft/Tile/Tiling/Body.h"
#include "weft/Tile/Tiling/Elementwise/Elementwise.h"
#include "weft/Tile/Tiling/ReductionParts.h"

using namespace mlir;

namespace weft::tile {

using stablehlo::typeOf;

namespace {

/// How far up the producers of a number are followed.
constexpr int deepest = 16;

/// Whether a reduction by an operation of one kind is along the last
/// dimensions, of real numbers that are not rounded on the way.
bool isAlongRows(stablehlo::ReduceOp reduce, CombineKind kind) {
  if (!hasParts(reduce) || reduce.getInputs().size() != 1 ||
      combineKindOf(reduce.getBody()) != kind) {
    return false;
  }
  RankedTensorType type = typeOf(reduce.getInputs()[0]);
  const auto count = static_cast<int64_t>(reduce.getDimensions().size());
  return (type.getElementType().isF32() || type.getElementType().isF64()) &&
         *llvm::min_element(reduce.getDimensions()) == type.getRank() - count;
}

} // namespace

std::optional<ShiftedSum> ShiftedSum::find(stablehlo::ReduceOp sum) {
  ShiftedSum found;
  found.sum = sum;
  if (!isAlongRows(sum, CombineKind::Add) || !found.findTerms() ||
      !found.findFirst(found.shift.getOperand())) {
    return std::nullopt;
  }
  return found;
}

bool ShiftedSum::findTerms() {
  Operation *op = sum.getInputs()[0].getDefiningOp();
  if (isa_and_present<stablehlo::ExponentialOp>(op)) {
    terms = Terms::Exponentials;
  } else if (!isa_and_present<stablehlo::MultiplyOp>(op) ||
             op->getOperand(0) != op->getOperand(1)) {
    return false;
  }
  auto difference = op->getOperand(0).getDefiningOp<stablehlo::SubtractOp>();
  if (!difference) {
    return false;
  }
  row = difference.getLhs();
  shift = difference.getRhs().getDefiningOp<stablehlo::BroadcastInDimOp>();
  if (!shift || !llvm::is_sorted(shift.getBroadcastDimensions())) {
    return false;
  }
  RankedTensorType type = typeOf(shift.getOperand());
  for (auto [extent, d] :
       llvm::zip_equal(type.getShape(), shift.getBroadcastDimensions())) {
    if (extent != 1 && llvm::is_contained(sum.getDimensions(), d)) {
      return false;
    }
  }
  return type.getNumElements() == typeOf(sum.getResult(0)).getNumElements();
}

bool ShiftedSum::isFirst(stablehlo::ReduceOp reduce) {
  const CombineKind kind =
      terms == Terms::Squares ? CombineKind::Add : CombineKind::Max;
  return reduce->getBlock() == sum->getBlock() && isAlongRows(reduce, kind) &&
         reduce.getInputs()[0] == row &&
         isNeutral(kind, reduce.getInitValues()[0]) &&
         llvm::equal(reduce.getDimensions(), sum.getDimensions());
}

/// From one number of each row. What an exponential is taken beside has to be
/// the maximum wherever that is finite; of squares it may be anything.
bool ShiftedSum::findFirst(Value value, int depth) {
  Operation *op = value.getDefiningOp();
  if (!op || depth > deepest ||
      typeOf(value).getNumElements() !=
          typeOf(shift.getOperand()).getNumElements()) {
    return false;
  }
  if (auto reduce = dyn_cast<stablehlo::ReduceOp>(op)) {
    first = reduce;
    return isFirst(reduce);
  }
  auto follow = [&](Value operand) { return findFirst(operand, depth + 1); };
  if (isa<stablehlo::ReshapeOp, stablehlo::BroadcastInDimOp>(op)) {
    return follow(op->getOperand(0));
  }
  if (auto choice = dyn_cast<stablehlo::SelectOp>(op)) {
    auto isFinite = choice.getPred().getDefiningOp<stablehlo::IsFiniteOp>();
    return isFinite && isFinite.getOperand() == choice.getOnTrue() &&
           follow(choice.getOnTrue());
  }
  return terms == Terms::Squares && isElementwise(op) &&
         llvm::any_of(op->getOperands(), follow);
}

} // namespace weft::tile
