// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/IR/AssemblyCompute.h"

#include "weft/StableHLO/IR/Assembly.h"

#include <mlir/IR/Builders.h>

using namespace mlir;

namespace weft::stablehlo {

//===----------------------------------------------------------------------===//
// Precision and algorithm
//===----------------------------------------------------------------------===//

void printPrecisionConfig(OpAsmPrinter &printer, Operation *,
                          ArrayAttr precision) {
  if (!precision) {
    return;
  }
  printer << ", precision = [";
  llvm::interleaveComma(precision.getAsRange<PrecisionAttr>(), printer,
                        [&](PrecisionAttr attribute) {
                          printer << stringifyPrecision(attribute.getValue());
                        });
  printer << ']';
}

/// `precision = [...]`, behind the comma.
static ParseResult parsePrecisionList(OpAsmParser &parser,
                                      ArrayAttr &precision) {
  SmallVector<Attribute> attributes;
  auto parseOne = [&]() -> ParseResult {
    PrecisionAttr attribute;
    if (parseEnumKeyword(parser, attribute)) {
      return failure();
    }
    attributes.push_back(attribute);
    return success();
  };
  if (parser.parseKeyword("precision") || parser.parseEqual() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne)) {
    return failure();
  }
  precision = parser.getBuilder().getArrayAttr(attributes);
  return success();
}

ParseResult parsePrecisionConfig(OpAsmParser &parser, ArrayAttr &precision) {
  if (failed(parser.parseOptionalComma())) {
    return success();
  }
  return parsePrecisionList(parser, precision);
}

void printPrecisionConfigAndAlgorithm(OpAsmPrinter &printer, Operation *op,
                                      ArrayAttr precision,
                                      DotAlgorithmAttr algorithm) {
  printPrecisionConfig(printer, op, precision);
  if (algorithm) {
    printer << ", algorithm = ";
    printer.printStrippedAttrOrType(algorithm);
  }
}

ParseResult parsePrecisionConfigAndAlgorithm(OpAsmParser &parser,
                                             ArrayAttr &precision,
                                             DotAlgorithmAttr &algorithm) {
  if (failed(parser.parseOptionalComma())) {
    return success();
  }
  if (failed(parser.parseOptionalKeyword("algorithm"))) {
    if (parsePrecisionList(parser, precision)) {
      return failure();
    }
    if (failed(parser.parseOptionalComma())) {
      return success();
    }
    if (parser.parseKeyword("algorithm")) {
      return failure();
    }
  }
  if (parser.parseEqual()) {
    return failure();
  }
  algorithm = llvm::dyn_cast_if_present<DotAlgorithmAttr>(
      DotAlgorithmAttr::parse(parser, Type()));
  return success(algorithm != nullptr);
}

//===----------------------------------------------------------------------===//
// Dimension numbers of dots
//===----------------------------------------------------------------------===//

void printDotDimensionNumbers(AsmPrinter &printer, Operation *,
                              DotDimensionNumbersAttr numbers) {
  auto printPair = [&](ArrayRef<int64_t> lhs, ArrayRef<int64_t> rhs) {
    printer << '[';
    llvm::interleaveComma(lhs, printer.getStream());
    printer << "] x [";
    llvm::interleaveComma(rhs, printer.getStream());
    printer << ']';
  };
  if (!numbers.getLhsBatchingDimensions().empty() ||
      !numbers.getRhsBatchingDimensions().empty()) {
    printer << "batching_dims = ";
    printPair(numbers.getLhsBatchingDimensions(),
              numbers.getRhsBatchingDimensions());
    printer << ", ";
  }
  printer << "contracting_dims = ";
  printPair(numbers.getLhsContractingDimensions(),
            numbers.getRhsContractingDimensions());
}

ParseResult parseDotDimensionNumbers(AsmParser &parser,
                                     DotDimensionNumbersAttr &numbers) {
  auto parseList = [&](SmallVectorImpl<int64_t> &list) {
    return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
      return parser.parseInteger(list.emplace_back());
    });
  };
  auto parsePair = [&](SmallVectorImpl<int64_t> &lhs,
                       SmallVectorImpl<int64_t> &rhs) -> ParseResult {
    return failure(parser.parseEqual() || parseList(lhs) ||
                   parser.parseKeyword("x") || parseList(rhs));
  };

  SmallVector<int64_t> lhsBatching, rhsBatching, lhsContracting, rhsContracting;
  if (succeeded(parser.parseOptionalKeyword("batching_dims"))) {
    if (parsePair(lhsBatching, rhsBatching) || parser.parseComma()) {
      return failure();
    }
  }
  if (parser.parseKeyword("contracting_dims") ||
      parsePair(lhsContracting, rhsContracting)) {
    return failure();
  }
  numbers =
      DotDimensionNumbersAttr::get(parser.getContext(), lhsBatching,
                                   rhsBatching, lhsContracting, rhsContracting);
  return success();
}

//===----------------------------------------------------------------------===//
// Windows of convolutions
//===----------------------------------------------------------------------===//

