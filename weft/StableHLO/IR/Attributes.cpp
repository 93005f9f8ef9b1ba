// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text forms and invariants of the attributes with several fields.

#include "weft/StableHLO/IR/Assembly.h"
#include "weft/StableHLO/IR/AttributeChecks.h"
#include "weft/StableHLO/IR/AttributeFields.h"

#include <mlir/IR/Builders.h>
#include <mlir/IR/DialectImplementation.h>
#include <mlir/IR/SymbolTable.h>

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/TypeSwitch.h>

using namespace mlir;

#include "weft/StableHLO/IR/Enums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "weft/StableHLO/IR/Attributes.cpp.inc"

namespace weft::stablehlo {

void StableHLODialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "weft/StableHLO/IR/Attributes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// The dialect's dispatch
//===----------------------------------------------------------------------===//

static ParseResult parseDimSize(AsmParser &parser, int64_t &size) {
  if (succeeded(parser.parseOptionalQuestion())) {
    size = ShapedType::kDynamic;
    return success();
  }
  return parser.parseInteger(size);
}

static void printDimSize(AsmPrinter &printer, int64_t size) {
  if (ShapedType::isDynamic(size)) {
    printer << '?';
    return;
  }
  printer << size;
}

Attribute StableHLODialect::parseAttribute(DialectAsmParser &parser,
                                           Type type) const {
  StringRef mnemonic;
  Attribute attribute;
  OptionalParseResult parsed =
      generatedAttributeParser(parser, &mnemonic, type, attribute);
  if (parsed.has_value()) {
    return attribute;
  }
  if (mnemonic == "bounds") {
    SmallVector<int64_t> bounds;
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater, [&] {
          return parseDimSize(parser, bounds.emplace_back());
        })) {
      return {};
    }
    return TypeExtensionsAttr::get(parser.getContext(), bounds);
  }
  parser.emitError(parser.getNameLoc(), "unknown attribute `")
      << mnemonic << "` of the stablehlo dialect";
  return {};
}

void StableHLODialect::printAttribute(Attribute attribute,
                                      DialectAsmPrinter &printer) const {
  if (auto extensions = dyn_cast<TypeExtensionsAttr>(attribute)) {
    printer << "bounds<";
    llvm::interleaveComma(extensions.getBounds(), printer,
                          [&](int64_t bound) { printDimSize(printer, bound); });
    printer << ">";
    return;
  }
  LogicalResult printed = generatedAttributePrinter(attribute, printer);
  assert(succeeded(printed) && "an attribute of the dialect has no printer");
  (void)printed;
}

void printDimSizes(AsmPrinter &printer, ArrayRef<int64_t> sizes) {
  printer << '[';
  llvm::interleaveComma(sizes, printer,
                        [&](int64_t size) { printDimSize(printer, size); });
  printer << ']';
}

ParseResult parseDimSizes(AsmParser &parser, SmallVector<int64_t> &sizes) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parseDimSize(parser, sizes.emplace_back());
  });
}

FailureOr<SmallVector<int64_t>> parseDimSizes(AsmParser &parser) {
  SmallVector<int64_t> sizes;
  if (parseDimSizes(parser, sizes)) {
    return failure();
  }
  return sizes;
}

namespace {

/// Writes `<name = value, ...>` without the fields that are zero or empty.
class FieldPrinter {
public:
  explicit FieldPrinter(AsmPrinter &printer) : printer(printer) {
    printer << '<';
  }
  ~FieldPrinter() { printer << '>'; }

  FieldPrinter &field(StringRef name, int64_t value) {
    if (value != 0) {
      begin(name);
      printer << value;
    }
    return *this;
  }

  FieldPrinter &field(StringRef name, ArrayRef<int64_t> value) {
    if (!value.empty()) {
      begin(name);
      printer << '[';
      llvm::interleaveComma(value, printer);
      printer << ']';
    }
    return *this;
  }

private:
  void begin(StringRef name) {
    printer << separator << name << " = ";
    separator = ", ";
  }

  AsmPrinter &printer;
  StringRef separator;
};

} // namespace

//===----------------------------------------------------------------------===//
// Dimension numbers
//===----------------------------------------------------------------------===//

void ScatterDimensionNumbersAttr::print(AsmPrinter &printer) const {
  FieldPrinter(printer)
      .field("update_window_dims", getUpdateWindowDims())
      .field("inserted_window_dims", getInsertedWindowDims())
      .field("input_batching_dims", getInputBatchingDims())
      .field("scatter_indices_batching_dims", getScatterIndicesBatchingDims())
      .field("scatter_dims_to_operand_dims", getScatterDimsToOperandDims())
      .field("index_vector_dim", getIndexVectorDim());
}

