// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Places.h"

#include "weft/Tile/Tiling/ElementTypes.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/TypeSwitch.h>

using namespace mlir;

namespace weft::tile {
namespace {

using stablehlo::ComparisonDirection;

/// How the element on the left relates to the one on the right.
enum class Case { Less, Equal, Greater, LeftNaN, RightNaN, BothNaN };

enum class Side { Left, Right };

/// What a value of the body is in one case: a truth value, or an element or
/// place of one side.
struct Known {
  std::optional<bool> truth;
  std::optional<Side> side;
  bool isPlace = false;
};

/// The body in one case. Places on the left are the lesser ones.
class Trial {
public:
  Trial(Block &body, unsigned places, Case which) : which(which) {
    for (unsigned i = 0; i < 4; ++i) {
      values[body.getArgument(i)] = {
          std::nullopt, i < 2 ? Side::Left : Side::Right, i % 2 == places};
    }
    for (Operation &op : body.without_terminator()) {
      Known known;
      if (op.getNumResults() != 1 || !evaluate(&op, known)) {
        return;
      }
      values[op.getResult(0)] = known;
    }
    Operation *end = body.getTerminator();
    element = values.lookup(end->getOperand(1 - places)).side;
    place = values.lookup(end->getOperand(places)).side;
    // Each in its own place.
    if (values.lookup(end->getOperand(1 - places)).isPlace ||
        !values.lookup(end->getOperand(places)).isPlace) {
      element = place = std::nullopt;
    }
  }

  /// The sides that the results come from; nothing when that cannot be told.
  std::optional<Side> element;
  std::optional<Side> place;

private:
  bool evaluate(Operation *op, Known &result) {
    auto at = [&](unsigned i) { return values.lookup(op->getOperand(i)); };
    return llvm::TypeSwitch<Operation *, bool>(op)
        .Case([&](stablehlo::CompareOp compare) {
          result.truth = evaluateCompare(compare, at(0), at(1));
          return result.truth.has_value();
        })
        .Case([&](stablehlo::AndOp) {
          return evaluateTruth(at(0), at(1), result,
                               [](bool a, bool b) { return a && b; });
        })
        .Case([&](stablehlo::OrOp) {
          return evaluateTruth(at(0), at(1), result,
                               [](bool a, bool b) { return a || b; });
        })
        .Case([&](stablehlo::NotOp) {
          return evaluateTruth(at(0), at(0), result,
                               [](bool a, bool) { return !a; });
        })
        .Case([&](stablehlo::SelectOp) {
          if (!at(0).truth) {
            return false;
          }
          result = *at(0).truth ? at(1) : at(2);
          return result.truth || result.side;
        })
        .Default([](Operation *) { return false; });
  }

  static bool evaluateTruth(const Known &a, const Known &b, Known &result,
                            llvm::function_ref<bool(bool, bool)> function) {
    if (!a.truth || !b.truth) {
      return false;
    }
    result.truth = function(*a.truth, *b.truth);
    return true;
  }

  bool isNaN(Side side) const {
    return which == Case::BothNaN ||
           which == (side == Side::Left ? Case::LeftNaN : Case::RightNaN);
  }

  std::optional<bool> evaluateCompare(stablehlo::CompareOp op, const Known &a,
                                      const Known &b) const {
    if (!a.side || !b.side || a.isPlace != b.isPlace ||
        op.getCompareType() == stablehlo::ComparisonType::TOTALORDER) {
      return std::nullopt;
    }
    ComparisonDirection direction = op.getComparisonDirection();
    if (!a.isPlace && (isNaN(*a.side) || isNaN(*b.side))) {
      return direction == ComparisonDirection::NE;
    }
    // -1, 0 or 1.
    int order = a.isPlace                ? -1
                : which == Case::Less    ? -1
                : which == Case::Greater ? 1
                                         : 0;
    order = *a.side == *b.side ? 0 : *a.side == Side::Left ? order : -order;
    switch (direction) {
    case ComparisonDirection::EQ:
      return order == 0;
    case ComparisonDirection::NE:
      return order != 0;
    case ComparisonDirection::LT:
      return order < 0;
    case ComparisonDirection::LE:
      return order <= 0;
    case ComparisonDirection::GT:
      return order > 0;
    case ComparisonDirection::GE:
      return order >= 0;
    }
    return std::nullopt;
  }

