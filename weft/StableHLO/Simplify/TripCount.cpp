// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Simplify/TripCount.h"

#include "weft/StableHLO/Simplify/Match.h"

#include <limits>

using namespace mlir;

namespace weft::stablehlo {

std::optional<Counter> counterAt(WhileOp op, unsigned state) {
  Block &body = op.getBody().front();
  Value argument = body.getArgument(state);
  if (!isPlainTensor(argument.getType()) || rankOf(argument) != 0 ||
      !isInteger(argument)) {
    return std::nullopt;
  }
  std::optional<int64_t> start = scalarInteger(op.getOperand()[state]);
  // What is beyond 63 bits is all given as the greatest of them.
  if (start == std::numeric_limits<int64_t>::max() && isUnsigned(argument)) {
    return std::nullopt;
  }
  auto next = body.getTerminator()->getOperand(state).getDefiningOp<AddOp>();
  if (!start || !next || next->getParentOp() != op) {
    return std::nullopt;
  }
  bool left = next.getLhs() == argument;
  if (!left && next.getRhs() != argument) {
    return std::nullopt;
  }
  std::optional<int64_t> step =
      scalarInteger(left ? next.getRhs() : next.getLhs());
  if (!step) {
    return std::nullopt;
  }
  return Counter{state, *start, *step};
}

/// Steps of size `step` from `start` until at least `limit` is reached.
static __int128 stepsUpTo(__int128 start, __int128 step, __int128 limit) {
  return start >= limit ? 0 : (limit - start + step - 1) / step;
}

std::optional<int64_t> tripCountOf(WhileOp op) {
  using Direction = ComparisonDirection;
  Block &condition = op.getCond().front();
  auto compare =
      condition.getTerminator()->getOperand(0).getDefiningOp<CompareOp>();
  if (!compare) {
    return std::nullopt;
  }
  auto argument = dyn_cast<BlockArgument>(compare.getLhs());
  std::optional<int64_t> limit = isPlainTensor(compare.getRhs().getType())
                                     ? scalarInteger(compare.getRhs())
                                     : std::nullopt;
  if (!argument || argument.getOwner() != &condition || !limit) {
    return std::nullopt;
  }
  std::optional<Counter> counter = counterAt(op, argument.getArgNumber());
  if (!counter || counter->step == 0) {
    return std::nullopt;
  }
  // As if counting up: a downward counter is mirrored.
  Direction direction = compare.getComparisonDirection();
  bool up = counter->step > 0;
  __int128 sign = up ? 1 : -1;
  __int128 start = sign * counter->start;
  __int128 step = sign * counter->step;
  __int128 end = sign * __int128(*limit);
  bool isStrict = direction == (up ? Direction::LT : Direction::GT);
  bool isLoose = direction == (up ? Direction::LE : Direction::GE);
  __int128 count;
  if (isStrict || isLoose) {
    count = stepsUpTo(start, step, end + (isLoose ? 1 : 0));
  } else if (direction == Direction::NE && end >= start &&
             (end - start) % step == 0) {
    count = (end - start) / step;
  } else {
    return std::nullopt;
  }
  // The value that ends the loop must be reached without wrapping around.
  unsigned width = elementOf(argument).getIntOrFloatBitWidth();
  bool isUnsignedCounter = isUnsigned(argument);
  __int128 greatest = isUnsignedCounter ? (__int128(1) << width) - 1
                                        : (__int128(1) << (width - 1)) - 1;
  __int128 least = isUnsignedCounter ? 0 : -greatest - 1;
  __int128 last = sign * (start + count * step);
  if (last > greatest || last < least ||
      count > std::numeric_limits<int64_t>::max()) {
    return std::nullopt;
  }
  return static_cast<int64_t>(count);
}

} // namespace weft::stablehlo
