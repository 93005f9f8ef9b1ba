// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What rules ask about types and constants.
//
// A *plain* tensor has a static shape, no encoding and elements that are
// booleans, integers, floats or complex numbers: what the equations of the
// rules are about. Quantized elements round after every operation, f8E8M0FNU
// has neither zero nor negative numbers, and sizes known only at run time can
// make an operation fail: the rules leave these alone unless they say
// otherwise.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/ADT/APInt.h>

#include <complex>
#include <optional>

namespace weft::stablehlo {

using Dimensions = llvm::SmallVector<int64_t>;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

bool isPlainTensor(mlir::Type type);
/// All operands and results are plain tensors.
bool isPlain(mlir::Operation *op);

inline mlir::RankedTensorType typeOf(mlir::Value value) {
  return llvm::cast<mlir::RankedTensorType>(value.getType());
}
inline llvm::ArrayRef<int64_t> shapeOf(mlir::Value value) {
  return typeOf(value).getShape();
}
inline int64_t rankOf(mlir::Value value) { return typeOf(value).getRank(); }
inline mlir::Type elementOf(mlir::Value value) {
  return typeOf(value).getElementType();
}
inline int64_t elementCount(mlir::Value value) {
  return typeOf(value).getNumElements();
}

/// Of a tensor type, an element type, or a value.
bool isBoolean(mlir::Type type);
/// Signed or unsigned; a boolean is not an integer.
bool isInteger(mlir::Type type);
bool isUnsigned(mlir::Type type);
bool isFloat(mlir::Type type);
bool isComplex(mlir::Type type);
/// Integers and booleans: arithmetic on them is exact, whatever the order.
inline bool isExact(mlir::Type type) {
  return isBoolean(type) || isInteger(type);
}
inline bool isBoolean(mlir::Value value) { return isBoolean(value.getType()); }
inline bool isInteger(mlir::Value value) { return isInteger(value.getType()); }
inline bool isUnsigned(mlir::Value value) {
  return isUnsigned(value.getType());
}
inline bool isFloat(mlir::Value value) { return isFloat(value.getType()); }
inline bool isComplex(mlir::Value value) { return isComplex(value.getType()); }
inline bool isExact(mlir::Value value) { return isExact(value.getType()); }

/// x . y = y . x. Of complex numbers, the greater and the lesser are not so: of
/// two with a NaN in them the first one wins.
bool isCommutative(mlir::Operation *op);

/// Bytes of a tensor as programs hold it: at least one per element.
int64_t byteSize(mlir::RankedTensorType type);

/// 0, 1, ..., n - 1.
Dimensions firstNumbers(int64_t n);
bool isIdentityPermutation(llvm::ArrayRef<int64_t> permutation);
Dimensions inversePermutation(llvm::ArrayRef<int64_t> permutation);
/// The dimensions below `rank` that are not in `dimensions`, ascending.
Dimensions otherDimensions(int64_t rank, llvm::ArrayRef<int64_t> dimensions);

/// The element of a list that belongs to each dimension named.
Dimensions gatherEntries(llvm::ArrayRef<int64_t> list,
                         llvm::ArrayRef<int64_t> dimensions);

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// The elements of a constant of plain type, or null.
mlir::DenseElementsAttr constantOf(mlir::Value value);

/// The one element of a constant whose elements are all the same.
std::optional<llvm::APInt> splatInteger(mlir::Value value);
std::optional<llvm::APFloat> splatFloat(mlir::Value value);
bool isSplat(mlir::Value value);
/// Two constants that are splats of the same bits.
bool areSameSplat(mlir::Value first, mlir::Value second);

/// A constant, all elements the integer or boolean `number`.
bool isIntegerConstant(mlir::Value value, int64_t number);
bool isAllOnesConstant(mlir::Value value);
/// A constant, all elements this float, bit for bit: 0.0 is not -0.0.
bool isFloatConstant(mlir::Value value, double number);

/// A constant e with x + e = x for every x. For floats that is -0, not +0,
/// since -0 + 0 is +0; in formats without -0 it is 0.
bool isAdditiveIdentity(mlir::Value value);
/// A float that is surely not -0, as far as the operations that made it tell at
/// a glance: sums that start at +0, squares, exponentials, converted integers.
bool isNeverNegativeZero(mlir::Value value);
/// A constant e with x * e = x for every x. Not for complex numbers, where an
/// infinite part times the zero would be NaN.
bool isMultiplicativeIdentity(mlir::Value value);

/// An element as a number; unsigned values beyond int64_t are given as its
/// maximum.
int64_t toInt64(const llvm::APInt &value, bool isUnsignedType);

/// A constant scalar or one-element tensor as a number; unsigned values beyond
/// int64_t are given as its maximum.
std::optional<int64_t> scalarInteger(mlir::Value value);

} // namespace weft::stablehlo