/// A matrix of two columns as `[[low, high], ...]`.
static void printPadding(OpAsmPrinter &printer, DenseIntElementsAttr padding) {
  int64_t position = 0;
  for (const APInt &value : padding.getValues<APInt>()) {
    bool opensRow = position % 2 == 0;
    printer << (position == 0 ? "" : ", ") << (opensRow ? "[" : "")
            << value.getSExtValue() << (opensRow ? "" : "]");
    ++position;
  }
}

void printWindowAttributes(OpAsmPrinter &printer, Operation *,
                           DenseI64ArrayAttr windowStrides,
                           DenseIntElementsAttr padding,
                           DenseI64ArrayAttr lhsDilation,
                           DenseI64ArrayAttr rhsDilation,
                           DenseBoolArrayAttr windowReversal) {
  StringRef separator = "";
  auto open = [&](StringRef name) {
    printer << separator << name << " = [";
    separator = ", ";
  };
  auto printList = [&](StringRef name, DenseI64ArrayAttr list) {
    if (list) {
      open(name);
      llvm::interleaveComma(list.asArrayRef(), printer.getStream());
      printer << ']';
    }
  };

  printList("stride", windowStrides);
  if (padding) {
    open("pad");
    printPadding(printer, padding);
    printer << ']';
  }
  printList("lhs_dilate", lhsDilation);
  printList("rhs_dilate", rhsDilation);
  if (windowReversal) {
    open("reverse");
    llvm::interleaveComma(
        windowReversal.asArrayRef(), printer.getStream(),
        [&](bool value) { printer << (value ? "true" : "false"); });
    printer << ']';
  }
}

static ParseResult parsePadding(OpAsmParser &parser,
                                DenseIntElementsAttr &padding) {
  SmallVector<int64_t> values;
  auto parseRow = [&]() -> ParseResult {
    return failure(
        parser.parseLSquare() || parser.parseInteger(values.emplace_back()) ||
        parser.parseComma() || parser.parseInteger(values.emplace_back()) ||
        parser.parseRSquare());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseRow)) {
    return failure();
  }
  auto type =
      RankedTensorType::get({static_cast<int64_t>(values.size() / 2), 2},
                            parser.getBuilder().getI64Type());
  padding = DenseIntElementsAttr::get(type, values);
  return success();
}

ParseResult parseWindowAttributes(OpAsmParser &parser,
                                  DenseI64ArrayAttr &windowStrides,
                                  DenseIntElementsAttr &padding,
                                  DenseI64ArrayAttr &lhsDilation,
                                  DenseI64ArrayAttr &rhsDilation,
                                  DenseBoolArrayAttr &windowReversal) {
  auto parseList = [&](SmallVectorImpl<int64_t> &list) {
    return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
      return parser.parseInteger(list.emplace_back());
    });
  };
  auto parseIntegers = [&](DenseI64ArrayAttr &attribute) -> ParseResult {
    SmallVector<int64_t> list;
    if (parseList(list)) {
      return failure();
    }
    attribute = parser.getBuilder().getDenseI64ArrayAttr(list);
    return success();
  };
  auto parseBooleans = [&](DenseBoolArrayAttr &attribute) -> ParseResult {
    SmallVector<int64_t> list;
    if (parseList(list)) {
      return failure();
    }
    attribute = parser.getBuilder().getDenseBoolArrayAttr(
        llvm::map_to_vector(list, [](int64_t value) { return value != 0; }));
    return success();
  };

  do {
    SMLoc location = parser.getCurrentLocation();
    StringRef name;
    if (failed(parser.parseOptionalKeyword(&name))) {
      return success();
    }
    // Only an attribute that is still null may be given.
    auto once = [&](Attribute attribute) -> ParseResult {
      if (attribute) {
        return parser.emitError(location)
               << "window attribute '" << name << "' is given twice";
      }
      return parser.parseEqual();
    };
    ParseResult parsed = failure();
    if (name == "stride") {
      parsed = failure(once(windowStrides) || parseIntegers(windowStrides));
    } else if (name == "pad") {
      parsed = failure(once(padding) || parsePadding(parser, padding));
    } else if (name == "lhs_dilate") {
      parsed = failure(once(lhsDilation) || parseIntegers(lhsDilation));
    } else if (name == "rhs_dilate") {
      parsed = failure(once(rhsDilation) || parseIntegers(rhsDilation));
    } else if (name == "reverse") {
      parsed = failure(once(windowReversal) || parseBooleans(windowReversal));
    } else {
      return parser.emitError(location)
             << "unknown window attribute '" << name
             << "', expected stride, pad, lhs_dilate, rhs_dilate or reverse";
    }
    if (parsed) {
      return failure();
    }
  } while (succeeded(parser.parseOptionalComma()));
  return success();
}

//===----------------------------------------------------------------------===//
// Targets of custom calls
//===----------------------------------------------------------------------===//

void printCustomCallTarget(AsmPrinter &printer, Operation *,
                           StringAttr target) {
  printer.printSymbolName(target.getValue());
}

ParseResult parseCustomCallTarget(AsmParser &parser, StringAttr &target) {
  return parser.parseSymbolName(target);
}

} // namespace weft::stablehlo
