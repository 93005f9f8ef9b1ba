// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text forms of the attributes that TableGen cannot write, and their local
// verifiers.

#include "weft/StableHLO/Sdy/Sdy.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/ADT/TypeSwitch.h>
#include <llvm/Support/CheckedArithmetic.h>
#include <mlir/IR/DialectImplementation.h>

#include <limits>

using namespace mlir;

namespace weft::sdy {

//===----------------------------------------------------------------------===//
// Meshes
//===----------------------------------------------------------------------===//

/// The product of the axis sizes, or nothing where it does not fit.
static std::optional<int64_t> countDevices(ArrayRef<MeshAxisAttr> axes) {
  int64_t count = 1;
  for (MeshAxisAttr axis : axes) {
    std::optional<int64_t> product =
        llvm::checkedMul<int64_t>(count, axis.getSize());
    if (!product) {
      return std::nullopt;
    }
    count = *product;
  }
  return count;
}

LogicalResult MeshAxisAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   StringRef name, int64_t size) {
  if (size < 1) {
    return emitError() << "size of mesh axis \"" << name
                       << "\" must be at least 1, got " << size;
  }
  return success();
}

bool MeshAttr::isCountingOrder(ArrayRef<MeshAxisAttr> axes,
                               ArrayRef<int64_t> deviceIds) {
  if (axes.empty() ||
      countDevices(axes) != static_cast<int64_t>(deviceIds.size())) {
    return false;
  }
  return llvm::equal(deviceIds, llvm::seq<int64_t>(0, deviceIds.size()));
}

std::optional<int64_t> MeshAttr::getAxisSize(StringRef name) const {
  for (MeshAxisAttr axis : getAxes()) {
    if (axis.getName() == name) {
      return axis.getSize();
    }
  }
  return std::nullopt;
}

int64_t MeshAttr::getDeviceCount() const {
  return countDevices(getAxes()).value_or(std::numeric_limits<int64_t>::max());
}

