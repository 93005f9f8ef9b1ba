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
#include "weft/Tile/IR/Memory.h"

#include <limits>

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
    return indexPieces(emitter.builder.getInt64Ty());
  }
  /// The same in another type, which has room for them.
  SmallVector<Pieces> indexPieces(llvm::Type *type) const {
    Builder &builder = emitter.builder;
    SmallVector<Pieces> all;
    for (mlir::Value subscript : op.getSubscripts()) {
      if (!isTile(subscript)) {
        continue;
      }
      Pieces numbers;
      for (Value *piece : emitter.pieces(subscript)) {
        numbers.push_back(
            builder.CreateSExtOrTrunc(piece, withWidth(type, widthOf(piece))));
      }
      all.push_back(std::move(numbers));
    }
    return all;
  }

  /// Where each box lies in memory, if boxes have one element and no bounds and
  /// indices are in lanes: so many elements from where those of the indices
  /// zero do. Nothing for other boxes.
  struct Places {
    Value *start = nullptr;
    Pieces distances;
  };
  std::optional<Places> placesInLanes() const {
    Builder &builder = emitter.builder;
    const tile::RefType type = op.getRefType();
    const std::optional<SmallVector<int64_t>> strides = tile::stridesOf(type);
    const SmallVector<Piece> cut = emitter.lanes.cut(indexShape);
    if (!strides || elementCount(boxShape) != 1 || cut.front().width == 1) {
      return std::nullopt;
    }
    SmallVector<Value *> zeros;
    SmallVector<int64_t> steps;
    bool areShort =
        type.getElementCount() <= std::numeric_limits<int32_t>::max();
    for (auto [dim, subscript] : llvm::enumerate(op.getSubscripts())) {
      if (op.getBound(static_cast<int64_t>(dim))) {
        return std::nullopt;
      }
      if (isTile(subscript)) {
        zeros.push_back(emitter.index(0));
        steps.push_back((*strides)[dim]);
        areShort =
            areShort &&
            elementTypeOf(subscript.getType()).getIntOrFloatBitWidth() <= 32;
      }
    }
    llvm::Type *number = builder.getIntNTy(areShort ? 32 : 64);
    const SmallVector<Pieces> indices = indexPieces(number);
    Places places = {box(zeros).start(), {}};
    for (size_t i = 0; i < cut.size(); ++i) {
      llvm::Type *lanes = withWidth(number, cut[i].width);
      Value *distance = llvm::Constant::getNullValue(lanes);
      for (auto [pieces, step] : llvm::zip_equal(indices, steps)) {
        distance = builder.CreateAdd(
            distance,
            builder.CreateMul(pieces[i], integerConstant(lanes, step)));
      }
      places.distances.push_back(distance);
    }
    return places;
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

/// Where the mask is false the first element is meant, which exists: what is
/// read of it is dropped, and no branch is needed.
Value *firstWhereDead(Builder &builder, Value *numbers, Value *mask) {
  return builder.CreateSelect(mask, numbers,
                              llvm::Constant::getNullValue(numbers->getType()));
}

/// Boxes of one element each, lane by lane; nothing for others.
std::optional<Pieces> loadLanes(CodeEmitter &emitter,
                                const Boxes<tile::GatherOp> &boxes,
                                ArrayRef<Value *> masks, tile::GatherOp op) {
  auto places = boxes.placesInLanes();
  if (!places) {
    return std::nullopt;
  }
  Pieces values;
  for (auto [i, distances] : llvm::enumerate(places->distances)) {
    values.push_back(emitter.gatherPiece(
        op.getRefType().getElementType(), places->start,
        masks.empty() ? distances
                      : firstWhereDead(emitter.builder, distances, masks[i]),
        op.getRef()));
  }
  return values;
}

/// Boxes of any shape, one after the other.
void loadBoxes(CodeEmitter &emitter, const Boxes<tile::GatherOp> &boxes,
               ArrayRef<Value *> masks, Value *otherwise, Pieces &values,
               SmallVector<Piece> &valueCut) {
  Builder &builder = emitter.builder;
  SmallVector<Pieces> indices = boxes.indexPieces();
  if (!masks.empty()) {
    for (Pieces &pieces : indices) {
      for (auto [piece, mask] : llvm::zip_equal(pieces, masks)) {
        piece = firstWhereDead(builder, piece, mask);
      }
    }
  }
  const SmallVector<Piece> boxCut = emitter.lanes.cut(boxes.shape());
  const int64_t boxSize = elementCount(boxes.shape());
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
        if (!masks.empty() && boxSize > 1) {
          value =
              builder.CreateSelect(extractLane(builder, masks[i], lane), value,
                                   splat(builder, otherwise, part.width));
        }
        values.push_back(value);
        valueCut.push_back({number * boxSize + part.start, part.width});
      }
    }
  }
}

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
  Pieces masks;
  if (op.getMask()) {
    masks = Pieces(emitter.pieces(op.getMask()));
  }
  Pieces values;
  SmallVector<Piece> valueCut;
  const int64_t boxSize = elementCount(boxes.shape());
  if (std::optional<Pieces> lanes = loadLanes(emitter, boxes, masks, op)) {
    values = std::move(*lanes);
    valueCut = emitter.lanes.cut(boxes.indices());
  } else {
    loadBoxes(emitter, boxes, masks, otherwise, values, valueCut);
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
  const SmallVector<Piece> valueCut = emitter.cut(op.getValue());
  if (op.getRefType().getElementCount() == 0) {
    if (op.getBefore()) {
      Pieces nothing;
      for (const Piece &piece : valueCut) {
        nothing.push_back(llvm::Constant::getNullValue(
            withWidth(emitter.elementType(element), piece.width)));
      }
      emitter.define(op.getBefore(), std::move(nothing));
    }
    return success();
  }
  // Through memory, so that the code is one loop: values, then indices of each
  // dim, then the mask, then what was there.
  const int64_t count = boxes.count();
  const int64_t boxSize = elementCount(boxes.shape());
  const SmallVector<Pieces> indices = boxes.indexPieces();
  const int64_t valueBytes = static_cast<int64_t>(llvm::alignTo(
      static_cast<uint64_t>(count * boxSize * memoryBytes(element)), 64));
  const int64_t indexBytes = count * 8;
  const int64_t maskStart =
      valueBytes + static_cast<int64_t>(indices.size()) * indexBytes;
  const auto beforeStart = static_cast<int64_t>(
      llvm::alignTo(static_cast<uint64_t>(maskStart + count), 64));
  Value *buffer = emitter.temporary(op.getBefore() ? beforeStart + valueBytes
                                                   : maskStart + count);
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
  write(0, element, valueCut, emitter.pieces(op.getValue()));
  if (op.getBefore()) {
    Pieces nothing;
    for (Value *piece : emitter.pieces(op.getValue())) {
      nothing.push_back(llvm::Constant::getNullValue(piece->getType()));
    }
    write(beforeStart, element, valueCut, nothing);
  }
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
  auto update = [&](Value *address, Value *value) -> Value * {
    if (!combination) {
      emitter.storePiece(element, value, address, op.getRef());
      return nullptr;
    }
    if (alone) {
      Value *old = emitter.loadPiece(element, address, 1, op.getRef());
      emitter.storePiece(
          element, emitCombine(builder, *combination, element, old, value),
          address, op.getRef());
      return old;
    }
    return emitAtomicUpdate(emitter, op.getKind(),
                            llvm::AtomicOrdering::Monotonic, element, address,
                            value);
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
        Value *at = builder.CreateAdd(start, number);
        Value *old = update(
            address, emitter.loadPiece(element, place(0, element, at), 1, {}));
        if (op.getBefore()) {
          emitter.storePiece(element, old, place(beforeStart, element, at), {});
        }
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
  if (op.getBefore()) {
    Pieces before;
    for (const Piece &piece : valueCut) {
      before.push_back(emitter.loadPiece(
          element, place(beforeStart, element, emitter.index(piece.start)),
          piece.width, {}));
    }
    emitter.define(op.getBefore(), std::move(before));
  }
  return success();
}

} // namespace weft::code
