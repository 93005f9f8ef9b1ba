// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Chlo/Chlo.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/TypeSwitch.h>
#include <mlir/IR/DialectImplementation.h>
#include <mlir/Transforms/InliningUtils.h>

using namespace mlir;

#include "weft/StableHLO/Chlo/ChloDialect.cpp.inc"
#include "weft/StableHLO/Chlo/ChloEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "weft/StableHLO/Chlo/ChloAttributes.cpp.inc"

namespace weft::chlo {

namespace {
struct InlinerInterface : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Operation *, bool) const final {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void ChloDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "weft/StableHLO/Chlo/ChloOps.cpp.inc"
      >();
  addInterfaces<InlinerInterface>();
}

void ChloDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "weft/StableHLO/Chlo/ChloAttributes.cpp.inc"
      >();
}

Operation *ChloDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location location) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || elements.getType() != type) {
    return nullptr;
  }
  return stablehlo::ConstantOp::create(builder, location, elements);
}

//===----------------------------------------------------------------------===//
// Text form of the dimension numbers
//===----------------------------------------------------------------------===//

static ParseResult parseDimensions(AsmParser &parser,
                                   SmallVector<int64_t> &dimensions) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseInteger(dimensions.emplace_back());
  });
}

Attribute RaggedDotDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  static constexpr StringLiteral names[] = {
      "lhs_batching_dimensions",    "rhs_batching_dimensions",
      "lhs_contracting_dimensions", "rhs_contracting_dimensions",
      "lhs_ragged_dimensions",      "rhs_group_dimensions"};
  SmallVector<int64_t> lists[std::size(names)];
  bool seen[std::size(names)] = {};
  auto parseField = [&]() -> ParseResult {
    SMLoc location = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name)) {
      return failure();
    }
    size_t index = llvm::find(names, name) - std::begin(names);
    if (index == std::size(names) || seen[index]) {
      return parser.emitError(location, "unknown or repeated field '")
             << name << "' of ragged dot dimension numbers";
    }
    seen[index] = true;
    return failure(parser.parseEqual() ||
                   parseDimensions(parser, lists[index]));
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseField)) {
    return {};
  }
  return get(parser.getContext(), lists[0], lists[1], lists[2], lists[3],
             lists[4], lists[5]);
}

void RaggedDotDimensionNumbersAttr::print(AsmPrinter &printer) const {
  StringRef separator = "";
  auto printField = [&](StringRef name, ArrayRef<int64_t> dimensions) {
    if (dimensions.empty()) {
      return;
    }
    printer << separator << name << " = [" << dimensions << "]";
    separator = ", ";
  };
  printer << "<";
  printField("lhs_batching_dimensions", getLhsBatchingDimensions());
  printField("rhs_batching_dimensions", getRhsBatchingDimensions());
  printField("lhs_contracting_dimensions", getLhsContractingDimensions());
  printField("rhs_contracting_dimensions", getRhsContractingDimensions());
  printField("lhs_ragged_dimensions", getLhsRaggedDimensions());
  printField("rhs_group_dimensions", getRhsGroupDimensions());
  printer << ">";
}

} // namespace weft::chlo
