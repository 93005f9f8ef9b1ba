// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/Math/Formulas.h"

#include <llvm/IR/Module.h>

namespace weft::code {
namespace {

using llvm::SmallVector;
using llvm::Value;

llvm::Function *declare(llvm::Module &module, llvm::StringRef name,
                        size_t arguments) {
  llvm::Type *type = llvm::Type::getDoubleTy(module.getContext());
  auto *function = llvm::cast<llvm::Function>(
      module
          .getOrInsertFunction(
              name,
              llvm::FunctionType::get(
                  type, SmallVector<llvm::Type *>(arguments, type), false))
          .getCallee());
  function->setDoesNotThrow();
  function->setDoesNotAccessMemory();
  function->setWillReturn();
  return function;
}

/// A function that calls another one for each lane, made once per module.
llvm::Function *forEachLane(llvm::Module &module, llvm::StringRef name,
                            llvm::Type *vector, size_t arguments) {
  const int64_t width = widthOf(vector);
  const std::string helper = ("weft." + name + "." + llvm::Twine(width)).str();
  if (llvm::Function *existing = module.getFunction(helper)) {
    return existing;
  }
  llvm::LLVMContext &context = module.getContext();
  auto *function = llvm::Function::Create(
      llvm::FunctionType::get(
          vector, SmallVector<llvm::Type *>(arguments, vector), false),
      llvm::Function::InternalLinkage, helper, module);
  function->setDoesNotThrow();
  function->addFnAttr(llvm::Attribute::NoInline);
  Builder builder(llvm::BasicBlock::Create(context, "entry", function));
  llvm::Type *element = vector->getScalarType();
  SmallVector<Value *> buffers;
  for (llvm::Argument &argument : function->args()) {
    buffers.push_back(builder.CreateAlloca(vector));
    builder.CreateStore(&argument, buffers.back());
  }
  Value *results = builder.CreateAlloca(vector);
  emitLoop(
      builder, builder.getInt64(0), builder.getInt64(width), [&](Value *lane) {
        SmallVector<Value *> scalars;
        for (Value *buffer : buffers) {
          scalars.push_back(builder.CreateLoad(
              element, builder.CreateGEP(element, buffer, lane)));
        }
        Value *result =
            builder.CreateCall(declare(module, name, arguments), scalars);
        builder.CreateStore(result, builder.CreateGEP(element, results, lane));
      });
  builder.CreateRet(builder.CreateLoad(vector, results));
  return function;
}

} // namespace

Real callLibrary(llvm::StringRef name, llvm::ArrayRef<Real> operands) {
  Builder &builder = *operands.front().builder;
  llvm::Module &module = *builder.GetInsertBlock()->getParent()->getParent();
  const bool isDouble = operands.front().isDouble();
  SmallVector<Value *> arguments;
  for (const Real &operand : operands) {
    arguments.push_back(isDouble ? operand.value : toDouble(operand).value);
  }
  llvm::Type *type = arguments.front()->getType();
  llvm::Function *function =
      widthOf(type) == 1 ? declare(module, name, arguments.size())
                         : forEachLane(module, name, type, arguments.size());
  const Real result(builder, builder.CreateCall(function, arguments));
  return isDouble ? result : toSingle(result);
}

} // namespace weft::code
