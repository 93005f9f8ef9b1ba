// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads, stores and masks.
//
// Where it is known as the code is written which elements of an access are
// live, those are moved. Else machines that move lanes under a mask do so with
// those that are live; on others an access with bounds asks first, by a few
// comparisons, whether all its elements are live. If not, live elements are
// moved between memory and a buffer, in a loop whose size does not grow with
// the tile's, and the vectors are those of the buffer. Only tiles at the edge
// of an array pay for it. Rows that are shorter than a vector are live or not
// one by one, and read from elsewhere if they are not: nothing is asked first.

#include "weft/Target/Code/Places.h"
#include "weft/Tile/IR/IndexFact.h"

namespace weft::code {
namespace {

using llvm::ArrayRef;
using llvm::BasicBlock;
using llvm::SmallVector;
using llvm::Value;
using mlir::LogicalResult;
using mlir::success;

template <typename Op> Box boxOf(CodeEmitter &emitter, Op op) {
  Box box(emitter, op.getRef(), op.getTileType().getShape(), op.getOffsets(),
          op.getStrides());
  for (int64_t dim = 0; dim < op.getRefType().getRank(); ++dim) {
    if (!emitter.knownLive.contains({op, dim})) {
      box.setBound(dim, op.getBound(dim));
    }
  }
  return box;
}

/// Whether no element of an access is live.
bool isDead(const CodeEmitter &emitter, mlir::Operation *op, int64_t rank) {
  return llvm::any_of(llvm::seq(rank), [&](int64_t dim) {
    return emitter.knownDead.contains({op, dim});
  });
}

/// Two ways, depending on whether all elements are live. Leaves the builder
/// behind both; the blocks are where they ended.
std::pair<BasicBlock *, BasicBlock *>
emitWays(Builder &builder, Value *allLive, llvm::function_ref<void()> whole,
         llvm::function_ref<void()> partly) {
  llvm::Function *function = builder.GetInsertBlock()->getParent();
  llvm::LLVMContext &context = builder.getContext();
  BasicBlock *wholeBlock = BasicBlock::Create(context, "whole", function);
  BasicBlock *partlyBlock = BasicBlock::Create(context, "partly", function);
  BasicBlock *after = BasicBlock::Create(context, "both", function);
  builder.CreateCondBr(allLive, wholeBlock, partlyBlock);
  builder.SetInsertPoint(wholeBlock);
  whole();
  BasicBlock *wholeEnd = builder.GetInsertBlock();
  builder.CreateBr(after);
  builder.SetInsertPoint(partlyBlock);
  partly();
  BasicBlock *partlyEnd = builder.GetInsertBlock();
  builder.CreateBr(after);
  builder.SetInsertPoint(after);
  return {wholeEnd, partlyEnd};
}

/// A buffer for the elements of a tile, row-major.
class Buffer {
public:
  Buffer(CodeEmitter &emitter, ArrayRef<int64_t> shape, mlir::Type element)
      : emitter(emitter), cut(emitter.lanes.cut(shape)), element(element),
        bytes(memoryBytes(element)), count(elementCount(shape)),
        start(emitter.temporary(count * bytes)) {}

  Value *at(Value *number) const {
    return emitter.builder.CreateGEP(
        memoryType(element, emitter.builder.getContext()), start, number);
  }

  void fill(Value *scalar) const {
    emitter.emitFill(element, start, scalar, emitter.index(count));
  }

  Pieces read() const {
    Pieces pieces;
    for (const Piece &piece : cut) {
      pieces.push_back(emitter.loadPiece(
          element, at(emitter.index(piece.start)), piece.width, {}));
    }
    return pieces;
  }

  /// Where the pieces are: in the buffer or, if all elements are live, where
  /// the box has them that starts there.
  SmallVector<Value *> addresses(Value *boxStart, ArrayRef<int64_t> shifts,
                                 Value *allLive) const {
    Builder &builder = emitter.builder;
    llvm::Type *type = memoryType(element, builder.getContext());
    llvm::SmallDenseMap<int64_t, Value *> rows;
    SmallVector<Value *> addresses;
    for (auto [piece, shift] : llvm::zip_equal(cut, shifts)) {
      Value *&row = rows[shift];
      if (row == nullptr) {
        Value *inMemory =
            builder.CreateGEP(type, boxStart, emitter.index(shift));
        row = builder.CreateSelect(allLive, inMemory, start);
      }
      addresses.push_back(
          builder.CreateGEP(type, row, emitter.index(piece.start)));
    }
    return addresses;
  }