Attribute ScatterDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> updateWindow, insertedWindow, inputBatching,
      indicesBatching, toOperand;
  int64_t indexVector = 0;
  if (parser.parseLess() ||
      parseFields(parser, {{"update_window_dims", &updateWindow},
                           {"inserted_window_dims", &insertedWindow},
                           {"input_batching_dims", &inputBatching},
                           {"scatter_indices_batching_dims", &indicesBatching},
                           {"scatter_dims_to_operand_dims", &toOperand},
                           {"index_vector_dim", &indexVector}})) {
    return {};
  }
  return get(parser.getContext(), updateWindow, insertedWindow, inputBatching,
             indicesBatching, toOperand, indexVector);
}

void GatherDimensionNumbersAttr::print(AsmPrinter &printer) const {
  FieldPrinter(printer)
      .field("offset_dims", getOffsetDims())
      .field("collapsed_slice_dims", getCollapsedSliceDims())
      .field("operand_batching_dims", getOperandBatchingDims())
      .field("start_indices_batching_dims", getStartIndicesBatchingDims())
      .field("start_index_map", getStartIndexMap())
      .field("index_vector_dim", getIndexVectorDim());
}

Attribute GatherDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> offset, collapsedSlice, operandBatching, indicesBatching,
      startIndexMap;
  int64_t indexVector = 0;
  if (parser.parseLess() ||
      parseFields(parser, {{"offset_dims", &offset},
                           {"collapsed_slice_dims", &collapsedSlice},
                           {"operand_batching_dims", &operandBatching},
                           {"start_indices_batching_dims", &indicesBatching},
                           {"start_index_map", &startIndexMap},
                           {"index_vector_dim", &indexVector}})) {
    return {};
  }
  return get(parser.getContext(), offset, collapsedSlice, operandBatching,
             indicesBatching, startIndexMap, indexVector);
}

void DotDimensionNumbersAttr::print(AsmPrinter &printer) const {
  FieldPrinter(printer)
      .field("lhs_batching_dimensions", getLhsBatchingDimensions())
      .field("rhs_batching_dimensions", getRhsBatchingDimensions())
      .field("lhs_contracting_dimensions", getLhsContractingDimensions())
      .field("rhs_contracting_dimensions", getRhsContractingDimensions());
}

Attribute DotDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> lhsBatching, rhsBatching, lhsContracting, rhsContracting;
  if (parser.parseLess() ||
      parseFields(parser, {{"lhs_batching_dimensions", &lhsBatching},
                           {"rhs_batching_dimensions", &rhsBatching},
                           {"lhs_contracting_dimensions", &lhsContracting},
                           {"rhs_contracting_dimensions", &rhsContracting}})) {
    return {};
  }
  return get(parser.getContext(), lhsBatching, rhsBatching, lhsContracting,
             rhsContracting);
}

//===----------------------------------------------------------------------===//
// Numerics
//===----------------------------------------------------------------------===//

LogicalResult DotAlgorithmAttr::verify(
    function_ref<InFlightDiagnostic()> emitError, Type lhsPrecisionType,
    Type rhsPrecisionType, Type accumulationType, int64_t lhsComponentCount,
    int64_t rhsComponentCount, int64_t numPrimitiveOperations, bool) {
  for (Type type : {lhsPrecisionType, rhsPrecisionType, accumulationType}) {
    if (!isa<FloatType>(type)) {
      return emitError() << "precision and accumulation types of a dot "
                            "algorithm must be floats, but got "
                         << type;
    }
  }
  // C22, C23, C24 of dot_general.
  if (lhsComponentCount < 1) {
    return emitError() << "lhs component count must be positive";
  }
  if (rhsComponentCount < 1) {
    return emitError() << "rhs component count must be positive";
  }
  if (numPrimitiveOperations < 1) {
    return emitError() << "num primitive operations must be positive";
  }
  return success();
}

ResultAccuracyAttr ResultAccuracyAttr::get(MLIRContext *context,
                                           ResultAccuracyMode mode) {
  return get(context, APFloat(0.0), APFloat(0.0), /*ulps=*/0,
             ResultAccuracyModeAttr::get(context, mode));
}

LogicalResult
ResultAccuracyAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                           APFloat atol, APFloat rtol, int64_t ulps,
                           ResultAccuracyModeAttr mode) {
  if (atol.isNegative() || rtol.isNegative() || ulps < 0) {
    return emitError() << "result accuracy has a negative tolerance";
  }
  bool hasTolerance = !atol.isZero() || !rtol.isZero() || ulps != 0;
  if (hasTolerance && mode.getValue() != ResultAccuracyMode::TOLERANCE) {
    return emitError() << "result accuracy of mode "
                       << stringifyResultAccuracyMode(mode.getValue())
                       << " must have zero tolerances";
  }
  return success();
}

