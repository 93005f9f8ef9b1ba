// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scans. Along a dim outside of the lanes: slice by slice, the carry in front.
// Along a row of vectors: inside a vector in logarithmically many steps, each
// lane combined with the one so many lanes before it; then the carry.

#include "weft/Target/Code/Combine.h"
#include "weft/Target/Code/Exchange.h"

#include <llvm/ADT/Sequence.h>

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

class Scan {
public:
  Scan(CodeEmitter &emitter, tile::ScanOp op)
      : emitter(emitter), op(op), shape(llvm::cast<mlir::RankedTensorType>(
                                            op.getInputs().front().getType())
                                            .getShape()),
        dimension(static_cast<size_t>(op.getDimension())),
        elements(llvm::map_to_vector(
            op.getInputs(),
            [](mlir::Value input) { return elementTypeOf(input.getType()); })),
        combine(emitter, op.getKind(), elements, op.getBody()) {}

  LogicalResult run() {
    // A row of its own for each vector, and vectors in one row.
    const bool alongLanes = dimension + 1 == shape.size() &&
                            shape.back() >= emitter.lanes.maximumWidth() &&
                            shape.back() > 1;
    return alongLanes ? scanRows() : scanSlices();
  }

private:
  /// The values before the first element; empty for `custom`, which has none.
  Row nothing(int64_t width) {
    Row row;
    if (op.getKind() == tile::CombineKind::Custom) {
      return row;
    }
    for (mlir::Type element : elements) {
      row.push_back(splat(
          emitter.builder,
          neutralElement(op.getKind(), element, emitter.elementType(element)),
          width));
    }
    return row;
  }

  /// Those before, if any, and then this; the earlier ones on the left.
  Row append(const Row &before, const Row &row) {
    return before.empty() ? row : combine(before, row);
  }

  int64_t placeAt(int64_t step) {
    return op.getReverse() ? shape[dimension] - 1 - step : step;
  }

  LogicalResult scanSlices() {
    Builder &builder = emitter.builder;
    mlir::Value total = op.getTotals().front();
    const SmallVector<Piece> sliceCut = emitter.cut(total);
    ArrayRef<int64_t> sliceShape = shapeOf(total);
    const int64_t sliceSize = elementCount(sliceShape);
    const SmallVector<Piece> cut = emitter.lanes.cut(shape);
    auto elementFor = [&](int64_t inSlice, int64_t place) {
      SmallVector<int64_t> at = coordinatesOf(inSlice, sliceShape);
      at.insert(at.begin() + static_cast<ptrdiff_t>(dimension), place);
      return elementAt(at, shape);
    };
    // Per operand, the scanned slices one behind the other, by place.
    SmallVector<Pieces> scanned(
        combine.size(),
        Pieces(sliceCut.size() * static_cast<size_t>(shape[dimension])));
    SmallVector<Row> carry;
    for (const Piece &piece : sliceCut) {
      carry.push_back(op.getExclusive() ? nothing(piece.width) : Row());
    }
    for (int64_t step : llvm::seq(shape[dimension])) {
      const int64_t place = placeAt(step);
      SmallVector<Pieces> slices;
      for (mlir::Value input : op.getInputs()) {
        slices.push_back(
            moveElements(builder, emitter.pieces(input), cut, sliceCut,
                         [&](int64_t at) { return elementFor(at, place); }));
      }
      for (size_t i = 0; i < sliceCut.size(); ++i) {
        Row row = llvm::map_to_vector(
            slices, [&](const Pieces &slice) { return slice[i]; });
        Row next = append(carry[i], row);
        if (next.empty()) {
          return failure();
        }
        const Row &kept = op.getExclusive() ? carry[i] : next;
        for (auto [all, value] : llvm::zip_equal(scanned, kept)) {
          all[static_cast<size_t>(place) * sliceCut.size() + i] = value;
        }
        carry[i] = std::move(next);
      }
    }
    SmallVector<Piece> scannedCut;
    for (int64_t place : llvm::seq(shape[dimension])) {
      for (const Piece &piece : sliceCut) {
        scannedCut.push_back({place * sliceSize + piece.start, piece.width});
      }
    }
    for (size_t i = 0; i < combine.size(); ++i) {
      emitter.define(
          op.getScanned()[i],
          moveElements(
              builder, scanned[i], scannedCut, cut, [&](int64_t element) {
                SmallVector<int64_t> at = coordinatesOf(element, shape);
                const int64_t place = at[dimension];
                at.erase(at.begin() + static_cast<ptrdiff_t>(dimension));
                return place * sliceSize + elementAt(at, sliceShape);
              }));
      emitter.define(
          op.getTotals()[i],
          llvm::map_to_vector(carry, [&](const Row &row) { return row[i]; }));
    }
    return success();
  }

