// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/CPU/KernelEmitter.h"

#include "weft/Target/Code/LoopBounds.h"
#include "weft/Tile/IR/Memory.h"

#include <llvm/IR/IntrinsicsX86.h>
#include <mlir/Dialect/SCF/IR/SCF.h>

#include <bit>
#include <limits>

namespace weft::cpu {

using mlir::failure;
using mlir::LogicalResult;
using mlir::success;

int64_t chooseLanes(tile::KernelOp kernel, const Machine &cpu) {
  // Booleans take the width of what they choose among; alone they are bytes.
  int64_t narrowest = std::numeric_limits<int64_t>::max();
  int64_t widest = 1;
  // Sides of squares that are transposed in registers, from a few elements on.
  constexpr int64_t smallestSquare = 8;
  int64_t square = std::numeric_limits<int64_t>::max();
  kernel->walk([&](mlir::Operation *op) {
    if (auto transpose = llvm::dyn_cast<tile::TransposeOp>(op)) {
      llvm::ArrayRef<int64_t> shape = transpose.getInput().getType().getShape();
      const int64_t side =
          shape.empty() ? 1
                        : std::min(shape.back(),
                                   shape[transpose.getPermutation().back()]);
      if (side >= smallestSquare) {
        square = std::min(square, side);
      }
    }
    for (mlir::Type type : op->getResultTypes()) {
      auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
      if (!tensor || tensor.getElementType().isInteger(1)) {
        continue;
      }
      const int64_t bytes = code::memoryBytes(tensor.getElementType());
      narrowest = std::min(narrowest, bytes);
      widest = std::max(widest, bytes);
    }
  });
  narrowest = std::min(narrowest, widest);
  int64_t lanes =
      std::min(cpu.vectorBytes / narrowest, 4 * cpu.vectorBytes / widest);
  // Of narrow elements that are only moved, a row of a square is a vector.
  if (widest < 4) {
    lanes = std::min(lanes, square);
  }
  lanes = std::max<int64_t>(1, lanes);
  return static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(lanes)));
}

static code::CodeStyle styleFor(tile::KernelOp kernel, const Machine &cpu) {
  code::CodeStyle style;
  style.machine = "the CPU";
  style.lanes = chooseLanes(kernel, cpu);
  style.splitsLoops = true;
  style.loadsFactorsLate = true;
  style.repeatsFromMemory = cpu.architecture == Architecture::X86;
  style.saturates = cpu.architecture != Architecture::X86;
  style.underflow = cpu.architecture == Architecture::X86
                        ? code::Underflow::ByInteger
                        : code::Underflow::ByProduct;
  style.dividesVectors = cpu.scalableBytes != 0;
  const bool hasAvx512 =
      cpu.architecture == Architecture::X86 && cpu.vectorBytes == 64;
  style.gathers = hasAvx512;
  style.masksLanes = hasAvx512;
  // A division takes as long as two of half the lanes there, and one whose
  // result is subnormal hundreds of cycles, which a conversion takes a third
  // of.
  style.multipliesByInverses = hasAvx512;
  return style;
}

KernelEmitter::KernelEmitter(llvm::Module &module, const Machine &cpu,
                             tile::KernelOp kernel)
    : CodeEmitter(module, kernel, styleFor(kernel, cpu)), cpu(cpu) {}

/// Whether a kernel writes to an argument and does nothing else with it, nor
/// with an array that shares its memory.
static bool isOnlyWritten(tile::KernelOp kernel, mlir::BlockArgument argument) {
  const unsigned number = argument.getArgNumber();
  return !kernel.getArgAttr(number, tile::readonlyAttributeName) &&
         !kernel.getArgAttr(number, tile::aliasesAttributeName) &&
         llvm::all_of(argument.getUsers(), [](mlir::Operation *user) {
           return llvm::isa<tile::StoreOp>(user);
         });
}

void KernelEmitter::findLargeResults() {
  // Processors of the other architecture see that lines are written whole, and
  // do not read them first.
  if (cpu.architecture != Architecture::X86) {
    return;
  }
  // The other half is for what the results are made of.
  const int64_t most = cpu.memories[cpu.memories.size() - 2].bytes / 2;
  for (mlir::BlockArgument argument : kernel().getBlock().getArguments()) {
    auto type = llvm::dyn_cast<tile::RefType>(argument.getType());
    if (type && isOnlyWritten(kernel(), argument) &&
        tile::MemoryPlaces(type).size() *
                code::memoryBytes(type.getElementType()) >
            most) {
      largeResults.insert(argument);
    }
  }
}

