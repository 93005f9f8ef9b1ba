// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Heroes of a few elements that every thread has in its registers: nothing goes
// through memory, and nobody waits.

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Loops/JoinTiles.h"
#include "weft/Tile/Tiling/Loops/Steps/Steps.h"
#include "weft/Tile/Tiling/OperationKinds.h"

using namespace mlir;

namespace weft::tile {
namespace {

TileValues scan(Arithmetic &math, stablehlo::ReduceWindowOp op,
                ArrayRef<TileValue> operands) {
  const Running running = *findRunning(op);
  const CombineKind kind = *combineKindOf(op.getBody());
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  TileValue result;
  for (auto [part, initial] : llvm::zip_equal(operands[0], operands[1])) {
    Value scanned = ScanOp::create(math.builder, math.loc, kind,
                                   math.widen(part), running.along,
                                   /*exclusive=*/false, running.reverse)
                        .getScanned()[0];
    Value first = math.widen(math.repeat(initial, type.getShape()));
    result.push_back(
        math.narrow(emitCombine(math, kind, first, scanned), elementOf(part)));
  }
  return {result};
}

/// Neighbours change places until none has to.
class SortOfFew {
public:
  SortOfFew(Arithmetic &math, stablehlo::SortOp op, const Captured &captured)
      : math(math), op(op), captured(captured),
        type(cast<RankedTensorType>(op->getResult(0).getType())),
        along(op.getDimension()) {
    along += along < 0 ? type.getRank() : 0;
  }

  /// More are better off in memory.
  bool isFew() const {
    constexpr int64_t few = 8;
    return type.getDimSize(along) <= few;
  }

  TileValues run(ArrayRef<TileValue> operands) {
    llvm::SmallVector<TileValues> places;
    for (int64_t i = 0; i < type.getDimSize(along); ++i) {
      places.push_back(
          llvm::map_to_vector<2>(operands, [&](const TileValue &operand) {
            return slice(operand, i);
          }));
    }
    for (size_t end = places.size(); end > 1; --end) {
      for (size_t i = 0; i + 1 < end; ++i) {
        exchange(places[i], places[i + 1]);
      }
    }
    TileValues results;
    for (unsigned i = 0; i < operands.size(); ++i) {
      llvm::SmallVector<TileValue> parts;
      for (const TileValues &place : places) {
        parts.push_back(place[i]);
      }
      results.push_back(joinTiles(math, parts, along, type));
    }
    return results;
  }

private:
  TileValue slice(const TileValue &operand, int64_t place) {
    llvm::SmallVector<int64_t> shape(type.getShape());
    shape[along] = 1;
    llvm::SmallVector<int64_t> from(shape.size(), 0);
    from[along] = place;
    return mapParts(operand, [&](Value part) {
      return math.make<SliceOp>(RankedTensorType::get(shape, elementOf(part)),
                                part, math.builder.getDenseI64ArrayAttr(from));
    });
  }

  void exchange(TileValues &first, TileValues &second) {
    llvm::SmallVector<TileValue> arguments;
    for (auto [a, b] : llvm::zip_equal(first, second)) {
      arguments.push_back(b);
      arguments.push_back(a);
    }
    Value isLess =
        emitBody(math, op.getComparator(), arguments, captured)[0][0];
    for (auto [a, b] : llvm::zip_equal(first, second)) {
      for (auto [left, right] : llvm::zip_equal(a, b)) {
        Value less = math.select(isLess, right, left);
        right = math.select(isLess, left, right);
        left = less;
      }
    }
  }

  Arithmetic &math;
  stablehlo::SortOp op;
  const Captured &captured;
  RankedTensorType type;
  int64_t along;
};

} // namespace

std::optional<TileValues> emitHeroOfTiles(Arithmetic &math, Operation *op,
                                          ArrayRef<TileValue> operands,
                                          const Captured &captured) {
  if (findRunning(op)) {
    return scan(math, cast<stablehlo::ReduceWindowOp>(op), operands);
  }
  auto sort = dyn_cast<stablehlo::SortOp>(op);
  if (!sort) {
    return std::nullopt;
  }
  SortOfFew few(math, sort, captured);
  return few.isFew() ? std::optional(few.run(operands)) : std::nullopt;
}

} // namespace weft::tile
