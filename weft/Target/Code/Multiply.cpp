// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/Multiply.h"

#include "weft/Target/Code/FloatConversion.h"
#include "weft/Target/Code/Types.h"

#include <llvm/IR/Intrinsics.h>

namespace weft::code {

using llvm::Value;

Value *convertFactor(Builder &builder, Value *element, mlir::Type from,
                     mlir::Type computed, bool isUnsigned,
                     Underflow underflow) {
  std::optional<FloatKind> fromKind = floatKindOf(from);
  std::optional<FloatKind> toKind = floatKindOf(computed);
  if (fromKind && toKind) {
    return convertFloat(builder, element, *fromKind, *toKind, underflow);
  }
  if (toKind) {
    return convertInteger(builder, element, !isUnsigned, *toKind);
  }
  llvm::Type *type =
      withWidth(registerType(computed, builder.getContext()), widthOf(element));
  return isUnsigned ? builder.CreateZExtOrTrunc(element, type)
                    : builder.CreateSExtOrTrunc(element, type);
}

Value *addTerm(Builder &builder, Value *lhs, Value *rhs) {
  if (lhs->getType()->isFPOrFPVectorTy()) {
    return builder.CreateFAdd(lhs, rhs);
  }
  return lhs->getType()->isIntOrIntVectorTy(1) ? builder.CreateOr(lhs, rhs)
                                               : builder.CreateAdd(lhs, rhs);
}

Value *multiplyAdd(Builder &builder, Value *lhs, Value *rhs, Value *sum,
                   bool isRounded) {
  if (sum->getType()->isFPOrFPVectorTy()) {
    if (isRounded) {
      return builder.CreateFAdd(sum, builder.CreateFMul(lhs, rhs));
    }
    return builder.CreateIntrinsic(llvm::Intrinsic::fma, {sum->getType()},
                                   {lhs, rhs, sum});
  }
  return addTerm(builder, sum, builder.CreateMul(lhs, rhs));
}

} // namespace weft::code
