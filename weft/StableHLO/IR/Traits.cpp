// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/IR/Traits.h"

#include <mlir/IR/Matchers.h>
#include <mlir/IR/TypeUtilities.h>

#include <llvm/ADT/STLExtras.h>

using namespace mlir;

namespace weft::stablehlo::traits::detail {

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static LogicalResult verifyPairs(Operation *op, StringRef what,
                                 function_ref<bool(Type, Type)> agree) {
  if (op->getNumOperands() != op->getNumResults()) {
    return op->emitOpError("requires the same number of operands and results");
  }
  for (auto [index, pair] : llvm::enumerate(
           llvm::zip(op->getOperandTypes(), op->getResultTypes()))) {
    if (!agree(std::get<0>(pair), std::get<1>(pair))) {
      return op->emitOpError("requires the same ")
             << what << " for operand and result at index " << index;
    }
  }
  return success();
}

LogicalResult verifyPairwiseTypes(Operation *op) {
  return verifyPairs(
      op, "type", [](Type operand, Type result) { return operand == result; });
}

LogicalResult verifyPairwiseElementTypes(Operation *op) {
  return verifyPairs(op, "element type", [](Type operand, Type result) {
    return getElementTypeOrSelf(operand) == getElementTypeOrSelf(result);
  });
}

static bool allAgree(TypeRange types, function_ref<bool(Type, Type)> agree) {
  return types.empty() || llvm::all_of(types.drop_front(), [&](Type type) {
           return agree(types.front(), type);
         });
}

static SmallVector<Type> operandAndResultTypes(Operation *op) {
  SmallVector<Type> types(op->getOperandTypes());
  llvm::append_range(types, op->getResultTypes());
  return types;
}

LogicalResult verifyOperandsElementType(Operation *op) {
  if (!allAgree(op->getOperandTypes(), areCompatibleElementTypes)) {
    return op->emitOpError("requires the same element type for all operands");
  }
  return success();
}

LogicalResult verifyOperandsAndResultElementType(Operation *op) {
  if (!allAgree(operandAndResultTypes(op), areCompatibleElementTypes)) {
    return op->emitOpError(
        "requires the same element type for all operands and results");
  }
  return success();
}

LogicalResult verifyOperandsAndResultType(Operation *op) {
  if (failed(verifyOperandsAndResultElementType(op))) {
    return failure();
  }
  // Not only with the first: of ?, 2 and 3 each agrees with the first.
  SmallVector<Type> types = operandAndResultTypes(op);
  for (size_t index = 1; index < types.size(); ++index) {
    for (size_t other = 0; other < index; ++other) {
      bool agree = areCompatibleTypes(types[index], types[other]);
      if (!agree) {
        return op->emitOpError(
                   "requires compatible types for all operands and results, "
                   "got ")
               << types[other] << " and " << types[index];
      }
    }
  }
  return success();
}

LogicalResult inferMostSpecificOperandType(std::optional<Location> location,
                                           TypeRange operandTypes,
                                           SmallVectorImpl<Type> &inferred) {
  FailureOr<Type> type = inferMostSpecificType(location, operandTypes);
  if (failed(type)) {
    return failure();
  }
  inferred.push_back(*type);
  return success();
}

//===----------------------------------------------------------------------===//
// Speculation
//===----------------------------------------------------------------------===//

static Speculation::Speculatability speculatableIf(bool condition,
                                                   Operation *op) {
  if (!condition) {
    return Speculation::NotSpeculatable;
  }
  return op->getNumRegions() == 0 ? Speculation::Speculatable
                                  : Speculation::RecursivelySpeculatable;
}

static bool isStatic(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return !shaped || shaped.hasStaticShape();
}

Speculation::Speculatability ifInputsStatic(Operation *op) {
  return speculatableIf(llvm::all_of(op->getOperandTypes(), isStatic), op);
}

Speculation::Speculatability ifResultDimsKnown(Operation *op) {
  if (op->getNumOperands() == 0) {
    return speculatableIf(true, op);
  }
  auto operand = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  bool known = operand && llvm::all_of(op->getResultTypes(), [&](Type type) {
                 auto result = dyn_cast<RankedTensorType>(type);
                 if (!result || result.getRank() != operand.getRank()) {
                   return false;
                 }
                 return llvm::all_of(llvm::seq<int64_t>(0, result.getRank()),
                                     [&](int64_t dimension) {
                                       return result.isDynamicDim(dimension) ||
                                              !operand.isDynamicDim(dimension);
                                     });
               });
  return speculatableIf(known, op);
}

Speculation::Speculatability ifInputsStaticAndShapeConstant(Operation *op) {
  bool isKnown =
      llvm::all_of(op->getOperandTypes(), isStatic) &&
      matchPattern(op->getOperand(op->getNumOperands() - 1), m_Constant());
  return speculatableIf(isKnown, op);
}

} // namespace weft::stablehlo::traits::detail
