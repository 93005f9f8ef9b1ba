// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Chlo/Chlo.h"

#include <llvm/ADT/STLExtras.h>
#include <mlir/IR/OpImplementation.h>

using namespace mlir;

namespace weft::chlo {

/// The type of one step's slice of `type`.
static RankedTensorType dropDimension(RankedTensorType type,
                                      int64_t dimension) {
  SmallVector<stablehlo::DimensionExtent> extents;
  for (int64_t other : llvm::seq<int64_t>(0, type.getRank())) {
    if (other != dimension) {
      extents.push_back(stablehlo::getExtent(type, other));
    }
  }
  return stablehlo::makeTensorType(type.getContext(), extents,
                                   type.getElementType());
}

void ScanOp::getAsmBlockArgumentNames(Region &region,
                                      OpAsmSetValueNameFn setName) {
  for (BlockArgument argument : region.getArguments()) {
    setName(argument,
            argument.getArgNumber() < getInputs().size() ? "input" : "carry");
  }
}

int64_t ScanOp::getStepCount() {
  if (getScanDimSize()) {
    return *getScanDimSize();
  }
  auto isKnown = [](int64_t size) { return !ShapedType::isDynamic(size); };
  for (Type type : getInputs().getTypes()) {
    int64_t size = cast<RankedTensorType>(type).getDimSize(getDimension());
    if (isKnown(size)) {
      return size;
    }
  }
  return ShapedType::kDynamic;
}

LogicalResult ScanOp::verify() {
  if (getInputs().empty() && getOutputs().empty()) {
    return emitOpError("needs an input or an output");
  }
  int64_t dimension = getDimension();
  std::optional<int64_t> steps = getScanDimSize();
  // C1
  for (auto [index, type] : llvm::enumerate(getInputs().getTypes())) {
    auto ranked = cast<RankedTensorType>(type);
    if (dimension >= ranked.getRank()) {
      return emitOpError() << "scans dimension " << dimension
                           << ", which is out of bounds of input " << index
                           << " of type " << ranked;
    }
    if (ranked.isDynamicDim(dimension)) {
      continue;
    }
    int64_t size = ranked.getDimSize(dimension);
    if (steps && *steps != size) {
      return emitOpError() << "scans a dimension of size " << size
                           << " in input " << index << ", but of size "
                           << *steps << " elsewhere";
    }
    steps = size;
  }
  if (getInputs().empty() && !steps) {
    return emitOpError("without inputs needs 'scan_dim_size'");
  }
  // C2
  Block &body = getBody().front();
  if (body.getNumArguments() != getNumOperands()) {
    return emitOpError() << "has " << getNumOperands()
                         << " operands, but its body has "
                         << body.getNumArguments() << " arguments";
  }
  for (auto [index, type] : llvm::enumerate(getOperandTypes())) {
    auto expected = cast<RankedTensorType>(type);
    if (index < getInputs().size()) {
      expected = dropDimension(expected, dimension);
    }
    Type actual = body.getArgument(index).getType();
    if (!stablehlo::areCompatibleTypes(expected, actual)) {
      return emitOpError() << "expects body argument " << index
                           << " to be of type " << expected << ", got "
                           << actual;
    }
  }
  // C3, as far as it is not the inference of the results.
  for (auto [index, init, carry] :
       llvm::enumerate(getInits().getTypes(), getCarries().getTypes())) {
    if (!stablehlo::areCompatibleTypes(Type(init), Type(carry))) {
      return emitOpError() << "carries a value of type " << init
                           << ", but its result " << index << " has type "
                           << carry;
    }
  }
  return success();
}

LogicalResult
ScanOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                         ValueRange operands, DictionaryAttr attributes,
                         OpaqueProperties properties, RegionRange regions,
                         SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  if (regions.empty() || regions.front()->empty() ||
      !regions.front()->front().mightHaveTerminator()) {
    return emitOptionalError(location, "the body of a scan must not be empty");
  }
  TypeRange returned =
      regions.front()->front().getTerminator()->getOperandTypes();
  size_t carryCount = adaptor.getInits().size();
  if (returned.size() < carryCount) {
    return emitOptionalError(location, "the body of a scan with ", carryCount,
                             " carried values returns only ", returned.size());
  }
  int64_t dimension = adaptor.getDimension();
  int64_t steps = ShapedType::kDynamic;
  if (adaptor.getScanDimSize()) {
    steps = *adaptor.getScanDimSize();
  }
  for (Type type : adaptor.getInputs().getTypes()) {
    auto ranked = dyn_cast<RankedTensorType>(type);
    if (ranked && dimension < ranked.getRank() &&
        ShapedType::isDynamic(steps)) {
      steps = ranked.getDimSize(dimension);
    }
  }
  size_t outputCount = returned.size() - carryCount;
  for (auto [index, type] : llvm::enumerate(returned)) {
    auto ranked = dyn_cast<RankedTensorType>(type);
    if (!ranked || (index < outputCount && dimension > ranked.getRank())) {
      return emitOptionalError(
          location, "the body of a scan returns ", type, " as value ", index,
          ", which has no place for dimension ", dimension);
    }
    SmallVector<stablehlo::DimensionExtent> extents;
    for (int64_t other : llvm::seq<int64_t>(0, ranked.getRank())) {
      extents.push_back(stablehlo::getExtent(ranked, other));
    }
    if (index < outputCount) {
      extents.insert(extents.begin() + dimension, {steps});
    }
    inferred.push_back(
        stablehlo::makeTensorType(context, extents, ranked.getElementType()));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Text form
//===----------------------------------------------------------------------===//

ParseResult ScanOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> inputs, inits;
  int64_t dimension = 0;
  FunctionType type;
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseOperandList(inputs, OpAsmParser::Delimiter::Paren) ||
      parser.parseKeyword("inits") ||
      parser.parseOperandList(inits, OpAsmParser::Delimiter::Paren) ||
      parser.parseKeyword("dimension") || parser.parseEqual() ||
      parser.parseInteger(dimension) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseRegion(*result.addRegion()) || parser.parseColonType(type)) {
    return failure();
  }
  if (type.getNumInputs() != inputs.size() + inits.size() ||
      type.getNumResults() < inits.size()) {
    return parser.emitError(location, "expected ")
           << inputs.size() + inits.size() << " operand types and at least "
           << inits.size() << " result types, got " << type;
  }
  if (parser.resolveOperands(inputs, type.getInputs().take_front(inputs.size()),
                             location, result.operands) ||
      parser.resolveOperands(inits, type.getInputs().take_back(inits.size()),
                             location, result.operands)) {
    return failure();
  }
  result.addTypes(type.getResults());
  auto size = [](size_t count) { return static_cast<int32_t>(count); };
  Builder &builder = parser.getBuilder();
  result.addAttribute(getDimensionAttrName(result.name),
                      builder.getI64IntegerAttr(dimension));
  result.addAttribute(
      getOperandSegmentSizeAttr(),
      builder.getDenseI32ArrayAttr({size(inputs.size()), size(inits.size())}));
  result.addAttribute(
      getResultSegmentSizeAttr(),
      builder.getDenseI32ArrayAttr(
          {size(type.getNumResults() - inits.size()), size(inits.size())}));
  return success();
}

void ScanOp::print(OpAsmPrinter &printer) {
  printer << "(" << getInputs() << ") inits (" << getInits()
          << ") dimension=" << getDimension() << " ";
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {getDimensionAttrName(), getOperandSegmentSizeAttr(),
                            getResultSegmentSizeAttr()});
  printer << " ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/true);
  printer << " : ";
  printer.printFunctionalType(*this);
}

} // namespace weft::chlo
