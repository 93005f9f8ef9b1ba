// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/NVIDIA/NvidiaMachine.h"

#include "weft/Target/NVIDIA/Assembler.h"
#include "weft/Target/NVIDIA/PtxVersion.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/CallingConv.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/Support/TargetSelect.h>

#include <mutex>

namespace weft::nvidia {

using llvm::Value;
namespace Intrinsic = llvm::Intrinsic;

void NvidiaMachine::makeEntry(llvm::Function &function, int64_t threads,
                              bool exactly) const {
  function.setCallingConv(llvm::CallingConv::PTX_Kernel);
  function.addFnAttr(exactly ? "nvvm.reqntid" : "nvvm.maxntid",
                     std::to_string(threads));
}

/// Puts instructions in front of an entry's own, and `parameter` behind its
/// parameters.
static std::string beginWith(llvm::StringRef text, llvm::StringRef instructions,
                             llvm::StringRef parameter = {}) {
  std::string finished;
  bool isInSignature = false;
  bool isInDeclarations = false;
  for (llvm::StringRef line : llvm::split(text, '\n')) {
    isInSignature |= line.starts_with(".visible .entry");
    // Behind those that were put there before.
    if (isInDeclarations && !line.ltrim().starts_with(".") &&
        !line.ltrim().starts_with("griddepcontrol")) {
      finished += instructions;
      isInDeclarations = false;
    }
    if (isInSignature && line == ")" && !parameter.empty()) {
      finished.insert(finished.size() - 1, (",\n\t" + parameter).str());
    }
    if (isInSignature && line == "{") {
      isInSignature = false;
      isInDeclarations = true;
    }
    finished += line;
    finished += '\n';
  }
  // The text ended with a line of its own.
  finished.pop_back();
  return finished;
}

void NvidiaMachine::finishText(std::string &text) const {
  int capability = 0;
  llvm::StringRef processor = row.processor;
  if (processor.consume_front("sm_") &&
      !processor.consumeInteger(10, capability) && capability >= 90) {
    text = beginWith(text, "\tgriddepcontrol.wait;\n"
                           "\tgriddepcontrol.launch_dependents;\n");
  }
  lowerPtxVersion(row.processor, text);
}

std::string NvidiaMachine::assembler() const { return findAssembler(); }

StatusOr<AssembledKernel>
NvidiaMachine::assemble(const std::string &assembler,
                        const std::string &text) const {
  return nvidia::assemble(assembler, row.processor, text);
}

std::string NvidiaMachine::guardText(const std::string &text,
                                     std::span<const GuardTest> tests,
                                     bool writesGuard) const {
  std::string instructions;
  std::string parameters;
  for (const auto &[i, test] : llvm::enumerate(tests)) {
    const std::string name = "weft_guard" + std::to_string(i);
    const bool isBoolean = test.bits == 1;
    parameters += (i == 0 ? "" : ",\n\t") + (".param .u64 " + name);
    instructions += "\t{\n"
                    "\t.reg .b64 %guard;\n"
                    "\t.reg .b" +
                    std::string(isBoolean ? "16" : "32") +
                    " %wanted;\n"
                    "\t.reg .pred %over;\n"
                    "\tld.param.b64 %guard, [" +
                    name + "];\n";
    instructions += isBoolean ? "\tld.global.b8 %wanted, [%guard];\n"
                                "\tand.b16 %wanted, %wanted, 1;\n"
                              : "\tld.global.b32 %wanted, [%guard];\n";
    instructions += writesGuard ? "\tbar.sync 0;\n" : "";
    instructions += std::string("\tsetp.") + (test.orAbove ? "lt" : "ne") +
                    (isBoolean ? ".u16" : ".u32") + " %over, %wanted, " +
                    std::to_string(test.wanted) +
                    ";\n"
                    "\t@%over ret;\n"
                    "\t}\n";
  }
  return beginWith(text, instructions, parameters);
}

Value *NvidiaMachine::number(Builder &builder, gpu::Number number) const {
  auto read = [&](Intrinsic::ID id) {
    return builder.CreateIntrinsic(id, llvm::ArrayRef<Value *>());
  };
  switch (number) {
  case gpu::Number::Thread:
    return read(Intrinsic::nvvm_read_ptx_sreg_tid_x);
  case gpu::Number::Block:
    return read(Intrinsic::nvvm_read_ptx_sreg_ctaid_x);
  case gpu::Number::ThreadsOfBlock:
    return read(Intrinsic::nvvm_read_ptx_sreg_ntid_x);
  case gpu::Number::Blocks:
    return read(Intrinsic::nvvm_read_ptx_sreg_nctaid_x);
  }
  llvm_unreachable("no such number");
}

Value *NvidiaMachine::exchange(Builder &builder, Value *word, Value *,
                               uint32_t bits) const {
  return builder.CreateIntrinsic(Intrinsic::nvvm_shfl_sync_bfly_i32, {},
                                 {builder.getInt32(~uint32_t(0)), word,
                                  builder.getInt32(bits),
                                  builder.getInt32(31)});
}

Value *NvidiaMachine::shuffle(Builder &builder, Value *word,
                              Value *from) const {
  return builder.CreateIntrinsic(
      Intrinsic::nvvm_shfl_sync_idx_i32, {},
      {builder.getInt32(~uint32_t(0)), word, from, builder.getInt32(31)});
}

Value *NvidiaMachine::ballot(Builder &builder, Value *condition) const {
  return builder.CreateIntrinsic(Intrinsic::nvvm_vote_ballot_sync, {},
                                 {builder.getInt32(~uint32_t(0)), condition});
}

void NvidiaMachine::warpBarrier(Builder &builder) const {
  builder.CreateIntrinsic(Intrinsic::nvvm_bar_warp_sync, {},
                          {builder.getInt32(~uint32_t(0))});
}

void NvidiaMachine::barrier(Builder &builder) const {
  builder.CreateIntrinsic(Intrinsic::nvvm_barrier_cta_sync_aligned_all, {},
                          {builder.getInt32(0)});
}

llvm::GlobalVariable *NvidiaMachine::sharedMemory(llvm::Module &module,
                                                  const std::string &name,
                                                  int64_t) const {
  return new llvm::GlobalVariable(
      module,
      llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), 0),
      /*isConstant=*/false, llvm::GlobalValue::ExternalLinkage, nullptr, name,
      nullptr, llvm::GlobalValue::NotThreadLocal, gpu::sharedSpace);
}

