// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operations whose code is long, as functions of the module.
//
// A tile of 32 numbers is eight vectors on a small machine, and eight copies of
// an exponential in each of three loops are most of what LLVM would then have
// to compile. So there is one function that takes up to four vectors at a time:
// enough independent work to fill the machine, and constants are loaded once
// for all. Tiles of few vectors, as loops with little state have them, keep the
// code in place.

#include "weft/Target/CPU/KernelEmitter.h"

#include <llvm/ADT/Sequence.h>
#include <llvm/IR/CallingConv.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Math/IR/Math.h>

namespace weft::cpu {
namespace {

namespace arith = mlir::arith;
namespace math = mlir::math;
using code::elementTypeOf;
using code::memoryBytes;
using code::Piece;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::Value;
using mlir::Operation;

/// How many vectors a function takes of each operand at most.
constexpr int64_t mostTogether = 4;
/// How many vector registers all machines pass arguments in.
constexpr int64_t argumentRegisters = 8;

bool isLongConversion(mlir::Type type) {
  std::optional<FloatKind> kind = floatKindOf(elementTypeOf(type));
  return kind && code::isNarrowFloat(elementTypeOf(type)) &&
         *kind != FloatKind::BF16 && *kind != FloatKind::F16;
}

bool isLong(Operation *op) {
  if (op->getNumResults() != 1 || op->getNumOperands() == 0 ||
      op->getNumRegions() != 0) {
    return false;
  }
  if (llvm::isa<arith::SelectOp, arith::BitcastOp>(op)) {
    return false;
  }
  if (isLongConversion(op->getOperand(0).getType()) ||
      isLongConversion(op->getResult(0).getType())) {
    return true;
  }
  if (op->getName().getDialectNamespace() != "math") {
    return llvm::isa<arith::RemFOp, arith::DivSIOp, arith::DivUIOp,
                     arith::RemSIOp, arith::RemUIOp>(op);
  }
  return !llvm::isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::ClampFOp,
                    math::CopySignOp, math::CountLeadingZerosOp,
                    math::CountTrailingZerosOp, math::CtPopOp, math::FloorOp,
                    math::FmaOp, math::IsFiniteOp, math::IsInfOp, math::IsNaNOp,
                    math::IsNormalOp, math::RoundEvenOp, math::RoundOp,
                    math::RsqrtOp, math::SqrtOp, math::TruncOp>(op);
}

/// Whether an integer is divided by numbers that are known: of these LLVM makes
/// products, as long as it sees them.
bool isDivisionByKnown(KernelEmitter &emitter, Operation *op) {
  return llvm::isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp,
                   arith::RemUIOp>(op) &&
         llvm::all_of(emitter.pieces(op->getOperand(1)), [](Value *piece) {
           return llvm::isa<llvm::Constant>(piece);
         });
}

class OutlinedFunction {
public:
  OutlinedFunction(KernelEmitter &emitter, Operation *op, int64_t width,
                   int64_t together)
      : emitter(emitter), op(op), together(together) {
    for (mlir::Value operand : op->getOperands()) {
      types.push_back(
          code::withWidth(emitter.elementType(operand.getType()), width));
    }
    llvm::Module &module =
        *emitter.builder.GetInsertBlock()->getParent()->getParent();
    const std::string name = nameFor(width);
    function = module.getFunction(name);
    if (function == nullptr) {
      llvm::Type *one = code::withWidth(
          emitter.elementType(op->getResult(0).getType()), width);
      create(module, name, one);
    }
  }

  /// `operands` are those of one piece after the other, so many as the function
  /// takes together.
  Pieces call(ArrayRef<Value *> operands) {
    llvm::CallInst *result = emitter.builder.CreateCall(function, operands);
    result->setCallingConv(function->getCallingConv());
    if (together == 1) {
      return {result};
    }
    Pieces pieces;
    for (unsigned i : llvm::seq(static_cast<unsigned>(together))) {
      pieces.push_back(emitter.builder.CreateExtractValue(result, i));
    }
    return pieces;
  }

private:
  std::string nameFor(int64_t width) {
    std::string name;
    llvm::raw_string_ostream stream(name);
    stream << "weft." << op->getName().getStringRef();
    for (mlir::Value operand : op->getOperands()) {
      stream << "." << elementTypeOf(operand.getType());
    }
    stream << "." << elementTypeOf(op->getResult(0).getType()) << "." << width
           << "x" << together;
    return name;
  }

