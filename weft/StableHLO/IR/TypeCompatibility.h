// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When two types may describe the same value, and which type says most.
//
// The specification compares types with `=`, knowing every size. Programs also
// carry types that know less: a dynamic dimension (`?`), one with a bound
// (`#stablehlo.bounds<4>`), an unranked tensor. Two types are *compatible* when
// some value has both: ranks are equal, sizes are equal where both are static,
// and a static size is within the other type's bound. Quantized element types
// are compatible when they store and express the same types, whatever their
// scales, which is as much as can be inferred for a result.

#pragma once

#include <mlir/IR/BuiltinTypes.h>
#include <mlir/IR/TypeRange.h>
#include <mlir/Support/LLVM.h>

#include <optional>

namespace weft::stablehlo {

/// A size, and the bound of that size if it is dynamic and a bound is known.
/// Unknown is `ShapedType::kDynamic` in both.
struct DimensionExtent {
  int64_t size = mlir::ShapedType::kDynamic;
  int64_t bound = mlir::ShapedType::kDynamic;

  bool isStatic() const { return !mlir::ShapedType::isDynamic(size); }
  bool hasBound() const { return !mlir::ShapedType::isDynamic(bound); }
  /// The size, or else its bound; unknown if neither is known.
  int64_t largest() const { return isStatic() ? size : bound; }
};

/// Element types of values that may be the same; shaped types are looked into.
bool areCompatibleElementTypes(mlir::Type first, mlir::Type second);
bool areCompatibleTypes(mlir::Type first, mlir::Type second);
bool areCompatibleTypes(mlir::TypeRange first, mlir::TypeRange second);

/// Shapes alone: equal rank and no two sizes that exclude each other.
bool areCompatibleShapes(llvm::ArrayRef<int64_t> first,
                         llvm::ArrayRef<int64_t> second);

/// The bounds a tensor type's encoding carries; empty when it carries none.
llvm::ArrayRef<int64_t> getBounds(mlir::Type type);

/// Size and bound of dimension `dimension` of a ranked type.
DimensionExtent getExtent(mlir::RankedTensorType type, int64_t dimension);

/// A tensor type of these extents; the encoding appears only if some bound is
/// known.
mlir::RankedTensorType makeTensorType(mlir::MLIRContext *context,
                                      llvm::ArrayRef<DimensionExtent> extents,
                                      mlir::Type elementType);

/// What is known of a size that both arguments describe (static beats bound,
/// smaller bound beats larger). Fails, with a diagnostic, if they exclude each
/// other.
mlir::FailureOr<DimensionExtent>
meetExtents(std::optional<mlir::Location> location, int64_t dimension,
            DimensionExtent first, DimensionExtent second);

/// What is known of a size that either argument describes, as after a branch.
/// Two different static sizes fail.
mlir::FailureOr<DimensionExtent>
joinExtents(std::optional<mlir::Location> location, int64_t dimension,
            DimensionExtent first, DimensionExtent second);

/// The type that knows everything any of `types` knows. They must be
/// compatible; tuples are combined element by element. The element type is the
/// first one's.
mlir::FailureOr<mlir::Type>
inferMostSpecificType(std::optional<mlir::Location> location,
                      mlir::TypeRange types);

/// The type that knows only what all of `types` know.
mlir::FailureOr<mlir::Type>
inferLeastSpecificType(std::optional<mlir::Location> location,
                       mlir::TypeRange types);

/// Per-tensor and per-axis quantized integer types with storage of 2, 4, 8, 16
/// or 32 bits whose zero points lie within the storage range.
bool isPerTensorQuantized(mlir::Type elementType);
bool isPerAxisQuantized(mlir::Type elementType);

/// True unless `type` is a ranked tensor of a per-axis quantized type whose
/// quantized dimension does not exist or differs in size from the scales.
bool isValidQuantizedDimension(mlir::Type type);

/// True if exactly one dimension is dynamic and that one has a bound.
bool hasSingleBoundedDimension(mlir::Type type);

/// The tensor type with complex elements replaced by their parts' type.
mlir::ShapedType realTypeOf(mlir::ShapedType type);

} // namespace weft::stablehlo
