// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/AMD/AmdMachine.h"

#include <llvm/IR/CallingConv.h>
#include <llvm/IR/IntrinsicsAMDGPU.h>
#include <llvm/Support/TargetSelect.h>

#include <mutex>

namespace weft::amd {

using llvm::Value;
namespace Intrinsic = llvm::Intrinsic;

void AmdMachine::makeEntry(llvm::Function &function, int64_t threads,
                           bool exactly) const {
  llvm::LLVMContext &context = function.getContext();
  function.setCallingConv(llvm::CallingConv::AMDGPU_KERNEL);
  const std::string most = std::to_string(threads);
  function.addFnAttr("amdgpu-flat-work-group-size",
                     (exactly ? most : "1") + "," + most);
  // The last workgroup of a launch is as large as the others.
  function.addFnAttr("uniform-work-group-size", "true");
  if (exactly) {
    llvm::SmallVector<llvm::Metadata *> extents;
    for (int64_t extent : {threads, int64_t(1), int64_t(1)}) {
      extents.push_back(llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(
          llvm::Type::getInt32Ty(context), static_cast<uint64_t>(extent))));
    }
    function.setMetadata("reqd_work_group_size",
                         llvm::MDNode::get(context, extents));
  }
}

Value *AmdMachine::number(Builder &builder, gpu::Number number) const {
  auto read = [&](Intrinsic::ID id) {
    return builder.CreateIntrinsic(id, llvm::ArrayRef<Value *>());
  };
  // Arguments that a launch adds to those of the kernel: LLVM's User Guide for
  // the AMDGPU backend, "Code Object V5 Metadata".
  auto load = [&](llvm::Type *type, unsigned offset) {
    Value *address = builder.CreateConstGEP1_32(
        builder.getInt8Ty(), read(Intrinsic::amdgcn_implicitarg_ptr), offset);
    return builder.CreateZExt(builder.CreateLoad(type, address),
                              builder.getInt32Ty());
  };
  switch (number) {
  case gpu::Number::Thread:
    return read(Intrinsic::amdgcn_workitem_id_x);
  case gpu::Number::Block:
    return read(Intrinsic::amdgcn_workgroup_id_x);
  case gpu::Number::Blocks:
    return load(builder.getInt32Ty(), 0);
  case gpu::Number::ThreadsOfBlock:
    return load(builder.getInt16Ty(), 12);
  }
  llvm_unreachable("no such number");
}

Value *AmdMachine::uniform(Builder &builder, Value *value) const {
  return builder.CreateIntrinsic(Intrinsic::amdgcn_readfirstlane,
                                 {value->getType()}, {value});
}

namespace {

/// A move between the lanes of a row of 16, while the value is read.
Value *moveInRow(Builder &builder, Value *word, uint32_t control) {
  const uint32_t all = 0xf;
  return builder.CreateIntrinsic(
      Intrinsic::amdgcn_update_dpp, {word->getType()},
      {llvm::PoisonValue::get(word->getType()), word, builder.getInt32(control),
       builder.getInt32(all), builder.getInt32(all), builder.getTrue()});
}

} // namespace

Value *AmdMachine::exchange(Builder &builder, Value *word, Value *lane,
                            uint32_t bits) const {
  switch (bits) {
  case 1: // quad_perm:[1,0,3,2]
    return moveInRow(builder, word, 0xB1);
  case 2: // quad_perm:[2,3,0,1]
    return moveInRow(builder, word, 0x4E);
  case 8: // row_ror:8
    return moveInRow(builder, word, 0x128);
  case 4:
  case 16:
    // Through LDS, which is not written: in 32 lanes, a constant pattern,
    // (lane & 0x1f) ^ bits.
    return builder.CreateIntrinsic(Intrinsic::amdgcn_ds_swizzle, {},
                                   {word, builder.getInt32(bits << 10 | 0x1f)});
  default:
    return shuffle(builder, word, builder.CreateXor(lane, bits));
  }
}

Value *AmdMachine::shuffle(Builder &builder, Value *word, Value *from) const {
  // By the address of the lane's word.
  return builder.CreateIntrinsic(Intrinsic::amdgcn_ds_bpermute, {},
                                 {builder.CreateShl(from, 2), word});
}

Value *AmdMachine::ballot(Builder &builder, Value *condition) const {
  return builder.CreateIntrinsic(
      Intrinsic::amdgcn_ballot,
      {builder.getIntNTy(static_cast<unsigned>(row.threads.lanes))},
      {condition});
}

void AmdMachine::warpBarrier(Builder &builder) const {
  const llvm::SyncScope::ID warp =
      builder.getContext().getOrInsertSyncScopeID("wavefront");
  builder.CreateFence(llvm::AtomicOrdering::Release, warp);
  builder.CreateIntrinsic(Intrinsic::amdgcn_wave_barrier,
                          llvm::ArrayRef<Value *>());
  builder.CreateFence(llvm::AtomicOrdering::Acquire, warp);
}

void AmdMachine::barrier(Builder &builder) const {
  // The instruction waits for waves, not for what they have written.
  const llvm::SyncScope::ID block =
      builder.getContext().getOrInsertSyncScopeID("workgroup");
  builder.CreateFence(llvm::AtomicOrdering::Release, block);
  builder.CreateIntrinsic(Intrinsic::amdgcn_s_barrier,
                          llvm::ArrayRef<Value *>());
  builder.CreateFence(llvm::AtomicOrdering::Acquire, block);
}

llvm::GlobalVariable *AmdMachine::sharedMemory(llvm::Module &module,
                                               const std::string &name,
                                               int64_t bytes) const {
  auto *type = llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()),
                                    static_cast<uint64_t>(bytes));
  return new llvm::GlobalVariable(
      module, type, /*isConstant=*/false, llvm::GlobalValue::InternalLinkage,
      llvm::PoisonValue::get(type), name, nullptr,
      llvm::GlobalValue::NotThreadLocal, gpu::sharedSpace);
}

namespace {

llvm::FunctionType *typeOf(Builder &builder,
                           const MatrixInstruction &instruction) {
  return Intrinsic::getType(builder.getContext(),
                            Intrinsic::lookupIntrinsicID(instruction.name));
}

} // namespace

Pieces AmdMachine::operand(Builder &builder,
                           const MatrixInstruction &instruction,
                           llvm::ArrayRef<Value *> elements) const {
  return {builder.CreateBitCast(code::fromScalars(builder, elements),
                                typeOf(builder, instruction)->getParamType(0))};
}

Pieces AmdMachine::multiply(Builder &builder,
                            const MatrixInstruction &instruction,
                            llvm::ArrayRef<Value *> lhs,
                            llvm::ArrayRef<Value *> rhs,
                            llvm::ArrayRef<Value *> sums) const {
  // Three settings that repeat or move blocks of operands: none.
  Value *none = builder.getInt32(0);
  Value *result = builder.CreateIntrinsic(
      Intrinsic::lookupIntrinsicID(instruction.name), {},
      {lhs[0], rhs[0], code::fromScalars(builder, sums), none, none, none});
  Pieces after;
  for (size_t i = 0; i < sums.size(); ++i) {
    after.push_back(
        code::extractLane(builder, result, static_cast<int64_t>(i)));
  }
  return after;
}

std::unique_ptr<gpu::GpuMachine> createAmdMachine(Machine row) {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTarget();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUAsmPrinter();
  });
  return std::make_unique<AmdMachine>(std::move(row));
}

} // namespace weft::amd