Value *NvidiaMachine::roughly(Builder &builder, gpu::RoughFunction function,
                              llvm::ArrayRef<Value *> x) const {
  switch (function) {
  case gpu::RoughFunction::Exp2:
    return builder.CreateIntrinsic(Intrinsic::nvvm_ex2_approx,
                                   {builder.getFloatTy()}, x);
  case gpu::RoughFunction::Log2:
    return builder.CreateIntrinsic(Intrinsic::nvvm_lg2_approx_f, {}, x);
  case gpu::RoughFunction::Tanh: {
    llvm::IRBuilderBase::FastMathFlagGuard guard(builder);
    llvm::FastMathFlags flags;
    flags.setApproxFunc();
    builder.setFastMathFlags(flags);
    return builder.CreateUnaryIntrinsic(Intrinsic::tanh, x[0]);
  }
  case gpu::RoughFunction::Quotient:
    return builder.CreateIntrinsic(Intrinsic::nvvm_div_full, {}, x);
  }
  llvm_unreachable("no such function");
}

Value *NvidiaMachine::roundPair(Builder &builder, Value *first,
                                Value *second) const {
  // The instruction names the upper half first.
  return builder.CreateBitCast(
      builder.CreateIntrinsic(Intrinsic::nvvm_ff2bf16x2_rn, {},
                              {second, first}),
      builder.getInt32Ty());
}

Pieces NvidiaMachine::readMatrices(Builder &builder, Value *address,
                                   bool transposed) const {
  Value *read = builder.CreateIntrinsic(
      transposed ? Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x4_trans_b16
                 : Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x4_b16,
      {address->getType()}, {address});
  Pieces words;
  for (unsigned i = 0; i < 4; ++i) {
    words.push_back(builder.CreateExtractValue(read, i));
  }
  return words;
}

void NvidiaMachine::addToNeighbours(Builder &builder, Value *address,
                                    llvm::ArrayRef<Value *> floats) const {
  llvm::Type *element = floats[0]->getType();
  const bool isHalf = !element->isFloatTy();
  Pieces registers(floats);
  if (isHalf) {
    // Two in each register.
    registers.clear();
    for (size_t i = 0; i < floats.size(); i += 2) {
      registers.push_back(
          builder.CreateBitCast(code::fromScalars(builder, floats.slice(i, 2)),
                                builder.getInt32Ty()));
    }
  }
  // LLVM has no word for it.
  std::string text = "red.relaxed.gpu.global.add";
  text += isHalf ? ".noftz" : "";
  text += registers.size() > 1 ? ".v" + std::to_string(registers.size()) : "";
  text += element->isHalfTy() ? ".f16x2" : isHalf ? ".bf16x2" : ".f32";
  text += " [$0], ";
  std::string list;
  std::string constraints = "l";
  llvm::SmallVector<llvm::Type *> types = {address->getType()};
  for (size_t i = 0; i < registers.size(); ++i) {
    list += (i == 0 ? "$" : ", $") + std::to_string(i + 1);
    constraints += isHalf ? ",r" : ",f";
    types.push_back(registers[i]->getType());
  }
  text += registers.size() > 1 ? "{" + list + "};" : list + ";";
  constraints += ",~{memory}";
  Pieces operands = {address};
  operands.append(registers);
  builder.CreateCall(
      llvm::InlineAsm::get(
          llvm::FunctionType::get(builder.getVoidTy(), types, false), text,
          constraints, /*hasSideEffects=*/true),
      operands);
}

