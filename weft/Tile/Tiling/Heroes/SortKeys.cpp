// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Heroes/SortKeys.h"

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Elementwise/Elementwise.h"

using namespace mlir;

namespace weft::tile {
namespace {

using stablehlo::ComparisonDirection;

/// Whether a value is of the second place what another is of the first.
class Mirror {
public:
  explicit Mirror(Block &body) : body(body) {}

  bool isOf(Value first, Value second) {
    if (first.getParentBlock() != &body) {
      return first == second;
    }
    auto [known, isNew] = pairs.try_emplace(first, second);
    return isNew ? isAlike(first, second) : known->second == second;
  }

private:
  bool isAlike(Value first, Value second) {
    if (auto argument = dyn_cast<BlockArgument>(first)) {
      auto other = dyn_cast<BlockArgument>(second);
      return other && other.getOwner() == &body &&
             argument.getArgNumber() % 2 == 0 &&
             other.getArgNumber() == argument.getArgNumber() + 1;
    }
    Operation *one = first.getDefiningOp();
    Operation *other = second.getDefiningOp();
    return other && one->getName() == other->getName() &&
           one->getAttrDictionary() == other->getAttrDictionary() &&
           one->getNumResults() == 1 && other->getNumResults() == 1 &&
           first.getType() == second.getType() &&
           one->getNumOperands() == other->getNumOperands() &&
           llvm::all_of(llvm::zip(one->getOperands(), other->getOperands()),
                        [&](auto pair) {
                          auto [a, b] = pair;
                          return isOf(a, b);
                        });
  }

  Block &body;
  llvm::SmallDenseMap<Value, Value> pairs;
};

bool isPlain(stablehlo::CompareOp compare) {
  return isa<FloatType>(getElementTypeOrSelf(compare.getLhs().getType())) &&
         compare.getCompareType() != stablehlo::ComparisonType::TOTALORDER;
}

/// The number that a comparison compares of both places, the first place's
/// first; null where it compares something else.
Value comparedNumber(stablehlo::CompareOp compare, bool &isTurned) {
  if (!isa<IntegerType, FloatType>(
          getElementTypeOrSelf(compare.getLhs().getType()))) {
    return {};
  }
  Block &body = *compare->getBlock();
  isTurned = false;
  if (Mirror(body).isOf(compare.getLhs(), compare.getRhs())) {
    return compare.getLhs();
  }
  isTurned = true;
  return Mirror(body).isOf(compare.getRhs(), compare.getLhs())
             ? compare.getRhs()
             : Value();
}

std::optional<SortKey> keyOf(Value order) {
  auto compare = order.getDefiningOp<stablehlo::CompareOp>();
  if (!compare) {
    return std::nullopt;
  }
  bool isTurned = false;
  Value number = comparedNumber(compare, isTurned);
  ComparisonDirection direction = compare.getComparisonDirection();
  bool isStrict = direction == ComparisonDirection::LT ||
                  direction == ComparisonDirection::GT;
  if (!number || !isStrict) {
    return std::nullopt;
  }
  return SortKey{number, (direction == ComparisonDirection::GT) != isTurned,
                 isPlain(compare)};
}

/// Whether a value says that a key of both places is the same.
bool isEquality(Value value, const SortKey &key) {
  auto compare = value.getDefiningOp<stablehlo::CompareOp>();
  bool isTurned = false;
  return compare &&
         compare.getComparisonDirection() == ComparisonDirection::EQ &&
         isPlain(compare) == key.isPlain &&
         comparedNumber(compare, isTurned) == key.number;
}

/// Appends the keys of an order; whether it has any.
bool collectKeys(Value order, llvm::SmallVectorImpl<SortKey> &keys) {
  if (std::optional<SortKey> key = keyOf(order)) {
    keys.push_back(*key);
    return true;
  }
  auto either = order.getDefiningOp<stablehlo::OrOp>();
  if (!either) {
    return false;
  }
  for (unsigned side : {0, 1}) {
    std::optional<SortKey> key = keyOf(either->getOperand(side));
    auto both = either->getOperand(1 - side).getDefiningOp<stablehlo::AndOp>();
    if (!key || !both) {
      continue;
    }
    for (unsigned equal : {0, 1}) {
      if (isEquality(both->getOperand(equal), *key)) {
        keys.push_back(*key);
        return collectKeys(both->getOperand(1 - equal), keys);
      }
    }
  }
  return false;
}

} // namespace

unsigned SortKey::bits() const {
  Type element = getElementTypeOrSelf(number.getType());
  return isa<FloatType>(element)
             ? totalOrderType(element).getIntOrFloatBitWidth()
             : std::max(8U, element.getIntOrFloatBitWidth());
}

llvm::SmallVector<SortKey> findSortKeys(Region &comparator, bool takesPlain) {
  llvm::SmallVector<SortKey> keys;
  Value order = comparator.front().getTerminator()->getOperand(0);
  const unsigned operands = comparator.getNumArguments() / 2;
  auto isOfOperand = [&](SortKey key) {
    return (takesPlain || !key.isPlain) &&
           key.number.getParentRegion() == &comparator &&
           llvm::any_of(llvm::seq(operands), [&](unsigned operand) {
             return usesOperand(key, operand);
           });
  };
  if (!collectKeys(order, keys) || !llvm::all_of(keys, isOfOperand)) {
    keys.clear();
  }
  return keys;
}

Refusal refuseKeys(Operation *sort) {
  return {sort, "sort.keys",
          "the comparator does not compare numbers in a total order"};
}

bool usesOperand(const SortKey &key, unsigned operand) {
  Value number = key.number;
  llvm::SmallVector<Value> left = {number};
  llvm::SmallDenseSet<Value> seen;
  while (!left.empty()) {
    Value value = left.pop_back_val();
    if (value.getParentBlock() != number.getParentBlock() ||
        !seen.insert(value).second) {
      continue;
    }
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument.getArgNumber() / 2 == operand) {
        return true;
      }
      continue;
    }
    llvm::append_range(left, value.getDefiningOp()->getOperands());
  }
  return false;
}

