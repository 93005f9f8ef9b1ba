// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Simplify/Ranges.h"

#include "weft/StableHLO/Simplify/Match.h"
#include "weft/StableHLO/Simplify/TripCount.h"

#include <limits>

using namespace mlir;

namespace weft::stablehlo {

/// All values of an integer type.
static std::optional<IntegerRange> rangeOfType(Type type) {
  unsigned width = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  if (isBoolean(type)) {
    return IntegerRange{0, 1};
  }
  if (isUnsigned(type)) {
    return width >= 64
               ? std::nullopt
               : std::optional(IntegerRange{0, (int64_t(1) << width) - 1});
  }
  int64_t greatest = std::numeric_limits<int64_t>::max() >> (64 - width);
  return IntegerRange{-greatest - 1, greatest};
}

static bool contains(IntegerRange outer, IntegerRange inner) {
  return outer.least <= inner.least && inner.greatest <= outer.greatest;
}

static std::optional<IntegerRange> rangeOfConstant(Value value) {
  DenseElementsAttr elements = constantOf(value);
  // Long lists are not worth a look at every visit.
  constexpr int64_t mostElements = 64;
  if (!elements || elements.empty() ||
      (!elements.isSplat() && elements.getNumElements() > mostElements)) {
    return std::nullopt;
  }
  IntegerRange range{std::numeric_limits<int64_t>::max(),
                     std::numeric_limits<int64_t>::min()};
  auto include = [&](const llvm::APInt &element) {
    int64_t number = isBoolean(value.getType())
                         ? static_cast<int64_t>(element.getZExtValue())
                         : toInt64(element, isUnsigned(value));
    range.least = std::min(range.least, number);
    range.greatest = std::max(range.greatest, number);
  };
  if (elements.isSplat()) {
    include(elements.getSplatValue<llvm::APInt>());
    return range;
  }
  llvm::for_each(elements.getValues<llvm::APInt>(), include);
  return range;
}

/// A counter of a loop that runs a known number of times.
static std::optional<IntegerRange> rangeOfCounter(BlockArgument argument) {
  auto loop = dyn_cast<WhileOp>(argument.getOwner()->getParentOp());
  if (!loop) {
    return std::nullopt;
  }
  std::optional<Counter> counter = counterAt(loop, argument.getArgNumber());
  std::optional<int64_t> trips = counter ? tripCountOf(loop) : std::nullopt;
  // Far from where the arithmetic below, or the counter, would wrap around.
  constexpr int64_t large = int64_t(1) << 30;
  if (!trips || *trips > large || std::abs(counter->step) > large ||
      std::abs(counter->start) > large) {
    return std::nullopt;
  }
  // The condition looks once more than the body runs.
  bool inBody = argument.getOwner()->getParent() == &loop.getBody();
  int64_t last =
      counter->start +
      std::max<int64_t>(*trips - (inBody ? 1 : 0), 0) * counter->step;
  return IntegerRange{std::min(counter->start, last),
                      std::max(counter->start, last)};
}

/// The interval of a sum or difference that does not leave the type's.
static std::optional<IntegerRange> sumOf(std::optional<IntegerRange> a,
                                         std::optional<IntegerRange> b,
                                         bool subtracts, IntegerRange whole) {
  if (!a || !b) {
    return std::nullopt;
  }
  __int128 least = subtracts ? __int128(a->least) - b->greatest
                             : __int128(a->least) + b->least;
  __int128 greatest = subtracts ? __int128(a->greatest) - b->least
                                : __int128(a->greatest) + b->greatest;
  if (least < whole.least || greatest > whole.greatest) {
    return std::nullopt;
  }
  return IntegerRange{static_cast<int64_t>(least),
                      static_cast<int64_t>(greatest)};
}

/// The interval of a product that does not leave the type's.
static std::optional<IntegerRange> productOf(std::optional<IntegerRange> a,
                                             std::optional<IntegerRange> b,
                                             IntegerRange whole) {
  if (!a || !b) {
    return std::nullopt;
  }
  auto corners = {
      __int128(a->least) * b->least, __int128(a->least) * b->greatest,
      __int128(a->greatest) * b->least, __int128(a->greatest) * b->greatest};
  __int128 least = std::min(corners);
  __int128 greatest = std::max(corners);
  if (least < whole.least || greatest > whole.greatest) {
    return std::nullopt;
  }
  return IntegerRange{static_cast<int64_t>(least),
                      static_cast<int64_t>(greatest)};
}

/// Remainders have the sign of the dividend, and are closer to zero than the
/// divisor. What comes of a division by zero is not known.
static std::optional<IntegerRange> remainderOf(std::optional<IntegerRange> a,
                                               std::optional<IntegerRange> b) {
  if (!a || !b || b->least <= 0) {
    return std::nullopt;
  }
  int64_t most = b->greatest - 1;
  return IntegerRange{a->least < 0 ? std::max(a->least, -most) : 0,
                      a->greatest > 0 ? std::min(a->greatest, most) : 0};
}

/// Looks at `left` values at most, since paths may meet again and again.
static std::optional<IntegerRange> rangeOf(Value value, unsigned depth,
                                           unsigned &left) {
  if (!isPlainTensor(value.getType()) || !isa<IntegerType>(elementOf(value))) {
    return std::nullopt;
  }
  std::optional<IntegerRange> whole = rangeOfType(value.getType());
  Operation *op = value.getDefiningOp();
  if (!op && whole) {
    std::optional<IntegerRange> counted =
        rangeOfCounter(cast<BlockArgument>(value));
    return counted && contains(*whole, *counted) ? counted : whole;
  }
  if (!op || depth == 0 || left == 0 || !whole) {
    return whole;
  }
  --left;
  auto ofOperand = [&](unsigned i) {
    return rangeOf(op->getOperand(i), depth - 1, left);
  };
  // One after the other, since they share what is left.
  auto ofBoth = [&](unsigned i, unsigned j) {
    std::optional<IntegerRange> first = ofOperand(i);
    return std::pair(first, ofOperand(j));
  };
  // Maximum, minimum and clamp narrow what they get.
  auto between = [](std::optional<IntegerRange> a,
                    std::optional<IntegerRange> b, auto choose) {
    return a && b
               ? std::optional(IntegerRange{choose(a->least, b->least),
                                            choose(a->greatest, b->greatest)})
               : std::nullopt;
  };
  auto lesser = [](int64_t a, int64_t b) { return std::min(a, b); };
  auto greater = [](int64_t a, int64_t b) { return std::max(a, b); };
  auto narrowed =
      llvm::TypeSwitch<Operation *, std::optional<IntegerRange>>(op)
          .Case<ConstantOp>([&](auto) { return rangeOfConstant(value); })
          .Case<ReshapeOp, BroadcastInDimOp, TransposeOp, SliceOp, ReverseOp,
                DynamicSliceOp>([&](auto) { return ofOperand(0); })
          .Case([&](ConvertOp) {
            // Floats are out; integers keep their value where it fits.
            std::optional<IntegerRange> inner = ofOperand(0);
            return inner && contains(*whole, *inner) ? inner : std::nullopt;
          })
          .Case([&](IotaOp iota) {
            int64_t size = shapeOf(value)[iota.getIotaDimension()];
            IntegerRange range{0, std::max<int64_t>(size - 1, 0)};
            return contains(*whole, range) ? std::optional(range)
                                           : std::nullopt;
          })
          .Case<AddOp, SubtractOp>([&](auto) {
            auto [a, b] = ofBoth(0, 1);
            return isInteger(value) ? sumOf(a, b, isa<SubtractOp>(op), *whole)
                                    : std::nullopt;
          })
          .Case([&](MultiplyOp) {
            auto [a, b] = ofBoth(0, 1);
            return isInteger(value) ? productOf(a, b, *whole) : std::nullopt;
          })
          .Case([&](RemainderOp) {
            auto [a, b] = ofBoth(0, 1);
            return isInteger(value) ? remainderOf(a, b) : std::nullopt;
          })
          .Case([&](SelectOp) -> std::optional<IntegerRange> {
            auto [a, b] = ofBoth(1, 2);
            if (!a || !b) {
              return std::nullopt;
            }
            return IntegerRange{std::min(a->least, b->least),
                                std::max(a->greatest, b->greatest)};
          })
          .Case([&](MaximumOp) {
            auto [a, b] = ofBoth(0, 1);
            return between(a, b, greater);
          })
          .Case([&](MinimumOp) {
            auto [a, b] = ofBoth(0, 1);
            return between(a, b, lesser);
          })
          .Case([&](ClampOp) {
            auto [low, inner] = ofBoth(0, 1);
            return between(between(inner, low, greater), ofOperand(2), lesser);
          })
          .Default([](Operation *) { return std::nullopt; });
  return narrowed ? narrowed : whole;
}

std::optional<IntegerRange> rangeOf(Value value) {
  constexpr unsigned farEnough = 6;
  unsigned left = 24;
  return rangeOf(value, farEnough, left);
}

} // namespace weft::stablehlo