  void write(ArrayRef<Value *> pieces) const {
    for (auto [piece, value] : llvm::zip_equal(cut, pieces)) {
      emitter.storePiece(element, value, at(emitter.index(piece.start)), {});
    }
  }

private:
  CodeEmitter &emitter;
  SmallVector<Piece> cut;
  mlir::Type element;
  int64_t bytes;
  int64_t count;
  Value *start;
};

} // namespace

Pieces emitBoundedLoad(CodeEmitter &emitter, const Box &box, Value *otherwise) {
  if (std::optional<Pieces> known = box.loadKnown(otherwise)) {
    return *std::move(known);
  }
  if (std::optional<Pieces> masked = box.loadMasked(otherwise)) {
    return *std::move(masked);
  }
  Builder &builder = emitter.builder;
  mlir::Type element = box.element();
  auto copyLive = [&](const Buffer &buffer) {
    box.forEachLiveRun([&](Value *address, Value *number, Value *count) {
      emitter.emitMove(element, buffer.at(number), address, count);
    });
  };
  if (std::optional<SmallVector<int64_t>> shifts = box.rowShifts();
      shifts && elementCount(box.shape()) > 1) {
    const Buffer buffer(emitter, box.shape(), element);
    // Near the ends of memory elements are copied one run after the other; else
    // all are loaded, and those that are not live replaced. Where none is live,
    // any others will do.
    Value *isReadable = emitter.style.lanes > 1 ? box.isReadable() : nullptr;
    Value *isInPlace = isReadable ? isReadable : box.allLive();
    Value *start = box.start();
    if (Value *readable =
            isReadable ? box.readableStart(isReadable) : nullptr) {
      isInPlace = builder.CreateOr(isReadable, box.allDead());
      start = readable;
    }
    emitIf(builder, builder.CreateNot(isInPlace), [&] {
      buffer.fill(otherwise);
      copyLive(buffer);
    });
    Pieces pieces;
    for (auto [piece, address] :
         llvm::zip_equal(emitter.lanes.cut(box.shape()),
                         buffer.addresses(start, *shifts, isInPlace))) {
      Value *value = emitter.loadPiece(element, address, piece.width, box.ref(),
                                       CodeEmitter::Where::RefOrScratch);
      if (Value *live = isReadable ? box.liveLanes(piece) : nullptr) {
        value = builder.CreateSelect(live, value,
                                     splat(builder, otherwise, piece.width));
      }
      pieces.push_back(value);
    }
    return pieces;
  }
  if (std::optional<Pieces> rows = box.loadRows(otherwise)) {
    return *std::move(rows);
  }
  Pieces whole;
  Pieces partly;
  Value *isReadable =
      emitter.style.lanes > 1 && box.isReversed() ? box.isReadable() : nullptr;
  auto [wholeEnd, partlyEnd] = emitWays(
      builder, isReadable ? isReadable : box.allLive(),
      [&] {
        whole = box.load();
        for (auto [piece, value] :
             llvm::zip(emitter.lanes.cut(box.shape()), whole)) {
          if (Value *live = isReadable ? box.liveLanes(piece) : nullptr) {
            value = builder.CreateSelect(
                live, value, splat(builder, otherwise, piece.width));
          }
        }
      },
      [&] {
        if (elementCount(box.shape()) == 1) {
          partly = {otherwise};
          return;
        }
        const Buffer buffer(emitter, box.shape(), element);
        buffer.fill(otherwise);
        emitIf(builder, builder.CreateNot(box.allDead()),
               [&] { copyLive(buffer); });
        partly = buffer.read();
      });
  Pieces result;
  for (auto [one, other] : llvm::zip_equal(whole, partly)) {
    llvm::PHINode *phi = builder.CreatePHI(one->getType(), 2);
    phi->addIncoming(one, wholeEnd);
    phi->addIncoming(other, partlyEnd);
    result.push_back(phi);
  }
  return result;
}

LogicalResult emitLoad(CodeEmitter &emitter, tile::LoadOp op) {
  const Box box = boxOf(emitter, op);
  if (!box.hasBounds()) {
    emitter.define(op.getResult(), box.load());
    return success();
  }
  Value *otherwise =
      op.getOtherwise()
          ? emitter.scalar(op.getOtherwise())
          : llvm::Constant::getNullValue(emitter.elementType(box.element()));
  if (isDead(emitter, op, op.getRefType().getRank())) {
    Pieces pieces;
    for (const Piece &piece : emitter.cut(op.getResult())) {
      pieces.push_back(splat(emitter.builder, otherwise, piece.width));
    }
    emitter.define(op.getResult(), std::move(pieces));
    return success();
  }
  emitter.define(op.getResult(), emitBoundedLoad(emitter, box, otherwise));
  return success();
}

LogicalResult emitStore(CodeEmitter &emitter, tile::StoreOp op) {
  Builder &builder = emitter.builder;
  if (isDead(emitter, op, op.getRefType().getRank())) {
    return success();
  }
  const Box box = boxOf(emitter, op);
  const Pieces pieces(emitter.pieces(op.getValue()));
  if (!box.hasBounds()) {
    box.store(pieces);
    return success();
  }
  if (box.storeKnown(pieces) || box.storeMasked(pieces)) {
    return success();
  }
  mlir::Type element = box.element();
  if (elementCount(box.shape()) == 1) {
    emitIf(builder, box.allLive(), [&] { box.store(pieces); });
    return success();
  }
  const Buffer buffer(emitter, box.shape(), element);
  auto copyOut = [&] {
    box.forEachLiveRun([&](Value *address, Value *number, Value *count) {
      emitter.emitMove(element, address, buffer.at(number), count);
    });
  };
  Value *allLive = box.allLive();
  if (std::optional<SmallVector<int64_t>> shifts = box.rowShifts()) {
    for (auto [piece, value, address] :
         llvm::zip_equal(emitter.lanes.cut(box.shape()), pieces,
                         buffer.addresses(box.start(), *shifts, allLive))) {
      // The buffer starts where a line does, like the box.
      if (box.isStreamed(piece)) {
        emitter.streamPiece(element, value, address, box.ref(),
                            CodeEmitter::Where::RefOrScratch);
      } else {
        emitter.storePiece(element, value, address, box.ref(),
                           CodeEmitter::Where::RefOrScratch);
      }
    }
    emitIf(builder, builder.CreateNot(allLive), copyOut);
    return success();
  }
  emitWays(
      builder, allLive, [&] { box.store(pieces); },
      [&] {
        buffer.write(pieces);
        copyOut();
      });
  return success();
}

LogicalResult emitMask(CodeEmitter &emitter, tile::MaskOp op) {
  Builder &builder = emitter.builder;
  ArrayRef<int64_t> shape = op.getResult().getType().getShape();
  if (isDead(emitter, op, static_cast<int64_t>(shape.size()))) {
    Pieces pieces;
    for (const Piece &piece : emitter.cut(op.getResult())) {
      pieces.push_back(splat(builder, builder.getFalse(), piece.width));
    }
    emitter.define(op.getResult(), std::move(pieces));
    return success();
  }
  llvm::Type *narrow = builder.getInt32Ty();
  struct Limits {
    size_t dim;
    int64_t stride;
    /// Live are the steps in [low, high), in 32 bits: a tile is no larger. No
    /// low limit where no step is below it.
    Value *low;
    Value *high;
  };
  SmallVector<Limits> limits;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    mlir::Value bound = op.getBound(static_cast<int64_t>(dim));
    if (!bound || emitter.knownLive.contains({op, static_cast<int64_t>(dim)})) {
      continue;
    }
    Value *offset = emitter.scalar(op.getOffsets()[dim]);
    auto clamp = [&](Value *value) {
      Value *above = builder.CreateBinaryIntrinsic(
          llvm::Intrinsic::smax, value,
          emitter.index(std::numeric_limits<int32_t>::min()));
      Value *within = builder.CreateBinaryIntrinsic(
          llvm::Intrinsic::smin, above,
          emitter.index(std::numeric_limits<int32_t>::max()));
      return builder.CreateTrunc(within, narrow);
    };
    const int64_t stride = op.getStride(static_cast<int64_t>(dim));
    const bool needsLow =
        stride < 0 || !tile::factOf(op.getOffsets()[dim]).isNotNegative();
    limits.push_back({dim, stride,
                      needsLow ? clamp(builder.CreateNeg(offset)) : nullptr,
                      clamp(builder.CreateSub(emitter.scalar(bound), offset))});
  }
  Pieces pieces;
  for (const Piece &piece : emitter.cut(op.getResult())) {
    Value *live = splat(builder, builder.getTrue(), piece.width);
    for (const Limits &limit : limits) {
      Pieces steps;
      for (int64_t lane = 0; lane < piece.width; ++lane) {
        const int64_t at = coordinatesOf(piece.start + lane, shape)[limit.dim];
        steps.push_back(integerConstant(narrow, at * limit.stride));
      }
      Value *step = fromScalars(builder, steps);
      Value *inside =
          builder.CreateICmpSLT(step, splat(builder, limit.high, piece.width));
      if (limit.low != nullptr) {
        inside = builder.CreateAnd(
            builder.CreateICmpSGE(step, splat(builder, limit.low, piece.width)),
            inside);
      }
      live =
          &limit == &limits.front() ? inside : builder.CreateAnd(live, inside);
    }
    pieces.push_back(live);
  }
  emitter.define(op.getResult(), std::move(pieces));
  return success();
}

} // namespace weft::code
