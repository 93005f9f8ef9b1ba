// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomic accesses to a box: what blocks tell each other with. Each thread goes
// to memory for its own elements. Two threads that look at one element may see
// different things, and then go different ways, so elements that are looked at
// have one thread each. What is only changed is changed by one of those that
// hold it.

#include "weft/Target/Code/Atomic.h"
#include "weft/Target/GPU/KernelEmitter.h"
#include "weft/Tile/IR/Memory.h"

namespace weft::gpu {

using llvm::SmallVector;
using llvm::Value;
using mlir::LogicalResult;
using mlir::success;

/// The address of a thread's element, by the place of its register.
static Value *addressOf(KernelEmitter &emitter, tile::AtomicOp op,
                        const KernelEmitter::Hold &hold, const Place &place) {
  Builder &builder = emitter.builder;
  const SmallVector<int64_t> strides = *tile::stridesOf(op.getRefType());
  const size_t leading = strides.size() - hold.shape.size();
  Value *element = builder.getInt64(0);
  for (auto [dim, offset] : llvm::enumerate(op.getOffsets())) {
    Value *index = emitter.scalar(offset);
    if (dim >= leading) {
      Value *own =
          builder.CreateAdd(hold.thread[dim - leading],
                            builder.getInt32(static_cast<uint32_t>(
                                place[static_cast<unsigned>(dim - leading)])));
      index = builder.CreateAdd(index,
                                builder.CreateZExt(own, builder.getInt64Ty()));
    }
    element = builder.CreateAdd(
        element,
        builder.CreateMul(
            index, builder.getInt64(static_cast<uint64_t>(strides[dim]))));
  }
  return builder.CreateGEP(
      code::memoryType(op.getRefType().getElementType(), builder.getContext()),
      emitter.scalar(op.getRef()), element);
}

LogicalResult emitAtomic(KernelEmitter &emitter, tile::AtomicOp op) {
  auto refuse = [&](const llvm::Twine &what) {
    return op.emitOpError()
           << what << " has no form on " << emitter.gpu.family << " yet";
  };
  auto tile = llvm::dyn_cast<mlir::RankedTensorType>(op.getResult().getType());
  if (!tile) {
    return refuse("of a scalar");
  }
  if (op.getScope() != tile::Scope::Device ||
      op.getRefType().getSpace() != tile::Space::Global ||
      !tile::stridesOf(op.getRefType())) {
    return refuse("of this scope and memory");
  }
  Builder &builder = emitter.builder;
  const KernelEmitter::Hold &hold = emitter.hold(tile);
  const bool isLooked = !op.getResult().use_empty();
  if (isLooked && hold.isFirst) {
    return refuse("whose threads hold copies of what they look at");
  }
  if (!isLooked && op.getKind() == tile::UpdateKind::Load) {
    return success();
  }
  mlir::Type element = op.getRefType().getElementType();
  const code::Atomicity how = {
      code::orderingOf(op.getOrder()),
      builder.getContext().getOrInsertSyncScopeID(emitter.gpu.deviceScope())};
  const Pieces values =
      op.getValue() ? Pieces(emitter.pieces(op.getValue())) : Pieces();
  Pieces before;
  for (auto [i, place] : llvm::enumerate(hold.places)) {
    Value *address = addressOf(emitter, op, hold, place);
    if (op.getKind() == tile::UpdateKind::Load) {
      before.push_back(code::emitAtomicUpdate(emitter.scalars, op.getKind(),
                                              how, element, address, nullptr));
      continue;
    }
    auto update = [&, value = values[i]] {
      if (!isLooked && op.getKind() == tile::UpdateKind::Exchange) {
        code::emitAtomicStore(emitter.scalars, how, element, address, value);
        return static_cast<Value *>(nullptr);
      }
      return code::emitAtomicUpdate(emitter.scalars, op.getKind(), how, element,
                                    address, value);
    };
    if (hold.isFirst) {
      code::emitIf(builder, hold.isFirst, [&] { (void)update(); });
    } else {
      before.push_back(update());
    }
  }
  if (isLooked) {
    emitter.define(op.getResult(), std::move(before));
  }
  return success();
}

} // namespace weft::gpu
