// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dimension numbers of a convolution in text: one list per tensor that
// gives each dimension a letter for its role or the number of the spatial
// dimension it is. Numbers that do not name every dimension once have no such
// form and are written field by field, behind the word `raw`.

#include "weft/StableHLO/IR/Assembly.h"
#include "weft/StableHLO/IR/AttributeFields.h"

#include <llvm/ADT/STLExtras.h>

using namespace mlir;

namespace weft::stablehlo {

namespace {

/// The dimensions of one of the three tensors: two with a role, written as a
/// letter, and the spatial ones, written as their number.
struct ConvolutionSide {
  char firstRole;
  char secondRole;
  int64_t first = 0;
  int64_t second = 0;
  SmallVector<int64_t> spatial = {};

  /// The letter or number of each dimension, or nothing if the numbers do not
  /// name every dimension once.
  FailureOr<SmallVector<std::string>> spell() const {
    SmallVector<std::string> labels(spatial.size() + 2);
    auto put = [&](int64_t dimension, std::string label) {
      if (dimension < 0 || dimension >= static_cast<int64_t>(labels.size()) ||
          !labels[dimension].empty()) {
        return false;
      }
      labels[dimension] = std::move(label);
      return true;
    };
    bool valid = put(first, std::string(1, firstRole)) &&
                 put(second, std::string(1, secondRole));
    for (auto [number, dimension] : llvm::enumerate(spatial)) {
      valid = valid && put(dimension, std::to_string(number));
    }
    if (!valid) {
      return failure();
    }
    return labels;
  }

  ParseResult parse(AsmParser &parser);
};

ParseResult ConvolutionSide::parse(AsmParser &parser) {
  constexpr int64_t absent = -1;
  first = second = absent;
  SmallVector<std::pair<int64_t, SMLoc>> numbers; // per dimension; role: absent
  auto parseLabel = [&]() -> ParseResult {
    SMLoc location = parser.getCurrentLocation();
    int64_t dimension = numbers.size();
    int64_t number = absent;
    OptionalParseResult parsed = parser.parseOptionalInteger(number);
    if (parsed.has_value()) {
      if (failed(*parsed)) {
        return failure();
      }
      if (number < 0) {
        return parser.emitError(location, "unexpected dimension ") << number;
      }
      numbers.push_back({number, location});
      return success();
    }
    StringRef keyword;
    if (parser.parseKeyword(&keyword)) {
      return failure();
    }
    int64_t *role = keyword == StringRef(&firstRole, 1)    ? &first
                    : keyword == StringRef(&secondRole, 1) ? &second
                                                           : nullptr;
    if (!role || *role != absent) {
      return parser.emitError(location, "unexpected dimension ")
             << keyword << ", expecting " << StringRef(&firstRole, 1) << " and "
             << StringRef(&secondRole, 1) << " once each";
    }
    *role = dimension;
    numbers.push_back({absent, location});
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     parseLabel)) {
    return failure();
  }
  if (first == absent || second == absent) {
    char missing = first == absent ? firstRole : secondRole;
    return parser.emitError(parser.getCurrentLocation(), "expected dimension ")
           << StringRef(&missing, 1) << " is not specified";
  }
  spatial.assign(numbers.size() - 2, absent);
  for (auto [dimension, entry] : llvm::enumerate(numbers)) {
    auto [number, location] = entry;
    if (number == absent) {
      continue;
    }
    if (number >= static_cast<int64_t>(spatial.size())) {
      return parser.emitError(location, "spatial dimension ")
             << number << " exceeds the number of spatial dimensions, "
             << spatial.size();
    }
    if (spatial[number] != absent) {
      return parser.emitError(location,
                              "duplicate entries for spatial dimension ")
             << number;
    }
    spatial[number] = dimension;
  }
  return success();
}

void printRawConvolution(AsmPrinter &printer,
                         ConvDimensionNumbersAttr numbers) {
  auto list = [&](StringRef name, ArrayRef<int64_t> values) {
    printer << name << " = [";
    llvm::interleaveComma(values, printer);
    printer << "], ";
  };
  printer << "input_batch_dimension = " << numbers.getInputBatchDimension()
          << ", input_feature_dimension = "
          << numbers.getInputFeatureDimension() << ", ";
  list("input_spatial_dimensions", numbers.getInputSpatialDimensions());
  printer << "kernel_input_feature_dimension = "
          << numbers.getKernelInputFeatureDimension()
          << ", kernel_output_feature_dimension = "
          << numbers.getKernelOutputFeatureDimension() << ", ";
  list("kernel_spatial_dimensions", numbers.getKernelSpatialDimensions());
  list("output_spatial_dimensions", numbers.getOutputSpatialDimensions());
  printer << "output_batch_dimension = " << numbers.getOutputBatchDimension()
          << ", output_feature_dimension = "
          << numbers.getOutputFeatureDimension();
}

/// Reads the fields and the closing bracket.
ParseResult parseRawConvolution(AsmParser &parser,
                                ConvDimensionNumbersAttr &numbers) {
  int64_t inputBatch = 0, inputFeature = 0, kernelInput = 0, kernelOutput = 0,
          outputBatch = 0, outputFeature = 0;
  SmallVector<int64_t> inputSpatial, kernelSpatial, outputSpatial;
  if (parseFields(parser, {{"input_batch_dimension", &inputBatch},
                           {"input_feature_dimension", &inputFeature},
                           {"input_spatial_dimensions", &inputSpatial},
                           {"kernel_input_feature_dimension", &kernelInput},
                           {"kernel_output_feature_dimension", &kernelOutput},
                           {"kernel_spatial_dimensions", &kernelSpatial},
                           {"output_batch_dimension", &outputBatch},
                           {"output_feature_dimension", &outputFeature},
                           {"output_spatial_dimensions", &outputSpatial}})) {
    return failure();
  }
  numbers = ConvDimensionNumbersAttr::get(
      parser.getContext(), inputBatch, inputFeature, inputSpatial, kernelInput,
      kernelOutput, kernelSpatial, outputBatch, outputFeature, outputSpatial);
  return success();
}

/// Writes the short form; fails, writing nothing, where there is none.
LogicalResult printShortConvolution(AsmPrinter &printer,
                                    ConvDimensionNumbersAttr numbers) {
  auto side = [](char firstRole, char secondRole, int64_t first, int64_t second,
                 ArrayRef<int64_t> spatial) {
    return ConvolutionSide{firstRole, secondRole, first, second,
                           SmallVector<int64_t>(spatial)}
        .spell();
  };
  auto input = side('b', 'f', numbers.getInputBatchDimension(),
                    numbers.getInputFeatureDimension(),
                    numbers.getInputSpatialDimensions());
  auto kernel = side('i', 'o', numbers.getKernelInputFeatureDimension(),
                     numbers.getKernelOutputFeatureDimension(),
                     numbers.getKernelSpatialDimensions());
  auto output = side('b', 'f', numbers.getOutputBatchDimension(),
                     numbers.getOutputFeatureDimension(),
                     numbers.getOutputSpatialDimensions());
  if (failed(input) || failed(kernel) || failed(output)) {
    return failure();
  }
  auto print = [&](ArrayRef<std::string> labels) {
    printer << '[';
    llvm::interleaveComma(labels, printer);
    printer << ']';
  };
  print(*input);
  printer << 'x';
  print(*kernel);
  printer << "->";
  print(*output);
  return success();
}

} // namespace

