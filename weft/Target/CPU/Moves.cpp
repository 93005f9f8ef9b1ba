// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/CPU/Moves.h"

#include "weft/Target/Code/FloatConversion.h"

namespace weft::cpu {
namespace {

using llvm::Value;

/// A function of the module, made when it is first asked for; `write` fills it.
llvm::Function *
findOrCreate(KernelEmitter &emitter, const std::string &name,
             llvm::ArrayRef<llvm::Type *> arguments,
             llvm::function_ref<void(Builder &, llvm::Function *)> write) {
  llvm::Module &module =
      *emitter.builder.GetInsertBlock()->getParent()->getParent();
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

} // namespace

void emitMove(KernelEmitter &emitter, mlir::Type element, Value *to,
              Value *from, Value *count) {
  const int64_t bytes = memoryBytes(element);
  Builder &outside = emitter.builder;
  llvm::Type *pointer = outside.getPtrTy();
  llvm::Type *unit = outside.getIntNTy(static_cast<unsigned>(8 * bytes));
  llvm::Function *function = findOrCreate(
      emitter, "weft.move." + std::to_string(bytes),
      {pointer, pointer, outside.getInt64Ty()},
      [&](Builder &builder, llvm::Function *self) {
        const llvm::Align align(static_cast<uint64_t>(bytes));
        emitLoop(builder, builder.getInt64(0), self->getArg(2), [&](Value *i) {
          Value *value = builder.CreateAlignedLoad(
              unit, builder.CreateGEP(unit, self->getArg(1), i), align);
          builder.CreateAlignedStore(
              value, builder.CreateGEP(unit, self->getArg(0), i), align);
        });
      });
  outside.CreateCall(function, {to, from, count})
      ->setCallingConv(function->getCallingConv());
}

void emitFill(KernelEmitter &emitter, mlir::Type element, Value *to,
              Value *scalar, Value *count) {
  const int64_t bytes = memoryBytes(element);
  Builder &outside = emitter.builder;
  llvm::Type *unit = outside.getIntNTy(static_cast<unsigned>(8 * bytes));
  llvm::Function *function = findOrCreate(
      emitter, "weft.fill." + std::to_string(bytes),
      {outside.getPtrTy(), unit, outside.getInt64Ty()},
      [&](Builder &builder, llvm::Function *self) {
        emitLoop(builder, builder.getInt64(0), self->getArg(2), [&](Value *i) {
          builder.CreateAlignedStore(
              self->getArg(1), builder.CreateGEP(unit, self->getArg(0), i),
              llvm::Align(static_cast<uint64_t>(bytes)));
        });
      });
  Value *code = scalar->getType()->isFloatingPointTy()
                    ? bitsOf(outside, scalar)
                    : outside.CreateZExt(scalar, unit);
  outside.CreateCall(function, {to, code, count})
      ->setCallingConv(function->getCallingConv());
}

} // namespace weft::cpu
