// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sort and rank, through memory: their code is the same for every extent.

#include "weft/Support/RowMajor.h"
#include "weft/Target/Code/CodeEmitter.h"

namespace weft::code {
namespace {

using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::Value;
using mlir::failure;
using mlir::LogicalResult;
using mlir::success;

/// Memory of one operation, given out from one end to the other.
class Arena {
public:
  Arena(CodeEmitter &emitter, int64_t bytes)
      : emitter(emitter), start(emitter.temporary(bytes)) {}

  static int64_t bytesFor(mlir::Type element, int64_t count) {
    return static_cast<int64_t>(
        llvm::alignTo(static_cast<uint64_t>(count * memoryBytes(element)), 64));
  }

  Value *take(mlir::Type element, int64_t count) {
    Value *here = emitter.builder.CreateConstGEP1_64(
        emitter.builder.getInt8Ty(), start, static_cast<uint64_t>(used));
    used += bytesFor(element, count);
    return here;
  }

private:
  CodeEmitter &emitter;
  Value *start;
  int64_t used = 0;
};

/// Elements of one type, one behind the other.
struct Line {
  std::reference_wrapper<CodeEmitter> owner;
  mlir::Type element;
  Value *start;

  Value *at(Value *number) const {
    return owner.get().builder.CreateGEP(
        memoryType(element, owner.get().builder.getContext()), start, number);
  }
  Value *get(Value *number) const {
    return owner.get().loadPiece(element, at(number), 1, {});
  }
  void set(Value *number, Value *value) const {
    owner.get().storePiece(element, value, at(number), {});
  }
  void write(ArrayRef<Piece> cut, ArrayRef<Value *> pieces) const {
    for (auto [piece, value] : llvm::zip_equal(cut, pieces)) {
      owner.get().storePiece(element, value, at(owner.get().index(piece.start)),
                             {});
    }
  }
  Pieces read(ArrayRef<Piece> cut) const {
    return llvm::map_to_vector(cut, [&](const Piece &piece) {
      return owner.get().loadPiece(element, at(owner.get().index(piece.start)),
                                   piece.width, {});
    });
  }
};

/// A merge sort of lines that move together, from the bottom up. Merging takes
/// from the right only what is less, so it is stable.
class MergeSort {
public:
  MergeSort(CodeEmitter &emitter, tile::SortOp op, int64_t extent)
      : emitter(emitter), op(op), extent(extent) {}

  /// Sorts the lines at `from`, with as much memory at `to`; gives the lines
  /// where they end, which is the one or the other. Empty after a failure.
  SmallVector<Line> run(SmallVector<Line> from, SmallVector<Line> to) {
    Builder &builder = emitter.builder;
    SmallVector<Variable> here;
    SmallVector<Variable> there;
    for (auto [source, target] : llvm::zip_equal(from, to)) {
      here.push_back(Variable(builder, source.start));
      there.push_back(Variable(builder, target.start));
    }
    const Variable width(builder, emitter.index(1));
    auto find = [&] {
      for (size_t i = 0; i < from.size(); ++i) {
        from[i].start = here[i].get();
        to[i].start = there[i].get();
      }
    };
    emitWhile(
        builder,
        [&] {
          return builder.CreateICmpULT(width.get(), emitter.index(extent));
        },
        [&] {
          find();
          mergePass(from, to, width.get());
          for (size_t i = 0; i < from.size(); ++i) {
            here[i].set(to[i].start);
            there[i].set(from[i].start);
          }
          width.set(builder.CreateShl(width.get(), emitter.index(1)));
        });
    find();
    return failed(result) ? SmallVector<Line>() : from;
  }

private:
  /// Pairs of sorted runs of `width` become runs of twice that.
  void mergePass(ArrayRef<Line> from, ArrayRef<Line> to, Value *width) {
    Builder &builder = emitter.builder;
    const Variable next(builder, emitter.index(0));
    emitWhile(
        builder,
        [&] {
          return builder.CreateICmpULT(next.get(), emitter.index(extent));
        },
        [&] {
          Value *start = next.get();
          auto limit = [&](Value *from) {
            return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin,
                                                 builder.CreateAdd(from, width),
                                                 emitter.index(extent));
          };
          Value *middle = limit(start);
          Value *end = limit(middle);
          const Variable left(builder, start);
          const Variable right(builder, middle);
          emitLoop(builder, start, end, [&](Value *place) {
            mergeStep(from, to, left, middle, right, end, place);
          });
          next.set(end);
        });
  }

  /// The next element of the merged run: from the right if the left is used up,
  /// or the right has something that is less.
  void mergeStep(ArrayRef<Line> from, ArrayRef<Line> to, const Variable &left,
                 Value *middle, const Variable &right, Value *end,
                 Value *place) {
    Builder &builder = emitter.builder;
    const Variable takeRight(builder,
                             builder.CreateICmpUGE(left.get(), middle));
    Value *both = builder.CreateAnd(builder.CreateICmpULT(left.get(), middle),
                                    builder.CreateICmpULT(right.get(), end));
    emitIf(builder, both, [&] {
      Pieces arguments;
      for (const Line &line : from) {
        arguments.push_back(line.get(right.get()));
        arguments.push_back(line.get(left.get()));
      }
      Pieces less = emitScalarRegion(emitter, op.getLess(), arguments);
      if (less.empty()) {
        result = failure();
        return;
      }
      takeRight.set(less.front());
    });
    Value *fromRight = takeRight.get();
    Value *source = builder.CreateSelect(fromRight, right.get(), left.get());
    for (auto [line, target] : llvm::zip_equal(from, to)) {
      target.set(place, line.get(source));
    }
    Value *step = builder.CreateZExt(fromRight, builder.getInt64Ty());
    right.set(builder.CreateAdd(right.get(), step));
    left.set(builder.CreateAdd(left.get(),
                               builder.CreateSub(emitter.index(1), step)));
  }

