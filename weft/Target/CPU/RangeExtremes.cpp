// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/CPU/RangeExtremes.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>

namespace weft::cpu {
namespace {

namespace Intrinsic = llvm::Intrinsic;

constexpr unsigned registerBits = 512;

/// The range instruction of a type; none for most.
Intrinsic::ID rangeOf(llvm::Type *type) {
  auto *vector = llvm::dyn_cast_if_present<llvm::FixedVectorType>(type);
  if (vector == nullptr) {
    return Intrinsic::not_intrinsic;
  }
  struct Row {
    bool isDouble;
    unsigned lanes;
    Intrinsic::ID range;
  };
  constexpr Row rows[] = {
      {false, 16, Intrinsic::x86_avx512_mask_range_ps_512},
      {false, 8, Intrinsic::x86_avx512_mask_range_ps_256},
      {false, 4, Intrinsic::x86_avx512_mask_range_ps_128},
      {true, 8, Intrinsic::x86_avx512_mask_range_pd_512},
      {true, 4, Intrinsic::x86_avx512_mask_range_pd_256},
      {true, 2, Intrinsic::x86_avx512_mask_range_pd_128},
  };
  llvm::Type *element = vector->getElementType();
  for (const Row &row : rows) {
    if (vector->getNumElements() == row.lanes &&
        (row.isDouble ? element->isDoubleTy() : element->isFloatTy())) {
      return row.range;
    }
  }
  return Intrinsic::not_intrinsic;
}

/// The larger or the smaller one of vectors that registers hold.
llvm::Value *emitExtreme(llvm::IRBuilder<> &builder, llvm::Value *a,
                         llvm::Value *b, bool isLarger, bool hasNaNs) {
  // What the instruction compares and which sign it gives: those of the larger
  // or the smaller one.
  constexpr int smaller = 0b0100;
  constexpr int larger = 0b0101;
  constexpr int currentDirection = 4;
  auto *type = llvm::cast<llvm::FixedVectorType>(a->getType());
  llvm::SmallVector<llvm::Value *, 6> arguments = {
      a, b, builder.getInt32(isLarger ? larger : smaller),
      llvm::PoisonValue::get(type),
      llvm::Constant::getAllOnesValue(
          builder.getIntNTy(std::max(8U, type->getNumElements())))};
  if (type->getPrimitiveSizeInBits() == registerBits) {
    arguments.push_back(builder.getInt32(currentDirection));
  }
  llvm::Value *result = builder.CreateIntrinsic(rangeOf(type), {}, arguments);
  if (!hasNaNs) {
    return result;
  }
  llvm::Value *isNone = builder.CreateFCmpUNO(a, b);
  return builder.CreateSelect(isNone, builder.CreateFAdd(a, b), result);
}

/// The same of vectors that take several registers.
llvm::Value *emitWideExtreme(llvm::IRBuilder<> &builder, llvm::Value *a,
                             llvm::Value *b, bool isLarger, bool hasNaNs) {
  auto *type = llvm::cast<llvm::FixedVectorType>(a->getType());
  if (type->getPrimitiveSizeInBits() <= registerBits) {
    return emitExtreme(builder, a, b, isLarger, hasNaNs);
  }
  const auto lanes = static_cast<int>(type->getNumElements());
  auto part = [&](llvm::Value *whole, int from) {
    return builder.CreateShuffleVector(
        whole, llvm::to_vector(llvm::seq(from, from + lanes / 2)));
  };
  llvm::Value *low =
      emitWideExtreme(builder, part(a, 0), part(b, 0), isLarger, hasNaNs);
  llvm::Value *high = emitWideExtreme(builder, part(a, lanes / 2),
                                      part(b, lanes / 2), isLarger, hasNaNs);
  return builder.CreateShuffleVector(low, high,
                                     llvm::to_vector(llvm::seq(0, lanes)));
}

/// Whether halves of halves of a vector are those of a row above.
bool hasRange(llvm::Type *type) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  while (vector != nullptr && vector->getPrimitiveSizeInBits() > registerBits &&
         vector->getNumElements() % 2 == 0) {
    vector = llvm::FixedVectorType::getHalfElementsVectorType(vector);
  }
  return rangeOf(vector) != Intrinsic::not_intrinsic;
}

} // namespace

void useRangeForExtremes(llvm::Module &module, const Machine &cpu) {
  if (!llvm::is_contained(llvm::split(cpu.features, ','), "+avx512dq") ||
      !llvm::is_contained(llvm::split(cpu.features, ','), "+avx512vl")) {
    return;
  }
  for (llvm::Function &function : module) {
    for (llvm::Instruction &instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (call == nullptr || (call->getIntrinsicID() != Intrinsic::maximum &&
                              call->getIntrinsicID() != Intrinsic::minimum)) {
        continue;
      }
      if (hasRange(call->getType()) &&
          llvm::none_of(call->args(), [](const llvm::Use &operand) {
            return llvm::isa<llvm::Constant>(operand);
          })) {
        llvm::IRBuilder<> builder(call);
        call->replaceAllUsesWith(emitWideExtreme(
            builder, call->getArgOperand(0), call->getArgOperand(1),
            call->getIntrinsicID() == Intrinsic::maximum, !call->hasNoNaNs()));
        call->eraseFromParent();
      }
    }
  }
}

} // namespace weft::cpu
