// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/CPU/EmitGlue.h"

#include "weft/Plan/Memory/Annotations.h"
#include "weft/Support/PlantedFault.h"
#include "weft/Target/CPU/Interrupt.h"

#include <llvm/ADT/TypeSwitch.h>
#include <llvm/IR/IRBuilder.h>

using namespace mlir;

namespace weft::cpu {
namespace {

std::string describe(Operation *op) {
  return "'" + op->getName().getStringRef().str() + "'";
}

/// Begins a kernel: its programs copy `each` bytes each, of `bytes`, from one
/// entry of its table to another.
void emitCopyOfPrograms(llvm::Function &kernel, uint64_t source,
                        uint64_t target, int64_t bytes, int64_t each) {
  kernel.setDoesNotThrow();
  kernel.addFnAttr("frame-pointer", "all");
  llvm::IRBuilder<> builder(
      llvm::BasicBlock::Create(kernel.getContext(), "entry", &kernel));
  auto entry = [&](uint64_t position) {
    return builder.CreateLoad(
        builder.getPtrTy(),
        builder.CreateConstInBoundsGEP1_64(builder.getPtrTy(), kernel.getArg(0),
                                           position));
  };
  llvm::Value *from = entry(source);
  llvm::Value *to = entry(target);
  llvm::Value *piece = builder.getInt64(each);
  llvm::Value *begin = builder.CreateMul(kernel.getArg(1), piece);
  llvm::Value *end = builder.CreateBinaryIntrinsic(
      llvm::Intrinsic::umin, builder.CreateMul(kernel.getArg(2), piece),
      builder.getInt64(bytes));
  builder.CreateMemCpy(
      builder.CreateInBoundsGEP(builder.getInt8Ty(), to, begin), llvm::Align(1),
      builder.CreateInBoundsGEP(builder.getInt8Ty(), from, begin),
      llvm::Align(1), builder.CreateSub(end, begin));
}

class GlueEmitter {
public:
  GlueEmitter(llvm::function_ref<const KernelCode &(plan::KernelOp)> codeOf,
              llvm::function_ref<int64_t(plan::CopyOp)> threadsOf,
              llvm::Module &module)
      : codeOf(codeOf), threadsOf(threadsOf), module(module),
        builder(module.getContext()) {}

  StatusOr<Glue> emit(plan::ProgramOp program);

private:
  using Address = llvm::Value *;

  void begin();

  Status emitBlock(Block &block);
  Status emitOperation(Operation &op);
  Status emitKernel(plan::KernelOp kernel);
  Status emitCall(Operation *call, ValueRange inputs, ValueRange results);
  Status emitCheck(plan::CheckOp check);
  Status emitWhile(plan::WhileOp loop);
  Status emitCase(plan::CaseOp branch);
  void emitView(plan::ViewOp view);
  void emitCopy(plan::CopyOp copy);
  /// Whether the programs of the kernel that follows make a copy, each the part
  /// that it has to itself and goes over next.
  bool isMadeInParts(plan::CopyOp copy);
  /// Such a kernel: its programs first copy their parts of `bytes`, from what
  /// the entry `source` of its table names.
  llvm::Function *copyingKernel(llvm::FunctionCallee kernel,
                                const KernelCode &code, int64_t bytes,
                                uint64_t source);
  /// Whether two values of so many bytes surely have no byte in common.
  bool areApart(Value a, Value b, int64_t bytes) const;
  /// A kernel of programs that copy `each` bytes each, of `bytes`.
  llvm::Function *copyKernel(int64_t bytes, int64_t each);
  /// Runs a kernel over all its programs, on free threads, too.
  void callInParallel(llvm::Value *kernel, llvm::Value *pointers,
                      int64_t programs, int64_t grain, int64_t scratchBytes);
  void emitId(Value result, size_t fieldOffset);

