// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/Moves.h"

#include "weft/Target/CPU/KernelEmitter.h"

namespace weft::cpu {
namespace {

using llvm::Value;

/// A function of the module, made when it is first asked for; `write` fills it.
llvm::Function *
findOrCreate(llvm::Module &module, const std::string &name,
             llvm::ArrayRef<llvm::Type *> arguments,
             llvm::function_ref<void(Builder &, llvm::Function *)> write) {
  if (llvm::Function *existing = module.getFunction(name)) {
    return existing;
  }
  llvm::LLVMContext &context = module.getContext();
  auto *function = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(context), arguments, false),
      llvm::Function::InternalLinkage, name, module);
  function->setDoesNotThrow();
  function->setWillReturn();
  function->setOnlyAccessesArgMemory();
  function->addFnAttr(llvm::Attribute::NoInline);
  function->setCallingConv(llvm::CallingConv::PreserveAll);
  Builder builder(llvm::BasicBlock::Create(context, "entry", function));
  write(builder, function);
  builder.CreateRetVoid();
  return function;
}

/// Whether calls cost more than loops in place: what LLVM calls preserving all
/// registers keeps halves of those of 64 bytes, and so callers keep them all in
/// memory.
bool losesVectors(const Machine &cpu) {
  return cpu.architecture == Architecture::X86 && cpu.vectorBytes == 64;
}

} // namespace

void KernelEmitter::emitMove(mlir::Type element, Value *to, Value *from,
                             Value *count) {
  if (losesVectors(cpu)) {
    CodeEmitter::emitMove(element, to, from, count);
    return;
  }
  const int64_t bytes = code::memoryBytes(element);
  llvm::Type *pointer = builder.getPtrTy();
  llvm::Type *unit = builder.getIntNTy(static_cast<unsigned>(8 * bytes));
  llvm::Function *function =
      findOrCreate(module, "weft.move." + std::to_string(bytes),
                   {pointer, pointer, builder.getInt64Ty()},
                   [&](Builder &inside, llvm::Function *self) {
                     code::emitMoveLoop(inside, unit, self->getArg(0),
                                        self->getArg(1), self->getArg(2));
                   });
  builder.CreateCall(function, {to, from, count})
      ->setCallingConv(function->getCallingConv());
}

void KernelEmitter::emitFill(mlir::Type element, Value *to, Value *scalar,
                             Value *count) {
  if (losesVectors(cpu)) {
    CodeEmitter::emitFill(element, to, scalar, count);
    return;
  }
  const int64_t bytes = code::memoryBytes(element);
  llvm::Type *unit = builder.getIntNTy(static_cast<unsigned>(8 * bytes));
  llvm::Function *function =
      findOrCreate(module, "weft.fill." + std::to_string(bytes),
                   {builder.getPtrTy(), unit, builder.getInt64Ty()},
                   [&](Builder &inside, llvm::Function *self) {
                     code::emitFillLoop(inside, self->getArg(0),
                                        self->getArg(1), self->getArg(2));
                   });
  builder
      .CreateCall(function, {to, code::emitCode(builder, scalar, unit), count})
      ->setCallingConv(function->getCallingConv());
}

} // namespace weft::cpu
