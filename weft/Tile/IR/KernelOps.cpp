// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/IR/Stage.h"
#include "weft/Tile/IR/Tile.h"

#include <mlir/Interfaces/FunctionImplementation.h>

using namespace mlir;

#define GET_OP_CLASSES
#include "weft/Tile/IR/TileOpsKernel.cpp.inc"

namespace weft::tile {

void TileDialect::registerKernelOperations() {
  addOperations<
#define GET_OP_LIST
#include "weft/Tile/IR/TileOpsKernel.cpp.inc"
      >();
}

void KernelOp::build(OpBuilder &builder, OperationState &state, StringRef name,
                     TypeRange arguments, int64_t grid) {
  state.addAttribute(getSymNameAttrName(state.name),
                     builder.getStringAttr(name));
  state.addAttribute(getFunctionTypeAttrName(state.name),
                     TypeAttr::get(builder.getFunctionType(arguments, {})));
  state.addAttribute(getStageAttrName(state.name),
                     builder.getStringAttr(stringifyStage(Stage::Free)));
  state.addAttribute(getGridAttrName(state.name),
                     builder.getI64IntegerAttr(grid));
  Block &block = state.addRegion()->emplaceBlock();
  block.addArguments(arguments,
                     SmallVector<Location>(arguments.size(), state.location));
}

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  auto makeType = [](Builder &builder, ArrayRef<Type> arguments,
                     ArrayRef<Type> results,
                     function_interface_impl::VariadicFlag, std::string &) {
    return builder.getFunctionType(arguments, results);
  };
  return function_interface_impl::parseFunctionOp(
      parser, result, /*allowVariadic=*/false,
      getFunctionTypeAttrName(result.name), makeType,
      getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void KernelOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  if (std::optional<StringRef> visibility = getSymVisibility()) {
    printer << *visibility << ' ';
  }
  printer.printSymbolName(getSymName());
  function_interface_impl::printFunctionSignature(
      printer, *this, getArgumentTypes(), /*isVariadic=*/false,
      getResultTypes());
  printer << " attributes {stage = " << getStageAttr();
  if (getDeviceAttr()) {
    printer << ", device = " << getDeviceAttr();
  }
  printer << ", grid = " << getGrid();
  for (NamedAttribute attribute : (*this)->getDiscardableAttrs()) {
    printer << ", ";
    printer.printKeywordOrString(attribute.getName());
    if (!isa<UnitAttr>(attribute.getValue())) {
      printer << " = " << attribute.getValue();
    }
  }
  printer << "} ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

LogicalResult KernelOp::verify() {
  if (!symbolizeStage(getStage())) {
    return emitOpError() << "has no stage \"" << getStage() << "\"";
  }
  if (getGrid() < 1) {
    return emitOpError() << "must have a grid of at least 1 program, got "
                         << getGrid();
  }
  if (!getResultTypes().empty()) {
    return emitOpError("has no results; a kernel writes to its arguments");
  }
  for (auto [i, type] : llvm::enumerate(getArgumentTypes())) {
    auto ref = dyn_cast<RefType>(type);
    bool isScalar =
        type.isIndex() || type.isSignlessInteger() || isa<FloatType>(type);
    if (!isScalar && (!ref || ref.getSpace() != Space::Global)) {
      return emitOpError() << "argument " << i
                           << " must be a global ref or a scalar, got " << type;
    }
  }
  return success();
}

LogicalResult KernelOp::verifyRegions() { return verifyStage(*this); }

//===----------------------------------------------------------------------===//
// What a program knows
//===----------------------------------------------------------------------===//

LogicalResult UnrankOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> /*location*/,
    ValueRange operands, DictionaryAttr attributes, OpaqueProperties properties,
    RegionRange regions, SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  types.assign(adaptor.getCounts().size(), IndexType::get(context));
  return success();
}

LogicalResult UnrankOp::verify() {
  ArrayRef<int64_t> counts = getCounts();
  if (counts.empty() || llvm::any_of(counts, [](int64_t c) { return c < 1; })) {
    return emitOpError() << "counts must be at least 1, got [" << counts << "]";
  }
  if (std::optional<uint64_t> band = getBand()) {
    if (counts.size() != 2) {
      return emitOpError() << "a band needs two counts, got " << counts.size();
    }
    if (static_cast<int64_t>(*band) < 1) {
      return emitOpError() << "a band must have at least 1 row, got "
                           << static_cast<int64_t>(*band);
    }
  }
  return success();
}

} // namespace weft::tile