  /// Where a value lies, with its address computed at the builder's position.
  Address addressOf(Value value);
  Address placed(plan::PlaceAttr place);
  /// The addresses of values that have bytes, as a table in memory.
  llvm::Value *tableOf(ValueRange inputs, llvm::ArrayRef<int64_t> ownConstants,
                       ValueRange outputs);
  /// Makes room for it where it is the last entry.
  void addToTable(uint64_t position, Address address) {
    builder.CreateStore(address, builder.CreateConstInBoundsGEP1_64(
                                     builder.getPtrTy(), table, position));
    tableSize = std::max(tableSize, position + 1);
  }
  llvm::Value *loadInteger(Value value);
  /// Leaves the function if the run is to end.
  void returnIfCancelled();
  /// Leaves the function with `code` unless it is zero.
  void returnUnlessZero(llvm::Value *code);
  llvm::Value *field(size_t offset, llvm::Type *type);
  llvm::Value *service(size_t offset);
  llvm::BasicBlock *addBlock(const llvm::Twine &name) {
    return llvm::BasicBlock::Create(module.getContext(), name, function);
  }

  llvm::function_ref<const KernelCode &(plan::KernelOp)> codeOf;
  llvm::function_ref<int64_t(plan::CopyOp)> threadsOf;
  llvm::Module &module;
  llvm::IRBuilder<> builder;
  Glue glue;

  llvm::Function *function = nullptr;
  llvm::FunctionType *kernelType = nullptr;
  llvm::Value *arguments = nullptr;
  llvm::Value *results = nullptr;
  llvm::Value *temp = nullptr;
  llvm::Value *constants = nullptr;
  llvm::Value *run = nullptr;
  llvm::Value *services = nullptr;
  /// One table of addresses serves all calls, one after the other.
  llvm::AllocaInst *table = nullptr;
  uint64_t tableSize = 1;
  /// Entries of the latest table.
  uint64_t tableUsed = 0;
  /// Values whose address depends on the run: views at an index.
  llvm::DenseMap<Value, Address> addresses;
};

llvm::Value *GlueEmitter::field(size_t offset, llvm::Type *type) {
  llvm::Value *frame = function->getArg(0);
  return builder.CreateAlignedLoad(
      type,
      builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), frame, offset),
      llvm::Align(type->isPointerTy() ? 8 : 4));
}

llvm::Value *GlueEmitter::service(size_t offset) {
  return builder.CreateLoad(builder.getPtrTy(),
                            builder.CreateConstInBoundsGEP1_64(
                                builder.getInt8Ty(), services, offset));
}

void GlueEmitter::begin() {
  llvm::Type *pointer = builder.getPtrTy();
  llvm::Type *word = builder.getInt64Ty();
  kernelType = llvm::FunctionType::get(builder.getVoidTy(),
                                       {pointer, word, word, pointer}, false);
  function = llvm::Function::Create(
      llvm::FunctionType::get(builder.getInt32Ty(), {pointer}, false),
      llvm::Function::ExternalLinkage, kEntrySymbol, module);
  function->setDoesNotThrow();
  function->addFnAttr("frame-pointer", "all");
  builder.SetInsertPoint(addBlock("entry"));
  services = field(offsetof(NativeFrame, services), pointer);
  run = field(offsetof(NativeFrame, run), pointer);
  arguments = field(offsetof(NativeFrame, arguments), pointer);
  results = field(offsetof(NativeFrame, results), pointer);
  temp = field(offsetof(NativeFrame, temp), pointer);
  constants = field(offsetof(NativeFrame, constants), pointer);
  table = builder.CreateAlloca(pointer, builder.getInt64(1), "table");
}

StatusOr<Glue> GlueEmitter::emit(plan::ProgramOp program) {
  if (!program.isAtLeast(plan::Stage::Placed)) {
    return Status::internal("native code is made of placed plans only");
  }
  begin();
  WEFT_RETURN_IF_ERROR(emitBlock(program.getBody().front()));
  builder.CreateRet(builder.getInt32(0));
  table->setOperand(0, builder.getInt64(tableSize));
  return std::move(glue);
}

Status GlueEmitter::emitBlock(Block &block) {
  // Long programs can be stopped on the way. It also keeps the blocks of code
  // short: what LLVM takes for one grows with its square.
  constexpr size_t kStepsBetweenChecks = 48;
  for (auto [i, op] : llvm::enumerate(block.without_terminator())) {
    if (i % kStepsBetweenChecks == kStepsBetweenChecks - 1) {
      returnIfCancelled();
    }
    WEFT_RETURN_IF_ERROR(emitOperation(op));
  }
  return Status::success();
}

