// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the constant operation does by hand: its text, which leaves the type to
// the value, and its folding.

#include "weft/StableHLO/IR/StableHLO.h"

#include <mlir/IR/Builders.h>
#include <mlir/IR/TypeUtilities.h>

#include <llvm/ADT/StringExtras.h>

#include <cstring>

using namespace mlir;

namespace weft::stablehlo {

void ConstantOp::build(OpBuilder &, OperationState &state, ElementsAttr value) {
  state.getOrAddProperties<Properties>().value = value;
  state.addTypes(value.getType());
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

void ConstantOp::getAsmResultNames(
    function_ref<void(Value, StringRef)> setName) {
  Type element = getElementTypeOrSelf(getType());
  setName(getResult(), isa<IntegerType>(element) ? "c" : "cst");
}

void ConstantOp::print(OpAsmPrinter &printer) {
  if (getValue().getType() != getType()) {
    printer.printGenericOp(getOperation(), /*printOpName=*/false);
    return;
  }
  printer.printOptionalAttrDict((*this)->getAttrs(), /*elidedAttrs=*/{"value"});
  printer << ' ';
  printer.printStrippedAttrOrType(getValue());
}

/// The rest of the generic form, after the opening parenthesis.
static ParseResult parseGenericForm(OpAsmParser &parser,
                                    OperationState &state) {
  Type type;
  if (parser.parseRParen()) {
    return failure();
  }
  if (succeeded(parser.parseOptionalLess()) &&
      (parser.parseAttribute(state.propertiesAttr) || parser.parseGreater())) {
    return failure();
  }
  if (parser.parseOptionalAttrDict(state.attributes) || parser.parseColon() ||
      parser.parseLParen() || parser.parseRParen() || parser.parseArrow() ||
      parser.parseType(type)) {
    return failure();
  }
  state.addTypes(type);
  return success();
}

/// Reads `dense<"0x...">`: elements as bytes. MLIR 22 packs booleans eight to a
/// byte, later versions write a byte for each; the size tells which it is.
static ParseResult parseHexadecimal(OpAsmParser &parser, ElementsAttr &value) {
  SMLoc location;
  std::string text;
  RankedTensorType type;
  if (parser.parseKeyword("dense") || parser.parseLess() ||
      parser.getCurrentLocation(&location) || parser.parseString(&text) ||
      parser.parseGreater() || parser.parseColonType(type)) {
    return failure();
  }
  std::string bytes;
  if (!type.hasStaticShape()) {
    return parser.emitError(location,
                            "elements literal type must have static shape");
  }
  if (!llvm::tryGetFromHex(StringRef(text).drop_front(2), bytes)) {
    return parser.emitError(location, "expected hexadecimal digits");
  }
  if (type.getElementType().isInteger(1) && bytes.size() > 1 &&
      static_cast<int64_t>(bytes.size()) == type.getNumElements()) {
    SmallVector<bool> elements;
    for (char byte : bytes) {
      elements.push_back(byte != 0);
    }
    value = DenseElementsAttr::get(type, elements);
    return success();
  }
  ArrayRef<char> buffer(bytes.data(), bytes.size());
  bool isSplat = false;
  if (!isa<IntegerType, FloatType, ComplexType>(type.getElementType()) ||
      !DenseElementsAttr::isValidRawBuffer(type, buffer, isSplat)) {
    return parser.emitError(location)
           << "elements hex data size is invalid for provided type: " << type;
  }
  value = DenseElementsAttr::getFromRawBuffer(type, buffer);
  return success();
}

ParseResult ConstantOp::parse(OpAsmParser &parser, OperationState &state) {
  if (succeeded(parser.parseOptionalLParen())) {
    return parseGenericForm(parser, state);
  }
  ElementsAttr value;
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDict(state.attributes)) {
    return failure();
  }
  if (state.attributes.get(getValueAttrName(state.name))) {
    return parser.emitError(location, "'value' is given twice");
  }
  // The parser offers no look ahead, but its buffer ends in a zero.
  constexpr StringLiteral hexadecimal = "dense<\"0x";
  const char *text = parser.getCurrentLocation().getPointer();
  ParseResult parsed =
      std::strncmp(text, hexadecimal.data(), hexadecimal.size()) == 0
          ? parseHexadecimal(parser, value)
          : parser.parseAttribute(value, Type{});
  if (parsed) {
    return failure();
  }
  state.getOrAddProperties<Properties>().value = value;
  state.addTypes(value.getType());
  return success();
}

} // namespace weft::stablehlo
