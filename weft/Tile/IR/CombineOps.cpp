// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/IR/Tile.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "weft/Tile/IR/TileOpsCombine.cpp.inc"

namespace weft::tile {

void TileDialect::registerCombineOperations() {
  addOperations<
#define GET_OP_LIST
#include "weft/Tile/IR/TileOpsCombine.cpp.inc"
      >();
}

static RankedTensorType withoutDims(RankedTensorType type,
                                    ArrayRef<int64_t> dims) {
  SmallVector<int64_t> shape;
  for (auto [dim, extent] : llvm::enumerate(type.getShape())) {
    if (!llvm::is_contained(dims, static_cast<int64_t>(dim))) {
      shape.push_back(extent);
    }
  }
  return RankedTensorType::get(shape, type.getElementType());
}

//===----------------------------------------------------------------------===//
// Builders
//===----------------------------------------------------------------------===//

void ReduceOp::build(OpBuilder &builder, OperationState &state,
                     CombineKind kind, ValueRange inputs,
                     ArrayRef<int64_t> dimensions) {
  SmallVector<Type> results;
  for (Value input : inputs) {
    results.push_back(
        withoutDims(cast<RankedTensorType>(input.getType()), dimensions));
  }
  build(builder, state, results, kind, inputs, dimensions);
}

void ScanOp::build(OpBuilder &builder, OperationState &state, CombineKind kind,
                   ValueRange inputs, int64_t dimension, bool exclusive,
                   bool reverse) {
  SmallVector<Type> scanned(inputs.getTypes()), totals;
  for (Type type : scanned) {
    totals.push_back(withoutDims(cast<RankedTensorType>(type), dimension));
  }
  build(builder, state, scanned, totals, kind, inputs, dimension, exclusive,
        reverse);
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

/// One or more tiles of one shape.
static LogicalResult verifyInputs(Operation *operation, ValueRange inputs) {
  if (inputs.empty()) {
    return operation->emitOpError("needs at least one tile");
  }
  auto first = cast<RankedTensorType>(inputs[0].getType());
  for (Value input : inputs) {
    auto type = cast<RankedTensorType>(input.getType());
    if (type.getShape() != first.getShape()) {
      return operation->emitOpError()
             << "tiles must have one shape, got " << first << " and " << type;
    }
  }
  return success();
}

/// A named kind has one tile, of elements it works on, and no region.
static LogicalResult verifyCombineKind(Operation *operation, CombineKind kind,
                                       ValueRange inputs, Region &body) {
  if (kind == CombineKind::Custom) {
    return body.empty() ? operation->emitOpError("kind custom needs a region")
                        : success();
  }
  if (!body.empty()) {
    return operation->emitOpError() << "kind " << stringifyCombineKind(kind)
                                    << " has no region; use custom";
  }
  if (inputs.size() != 1) {
    return operation->emitOpError()
           << "kind " << stringifyCombineKind(kind)
           << " combines one tile, got " << inputs.size() << "; use custom";
  }
  Type element = getElementTypeOrSelf(inputs[0].getType());
  bool isArithmetic = kind == CombineKind::Add || kind == CombineKind::Mul ||
                      kind == CombineKind::Min || kind == CombineKind::Max;
  if (!isArithmetic && !element.isIntOrIndex()) {
    return operation->emitOpError() << "kind " << stringifyCombineKind(kind)
                                    << " is for integers, got " << element;
  }
  return success();
}

static LogicalResult verifyTypes(Operation *operation, StringRef what,
                                 TypeRange actual, ArrayRef<Type> expected) {
  if (!llvm::equal(actual, expected)) {
    return operation->emitOpError() << what << " must be of types (" << expected
                                    << "), got (" << actual << ")";
  }
  return success();
}

static LogicalResult verifyScalarRegion(Operation *operation, Region &region,
                                        ArrayRef<Type> arguments,
                                        ArrayRef<Type> yielded) {
  if (failed(verifyTypes(operation, "the region's arguments",
                         region.getArgumentTypes(), arguments))) {
    return failure();
  }
  auto yield = dyn_cast<YieldOp>(region.front().getTerminator());
  if (!yield) {
    return operation->emitOpError("the region must end with tile.yield");
  }
  for (Operation &inner : region.front().without_terminator()) {
    if (!isMemoryEffectFree(&inner)) {
      return inner.emitOpError("has effects on memory, but stands in a region "
                               "on scalars, which runs in any order");
    }
  }
  return verifyTypes(operation, "the region's values",
                     yield.getValues().getTypes(), yielded);
}

/// The scalars of one place, then those of another, give those of a third.
static LogicalResult verifyCombineRegion(Operation *operation,
                                         ValueRange inputs, Region &body) {
  if (body.empty()) {
    return success();
  }
  SmallVector<Type> elements;
  for (Value input : inputs) {
    elements.push_back(getElementTypeOrSelf(input.getType()));
  }
  SmallVector<Type> arguments(elements);
  arguments.append(elements);
  return verifyScalarRegion(operation, body, arguments, elements);
}

LogicalResult ReduceOp::verify() {
  if (failed(verifyInputs(*this, getInputs())) ||
      failed(verifyCombineKind(*this, getKind(), getInputs(), getBody()))) {
    return failure();
  }
  auto first = cast<RankedTensorType>(getInputs()[0].getType());
  ArrayRef<int64_t> dims = getDimensions();
  for (auto [i, dim] : llvm::enumerate(dims)) {
    if (dim < (i == 0 ? 0 : dims[i - 1] + 1) || dim >= first.getRank()) {
      return emitOpError() << "dims must increase and be below "
                           << first.getRank() << ", got [" << dims << "]";
    }
  }
  if (getResults().size() != getInputs().size()) {
    return emitOpError() << getInputs().size() << " tiles give as many, not "
                         << getResults().size();
  }
  for (auto [input, result] : llvm::zip(getInputs(), getResults())) {
    auto expected = withoutDims(cast<RankedTensorType>(input.getType()), dims);
    auto actual = cast<RankedTensorType>(result.getType());
    if (expected.getShape() != actual.getShape() ||
        expected.getElementType() != actual.getElementType()) {
      return emitOpError() << "result must be " << expected << ", got "
                           << actual;
    }
  }
  return success();
}

LogicalResult ReduceOp::verifyRegions() {
  return verifyCombineRegion(*this, getInputs(), getBody());
}

static LogicalResult verifyDim(Operation *operation, ValueRange inputs,
                               int64_t dim) {
  auto first = cast<RankedTensorType>(inputs[0].getType());
  if (dim < 0 || dim >= first.getRank()) {
    return operation->emitOpError() << first << " has no dim " << dim;
  }
  return success();
}

LogicalResult ScanOp::verify() {
  int64_t dim = getDimensionAttr().getInt();
  if (failed(verifyInputs(*this, getInputs())) ||
      failed(verifyDim(*this, getInputs(), dim)) ||
      failed(verifyCombineKind(*this, getKind(), getInputs(), getBody()))) {
    return failure();
  }
  if (getExclusive() && getKind() == CombineKind::Custom) {
    return emitOpError("kind custom has no neutral element for exclusive to "
                       "begin with");
  }
  SmallVector<Type> expected(getInputs().getTypes());
  for (Value input : getInputs()) {
    expected.push_back(
        withoutDims(cast<RankedTensorType>(input.getType()), dim));
  }
  auto isSame = [](Type actual, Type type) {
    auto a = cast<RankedTensorType>(actual), b = cast<RankedTensorType>(type);
    return a.getShape() == b.getShape() &&
           a.getElementType() == b.getElementType();
  };
  if (getNumResults() != expected.size() ||
      !llvm::all_of(llvm::zip(getResultTypes(), expected), [&](auto pair) {
        return isSame(std::get<0>(pair), std::get<1>(pair));
      })) {
    return emitOpError() << "results must be the scanned tiles, then the "
                            "totals: ("
                         << expected << "), got (" << getResultTypes() << ")";
  }
  return success();
}

LogicalResult ScanOp::verifyRegions() {
  return verifyCombineRegion(*this, getInputs(), getBody());
}

LogicalResult RankOp::verify() {
  RankedTensorType input = getInput().getType();
  RankedTensorType count = getCount().getType();
  int64_t bins = getBinsAttr().getInt();
  if (input.getRank() != 1) {
    return emitOpError() << "works on tiles of one dim, got " << input;
  }
  if (bins < 1) {
    return emitOpError() << "needs at least 1 bin, got " << bins;
  }
  if (getRank().getType().getShape() != input.getShape()) {
    return emitOpError() << "ranks must have the shape of " << input << ", got "
                         << getRank().getType();
  }
  if (count.getRank() != 1 || count.getDimSize(0) != bins) {
    return emitOpError() << "counts must have one dim of " << bins << ", got "
                         << count;
  }
  return success();
}

} // namespace weft::tile