LogicalResult MeshAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<MeshAxisAttr> axes,
                               ArrayRef<int64_t> deviceIds) {
  for (int64_t id : deviceIds) {
    if (id < 0) {
      return emitError() << "device id must not be negative, got " << id;
    }
  }
  if (axes.empty()) {
    if (deviceIds.size() > 1) {
      return emitError()
             << "a mesh without axes has at most one device id, got "
             << deviceIds.size();
    }
    return success();
  }
  llvm::StringSet<> names;
  for (MeshAxisAttr axis : axes) {
    if (!names.insert(axis.getName()).second) {
      return emitError() << "duplicate mesh axis \"" << axis.getName() << "\"";
    }
  }
  std::optional<int64_t> count = countDevices(axes);
  if (!count) {
    return emitError() << "the number of devices of the mesh does not fit 64 "
                          "bits";
  }
  if (deviceIds.empty()) {
    return success();
  }
  if (*count != static_cast<int64_t>(deviceIds.size())) {
    return emitError() << "the axes make " << *count << " devices, but "
                       << deviceIds.size() << " device ids are given";
  }
  SmallVector<int64_t> sorted(deviceIds);
  llvm::sort(sorted);
  if (!llvm::equal(sorted, llvm::seq<int64_t>(0, *count))) {
    return emitError() << "device ids must be a permutation of 0 to "
                       << *count - 1;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

std::optional<int64_t> AxisRefAttr::getSize(MeshAttr mesh) const {
  std::optional<int64_t> fullSize = mesh.getAxisSize(getName());
  if (!fullSize || !getSubAxisInfo()) {
    return fullSize;
  }
  return getSubAxisInfo().getSize();
}

MeshAttr TensorShardingAttr::getMesh(Operation *operation) const {
  if (auto mesh = dyn_cast<MeshAttr>(getMeshOrRef())) {
    return mesh;
  }
  // Verifiers run in parallel on one module, so no symbol table is built here.
  auto name = cast<FlatSymbolRefAttr>(getMeshOrRef());
  auto module = operation->getParentOfType<ModuleOp>();
  if (!module) {
    return {};
  }
  for (MeshOp mesh : module.getOps<MeshOp>()) {
    if (mesh.getSymName() == name.getValue()) {
      return mesh.getMesh();
    }
  }
  return {};
}

bool TensorShardingAttr::isFullyReplicated() const {
  return getReplicatedAxes().empty() && getUnreducedAxes().empty() &&
         llvm::all_of(getDimShardings(), [](DimensionShardingAttr sharding) {
           return sharding.getAxes().empty();
         });
}

LogicalResult
TensorShardingAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                           Attribute meshOrRef, ArrayRef<DimensionShardingAttr>,
                           ArrayRef<AxisRefAttr>, ArrayRef<AxisRefAttr>,
                           ReductionOp) {
  if (!isa_and_present<FlatSymbolRefAttr, MeshAttr>(meshOrRef)) {
    return emitError() << "a sharding needs a mesh or the symbol of one, got "
                       << meshOrRef;
  }
  return success();
}

/// Reads `{"a", "b":(2)2}`. With `isClosed`, a last `?` is accepted and clears
/// it.
static ParseResult parseAxes(AsmParser &parser, SmallVector<AxisRefAttr> &axes,
                             bool *isClosed = nullptr) {
  if (parser.parseLBrace()) {
    return failure();
  }
  if (succeeded(parser.parseOptionalRBrace())) {
    return success();
  }
  do {
    if (isClosed && succeeded(parser.parseOptionalQuestion())) {
      *isClosed = false;
      break;
    }
    FailureOr<AxisRefAttr> axis = FieldParser<AxisRefAttr>::parse(parser);
    if (failed(axis)) {
      return failure();
    }
    axes.push_back(*axis);
  } while (succeeded(parser.parseOptionalComma()));
  return parser.parseRBrace();
}

static void printAxes(AsmPrinter &printer, ArrayRef<AxisRefAttr> axes) {
  printer << "{";
  printer.printStrippedAttrOrType(axes);
  printer << "}";
}

Attribute DimensionShardingAttr::parse(AsmParser &parser, Type) {
  SmallVector<AxisRefAttr> axes;
  bool isClosed = true;
  if (parseAxes(parser, axes, &isClosed)) {
    return {};
  }
  std::optional<int64_t> priority;
  SMLoc location = parser.getCurrentLocation();
  StringRef word;
  if (succeeded(parser.parseOptionalKeyword(&word))) {
    int64_t number = 0;
    StringRef digits = word.drop_front();
    if (!word.starts_with("p") || !llvm::all_of(digits, llvm::isDigit) ||
        (digits.size() > 1 && digits.starts_with("0")) ||
        digits.getAsInteger(10, number)) {
      parser.emitError(location,
                       "expected a priority such as 'p0' or 'p12', got '")
          << word << "'";
      return {};
    }
    priority = number;
  }
  return get(parser.getContext(), axes, isClosed, priority);
}

void DimensionShardingAttr::print(AsmPrinter &printer) const {
  printer << "{";
  printer.printStrippedAttrOrType(getAxes());
  if (!getIsClosed()) {
    printer << (getAxes().empty() ? "?" : ", ?");
  }
  printer << "}";
  if (getPriority()) {
    printer << "p" << *getPriority();
  }
}

/// After a comma: `replicated={...}`, `unreduced={...}`, `unreduced=max{...}`.
static ParseResult parseNamedAxes(AsmParser &parser,
                                  SmallVector<AxisRefAttr> &replicated,
                                  SmallVector<AxisRefAttr> &unreduced,
                                  ReductionOp &reduction) {
  SMLoc location = parser.getCurrentLocation();
  if (replicated.empty() &&
      succeeded(parser.parseOptionalKeyword("replicated"))) {
    return failure(parser.parseEqual() || parseAxes(parser, replicated));
  }
  if (unreduced.empty() &&
      succeeded(parser.parseOptionalKeyword("unreduced"))) {
    // The equals sign is optional in Shardy's grammar.
    StringRef word;
    if (succeeded(parser.parseOptionalEqual()) &&
        succeeded(parser.parseOptionalKeyword(&word, {"sum", "max", "min"}))) {
      reduction = *symbolizeReductionOp(word);
    }
    return parseAxes(parser, unreduced);
  }
  return parser.emitError(location,
                          "expected 'replicated' or 'unreduced', each once");
}

Attribute TensorShardingAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess()) {
    return {};
  }
  SMLoc location = parser.getCurrentLocation();
  Attribute meshOrRef;
  if (succeeded(parser.parseOptionalKeyword(MeshAttr::getMnemonic()))) {
    FailureOr<MeshAttr> mesh = FieldParser<MeshAttr>::parse(parser);
    if (failed(mesh)) {
      return {};
    }
    meshOrRef = *mesh;
  } else {
    StringAttr name;
    if (parser.parseSymbolName(name)) {
      return {};
    }
    meshOrRef = FlatSymbolRefAttr::get(name);
  }
  SmallVector<DimensionShardingAttr> dimensions;
  auto parseDimension = [&]() -> ParseResult {
    FailureOr<DimensionShardingAttr> dimension =
        FieldParser<DimensionShardingAttr>::parse(parser);
    if (failed(dimension)) {
      return failure();
    }
    dimensions.push_back(*dimension);
    return success();
  };
  if (parser.parseComma() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     parseDimension)) {
    return {};
  }
  SmallVector<AxisRefAttr> replicated;
  SmallVector<AxisRefAttr> unreduced;
  ReductionOp reduction = ReductionOp::Sum;
  while (succeeded(parser.parseOptionalComma())) {
    if (parseNamedAxes(parser, replicated, unreduced, reduction)) {
      return {};
    }
  }
  if (parser.parseGreater()) {
    return {};
  }
  return getChecked([&] { return parser.emitError(location); },
                    parser.getContext(), meshOrRef, dimensions, replicated,
                    unreduced, reduction);
}

