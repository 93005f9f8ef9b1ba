// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/Atomic.h"

#include "weft/Target/Code/Combine.h"
#include "weft/Target/Code/Places.h"

namespace weft::code {
namespace {

using llvm::AtomicOrdering;
using llvm::AtomicRMWInst;
using llvm::Value;
using mlir::LogicalResult;
using mlir::success;
using tile::UpdateKind;

/// The machine's own operation on whole integers, if there is one.
std::optional<AtomicRMWInst::BinOp> machineOperation(UpdateKind kind) {
  switch (kind) {
  case UpdateKind::Add:
    return AtomicRMWInst::Add;
  case UpdateKind::Min:
    return AtomicRMWInst::Min;
  case UpdateKind::Max:
    return AtomicRMWInst::Max;
  case UpdateKind::UMin:
    return AtomicRMWInst::UMin;
  case UpdateKind::UMax:
    return AtomicRMWInst::UMax;
  case UpdateKind::And:
    return AtomicRMWInst::And;
  case UpdateKind::Or:
    return AtomicRMWInst::Or;
  case UpdateKind::Xor:
    return AtomicRMWInst::Xor;
  case UpdateKind::Set:
  case UpdateKind::Exchange:
    return AtomicRMWInst::Xchg;
  case UpdateKind::Mul:
  case UpdateKind::Load:
    break;
  }
  return std::nullopt;
}

/// Between the register form and the integer that memory holds.
Value *toMemory(Builder &builder, Value *value, llvm::Type *integer) {
  return value->getType()->isFloatingPointTy()
             ? builder.CreateBitCast(value, integer)
             : builder.CreateZExtOrTrunc(value, integer);
}

Value *fromMemory(Builder &builder, Value *value, llvm::Type *type) {
  return type->isFloatingPointTy() ? builder.CreateBitCast(value, type)
                                   : builder.CreateZExtOrTrunc(value, type);
}

} // namespace

AtomicOrdering orderingOf(tile::MemoryOrder order) {
  switch (order) {
  case tile::MemoryOrder::Relaxed:
    return AtomicOrdering::Monotonic;
  case tile::MemoryOrder::Acquire:
    return AtomicOrdering::Acquire;
  case tile::MemoryOrder::Release:
    return AtomicOrdering::Release;
  case tile::MemoryOrder::AcquireRelease:
    return AtomicOrdering::AcquireRelease;
  }
  return AtomicOrdering::SequentiallyConsistent;
}

Value *emitAtomicUpdate(CodeEmitter &emitter, UpdateKind kind, Atomicity how,
                        mlir::Type element, Value *address, Value *value) {
  Builder &builder = emitter.builder;
  const int64_t bytes = memoryBytes(element);
  const llvm::Align align(static_cast<uint64_t>(bytes));
  llvm::Type *type = emitter.elementType(element);
  llvm::Type *integer = builder.getIntNTy(static_cast<unsigned>(8 * bytes));
  if (kind == UpdateKind::Load) {
    llvm::LoadInst *load = builder.CreateAlignedLoad(integer, address, align);
    load->setAtomic(how.order, how.scope);
    return fromMemory(builder, load, type);
  }
  const bool isPlain = (type == integer && !floatKindOf(element)) ||
                       kind == UpdateKind::Set || kind == UpdateKind::Exchange;
  std::optional<AtomicRMWInst::BinOp> operation = machineOperation(kind);
  if (isPlain && operation) {
    return fromMemory(builder,
                      builder.CreateAtomicRMW(*operation, address,
                                              toMemory(builder, value, integer),
                                              align, how.order, how.scope),
                      type);
  }
  // Compute from what is there, and try until no other thread has changed it.
  llvm::LoadInst *seen = builder.CreateAlignedLoad(integer, address, align);
  seen->setAtomic(AtomicOrdering::Monotonic, how.scope);
  llvm::BasicBlock *before = builder.GetInsertBlock();
  llvm::LLVMContext &context = builder.getContext();
  auto *loop = llvm::BasicBlock::Create(context, "retry", before->getParent());
  auto *after = llvm::BasicBlock::Create(context, "done", before->getParent());
  builder.CreateBr(loop);
  builder.SetInsertPoint(loop);
  llvm::PHINode *old = builder.CreatePHI(integer, 2);
  old->addIncoming(seen, before);
  Value *updated = emitCombine(builder, *combinationOf(kind), element,
                               fromMemory(builder, old, type), value);
  Value *exchange = builder.CreateAtomicCmpXchg(
      address, old, toMemory(builder, updated, integer), align, how.order,
      AtomicOrdering::Monotonic, how.scope);
  old->addIncoming(builder.CreateExtractValue(exchange, 0),
                   builder.GetInsertBlock());
  builder.CreateCondBr(builder.CreateExtractValue(exchange, 1), after, loop);
  builder.SetInsertPoint(after);
  return fromMemory(builder, old, type);
}

void emitAtomicStore(CodeEmitter &emitter, Atomicity how, mlir::Type element,
                     Value *address, Value *value) {
  Builder &builder = emitter.builder;
  const int64_t bytes = memoryBytes(element);
  llvm::Type *integer = builder.getIntNTy(static_cast<unsigned>(8 * bytes));
  llvm::StoreInst *store =
      builder.CreateAlignedStore(toMemory(builder, value, integer), address,
                                 llvm::Align(static_cast<uint64_t>(bytes)));
  store->setAtomic(how.order, how.scope);
}

LogicalResult emitAtomic(CodeEmitter &emitter, tile::AtomicOp op) {
  auto tensor =
      llvm::dyn_cast<mlir::RankedTensorType>(op.getResult().getType());
  llvm::ArrayRef<int64_t> shape =
      tensor ? tensor.getShape() : llvm::ArrayRef<int64_t>();
  const Box box(emitter, op.getRef(), shape, op.getOffsets(), {});
  Pieces results;
  for (auto [i, piece] : llvm::enumerate(emitter.lanes.cut(shape))) {
    Pieces scalars;
    for (int64_t lane = 0; lane < piece.width; ++lane) {
      Value *value = nullptr;
      if (op.getValue()) {
        value = extractLane(emitter.builder, emitter.pieces(op.getValue())[i],
                            lane);
      }
      scalars.push_back(emitAtomicUpdate(
          emitter, op.getKind(), orderingOf(op.getOrder()), box.element(),
          box.addressOf(piece.start + lane), value));
    }
    results.push_back(fromScalars(emitter.builder, scalars));
  }
  emitter.define(op.getResult(), std::move(results));
  return success();
}

} // namespace weft::code