void NvidiaMachine::send(Builder &builder, Value *to, Value *from,
                         int64_t bytes, Value *live) const {
  // Whole vectors pass the first cache by: what is sent is read once.
  const Intrinsic::ID all =
      bytes == 16  ? Intrinsic::nvvm_cp_async_cg_shared_global_16
      : bytes == 8 ? Intrinsic::nvvm_cp_async_ca_shared_global_8
                   : Intrinsic::nvvm_cp_async_ca_shared_global_4;
  const Intrinsic::ID some =
      bytes == 16  ? Intrinsic::nvvm_cp_async_cg_shared_global_16_s
      : bytes == 8 ? Intrinsic::nvvm_cp_async_ca_shared_global_8_s
                   : Intrinsic::nvvm_cp_async_ca_shared_global_4_s;
  Pieces arguments = {to, from};
  if (live != nullptr) {
    arguments.push_back(builder.CreateSelect(
        live, builder.getInt32(static_cast<uint32_t>(bytes)),
        builder.getInt32(0)));
  }
  builder.CreateIntrinsic(live == nullptr ? all : some, {}, arguments);
}

void NvidiaMachine::commit(Builder &builder) const {
  builder.CreateIntrinsic(Intrinsic::nvvm_cp_async_commit_group,
                          llvm::ArrayRef<Value *>());
}

void NvidiaMachine::await(Builder &builder, int64_t outstanding) const {
  builder.CreateIntrinsic(
      Intrinsic::nvvm_cp_async_wait_group, {},
      {builder.getInt32(static_cast<uint32_t>(outstanding))});
}

namespace {

/// The products of the machines' rows.
Intrinsic::ID productOf(const MatrixInstruction &instruction) {
  return llvm::StringSwitch<Intrinsic::ID>(instruction.name)
      .Case("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32",
            Intrinsic::nvvm_mma_m16n8k16_row_col_bf16)
      .Case("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
            Intrinsic::nvvm_mma_m16n8k16_row_col_f32_f32)
      .Case("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32",
            Intrinsic::nvvm_mma_m16n8k8_row_col_tf32)
      .Case("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64",
            Intrinsic::nvvm_mma_m8n8k4_row_col_f64)
      .Case("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64",
            Intrinsic::nvvm_mma_m16n8k16_row_col_f64)
      .Case("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32",
            Intrinsic::nvvm_mma_m16n8k32_row_col_s8)
      .Case("mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32",
            Intrinsic::nvvm_mma_m16n8k32_row_col_u8)
      .Case("mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32",
            Intrinsic::nvvm_mma_m16n8k32_row_col_s8_u8)
      .Case("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32",
            Intrinsic::nvvm_mma_m16n8k32_row_col_u8_s8);
}

} // namespace

Pieces NvidiaMachine::operand(Builder &builder,
                              const MatrixInstruction &instruction,
                              llvm::ArrayRef<Value *> elements) const {
  llvm::Type *word =
      Intrinsic::getType(builder.getContext(), productOf(instruction))
          ->getParamType(0);
  Pieces words;
  if (instruction.isCoarse) {
    for (Value *element : elements) {
      words.push_back(
          builder.CreateIntrinsic(Intrinsic::nvvm_f2tf32_rna, {}, {element}));
    }
    return words;
  }
  const size_t each = word->getPrimitiveSizeInBits() /
                      elements[0]->getType()->getPrimitiveSizeInBits();
  for (size_t i = 0; i < elements.size(); i += each) {
    words.push_back(
        each == 1
            ? elements[i]
            : builder.CreateBitCast(
                  code::fromScalars(builder, elements.slice(i, each)), word));
  }
  return words;
}

Pieces NvidiaMachine::multiply(Builder &builder,
                               const MatrixInstruction &instruction,
                               llvm::ArrayRef<Value *> lhs,
                               llvm::ArrayRef<Value *> rhs,
                               llvm::ArrayRef<Value *> sums) const {
  Pieces arguments(lhs);
  arguments.append(rhs.begin(), rhs.end());
  arguments.append(sums.begin(), sums.end());
  llvm::CallInst *result =
      builder.CreateIntrinsic(productOf(instruction), {}, arguments);
  // All lanes take part, so it stays where all of them are.
  result->setConvergent();
  Pieces after;
  for (size_t i = 0; i < sums.size(); ++i) {
    after.push_back(
        builder.CreateExtractValue(result, static_cast<unsigned>(i)));
  }
  return after;
}

std::unique_ptr<gpu::GpuMachine> createNvidiaMachine(Machine row) {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
  return std::make_unique<NvidiaMachine>(std::move(row));
}

} // namespace weft::nvidia
