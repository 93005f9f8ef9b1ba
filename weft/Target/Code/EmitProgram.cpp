// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants, and what a program knows about itself.

#include "weft/Target/Code/CodeEmitter.h"

#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>

namespace weft::code {
namespace {

using llvm::Value;
using mlir::LogicalResult;
using mlir::success;

/// Row-major numbers, or bands of rows whose columns are walked back and forth.
Pieces emitUnrank(CodeEmitter &emitter, tile::UnrankOp op) {
  Builder &builder = emitter.builder;
  Value *id = emitter.scalar(op.getId());
  llvm::ArrayRef<int64_t> counts = op.getCounts();
  if (!op.getBand()) {
    Pieces results(counts.size());
    for (size_t dim = counts.size(); dim-- > 0;) {
      Value *count = emitter.index(counts[dim]);
      // The first number is below its count by itself.
      results[dim] = dim == 0 ? id : builder.CreateURem(id, count);
      id = dim == 0 ? id : builder.CreateUDiv(id, count);
    }
    return results;
  }
  const int64_t rows = counts[0];
  const int64_t columns = counts[1];
  const int64_t band = static_cast<int64_t>(*op.getBand());
  Value *whole = emitter.index(band * columns);
  Value *number = builder.CreateUDiv(id, whole);
  Value *rest = builder.CreateURem(id, whole);
  Value *first = builder.CreateMul(number, emitter.index(band));
  // The last band may have fewer rows.
  Value *height = builder.CreateBinaryIntrinsic(
      llvm::Intrinsic::umin, emitter.index(band),
      builder.CreateSub(emitter.index(rows), first));
  Value *column = builder.CreateUDiv(rest, height);
  Value *row = builder.CreateAdd(first, builder.CreateURem(rest, height));
  Value *odd = builder.CreateICmpEQ(builder.CreateAnd(number, emitter.index(1)),
                                    emitter.index(1));
  Value *back = builder.CreateSub(emitter.index(columns - 1), column);
  return {row, builder.CreateSelect(odd, back, column)};
}

} // namespace

LogicalResult emitConstant(CodeEmitter &emitter, mlir::Operation *op) {
  mlir::Value result = op->getResult(0);
  llvm::Type *element = emitter.elementType(result.getType());
  Pieces pieces;
  if (auto constant = llvm::dyn_cast<mlir::arith::ConstantOp>(op)) {
    auto elements =
        llvm::dyn_cast<mlir::DenseElementsAttr>(constant.getValue());
    for (const Piece &piece : emitter.cut(result)) {
      if (!elements || elements.isSplat()) {
        llvm::Constant *value = elementConstant(
            element, elements ? elements.getSplatValue<mlir::Attribute>()
                              : constant.getValue());
        pieces.push_back(splat(emitter.builder, value, piece.width));
        continue;
      }
      auto values = elements.getValues<mlir::Attribute>();
      Pieces scalars;
      for (int64_t lane = 0; lane < piece.width; ++lane) {
        scalars.push_back(elementConstant(
            element, values[static_cast<size_t>(piece.start + lane)]));
      }
      pieces.push_back(fromScalars(emitter.builder, scalars));
    }
  } else if (auto repeat = llvm::dyn_cast<mlir::tensor::SplatOp>(op)) {
    for (const Piece &piece : emitter.cut(result)) {
      pieces.push_back(splat(emitter.builder, emitter.scalar(repeat.getInput()),
                             piece.width));
    }
  } else {
    // Of a tile of rank 0, which is its element.
    pieces.push_back(emitter.scalar(op->getOperand(0)));
  }
  emitter.define(result, std::move(pieces));
  return success();
}

LogicalResult emitProgram(CodeEmitter &emitter, mlir::Operation *op) {
  llvm::TypeSwitch<mlir::Operation *>(op)
      .Case([&](tile::ProgramIdOp) {
        emitter.define(op->getResult(0), {emitter.program});
      })
      .Case([&](tile::UnrankOp unrank) {
        for (auto [result, value] : llvm::zip_equal(
                 unrank.getResults(), emitUnrank(emitter, unrank))) {
          emitter.define(result, {value});
        }
      });
  return success();
}

} // namespace weft::code
