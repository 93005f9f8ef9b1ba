// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What verifiers and type inference share.
//
// A constraint of the specification is checked once, whichever way it is
// reached: `verify()` of a finished operation, or `inferReturnTypes` of one
// that is being built and has at most a location. Both make a `Site`, and a
// broken constraint is reported through it:
//
//   if (dimension >= rank) {
//     return site.violated("C4") << "dimension below " << rank << ", got "
//                                << dimension;
//   }
//
// reads `'stablehlo.concatenate' op requires (C4) dimension below 2, got 2`.
//
// MLIR verifies an operation in this order: operand and result types and
// traits, `verify()`, the operations in its regions, and then the interface of
// type inference. An operation that infers types calls `verifyInferredTypes` in
// `verify()`: the constraints that inference checks are then reported once, and
// not again as a failed inference. Regions have not been verified by then, only
// built, so that what looks into them must tolerate anything (VerifyRegions.h).
//
// Sizes and attributes come from outside and may be anything an `int64_t` can
// hold: arithmetic on them is checked (`llvm::checkedAdd`, ...), and an
// overflow is an error like any other.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/IR/TypeCompatibility.h"

#include <llvm/Support/CheckedArithmetic.h>
#include <mlir/IR/Diagnostics.h>

#include <optional>
#include <string>
#include <utility>

namespace weft::stablehlo {

//===----------------------------------------------------------------------===//
// Reporting
//===----------------------------------------------------------------------===//

/// An error being written; it converts to failure. Silent without a handler,
/// that is, in an inference without location.
class Violation {
public:
  explicit Violation(std::optional<mlir::InFlightDiagnostic> diagnostic)
      : diagnostic(std::move(diagnostic)) {}

  template <typename Argument> Violation &operator<<(Argument &&argument) {
    if (diagnostic) {
      *diagnostic << std::forward<Argument>(argument);
    }
    return *this;
  }

  operator llvm::LogicalResult() const { return llvm::failure(); }
  template <typename Result> operator mlir::FailureOr<Result>() const {
    return llvm::failure();
  }

private:
  std::optional<mlir::InFlightDiagnostic> diagnostic;
};

/// The operation that constraints are checked for.
class Site {
public:
  explicit Site(mlir::Operation *op)
      : location(op->getLoc()), name(op->getName().getStringRef()) {}
  Site(std::optional<mlir::Location> location, llvm::StringRef name)
      : location(location), name(name) {}

  /// Begins the message `'name' op requires (label) `; what follows states the
  /// constraint and then the values that break it. The label is empty for
  /// constraints that the specification does not number.
  Violation violated(llvm::StringRef label = {}) const;

