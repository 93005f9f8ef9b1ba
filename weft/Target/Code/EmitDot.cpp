// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The matrix product: sums of outer products. For each k, lane n of row m of
// the accumulator gets element (m, k) of the left operand, repeated over lanes,
// times element (k, n) of the right one. Machines multiply by a repeated lane
// in one instruction, so the left operand is only ever looked up lane by lane,
// and may lie as it likes: a transposed one is not transposed back. Operands
// that are loaded for the product alone are loaded by it, as they are needed.
// Some machines multiply by a number that they repeat as they load it; for
// these the left operand is read again, number by number, where it was just
// loaded.

#include "weft/Target/Code/FloatConversion.h"
#include "weft/Target/Code/Places.h"

#include <llvm/ADT/Sequence.h>
#include <llvm/IR/Intrinsics.h>

namespace weft::code {
namespace {

using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::Value;
using mlir::LogicalResult;
using mlir::success;

/// The load that made a tile, if what it read cannot have changed since.
tile::LoadOp loadBefore(mlir::Value value, mlir::Operation *use) {
  auto load = value.getDefiningOp<tile::LoadOp>();
  if (!load || load.hasBounds() || load->getBlock() != use->getBlock()) {
    return {};
  }
  for (mlir::Operation *op = load->getNextNode(); op != use;
       op = op->getNextNode()) {
    auto effects = llvm::dyn_cast<mlir::MemoryEffectOpInterface>(op);
    const bool writes = effects
                            ? effects.hasEffect<mlir::MemoryEffects::Write>()
                            : !mlir::isMemoryEffectFree(op);
    if (writes) {
      return {};
    }
  }
  return load;
}

/// The load that makes a factor of a product, for the product alone; with a
/// transposition on the way.
tile::LoadOp loadOfFactor(mlir::Value factor, tile::DotOp dot) {
  if (!factor.hasOneUse() || dot.getLhsScale() || dot.getRhsScale()) {
    return {};
  }
  if (auto transpose = factor.getDefiningOp<tile::TransposeOp>()) {
    factor = transpose.getInput();
  }
  return factor.hasOneUse() ? loadBefore(factor, dot) : tile::LoadOp();
}

/// An operand whose elements are looked up one at a time, in the type of the
/// accumulator, multiplied by the scales of their blocks if there are any.
class Operand {
public:
  Operand(CodeEmitter &emitter, tile::DotOp op, mlir::Value value,
          mlir::Value scales, mlir::Type accumulator, bool isUnsigned)
      : emitter(emitter), accumulator(accumulator), isUnsigned(isUnsigned) {
    tile::LoadOp late = emitter.style.loadsFactorsLate ? loadOfFactor(value, op)
                                                       : tile::LoadOp();
    // Transposition by looking elsewhere; scales stay with their elements.
    auto transpose =
        scales ? tile::TransposeOp() : value.getDefiningOp<tile::TransposeOp>();
    if (transpose) {
      ArrayRef<int64_t> inner = shapeOf(transpose.getInput());
      SmallVector<int64_t> innerStrides = rowMajorStrides(inner);
      for (int64_t from : transpose.getPermutation()) {
        strides.push_back(innerStrides[static_cast<size_t>(from)]);
      }
      value = transpose.getInput();
    } else {
      strides = rowMajorStrides(shapeOf(value));
    }
    element = elementTypeOf(value.getType());
    cut = emitter.cut(value);
    sources = lanesOfElements(cut);
    if (tile::LoadOp load = late ? late : loadBefore(value, op)) {
      memory.emplace(emitter, load.getRef(), load.getTileType().getShape(),
                     load.getOffsets(), load.getStrides());
    }
    if (late && memory->rowShifts()) {
      pieces.assign(cut.size(), nullptr);
    } else {
      pieces = late ? memory->load() : Pieces(emitter.pieces(value));
      for (Value *&piece : pieces) {
        piece = convert(piece, element);
      }
    }
    if (scales && floatKindOf(accumulator)) {
      multiplyBy(scales, value);
    }
    // A conversion would have to be done again, too.
    repeatsFromMemory = emitter.style.repeatsFromMemory && memory &&
                        element == accumulator && !scales;
  }

