// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/IR/StableHLO.h"

#include <mlir/IR/Builders.h>
#include <mlir/IR/DialectImplementation.h>

#include <llvm/ADT/TypeSwitch.h>

using namespace mlir;

#include "weft/StableHLO/IR/Dialect.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "weft/StableHLO/IR/Types.cpp.inc"

namespace weft::stablehlo {

void StableHLODialect::initialize() {
  registerAttributes();
  registerTypes();
  registerUnaryOperations();
  registerElementwiseOperations();
  registerMovementOperations();
  registerComputeOperations();
  registerControlOperations();
  registerCollectiveOperations();
  registerDynamicOperations();
}

void StableHLODialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "weft/StableHLO/IR/Types.cpp.inc"
      >();
}

Type StableHLODialect::parseType(DialectAsmParser &parser) const {
  StringRef mnemonic;
  Type type;
  OptionalParseResult parsed = generatedTypeParser(parser, &mnemonic, type);
  if (parsed.has_value()) {
    return type;
  }
  parser.emitError(parser.getNameLoc(), "unknown type `")
      << mnemonic << "` of the stablehlo dialect";
  return {};
}

void StableHLODialect::printType(Type type, DialectAsmPrinter &printer) const {
  LogicalResult printed = generatedTypePrinter(type, printer);
  assert(succeeded(printed) && "a type of the dialect has no printer");
  (void)printed;
}

Operation *StableHLODialect::materializeConstant(OpBuilder &builder,
                                                 Attribute value, Type type,
                                                 Location location) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || elements.getType() != type) {
    return nullptr;
  }
  return ConstantOp::create(builder, location, elements);
}

LogicalResult FutureType::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<Type> types) {
  for (Type type : types) {
    if (!isa<RankedTensorType>(type)) {
      return emitError()
             << "future element type must be a ranked tensor, but got " << type;
    }
  }
  return success();
}

} // namespace weft::stablehlo