Status GlueEmitter::emitOperation(Operation &op) {
  return llvm::TypeSwitch<Operation *, Status>(&op)
      .Case([&](plan::KernelOp kernel) { return emitKernel(kernel); })
      .Case<plan::FfiOp, plan::CallbackOp, plan::CollectiveOp>([&](auto call) {
        return emitCall(call, call.getInputs(), call.getResults());
      })
      // The call is made where its results are waited for: the operands are
      // kept until then.
      .Case([](plan::StartOp) { return Status::success(); })
      .Case([&](plan::DoneOp done) {
        auto start = done.getPending().getDefiningOp<plan::StartOp>();
        if (!start) {
          return Status::unimplemented(
              "waiting for what another block started has no native code");
        }
        return emitCall(start, start.getInputs(), done.getResults());
      })
      .Case([&](plan::CheckOp check) { return emitCheck(check); })
      .Case([&](plan::WhileOp loop) { return emitWhile(loop); })
      .Case([&](plan::CaseOp branch) { return emitCase(branch); })
      .Case([&](plan::ViewOp view) {
        emitView(view);
        return Status::success();
      })
      .Case([&](plan::CopyOp copy) {
        emitCopy(copy);
        return Status::success();
      })
      .Case([&](plan::PartitionIdOp id) {
        emitId(id.getResult(), offsetof(NativeFrame, partition));
        return Status::success();
      })
      .Case([&](plan::ReplicaIdOp id) {
        emitId(id.getResult(), offsetof(NativeFrame, replica));
        return Status::success();
      })
      // Their results lie where their operands or the constants do.
      .Case<plan::ConstantOp, plan::BarrierOp, plan::TokenOp>(
          [](Operation *) { return Status::success(); })
      .Default([](Operation *other) {
        return Status::unimplemented(describe(other) +
                                     " has no native code on the CPU");
      });
}

GlueEmitter::Address GlueEmitter::placed(plan::PlaceAttr place) {
  auto fromTable = [&](llvm::Value *bases) {
    return builder.CreateLoad(builder.getPtrTy(),
                              builder.CreateConstInBoundsGEP1_64(
                                  builder.getPtrTy(), bases, place.getIndex()));
  };
  llvm::Value *base = nullptr;
  switch (place.getArena()) {
  case plan::Arena::Argument:
    base = fromTable(arguments);
    break;
  case plan::Arena::Result:
    base = fromTable(results);
    break;
  case plan::Arena::Constants:
    base = constants;
    break;
  case plan::Arena::Temp:
    base = temp;
    break;
  case plan::Arena::None:
    return llvm::ConstantPointerNull::get(builder.getPtrTy());
  }
  return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base,
                                            place.getOffset());
}

GlueEmitter::Address GlueEmitter::addressOf(Value value) {
  if (Address address = addresses.lookup(value)) {
    return address;
  }
  return placed(plan::placeOf(value));
}

llvm::Value *GlueEmitter::tableOf(ValueRange inputs,
                                  llvm::ArrayRef<int64_t> ownConstants,
                                  ValueRange outputs) {
  uint64_t position = 0;
  auto add = [&](Address address) { addToTable(position++, address); };
  for (Value value : inputs) {
    if (plan::hasBytes(value.getType())) {
      add(addressOf(value));
    }
  }
  for (int64_t offset : ownConstants) {
    add(builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), constants,
                                           offset));
  }
  for (Value value : outputs) {
    if (plan::hasBytes(value.getType())) {
      add(addressOf(value));
    }
  }
  tableUsed = position;
  return table;
}