Value emitSortKey(Arithmetic &math, Region &comparator, const SortKey &key,
                  ArrayRef<TileValue> elements, const Captured &captured) {
  llvm::SmallVector<TileValue> arguments;
  for (const TileValue &element : elements) {
    arguments.append(2, element);
  }
  Value number =
      emitBody(math, comparator, key.number, arguments, captured)[0][0];
  Type element = getElementTypeOrSelf(key.number.getType());
  Value code = number;
  if (isa<FloatType>(element)) {
    code = math.bitsOf(math.toFloat(number, totalOrderType(element)));
    if (key.isPlain) {
      // Zeros of either sign are the same number.
      Value magnitude =
          math.make<arith::ShLIOp>(code, math.integer(code.getType(), 1));
      Value none = math.zero(code.getType());
      code = math.select(
          math.compare(arith::CmpIPredicate::eq, magnitude, none), none, code);
    }
  } else if (unsigned width = element.getIntOrFloatBitWidth(); width < 8) {
    Type byte = shapedLike(math.builder.getI8Type(), number.getType());
    code = isUnsigned(element) ? math.make<arith::ExtUIOp>(byte, number)
                               : math.make<arith::ExtSIOp>(byte, number);
  }
  Type type = code.getType();
  unsigned width = elementOf(code).getIntOrFloatBitWidth();
  Value sign = math.constant(type, llvm::APInt::getSignMask(width));
  if (isa<FloatType>(element)) {
    // Magnitudes of negative numbers are turned around.
    Value negative =
        math.make<arith::ShRSIOp>(code, math.integer(type, width - 1));
    code = math.make<arith::XOrIOp>(code, math.either(negative, sign));
  } else if (!isUnsigned(element)) {
    code = math.make<arith::XOrIOp>(code, sign);
  }
  return key.isDescending ? math.complement(code) : code;
}

} // namespace weft::tile
