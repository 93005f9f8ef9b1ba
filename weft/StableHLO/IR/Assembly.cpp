// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/IR/Assembly.h"

#include <mlir/IR/Builders.h>

#include <llvm/ADT/STLExtras.h>

using namespace mlir;

namespace weft::stablehlo {

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

ParseResult assignFunctionType(OpAsmParser &parser, SMLoc location,
                               FunctionType type, ArrayRef<Type *> operands,
                               Type &result) {
  if (type.getNumInputs() != operands.size()) {
    return parser.emitError(location)
           << operands.size() << " operands present, but expected "
           << type.getNumInputs();
  }
  if (type.getNumResults() != 1) {
    return parser.emitError(location, "expected single output");
  }
  for (auto [operand, input] : llvm::zip(operands, type.getInputs())) {
    *operand = input;
  }
  result = type.getResult(0);
  return success();
}

void detail::printSameTypes(OpAsmPrinter &printer, Operation *op,
                            TypeRange operands, Type result) {
  if (llvm::all_of(operands, [&](Type type) { return type == result; })) {
    printer.printType(result);
    return;
  }
  printer.printFunctionalType(op);
}

ParseResult detail::parseSameTypes(OpAsmParser &parser,
                                   ArrayRef<Type *> operands, Type &result) {
  SMLoc location = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type)) {
    return failure();
  }
  if (auto function = dyn_cast<FunctionType>(type)) {
    return assignFunctionType(parser, location, function, operands, result);
  }
  for (Type *operand : operands) {
    *operand = type;
  }
  result = type;
  return success();
}

void printVariadicSameOperandsAndResultType(OpAsmPrinter &printer,
                                            Operation *op, OperandRange,
                                            TypeRange operandTypes,
                                            Type result) {
  detail::printSameTypes(printer, op, operandTypes, result);
}

ParseResult parseVariadicSameOperandsAndResultType(
    OpAsmParser &parser,
    SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands,
    SmallVectorImpl<Type> &operandTypes, Type &result) {
  operandTypes.resize(operands.size());
  SmallVector<Type *> pointers;
  for (Type &type : operandTypes) {
    pointers.push_back(&type);
  }
  return detail::parseSameTypes(parser, pointers, result);
}

void printPairwiseOpType(OpAsmPrinter &printer, Operation *, TypeRange operands,
                         TypeRange) {
  llvm::interleaveComma(operands, printer);
}

ParseResult parsePairwiseOpType(OpAsmParser &parser,
                                SmallVectorImpl<Type> &operands,
                                SmallVectorImpl<Type> &results) {
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseTypeList(operands)) {
    return parser.emitError(location, "expected type list");
  }
  results.assign(operands.begin(), operands.end());
  return success();
}

void printTupleOpType(OpAsmPrinter &printer, Operation *, TypeRange,
                      Type result) {
  printer.printType(result);
}

ParseResult parseTupleOpType(OpAsmParser &parser,
                             SmallVectorImpl<Type> &operands, Type &result) {
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseType(result)) {
    return failure();
  }
  auto tuple = dyn_cast<TupleType>(result);
  if (!tuple) {
    return parser.emitError(location, "expected tuple type");
  }
  llvm::append_range(operands, tuple.getTypes());
  return success();
}

void printComplexOpType(OpAsmPrinter &printer, Operation *op, ShapedType lhs,
                        ShapedType rhs, ShapedType result) {
  ShapedType real = realTypeOf(result);
  if (lhs != real || rhs != real) {
    printer.printFunctionalType(op);
    return;
  }
  printer.printType(result);
}

ParseResult parseComplexOpType(OpAsmParser &parser, Type &lhs, Type &rhs,
                               Type &result) {
  SMLoc location = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type)) {
    return failure();
  }
  if (auto function = dyn_cast<FunctionType>(type)) {
    return assignFunctionType(parser, location, function, {&lhs, &rhs}, result);
  }
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped || !isa<ComplexType>(shaped.getElementType())) {
    return parser.emitError(location,
                            "expected tensor with complex element type");
  }
  lhs = rhs = realTypeOf(shaped);
  result = type;
  return success();
}

void printSelectOpType(OpAsmPrinter &printer, Operation *op, ShapedType pred,
                       ShapedType onTrue, ShapedType onFalse,
                       ShapedType result) {
  if (onTrue != result || onFalse != result) {
    printer.printFunctionalType(op);
    return;
  }
  printer << pred << ", " << result;
}

