// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/GPU/GpuMachine.h"

#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstrTypes.h>

#include <limits>

namespace weft::gpu {

llvm::Value *GpuMachine::numberBelow(Builder &builder, Number number,
                                     int64_t end) const {
  llvm::Value *value = this->number(builder, number);
  auto *call = llvm::dyn_cast<llvm::CallBase>(value);
  if (call != nullptr && end <= std::numeric_limits<uint32_t>::max()) {
    call->addRangeRetAttr(llvm::ConstantRange(
        llvm::APInt(32, 0), llvm::APInt(32, static_cast<uint64_t>(end))));
  }
  return value;
}

Pieces GpuMachine::readMatrices(Builder &, llvm::Value *, bool) const {
  llvm_unreachable("asked of a machine that does not read matrices");
}

void GpuMachine::addToNeighbours(Builder &, llvm::Value *,
                                 llvm::ArrayRef<llvm::Value *>) const {
  llvm_unreachable("asked of a machine that adds to one float at a time");
}

llvm::Value *GpuMachine::ordered(Builder &builder, llvm::Value *address) const {
  llvm::Type *type = address->getType();
  return builder.CreateCall(
      llvm::InlineAsm::get(llvm::FunctionType::get(type, {type}, false), "",
                           "=l,0", /*hasSideEffects=*/false),
      {address});
}

void GpuMachine::send(Builder &, llvm::Value *, llvm::Value *, int64_t,
                      llvm::Value *) const {
  llvm_unreachable("asked of a machine that sends nothing");
}
void GpuMachine::commit(Builder &) const {
  llvm_unreachable("asked of a machine that sends nothing");
}
void GpuMachine::await(Builder &, int64_t) const {
  llvm_unreachable("asked of a machine that sends nothing");
}

} // namespace weft::gpu
