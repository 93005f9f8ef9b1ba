// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Expand/Reflections.h"

#include <algorithm>
#include <array>

using namespace mlir;

namespace weft::stablehlo {
namespace {

using Direction = ComparisonDirection;
using State = ScalarLoops::State;

/// What the steps of both loops are made of. Matrices are [m, n, batch],
/// columns [m, batch], rows [n, batch], numbers [batch].
class Steps {
public:
  Steps(ScalarLoops &writer, Value matrices)
      : writer(writer), type(cast<RankedTensorType>(matrices.getType())),
        m(type.getDimSize(1)), n(type.getDimSize(2)),
        batch(type.getDimSize(0)) {}

  ScalarLoops &writer;
  RankedTensorType type;
  int64_t m;
  int64_t n;
  int64_t batch;

  Value sideBySide(Value matrices) {
    return writer.transpose(matrices, {1, 2, 0});
  }
  Value apart(Value matrices) { return writer.transpose(matrices, {2, 0, 1}); }

  Value column(Value matrices, Value k) {
    Value zero = writer.number(0);
    auto one = type.clone({m, 1, batch});
    return writer.reshape(
        writer.make<DynamicSliceOp>(
            one, matrices, ValueRange{zero, k, zero},
            writer.builder.getDenseI64ArrayAttr(one.getShape())),
        {m, batch});
  }
  /// Row k of columns, or of scales.
  Value number(Value rows, Value k) {
    auto one = type.clone({1, batch});
    return writer.reshape(
        writer.make<DynamicSliceOp>(
            one, rows, ValueRange{k, writer.number(0)},
            writer.builder.getDenseI64ArrayAttr(one.getShape())),
        {batch});
  }
  Value inColumn(Value numbers) {
    return writer.broadcast(numbers, {m, batch}, {1});
  }
  Value splat(ArrayRef<int64_t> shape, double number) {
    return writer.splat(type.clone(shape), number);
  }

  /// Whether the index along a dimension compares so with k.
  Value isIndex(ArrayRef<int64_t> shape, int64_t dimension, Direction direction,
                Value k) {
    auto words = RankedTensorType::get(shape, writer.builder.getI64Type());
    return writer.compare(writer.iota(words, dimension), direction,
                          writer.broadcastScalar(k, shape));
  }
  Value isRow(Direction direction, Value k) {
    return isIndex({m, batch}, 0, direction, k);
  }

  /// Whether numbers are negative, zeros with a sign among them.
  Value hasSign(Value numbers) {
    auto bits = RankedTensorType::get(
        {batch}, writer.builder.getIntegerType(type.getElementTypeBitWidth()));
    return writer.compare(writer.bitcast(numbers, bits), Direction::LT,
                          writer.zero(bits));
  }

  /// matrices - scale v (v^T matrices), where v is zero above row k, of the
  /// columns whose number compares so with k. All else stays as it is, also
  /// beside numbers of which no part is none.
  Value reflect(Value matrices, Value v, Value scale, Value k,
                Direction wanted) {
    Value columns = writer.broadcast(v, {m, n, batch}, {0, 2});
    Value none = splat({}, 0);
    Value along = writer.sum(writer.multiply(columns, matrices), none, {0});
    along = writer.multiply(along, writer.broadcast(scale, {n, batch}, {1}));
    Value rows = writer.broadcast(along, {m, n, batch}, {1, 2});
    Value isLeft = writer.both(isIndex({m, n, batch}, 0, Direction::GE, k),
                               isIndex({m, n, batch}, 1, wanted, k));
    return writer.select(
        isLeft, writer.subtract(matrices, writer.multiply(columns, rows)),
        matrices);
  }

  /// The largest absolute value of each column, one for columns of zeros.
  Value sizeOf(Value column) {
    Value absolute = writer.unary<AbsOp>(column);
    auto scalar = type.clone(ArrayRef<int64_t>());
    Value zero = splat({}, 0);
    auto reduce = writer.make<ReduceOp>(
        TypeRange(type.clone({batch})), ValueRange(absolute), ValueRange(zero),
        writer.builder.getDenseI64ArrayAttr({0}));
    {
      OpBuilder::InsertionGuard guard(writer.builder);
      Block *body =
          writer.builder.createBlock(&reduce.getBody(), {}, {scalar, scalar},
                                     {writer.location(), writer.location()});
      Value larger = writer.larger(body->getArgument(0), body->getArgument(1));
      writer.make<ReturnOp>(ValueRange(larger));
    }
    Value largest = reduce.getResult(0);
    Value isZero = writer.compare(largest, Direction::EQ, splat({batch}, 0));
    return writer.select(isZero, splat({batch}, 1), largest);
  }