  /// Each lane with all before it in its vector; behind them when reversed.
  Row scanVector(Row row, int64_t width) {
    Builder &builder = emitter.builder;
    for (int64_t distance = 1; distance < width; distance *= 2) {
      SmallVector<int> shift;
      SmallVector<int> choice;
      for (int64_t lane = 0; lane < width; ++lane) {
        const int64_t from =
            op.getReverse() ? lane + distance : lane - distance;
        const bool exists = from >= 0 && from < width;
        // Any lane where none is: the result is not chosen.
        shift.push_back(static_cast<int>(exists ? from : lane));
        choice.push_back(static_cast<int>(exists ? lane : width + lane));
      }
      Row shifted;
      for (Value *value : row) {
        shifted.push_back(builder.CreateShuffleVector(value, shift));
      }
      Row combined = combine(shifted, row);
      if (combined.empty()) {
        return {};
      }
      for (auto [value, with] : llvm::zip_equal(row, combined)) {
        value = builder.CreateShuffleVector(with, value, choice);
      }
    }
    return row;
  }

  LogicalResult scanRows() {
    Builder &builder = emitter.builder;
    const SmallVector<Piece> cut = emitter.lanes.cut(shape);
    const SmallVector<Piece> row = emitter.lanes.cut({shape.back()});
    const size_t rows = cut.size() / row.size();
    SmallVector<Pieces> scanned(combine.size(), Pieces(cut.size()));
    SmallVector<Pieces> totals(combine.size());
    for (size_t which = 0; which < rows; ++which) {
      Row carry = op.getExclusive() ? nothing(1) : Row();
      for (size_t step = 0; step < row.size(); ++step) {
        const size_t i = which * row.size() +
                         (op.getReverse() ? row.size() - 1 - step : step);
        const int64_t width = cut[i].width;
        Row values =
            llvm::map_to_vector(op.getInputs(), [&](mlir::Value input) {
              return emitter.pieces(input)[i];
            });
        values = scanVector(std::move(values), width);
        Row before = llvm::map_to_vector(
            carry, [&](Value *value) { return splat(builder, value, width); });
        values = values.empty() ? Row() : append(before, values);
        if (values.empty()) {
          return failure();
        }
        for (size_t operand = 0; operand < combine.size(); ++operand) {
          scanned[operand][i] =
              op.getExclusive()
                  ? shiftIn(values[operand], carry[operand], width)
                  : values[operand];
        }
        carry = llvm::map_to_vector(values, [&](Value *value) {
          return extractLane(builder, value, op.getReverse() ? 0 : width - 1);
        });
      }
      for (auto [total, value] : llvm::zip_equal(totals, carry)) {
        total.push_back(value);
      }
    }
    mlir::Value total = op.getTotals().front();
    SmallVector<Piece> single;
    for (size_t which = 0; which < rows; ++which) {
      single.push_back({static_cast<int64_t>(which), 1});
    }
    for (size_t i = 0; i < combine.size(); ++i) {
      emitter.define(op.getScanned()[i], std::move(scanned[i]));
      emitter.define(op.getTotals()[i],
                     moveElements(builder, totals[i], single,
                                  emitter.cut(total),
                                  [](int64_t at) { return at; }));
    }
    return success();
  }

  /// The lanes moved by one, with a scalar in the place that is free.
  Value *shiftIn(Value *value, Value *scalar, int64_t width) {
    if (width == 1) {
      return scalar;
    }
    SmallVector<int> mask;
    for (int64_t lane = 0; lane < width; ++lane) {
      const int64_t from = op.getReverse() ? lane + 1 : lane - 1;
      mask.push_back(from < 0 || from >= width ? llvm::PoisonMaskElem
                                               : static_cast<int>(from));
    }
    return insertLane(emitter.builder,
                      emitter.builder.CreateShuffleVector(value, mask), scalar,
                      op.getReverse() ? width - 1 : 0);
  }

  CodeEmitter &emitter;
  tile::ScanOp op;
  ArrayRef<int64_t> shape;
  size_t dimension;
  SmallVector<mlir::Type> elements;
  Combiner combine;
};

} // namespace

LogicalResult emitScan(CodeEmitter &emitter, tile::ScanOp op) {
  return Scan(emitter, op).run();
}

} // namespace weft::code