  void create(llvm::Module &module, const std::string &name, llvm::Type *one) {
    llvm::LLVMContext &context = module.getContext();
    SmallVector<llvm::Type *> arguments;
    for (int64_t i = 0; i < together; ++i) {
      llvm::append_range(arguments, types);
    }
    llvm::Type *result = one;
    if (together > 1) {
      result = llvm::StructType::get(
          context,
          SmallVector<llvm::Type *>(static_cast<size_t>(together), one));
    }
    function = llvm::Function::Create(
        llvm::FunctionType::get(result, arguments, false),
        llvm::Function::InternalLinkage, name, module);
    function->setDoesNotThrow();
    function->setDoesNotAccessMemory();
    function->setWillReturn();
    function->addFnAttr(llvm::Attribute::NoInline);
    // Callers keep most of their vectors in registers.
    if (emitter.cpu.architecture == Architecture::Arm64) {
      function->setCallingConv(emitter.cpu.scalableBytes != 0
                                   ? llvm::CallingConv::AArch64_SVE_VectorCall
                                   : llvm::CallingConv::AArch64_VectorCall);
    }
    llvm::IRBuilderBase::InsertPointGuard guard(emitter.builder);
    emitter.builder.SetInsertPoint(
        llvm::BasicBlock::Create(context, "entry", function));
    Pieces results(static_cast<size_t>(together));
    code::emitInStep(emitter.builder, results.size(), [&](size_t i) {
      Pieces operands;
      for (size_t operand = 0; operand < types.size(); ++operand) {
        operands.push_back(function->getArg(
            static_cast<unsigned>(i * types.size() + operand)));
      }
      Pieces piece = code::emitElementwiseLanes(emitter, op, operands);
      failed = failed || piece.empty();
      results[i] = piece.empty() ? llvm::PoisonValue::get(one) : piece.front();
    });
    if (together == 1) {
      emitter.builder.CreateRet(results.front());
    } else {
      emitter.builder.CreateAggregateRet(results.data(),
                                         static_cast<unsigned>(results.size()));
    }
  }

public:
  /// Whether the operation has no code on the CPU.
  bool failed = false;

private:
  KernelEmitter &emitter;
  Operation *op;
  int64_t together;
  SmallVector<llvm::Type *> types;
  llvm::Function *function = nullptr;
};

/// The machine registers that one piece of the widest operand or result takes.
int64_t registersOf(KernelEmitter &emitter, Operation *op, int64_t width) {
  int64_t bytes = memoryBytes(elementTypeOf(op->getResult(0).getType()));
  for (mlir::Value operand : op->getOperands()) {
    bytes = std::max(bytes, memoryBytes(elementTypeOf(operand.getType())));
  }
  return std::max<int64_t>(1, width * bytes / emitter.cpu.vectorBytes);
}

} // namespace

Pieces KernelEmitter::emitOutlined(Operation *op) {
  const SmallVector<Piece> parts = cut(op->getResult(0));
  const int64_t width = parts.front().width;
  const bool fits =
      llvm::all_of(parts,
                   [&](const Piece &piece) { return piece.width == width; }) &&
      llvm::all_of(op->getOperands(), [&](mlir::Value operand) {
        return pieces(operand).size() == parts.size();
      });
  if (!fits || !isLong(op) || isDivisionByKnown(*this, op)) {
    return {};
  }
  const auto count = static_cast<int64_t>(parts.size());
  const int64_t registers = registersOf(*this, op, width);
  if (count * registers < mostTogether || width == 1) {
    return {};
  }
  const int64_t most = std::clamp<int64_t>(
      argumentRegisters / (registers * op->getNumOperands()), 1,
      std::min(mostTogether, count));
  // Five are three and two, not four and one, whose steps would wait for each
  // other.
  const int64_t calls = (count + most - 1) / most;
  Pieces results;
  for (int64_t call = 0; call < calls; ++call) {
    const int64_t together = count / calls + (call < count % calls ? 1 : 0);
    OutlinedFunction function(*this, op, width, together);
    if (function.failed) {
      return {};
    }
    Pieces operands;
    for (int64_t i = 0; i < together; ++i) {
      for (mlir::Value operand : op->getOperands()) {
        operands.push_back(
            pieces(operand)[results.size() + static_cast<size_t>(i)]);
      }
    }
    llvm::append_range(results, function.call(operands));
  }
  return results;
}

} // namespace weft::cpu
