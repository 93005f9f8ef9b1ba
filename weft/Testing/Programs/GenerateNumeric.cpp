// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transforms, factorisations, normalisation and random numbers.

#include "weft/StableHLO/IR/Eigen.h"
#include "weft/StableHLO/IR/Exchanges.h"
#include "weft/StableHLO/IR/Reflections.h"
#include "weft/StableHLO/IR/Tridiagonal.h"
#include "weft/Testing/Programs/GenerateRecipes.h"

using namespace mlir;
using namespace weft::stablehlo;

namespace weft::generate {
namespace {

Dims batchShape(Scope &scope) {
  return scope.random.chance(60) ? Dims() : Dims{scope.random.between(1, 5)};
}

void fft(Scope &scope, Type element) {
  Random &random = scope.random;
  bool isComplex = isa<ComplexType>(element);
  FftType kind =
      !isComplex ? FftType::RFFT
                 : random.pick({FftType::FFT, FftType::IFFT, FftType::IRFFT});
  Dims lengths;
  for (int64_t i = random.between(1, 2); i > 0; --i) {
    lengths.push_back(random.between(1, 5));
  }
  Dims batch = batchShape(scope);
  Dims from = batch;
  Dims to = batch;
  llvm::append_range(from, lengths);
  llvm::append_range(to, lengths);
  Type result = element;
  if (kind == FftType::RFFT) {
    to.back() = lengths.back() / 2 + 1;
    result = ComplexType::get(element);
  } else if (kind == FftType::IRFFT) {
    from.back() = lengths.back() / 2 + 1;
    result = cast<ComplexType>(element).getElementType();
  }
  Value x = scope.get(scope.tensor(from, element));
  auto type = scope.tensor(to, result);
  scope.make<FftOp>(element, type, x, kind, ArrayRef<int64_t>(lengths));
}

void cholesky(Scope &scope, Type element) {
  int64_t n = scope.random.between(1, 3);
  Dims shape = batchShape(scope);
  shape.append({n, n});
  Value x = scope.get(scope.tensor(shape, element));
  scope.make<CholeskyOp>(element, x.getType(), x, scope.random.chance(50));
}

void lu(Scope &scope, Type element) {
  Dims shape = batchShape(scope);
  shape.append({scope.random.between(1, 4), scope.random.between(1, 4)});
  Value x = scope.get(scope.tensor(shape, element));
  scope.make<LuOp>(element, x);
}

void qr(Scope &scope, Type element) {
  Dims shape = batchShape(scope);
  shape.append({scope.random.between(1, 5), scope.random.between(1, 5)});
  scope.make<QrOp>(element, scope.get(scope.tensor(shape, element)));
}

void reflections(Scope &scope, Type element) {
  Dims shape = batchShape(scope);
  Dims scales = shape;
  int64_t columns = scope.random.between(1, 5);
  shape.append({columns + scope.random.between(0, 3), columns});
  scales.push_back(scope.random.between(1, columns));
  Value factors = scope.get(scope.tensor(shape, element));
  scope.make<ReflectionsOp>(element, factors.getType(), factors,
                            scope.get(scope.tensor(scales, element)));
}

/// Of random numbers many are no rows.
void permutation(Scope &scope, Type element) {
  Dims shape = batchShape(scope);
  int64_t steps = scope.random.between(1, 4);
  shape.push_back(steps);
  Value pivots = scope.get(scope.tensor(shape, element));
  shape.back() = steps + scope.random.between(0, 3);
  scope.make<PivotsToPermutationOp>(element, scope.tensor(shape, element),
                                    pivots, shape.back());
}

void triangularSolve(Scope &scope, Type element) {
  Random &random = scope.random;
  int64_t n = random.between(1, 3);
  int64_t m = random.between(1, 3);
  bool isLeft = random.chance(50);
  Dims aShape = batchShape(scope);
  Dims bShape = aShape;
  aShape.append({n, n});
  bShape.append({isLeft ? n : m, isLeft ? m : n});
  Value a = scope.get(scope.tensor(aShape, element));
  Value b = scope.get(scope.tensor(bShape, element));
  scope.make<TriangularSolveOp>(
      element, b.getType(), a, b, isLeft, random.chance(50), random.chance(30),
      random.pick(
          {Transpose::NO_TRANSPOSE, Transpose::TRANSPOSE, Transpose::ADJOINT}));
}

void eigh(Scope &scope, Type element) {
  Dims shape = batchShape(scope);
  shape.append(2, scope.random.between(1, 4));
  scope.make<EighOp>(element, scope.get(scope.tensor(shape, element)),
                     scope.random.chance(50));
}

void tridiagonalSolve(Scope &scope, Type element) {
  Dims shape = batchShape(scope);
  shape.push_back(scope.random.between(1, 9));
  RankedTensorType diagonal = scope.tensor(shape, element);
  shape.push_back(scope.random.between(1, 3));
  Value sides[] = {scope.get(diagonal), scope.get(diagonal),
                   scope.get(diagonal)};
  scope.make<TridiagonalSolveOp>(element, sides[0], sides[1], sides[2],
                                 scope.get(scope.tensor(shape, element)));
}

struct Normalization {
  Value operand;
  RankedTensorType features;
  uint64_t dimension;
  llvm::APFloat epsilon;
};

Normalization randomNormalization(Scope &scope, Type element) {
  Value x = scope.any(element, 1);
  auto shape = cast<RankedTensorType>(x.getType()).getShape();
  int64_t dimension = scope.random.below(static_cast<int64_t>(shape.size()));
  return {x, scope.tensor({shape[dimension]}, element),
          static_cast<uint64_t>(dimension),
          llvm::APFloat(scope.random.chance(50) ? 0.0f : 0.125f)};
}

void batchNormInference(Scope &scope, Type element) {
  Normalization norm = randomNormalization(scope, element);
  SmallVector<Value> parameters;
  for (int i = 0; i < 4; ++i) {
    parameters.push_back(scope.get(norm.features));
  }
  scope.make<BatchNormInferenceOp>(element, norm.operand.getType(),
                                   norm.operand, parameters[0], parameters[1],
                                   parameters[2], parameters[3], norm.epsilon,
                                   norm.dimension);
}

void batchNormTraining(Scope &scope, Type element) {
  Normalization norm = randomNormalization(scope, element);
  Value scale = scope.get(norm.features);
  Value offset = scope.get(norm.features);
  // Of equal elements the variance is zero, or noise, and without an epsilon
  // the results are anything.
  scope.make<BatchNormTrainingOp>(element, norm.operand, scale, offset,
                                  llvm::APFloat(0.125f), norm.dimension);
}

void batchNormGrad(Scope &scope, Type element) {
  Normalization norm = randomNormalization(scope, element);
  Value scale = scope.get(norm.features);
  Value mean = scope.get(norm.features);
  Value variance = scope.get(norm.features);
  Value gradient = scope.get(cast<RankedTensorType>(norm.operand.getType()));
  scope.make<BatchNormGradOp>(element, norm.operand, scale, mean, variance,
                              gradient, norm.epsilon, norm.dimension);
}

void rng(Scope &scope, Type element) {
  Dims shape = scope.shape();
  auto scalar = scope.tensor({}, element);
  Value a = scope.get(scalar);
  Value b = scope.get(scalar);
  Value sizes = scope.constant(shape, scope.builder.getI64Type());
  auto type = scope.tensor(shape, element);
  RngDistribution distribution =
      isa<FloatType>(element) && scope.random.chance(50)
          ? RngDistribution::NORMAL
          : RngDistribution::UNIFORM;
  scope.make<RngOp>(element, type, a, b, sizes, distribution);
}

void rngBits(Scope &scope, Type element) {
  auto algorithm = static_cast<RngAlgorithm>(scope.random.below(3));
  Type word = IntegerType::get(element.getContext(), 64, IntegerType::Unsigned);
  int64_t words =
      algorithm == RngAlgorithm::PHILOX && scope.random.chance(50) ? 3 : 2;
  Value state = scope.get(scope.tensor({words}, word));
  auto type = scope.tensor(scope.shape(), element);
  auto op = RngBitGeneratorOp::create(scope.builder, scope.location,
                                      state.getType(), type, algorithm, state);
  scope.count(op, element);
  scope.offer(op.getOutputState());
  // Bits may be a NaN of any kind.
  Value output = op.getOutput();
  scope.offer(scope.withoutNaN(output));
}

} // namespace

void addNumericRecipes(Recipes &recipes) {
  const ElementTypes &types = recipes.elements();
  SmallVector<Type> wide = {types.floats()[13], types.floats()[14],
                            types.complex()[0], types.complex()[1]};
  recipes.add<FftOp>(wide, fft);
  recipes.add<CholeskyOp>(types.floatsAndComplex(), cholesky);
  recipes.add<LuOp>(types.floatsAndComplex(), lu);
  SmallVector<Type> words = {IntegerType::get(wide[0].getContext(), 32)};
  recipes.add<PivotsToPermutationOp>(words, permutation);
  ArrayRef<Type> wideFloats = ArrayRef<Type>(wide).take_front(2);
  recipes.add<QrOp>(wideFloats, qr);
  recipes.add<ReflectionsOp>(wideFloats, reflections);
  recipes.add<TriangularSolveOp>(types.floatsAndComplex(), triangularSolve);
  recipes.add<EighOp>(wideFloats, eigh);
  recipes.add<TridiagonalSolveOp>(wide, tridiagonalSolve);
  recipes.add<BatchNormInferenceOp>(types.floats(), batchNormInference);
  recipes.add<BatchNormTrainingOp>(types.floats(), batchNormTraining);
  recipes.add<BatchNormGradOp>(types.floats(), batchNormGrad);
  recipes.add<RngOp>(types.plain().drop_back(2), rng);
  recipes.add<RngBitGeneratorOp>(types.plain().drop_front(1).drop_back(2),
                                 rngBits);
}

} // namespace weft::generate
