// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/ReductionParts.h"

#include "weft/Tile/Tiling/Expand.h"

#include <mlir/IR/IRMapping.h>

#include <complex>

using namespace mlir;

namespace weft::tile {

bool hasParts(stablehlo::ReduceOp reduce) {
  if (reduce.getDimensions().empty() ||
      !llvm::all_of(reduce->getOperands(), hasKnownElements) ||
      findForeignOperation(reduce.getBody())) {
    return false;
  }
  for (auto [i, input] : llvm::enumerate(reduce.getInputs())) {
    // Bodies may compute in other types than their inputs have.
    Type element = getElementTypeOrSelf(input);
    BlockArgument argument =
        reduce.getBody().front().getArgument(static_cast<unsigned>(i));
    if (element != getElementTypeOrSelf(argument) ||
        element != getElementTypeOrSelf(reduce.getResult(i))) {
      return false;
    }
  }
  return true;
}

/// Extremes have none among the shortest floats, which lack infinities, and
/// sums none where there is no zero.
bool hasNeutral(CombineKind kind, Type element) {
  auto real = dyn_cast<FloatType>(element);
  if (!real) {
    return true;
  }
  const llvm::fltSemantics &semantics = real.getFloatSemantics();
  switch (kind) {
  case CombineKind::Min:
  case CombineKind::Max:
    return llvm::APFloat::semanticsHasInf(semantics);
  case CombineKind::Add:
    return llvm::APFloat::semanticsHasZero(semantics);
  default:
    return true;
  }
}

std::pair<Type, Type> ReductionParts::typesOfParts() {
  Type element = typeOf(reduce.getInputs()[0]).getElementType();
  return kind == CombineKind::Add && isa<FloatType>(element)
             ? typesOfSum(element)
             : std::pair(element, element);
}

llvm::SmallVector<Value> ReductionParts::neutralOrInitial(Type element) {
  if (!kind || isNeutral(*kind, reduce.getInitValues()[0]) ||
      !hasNeutral(*kind, element)) {
    return llvm::map_to_vector(reduce.getInitValues(), [&](Value initial) {
      return kind && isa<FloatType>(element) ? writer.convert(initial, element)
                                             : initial;
    });
  }
  return {neutral(element)};
}

Value ReductionParts::neutral(Type element) {
  auto type = RankedTensorType::get({}, element);
  if (auto real = dyn_cast<FloatType>(element)) {
    return writer.splat(type, neutralFloat(*kind, real));
  }
  if (auto complex = dyn_cast<ComplexType>(element)) {
    llvm::APFloat part =
        neutralFloat(*kind, cast<FloatType>(complex.getElementType()));
    return writer.constant(
        DenseElementsAttr::get(type, std::complex<llvm::APFloat>(part, part)));
  }
  return writer.splat(type,
                      neutralInteger(*kind, element.getIntOrFloatBitWidth()));
}

/// A body of one operation, on other floats.
static void retype(Block &body, Type scalar) {
  for (BlockArgument argument : body.getArguments()) {
    argument.setType(scalar);
  }
  body.front().getResult(0).setType(scalar);
}

llvm::SmallVector<Value> ReductionParts::emit(ArrayRef<Value> inputs,
                                              ArrayRef<Value> initials,
                                              ArrayRef<int64_t> dimensions) {
  llvm::SmallVector<Type> types;
  for (Value input : inputs) {
    llvm::SmallVector<int64_t> shape;
    for (auto [d, extent] : llvm::enumerate(typeOf(input).getShape())) {
      if (!llvm::is_contained(dimensions, static_cast<int64_t>(d))) {
        shape.push_back(extent);
      }
    }
    types.push_back(
        RankedTensorType::get(shape, typeOf(input).getElementType()));
  }
  auto part = writer.make<stablehlo::ReduceOp>(
      types, inputs, initials, builder.getDenseI64ArrayAttr(dimensions));
  IRMapping mapping;
  reduce.getBody().cloneInto(&part.getBody(), mapping);
  Type element = typeOf(inputs[0]).getElementType();
  if (kind && typeOf(part.getBody().front().getArgument(0)).getElementType() !=
                  element) {
    retype(part.getBody().front(), RankedTensorType::get({}, element));
  }
  return llvm::to_vector_of<Value>(part.getResults());
}

void ReductionParts::join(llvm::SmallVector<Value> values,
                          ArrayRef<int64_t> dimensions, Type joined,
                          Value rest) {
  llvm::SmallVector<Value> initials(reduce.getInitValues());
  bool isSum = kind == CombineKind::Add && isa<FloatType>(joined);
  if (isSum) {
    values = {writer.convert(values[0], joined)};
    initials = {writer.convert(initials[0], joined)};
  }
  values = emit(values, initials, dimensions);
  if (rest) {
    if (isSum) {
      rest = writer.convert(rest, joined);
    }
    Value other = emit({rest}, neutralOrInitial(joined), dimensions)[0];
    Block &body = reduce.getBody().front();
    IRMapping mapping;
    mapping.map(body.getArgument(0), values[0]);
    mapping.map(body.getArgument(1), other);
    Operation *combined = builder.clone(body.front(), mapping);
    combined->getResult(0).setType(other.getType());
    values = {combined->getResult(0)};
  }
  for (auto [value, result] : llvm::zip_equal(values, reduce->getResults())) {
    result.replaceAllUsesWith(
        isSum ? writer.convert(value, typeOf(result).getElementType()) : value);
  }
}

} // namespace weft::tile
