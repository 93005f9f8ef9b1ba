// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranks, through memory: their code is the same for every extent.

#include "weft/Support/RowMajor.h"
#include "weft/Target/Code/CodeEmitter.h"

namespace weft::code {
namespace {

using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::Value;
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

} // namespace

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
