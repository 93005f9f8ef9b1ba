// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Elementwise/Elementwise.h"

#include "weft/Tile/Tiling/Elementwise/ElementwiseOps.h"

#include "weft/Tile/Tiling/Elementwise/ElementwiseOps.h"

#include <llvm/ADT/TypeSwitch.h>

using namespace mlir;

namespace weft::tile {
namespace {

Relation relationOf(stablehlo::ComparisonDirection direction) {
  switch (direction) {
  case stablehlo::ComparisonDirection::EQ:
    return Relation::Equal;
  case stablehlo::ComparisonDirection::NE:
    return Relation::NotEqual;
  case stablehlo::ComparisonDirection::GE:
    return Relation::GreaterEqual;
  case stablehlo::ComparisonDirection::GT:
    return Relation::Greater;
  case stablehlo::ComparisonDirection::LE:
    return Relation::LessEqual;
  case stablehlo::ComparisonDirection::LT:
    return Relation::Less;
  }
  return Relation::Equal;
}

TileValue emitSelect(Arithmetic &math, Value condition, const TileValue &a,
                     const TileValue &b) {
  TileValue result;
  for (auto [x, y] : llvm::zip_equal(a, b)) {
    result.push_back(math.select(condition, x, y));
  }
  return result;
}

/// The same bits in a type of the same width; complex numbers stay what they
/// are.
TileValue emitBitcast(Arithmetic &math, const TileValue &value, Type to) {
  return mapParts(value, [&](Value part) {
    return elementOf(part) == partType(to)
               ? part
               : math.fromBits(math.bitsOf(part), partType(to));
  });
}

template <typename... Ops> bool isOneOf(Operation *op, OperationList<Ops...>) {
  return isa<Ops...>(op);
}

} // namespace

bool isElementwise(Operation *op) {
  if (auto cast = dyn_cast<stablehlo::BitcastConvertOp>(op)) {
    Type from = getElementTypeOrSelf(cast.getOperand().getType());
    Type to = getElementTypeOrSelf(cast.getResult().getType());
    return isComplex(from) == isComplex(to) &&
           partType(from).getIntOrFloatBitWidth() ==
               partType(to).getIntOrFloatBitWidth();
  }
  return isOneOf(op, ElementwiseOps());
}

TileValue emitElementwise(Arithmetic &math, Operation *op,
                          ArrayRef<TileValue> operands) {
  Type from = getElementTypeOrSelf(op->getOperand(0).getType());
  Type to = getElementTypeOrSelf(op->getResult(0).getType());
  return llvm::TypeSwitch<Operation *, TileValue>(op)
      .Case([&](stablehlo::CompareOp compare) -> TileValue {
        bool totalOrder =
            compare.getCompareType() == stablehlo::ComparisonType::TOTALORDER &&
            isa<FloatType>(from);
        return {emitCompare(math, operands[0], operands[1], from,
                            relationOf(compare.getComparisonDirection()),
                            totalOrder)};
      })
      .Case([&](stablehlo::SelectOp) {
        return emitSelect(math, operands[0][0], operands[1], operands[2]);
      })
      .Case([&](stablehlo::ClampOp) {
        TileValue above =
            emitExtremum(math, operands[1], operands[0], to, true);
        return emitExtremum(math, above, operands[2], to, false);
      })
      .Case([&](stablehlo::ConvertOp) {
        return emitConvert(math, operands[0], from, to);
      })
      .Case([&](stablehlo::BitcastConvertOp) {
        return emitBitcast(math, operands[0], to);
      })
      .Case([&](stablehlo::ComplexOp) -> TileValue {
        return {operands[0][0], operands[1][0]};
      })
      .Case([&](stablehlo::RealOp) -> TileValue { return {operands[0][0]}; })
      .Case([&](stablehlo::ImagOp) -> TileValue {
        return {isComplex(from) ? operands[0][1]
                                : math.zero(operands[0][0].getType())};
      })
      .Default([&](Operation *) {
        if (isComplex(from)) {
          if (isa<stablehlo::MaximumOp, stablehlo::MinimumOp>(op)) {
            return emitExtremum(math, operands[0], operands[1], from,
                                isa<stablehlo::MaximumOp>(op));
          }
          return emitComplex(math, op, operands);
        }
        return isa<FloatType>(from) ? emitReal(math, op, operands)
                                    : emitInteger(math, op, operands);
      });
}

} // namespace weft::tile
