// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles of constants, and tiles whose elements are those of others. Layouts
// were chosen such that the latter only rename registers.

#include "weft/Target/GPU/KernelEmitter.h"

#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>

namespace weft::gpu {
namespace {

using llvm::SmallVector;
using llvm::Value;
using mlir::LogicalResult;
using mlir::success;
using Hold = KernelEmitter::Hold;

/// Register i of the result is the operand's at the place `sourceOf` says.
template <typename Function>
void rename(KernelEmitter &emitter, mlir::Value operand, mlir::Value result,
            Function sourceOf) {
  const Hold &from = emitter.hold(operand);
  const Hold &to = emitter.hold(result);
  const Pieces given(emitter.pieces(operand));
  Pieces registers;
  for (const Place &place : to.places) {
    registers.push_back(given[from.at(sourceOf(place))]);
  }
  emitter.define(result, std::move(registers));
}

void emitBroadcast(KernelEmitter &emitter, tile::BroadcastOp op) {
  rename(emitter, op.getInput(), op.getResult(), [&](const Place &place) {
    Place source;
    for (auto [i, dim] : llvm::enumerate(op.getDimensions())) {
      const bool grows = op.getInput().getType().getDimSize(i) == 1;
      source.push_back(grows ? 0 : place[dim]);
    }
    return source;
  });
}

void emitTranspose(KernelEmitter &emitter, tile::TransposeOp op) {
  rename(emitter, op.getInput(), op.getResult(), [&](const Place &place) {
    Place source(place.size());
    for (auto [i, dim] : llvm::enumerate(op.getPermutation())) {
      source[dim] = place[i];
    }
    return source;
  });
}

void emitReshape(KernelEmitter &emitter, tile::ReshapeOp op) {
  llvm::ArrayRef<int64_t> from = op.getInput().getType().getShape();
  llvm::ArrayRef<int64_t> to = op.getResult().getType().getShape();
  rename(emitter, op.getInput(), op.getResult(), [&](const Place &place) {
    int64_t number = 0;
    for (auto [at, extent] : llvm::zip_equal(place, to)) {
      number = number * extent + at;
    }
    Place source(from.size());
    for (size_t dim = from.size(); dim-- > 0;) {
      source[dim] = number % from[dim];
      number /= from[dim];
    }
    return source;
  });
}

void emitSlice(KernelEmitter &emitter, tile::SliceOp op) {
  rename(emitter, op.getInput(), op.getResult(), [&](const Place &place) {
    Place source(place);
    for (auto [at, offset] : llvm::zip_equal(source, op.getOffsets())) {
      at += offset;
    }
    return source;
  });
}

void emitJoin(KernelEmitter &emitter, tile::JoinOp op) {
  const Hold &from = emitter.hold(op.getInputs()[0]);
  Pieces registers;
  for (Place place : emitter.hold(op.getResult()).places) {
    mlir::Value part =
        op.getInputs()[static_cast<size_t>(place.pop_back_val())];
    registers.push_back(emitter.pieces(part)[from.at(place)]);
  }
  emitter.define(op.getResult(), std::move(registers));
}

void emitIota(KernelEmitter &emitter, tile::IotaOp op) {
  Builder &builder = emitter.builder;
  const Hold &hold = emitter.hold(op.getResult());
  const auto dim = static_cast<size_t>(op.getDimension());
  llvm::Type *type = emitter.scalars.elementType(op.getResult().getType());
  Pieces registers;
  for (const Place &place : hold.places) {
    Value *at = builder.CreateAdd(
        hold.thread[dim], builder.getInt32(static_cast<uint32_t>(place[dim])));
    registers.push_back(builder.CreateZExtOrTrunc(at, type));
  }
  emitter.define(op.getResult(), std::move(registers));
}

} // namespace

LogicalResult emitShape(KernelEmitter &emitter, mlir::Operation *op) {
  llvm::TypeSwitch<mlir::Operation *>(op)
      .Case([&](tile::BroadcastOp one) { emitBroadcast(emitter, one); })
      .Case([&](tile::TransposeOp one) { emitTranspose(emitter, one); })
      .Case([&](tile::ReshapeOp one) { emitReshape(emitter, one); })
      .Case([&](tile::SliceOp one) { emitSlice(emitter, one); })
      .Case([&](tile::JoinOp one) { emitJoin(emitter, one); })
      .Case([&](tile::IotaOp one) { emitIota(emitter, one); })
      .Case([&](mlir::tensor::SplatOp one) {
        emitter.define(one.getResult(),
                       Pieces(emitter.hold(one.getResult()).places.size(),
                              emitter.scalar(one.getInput())));
      })
      .Case([&](mlir::arith::ConstantOp one) {
        auto elements = llvm::cast<mlir::DenseElementsAttr>(one.getValue());
        Value *value =
            code::elementConstant(emitter.scalars.elementType(one.getType()),
                                  elements.getSplatValue<mlir::Attribute>());
        emitter.define(
            one.getResult(),
            Pieces(emitter.hold(one.getResult()).places.size(), value));
      });
  return success();
}

LogicalResult emitConversion(KernelEmitter &emitter, tile::ConvertLayoutOp op) {
  const Hold &from = emitter.hold(op.getInput());
  if (!from.layout.hasSameThreads(emitter.hold(op.getResult()).layout)) {
    return emitShuffles(emitter, op);
  }
  rename(emitter, op.getInput(), op.getResult(),
         [](const Place &place) { return place; });
  return success();
}

} // namespace weft::gpu