  /// One element in all lanes.
  Value *repeated(ArrayRef<int64_t> at, int64_t width) {
    if (repeatsFromMemory) {
      return splat(emitter.builder,
                   emitter.loadPiece(element, memory->addressOf(numberOf(at)),
                                     1, memory->ref()),
                   width);
    }
    const LaneSource source = sourceOf(at);
    Value *piece = pieceAt(source.value);
    if (widthOf(piece) == 1 || width == 1) {
      return splat(emitter.builder,
                   extractLane(emitter.builder, piece, source.lane), width);
    }
    return emitter.builder.CreateShuffleVector(
        piece, SmallVector<int>(static_cast<size_t>(width),
                                static_cast<int>(source.lane)));
  }

  /// Several elements side by side.
  Value *lanes(ArrayRef<SmallVector<int64_t>> places) {
    Pieces used;
    SmallVector<LaneSource> wanted;
    std::optional<size_t> last;
    for (const auto &at : places) {
      const LaneSource source = sourceOf(at);
      // Neighbours are mostly of one piece.
      if (last != source.value) {
        last = source.value;
        used.push_back(pieceAt(source.value));
      }
      wanted.push_back({used.size() - 1, source.lane});
    }
    return assemble(emitter.builder, used, wanted);
  }

private:
  int64_t numberOf(ArrayRef<int64_t> at) const {
    int64_t number = 0;
    for (auto [coordinate, stride] : llvm::zip_equal(at, strides)) {
      number += coordinate * stride;
    }
    return number;
  }
  LaneSource sourceOf(ArrayRef<int64_t> at) const {
    return sources[static_cast<size_t>(numberOf(at))];
  }

  /// A piece, which is loaded when it is first needed.
  Value *pieceAt(size_t number) {
    Value *&piece = pieces[number];
    if (piece == nullptr) {
      const Piece &where = cut[number];
      piece = convert(emitter.loadPiece(element, memory->addressOf(where.start),
                                        where.width, memory->ref()),
                      element);
    }
    return piece;
  }

  void multiplyBy(mlir::Value scales, mlir::Value value) {
    ArrayRef<int64_t> blocks = shapeOf(scales);
    ArrayRef<int64_t> shape = shapeOf(value);
    const Pieces spread = moveElements(
        emitter.builder, emitter.pieces(scales), emitter.cut(scales),
        emitter.cut(value), [&](int64_t number) {
          SmallVector<int64_t> at = coordinatesOf(number, shape);
          for (size_t dim = 0; dim < at.size(); ++dim) {
            at[dim] /= shape[dim] / blocks[dim];
          }
          return elementAt(at, blocks);
        });
    mlir::Type scaleType = elementTypeOf(scales.getType());
    for (auto [piece, scale] : llvm::zip_equal(pieces, spread)) {
      piece = emitter.builder.CreateFMul(piece, convert(scale, scaleType));
    }
  }

  Value *convert(Value *piece, mlir::Type element) {
    Builder &builder = emitter.builder;
    std::optional<FloatKind> fromKind = floatKindOf(element);
    std::optional<FloatKind> toKind = floatKindOf(accumulator);
    if (fromKind && toKind) {
      return convertFloat(builder, piece, *fromKind, *toKind);
    }
    if (toKind) {
      return convertInteger(builder, piece, !isUnsigned, *toKind);
    }
    llvm::Type *type =
        withWidth(emitter.elementType(accumulator), widthOf(piece));
    return isUnsigned ? builder.CreateZExtOrTrunc(piece, type)
                      : builder.CreateSExtOrTrunc(piece, type);
  }

  CodeEmitter &emitter;
  mlir::Type accumulator;
  bool isUnsigned;
  mlir::Type element;
  /// How far a step along each dim moves among the elements of the pieces.
  SmallVector<int64_t> strides;
  SmallVector<Piece> cut;
  SmallVector<LaneSource> sources;
  Pieces pieces;
  /// Where the elements are in memory, if they are there.
  std::optional<Box> memory;
  bool repeatsFromMemory = false;
};

Value *add(Builder &builder, Value *lhs, Value *rhs) {
  if (lhs->getType()->isFPOrFPVectorTy()) {
    return builder.CreateFAdd(lhs, rhs);
  }
  // Sums of booleans are disjunctions.
  return lhs->getType()->isIntOrIntVectorTy(1) ? builder.CreateOr(lhs, rhs)
                                               : builder.CreateAdd(lhs, rhs);
}

/// sum + lhs * rhs, floats rounded once or each time.
Value *multiplyAdd(Builder &builder, Value *lhs, Value *rhs, Value *sum,
                   bool isRounded) {
  if (sum->getType()->isFPOrFPVectorTy()) {
    if (isRounded) {
      return builder.CreateFAdd(sum, builder.CreateFMul(lhs, rhs));
    }
    return builder.CreateIntrinsic(llvm::Intrinsic::fma, {sum->getType()},
                                   {lhs, rhs, sum});
  }
  return add(builder, sum, builder.CreateMul(lhs, rhs));
}

class Product {
public:
  Product(CodeEmitter &emitter, tile::DotOp op, mlir::Type computed)
      : emitter(emitter), builder(emitter.builder),
        lhs(emitter, op, op.getLhs(), op.getLhsScale(), computed,
            op.getLhsUnsigned()),
        rhs(emitter, op, op.getRhs(), op.getRhsScale(), computed,
            op.getRhsUnsigned()),
        shape(shapeOf(op.getResult())), depth(shapeOf(op.getLhs()).back()),
        promote(op.getPromote() ? static_cast<int64_t>(*op.getPromote())
                                : depth),
        isRounded(op.getRounded()), cut(emitter.cut(op.getResult())) {}