  /// Step k of the factorisation.
  State factor(Value k, Value matrices, Value scales) {
    Value x = column(matrices, k);
    Value isBelow = isRow(Direction::GT, k);
    Value isAt = isRow(Direction::EQ, k);
    Value zeros = splat({m, batch}, 0);
    Value alpha = number(x, k);
    // Squares of what is at most one neither vanish all nor overflow.
    Value size = sizeOf(writer.select(isRow(Direction::GE, k), x, zeros));
    Value small =
        writer.divide(writer.select(isBelow, x, zeros), inColumn(size));
    Value squares =
        writer.sum(writer.multiply(small, small), splat({}, 0), {0});
    Value first = writer.divide(alpha, size);
    Value norm = writer.multiply(
        size,
        writer.squareRoot(writer.add(writer.multiply(first, first), squares)));
    // Nothing below the diagonal: nothing to reflect.
    Value none = splat({batch}, 0);
    Value ones = splat({batch}, 1);
    Value isDone = writer.compare(squares, Direction::EQ, none);
    Value isNegative = hasSign(alpha);
    Value beta = writer.select(
        isDone, alpha,
        writer.select(isNegative, norm, writer.unary<NegateOp>(norm)));
    Value scale =
        writer.select(isDone, none,
                      writer.divide(writer.subtract(beta, alpha),
                                    writer.select(isDone, ones, beta)));
    Value below = writer.divide(
        x, inColumn(writer.select(isDone, ones, writer.subtract(alpha, beta))));
    Value v = writer.select(isAt, splat({m, batch}, 1),
                            writer.select(isBelow, below, zeros));
    Value reflected = reflect(matrices, v, scale, k, Direction::GT);
    Value packed =
        writer.select(isAt, inColumn(beta), writer.select(isBelow, below, x));
    Value isColumn = isIndex({m, n, batch}, 1, Direction::EQ, k);
    Value next = writer.select(
        isColumn, writer.broadcast(packed, {m, n, batch}, {0, 2}), reflected);
    Value row = writer.reshape(scale, {1, batch});
    return {next,
            writer.make<DynamicUpdateSliceOp>(scales.getType(), scales, row,
                                              ValueRange{k, writer.number(0)})};
  }
};

} // namespace

std::pair<Value, Value> writeQr(ScalarLoops &writer, Value matrices) {
  Steps steps(writer, matrices);
  const int64_t count = std::min(steps.m, steps.n);
  State state = {steps.sideBySide(matrices),
                 steps.splat({count, steps.batch}, 0)};
  state = writer.loop(count, state, [&](Value k, State state) {
    return steps.factor(k, state[0], state[1]);
  });
  return {steps.apart(state[0]), writer.transpose(state[1], {1, 0})};
}

Value writeReflections(ScalarLoops &writer, Value factors, Value scales) {
  Steps steps(writer, factors);
  const int64_t count = cast<RankedTensorType>(scales.getType()).getDimSize(1);
  const llvm::SmallVector<int64_t> shape = {steps.m, steps.n, steps.batch};
  Value packed = steps.sideBySide(factors);
  Value byStep = writer.transpose(scales, {1, 0});
  auto words = RankedTensorType::get(shape, writer.builder.getI64Type());
  Value isDiagonal = writer.compare(writer.iota(words, 0), Direction::EQ,
                                    writer.iota(words, 1));
  State state = {
      writer.select(isDiagonal, steps.splat(shape, 1), steps.splat(shape, 0))};
  // From the last one on, so that columns of the unit matrix stay short.
  state = writer.loop(count, state, [&](Value number, State state) {
    Value k = writer.subtract(writer.number(count - 1), number);
    const std::array<int64_t, 2> column = {steps.m, steps.batch};
    Value v = writer.select(
        steps.isRow(Direction::GT, k), steps.column(packed, k),
        writer.select(steps.isRow(Direction::EQ, k), steps.splat(column, 1),
                      steps.splat(column, 0)));
    return State{
        steps.reflect(state[0], v, steps.number(byStep, k), k, Direction::GE)};
  });
  return steps.apart(state[0]);
}

} // namespace weft::stablehlo
