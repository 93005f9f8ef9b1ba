// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions.
//
// The tile is taken apart into slices, one per place in the reduced dims, each
// cut as the result is; slices are combined piece by piece, in pairs. Where
// dims outside of the lanes are reduced, slices are pieces that exist already.
// Where whole rows of vectors are reduced, a slice would be one lane, so first
// all vectors of the row are combined, then the lanes of what is left.
//
// A region need not be associative, whatever it should be: it combines slices
// from the left, one by one, as the interpreter does.

#include "weft/Target/Code/Combine.h"
#include "weft/Target/Code/Exchange.h"

#include <llvm/ADT/Sequence.h>
#include <llvm/IR/Intrinsics.h>

#include <map>
#include <utility>

namespace weft::code {
namespace {

using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::Value;
using mlir::failure;
using mlir::LogicalResult;
using mlir::success;

/// One value per operand.
using Row = Pieces;

/// Empty after a failure.
Row combineFromLeft(const Combiner &combine, ArrayRef<Row> rows) {
  Row left = rows.front();
  for (const Row &row : rows.drop_front()) {
    left = combine(left, row);
    if (left.empty()) {
      break;
    }
  }
  return left;
}

/// Neighbours in pairs, until one is left. Empty after a failure.
Row combineInPairs(const Combiner &combine, SmallVector<Row> rows) {
  while (rows.size() > 1) {
    SmallVector<Row> next;
    for (size_t i = 0; i + 1 < rows.size(); i += 2) {
      Row pair = combine(rows[i], rows[i + 1]);
      if (pair.empty()) {
        return {};
      }
      next.push_back(std::move(pair));
    }
    if (rows.size() % 2 != 0) {
      next.push_back(std::move(rows.back()));
    }
    rows = std::move(next);
  }
  return rows.front();
}

/// What some machines do across lanes in one instruction.
llvm::Intrinsic::ID acrossLanes(tile::CombineKind kind, mlir::Type element) {
  using tile::CombineKind;
  namespace Intrinsic = llvm::Intrinsic;
  if (floatKindOf(element)) {
    const bool wide = !isNarrowFloat(element);
    return wide && kind == CombineKind::Max ? Intrinsic::vector_reduce_fmaximum
           : wide && kind == CombineKind::Min
               ? Intrinsic::vector_reduce_fminimum
               : Intrinsic::not_intrinsic;
  }
  switch (kind) {
  case CombineKind::Add:
    return Intrinsic::vector_reduce_add;
  case CombineKind::Min:
    return Intrinsic::vector_reduce_smin;
  case CombineKind::Max:
    return Intrinsic::vector_reduce_smax;
  case CombineKind::UMin:
    return Intrinsic::vector_reduce_umin;
  case CombineKind::UMax:
    return Intrinsic::vector_reduce_umax;
  case CombineKind::And:
    return Intrinsic::vector_reduce_and;
  case CombineKind::Or:
    return Intrinsic::vector_reduce_or;
  case CombineKind::Xor:
    return Intrinsic::vector_reduce_xor;
  case CombineKind::Mul:
  case CombineKind::Custom:
    break;
  }
  return Intrinsic::not_intrinsic;
}

class Reduction {
public:
  Reduction(CodeEmitter &emitter, tile::ReduceOp op)
      : emitter(emitter), op(op), shape(llvm::cast<mlir::RankedTensorType>(
                                            op.getInputs().front().getType())
                                            .getShape()),
        combine(emitter, op.getKind(),
                llvm::map_to_vector(op.getInputs(),
                                    [](mlir::Value input) {
                                      return elementTypeOf(input.getType());
                                    }),
                op.getBody()),
        cut(emitter.lanes.cut(shape)), sources(lanesOfElements(cut)) {
    for (size_t dim = 0; dim < shape.size(); ++dim) {
      (isReduced(dim) ? reduced : kept).push_back(dim);
    }
  }

  LogicalResult run() {
    const SmallVector<Piece> resultCut = emitter.cut(op.getResult(0));
    const bool rows = reducesRows();
    // Whole rows leave scalars, which are put together afterwards.
    SmallVector<Piece> reachedCut(resultCut);
    if (rows) {
      reachedCut.clear();
      for (int64_t element : llvm::seq(elementCount(extents(kept)))) {
        reachedCut.push_back({element, 1});
      }
    }
    SmallVector<Pieces> results(combine.size());
    for (const Piece &piece : reachedCut) {
      Row row = rows ? reduceRows(piece.start) : reduceSlices(piece);
      if (row.empty()) {
        return failure();
      }
      for (auto [result, value] : llvm::zip_equal(results, row)) {
        result.push_back(value);
      }
    }
    for (auto [result, pieces] : llvm::zip_equal(op.getResults(), results)) {
      emitter.define(result,
                     moveElements(emitter.builder, pieces, reachedCut,
                                  resultCut, [](int64_t at) { return at; }));
    }
    return success();
  }

private:
  bool isReduced(size_t dim) {
    return llvm::is_contained(op.getDimensions(), static_cast<int64_t>(dim));
  }