void TensorShardingAttr::print(AsmPrinter &printer) const {
  printer << "<";
  if (auto mesh = dyn_cast<MeshAttr>(getMeshOrRef())) {
    printer << MeshAttr::getMnemonic();
    printer.printStrippedAttrOrType(mesh);
  } else {
    printer << getMeshOrRef();
  }
  printer << ", [";
  printer.printStrippedAttrOrType(getDimShardings());
  printer << "]";
  if (!getReplicatedAxes().empty()) {
    printer << ", replicated=";
    printAxes(printer, getReplicatedAxes());
  }
  if (!getUnreducedAxes().empty()) {
    printer << ", unreduced=";
    if (getReductionOp() != ReductionOp::Sum) {
      printer << stringifyReductionOp(getReductionOp());
    }
    printAxes(printer, getUnreducedAxes());
  }
  printer << ">";
}

//===----------------------------------------------------------------------===//
// Sharding rules
//===----------------------------------------------------------------------===//

/// Factors 0 to 17 are the letters i to z; factor 17 + n is z_n.
static constexpr int64_t lastLetterFactor = 'z' - 'i';

static void printFactor(AsmPrinter &printer, int64_t factor) {
  if (factor <= lastLetterFactor) {
    printer << StringRef("ijklmnopqrstuvwxyz").substr(factor, 1);
    return;
  }
  printer << "z_" << factor - lastLetterFactor;
}

/// Takes the first factor off `word`.
static FailureOr<int64_t> takeFactor(AsmParser &parser, SMLoc location,
                                     StringRef &word) {
  char letter = word.front();
  if (letter < 'i' || letter > 'z') {
    return parser.emitError(location,
                            "expected a factor ('i' to 'z', 'z_1', ...) at '")
           << word << "'";
  }
  word = word.drop_front();
  if (letter != 'z' || !word.starts_with("_")) {
    return letter - 'i';
  }
  word = word.drop_front();
  StringRef digits = word.take_while(llvm::isDigit);
  int64_t number = 0;
  if (digits.starts_with("0") || digits.getAsInteger(10, number) ||
      number > std::numeric_limits<int32_t>::max()) {
    return parser.emitError(location,
                            "expected a positive number after 'z_', got '")
           << word << "'";
  }
  word = word.drop_front(digits.size());
  return number + lastLetterFactor;
}

static FailureOr<int64_t> parseFactor(AsmParser &parser) {
  SMLoc location = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word)) {
    return failure();
  }
  FailureOr<int64_t> factor = takeFactor(parser, location, word);
  if (succeeded(factor) && !word.empty()) {
    return parser.emitError(location, "expected one factor, but '")
           << word << "' follows it";
  }
  return factor;
}

Attribute DimMappingAttr::parse(AsmParser &parser, Type) {
  SMLoc location = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word)) {
    return {};
  }
  SmallVector<int64_t> factors;
  while (!word.empty()) {
    FailureOr<int64_t> factor = takeFactor(parser, location, word);
    if (failed(factor)) {
      return {};
    }
    factors.push_back(*factor);
  }
  return get(parser.getContext(), factors);
}

