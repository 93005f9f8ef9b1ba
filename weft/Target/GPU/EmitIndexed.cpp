// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gather and scatter, element by element: tiles of indices, values and masks
// have one layout, so each thread has the index of each of its elements.

#include "weft/Target/Code/Atomic.h"
#include "weft/Target/GPU/KernelEmitter.h"
#include "weft/Tile/IR/ArgumentUses.h"
#include "weft/Tile/IR/Memory.h"

namespace weft::gpu {
namespace {

using llvm::SmallVector;
using llvm::Value;
using mlir::LogicalResult;
using mlir::success;

/// Where the elements of a gather or scatter are.
template <typename Op> class Elements {
public:
  Elements(KernelEmitter &emitter, Op op)
      : emitter(emitter), op(op), element(op.getRefType().getElementType()),
        inMemory(code::memoryType(element, emitter.builder.getContext())),
        inRegister(emitter.scalars.elementType(element)),
        start(emitter.scalar(op.getRef())) {}

  size_t count() const { return emitter.pieceTypes(op.getTileType()).size(); }

  /// Of the element in a register.
  Value *address(size_t i) const {
    Builder &builder = emitter.builder;
    const SmallVector<int64_t> strides = *tile::stridesOf(op.getRefType());
    Value *place = builder.getInt64(0);
    for (auto [subscript, stride] :
         llvm::zip_equal(op.getSubscripts(), strides)) {
      const bool isTile =
          llvm::isa<mlir::RankedTensorType>(subscript.getType());
      Value *index = builder.CreateSExtOrTrunc(
          emitter.pieces(subscript)[isTile ? i : 0], builder.getInt64Ty());
      place = builder.CreateAdd(
          place, builder.CreateMul(
                     index, builder.getInt64(static_cast<uint64_t>(stride))));
    }
    return builder.CreateGEP(inMemory, start, place);
  }

  /// Whether there is one; null for surely.
  Value *live(size_t i) const {
    return op.getMask() ? emitter.pieces(op.getMask())[i] : nullptr;
  }

  llvm::Align alignment() const {
    return llvm::Align(static_cast<uint64_t>(code::memoryBytes(element)));
  }

  KernelEmitter &emitter;
  mutable Op op;
  mlir::Type element;
  llvm::Type *inMemory;
  llvm::Type *inRegister;
  Value *start;
};

/// Whether the machine adds such floats by itself. LLVM turns what a row of the
/// table lacks into a loop.
llvm::Type *addedType(Builder &builder, mlir::Type element) {
  return element.isF32()    ? builder.getFloatTy()
         : element.isF64()  ? builder.getDoubleTy()
         : element.isF16()  ? builder.getHalfTy()
         : element.isBF16() ? builder.getBFloatTy()
                            : nullptr;
}

} // namespace

LogicalResult emitElements(KernelEmitter &emitter, tile::GatherOp op) {
  Builder &builder = emitter.builder;
  const Elements elements(emitter, op);
  Value *otherwise = op.getOtherwise()
                         ? emitter.scalar(op.getOtherwise())
                         : llvm::Constant::getNullValue(elements.inRegister);
  // What nobody writes can be read in place of what is not there.
  const bool isWritten = op.getRefType().getSpace() == tile::Space::Shared ||
                         tile::isWrittenOver(op.getRef());
  Pieces registers;
  for (size_t i = 0; i < elements.count(); ++i) {
    Value *address = elements.address(i);
    Value *live = elements.live(i);
    auto load = [&](Value *from) {
      Value *loaded = builder.CreateAlignedLoad(elements.inMemory, from,
                                                elements.alignment());
      return loaded->getType() == elements.inRegister
                 ? loaded
                 : builder.CreateTrunc(loaded, elements.inRegister);
    };
    if (!live) {
      registers.push_back(load(address));
    } else if (isWritten) {
      const code::Variable loaded(builder, otherwise);
      code::emitIf(builder, live, [&] { loaded.set(load(address)); });
      registers.push_back(loaded.get());
    } else {
      Value *read = load(builder.CreateSelect(live, address, elements.start));
      registers.push_back(builder.CreateSelect(live, read, otherwise));
    }
  }
  emitter.define(op.getResult(), std::move(registers));
  return success();
}

Value *emitUpdate(KernelEmitter &emitter, tile::ScatterOp op, Value *address,
                  llvm::ArrayRef<Value *> values) {
  Builder &builder = emitter.builder;
  const tile::UpdateKind kind = op.getKind();
  mlir::Type element = op.getRefType().getElementType();
  const llvm::Align alignment(
      static_cast<uint64_t>(code::memoryBytes(element)) * values.size());
  if (kind == tile::UpdateKind::Set) {
    llvm::Type *inMemory = code::memoryType(element, builder.getContext());
    const Pieces lanes = llvm::map_to_vector(values, [&](Value *value) {
      return value->getType() == inMemory ? value
                                          : builder.CreateZExt(value, inMemory);
    });
    builder.CreateAlignedStore(code::fromScalars(builder, lanes), address,
                               alignment);
    return nullptr;
  }
  llvm::Type *added = addedType(builder, element);
  if (kind == tile::UpdateKind::Add && added) {
    const Pieces floats = llvm::map_to_vector(values, [&](Value *value) {
      return builder.CreateBitCast(value, added);
    });
    if (values.size() > 1) {
      emitter.gpu.addToNeighbours(builder, address, floats);
      return nullptr;
    }
    return builder.CreateBitCast(
        builder.CreateAtomicRMW(llvm::AtomicRMWInst::FAdd, address, floats[0],
                                alignment, llvm::AtomicOrdering::Monotonic),
        values[0]->getType());
  }
  return code::emitAtomicUpdate(emitter.scalars, kind,
                                llvm::AtomicOrdering::Monotonic, element,
                                address, values[0]);
}

LogicalResult emitScatter(KernelEmitter &emitter, tile::ScatterOp op) {
  const Elements elements(emitter, op);
  // Of threads that hold copies, one writes.
  Value *isFirst = emitter.hold(op.getTileType()).isFirst;
  if (op.getBefore() && isFirst) {
    return op.emitOpError("whose threads hold copies gives what was there to "
                          "one of them only");
  }
  const Pieces values(emitter.pieces(op.getValue()));
  Pieces before;
  for (size_t i = 0; i < elements.count(); ++i) {
    Value *live = elements.live(i);
    live = live && isFirst ? emitter.builder.CreateAnd(live, isFirst)
           : isFirst       ? isFirst
                           : live;
    Value *address = elements.address(i);
    auto update = [&] { return emitUpdate(emitter, op, address, values[i]); };
    if (!live) {
      before.push_back(update());
    } else if (op.getBefore()) {
      const code::Variable found(
          emitter.builder, llvm::Constant::getNullValue(values[i]->getType()));
      code::emitIf(emitter.builder, live, [&] { found.set(update()); });
      before.push_back(found.get());
    } else {
      code::emitIf(emitter.builder, live, [&] { (void)update(); });
    }
  }
  if (op.getBefore()) {
    emitter.define(op.getBefore(), std::move(before));
  }
  return success();
}

} // namespace weft::gpu
