// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The place of the greatest element of rows, as two reductions:
//
//   argmax(x) = min(i where x[i] = max(x) or x[i] is NaN)
//
// Pairs of an element and its place take a dozen instructions to compare, the
// two of these five for each element. Where threads come in warps, a program
// holds rows of some length in registers, and so reads them once for both.

#include "weft/StableHLO/IR/Writer.h"
#include "weft/Tile/Tiling/Expand.h"
#include "weft/Tile/Tiling/Places.h"

using namespace mlir;

namespace weft::tile {
namespace {

/// Of a row that registers hold, beside what they hold otherwise.
constexpr int64_t mostBytesOfRow = 32 << 10;
/// Fewer are one step of a loop, or of a kernel with much else in it.
constexpr int64_t fewestElements = 1 << 16;

} // namespace

bool splitPlaces(Operation *op, const Machine &machine) {
  auto reduce = dyn_cast<stablehlo::ReduceOp>(op);
  if (!reduce || machine.threads.lanes == 1) {
    return false;
  }
  std::optional<Extreme> extreme = findFirstExtreme(reduce);
  if (!extreme || !reduce.getResult(1 - extreme->places).use_empty()) {
    return false;
  }
  Value elements = reduce.getInputs()[1 - extreme->places];
  Value places = reduce.getInputs()[extreme->places];
  auto type = cast<RankedTensorType>(elements.getType());
  const int64_t along = reduce.getDimensions()[0];
  const int64_t bytes = std::max<int64_t>(4, type.getElementTypeBitWidth() / 8);
  if (along + 1 != type.getRank() || type.getNumElements() < fewestElements ||
      type.getDimSize(along) * bytes > mostBytesOfRow) {
    return false;
  }
  stablehlo::Writer writer(op);
  auto scalar = [&](RankedTensorType of) {
    return RankedTensorType::get({}, of.getElementType());
  };
  auto extremeOf = [&](Value value, Value initial, bool isGreatest) -> Value {
    auto made = writer.make<stablehlo::ReduceOp>(
        TypeRange(cast<RankedTensorType>(value.getType())
                      .clone(type.getShape().drop_back())),
        ValueRange(value), ValueRange(initial),
        writer.builder.getDenseI64ArrayAttr(along));
    OpBuilder::InsertionGuard guard(writer.builder);
    Block *body = writer.builder.createBlock(
        &made.getBody(), {}, {initial.getType(), initial.getType()},
        {op->getLoc(), op->getLoc()});
    Value a = body->getArgument(0);
    Value b = body->getArgument(1);
    writer.make<stablehlo::ReturnOp>(
        ValueRange(isGreatest ? writer.larger(a, b) : writer.smaller(a, b)));
    return made.getResult(0);
  };
  using Direction = stablehlo::ComparisonDirection;
  Value best = extremeOf(elements, reduce.getInitValues()[1 - extreme->places],
                         extreme->isGreatest);
  llvm::SmallVector<int64_t> kept =
      llvm::to_vector(llvm::seq<int64_t>(0, along));
  Value isBest = writer.compare(elements, Direction::EQ,
                                writer.broadcast(best, type.getShape(), kept));
  if (isa<FloatType>(type.getElementType())) {
    isBest = writer.either(isBest,
                           writer.compare(elements, Direction::NE, elements));
  }
  // There is always one.
  auto placeType = cast<RankedTensorType>(places.getType());
  Value last = writer.integer(
      placeType, static_cast<uint64_t>(type.getDimSize(along) - 1));
  Value first = extremeOf(
      writer.select(isBest, places, last),
      writer.integer(scalar(placeType),
                     static_cast<uint64_t>(type.getDimSize(along) - 1)),
      /*isGreatest=*/false);
  reduce.getResult(extreme->places).replaceAllUsesWith(first);
  return true;
}

} // namespace weft::tile
