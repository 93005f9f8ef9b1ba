// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles of constants, and tiles whose elements are those of others. Layouts
// were chosen such that the latter only rename registers; what does not, is a
// conversion, through memory on the chip.

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

namespace {

/// A thread's elements in memory on the chip: one address and constants.
class ScratchSide {
public:
  ScratchSide(KernelEmitter &emitter, const Hold &hold,
              const tile::Scratch &scratch, mlir::Type element, Value *start)
      : emitter(emitter), hold(hold), start(start),
        strides(scratch.strides(hold.shape)), bytes(code::memoryBytes(element)),
        width(tile::scratchVector(scratch, hold.layout, hold.shape, bytes,
                                  emitter.machine)),
        matrices(tile::matrixRead(scratch, hold.layout, hold.shape, bytes,
                                  emitter.machine)),
        inMemory(code::memoryType(element, emitter.builder.getContext())),
        inRegister(emitter.scalars.elementType(element)) {}

  void write(llvm::ArrayRef<Value *> registers) const {
    // Of threads that hold copies, one writes.
    if (hold.isFirst != nullptr) {
      code::emitIf(emitter.builder, hold.isFirst, [&] { writeAll(registers); });
    } else {
      writeAll(registers);
    }
  }

  Pieces read() const {
    if (matrices) {
      return readMatrices();
    }
    Builder &builder = emitter.builder;
    Value *base = addressOf(hold.thread);
    Pieces registers;
    for (size_t i = 0; i < hold.places.size(); i += width) {
      Value *loaded = builder.CreateAlignedLoad(
          code::withWidth(inMemory, width), address(base, i), alignment());
      for (int64_t j = 0; j < width; ++j) {
        Value *one = code::extractLane(builder, loaded, j);
        registers.push_back(one->getType() == inRegister
                                ? one
                                : builder.CreateTrunc(one, inRegister));
      }
    }
    return registers;
  }

private:
  void writeAll(llvm::ArrayRef<Value *> registers) const {
    Builder &builder = emitter.builder;
    Value *base = addressOf(hold.thread);
    for (size_t i = 0; i < registers.size(); i += width) {
      SmallVector<Value *> lanes;
      for (Value *one : registers.slice(i, width)) {
        lanes.push_back(one->getType() == inMemory
                            ? one
                            : builder.CreateZExt(one, inMemory));
      }
      builder.CreateAlignedStore(code::fromScalars(builder, lanes),
                                 address(base, i), alignment());
    }
  }

  /// Each lane names a row of one of four matrices, and gets two elements of
  /// each.
  Pieces readMatrices() const {
    Builder &builder = emitter.builder;
    auto bits = [&](unsigned first, unsigned mask, int64_t step) {
      return builder.CreateMul(
          builder.CreateAnd(builder.CreateLShr(emitter.laneNumber, first),
                            uint64_t(mask)),
          number(step));
    };
    Value *row = builder.CreateAdd(
        bits(0, 7, strides[matrices->rowDimension]),
        builder.CreateAdd(bits(3, 1, distanceOf(matrices->second)),
                          bits(4, 1, distanceOf(matrices->third))));
    Value *base = builder.CreateGEP(inMemory, addressOf(hold.warp), row);
    auto *pair = llvm::FixedVectorType::get(inMemory, 2);
    Pieces registers;
    for (size_t i = 0; i < hold.places.size(); i += 8) {
      for (Value *word : emitter.gpu.readMatrices(builder, address(base, i),
                                                  matrices->transposed)) {
        Value *two = builder.CreateBitCast(word, pair);
        registers.push_back(code::extractLane(builder, two, 0));
        registers.push_back(code::extractLane(builder, two, 1));
      }
    }
    return registers;
  }

  llvm::Align alignment() const {
    return llvm::Align(static_cast<uint64_t>(width * bytes));
  }
  Value *number(int64_t value) const {
    return emitter.builder.getInt32(static_cast<uint32_t>(value));
  }
  int64_t distanceOf(llvm::ArrayRef<int64_t> place) const {
    int64_t distance = 0;
    for (auto [at, stride] : llvm::zip_equal(place, strides)) {
      distance += at * stride;
    }
    return distance;
  }
  /// Of the element that steps along the dims lead to.
  Value *addressOf(llvm::ArrayRef<Value *> steps) const {
    Builder &builder = emitter.builder;
    Value *place = builder.getInt32(0);
    for (auto [step, stride] : llvm::zip_equal(steps, strides)) {
      place = builder.CreateAdd(place, builder.CreateMul(step, number(stride)));
    }
    return builder.CreateGEP(inMemory, start, place);
  }
  Value *address(Value *base, size_t number) const {
    return emitter.builder.CreateConstGEP1_64(
        inMemory, base, static_cast<uint64_t>(distanceOf(hold.places[number])));
  }

  KernelEmitter &emitter;
  const Hold &hold;
  Value *start;
  SmallVector<int64_t> strides;
  int64_t bytes;
  int64_t width;
  /// For reads.
  std::optional<tile::MatrixRead> matrices;
  llvm::Type *inMemory;
  llvm::Type *inRegister;
};

} // namespace

LogicalResult emitConversion(KernelEmitter &emitter, tile::ConvertLayoutOp op) {
  const Hold &from = emitter.hold(op.getInput());
  const Hold &to = emitter.hold(op.getResult());
  if (!op.getThroughAttr()) {
    if (!from.layout.hasSameThreads(to.layout)) {
      return op.emitOpError(
          "moves elements between threads, but does not say through what");
    }
    rename(emitter, op.getInput(), op.getResult(),
           [](const Place &place) { return place; });
    return success();
  }
  std::optional<tile::Scratch> scratch =
      tile::Scratch::from(op.getThroughAttr(), from.shape);
  if (!scratch) {
    return op.emitOpError()
           << "through " << op.getThroughAttr() << " has no form on "
           << emitter.gpu.family << " yet";
  }
  mlir::Type element = op.getInput().getType().getElementType();
  const Pieces registers(emitter.pieces(op.getInput()));
  Value *start = emitter.beginWrites(op);
  ScratchSide(emitter, from, *scratch, element, start).write(registers);
  emitter.endWrites(op);
  emitter.define(op.getResult(),
                 ScratchSide(emitter, to, *scratch, element, start).read());
  return success();
}

} // namespace weft::gpu
