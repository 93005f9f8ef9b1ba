// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The matrix product: sums of outer products. For each k, lane n of row m of
// the accumulator gets element (m, k) of the left operand, repeated over lanes,
// times element (k, n) of the right one. Machines multiply by a repeated lane
// in one instruction, so the left operand is only ever looked up lane by lane,
// and may lie as it likes: a transposed one is not transposed back (Factor.h).
// Some machines multiply by a number that they repeat as they load it; for
// these the left operand is read again, number by number, where it was just
// loaded.
//
// Some have instructions that add several products of narrow numbers to each
// lane: then an element stands for its neighbours along k as well.

#include "weft/Target/Code/Factor.h"
#include "weft/Target/Code/FloatConversion.h"
#include "weft/Target/Code/Multiply.h"

#include <llvm/ADT/Sequence.h>
#include <llvm/IR/Intrinsics.h>

namespace weft::code {
namespace {

using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::Value;
using mlir::LogicalResult;
using mlir::success;

class Product {
public:
  Product(CodeEmitter &emitter, tile::DotOp op, mlir::Type computed)
      : Product(emitter, op, Factor(emitter, op, 0, computed),
                Factor(emitter, op, 1, computed)) {}
  Product(CodeEmitter &emitter, tile::DotOp op, int64_t terms)
      : Product(emitter, op, Factor(emitter, op, 0, terms),
                Factor(emitter, op, 1, terms)) {
    this->terms = terms;
  }

  void addTo(Pieces &sums) {
    if (terms > 1) {
      addOuterProducts({0, depth}, sums);
      return;
    }
    if (promote == depth) {
      addRange({0, depth}, sums);
      return;
    }
    for (int64_t start = 0; start < depth; start += promote) {
      Pieces parts;
      for (Value *sum : sums) {
        parts.push_back(llvm::Constant::getNullValue(sum->getType()));
      }
      addRange({start, promote}, parts);
      for (auto [sum, part] : llvm::zip_equal(sums, parts)) {
        sum = addTerm(builder, sum, part);
      }
    }
  }

private:
  Product(CodeEmitter &emitter, tile::DotOp op, Factor lhs, Factor rhs)
      : emitter(emitter), builder(emitter.builder), op(op), lhs(std::move(lhs)),
        rhs(std::move(rhs)), shape(shapeOf(op.getResult())),
        depth(shapeOf(op.getLhs()).back()),
        promote(op.getPromote() ? static_cast<int64_t>(*op.getPromote())
                                : depth),
        isRounded(op.getRounded()), cut(emitter.cut(op.getResult())) {}

  /// The terms of some values of k, which are taken for a piece of a row.
  void addRange(const Piece &range, Pieces &sums) {
    const int64_t lanes = emitter.lanes.maximumWidth();
    // Few columns do not fill a vector, but a long row does.
    const bool hasFewColumns = shape.back() < lanes &&
                               range.width >= rowsOfVectors * lanes &&
                               elementCount(shape) <= mostRowSums;
    const bool isColumn =
        shape.back() == 1 && range.width > 1 && range.width >= lanes;
    if (isColumn || hasFewColumns) {
      addAlongRows(range, sums);
    } else {
      addOuterProducts(range, sums);
    }
  }

  /// Places in the operands of the terms k of an element of the result.
  SmallVector<int64_t> leftOf(SmallVector<int64_t> at, int64_t k) const {
    at.back() = k;
    return at;
  }
  SmallVector<int64_t> rightOf(SmallVector<int64_t> at, int64_t k) const {
    at[at.size() - 2] = k;
    return at;
  }

  void addOuterProducts(const Piece &range, Pieces &sums) {
    for (int64_t k = range.start; k < range.start + range.width; k += terms) {
      loadRow(k);
      for (auto [piece, sum] : llvm::zip_equal(cut, sums)) {
        SmallVector<SmallVector<int64_t>> left;
        SmallVector<SmallVector<int64_t>> right;
        for (int64_t lane : llvm::seq(piece.width)) {
          SmallVector<int64_t> at = coordinatesOf(piece.start + lane, shape);
          left.push_back(leftOf(at, k));
          right.push_back(rightOf(at, k));
        }
        Value *factor = left.front() == left.back()
                            ? lhs.repeated(left.front(), piece.width)
                            : lhs.lanes(left);
        sum = terms > 1 ? emitter.emitTerms(op, factor, rhs.lanes(right), sum)
                        : multiplyAdd(builder, factor, rhs.lanes(right), sum,
                                      isRounded);
      }
    }
  }

  /// The right operand's row k, before the products that need it: they fill the
  /// queues of a processor, and a load among them is seen late.
  void loadRow(int64_t k) {
    for (const Piece &piece : cut) {
      if (piece.start >= shape.back()) {
        return;
      }
      SmallVector<SmallVector<int64_t>> right;
      for (int64_t lane : llvm::seq(piece.width)) {
        right.push_back(rightOf(coordinatesOf(piece.start + lane, shape), k));
      }
      rhs.lanes(right);
    }
  }

