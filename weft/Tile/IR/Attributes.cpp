// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/IR/Tile.h"

#include <mlir/IR/DialectImplementation.h>

using namespace mlir;

#include "weft/Tile/IR/TileEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "weft/Tile/IR/TileAttributes.cpp.inc"

namespace weft::tile {

void TileDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "weft/Tile/IR/TileAttributes.cpp.inc"
      >();
}

static ParseResult parseIntegers(AsmParser &parser,
                                 SmallVectorImpl<int64_t> &values) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseInteger(values.emplace_back());
  });
}

Attribute MemoryAttr::parse(AsmParser &parser, Type) {
  SMLoc location = parser.getCurrentLocation();
  SmallVector<int64_t> strides, order, pad;
  SmallVector<DenseI64ArrayAttr> tiles;
  int64_t swizzle = 0;
  llvm::SmallDenseSet<StringRef> seen;
  auto parseParameter = [&]() -> ParseResult {
    StringRef name;
    SMLoc at = parser.getCurrentLocation();
    if (parser.parseKeyword(&name) || parser.parseEqual()) {
      return failure();
    }
    if (!seen.insert(name).second) {
      return parser.emitError(at) << "'" << name << "' is given twice";
    }
    if (name == "swizzle") {
      return parser.parseInteger(swizzle);
    }
    if (name == "tile") {
      SmallVector<int64_t> tile;
      if (parseIntegers(parser, tile)) {
        return failure();
      }
      // Further tiles follow without commas.
      while (!tile.empty()) {
        tiles.push_back(DenseI64ArrayAttr::get(parser.getContext(), tile));
        tile.clear();
        if (parser.parseCommaSeparatedList(
                AsmParser::Delimiter::OptionalSquare,
                [&] { return parser.parseInteger(tile.emplace_back()); })) {
          return failure();
        }
      }
      return success();
    }
    SmallVectorImpl<int64_t> *list = name == "strides" ? &strides
                                     : name == "order" ? &order
                                     : name == "pad"   ? &pad
                                                       : nullptr;
    if (!list) {
      return parser.emitError(at)
             << "expected strides, tile, swizzle, order or pad, got '" << name
             << "'";
    }
    return parseIntegers(parser, *list);
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseParameter)) {
    return {};
  }
  return parser.getChecked<MemoryAttr>(location, parser.getContext(), strides,
                                       tiles, swizzle, order, pad);
}

void MemoryAttr::print(AsmPrinter &printer) const {
  printer << "<";
  llvm::ListSeparator separator;
  auto printList = [&](StringRef name, ArrayRef<int64_t> values) {
    if (!values.empty()) {
      printer << StringRef(separator) << name << " = [" << values << "]";
    }
  };
  printList("strides", getStrides());
  if (!getTiles().empty()) {
    printer << StringRef(separator) << "tile = ";
    for (DenseI64ArrayAttr tile : getTiles()) {
      printer << "[" << tile.asArrayRef() << "]";
    }
  }
  if (getSwizzle() != 0) {
    printer << StringRef(separator) << "swizzle = " << getSwizzle();
  }
  printList("order", getOrder());
  printList("pad", getPad());
  printer << ">";
}

static bool isPermutation(ArrayRef<int64_t> order) {
  SmallVector<bool> seen(order.size(), false);
  for (int64_t dim : order) {
    if (dim < 0 || dim >= static_cast<int64_t>(order.size()) || seen[dim]) {
      return false;
    }
    seen[dim] = true;
  }
  return true;
}

LogicalResult
MemoryAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                   ArrayRef<int64_t> strides, ArrayRef<DenseI64ArrayAttr> tiles,
                   int64_t swizzle, ArrayRef<int64_t> order,
                   ArrayRef<int64_t> pad) {
  if (!strides.empty() &&
      (!tiles.empty() || swizzle != 0 || !order.empty() || !pad.empty())) {
    return emitError() << "strides exclude tile, swizzle, order and pad";
  }
  for (int64_t stride : strides) {
    if (stride < 0) {
      return emitError() << "a stride must not be negative, got " << stride;
    }
  }
  ArrayRef<int64_t> around;
  for (DenseI64ArrayAttr attribute : tiles) {
    ArrayRef<int64_t> tile = attribute.asArrayRef();
    if (tile.empty() || llvm::any_of(tile, [](int64_t e) { return e < 1; })) {
      return emitError() << "a tile must have extents of at least 1, got ["
                         << tile << "]";
    }
    if (!around.empty()) {
      if (tile.size() > around.size()) {
        return emitError() << "tile [" << tile << "] has more dims than ["
                           << around << "], which it splits";
      }
      for (auto [inner, outer] :
           llvm::zip(tile, around.take_back(tile.size()))) {
        if (outer % inner != 0) {
          return emitError()
                 << "tile [" << tile << "] does not divide [" << around << "]";
        }
      }
    }
    around = tile;
  }
  if (swizzle != 0 && swizzle != 32 && swizzle != 64 && swizzle != 128) {
    return emitError() << "swizzle must be 32, 64 or 128 bytes, got "
                       << swizzle;
  }
  if (swizzle != 0 && tiles.empty()) {
    return emitError() << "a swizzle needs a tile, whose rows it works on";
  }
  if (swizzle != 0 && !pad.empty()) {
    return emitError() << "pad excludes swizzle";
  }
  if (!isPermutation(order)) {
    return emitError() << "order must name each dim once, got [" << order
                       << "]";
  }
  if (pad.size() % 2 != 0 ||
      llvm::any_of(pad, [](int64_t value) { return value < 1; })) {
    return emitError()
           << "pad must be pairs of a positive interval and amount, got ["
           << pad << "]";
  }
  return success();
}

} // namespace weft::tile
