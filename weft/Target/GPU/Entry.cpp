// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/GPU/Entry.h"

#include "weft/Target/Code/Types.h"
#include "weft/Tile/IR/ArgumentUses.h"

namespace weft::gpu {

llvm::Function *createEntry(llvm::Module &module, tile::KernelOp kernel,
                            const GpuMachine &gpu, int64_t threads,
                            bool exactly, llvm::ArrayRef<llvm::Type *> more) {
  llvm::LLVMContext &context = module.getContext();
  llvm::SmallVector<llvm::Type *> types;
  for (mlir::Type type : kernel.getArgumentTypes()) {
    types.push_back(llvm::isa<tile::RefType>(type)
                        ? llvm::PointerType::get(context, globalSpace)
                        : code::memoryType(type, context));
  }
  llvm::append_range(types, more);
  auto *function = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(context), types, false),
      llvm::Function::ExternalLinkage, kernel.getSymName(), module);
  gpu.makeEntry(*function, threads, exactly);
  function->setDoesNotThrow();
  // What a barrier orders is seen by other threads, which LLVM would not expect
  // of memory that only this function knows.
  bool anyBarrier = false;
  kernel.getBody().walk([&](tile::BarrierOp) { anyBarrier = true; });
  const llvm::SmallVector<tile::ArgumentUse> uses = tile::argumentUses(kernel);
  const bool anyAlias = tile::writesOverArguments(kernel);
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i) {
    if (!llvm::isa<tile::RefType>(kernel.getArgumentTypes()[i])) {
      continue;
    }
    llvm::Argument *argument = function->getArg(i);
    auto own =
        kernel.getArgAttrOfType<mlir::IntegerAttr>(i, tile::alignAttributeName);
    argument->addAttr(llvm::Attribute::getWithAlignment(
        context, llvm::Align(static_cast<uint64_t>(
                     own ? own.getInt() : gpu.row.vectorBytes))));
    if (!anyAlias && !(anyBarrier && uses[i].isWritten)) {
      argument->addAttr(llvm::Attribute::NoAlias);
    }
    if (kernel.getArgAttr(i, tile::readonlyAttributeName)) {
      argument->addAttr(llvm::Attribute::ReadOnly);
    }
  }
  return function;
}

} // namespace weft::gpu