  void addTo(Pieces &sums) {
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
        sum = add(builder, sum, part);
      }
    }
  }

private:
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
    for (int64_t k : llvm::seq(range.start, range.start + range.width)) {
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
        sum = multiplyAdd(builder, factor, rhs.lanes(right), sum, isRounded);
      }
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
    const SmallVector<LaneSource> places = lanesOfElements(cut);
    for (int64_t element : llvm::seq(count)) {
      const LaneSource place = places[static_cast<size_t>(element)];
      Value *total = extractLane(builder, sums[place.value], place.lane);
      for (Value *partial : partials[static_cast<size_t>(element)]) {
        for (int64_t width = widthOf(partial); width > 1; width /= 2) {
          partial = add(builder, extractLanes(builder, partial, 0, width / 2),
                        extractLanes(builder, partial, width / 2, width / 2));
        }
        total = add(builder, total, partial);
      }
      sums[place.value] =
          insertLane(builder, sums[place.value], total, place.lane);
    }
  }

  /// Vectors of a row that are worth adding up their lanes, and sums of rows
  /// that registers hold.
  static constexpr int64_t rowsOfVectors = 4;
  static constexpr int64_t mostRowSums = 16;

  CodeEmitter &emitter;
  Builder &builder;
  Operand lhs;
  Operand rhs;
  ArrayRef<int64_t> shape;
  int64_t depth;
  /// Partial sums of so many terms are added to the accumulator.
  int64_t promote;
  bool isRounded;
  SmallVector<Piece> cut;
};

} // namespace

bool isLoadedByProduct(mlir::Operation *op) {
  if (!llvm::isa<tile::LoadOp, tile::TransposeOp>(op) || !op->hasOneUse()) {
    return false;
  }
  mlir::Operation *user = *op->user_begin();
  mlir::Value factor = op->getResult(0);
  if (auto transpose = llvm::dyn_cast<tile::TransposeOp>(user)) {
    if (!user->hasOneUse() || llvm::isa<tile::TransposeOp>(op)) {
      return false;
    }
    factor = transpose.getResult();
    user = *factor.user_begin();
  }
  auto dot = llvm::dyn_cast<tile::DotOp>(user);
  return dot && factor != dot.getAccumulator() && loadOfFactor(factor, dot);
}

LogicalResult emitDot(CodeEmitter &emitter, tile::DotOp op) {
  Builder &builder = emitter.builder;
  // Narrow accumulators are kept in f32, and rounded once at the end.
  mlir::Type accumulator = elementTypeOf(op.getResult().getType());
  const bool narrow = isNarrowFloat(accumulator);
  mlir::Type computed =
      narrow ? mlir::Float32Type::get(op.getContext()) : accumulator;
  auto convertAll = [&](Pieces pieces, FloatKind from, FloatKind to) {
    for (Value *&piece : pieces) {
      piece = convertFloat(builder, piece, from, to);
    }
    return pieces;
  };
  Pieces sums(emitter.pieces(op.getAccumulator()));
  if (narrow) {
    sums = convertAll(sums, *floatKindOf(accumulator), FloatKind::F32);
  }
  Product(emitter, op, computed).addTo(sums);
  if (narrow) {
    sums = convertAll(sums, FloatKind::F32, *floatKindOf(accumulator));
  }
  emitter.define(op.getResult(), std::move(sums));
  return success();
}

} // namespace weft::code
