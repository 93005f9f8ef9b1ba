// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verification and type inference of transforms and factorisations: cholesky,
// lu, qr, pivots_to_permutation, triangular_solve, fft. Labels are those of the
// specification's section on the operation.

#include "weft/StableHLO/IR/Exchanges.h"
#include "weft/StableHLO/IR/Reflections.h"
#include "weft/StableHLO/IR/Shapes.h"

#include <limits>

using namespace mlir;

namespace weft::stablehlo {

/// The last two dimensions make square matrices.
static LogicalResult checkSquare(const Site &site, StringRef label,
                                 RankedTensorType type) {
  ArrayRef<int64_t> matrix = type.getShape().take_back(2);
  if (!areCompatibleSizes(matrix[0], matrix[1])) {
    return site.violated(label)
           << "a of square matrices in the last two dimensions, got " << type;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// cholesky
//===----------------------------------------------------------------------===//

LogicalResult
CholeskyOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                             ValueRange operands, DictionaryAttr attributes,
                             OpaqueProperties properties, RegionRange regions,
                             SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  Site site(location, getOperationName());
  RankedTensorType a = tensorTypeOf(adaptor.getA());
  // (C2)
  if (a.getRank() < 2) {
    return site.violated("C2") << "a of rank 2 at least, got " << a;
  }
  // (C3)
  if (failed(checkSquare(site, "C3", a))) {
    return failure();
  }
  // (C1)
  inferred.push_back(a);
  return success();
}

LogicalResult CholeskyOp::verify() { return verifyInferredTypes(*this, "C1"); }

//===----------------------------------------------------------------------===//
// lu, qr
//===----------------------------------------------------------------------===//

/// Both factors in the place of `a`, and something of each row or column that
/// was eliminated.
static LogicalResult inferFactors(const Site &site, RankedTensorType a,
                                  Type eliminated,
                                  SmallVectorImpl<Type> &inferred) {
  // (C1)
  if (a.getRank() < 2 || !a.hasStaticShape()) {
    return site.violated("C1")
           << "a of rank 2 at least and of known shape, got " << a;
  }
  // (C2)
  inferred.push_back(a);
  SmallVector<int64_t> shape(a.getShape().drop_back(2));
  shape.push_back(std::min(a.getShape().take_back(2)[0], a.getShape().back()));
  inferred.push_back(RankedTensorType::get(shape, eliminated));
  return success();
}

LogicalResult
LuOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                       ValueRange operands, DictionaryAttr attributes,
                       OpaqueProperties properties, RegionRange regions,
                       SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  return inferFactors(Site(location, getOperationName()),
                      tensorTypeOf(adaptor.getA()),
                      IntegerType::get(context, 32), inferred);
}

LogicalResult LuOp::verify() { return verifyInferredTypes(*this, "C2"); }

LogicalResult
QrOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                       ValueRange operands, DictionaryAttr attributes,
                       OpaqueProperties properties, RegionRange regions,
                       SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  RankedTensorType a = tensorTypeOf(adaptor.getA());
  return inferFactors(Site(location, getOperationName()), a, a.getElementType(),
                      inferred);
}

LogicalResult QrOp::verify() { return verifyInferredTypes(*this, "C2"); }

//===----------------------------------------------------------------------===//
// pivots_to_permutation
//===----------------------------------------------------------------------===//

LogicalResult PivotsToPermutationOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  Site site(location, getOperationName());
  RankedTensorType pivots = tensorTypeOf(adaptor.getPivots());
  // (C1)
  if (pivots.getRank() < 1 || !pivots.hasStaticShape()) {
    return site.violated("C1")
           << "pivots of rank 1 at least and of known shape, got " << pivots;
  }
  // (C2)
  auto size = static_cast<int64_t>(adaptor.getSize());
  if (size < pivots.getShape().back() ||
      size > std::numeric_limits<int32_t>::max()) {
    return site.violated("C2")
           << "size to be the number of rows, at least as many as there are "
              "pivots, got "
           << size << " for " << pivots;
  }
  // (C3)
  SmallVector<int64_t> shape(pivots.getShape());
  shape.back() = size;
  inferred.push_back(pivots.clone(shape));
  return success();
}

LogicalResult PivotsToPermutationOp::verify() {
  return verifyInferredTypes(*this, "C3");
}

//===----------------------------------------------------------------------===//
// triangular_solve
//===----------------------------------------------------------------------===//

