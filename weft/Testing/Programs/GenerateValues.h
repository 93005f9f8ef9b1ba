// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element types by name, and random elements of them.

#pragma once

#include "weft/StableHLO/Interpreter/Tensor.h"
#include "weft/Support/Random.h"

#include <mlir/IR/BuiltinTypes.h>

#include <vector>

namespace weft::generate {

/// Every element type of StableHLO, and one quantized type for all of those.
class ElementTypes {
public:
  explicit ElementTypes(mlir::MLIRContext *context);

  using Set = llvm::ArrayRef<mlir::Type>;
  Set booleans() const { return Set(all).slice(0, 1); }
  Set signedIntegers() const { return Set(all).slice(1, 6); }
  Set integers() const { return Set(all).slice(1, 12); }
  Set booleansAndIntegers() const { return Set(all).slice(0, 13); }
  Set floats() const { return Set(all).slice(13, 15); }
  Set floatsAndComplex() const { return Set(all).slice(13, 17); }
  Set complex() const { return Set(all).slice(28, 2); }
  /// All but the quantized one.
  Set plain() const { return Set(all).slice(0, 30); }
  Set every() const { return all; }
  mlir::Type quantized() const { return all.back(); }

private:
  std::vector<mlir::Type> all;
};

/// `ui4`, `f8E4M3FN`, `complex<f32>`, `quantized`.
std::string nameOf(mlir::Type elementType);

/// Often a number with something special about it: zeros of both signs, ones,
/// ends of the range, infinities, NaN, subnormal numbers.
reference::Element randomElement(reference::ElementType type, Random &random);

/// Nothing special: small numbers, fractions among them for floats.
reference::Element ordinaryElement(reference::ElementType type, Random &random);

/// Not of a quantized type. Some are all alike.
reference::Tensor randomTensor(reference::Budget &budget,
                               mlir::RankedTensorType type, Random &random);

/// Indices for a dimension of this size; some are out of range.
reference::Tensor randomIndices(reference::Budget &budget,
                                mlir::RankedTensorType type, int64_t size,
                                Random &random);

} // namespace weft::generate