Status GlueEmitter::emitKernel(plan::KernelOp kernel) {
  const KernelCode &code = codeOf(kernel);
  if (code.function == nullptr) {
    return Status::success();
  }
  llvm::FunctionCallee callee =
      module.getOrInsertFunction(code.function->getName(), kernelType);
  SmallVector<Value> stored;
  for (Value result : kernel.getResults()) {
    if (plan::byteSize(result.getType()) != 0) {
      stored.push_back(result);
    }
  }
  llvm::Value *pointers = tableOf(kernel.getInputs(), code.constants, stored);
  glue.scratchBytes = std::max(glue.scratchBytes, code.scratchBytes);
  const bool isInterruptible = hasMarkedIterations(*code.function);
  if (isInterruptible) {
    addToTable(tableUsed,
               field(offsetof(NativeFrame, cancelled), builder.getPtrTy()));
    makeInterruptible(*code.function, tableUsed);
  }
  auto copy = llvm::dyn_cast_or_null<plan::CopyOp>(kernel->getPrevNode());
  if (copy && isMadeInParts(copy)) {
    const uint64_t source = tableUsed + (isInterruptible ? 1 : 0);
    addToTable(source, addressOf(copy.getSource()));
    callee = copyingKernel(callee, code,
                           plan::byteSize(copy.getResult().getType()), source);
  }
  if (code.grain == 0) {
    llvm::Value *scratch =
        field(offsetof(NativeFrame, scratch), builder.getPtrTy());
    builder.CreateCall(callee, {pointers, builder.getInt64(0),
                                builder.getInt64(code.programs), scratch});
    if (isInterruptible) {
      returnIfCancelled();
    }
    return Status::success();
  }
  callInParallel(callee.getCallee(), pointers, code.programs, code.grain,
                 code.scratchBytes);
  if (isInterruptible) {
    returnIfCancelled();
  }
  return Status::success();
}

void GlueEmitter::callInParallel(llvm::Value *kernel, llvm::Value *pointers,
                                 int64_t programs, int64_t grain,
                                 int64_t scratchBytes) {
  llvm::Type *word = builder.getInt64Ty();
  llvm::Type *pointer = builder.getPtrTy();
  auto *type = llvm::FunctionType::get(
      builder.getVoidTy(), {pointer, pointer, pointer, word, word, word},
      false);
  builder.CreateCall(type, service(offsetof(NativeServices, parallel)),
                     {run, kernel, pointers, builder.getInt64(programs),
                      builder.getInt64(grain), builder.getInt64(scratchBytes)});
}

void GlueEmitter::returnIfCancelled() {
  llvm::BasicBlock *cancelled = addBlock("cancelled");
  llvm::BasicBlock *next = addBlock("next");
  llvm::Value *flag =
      field(offsetof(NativeFrame, cancelled), builder.getPtrTy());
  builder.CreateCondBr(emitIsAsked(builder, flag), cancelled, next);
  builder.SetInsertPoint(cancelled);
  builder.CreateRet(builder.getInt32(kRunCancelled));
  builder.SetInsertPoint(next);
}

void GlueEmitter::returnUnlessZero(llvm::Value *code) {
  llvm::BasicBlock *failed = addBlock("failed");
  llvm::BasicBlock *next = addBlock("next");
  builder.CreateCondBr(builder.CreateIsNull(code), next, failed);
  builder.SetInsertPoint(failed);
  builder.CreateRet(code);
  builder.SetInsertPoint(next);
}

Status GlueEmitter::emitCall(Operation *call, ValueRange inputs,
                             ValueRange outputs) {
  auto site = static_cast<uint32_t>(glue.calls.size());
  glue.calls.push_back(call);
  llvm::Value *pointers = tableOf(inputs, {}, outputs);
  auto *type = llvm::FunctionType::get(
      builder.getInt32Ty(),
      {builder.getPtrTy(), builder.getInt32Ty(), builder.getPtrTy()}, false);
  returnUnlessZero(builder.CreateCall(type,
                                      service(offsetof(NativeServices, call)),
                                      {run, builder.getInt32(site), pointers}));
  return Status::success();
}

Status GlueEmitter::emitCheck(plan::CheckOp check) {
  auto site = static_cast<uint32_t>(glue.checks.size());
  glue.checks.push_back(check);
  llvm::BasicBlock *violated = addBlock("violated");
  llvm::BasicBlock *next = addBlock("checked");
  builder.CreateCondBr(builder.CreateIsNull(loadInteger(check.getFlag())),
                       violated, next);
  builder.SetInsertPoint(violated);
  auto *type = llvm::FunctionType::get(
      builder.getInt32Ty(), {builder.getPtrTy(), builder.getInt32Ty()}, false);
  llvm::Value *code =
      builder.CreateCall(type, service(offsetof(NativeServices, fail)),
                         {run, builder.getInt32(site)});
  returnUnlessZero(code);
  builder.CreateBr(next);
  builder.SetInsertPoint(next);
  return Status::success();
}