  std::optional<mlir::Location> getLocation() const { return location; }

private:
  std::optional<mlir::Location> location;
  llvm::StringRef name;
};

/// `[1, ?, 3]`, for messages.
std::string listText(llvm::ArrayRef<int64_t> values);

//===----------------------------------------------------------------------===//
// Dimension numbers and lists of numbers
//===----------------------------------------------------------------------===//

/// `dimension` is one of `rank` dimensions.
llvm::LogicalResult checkDimension(const Site &site, llvm::StringRef label,
                                   llvm::StringRef name, int64_t dimension,
                                   int64_t rank);

/// Each entry of `dimensions` is one of `rank` dimensions.
llvm::LogicalResult checkDimensions(const Site &site, llvm::StringRef label,
                                    llvm::StringRef name,
                                    llvm::ArrayRef<int64_t> dimensions,
                                    int64_t rank);

/// No entry appears twice.
llvm::LogicalResult checkUnique(const Site &site, llvm::StringRef label,
                                llvm::StringRef name,
                                llvm::ArrayRef<int64_t> dimensions);

/// No entry appears twice in the two lists together.
llvm::LogicalResult checkDisjoint(const Site &site, llvm::StringRef label,
                                  llvm::StringRef firstName,
                                  llvm::ArrayRef<int64_t> first,
                                  llvm::StringRef secondName,
                                  llvm::ArrayRef<int64_t> second);

/// Entries do not decrease.
llvm::LogicalResult checkSorted(const Site &site, llvm::StringRef label,
                                llvm::StringRef name,
                                llvm::ArrayRef<int64_t> values);

/// The list has `expected` entries, one per `per` ("dimension of operand").
llvm::LogicalResult checkLength(const Site &site, llvm::StringRef label,
                                llvm::StringRef name, size_t length,
                                int64_t expected, llvm::StringRef per);

/// Each entry is at least `minimum`.
llvm::LogicalResult checkAtLeast(const Site &site, llvm::StringRef label,
                                 llvm::StringRef name,
                                 llvm::ArrayRef<int64_t> values,
                                 int64_t minimum);

/// The rows of a padding attribute, which must be a `rows` x 2 matrix.
mlir::FailureOr<llvm::SmallVector<std::pair<int64_t, int64_t>>>
checkPadding(const Site &site, llvm::StringRef label,
             mlir::DenseIntElementsAttr padding, int64_t rows);

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// Equal, or one of them unknown.
inline bool areCompatibleSizes(int64_t first, int64_t second) {
  return mlir::ShapedType::isDynamic(first) ||
         mlir::ShapedType::isDynamic(second) || first == second;
}

/// Larger than the size, or its bound, where both are known.
inline bool exceeds(int64_t size, DimensionExtent extent) {
  return !mlir::ShapedType::isDynamic(size) &&
         !mlir::ShapedType::isDynamic(extent.largest()) &&
         size > extent.largest();
}

/// All sizes and bounds of a type.
llvm::SmallVector<DimensionExtent> extentsOf(mlir::RankedTensorType type);

/// The extent with `compute` applied to what is known of it: the size if it is
/// static, else the bound. `compute` returns nothing on overflow, and then so
/// does this.
std::optional<DimensionExtent>
mapExtent(DimensionExtent extent,
          llvm::function_ref<std::optional<int64_t>(int64_t)> compute);

/// The product of static sizes; nothing if it exceeds an `int64_t`.
std::optional<int64_t> productOf(llvm::ArrayRef<int64_t> sizes);

/// Size once `interior` elements are put between neighbours and `low` and
/// `high` at the ends; nothing on overflow. May be negative, since the ends may
/// be.
std::optional<int64_t> paddedSize(int64_t size, int64_t low, int64_t high,
                                  int64_t interior);

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// The type of a value that its declaration makes a ranked tensor.
inline mlir::RankedTensorType tensorTypeOf(mlir::Value value) {
  return llvm::cast<mlir::RankedTensorType>(value.getType());
}

/// The shapes are compatible (see TypeCompatibility.h). The names go into the
/// message.
llvm::LogicalResult checkSameShape(const Site &site, llvm::StringRef label,
                                   llvm::StringRef firstName, mlir::Type first,
                                   llvm::StringRef secondName,
                                   mlir::Type second);

/// The element types are compatible: equal, or quantized types that differ only
/// in scales and zero points.
llvm::LogicalResult
checkSameElementType(const Site &site, llvm::StringRef label,
                     llvm::StringRef firstName, mlir::Type first,
                     llvm::StringRef secondName, mlir::Type second);

/// Shapes and element types are compatible.
llvm::LogicalResult checkSameType(const Site &site, llvm::StringRef label,
                                  llvm::StringRef firstName, mlir::Type first,
                                  llvm::StringRef secondName,
                                  mlir::Type second);

/// Quantized element types, null for others; shaped types are looked into.
mlir::quant::QuantizedType quantizedTypeOf(mlir::Type type);
mlir::quant::UniformQuantizedType perTensorQuantizedTypeOf(mlir::Type type);
mlir::quant::UniformQuantizedPerAxisType
perAxisQuantizedTypeOf(mlir::Type type);

/// Bits of an element: two parts of a complex number, the storage of a
/// quantized one.
int64_t bitWidthOf(mlir::Type elementType);

/// Values of `from` may be accumulated in `to`: both are integers, floats,
/// complex numbers, or quantized over the same expressed type, and `to` is at
/// least as wide. Shaped types are looked into.
bool isPromotable(mlir::Type from, mlir::Type to);

/// The elements of a constant list of integers; nothing for any other value.
/// Unsigned values beyond `int64_t` are given as its maximum.
std::optional<llvm::SmallVector<int64_t>> constantIntegers(mlir::Value value);

//===----------------------------------------------------------------------===//
// Inference inside verification
//===----------------------------------------------------------------------===//

/// The result types are compatible with inferred ones.
llvm::LogicalResult checkInferredTypes(const Site &site, llvm::StringRef label,
                                       mlir::TypeRange inferred,
                                       mlir::TypeRange actual);

/// Runs the type inference of `op`, which reports the constraints it depends
/// on, and compares with the actual result types. `label` is the constraint on
/// the result.
template <typename OpType>
llvm::LogicalResult verifyInferredTypes(OpType op, llvm::StringRef label) {
  llvm::SmallVector<mlir::Type> inferred;
  mlir::Operation *operation = op.getOperation();
  if (failed(OpType::inferReturnTypes(
          operation->getContext(), operation->getLoc(),
          operation->getOperands(), operation->getRawDictionaryAttrs(),
          operation->getPropertiesStorage(), operation->getRegions(),
          inferred))) {
    return llvm::failure();
  }
  return checkInferredTypes(Site(operation), label, inferred,
                            operation->getResultTypes());
}

} // namespace weft::stablehlo
