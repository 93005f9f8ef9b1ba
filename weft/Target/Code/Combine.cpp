// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/Combine.h"

#include "weft/Support/PlantedFault.h"
#include "weft/Target/Code/FloatConversion.h"

#include <llvm/IR/Intrinsics.h>

namespace weft::code {

using llvm::Value;
using tile::CombineKind;
namespace Intrinsic = llvm::Intrinsic;

namespace {

/// Null for a kind that floats do not have.
Value *combineFloats(Builder &builder, CombineKind kind, Value *lhs,
                     Value *rhs) {
  switch (kind) {
  case CombineKind::Add:
    return builder.CreateFAdd(lhs, rhs);
  case CombineKind::Mul:
    return builder.CreateFMul(lhs, rhs);
  case CombineKind::Min:
    return builder.CreateBinaryIntrinsic(Intrinsic::minimum, lhs, rhs);
  case CombineKind::Max:
    return builder.CreateBinaryIntrinsic(isPlanted(Fault::MaximumForgetsNaN)
                                             ? Intrinsic::maxnum
                                             : Intrinsic::maximum,
                                         lhs, rhs);
  case CombineKind::UMin:
  case CombineKind::UMax:
  case CombineKind::And:
  case CombineKind::Or:
  case CombineKind::Xor:
  case CombineKind::Custom:
    break;
  }
  return nullptr;
}

} // namespace

Value *emitCombine(Builder &builder, CombineKind kind, mlir::Type element,
                   Value *lhs, Value *rhs) {
  if (std::optional<FloatKind> format = floatKindOf(element)) {
    if (!isNarrowFloat(element)) {
      return combineFloats(builder, kind, lhs, rhs);
    }
    Value *wide = combineFloats(
        builder, kind, convertFloat(builder, lhs, *format, FloatKind::F32),
        convertFloat(builder, rhs, *format, FloatKind::F32));
    return convertFloat(builder, wide, FloatKind::F32, *format);
  }
  switch (kind) {
  case CombineKind::Add:
    return builder.CreateAdd(lhs, rhs);
  case CombineKind::Mul:
    return builder.CreateMul(lhs, rhs);
  case CombineKind::Min:
    return builder.CreateBinaryIntrinsic(Intrinsic::smin, lhs, rhs);
  case CombineKind::Max:
    return builder.CreateBinaryIntrinsic(Intrinsic::smax, lhs, rhs);
  case CombineKind::UMin:
    return builder.CreateBinaryIntrinsic(Intrinsic::umin, lhs, rhs);
  case CombineKind::UMax:
    return builder.CreateBinaryIntrinsic(Intrinsic::umax, lhs, rhs);
  case CombineKind::And:
    return builder.CreateAnd(lhs, rhs);
  case CombineKind::Or:
    return builder.CreateOr(lhs, rhs);
  case CombineKind::Xor:
    return builder.CreateXor(lhs, rhs);
  case CombineKind::Custom:
    break;
  }
  return nullptr;
}

Value *neutralElement(CombineKind kind, mlir::Type element, llvm::Type *type) {
  if (std::optional<FloatKind> format = floatKindOf(element)) {
    double value = 0;
    switch (kind) {
    case CombineKind::Add:
      // Adding plus zero would change minus zero.
      value = -0.0;
      break;
    case CombineKind::Mul:
      value = 1;
      break;
    case CombineKind::Min:
      value = formatOf(*format).hasInfinity()
                  ? std::numeric_limits<double>::infinity()
                  : largestFloat(*format);
      break;
    case CombineKind::Max:
      value = formatOf(*format).hasInfinity()
                  ? -std::numeric_limits<double>::infinity()
                  : lowestFloat(*format);
      break;
    default:
      break;
    }
    return type->isFloatingPointTy()
               ? static_cast<Value *>(llvm::ConstantFP::get(type, value))
               : llvm::ConstantInt::get(type, encodeFloat(*format, value));
  }
  const unsigned bits = type->getIntegerBitWidth();
  switch (kind) {
  case CombineKind::Mul:
    return llvm::ConstantInt::get(type, 1);
  case CombineKind::Min:
    return llvm::ConstantInt::get(type, llvm::APInt::getSignedMaxValue(bits));
  case CombineKind::Max:
    return llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(bits));
  case CombineKind::UMin:
  case CombineKind::And:
    return llvm::ConstantInt::get(type, llvm::APInt::getAllOnes(bits));
  case CombineKind::Add:
  case CombineKind::UMax:
  case CombineKind::Or:
  case CombineKind::Xor:
  case CombineKind::Custom:
    break;
  }
  return llvm::ConstantInt::get(type, 0);
}

std::optional<CombineKind> combinationOf(tile::UpdateKind kind) {
  switch (kind) {
  case tile::UpdateKind::Add:
    return CombineKind::Add;
  case tile::UpdateKind::Mul:
    return CombineKind::Mul;
  case tile::UpdateKind::Min:
    return CombineKind::Min;
  case tile::UpdateKind::Max:
    return CombineKind::Max;
  case tile::UpdateKind::UMin:
    return CombineKind::UMin;
  case tile::UpdateKind::UMax:
    return CombineKind::UMax;
  case tile::UpdateKind::And:
    return CombineKind::And;
  case tile::UpdateKind::Or:
    return CombineKind::Or;
  case tile::UpdateKind::Xor:
    return CombineKind::Xor;
  case tile::UpdateKind::Set:
  case tile::UpdateKind::Exchange:
  case tile::UpdateKind::Load:
    break;
  }
  return std::nullopt;
}

Pieces Combiner::operator()(llvm::ArrayRef<Value *> lhs,
                            llvm::ArrayRef<Value *> rhs) const {
  if (kind == CombineKind::Custom) {
    Pieces arguments(lhs);
    llvm::append_range(arguments, rhs);
    return emitScalarRegion(emitter, region, arguments);
  }
  Pieces results;
  for (auto [element, left, right] : llvm::zip_equal(elements, lhs, rhs)) {
    results.push_back(emitCombine(emitter.builder, kind, element, left, right));
  }
  return results;
}

} // namespace weft::code