void DimMappingAttr::print(AsmPrinter &printer) const {
  for (int64_t factor : getFactorIndices()) {
    printFactor(printer, factor);
  }
}

static ParseResult parseMappings(AsmParser &parser,
                                 SmallVector<TensorMappingAttr> &mappings) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Paren, [&]() -> ParseResult {
        FailureOr<TensorMappingAttr> mapping =
            FieldParser<TensorMappingAttr>::parse(parser);
        if (failed(mapping)) {
          return failure();
        }
        mappings.push_back(*mapping);
        return success();
      });
}

/// ` {i=8, j=16}`: factors are listed in their order, so that the letters carry
/// no information of their own.
static ParseResult parseFactorSizes(AsmParser &parser,
                                    SmallVector<int64_t> &sizes) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::OptionalBraces, [&]() -> ParseResult {
        SMLoc location = parser.getCurrentLocation();
        FailureOr<int64_t> factor = parseFactor(parser);
        if (failed(factor)) {
          return failure();
        }
        if (*factor != static_cast<int64_t>(sizes.size())) {
          return parser.emitError(location, "expected the size of factor ")
                 << sizes.size() << ", got that of factor " << *factor;
        }
        int64_t size = 0;
        if (parser.parseEqual() || parser.parseInteger(size)) {
          return failure();
        }
        sizes.push_back(size);
        return success();
      });
}

static ParseResult parseFactorKind(AsmParser &parser, StringRef kind,
                                   SmallVector<int64_t> &factors) {
  if (failed(parser.parseOptionalKeyword(kind))) {
    return success();
  }
  if (parser.parseEqual()) {
    return failure();
  }
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Braces, [&]() -> ParseResult {
        FailureOr<int64_t> factor = parseFactor(parser);
        if (failed(factor)) {
          return failure();
        }
        factors.push_back(*factor);
        return success();
      });
}

Attribute OpShardingRuleAttr::parse(AsmParser &parser, Type) {
  SmallVector<TensorMappingAttr> operands, results;
  SmallVector<int64_t> sizes, reduction, replication, permutation, blocked;
  if (parser.parseLess() || parseMappings(parser, operands) ||
      parser.parseArrow() || parseMappings(parser, results) ||
      parseFactorSizes(parser, sizes) ||
      parseFactorKind(parser, "reduction", reduction) ||
      parseFactorKind(parser, "need_replication", replication) ||
      parseFactorKind(parser, "permutation", permutation) ||
      parseFactorKind(parser, "blocked_propagation", blocked)) {
    return {};
  }
  bool isCustom = succeeded(parser.parseOptionalComma());
  if ((isCustom && parser.parseKeyword("custom")) || parser.parseGreater()) {
    return {};
  }
  return get(parser.getContext(), sizes, operands, results, reduction,
             replication, permutation, blocked, isCustom);
}

void OpShardingRuleAttr::print(AsmPrinter &printer) const {
  printer << "<(";
  printer.printStrippedAttrOrType(getOperandMappings());
  printer << ")->(";
  printer.printStrippedAttrOrType(getResultMappings());
  printer << ")";
  if (!getFactorSizes().empty()) {
    printer << " {";
    llvm::interleaveComma(llvm::enumerate(getFactorSizes()), printer,
                          [&](auto indexed) {
                            printFactor(printer, indexed.index());
                            printer << "=" << indexed.value();
                          });
    printer << "}";
  }
  auto printKind = [&](StringRef kind, ArrayRef<int64_t> factors) {
    if (factors.empty()) {
      return;
    }
    printer << " " << kind << "={";
    llvm::interleaveComma(factors, printer, [&](int64_t factor) {
      printFactor(printer, factor);
    });
    printer << "}";
  };
  printKind("reduction", getReductionFactors());
  printKind("need_replication", getNeedReplicationFactors());
  printKind("permutation", getPermutationFactors());
  printKind("blocked_propagation", getBlockedPropagationFactors());
  printer << (getIsCustomRule() ? ", custom>" : ">");
}

} // namespace weft::sdy

#include "weft/StableHLO/Sdy/SdyEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "weft/StableHLO/Sdy/SdyAttributes.cpp.inc"

namespace weft::sdy {

void SdyDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "weft/StableHLO/Sdy/SdyAttributes.cpp.inc"
      >();
}

} // namespace weft::sdy