void printConvolutionDimensions(AsmPrinter &printer,
                                ConvDimensionNumbersAttr numbers) {
  if (failed(printShortConvolution(printer, numbers))) {
    printer << "raw<";
    printRawConvolution(printer, numbers);
    printer << '>';
  }
}

void printConvolutionDimensions(AsmPrinter &printer, Operation *,
                                ConvDimensionNumbersAttr numbers) {
  printConvolutionDimensions(printer, numbers);
}

ParseResult parseConvolutionDimensions(AsmParser &parser,
                                       ConvDimensionNumbersAttr &numbers) {
  if (succeeded(parser.parseOptionalKeyword("raw"))) {
    return failure(parser.parseLess() || parseRawConvolution(parser, numbers));
  }
  ConvolutionSide input{'b', 'f'};
  ConvolutionSide kernel{'i', 'o'};
  ConvolutionSide output{'b', 'f'};
  if (input.parse(parser) || parser.parseKeyword("x") || kernel.parse(parser) ||
      parser.parseArrow() || output.parse(parser)) {
    return failure();
  }
  numbers = ConvDimensionNumbersAttr::get(
      parser.getContext(), input.first, input.second, input.spatial,
      kernel.first, kernel.second, kernel.spatial, output.first, output.second,
      output.spatial);
  return success();
}

void ConvDimensionNumbersAttr::print(AsmPrinter &printer) const {
  printer << '<';
  if (failed(printShortConvolution(printer, *this))) {
    printer << "raw ";
    printRawConvolution(printer, *this);
  }
  printer << '>';
}

Attribute ConvDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  ConvDimensionNumbersAttr numbers;
  if (parser.parseLess()) {
    return {};
  }
  if (succeeded(parser.parseOptionalKeyword("raw"))) {
    return parseRawConvolution(parser, numbers) ? Attribute() : numbers;
  }
  if (parseConvolutionDimensions(parser, numbers) || parser.parseGreater()) {
    return {};
  }
  return numbers;
}

} // namespace weft::stablehlo
