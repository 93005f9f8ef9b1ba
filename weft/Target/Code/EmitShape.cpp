// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that only move elements: each is a map from the elements of its
// result to those of its operand.

#include "weft/Target/Code/CodeEmitter.h"
#include "weft/Target/Code/Exchange.h"

#include <llvm/ADT/Sequence.h>
#include <llvm/ADT/TypeSwitch.h>

namespace weft::code {
namespace {

using llvm::ArrayRef;
using llvm::SmallVector;
using mlir::LogicalResult;
using mlir::success;

/// The result's elements by coordinates of the operand.
Pieces
moveByCoordinates(CodeEmitter &emitter, mlir::Value operand, mlir::Value result,
                  llvm::function_ref<void(ArrayRef<int64_t>,
                                          llvm::SmallVectorImpl<int64_t> &)>
                      map) {
  ArrayRef<int64_t> from = shapeOf(operand);
  ArrayRef<int64_t> to = shapeOf(result);
  return moveElements(emitter.builder, emitter.pieces(operand),
                      emitter.cut(operand), emitter.cut(result),
                      [&](int64_t element) {
                        SmallVector<int64_t> source(from.size());
                        map(coordinatesOf(element, to), source);
                        return elementAt(source, from);
                      });
}

Pieces emitIota(CodeEmitter &emitter, tile::IotaOp op) {
  mlir::Value result = op.getResult();
  ArrayRef<int64_t> shape = shapeOf(result);
  const auto dim = static_cast<size_t>(op.getDimension());
  llvm::Type *element = emitter.elementType(result.getType());
  Pieces pieces;
  for (const Piece &piece : emitter.cut(result)) {
    Pieces scalars;
    for (int64_t lane = 0; lane < piece.width; ++lane) {
      scalars.push_back(integerConstant(
          element, coordinatesOf(piece.start + lane, shape)[dim]));
    }
    pieces.push_back(fromScalars(emitter.builder, scalars));
  }
  return pieces;
}

Pieces emitTranspose(CodeEmitter &emitter, tile::TransposeOp op) {
  return moveByCoordinates(
      emitter, op.getInput(), op.getResult(),
      [&](ArrayRef<int64_t> at, llvm::SmallVectorImpl<int64_t> &source) {
        for (auto [dim, from] : llvm::enumerate(op.getPermutation())) {
          source[static_cast<size_t>(from)] = at[dim];
        }
      });
}

Pieces emitBroadcast(CodeEmitter &emitter, tile::BroadcastOp op) {
  ArrayRef<int64_t> from = shapeOf(op.getInput());
  return moveByCoordinates(
      emitter, op.getInput(), op.getResult(),
      [&](ArrayRef<int64_t> at, llvm::SmallVectorImpl<int64_t> &source) {
        for (auto [dim, to] : llvm::enumerate(op.getDimensions())) {
          source[dim] = from[dim] == 1 ? 0 : at[static_cast<size_t>(to)];
        }
      });
}

Pieces emitJoin(CodeEmitter &emitter, tile::JoinOp op) {
  // As if the operands lay one behind the other.
  Pieces values;
  SmallVector<Piece> cut;
  const int64_t count = elementCount(shapeOf(op.getInputs().front()));
  int64_t base = 0;
  for (mlir::Value input : op.getInputs()) {
    llvm::append_range(values, emitter.pieces(input));
    for (const Piece &piece : emitter.cut(input)) {
      cut.push_back({base + piece.start, piece.width});
    }
    base += count;
  }
  const auto inputs = static_cast<int64_t>(op.getInputs().size());
  return moveElements(emitter.builder, values, cut, emitter.cut(op.getResult()),
                      [&](int64_t element) {
                        return element % inputs * count + element / inputs;
                      });
}

} // namespace

LogicalResult emitShape(CodeEmitter &emitter, mlir::Operation *op) {
  Pieces pieces =
      llvm::TypeSwitch<mlir::Operation *, Pieces>(op)
          .Case([&](tile::IotaOp iota) { return emitIota(emitter, iota); })
          .Case([&](tile::BroadcastOp broadcast) {
            return emitBroadcast(emitter, broadcast);
          })
          .Case([&](tile::TransposeOp transpose) {
            return emitTranspose(emitter, transpose);
          })
          .Case([&](tile::ReshapeOp reshape) {
            return moveElements(emitter.builder,
                                emitter.pieces(reshape.getInput()),
                                emitter.cut(reshape.getInput()),
                                emitter.cut(reshape.getResult()),
                                [](int64_t element) { return element; });
          })
          .Case([&](tile::SliceOp slice) {
            return moveByCoordinates(
                emitter, slice.getInput(), slice.getResult(),
                [&](ArrayRef<int64_t> at,
                    llvm::SmallVectorImpl<int64_t> &source) {
                  for (auto [dim, offset] :
                       llvm::enumerate(slice.getOffsets())) {
                    source[dim] = at[dim] + offset;
                  }
                });
          })
          .Case([&](tile::JoinOp join) { return emitJoin(emitter, join); });
  emitter.define(op->getResult(0), std::move(pieces));
  return success();
}

} // namespace weft::code