ParseResult parseSelectOpType(OpAsmParser &parser, Type &pred, Type &onTrue,
                              Type &onFalse, Type &result) {
  SMLoc location = parser.getCurrentLocation();
  SmallVector<Type> types;
  if (parser.parseTypeList(types)) {
    return failure();
  }
  if (types.size() == 2) {
    pred = types[0];
    onTrue = onFalse = result = types[1];
    return success();
  }
  auto function =
      types.size() == 1 ? dyn_cast<FunctionType>(types[0]) : FunctionType();
  if (!function) {
    return parser.emitError(location,
                            "expected functional type or list of two types");
  }
  return assignFunctionType(parser, location, function,
                            {&pred, &onTrue, &onFalse}, result);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

void printVariadicOperandWithAttribute(OpAsmPrinter &printer, Operation *,
                                       OperandRange operands) {
  llvm::interleaveComma(operands, printer);
  printer << ",";
}

ParseResult parseVariadicOperandWithAttribute(
    OpAsmParser &parser,
    SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands) {
  while (true) {
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult parsed = parser.parseOptionalOperand(operand);
    if (!parsed.has_value()) {
      // Without operands the comma that ends the list is still printed; text
      // without it is read too.
      if (operands.empty()) {
        (void)parser.parseOptionalComma();
      }
      return success();
    }
    if (failed(*parsed) || parser.parseComma()) {
      return failure();
    }
    operands.push_back(operand);
  }
}

//===----------------------------------------------------------------------===//
// Attributes of one operation
//===----------------------------------------------------------------------===//

void printSliceRanges(OpAsmPrinter &printer, Operation *,
                      ArrayRef<int64_t> starts, ArrayRef<int64_t> limits,
                      ArrayRef<int64_t> strides) {
  printer << "[";
  if (starts.size() != limits.size() || starts.size() != strides.size()) {
    // Only an operation that does not verify is like this: show what it has.
    printer << "start_indices: ";
    llvm::interleaveComma(starts, printer);
    printer << ", limit_indices: ";
    llvm::interleaveComma(limits, printer);
    printer << ", strides: ";
    llvm::interleaveComma(strides, printer);
  } else {
    llvm::interleaveComma(llvm::zip(starts, limits, strides), printer,
                          [&](std::tuple<int64_t, int64_t, int64_t> range) {
                            auto [start, limit, stride] = range;
                            printer << start << ":" << limit;
                            if (stride != 1) {
                              printer << ":" << stride;
                            }
                          });
  }
  printer << "]";
}

ParseResult parseSliceRanges(OpAsmParser &parser, DenseI64ArrayAttr &starts,
                             DenseI64ArrayAttr &limits,
                             DenseI64ArrayAttr &strides) {
  SmallVector<int64_t> start, limit, stride;
  auto parseRange = [&]() -> ParseResult {
    if (parser.parseInteger(start.emplace_back()) || parser.parseColon() ||
        parser.parseInteger(limit.emplace_back())) {
      return failure();
    }
    stride.push_back(1);
    return failed(parser.parseOptionalColon())
               ? ParseResult(success())
               : parser.parseInteger(stride.back());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     parseRange)) {
    return failure();
  }
  starts = parser.getBuilder().getDenseI64ArrayAttr(start);
  limits = parser.getBuilder().getDenseI64ArrayAttr(limit);
  strides = parser.getBuilder().getDenseI64ArrayAttr(stride);
  return success();
}

void printExponentMantissa(AsmPrinter &printer, Operation *,
                           IntegerAttr exponent, IntegerAttr mantissa) {
  printer << 'e';
  printer.printAttributeWithoutType(exponent);
  printer << 'm';
  printer.printAttributeWithoutType(mantissa);
}

ParseResult parseExponentMantissa(AsmParser &parser, IntegerAttr &exponent,
                                  IntegerAttr &mantissa) {
  SMLoc location = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword)) {
    return failure();
  }
  StringRef rest = keyword;
  auto takeDigits = [&rest](char letter) {
    StringRef digits;
    if (rest.consume_front(StringRef(&letter, 1))) {
      digits = rest.take_while(llvm::isDigit);
      rest = rest.drop_front(digits.size());
    }
    return digits;
  };
  StringRef exponentDigits = takeDigits('e');
  StringRef mantissaDigits = takeDigits('m');
  if (exponentDigits.empty() || mantissaDigits.empty() || !rest.empty()) {
    return parser.emitError(location,
                            "expected exponent mantissa in format e#m#, saw ")
           << keyword;
  }
  int32_t exponentBits;
  int32_t mantissaBits;
  if (exponentDigits.getAsInteger(10, exponentBits)) {
    return parser.emitError(location, "unable to parse exponent '")
           << exponentDigits << "'";
  }
  if (mantissaDigits.getAsInteger(10, mantissaBits)) {
    return parser.emitError(location, "unable to parse mantissa '")
           << mantissaDigits << "'";
  }
  exponent = parser.getBuilder().getI32IntegerAttr(exponentBits);
  mantissa = parser.getBuilder().getI32IntegerAttr(mantissaBits);
  return success();
}

} // namespace weft::stablehlo
