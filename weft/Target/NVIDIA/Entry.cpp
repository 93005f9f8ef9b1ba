// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/NVIDIA/Entry.h"

#include "weft/Target/Code/Types.h"

#include <llvm/IR/CallingConv.h>

namespace weft::nvidia {

llvm::Function *createEntry(llvm::Module &module, tile::KernelOp kernel,
                            int64_t alignment,
                            llvm::ArrayRef<llvm::Type *> more) {
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
  function->setCallingConv(llvm::CallingConv::PTX_Kernel);
  function->setDoesNotThrow();
  bool anyAlias = false;
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i) {
    anyAlias |= kernel.getArgAttr(i, tile::aliasesAttributeName) != nullptr;
  }
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i) {
    if (!llvm::isa<tile::RefType>(kernel.getArgumentTypes()[i])) {
      continue;
    }
    llvm::Argument *argument = function->getArg(i);
    auto own =
        kernel.getArgAttrOfType<mlir::IntegerAttr>(i, tile::alignAttributeName);
    argument->addAttr(llvm::Attribute::getWithAlignment(
        context,
        llvm::Align(static_cast<uint64_t>(own ? own.getInt() : alignment))));
    if (!anyAlias) {
      argument->addAttr(llvm::Attribute::NoAlias);
    }
    if (kernel.getArgAttr(i, tile::readonlyAttributeName)) {
      argument->addAttr(llvm::Attribute::ReadOnly);
    }
  }
  return function;
}

} // namespace weft::nvidia
