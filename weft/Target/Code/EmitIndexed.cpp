// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gather and scatter: one box per element of the tiles of indices. In row-major
// order the elements of a box follow each other, and boxes follow each other
// in the order of their indices.

#include "weft/Target/Code/Atomic.h"
#include "weft/Target/Code/Combine.h"
#include "weft/Target/Code/Exchange.h"
#include "weft/Target/Code/Places.h"

namespace weft::code {
namespace {

using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::Value;
using mlir::LogicalResult;
using mlir::success;

/// What gather and scatter have in common.
template <typename Op> class Boxes {
public:
  Boxes(CodeEmitter &emitter, Op op) : emitter(emitter), op(op) {
    for (auto [dim, subscript] : llvm::enumerate(op.getSubscripts())) {
      if (auto type =
              llvm::dyn_cast<mlir::RankedTensorType>(subscript.getType())) {
        indexShape = type.getShape();
      } else {
        walks.push_back(dim);
      }
    }
    boxShape = op.getTileType().getShape().drop_front(indexShape.size());
    // Leading dims with a scalar subscript are one wide.
    walks.erase(walks.begin(), walks.end() - boxShape.size());
  }

  int64_t count() const { return elementCount(indexShape); }
  ArrayRef<int64_t> shape() const { return boxShape; }
  ArrayRef<int64_t> indices() const { return indexShape; }

  /// The box for indices given per dim with a tile subscript, in order.
  Box box(ArrayRef<Value *> index) const {
    SmallVector<Value *> first;
    size_t next = 0;
    for (mlir::Value subscript : op.getSubscripts()) {
      if (isTile(subscript)) {
        first.push_back(index[next++]);
      } else {
        first.push_back(emitter.scalar(subscript));
      }
    }
    Box box(emitter, op.getRef(), boxShape, first, walks);
    for (int64_t dim = 0; dim < op.getRefType().getRank(); ++dim) {
      box.setBound(dim, op.getBound(dim));
    }
    return box;
  }

  /// The tile subscripts, as pieces of i64.
  SmallVector<Pieces> indexPieces() const {
    Builder &builder = emitter.builder;
    SmallVector<Pieces> all;
    for (mlir::Value subscript : op.getSubscripts()) {
      if (!isTile(subscript)) {
        continue;
      }
      Pieces wide;
      for (Value *piece : emitter.pieces(subscript)) {
        wide.push_back(builder.CreateSExt(
            piece, withWidth(builder.getInt64Ty(), widthOf(piece))));
      }
      all.push_back(std::move(wide));
    }
    return all;
  }

private:
  static bool isTile(mlir::Value subscript) {
    return llvm::isa<mlir::RankedTensorType>(subscript.getType());
  }

  CodeEmitter &emitter;
  mutable Op op;
  ArrayRef<int64_t> indexShape;
  ArrayRef<int64_t> boxShape;
  SmallVector<size_t> walks;
};

} // namespace

LogicalResult emitGather(CodeEmitter &emitter, tile::GatherOp op) {
  Builder &builder = emitter.builder;
  const Boxes boxes(emitter, op);
  mlir::Type element = op.getRefType().getElementType();
  Value *otherwise =
      op.getOtherwise()
          ? emitter.scalar(op.getOtherwise())
          : llvm::Constant::getNullValue(emitter.elementType(element));
  const SmallVector<Piece> resultCut = emitter.cut(op.getResult());
  if (op.getRefType().getElementCount() == 0) {
    Pieces nothing;
    for (const Piece &piece : resultCut) {
      nothing.push_back(splat(builder, otherwise, piece.width));
    }
    emitter.define(op.getResult(), std::move(nothing));
    return success();
  }
  // Where the mask is false the first element is read, which exists, and
  // dropped: no branch.
  SmallVector<Pieces> indices = boxes.indexPieces();
  Pieces masks;
  if (op.getMask()) {
    masks = Pieces(emitter.pieces(op.getMask()));
    for (Pieces &pieces : indices) {
      for (auto [piece, mask] : llvm::zip_equal(pieces, masks)) {
        piece = builder.CreateSelect(
            mask, piece, llvm::Constant::getNullValue(piece->getType()));
      }
    }
  }
  const SmallVector<Piece> boxCut = emitter.lanes.cut(boxes.shape());
  const int64_t boxSize = elementCount(boxes.shape());
  Pieces values;
  SmallVector<Piece> valueCut;
  int64_t number = 0;
  for (auto [i, piece] : llvm::enumerate(emitter.lanes.cut(boxes.indices()))) {
    for (int64_t lane = 0; lane < piece.width; ++lane, ++number) {
      Pieces index;
      for (const Pieces &pieces : indices) {
        index.push_back(extractLane(builder, pieces[i], lane));
      }
      const Box box = boxes.box(index);
      Pieces loaded = box.hasBounds() ? emitBoundedLoad(emitter, box, otherwise)
                                      : box.load();
      for (auto [part, value] : llvm::zip_equal(boxCut, loaded)) {
        if (op.getMask() && boxSize > 1) {
          value =
              builder.CreateSelect(extractLane(builder, masks[i], lane), value,
                                   splat(builder, otherwise, part.width));
        }
        values.push_back(value);
        valueCut.push_back({number * boxSize + part.start, part.width});
      }
    }
  }
  Pieces result = moveElements(builder, values, valueCut, resultCut,
                               [](int64_t at) { return at; });
  if (op.getMask() && boxSize == 1) {
    // The result has the shape of the mask, give or take dims of 1.
    Pieces live = moveElements(builder, masks, emitter.cut(op.getMask()),
                               resultCut, [](int64_t at) { return at; });
    for (auto [piece, mask] : llvm::zip_equal(result, live)) {
      piece = builder.CreateSelect(mask, piece,
                                   splat(builder, otherwise, widthOf(piece)));
    }
  }
  emitter.define(op.getResult(), std::move(result));
  return success();
}

LogicalResult emitScatter(CodeEmitter &emitter, tile::ScatterOp op) {
  Builder &builder = emitter.builder;
  const Boxes boxes(emitter, op);
  mlir::Type element = op.getRefType().getElementType();
  if (op.getRefType().getElementCount() == 0) {
    return success();
  }
  // Through memory, so that the code is one loop: values, then indices of each
  // dim, then the mask.
  const int64_t count = boxes.count();
  const int64_t boxSize = elementCount(boxes.shape());
  const SmallVector<Pieces> indices = boxes.indexPieces();
  const int64_t valueBytes = static_cast<int64_t>(llvm::alignTo(
      static_cast<uint64_t>(count * boxSize * memoryBytes(element)), 64));
  const int64_t indexBytes = count * 8;
  const int64_t maskStart =
      valueBytes + static_cast<int64_t>(indices.size()) * indexBytes;
  Value *buffer = emitter.temporary(maskStart + count);
  mlir::MLIRContext *context = op.getContext();
  mlir::Type indexType = mlir::IndexType::get(context);
  mlir::Type maskType = mlir::IntegerType::get(context, 1);
  auto place = [&](int64_t start, mlir::Type type, Value *number) {
    Value *from = builder.CreateConstGEP1_64(builder.getInt8Ty(), buffer,
                                             static_cast<uint64_t>(start));
    return builder.CreateGEP(memoryType(type, builder.getContext()), from,
                             number);
  };
  auto write = [&](int64_t start, mlir::Type type, ArrayRef<Piece> cut,
                   ArrayRef<Value *> pieces) {
    for (auto [piece, value] : llvm::zip_equal(cut, pieces)) {
      emitter.storePiece(type, value,
                         place(start, type, emitter.index(piece.start)), {});
    }
  };
  const SmallVector<Piece> indexCut = emitter.lanes.cut(boxes.indices());
  write(0, element, emitter.cut(op.getValue()), emitter.pieces(op.getValue()));
  for (auto [i, pieces] : llvm::enumerate(indices)) {
    write(valueBytes + static_cast<int64_t>(i) * indexBytes, indexType,
          indexCut, pieces);
  }
  if (op.getMask()) {
    write(maskStart, maskType, indexCut, emitter.pieces(op.getMask()));
  }

  // Programs of one kernel may run side by side; one program alone does not
  // need atomics.
  const std::optional<tile::CombineKind> combination =
      combinationOf(op.getKind());
  const bool alone = emitter.kernel().getGrid() == 1;
  auto update = [&](Value *address, Value *value) {
    if (!combination) {
      emitter.storePiece(element, value, address, op.getRef());
    } else if (alone) {
      Value *old = emitter.loadPiece(element, address, 1, op.getRef());
      emitter.storePiece(
          element, emitCombine(builder, *combination, element, old, value),
          address, op.getRef());
    } else {
      emitAtomicUpdate(emitter, op.getKind(), llvm::AtomicOrdering::Monotonic,
                       element, address, value);
    }
  };
  emitLoop(builder, emitter.index(0), emitter.index(count), [&](Value *i) {
    auto body = [&] {
      Pieces index;
      for (size_t dim = 0; dim < indices.size(); ++dim) {
        index.push_back(emitter.loadPiece(
            indexType,
            place(valueBytes + static_cast<int64_t>(dim) * indexBytes,
                  indexType, i),
            1, {}));
      }
      Value *start = builder.CreateMul(i, emitter.index(boxSize));
      boxes.box(index).forEachLive([&](Value *address, Value *number) {
        Value *value = emitter.loadPiece(
            element, place(0, element, builder.CreateAdd(start, number)), 1,
            {});
        update(address, value);
      });
    };
    if (op.getMask()) {
      emitIf(builder,
             emitter.loadPiece(maskType, place(maskStart, maskType, i), 1, {}),
             body);
    } else {
      body();
    }
  });
  return success();
}

} // namespace weft::code
