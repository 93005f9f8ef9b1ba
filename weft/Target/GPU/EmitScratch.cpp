// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and stores of memory on the chip, where tiles change threads. A tile is
// all that its allocation holds.

#include "weft/Target/GPU/KernelEmitter.h"

namespace weft::gpu {
namespace {

using llvm::SmallVector;
using llvm::Value;
using mlir::LogicalResult;
using mlir::success;
using Hold = KernelEmitter::Hold;

/// A thread's elements in memory on the chip: one address and constants.
class ScratchSide {
public:
  ScratchSide(KernelEmitter &emitter, const Hold &hold,
              const tile::Scratch &scratch, mlir::Type element, Value *start,
              int64_t width)
      : emitter(emitter), hold(hold), start(start),
        strides(scratch.strides(hold.shape)), bytes(code::memoryBytes(element)),
        width(width),
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

  /// Where each vector goes.
  SmallVector<Value *> addresses() const {
    Value *base = addressOf(hold.thread);
    SmallVector<Value *> all;
    for (size_t i = 0; i < hold.places.size(); i += width) {
      all.push_back(address(base, i));
    }
    return all;
  }

  /// Each lane names a row of one of four matrices, and gets a word of each.
  Pieces readMatrices(const tile::MatrixRead &matrices) const {
    Builder &builder = emitter.builder;
    auto bits = [&](unsigned first, unsigned mask, int64_t step) {
      return builder.CreateMul(
          builder.CreateAnd(builder.CreateLShr(emitter.laneNumber, first),
                            uint64_t(mask)),
          number(step));
    };
    Value *row = builder.CreateAdd(
        bits(0, 7, strides[matrices.rowDimension]),
        builder.CreateAdd(bits(3, 1, distanceOf(matrices.second)),
                          bits(4, 1, distanceOf(matrices.third))));
    Value *base = builder.CreateGEP(inMemory, addressOf(hold.warp), row);
    Pieces registers;
    for (size_t i = 0; i < hold.places.size(); i += 4 * matrices.each) {
      for (Value *word : emitter.gpu.readMatrices(builder, address(base, i),
                                                  matrices.transposed)) {
        Value *elements = builder.CreateBitCast(
            word, code::withWidth(inMemory, matrices.each));
        for (int64_t j = 0; j < matrices.each; ++j) {
          Value *one = code::extractLane(builder, elements, j);
          registers.push_back(one->getType() == inRegister
                                  ? one
                                  : builder.CreateTrunc(one, inRegister));
        }
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
  llvm::Type *inMemory;
  llvm::Type *inRegister;
};

} // namespace

namespace {

/// How a tile lies in the part of a ref that an operation moves.
template <typename Op> std::optional<tile::Scratch> scratchOf(Op op) {
  std::optional<tile::Scratch> all = tile::Scratch::of(op.getRefType());
  return all ? all->behind(op.getRefType().getRank() -
                           op.getTileType().getRank())
             : std::nullopt;
}

/// Where that part starts.
template <typename Op> Value *startOf(KernelEmitter &emitter, Op op) {
  Builder &builder = emitter.builder;
  Value *start = emitter.scalar(op.getRef());
  const SmallVector<int64_t> strides =
      tile::Scratch::of(op.getRefType())->strides(op.getRefType().getShape());
  llvm::Type *type =
      code::memoryType(op.getTileType().getElementType(), builder.getContext());
  const int64_t leading =
      op.getRefType().getRank() - op.getTileType().getRank();
  for (int64_t dim = 0; dim < leading; ++dim) {
    // In 32 bits: the chip has no more.
    Value *index = builder.CreateTrunc(emitter.scalar(op.getOffsets()[dim]),
                                       builder.getInt32Ty());
    start = builder.CreateGEP(
        type, start,
        builder.CreateMul(
            index, builder.getInt32(static_cast<uint32_t>(strides[dim]))));
  }
  return start;
}

} // namespace

LogicalResult emitScratchLoad(KernelEmitter &emitter, tile::LoadOp op) {
  const std::optional<tile::Scratch> scratch = scratchOf(op);
  const Hold &hold = emitter.hold(op.getTileType());
  const std::optional<tile::MatrixRead> matrices =
      scratch && op.getMatrices()
          ? tile::matrixRead(*scratch, hold.layout, hold.shape,
                             op.getRefType().getElementBytes(), emitter.machine)
          : std::nullopt;
  if (!scratch || op.getMatrices() != matrices.has_value()) {
    return op.emitOpError("of such a ref has no form on ")
           << emitter.gpu.family << " yet";
  }
  const ScratchSide side(emitter, hold, *scratch,
                         op.getTileType().getElementType(),
                         startOf(emitter, op),
                         op.getVectorAttr() ? op.getVectorAttr().getInt() : 1);
  emitter.define(op.getResult(),
                 matrices ? side.readMatrices(*matrices) : side.read());
  return success();
}

static ScratchSide sideOf(KernelEmitter &emitter, tile::StoreOp op) {
  return ScratchSide(emitter, emitter.hold(op.getTileType()), *scratchOf(op),
                     op.getTileType().getElementType(), startOf(emitter, op),
                     op.getVectorAttr().getInt());
}

SmallVector<Value *> scratchAddresses(KernelEmitter &emitter,
                                      tile::StoreOp op) {
  return sideOf(emitter, op).addresses();
}

LogicalResult emitScratchStore(KernelEmitter &emitter, tile::StoreOp op) {
  if (!scratchOf(op)) {
    return op.emitOpError("to such a ref has no form on ")
           << emitter.gpu.family << " yet";
  }
  if (op.getInFlight()) {
    return emitFlight(emitter, op);
  }
  sideOf(emitter, op).write(Pieces(emitter.pieces(op.getValue())));
  return success();
}

} // namespace weft::gpu
