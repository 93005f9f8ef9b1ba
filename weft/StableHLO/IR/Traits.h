// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The traits that Base.td names. What they check does not depend on the
// operation's class, so the work is in functions compiled once.

#pragma once

#include "weft/StableHLO/IR/TypeCompatibility.h"

#include <mlir/IR/OpDefinition.h>
#include <mlir/Interfaces/SideEffectInterfaces.h>

namespace weft::stablehlo::traits {
namespace detail {

llvm::LogicalResult verifyPairwiseTypes(mlir::Operation *op);
llvm::LogicalResult verifyPairwiseElementTypes(mlir::Operation *op);
llvm::LogicalResult verifyOperandsElementType(mlir::Operation *op);
llvm::LogicalResult verifyOperandsAndResultElementType(mlir::Operation *op);
llvm::LogicalResult verifyOperandsAndResultType(mlir::Operation *op);
llvm::LogicalResult
inferMostSpecificOperandType(std::optional<mlir::Location> location,
                             mlir::TypeRange operandTypes,
                             llvm::SmallVectorImpl<mlir::Type> &inferred);
mlir::Speculation::Speculatability ifInputsStatic(mlir::Operation *op);
mlir::Speculation::Speculatability ifResultDimsKnown(mlir::Operation *op);
mlir::Speculation::Speculatability
ifInputsStaticAndShapeConstant(mlir::Operation *op);

} // namespace detail

template <typename ConcreteType>
class Commutative : public mlir::OpTrait::TraitBase<ConcreteType, Commutative> {
};

template <typename ConcreteType>
class PairwiseSameOperandAndResultType
    : public mlir::OpTrait::TraitBase<ConcreteType,
                                      PairwiseSameOperandAndResultType> {
public:
  static llvm::LogicalResult verifyTrait(mlir::Operation *op) {
    return detail::verifyPairwiseTypes(op);
  }
};

template <typename ConcreteType>
class PairwiseSameOperandAndResultElementType
    : public mlir::OpTrait::TraitBase<ConcreteType,
                                      PairwiseSameOperandAndResultElementType> {
public:
  static llvm::LogicalResult verifyTrait(mlir::Operation *op) {
    return detail::verifyPairwiseElementTypes(op);
  }
};

template <typename ConcreteType>
class CompatibleOperandsElementType
    : public mlir::OpTrait::TraitBase<ConcreteType,
                                      CompatibleOperandsElementType> {
public:
  static llvm::LogicalResult verifyTrait(mlir::Operation *op) {
    return detail::verifyOperandsElementType(op);
  }
};

template <typename ConcreteType>
class CompatibleOperandsAndResultElementType
    : public mlir::OpTrait::TraitBase<ConcreteType,
                                      CompatibleOperandsAndResultElementType> {
public:
  static llvm::LogicalResult verifyTrait(mlir::Operation *op) {
    return detail::verifyOperandsAndResultElementType(op);
  }
};

template <typename ConcreteType>
class CompatibleOperandsAndResultType
    : public mlir::OpTrait::TraitBase<ConcreteType,
                                      CompatibleOperandsAndResultType> {
public:
  static llvm::LogicalResult verifyTrait(mlir::Operation *op) {
    return detail::verifyOperandsAndResultType(op);
  }

  static llvm::LogicalResult
  inferReturnTypes(mlir::MLIRContext *, std::optional<mlir::Location> location,
                   mlir::ValueRange operands, mlir::DictionaryAttr,
                   mlir::OpaqueProperties, mlir::RegionRange,
                   llvm::SmallVectorImpl<mlir::Type> &inferred) {
    return detail::inferMostSpecificOperandType(location, operands.getTypes(),
                                                inferred);
  }
};

template <typename ConcreteType>
class SpeculatableIfInputsStatic
    : public mlir::OpTrait::TraitBase<ConcreteType,
                                      SpeculatableIfInputsStatic> {
public:
  mlir::Speculation::Speculatability getSpeculatability() {
    return detail::ifInputsStatic(this->getOperation());
  }
};

template <typename ConcreteType>
class SpeculatableIfResultDimsKnown
    : public mlir::OpTrait::TraitBase<ConcreteType,
                                      SpeculatableIfResultDimsKnown> {
public:
  mlir::Speculation::Speculatability getSpeculatability() {
    return detail::ifResultDimsKnown(this->getOperation());
  }
};

template <typename ConcreteType>
class SpeculatableIfInputsStaticAndShapeConstant
    : public mlir::OpTrait::TraitBase<
          ConcreteType, SpeculatableIfInputsStaticAndShapeConstant> {
public:
  mlir::Speculation::Speculatability getSpeculatability() {
    return detail::ifInputsStaticAndShapeConstant(this->getOperation());
  }
};

} // namespace weft::stablehlo::traits