  CodeEmitter &emitter;
  tile::SortOp op;
  int64_t extent;
  LogicalResult result = success();
};

} // namespace

LogicalResult emitSort(CodeEmitter &emitter, tile::SortOp op) {
  Builder &builder = emitter.builder;
  ArrayRef<int64_t> shape =
      llvm::cast<mlir::RankedTensorType>(op.getInputs().front().getType())
          .getShape();
  const auto dimension = static_cast<size_t>(op.getDimension());
  const int64_t extent = shape[dimension];
  const int64_t count = elementCount(shape);
  const int64_t inner = rowMajorStrides(shape)[dimension];
  int64_t bytes = 0;
  for (mlir::Value input : op.getInputs()) {
    mlir::Type element = elementTypeOf(input.getType());
    bytes +=
        Arena::bytesFor(element, count) + 2 * Arena::bytesFor(element, extent);
  }
  Arena arena(emitter, bytes);
  const SmallVector<Piece> cut = emitter.lanes.cut(shape);
  SmallVector<Line> tiles;
  SmallVector<Line> first;
  SmallVector<Line> second;
  for (mlir::Value input : op.getInputs()) {
    mlir::Type element = elementTypeOf(input.getType());
    tiles.push_back({emitter, element, arena.take(element, count)});
    tiles.back().write(cut, emitter.pieces(input));
    first.push_back({emitter, element, arena.take(element, extent)});
    second.push_back({emitter, element, arena.take(element, extent)});
  }
  LogicalResult result = success();
  emitLoop(
      builder, emitter.index(0), emitter.index(count / extent),
      [&](Value *which) {
        // Element k of the line is `inner` times k behind its first one.
        Value *outer = builder.CreateUDiv(which, emitter.index(inner));
        Value *rest = builder.CreateURem(which, emitter.index(inner));
        Value *base = builder.CreateAdd(
            builder.CreateMul(outer, emitter.index(inner * extent)), rest);
        auto placeOf = [&](Value *k) {
          return builder.CreateAdd(base,
                                   builder.CreateMul(k, emitter.index(inner)));
        };
        emitLoop(builder, emitter.index(0), emitter.index(extent),
                 [&](Value *k) {
                   for (auto [tile, line] : llvm::zip_equal(tiles, first)) {
                     line.set(k, tile.get(placeOf(k)));
                   }
                 });
        SmallVector<Line> sorted =
            MergeSort(emitter, op, extent).run(first, second);
        if (sorted.empty()) {
          result = failure();
          return;
        }
        emitLoop(builder, emitter.index(0), emitter.index(extent),
                 [&](Value *k) {
                   for (auto [tile, line] : llvm::zip_equal(tiles, sorted)) {
                     tile.set(placeOf(k), line.get(k));
                   }
                 });
      });
  for (auto [tile, value] : llvm::zip_equal(tiles, op.getResults())) {
    emitter.define(value, tile.read(cut));
  }
  return result;
}

LogicalResult emitRank(CodeEmitter &emitter, tile::RankOp op) {
  Builder &builder = emitter.builder;
  const SmallVector<Piece> cut = emitter.cut(op.getInput());
  const SmallVector<Piece> countCut = emitter.cut(op.getCount());
  mlir::Type digitType = elementTypeOf(op.getInput().getType());
  mlir::Type rankType = elementTypeOf(op.getRank().getType());
  mlir::Type countType = elementTypeOf(op.getCount().getType());
  const int64_t elements = cut.back().start + cut.back().width;
  const auto bins = static_cast<int64_t>(op.getBins());
  Arena arena(emitter, Arena::bytesFor(digitType, elements) +
                           Arena::bytesFor(rankType, elements) +
                           Arena::bytesFor(countType, bins));
  const Line digits{emitter, digitType, arena.take(digitType, elements)};
  const Line ranks{emitter, rankType, arena.take(rankType, elements)};
  const Line counts{emitter, countType, arena.take(countType, bins)};
  digits.write(cut, emitter.pieces(op.getInput()));
  Value *zeroCount =
      llvm::Constant::getNullValue(emitter.elementType(countType));
  Pieces zeros;
  for (const Piece &piece : countCut) {
    zeros.push_back(splat(builder, zeroCount, piece.width));
  }
  counts.write(countCut, zeros);
  llvm::Type *rankElement = emitter.elementType(rankType);
  emitLoop(builder, emitter.index(0), emitter.index(elements), [&](Value *i) {
    Value *digit =
        builder.CreateSExtOrTrunc(digits.get(i), builder.getInt64Ty());
    ranks.set(i, llvm::Constant::getNullValue(rankElement));
    emitIf(builder, builder.CreateICmpULT(digit, emitter.index(bins)), [&] {
      Value *seen = counts.get(digit);
      ranks.set(i, builder.CreateZExtOrTrunc(seen, rankElement));
      counts.set(digit,
                 builder.CreateAdd(seen, integerConstant(seen->getType(), 1)));
    });
  });
  emitter.define(op.getRank(), ranks.read(cut));
  emitter.define(op.getCount(), counts.read(countCut));
  return success();
}

} // namespace weft::code