/// A scalar of the plan as i64, extended as its type says. Booleans take one
/// byte in memory; of other numbers narrower than a byte its low bits count.
llvm::Value *GlueEmitter::loadInteger(Value value) {
  Type element = cast<RankedTensorType>(value.getType()).getElementType();
  auto bytes = static_cast<unsigned>(*plan::elementBytes(element));
  llvm::Type *type = builder.getIntNTy(8 * bytes);
  llvm::Value *loaded =
      builder.CreateAlignedLoad(type, addressOf(value), llvm::Align(1));
  unsigned bits = element.getIntOrFloatBitWidth();
  if (bits > 1 && bits < 8) {
    loaded = builder.CreateTrunc(loaded, builder.getIntNTy(bits));
  }
  if (element.isUnsignedInteger() || element.isInteger(1)) {
    return builder.CreateZExt(loaded, builder.getInt64Ty());
  }
  return builder.CreateSExt(loaded, builder.getInt64Ty());
}

Status GlueEmitter::emitWhile(plan::WhileOp loop) {
  llvm::BasicBlock *test = addBlock("while.test");
  llvm::BasicBlock *body = addBlock("while.body");
  llvm::BasicBlock *end = addBlock("while.end");
  llvm::BasicBlock *before = builder.GetInsertBlock();
  builder.CreateBr(test);

  builder.SetInsertPoint(test);
  llvm::PHINode *turn = nullptr;
  if (loop.getCounted()) {
    turn = builder.CreatePHI(builder.getInt64Ty(), 2, "turn");
    turn->addIncoming(builder.getInt64(0), before);
    builder.CreateCondBr(
        builder.CreateICmpULT(turn, builder.getInt64(*loop.getTrip())), body,
        end);
  } else {
    WEFT_RETURN_IF_ERROR(emitBlock(loop.getCond().front()));
    llvm::Value *again = loadInteger(loop.getCondYield()->getOperand(0));
    builder.CreateCondBr(builder.CreateIsNull(again), end, body);
  }

  builder.SetInsertPoint(body);
  returnIfCancelled();
  WEFT_RETURN_IF_ERROR(emitBlock(loop.getBody().front()));
  if (turn) {
    turn->addIncoming(builder.CreateAdd(turn, builder.getInt64(1)),
                      builder.GetInsertBlock());
  }
  // What the body yields lies where its arguments do: that is what sharing
  // storage means for a loop (P9).
  builder.CreateBr(test);

  builder.SetInsertPoint(end);
  return Status::success();
}

Status GlueEmitter::emitCase(plan::CaseOp branch) {
  llvm::BasicBlock *end = addBlock("case.end");
  unsigned count = branch.getBranches().size();
  SmallVector<llvm::BasicBlock *> blocks;
  for (unsigned i = 0; i != count; ++i) {
    blocks.push_back(addBlock("case." + llvm::Twine(i)));
  }
  llvm::Value *index = loadInteger(branch.getIndex());
  // Out of range on either side is the last branch.
  llvm::BasicBlock *other =
      isPlanted(Fault::LastBranchIsFirst) ? blocks.front() : blocks.back();
  llvm::SwitchInst *chosen = builder.CreateSwitch(index, other, count - 1);
  for (unsigned i = 0; i + 1 < count; ++i) {
    chosen->addCase(builder.getInt64(i), blocks[i]);
  }
  for (unsigned i = 0; i != count; ++i) {
    builder.SetInsertPoint(blocks[i]);
    WEFT_RETURN_IF_ERROR(emitBlock(branch.getBranches()[i].front()));
    builder.CreateBr(end);
  }
  builder.SetInsertPoint(end);
  return Status::success();
}

void GlueEmitter::emitView(plan::ViewOp view) {
  if (!view.getIndex()) {
    if (Address source = addresses.lookup(view.getSource())) {
      addresses[view.getResult()] = builder.CreateConstInBoundsGEP1_64(
          builder.getInt8Ty(), source, view.getOffset());
    }
    return;
  }
  llvm::Value *index = loadInteger(view.getIndex());
  llvm::Value *zero = builder.getInt64(0);
  index = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, index, zero);
  index = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smin, index,
                                        builder.getInt64(view.getLastIndex()));
  llvm::Value *offset = builder.CreateAdd(
      builder.CreateMul(index, builder.getInt64(view.getStride())),
      builder.getInt64(view.getOffset()));
  addresses[view.getResult()] = builder.CreateInBoundsGEP(
      builder.getInt8Ty(), addressOf(view.getSource()), offset);
}

