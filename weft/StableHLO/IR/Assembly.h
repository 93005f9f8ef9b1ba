// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `custom<...>` directives of the operations' text forms. The common idea:
// types that follow from others are not written. Each printer falls back to the
// full function type where the short form would not say the same, and each
// parser reads both.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"

#include <mlir/IR/DialectImplementation.h>
#include <mlir/IR/OpImplementation.h>

namespace weft::stablehlo {

/// Gives the operands and the only result the types of a function type,
/// checking the numbers of both.
mlir::ParseResult assignFunctionType(mlir::OpAsmParser &parser,
                                     llvm::SMLoc location,
                                     mlir::FunctionType type,
                                     llvm::ArrayRef<mlir::Type *> operands,
                                     mlir::Type &result);

namespace detail {
void printSameTypes(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                    mlir::TypeRange operands, mlir::Type result);
mlir::ParseResult parseSameTypes(mlir::OpAsmParser &parser,
                                 llvm::ArrayRef<mlir::Type *> operands,
                                 mlir::Type &result);
} // namespace detail

/// `T` when all operands and the result are of type T, `(A, B) -> T` else. The
/// last argument is the result's type.
template <typename... Types>
void printSameOperandsAndResultType(mlir::OpAsmPrinter &printer,
                                    mlir::Operation *op, Types... types) {
  static_assert(sizeof...(types) > 0, "the result's type is required");
  llvm::SmallVector<mlir::Type> all{types...};
  llvm::ArrayRef<mlir::Type> view(all);
  detail::printSameTypes(printer, op, view.drop_back(), view.back());
}

template <typename... Types>
mlir::ParseResult parseSameOperandsAndResultType(mlir::OpAsmParser &parser,
                                                 Types &...types) {
  static_assert(sizeof...(types) > 0, "the result's type is required");
  llvm::SmallVector<mlir::Type *> all{&types...};
  llvm::ArrayRef<mlir::Type *> view(all);
  return detail::parseSameTypes(parser, view.drop_back(), *view.back());
}

/// The same for a variadic operand, whose number the operands tell.
void printVariadicSameOperandsAndResultType(mlir::OpAsmPrinter &printer,
                                            mlir::Operation *op,
                                            mlir::OperandRange operands,
                                            mlir::TypeRange operandTypes,
                                            mlir::Type result);
mlir::ParseResult parseVariadicSameOperandsAndResultType(
    mlir::OpAsmParser &parser,
    llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &operands,
    llvm::SmallVectorImpl<mlir::Type> &operandTypes, mlir::Type &result);

/// `T1, T2`: operand i and result i have type Ti.
void printPairwiseOpType(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                         mlir::TypeRange operands, mlir::TypeRange results);
mlir::ParseResult
parsePairwiseOpType(mlir::OpAsmParser &parser,
                    llvm::SmallVectorImpl<mlir::Type> &operands,
                    llvm::SmallVectorImpl<mlir::Type> &results);

/// `%a, %b,`: a variadic operand before an attribute. The comma belongs to the
/// list, because a parser that has seen it cannot tell whether an operand
/// follows.
void printVariadicOperandWithAttribute(mlir::OpAsmPrinter &printer,
                                       mlir::Operation *op,
                                       mlir::OperandRange operands);
mlir::ParseResult parseVariadicOperandWithAttribute(
    mlir::OpAsmParser &parser,
    llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &operands);

/// `tuple<T1, T2>`: the operands have the tuple's element types.
void printTupleOpType(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                      mlir::TypeRange operands, mlir::Type result);
mlir::ParseResult parseTupleOpType(mlir::OpAsmParser &parser,
                                   llvm::SmallVectorImpl<mlir::Type> &operands,
                                   mlir::Type &result);

/// `tensor<4xcomplex<f32>>`: both operands are tensors of the parts.
void printComplexOpType(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                        mlir::ShapedType lhs, mlir::ShapedType rhs,
                        mlir::ShapedType result);
mlir::ParseResult parseComplexOpType(mlir::OpAsmParser &parser, mlir::Type &lhs,
                                     mlir::Type &rhs, mlir::Type &result);

/// `P, T`: the condition's type, and that of both choices and the result.
void printSelectOpType(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                       mlir::ShapedType pred, mlir::ShapedType onTrue,
                       mlir::ShapedType onFalse, mlir::ShapedType result);
mlir::ParseResult parseSelectOpType(mlir::OpAsmParser &parser, mlir::Type &pred,
                                    mlir::Type &onTrue, mlir::Type &onFalse,
                                    mlir::Type &result);

/// `[0:4, 1:9:2]`: start, limit and, unless 1, stride per dimension.
void printSliceRanges(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                      llvm::ArrayRef<int64_t> starts,
                      llvm::ArrayRef<int64_t> limits,
                      llvm::ArrayRef<int64_t> strides);
mlir::ParseResult parseSliceRanges(mlir::OpAsmParser &parser,
                                   mlir::DenseI64ArrayAttr &starts,
                                   mlir::DenseI64ArrayAttr &limits,
                                   mlir::DenseI64ArrayAttr &strides);

/// `e5m10`: exponent and mantissa bits of a float format.
void printExponentMantissa(mlir::AsmPrinter &printer, mlir::Operation *op,
                           mlir::IntegerAttr exponent,
                           mlir::IntegerAttr mantissa);
mlir::ParseResult parseExponentMantissa(mlir::AsmParser &parser,
                                        mlir::IntegerAttr &exponent,
                                        mlir::IntegerAttr &mantissa);

/// `LT`: the bare name of an enumerator. The attribute's own printer would put
/// a second space before it.
template <typename EnumAttr>
void printEnumKeyword(mlir::AsmPrinter &printer, mlir::Operation *,
                      EnumAttr attribute) {
  printer << stringifyEnum(attribute.getValue());
}
template <typename EnumAttr>
mlir::ParseResult parseEnumKeyword(mlir::AsmParser &parser,
                                   EnumAttr &attribute) {
  using Enum = decltype(attribute.getValue());
  mlir::FailureOr<Enum> value = mlir::FieldParser<Enum>::parse(parser);
  if (failed(value)) {
    return mlir::failure();
  }
  attribute = EnumAttr::get(parser.getContext(), *value);
  return mlir::success();
}

/// `[1, ?]`: sizes, dynamic ones as `?`.
void printDimSizes(mlir::AsmPrinter &printer, llvm::ArrayRef<int64_t> sizes);
mlir::FailureOr<llvm::SmallVector<int64_t>>
parseDimSizes(mlir::AsmParser &parser);
mlir::ParseResult parseDimSizes(mlir::AsmParser &parser,
                                llvm::SmallVector<int64_t> &sizes);

/// `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`.
void printConvolutionDimensions(mlir::AsmPrinter &printer,
                                ConvDimensionNumbersAttr numbers);
void printConvolutionDimensions(mlir::AsmPrinter &printer, mlir::Operation *op,
                                ConvDimensionNumbersAttr numbers);
mlir::ParseResult parseConvolutionDimensions(mlir::AsmParser &parser,
                                             ConvDimensionNumbersAttr &numbers);

} // namespace weft::stablehlo
