// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many elements before one have its digit, inside of a warp, whose elements
// lie in lanes and then in registers. Lanes with the same digit in a register
// find each other by asking all lanes for each bit of theirs: bit by bit in a
// loop, of all registers in a step, since this is most of a sort's code. Those
// that came before are in a counter of the warp's, which the first of them
// changes, register by register.

#include "weft/Target/Code/ControlFlow.h"
#include "weft/Target/GPU/KernelEmitter.h"
#include "weft/Tile/Pipeline/MemoryUse.h"

namespace weft::gpu {

using llvm::Value;
using mlir::LogicalResult;
using mlir::success;

/// Of each register's lanes those that have the same digit, as bits. Digits
/// that are none have no lanes.
static Pieces findPeers(KernelEmitter &emitter, llvm::ArrayRef<Value *> digits,
                        llvm::ArrayRef<Value *> isLive, uint64_t bins) {
  Builder &builder = emitter.builder;
  Pieces peers;
  for (Value *live : isLive) {
    peers.push_back(emitter.gpu.ballot(builder, live));
  }
  llvm::Type *type = digits.front()->getType();
  auto ask = [&](Value *bit) {
    for (auto [digit, found] : llvm::zip_equal(digits, peers)) {
      // A test for zero is left as it is, and becomes a predicate at once.
      Value *isClear = builder.CreateICmpEQ(builder.CreateAnd(digit, bit),
                                            llvm::Constant::getNullValue(type));
      Value *clear = emitter.gpu.ballot(builder, isClear);
      found = builder.CreateAnd(
          found,
          builder.CreateSelect(isClear, clear, builder.CreateNot(clear)));
    }
  };
  Value *lowest = llvm::ConstantInt::get(type, 1);
  if (bins == 2) {
    ask(lowest);
    return peers;
  }
  llvm::BasicBlock *before = builder.GetInsertBlock();
  llvm::BasicBlock *loop = code::createBlock(emitter, "ask");
  llvm::BasicBlock *after = code::createBlock(emitter, "asked");
  builder.CreateBr(loop);
  builder.SetInsertPoint(loop);
  llvm::PHINode *bit = builder.CreatePHI(type, 2);
  code::Merge<KernelEmitter> carried(emitter, {peers});
  bit->addIncoming(lowest, before);
  carried.comeFrom(before, {peers});
  peers = carried.values().front();
  ask(bit);
  Value *next = builder.CreateShl(bit, 1);
  bit->addIncoming(next, loop);
  carried.comeFrom(loop, {peers});
  builder.CreateCondBr(
      builder.CreateICmpULT(next, llvm::ConstantInt::get(type, bins)), loop,
      after);
  builder.SetInsertPoint(after);
  return peers;
}

LogicalResult emitRank(KernelEmitter &emitter, tile::RankOp op) {
  tile::AllocOp counters = tile::countersOf(op);
  if (!counters) {
    return op.emitOpError("has no memory to count in");
  }
  Builder &builder = emitter.builder;
  mlir::Type element = code::elementTypeOf(op.getRank().getType());
  llvm::Type *type = emitter.scalars.elementType(op.getRank().getType());
  llvm::Type *lanes =
      builder.getIntNTy(static_cast<unsigned>(emitter.machine.threads.lanes));
  const auto bins = static_cast<uint64_t>(op.getBins());
  const llvm::Align align(static_cast<uint64_t>(code::memoryBytes(element)));
  Value *own = builder.CreateGEP(
      type, emitter.scalar(counters.getResult()),
      builder.CreateMul(emitter.warpNumber,
                        builder.getInt32(static_cast<uint32_t>(bins))));
  Value *earlier = builder.CreateSub(
      builder.CreateShl(llvm::ConstantInt::get(lanes, 1),
                        builder.CreateZExtOrTrunc(emitter.laneNumber, lanes)),
      llvm::ConstantInt::get(lanes, 1));
  auto count = [&](Value *mask) {
    return builder.CreateZExtOrTrunc(
        builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, mask), type);
  };
  const Pieces digits(emitter.pieces(op.getInput()));
  Pieces isLive;
  for (Value *digit : digits) {
    isLive.push_back(builder.CreateICmpULT(
        digit, llvm::ConstantInt::get(digit->getType(), bins)));
  }
  const Pieces peers = findPeers(emitter, digits, isLive, bins);
  // Registers by the place of their elements.
  const KernelEmitter::Hold &hold = emitter.hold(op.getInput());
  auto order = llvm::to_vector(llvm::seq<size_t>(0, digits.size()));
  llvm::stable_sort(order, [&](size_t a, size_t b) {
    return hold.places[a][0] < hold.places[b][0];
  });
  Pieces ranks(digits.size(), nullptr);
  for (size_t i : order) {
    Value *before = count(builder.CreateAnd(peers[i], earlier));
    Value *counter =
        builder.CreateGEP(type, own,
                          builder.CreateSelect(isLive[i], digits[i],
                                               llvm::Constant::getNullValue(
                                                   digits[i]->getType())));
    Value *old = builder.CreateAlignedLoad(type, counter, align);
    ranks[i] = builder.CreateSelect(isLive[i], builder.CreateAdd(old, before),
                                    llvm::Constant::getNullValue(type));
    emitter.gpu.warpBarrier(builder);
    Value *isFirst = builder.CreateAnd(
        isLive[i], builder.CreateICmpEQ(before, llvm::Constant::getNullValue(
                                                    before->getType())));
    code::emitIf(builder, isFirst, [&] {
      builder.CreateAlignedStore(builder.CreateAdd(old, count(peers[i])),
                                 counter, align);
    });
    // Behind the last one a barrier of the block stands before counters are
    // touched again.
    if (i != order.back()) {
      emitter.gpu.warpBarrier(builder);
    }
  }
  emitter.define(op.getRank(), std::move(ranks));
  // What all warps have counted is read from memory.
  emitter.define(
      op.getCount(),
      Pieces(emitter.hold(op.getCount()).places.size(),
             llvm::Constant::getNullValue(
                 emitter.scalars.elementType(op.getCount().getType()))));
  return success();
}

} // namespace weft::gpu
