// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/IR/Assembly.h"
#include "weft/Tile/IR/Tile.h"

using namespace mlir;

namespace weft::tile {

/// The inputs of a join have one type, which is written once.
static ParseResult
parseJoinTypes(OpAsmParser &parser, SmallVectorImpl<Type> &types,
               ArrayRef<OpAsmParser::UnresolvedOperand> inputs) {
  Type type;
  if (parser.parseType(type)) {
    return failure();
  }
  types.assign(inputs.size(), type);
  return success();
}

static void printJoinTypes(OpAsmPrinter &printer, Operation * /*operation*/,
                           TypeRange types, OperandRange /*inputs*/) {
  printer << types.front();
}

} // namespace weft::tile

#define GET_OP_CLASSES
#include "weft/Tile/IR/TileOpsShape.cpp.inc"

namespace weft::tile {

void TileDialect::registerShapeOperations() {
  addOperations<
#define GET_OP_LIST
#include "weft/Tile/IR/TileOpsShape.cpp.inc"
      >();
}

static LogicalResult verifySameElements(Operation *operation,
                                        RankedTensorType input,
                                        RankedTensorType result) {
  if (input.getElementType() != result.getElementType()) {
    return operation->emitOpError()
           << "elements of " << input << " and " << result << " differ";
  }
  return success();
}

/// A splat in another shape, or null.
static OpFoldResult foldSplat(Attribute input, RankedTensorType result) {
  auto elements = dyn_cast_or_null<SplatElementsAttr>(input);
  return elements ? OpFoldResult(elements.resizeSplat(result)) : OpFoldResult();
}

static bool isIdentity(ArrayRef<int64_t> dims) {
  return llvm::equal(dims, llvm::seq<int64_t>(0, dims.size()));
}

//===----------------------------------------------------------------------===//
// mask, iota
//===----------------------------------------------------------------------===//

void MaskOp::build(OpBuilder &builder, OperationState &state, Type result,
                   ValueRange offsets, ArrayRef<Value> bounds,
                   ArrayRef<int64_t> strides) {
  SmallVector<Value> operands;
  SmallVector<int64_t> bounded;
  splitBounds(bounds, operands, bounded);
  build(builder, state, result, offsets, operands, bounded, strides);
}

LogicalResult MaskOp::verify() {
  RankedTensorType type = getResult().getType();
  if (static_cast<int64_t>(getOffsets().size()) != type.getRank()) {
    return emitOpError() << getOffsets().size() << " offsets do not fit "
                         << type << "; give one per dim";
  }
  if (failed(verifyBounds(*this, getBounded(), getBounds().size(),
                          type.getRank()))) {
    return failure();
  }
  return verifyStrides(*this, getStrides(), type);
}

OpFoldResult MaskOp::fold(FoldAdaptor adaptor) {
  RankedTensorType type = getResult().getType();
  auto everywhere = [&](bool live) {
    return SplatElementsAttr::get(type, live);
  };
  // Live in all dims with a bound that is known to cover its part of the box;
  // dead as soon as one dim is known to lie outside.
  bool live = true;
  for (auto [dim, bound] : llvm::zip(getBounded(), adaptor.getBounds())) {
    auto limit = dyn_cast_or_null<IntegerAttr>(bound);
    auto first = dyn_cast_or_null<IntegerAttr>(adaptor.getOffsets()[dim]);
    if (!limit || !first) {
      live = false;
      continue;
    }
    int64_t from = first.getInt();
    int64_t to = from + (type.getDimSize(dim) - 1) * getStride(dim);
    auto [low, high] = std::minmax(from, to);
    if (high < 0 || low >= limit.getInt()) {
      return everywhere(false);
    }
    live &= low >= 0 && high < limit.getInt();
  }
  return live ? OpFoldResult(everywhere(true)) : OpFoldResult();
}

LogicalResult IotaOp::verify() {
  RankedTensorType type = getResult().getType();
  int64_t dim = getDimensionAttr().getInt();
  if (dim < 0 || dim >= type.getRank()) {
    return emitOpError() << type << " has no dim " << dim;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// broadcast, transpose, reshape
//===----------------------------------------------------------------------===//

LogicalResult BroadcastOp::verify() {
  RankedTensorType input = getInput().getType();
  RankedTensorType result = getResult().getType();
  ArrayRef<int64_t> dims = getDimensions();
  if (failed(verifySameElements(*this, input, result))) {
    return failure();
  }
  if (static_cast<int64_t>(dims.size()) != input.getRank()) {
    return emitOpError() << dims.size() << " dims do not fit " << input;
  }
  for (auto [i, dim] : llvm::enumerate(dims)) {
    if (dim < (i == 0 ? 0 : dims[i - 1] + 1) || dim >= result.getRank()) {
      return emitOpError() << "dims must increase and be below "
                           << result.getRank() << ", got [" << dims << "]";
    }
    if (input.getDimSize(i) != 1 &&
        input.getDimSize(i) != result.getDimSize(dim)) {
      return emitOpError() << "dim " << i << " of " << input
                           << " does not fit dim " << dim << " of " << result;
    }
  }
  return success();
}

OpFoldResult BroadcastOp::fold(FoldAdaptor adaptor) {
  if (getInput().getType() == getResult().getType()) {
    return getInput();
  }
  if (OpFoldResult splat =
          foldSplat(adaptor.getInput(), getResult().getType())) {
    return splat;
  }
  // A broadcast of a broadcast is one.
  auto inner = getInput().getDefiningOp<BroadcastOp>();
  if (!inner) {
    return {};
  }
  SmallVector<int64_t> dims;
  for (int64_t dim : inner.getDimensions()) {
    dims.push_back(getDimensions()[dim]);
  }
  getInputMutable().assign(inner.getInput());
  setDimensions(dims);
  return getResult();
}

LogicalResult TransposeOp::verify() {
  RankedTensorType input = getInput().getType();
  RankedTensorType result = getResult().getType();
  ArrayRef<int64_t> permutation = getPermutation();
  if (failed(verifySameElements(*this, input, result))) {
    return failure();
  }
  SmallVector<int64_t> sorted(permutation);
  llvm::sort(sorted);
  if (static_cast<int64_t>(sorted.size()) != input.getRank() ||
      !isIdentity(sorted)) {
    return emitOpError() << "[" << permutation << "] must name each dim of "
                         << input << " once";
  }
  SmallVector<int64_t> shape;
  for (int64_t dim : permutation) {
    shape.push_back(input.getDimSize(dim));
  }
  if (result.getShape() != ArrayRef(shape)) {
    return emitOpError() << "result must have the shape [" << shape << "], got "
                         << result;
  }
  return success();
}

OpFoldResult TransposeOp::fold(FoldAdaptor adaptor) {
  if (isIdentity(getPermutation()) &&
      getInput().getType() == getResult().getType()) {
    return getInput();
  }
  if (OpFoldResult splat =
          foldSplat(adaptor.getInput(), getResult().getType())) {
    return splat;
  }
  auto inner = getInput().getDefiningOp<TransposeOp>();
  if (!inner) {
    return {};
  }
  SmallVector<int64_t> permutation;
  for (int64_t dim : getPermutation()) {
    permutation.push_back(inner.getPermutation()[dim]);
  }
  getInputMutable().assign(inner.getInput());
  setPermutation(permutation);
  return getResult();
}

LogicalResult ReshapeOp::verify() {
  RankedTensorType input = getInput().getType();
  RankedTensorType result = getResult().getType();
  if (failed(verifySameElements(*this, input, result))) {
    return failure();
  }
  if (input.getNumElements() != result.getNumElements()) {
    return emitOpError() << input << " has " << input.getNumElements()
                         << " elements, but " << result << " has "
                         << result.getNumElements();
  }
  return success();
}

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  if (getInput().getType() == getResult().getType()) {
    return getInput();
  }
  if (OpFoldResult splat =
          foldSplat(adaptor.getInput(), getResult().getType())) {
    return splat;
  }
  if (auto inner = getInput().getDefiningOp<ReshapeOp>()) {
    getInputMutable().assign(inner.getInput());
    return getResult();
  }
  return {};
}

//===----------------------------------------------------------------------===//
// slice, join
//===----------------------------------------------------------------------===//

LogicalResult SliceOp::verify() {
  RankedTensorType input = getInput().getType();
  RankedTensorType result = getResult().getType();
  if (failed(verifySameElements(*this, input, result))) {
    return failure();
  }
  if (static_cast<int64_t>(getOffsets().size()) != input.getRank() ||
      result.getRank() != input.getRank()) {
    return emitOpError() << "offsets [" << getOffsets() << "] and " << result
                         << " must have as many dims as " << input;
  }
  for (auto [dim, offset] : llvm::enumerate(getOffsets())) {
    if (offset < 0 || offset + result.getDimSize(dim) > input.getDimSize(dim)) {
      return emitOpError() << "dim " << dim << ": [" << offset << ", "
                           << offset + result.getDimSize(dim)
                           << ") is not inside of " << input;
    }
  }
  return success();
}

OpFoldResult SliceOp::fold(FoldAdaptor adaptor) {
  if (getInput().getType() == getResult().getType()) {
    return getInput();
  }
  return foldSplat(adaptor.getInput(), getResult().getType());
}

LogicalResult JoinOp::verify() {
  if (getInputs().empty()) {
    return emitOpError("needs at least one tile");
  }
  auto input = cast<RankedTensorType>(getInputs()[0].getType());
  SmallVector<int64_t> shape(input.getShape());
  shape.push_back(getInputs().size());
  RankedTensorType result = getResult().getType();
  if (failed(verifySameElements(*this, input, result))) {
    return failure();
  }
  if (result.getShape() != ArrayRef(shape)) {
    return emitOpError() << "result must have the shape [" << shape << "], got "
                         << result;
  }
  return success();
}

LogicalResult ConvertLayoutOp::verify() {
  RankedTensorType input = getInput().getType();
  RankedTensorType result = getResult().getType();
  if (input.getShape() != result.getShape()) {
    return emitOpError() << "changes the shape of " << input << " to that of "
                         << result;
  }
  return verifySameElements(*this, input, result);
}

} // namespace weft::tile