  SmallVector<int64_t> extents(ArrayRef<size_t> dims) const {
    return llvm::map_to_vector(dims, [&](size_t dim) { return shape[dim]; });
  }

  /// The operand's element for a place of the kept and of the reduced dims.
  int64_t elementFor(int64_t keptPlace, int64_t reducedPlace) const {
    SmallVector<int64_t> at(shape.size());
    auto spread = [&](int64_t place, ArrayRef<size_t> dims) {
      SmallVector<int64_t> inner = coordinatesOf(place, extents(dims));
      for (auto [dim, coordinate] : llvm::zip_equal(dims, inner)) {
        at[dim] = coordinate;
      }
    };
    spread(keptPlace, kept);
    spread(reducedPlace, reduced);
    return elementAt(at, shape);
  }

  /// Whether vectors lie in reduced dims alone, and may be combined as such.
  bool reducesRows() {
    if (op.getKind() == tile::CombineKind::Custom) {
      return false;
    }
    int64_t length = 1;
    for (size_t dim = shape.size(); dim-- > 0;) {
      if (length >= emitter.lanes.maximumWidth()) {
        break;
      }
      if (!llvm::is_contained(reduced, dim)) {
        return false;
      }
      length *= shape[dim];
    }
    return length > 1;
  }

  Row slice(const Piece &piece, int64_t place) {
    SmallVector<LaneSource> lanes;
    for (int64_t lane = 0; lane < piece.width; ++lane) {
      lanes.push_back(
          sources[static_cast<size_t>(elementFor(piece.start + lane, place))]);
    }
    Row row;
    for (mlir::Value input : op.getInputs()) {
      row.push_back(assemble(emitter.builder, emitter.pieces(input), lanes));
    }
    return row;
  }

  Row reduceSlices(const Piece &piece) {
    SmallVector<Row> slices;
    for (int64_t place : llvm::seq(elementCount(extents(reduced)))) {
      slices.push_back(slice(piece, place));
    }
    return op.getKind() == tile::CombineKind::Custom
               ? combineFromLeft(combine, slices)
               : combineInPairs(combine, std::move(slices));
  }

  /// All vectors that belong to one element of the result, down to a scalar.
  Row reduceRows(int64_t keptPlace) {
    std::map<int64_t, SmallVector<Row>> byWidth;
    for (int64_t place : llvm::seq(elementCount(extents(reduced)))) {
      const LaneSource source =
          sources[static_cast<size_t>(elementFor(keptPlace, place))];
      if (source.lane == 0) {
        byWidth[cut[source.value].width].push_back(rowOf(source.value));
      }
    }
    Row left;
    for (int64_t width = emitter.lanes.maximumWidth(); width > 0; width /= 2) {
      SmallVector<Row> rows = std::move(byWidth[width]);
      byWidth.erase(width);
      if (!left.empty()) {
        rows.push_back(std::exchange(left, Row()));
      }
      if (rows.empty()) {
        continue;
      }
      left = combineInPairs(combine, std::move(rows));
      if (left.empty() || width == 1) {
        break;
      }
      const llvm::Intrinsic::ID across = acrossLanes(
          op.getKind(), elementTypeOf(op.getInputs().front().getType()));
      if (byWidth.empty() && across != llvm::Intrinsic::not_intrinsic) {
        return {emitter.builder.CreateIntrinsic(
            across, {left.front()->getType()}, {left.front()})};
      }
      left = halve(left, width);
      if (left.empty()) {
        break;
      }
    }
    return left;
  }

  Row rowOf(size_t piece) {
    return llvm::map_to_vector(op.getInputs(), [&](mlir::Value input) {
      return emitter.pieces(input)[piece];
    });
  }

  Row halve(const Row &row, int64_t width) {
    Builder &builder = emitter.builder;
    Row low;
    Row high;
    for (Value *value : row) {
      low.push_back(extractLanes(builder, value, 0, width / 2));
      high.push_back(extractLanes(builder, value, width / 2, width / 2));
    }
    return combine(low, high);
  }

  CodeEmitter &emitter;
  tile::ReduceOp op;
  ArrayRef<int64_t> shape;
  Combiner combine;
  SmallVector<Piece> cut;
  SmallVector<LaneSource> sources;
  SmallVector<size_t> kept;
  SmallVector<size_t> reduced;
};

} // namespace

LogicalResult emitReduce(CodeEmitter &emitter, tile::ReduceOp op) {
  return Reduction(emitter, op).run();
}

} // namespace weft::code