LogicalResult TriangularSolveOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  Site site(location, getOperationName());
  RankedTensorType a = tensorTypeOf(adaptor.getA());
  RankedTensorType b = tensorTypeOf(adaptor.getB());
  // (I6)
  if (adaptor.getTransposeA() == Transpose::TRANSPOSE_INVALID) {
    return site.violated("I6")
           << "transpose_a of NO_TRANSPOSE, TRANSPOSE or ADJOINT, got "
              "TRANSPOSE_INVALID";
  }
  // (C2)
  if (a.getRank() < 2 || a.getRank() != b.getRank()) {
    return site.violated("C2")
           << "a and b of one rank, 2 at least, got " << a << " and " << b;
  }
  // (C3)
  if (!areCompatibleShapes(a.getShape().drop_back(2),
                           b.getShape().drop_back(2))) {
    return site.violated("C3") << "a and b of one shape but for the last two "
                                  "dimensions, got "
                               << a << " and " << b;
  }
  if (failed(checkSquare(site, "C3", a))) {
    return failure();
  }
  int64_t shared = b.getRank() - (adaptor.getLeftSide() ? 2 : 1);
  if (!areCompatibleSizes(a.getShape().back(), b.getDimSize(shared))) {
    return site.violated("C3")
           << "dimension " << shared << " of b as large as the matrices of a, "
           << "got " << a << " and " << b;
  }
  // (C4)
  inferred.push_back(b);
  return success();
}

LogicalResult TriangularSolveOp::verify() {
  return verifyInferredTypes(*this, "C4");
}

//===----------------------------------------------------------------------===//
// fft
//===----------------------------------------------------------------------===//

/// The coefficients that a transform of `length` reals keeps.
static int64_t halfSpectrum(int64_t length) {
  return length == 0 ? 0 : length / 2 + 1;
}

/// The element type of the result (C2).
static FailureOr<Type> inferFftElementType(const Site &site, FftType fftType,
                                           Type elementType) {
  if (fftType == FftType::RFFT) {
    if (!elementType.isF32() && !elementType.isF64()) {
      return site.violated("C2")
             << "operand of f32 or f64 for RFFT, got " << elementType;
    }
    return Type(ComplexType::get(elementType));
  }
  auto complex = dyn_cast<ComplexType>(elementType);
  if (!complex) {
    return site.violated("C2")
           << "operand of complex numbers for " << stringifyFftType(fftType)
           << ", got " << elementType;
  }
  return fftType == FftType::IRFFT ? complex.getElementType() : elementType;
}

LogicalResult
FftOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                        ValueRange operands, DictionaryAttr attributes,
                        OpaqueProperties properties, RegionRange regions,
                        SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  Site site(location, getOperationName());
  RankedTensorType operand = tensorTypeOf(adaptor.getOperand());
  FftType fftType = adaptor.getFftType();
  ArrayRef<int64_t> lengths = adaptor.getFftLength();
  auto count = static_cast<int64_t>(lengths.size());
  // (C1)
  if (count > operand.getRank()) {
    return site.violated("C1")
           << "no more entries of fft_length than dimensions of operand, got "
           << listText(lengths) << " for " << operand;
  }
  // (C2)
  FailureOr<Type> elementType =
      inferFftElementType(site, fftType, operand.getElementType());
  if (failed(elementType)) {
    return failure();
  }
  // (C3)
  if (count < 1 || count > 3) {
    return site.violated("C3")
           << "one to three entries of fft_length, got " << count;
  }
  // (C4), (C5)
  SmallVector<DimensionExtent> extents = extentsOf(operand);
  if (fftType == FftType::RFFT || fftType == FftType::IRFFT) {
    // Where the other side is real, the operand's last dimension is half.
    SmallVector<int64_t> expected(lengths);
    if (fftType == FftType::IRFFT) {
      expected.back() = halfSpectrum(lengths.back());
    }
    if (llvm::any_of(lengths, [](int64_t length) { return length < 0; }) ||
        !areCompatibleShapes(operand.getShape().take_back(count), expected)) {
      return site.violated(fftType == FftType::RFFT ? "C4" : "C5")
             << "operand to end in the sizes that fft_length "
             << listText(lengths) << " gives " << stringifyFftType(fftType)
             << ", got " << operand;
    }
    extents.back() = {fftType == FftType::RFFT ? halfSpectrum(lengths.back())
                                               : lengths.back()};
  }
  inferred.push_back(makeTensorType(context, extents, *elementType));
  return success();
}

LogicalResult FftOp::verify() { return verifyInferredTypes(*this, "C5"); }

} // namespace weft::stablehlo
