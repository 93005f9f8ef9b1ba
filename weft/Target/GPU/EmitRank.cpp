// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many elements before one have its digit, inside of a warp, whose elements
// lie in lanes and then in registers. Register by register, lanes with the same
// digit find each other by asking all lanes for each bit of theirs. Those that
// came before are in a counter of the warp's, which the first of them changes.

#include "weft/Target/GPU/KernelEmitter.h"
#include "weft/Tile/Pipeline/MemoryUse.h"

namespace weft::gpu {

using llvm::Value;
using mlir::LogicalResult;
using mlir::success;

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
  // Registers by the place of their elements.
  const KernelEmitter::Hold &hold = emitter.hold(op.getInput());
  const Pieces digits(emitter.pieces(op.getInput()));
  auto order = llvm::to_vector(llvm::seq<size_t>(0, digits.size()));
  llvm::stable_sort(order, [&](size_t a, size_t b) {
    return hold.places[a][0] < hold.places[b][0];
  });
  Pieces ranks(digits.size(), nullptr);
  for (size_t i : order) {
    Value *digit = digits[i];
    Value *isLive = builder.CreateICmpULT(
        digit, llvm::ConstantInt::get(digit->getType(), bins));
    Value *peers = emitter.gpu.ballot(builder, isLive);
    for (unsigned bit = 0; bit < llvm::Log2_64_Ceil(bins); ++bit) {
      // A test for zero is left as it is, and all bits of a digit become
      // predicates at once.
      Value *isClear =
          builder.CreateICmpEQ(builder.CreateAnd(digit, uint64_t(1) << bit),
                               llvm::Constant::getNullValue(digit->getType()));
      Value *clear = emitter.gpu.ballot(builder, isClear);
      peers = builder.CreateAnd(
          peers,
          builder.CreateSelect(isClear, clear, builder.CreateNot(clear)));
    }
    Value *before = count(builder.CreateAnd(peers, earlier));
    Value *counter = builder.CreateGEP(
        type, own,
        builder.CreateSelect(isLive, digit,
                             llvm::Constant::getNullValue(digit->getType())));
    Value *old = builder.CreateAlignedLoad(type, counter, align);
    ranks[i] = builder.CreateSelect(isLive, builder.CreateAdd(old, before),
                                    llvm::Constant::getNullValue(type));
    emitter.gpu.warpBarrier(builder);
    Value *isFirst = builder.CreateAnd(
        isLive, builder.CreateICmpEQ(
                    before, llvm::Constant::getNullValue(before->getType())));
    code::emitIf(builder, isFirst, [&] {
      builder.CreateAlignedStore(builder.CreateAdd(old, count(peers)), counter,
                                 align);
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