void GlueEmitter::emitCopy(plan::CopyOp copy) {
  // Only the borders of a program have layouts, and the runtime transposes
  // those.
  const int64_t bytes = plan::byteSize(copy.getResult().getType());
  const int64_t threads = threadsOf(copy);
  if (isMadeInParts(copy)) {
    return;
  }
  if (threads > 1 && areApart(copy.getSource(), copy.getResult(), bytes)) {
    const auto each = static_cast<int64_t>(
        llvm::alignTo(llvm::divideCeil(bytes, threads), kNativeAlignment));
    llvm::Value *pointers = tableOf(copy.getSource(), {}, copy.getResult());
    callInParallel(copyKernel(bytes, each), pointers,
                   llvm::divideCeil(bytes, each), /*grain=*/1,
                   /*scratchBytes=*/0);
    return;
  }
  builder.CreateMemMove(addressOf(copy.getResult()), llvm::Align(1),
                        addressOf(copy.getSource()), llvm::Align(1), bytes);
}

bool GlueEmitter::isMadeInParts(plan::CopyOp copy) {
  auto kernel = llvm::dyn_cast_or_null<plan::KernelOp>(copy->getNextNode());
  if (!kernel || !copy.getResult().hasOneUse() ||
      !llvm::is_contained(kernel.getInputs(), copy.getResult())) {
    return false;
  }
  const KernelCode &code = codeOf(kernel);
  const int64_t bytes = plan::byteSize(copy.getResult().getType());
  return code.grain > 0 && code.partBytes > 0 &&
         threadsOf(copy) <= code.programs &&
         plan::placeOf(kernel->getResult(0)) ==
             plan::placeOf(copy.getResult()) &&
         areApart(copy.getSource(), copy.getResult(), bytes);
}

llvm::Function *GlueEmitter::copyingKernel(llvm::FunctionCallee kernel,
                                           const KernelCode &code,
                                           int64_t bytes, uint64_t source) {
  const std::string name = ("weft.copy_and." + code.function->getName()).str();
  if (llvm::Function *existing = module.getFunction(name)) {
    return existing;
  }
  auto *copying = llvm::Function::Create(
      kernelType, llvm::Function::InternalLinkage, name, module);
  emitCopyOfPrograms(*copying, source, tableUsed - 1, bytes, code.partBytes);
  llvm::IRBuilder<> inside(&copying->back());
  llvm::SmallVector<llvm::Value *> arguments;
  for (llvm::Argument &argument : copying->args()) {
    arguments.push_back(&argument);
  }
  inside.CreateCall(kernel, arguments);
  inside.CreateRetVoid();
  return copying;
}

bool GlueEmitter::areApart(Value a, Value b, int64_t bytes) const {
  if (addresses.contains(a) || addresses.contains(b)) {
    return false;
  }
  plan::PlaceAttr first = plan::placeOf(a);
  plan::PlaceAttr second = plan::placeOf(b);
  return first.getArena() != second.getArena() ||
         first.getIndex() != second.getIndex() ||
         std::abs(first.getOffset() - second.getOffset()) >= bytes;
}

llvm::Function *GlueEmitter::copyKernel(int64_t bytes, int64_t each) {
  const std::string name = "weft.copy." + std::to_string(bytes);
  if (llvm::Function *existing = module.getFunction(name)) {
    return existing;
  }
  auto *kernel = llvm::Function::Create(
      kernelType, llvm::Function::InternalLinkage, name, module);
  emitCopyOfPrograms(*kernel, 0, 1, bytes, each);
  llvm::IRBuilder<>(&kernel->back()).CreateRetVoid();
  return kernel;
}

void GlueEmitter::emitId(Value result, size_t fieldOffset) {
  builder.CreateStore(field(fieldOffset, builder.getInt32Ty()),
                      addressOf(result));
}

} // namespace

StatusOr<Glue>
emitGlue(plan::ProgramOp program,
         llvm::function_ref<const KernelCode &(plan::KernelOp)> codeOf,
         llvm::function_ref<int64_t(plan::CopyOp)> threadsOf,
         llvm::Module &module) {
  return GlueEmitter(codeOf, threadsOf, module).emit(program);
}

} // namespace weft::cpu