void KernelEmitter::createFunction() {
  llvm::LLVMContext &context = module.getContext();
  llvm::Type *pointer = llvm::PointerType::get(context, 0);
  llvm::Type *integer = llvm::Type::getInt64Ty(context);
  auto *type =
      llvm::FunctionType::get(llvm::Type::getVoidTy(context),
                              {pointer, integer, integer, pointer}, false);
  function = llvm::Function::Create(type, llvm::Function::ExternalLinkage,
                                    kernel().getSymName(), module);
  function->setDoesNotThrow();
  function->addFnAttr(llvm::Attribute::NoInline);
  function->addFnAttr("frame-pointer", "non-leaf");
  function->addParamAttr(0, llvm::Attribute::NoAlias);
  function->addParamAttr(0, llvm::Attribute::ReadOnly);
  function->addParamAttr(3, llvm::Attribute::NoAlias);
  function->addParamAttr(
      3, llvm::Attribute::getWithAlignment(context, llvm::Align(64)));
  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "entry", function));
  scratch = function->getArg(3);

  for (mlir::BlockArgument argument : kernel().getBlock().getArguments()) {
    llvm::Value *slot = builder.CreateConstGEP1_64(pointer, function->getArg(0),
                                                   argument.getArgNumber());
    llvm::Value *where =
        builder.CreateAlignedLoad(pointer, slot, llvm::Align(8));
    if (llvm::isa<tile::RefType>(argument.getType())) {
      define(argument, {where});
    } else {
      // A scalar is where the pointer leads, like everything else.
      define(argument, {loadPiece(argument.getType(), where, 1, argument)});
    }
  }
  emitMatrixSetup();
}

LogicalResult KernelEmitter::emitPrograms(llvm::Value *begin,
                                          llvm::Value *end) {
  LogicalResult result = success();
  code::emitLoop(builder, begin, end, [&](llvm::Value *number) {
    program = number;
    result = emitBlock(kernel().getBlock());
  });
  return result;
}

LogicalResult KernelEmitter::emitStretches(const code::LoopBounds &bounds) {
  llvm::Value *at = function->getArg(1);
  llvm::Value *end = function->getArg(2);
  // From where the last ones ended up to a program, or to where this thread's
  // end.
  auto emitUntil = [&](int64_t number) -> LogicalResult {
    llvm::Value *to = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smin, end,
                                                    index(number));
    if (failed(emitPrograms(at, to))) {
      return failure();
    }
    at = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, at, to);
    return success();
  };
  auto emitOthers = [&](int64_t number, int64_t count) -> LogicalResult {
    if (count == 0) {
      return success();
    }
    isUnlikely = true;
    LogicalResult result = emitUntil(number);
    isUnlikely = false;
    return result;
  };
  for (const code::LoopBounds::Stretch &stretch : bounds.stretches()) {
    if (failed(emitOthers(*stretch.begin, stretch.before))) {
      return failure();
    }
    const code::KnownAccesses known(*this, stretch);
    if (failed(emitUntil(*stretch.end))) {
      return failure();
    }
  }
  return emitOthers(static_cast<int64_t>(kernel().getGrid()),
                    bounds.stepsAfter());
}

/// Whether programs are worth being written twice. Where only the last tile
/// reaches beyond an end, all are asked: that costs less than a second copy of
/// the code. Where loops inside do the work it is worth it if they would have
/// to ask, in each of their steps, for what programs alone decide: rows above
/// and below of those that are computed.
static bool isWorthSplitting(tile::KernelOp kernel,
                             const code::LoopBounds &bounds) {
  bool hasLoops = false;
  bool multiplies = false;
  kernel->walk([&](mlir::Operation *op) {
    hasLoops |= llvm::isa<mlir::scf::ForOp, mlir::scf::WhileOp>(op);
    multiplies |= llvm::isa<tile::DotOp>(op);
  });
  auto isInLoop = [&](const code::LoopBounds::Access &access) {
    return llvm::isa<mlir::scf::ForOp>(access.first->getParentOp());
  };
  return llvm::any_of(
      bounds.stretches(), [&](const code::LoopBounds::Stretch &stretch) {
        return (stretch.before > 0 || !stretch.dead.empty()) &&
               (!hasLoops ||
                (!multiplies && (llvm::any_of(stretch.live, isInLoop) ||
                                 llvm::any_of(stretch.dead, isInLoop))));
      });
}

mlir::FailureOr<KernelInfo> KernelEmitter::run() {
  if (failed(prepare())) {
    return failure();
  }
  chooseMatrixRegisters();
  findLargeResults();
  createFunction();
  const code::LoopBounds bounds(*this, kernel());
  if (failed(isWorthSplitting(kernel(), bounds)
                 ? emitStretches(bounds)
                 : emitPrograms(function->getArg(1), function->getArg(2)))) {
    return failure();
  }
  // A block of its own: loops that are ended early leave by it, too.
  auto *end = llvm::BasicBlock::Create(builder.getContext(), "end", function);
  builder.CreateBr(end);
  builder.SetInsertPoint(end);
  emitMatrixRelease();
  if (!streamedRefs.empty()) {
    // Such stores are not in order with others, by which threads tell that they
    // are done.
    builder.CreateIntrinsic(llvm::Intrinsic::x86_sse_sfence,
                            llvm::ArrayRef<llvm::Type *>(), {});
  }
  builder.CreateRetVoid();
  KernelInfo info;
  info.name = kernel().getSymName().str();
  info.scratchBytes = scratchBytes();
  info.instructions = static_cast<int64_t>(function->getInstructionCount());
  info.streamed = static_cast<int64_t>(streamedRefs.size());
  return info;
}

} // namespace weft::cpu