  /// Sums along rows: whole vectors of the left operand times those of the
  /// columns, for all elements of the result side by side; lanes are added up
  /// at the end.
  void addAlongRows(const Piece &range, Pieces &sums) {
    const int64_t count = elementCount(shape);
    SmallVector<Pieces> partials(static_cast<size_t>(count));
    for (const Piece &piece : emitter.lanes.cut({range.width})) {
      for (int64_t element : llvm::seq(count)) {
        const SmallVector<int64_t> at = coordinatesOf(element, shape);
        SmallVector<SmallVector<int64_t>> left;
        SmallVector<SmallVector<int64_t>> right;
        for (int64_t lane : llvm::seq(piece.width)) {
          const int64_t k = range.start + piece.start + lane;
          left.push_back(leftOf(at, k));
          right.push_back(rightOf(at, k));
        }
        Value *factor = lhs.lanes(left);
        // One value per width.
        Pieces &own = partials[static_cast<size_t>(element)];
        if (own.empty() || widthOf(own.back()) != piece.width) {
          own.push_back(llvm::Constant::getNullValue(factor->getType()));
        }
        own.back() = multiplyAdd(builder, factor, rhs.lanes(right), own.back(),
                                 isRounded);
      }
    }
    // One vector each, of one width: those of several elements at a time.
    const int64_t width = widthOf(partials.front().front());
    if (partials.front().size() == 1 && fitsLanes(width)) {
      for (int64_t first = 0; first < count; first += width) {
        Pieces vectors;
        for (int64_t element :
             llvm::seq(first, std::min(first + width, count))) {
          vectors.push_back(partials[static_cast<size_t>(element)].front());
        }
        Value *totals = addLanes(std::move(vectors));
        for (auto [piece, sum] : llvm::zip_equal(cut, sums)) {
          if (piece.start >= first && piece.start < first + width) {
            sum = addTerm(builder, sum,
                          extractLanes(builder, totals, piece.start - first,
                                       piece.width));
          }
        }
      }
      return;
    }
    const SmallVector<LaneSource> places = lanesOfElements(cut);
    for (int64_t element : llvm::seq(count)) {
      const LaneSource place = places[static_cast<size_t>(element)];
      Value *total = extractLane(builder, sums[place.value], place.lane);
      for (Value *partial : partials[static_cast<size_t>(element)]) {
        for (int64_t width = widthOf(partial); width > 1; width /= 2) {
          partial =
              addTerm(builder, extractLanes(builder, partial, 0, width / 2),
                      extractLanes(builder, partial, width / 2, width / 2));
        }
        total = addTerm(builder, total, partial);
      }
      sums[place.value] =
          insertLane(builder, sums[place.value], total, place.lane);
    }
  }

  /// Whether each piece of the result is in one vector of so many elements.
  bool fitsLanes(int64_t width) const {
    return width > 1 && llvm::all_of(cut, [&](const Piece &piece) {
             return piece.start % width + piece.width <= width;
           });
  }

  /// The sum of the lanes of each vector, in its lane of one: of at most as
  /// many vectors as they have lanes. Two at a time become one, in which lanes
  /// belong to twice as many of them.
  Value *addLanes(Pieces vectors) {
    const int64_t width = widthOf(vectors.front());
    for (int64_t share = width; share > 1; share /= 2) {
      // Both halves of what each vector has, those of the second behind those
      // of the first.
      SmallVector<int> low;
      SmallVector<int> high;
      for (int64_t start = 0; start < 2 * width; start += share) {
        for (int64_t lane : llvm::seq(start, start + share / 2)) {
          low.push_back(static_cast<int>(lane));
          high.push_back(static_cast<int>(lane + share / 2));
        }
      }
      Pieces halved;
      for (size_t i = 0; i < vectors.size(); i += 2) {
        Value *one = vectors[i];
        Value *other = i + 1 < vectors.size()
                           ? vectors[i + 1]
                           : llvm::PoisonValue::get(one->getType());
        halved.push_back(
            addTerm(builder, builder.CreateShuffleVector(one, other, low),
                    builder.CreateShuffleVector(one, other, high)));
      }
      vectors = std::move(halved);
    }
    return vectors.front();
  }

  /// Vectors of a row that are worth adding up their lanes, and sums of rows
  /// that registers hold.
  static constexpr int64_t rowsOfVectors = 2;
  static constexpr int64_t mostRowSums = 16;

  CodeEmitter &emitter;
  Builder &builder;
  tile::DotOp op;
  Factor lhs;
  Factor rhs;
  /// Neighbouring values of k that one instruction takes.
  int64_t terms = 1;
  ArrayRef<int64_t> shape;
  int64_t depth;
  /// Partial sums of so many terms are added to the accumulator.
  int64_t promote;
  bool isRounded;
  SmallVector<Piece> cut;
};

} // namespace

LogicalResult emitDot(CodeEmitter &emitter, tile::DotOp op) {
  if (emitter.emitMatrixProduct(op)) {
    return success();
  }
  Builder &builder = emitter.builder;
  // Narrow accumulators are kept in f32, and rounded once at the end.
  mlir::Type accumulator = elementTypeOf(op.getResult().getType());
  const bool narrow = isNarrowFloat(accumulator);
  mlir::Type computed =
      narrow ? mlir::Float32Type::get(op.getContext()) : accumulator;
  auto convertAll = [&](Pieces pieces, FloatKind from, FloatKind to) {
    for (Value *&piece : pieces) {
      piece = convertFloat(builder, piece, from, to, emitter.style.underflow);
    }
    return pieces;
  };
  Pieces sums(emitter.pieces(op.getAccumulator()));
  if (narrow) {
    sums = convertAll(sums, *floatKindOf(accumulator), FloatKind::F32);
  }
  if (const int64_t terms = emitter.termsAtOnce(op); terms > 1) {
    Product(emitter, op, terms).addTo(sums);
  } else {
    Product(emitter, op, computed).addTo(sums);
  }
  if (narrow) {
    sums = convertAll(sums, FloatKind::F32, *floatKindOf(accumulator));
  }
  emitter.define(op.getResult(), std::move(sums));
  return success();
}

} // namespace weft::code