  Case which;
  llvm::SmallDenseMap<Value, Known, 16> values;
};

/// Whether the body is a choice as Places.h has it. `usesElement`: whether the
/// element that was chosen is wanted beside its place, sign of zero included.
bool isChoice(Block &body, unsigned places, bool isFloat, bool usesElement) {
  auto chosen = [&](Case which) -> std::optional<Side> {
    Trial trial(body, places, which);
    // Equal elements are one, but for the sign of zeros.
    bool isSame =
        trial.element == trial.place ||
        (which == Case::Equal && trial.element && (!isFloat || !usesElement));
    return isSame ? trial.place : std::nullopt;
  };
  auto isOpposed = [&](Case a, Case b) {
    std::optional<Side> first = chosen(a);
    std::optional<Side> second = chosen(b);
    return first && second && *first != *second;
  };
  return isOpposed(Case::Less, Case::Greater) && chosen(Case::Equal) &&
         (!isFloat ||
          (isOpposed(Case::LeftNaN, Case::RightNaN) && chosen(Case::BothNaN)));
}

bool isSame(Value value, int64_t dimension);

/// Whether integers increase along a dimension.
bool isIncreasing(Value value, int64_t dimension) {
  auto type = cast<RankedTensorType>(value.getType());
  if (auto iota = value.getDefiningOp<stablehlo::IotaOp>()) {
    // Without wrapping.
    unsigned bits = type.getElementType().getIntOrFloatBitWidth();
    return static_cast<int64_t>(iota.getIotaDimension()) == dimension &&
           (bits > 32 ||
            type.getDimSize(dimension) <= (int64_t{1} << (bits - 1)));
  }
  // The place in a block and where the block begins: SplitReductions.cpp.
  auto sum = value.getDefiningOp<stablehlo::AddOp>();
  return sum && type.getElementType().getIntOrFloatBitWidth() >= 32 &&
         isSame(sum.getLhs(), dimension) &&
         isIncreasing(sum.getRhs(), dimension);
}

/// Whether they are counts along other dimensions, times a constant.
bool isSame(Value value, int64_t dimension) {
  if (auto product = value.getDefiningOp<stablehlo::MultiplyOp>()) {
    auto factor = product.getRhs().getDefiningOp<stablehlo::ConstantOp>();
    return factor && factor.getValue().isSplat() &&
           isSame(product.getLhs(), dimension);
  }
  auto iota = value.getDefiningOp<stablehlo::IotaOp>();
  return iota && static_cast<int64_t>(iota.getIotaDimension()) != dimension;
}

/// The side that an argument of the body stands for.
std::optional<Side> sideOf(Value value, Block &body) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != &body) {
    return std::nullopt;
  }
  return argument.getArgNumber() < 2 ? Side::Left : Side::Right;
}

} // namespace

/// Whether a reduction starts from the least of all values, or the greatest.
static bool isEnd(Value value, bool isLeast) {
  auto constant = value.getDefiningOp<stablehlo::ConstantOp>();
  auto elements =
      constant ? dyn_cast<DenseElementsAttr>(constant.getValue()) : nullptr;
  if (!elements || !elements.isSplat()) {
    return false;
  }
  Type element = elements.getElementType();
  if (isa<FloatType>(element)) {
    auto number = elements.getSplatValue<llvm::APFloat>();
    return number.isInfinity() && number.isNegative() == isLeast;
  }
  auto number = elements.getSplatValue<llvm::APInt>();
  return element.isUnsignedInteger() || element.isInteger(1)
             ? (isLeast ? number.isZero() : number.isAllOnes())
             : (isLeast ? number.isMinSignedValue()
                        : number.isMaxSignedValue());
}

std::optional<Extreme> findFirstExtreme(stablehlo::ReduceOp op) {
  std::optional<unsigned> places = findPlaces(op);
  if (!places || !op.getInputs()[*places].getDefiningOp<stablehlo::IotaOp>()) {
    return std::nullopt;
  }
  Block &body = op.getBody().front();
  auto chosen = [&](Case which) { return Trial(body, *places, which).place; };
  Extreme extreme = {*places, chosen(Case::Greater) == Side::Left};
  const bool isFloat = isa<FloatType>(
      getElementTypeOrSelf(op.getInputs()[1 - *places].getType()));
  const bool isFirst = chosen(Case::Equal) == Side::Left &&
                       (!isFloat || (chosen(Case::LeftNaN) == Side::Left &&
                                     chosen(Case::BothNaN) == Side::Left));
  auto start =
      op.getInitValues()[*places].getDefiningOp<stablehlo::ConstantOp>();
  const bool isFromStart =
      start && start.getValue().isSplat() &&
      start.getValue().getSplatValue<llvm::APInt>().isZero() &&
      isEnd(op.getInitValues()[1 - *places], extreme.isGreatest);
  return isFirst && isFromStart ? std::optional(extreme) : std::nullopt;
}

void chooseOneSide(stablehlo::ReduceOp op) {
  std::optional<unsigned> places = findPlaces(op);
  if (!places || !op.getResult(1 - *places).use_empty()) {
    return;
  }
  Block &body = op.getBody().front();
  Operation *end = body.getTerminator();
  auto choice = end->getOperand(*places).getDefiningOp<stablehlo::SelectOp>();
  if (!choice || sideOf(choice.getOnTrue(), body) != Side::Left ||
      sideOf(choice.getOnFalse(), body) != Side::Right) {
    return;
  }
  OpBuilder builder(end);
  end->setOperand(1 - *places, stablehlo::SelectOp::create(
                                   builder, op.getLoc(), choice.getPred(),
                                   body.getArgument(1 - *places),
                                   body.getArgument(3 - *places)));
}

std::optional<unsigned> findPlaces(stablehlo::ReduceOp op) {
  if (op.getInputs().size() != 2 || op.getDimensions().size() != 1) {
    return std::nullopt;
  }
  for (unsigned places : {1u, 0u}) {
    Value input = op.getInputs()[places];
    Type element = cast<RankedTensorType>(op.getInputs()[1 - places].getType())
                       .getElementType();
    bool isInteger = isa<IntegerType>(
        cast<RankedTensorType>(input.getType()).getElementType());
    if (isInteger && !isComplex(element) &&
        isIncreasing(input, op.getDimensions()[0]) &&
        isChoice(op.getBody().front(), places, isa<FloatType>(element),
                 !op.getResult(1 - places).use_empty())) {
      return places;
    }
  }
  return std::nullopt;
}

} // namespace weft::tile