LogicalResult verifyResultAccuracy(Operation *op, ResultAccuracyAttr accuracy) {
  if (!accuracy) {
    return success();
  }
  return ResultAccuracyAttr::verify([&] { return op->emitOpError(); },
                                    accuracy.getAtol(), accuracy.getRtol(),
                                    accuracy.getUlps(), accuracy.getMode());
}

void ResultAccuracyAttr::print(AsmPrinter &printer) const {
  printer << '<';
  auto tolerance = [&](StringRef name, const APFloat &value) {
    if (!value.isZero()) {
      printer << name << " = ";
      printer.printFloat(value);
      printer << ", ";
    }
  };
  tolerance("atol", getAtol());
  tolerance("rtol", getRtol());
  if (getUlps() != 0) {
    printer << "ulps = " << getUlps() << ", ";
  }
  printer << "mode = ";
  printer.printAttribute(getMode());
  printer << '>';
}

Attribute ResultAccuracyAttr::parse(AsmParser &parser, Type) {
  SMLoc location = parser.getCurrentLocation();
  double atol = 0.0;
  double rtol = 0.0;
  int64_t ulps = 0;
  ResultAccuracyModeAttr mode;
  auto parseTolerance = [&](StringRef name, double &value) -> ParseResult {
    if (failed(parser.parseOptionalKeyword(name))) {
      return success();
    }
    return failure(parser.parseEqual() || parser.parseFloat(value) ||
                   parser.parseComma());
  };
  if (parser.parseLess() || parseTolerance("atol", atol) ||
      parseTolerance("rtol", rtol)) {
    return {};
  }
  if (succeeded(parser.parseOptionalKeyword("ulps")) &&
      (parser.parseEqual() || parser.parseInteger(ulps) ||
       parser.parseComma())) {
    return {};
  }
  if (parser.parseKeyword("mode") || parser.parseEqual() ||
      parser.parseAttribute(mode) || parser.parseGreater()) {
    return {};
  }
  return parser.getChecked<ResultAccuracyAttr>(
      location, parser.getContext(), APFloat(atol), APFloat(rtol), ulps, mode);
}

//===----------------------------------------------------------------------===//
// Types and meshes
//===----------------------------------------------------------------------===//

LogicalResult TypeExtensionsAttr::verifyEncoding(
    ArrayRef<int64_t> shape, Type elementType,
    function_ref<InFlightDiagnostic()> emitError) const {
  ArrayRef<int64_t> bounds = getBounds();
  if (bounds.size() != shape.size()) {
    return emitError() << "expected as many bounds as dimensions, but got "
                       << bounds.size() << " bounds for rank " << shape.size()
                       << " of tensor "
                       << RankedTensorType::get(shape, elementType);
  }
  for (auto [dimension, size, bound] : llvm::enumerate(shape, bounds)) {
    if (ShapedType::isDynamic(bound)) {
      continue;
    }
    if (!ShapedType::isDynamic(size)) {
      return emitError() << "static dimension " << dimension
                         << " cannot have a bound, write ? for it in tensor "
                         << RankedTensorType::get(shape, elementType);
    }
    if (bound < 0) {
      return emitError() << "bound " << bound << " of dimension " << dimension
                         << " is negative";
    }
  }
  return success();
}

LogicalResult
ReplicaGroupMeshAxesAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 Attribute mesh, ArrayAttr axes) {
  if (!isa<FlatSymbolRefAttr, MeshAttr>(mesh)) {
    return emitError()
           << "mesh of replica groups must be a symbol or a mesh, but got "
           << mesh;
  }
  for (Attribute axis : axes) {
    auto reference = dyn_cast<AxisRefAttr>(axis);
    if (!reference) {
      return emitError()
             << "axes of replica groups must be axis references, but got "
             << axis;
    }
    auto known = dyn_cast<MeshAttr>(mesh);
    if (known && llvm::none_of(known.getAxes(), [&](MeshAxisAttr candidate) {
          return candidate.getName() == reference.getName();
        })) {
      return emitError() << "axis '" << reference.getName()
                         << "' not found in mesh " << mesh;
    }
  }
  return success();
}

LogicalResult ReplicaGroupMeshAxesAttr::verifySymbolUses(
    Operation *op, SymbolTableCollection &symbols) const {
  auto symbol = dyn_cast<FlatSymbolRefAttr>(getMesh());
  if (symbol && !symbols.lookupNearestSymbolFrom(op, symbol)) {
    return op->emitOpError("replica_groups: mesh symbol '")
           << symbol.getValue() << "' not found";
  }
  return success();
}

} // namespace weft::stablehlo
