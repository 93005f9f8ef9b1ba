// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/IR/Plan.h"

#include <llvm/ADT/TypeSwitch.h>
#include <mlir/IR/DialectImplementation.h>

using namespace mlir;

#include "weft/Plan/IR/Enums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "weft/Plan/IR/Attributes.cpp.inc"

namespace weft::plan {

void PlanDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "weft/Plan/IR/Attributes.cpp.inc"
      >();
}

LogicalResult
LayoutAttr::verifyEncoding(ArrayRef<int64_t> shape, Type,
                           function_ref<InFlightDiagnostic()> emitError) const {
  SmallVector<bool> seen(shape.size());
  bool valid = getMinorToMajor().size() == shape.size();
  for (int64_t dimension : getMinorToMajor()) {
    valid = valid && dimension >= 0 &&
            dimension < static_cast<int64_t>(shape.size()) && !seen[dimension];
    if (valid) {
      seen[dimension] = true;
    }
  }
  if (!valid) {
    return emitError() << "layout [" << getMinorToMajor()
                       << "] is not a permutation of " << shape.size()
                       << " dimensions";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// place
//===----------------------------------------------------------------------===//

/// A keyword of an enumeration.
template <class Enum>
static ParseResult parseField(AsmParser &parser, FailureOr<Enum> &field) {
  field = FieldParser<Enum>::parse(parser);
  return success(succeeded(field));
}

static bool isNumbered(Arena arena) {
  return arena == Arena::Argument || arena == Arena::Result;
}

Attribute PlaceAttr::parse(AsmParser &parser, Type) {
  int64_t index = 0;
  int64_t offset = 0;
  int64_t bytes = 0;
  FailureOr<Arena> arena = failure();
  if (parser.parseLess() || parseField(parser, arena) ||
      (isNumbered(*arena) && parser.parseInteger(index)) ||
      (*arena != Arena::None &&
       (parser.parseComma() || parser.parseInteger(offset) ||
        parser.parseComma() || parser.parseInteger(bytes))) ||
      parser.parseGreater()) {
    return {};
  }
  return getChecked([&] { return parser.emitError(parser.getNameLoc()); },
                    parser.getContext(), *arena, index, offset, bytes);
}

void PlaceAttr::print(AsmPrinter &printer) const {
  printer << "<" << stringifyArena(getArena());
  if (isNumbered(getArena())) {
    printer << " " << getIndex();
  }
  if (getArena() != Arena::None) {
    printer << ", " << getOffset() << ", " << getBytes();
  }
  printer << ">";
}

LogicalResult PlaceAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                Arena, int64_t index, int64_t offset,
                                int64_t bytes) {
  int64_t end;
  if (index < 0 || offset < 0 || bytes < 0 ||
      llvm::AddOverflow(offset, bytes, end)) {
    return emitError() << "a place has a number, an offset and a size that are "
                          "not negative, but got "
                       << index << ", " << offset << ", " << bytes;
  }
  return success();
}

bool PlaceAttr::overlaps(PlaceAttr other) const {
  return getArena() == other.getArena() && getArena() != Arena::None &&
         getIndex() == other.getIndex() && getOffset() < other.getEnd() &&
         other.getOffset() < getEnd();
}

//===----------------------------------------------------------------------===//
// trip, donate
//===----------------------------------------------------------------------===//

Attribute DonateAttr::parse(AsmParser &parser, Type) {
  int64_t result = 0;
  FailureOr<DonateKind> kind = failure();
  if (parser.parseLess() || parseField(parser, kind) ||
      (*kind == DonateKind::Must && parser.parseInteger(result)) ||
      parser.parseGreater()) {
    return {};
  }
  return getChecked([&] { return parser.emitError(parser.getNameLoc()); },
                    parser.getContext(), *kind, result);
}

void DonateAttr::print(AsmPrinter &printer) const {
  printer << "<" << stringifyDonateKind(getKind());
  if (getKind() == DonateKind::Must) {
    printer << " " << getResult();
  }
  printer << ">";
}

LogicalResult DonateAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 DonateKind, int64_t result) {
  if (result < 0) {
    return emitError() << "an argument cannot be donated to result " << result;
  }
  return success();
}

} // namespace weft::plan
