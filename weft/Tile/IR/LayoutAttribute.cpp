// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/IR/Tile.h"

#include <mlir/IR/DialectImplementation.h>

using namespace mlir;

namespace weft::tile {
namespace {

using Entries = SmallVector<DenseI64ArrayAttr>;

/// `*`, or steps along dims: 1:4+0:2.
ParseResult parseEntry(AsmParser &parser, Entries &entries) {
  SmallVector<int64_t> steps;
  if (failed(parser.parseOptionalStar())) {
    do {
      if (parser.parseInteger(steps.emplace_back()) || parser.parseColon() ||
          parser.parseInteger(steps.emplace_back())) {
        return failure();
      }
    } while (succeeded(parser.parseOptionalPlus()));
  }
  entries.push_back(DenseI64ArrayAttr::get(parser.getContext(), steps));
  return success();
}

/// The columns, as bits of one word, must reach every place of the base.
bool spansBase(ArrayRef<int64_t> base,
               ArrayRef<ArrayRef<DenseI64ArrayAttr>> lists) {
  SmallVector<unsigned> shifts;
  unsigned bits = 0;
  for (int64_t extent : base) {
    shifts.push_back(bits);
    bits += llvm::Log2_64(extent);
  }
  SmallVector<uint64_t> pivots(bits, 0);
  unsigned rank = 0;
  for (ArrayRef<DenseI64ArrayAttr> list : lists) {
    for (DenseI64ArrayAttr entry : list) {
      uint64_t word = 0;
      for (size_t i = 0; i < entry.asArrayRef().size(); i += 2) {
        word ^= static_cast<uint64_t>(entry[i + 1]) << shifts[entry[i]];
      }
      while (word != 0) {
        uint64_t &pivot = pivots[llvm::Log2_64(word)];
        if (pivot == 0) {
          pivot = word;
          ++rank;
          break;
        }
        word ^= pivot;
      }
    }
  }
  return rank == bits;
}

} // namespace

Attribute LayoutAttr::parse(AsmParser &parser, Type) {
  SMLoc location = parser.getCurrentLocation();
  SmallVector<int64_t> base;
  Entries registers, lanes, warps;
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
    if (name == "base") {
      return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parser.parseInteger(base.emplace_back());
      });
    }
    Entries *entries = name == "register" ? &registers
                       : name == "lane"   ? &lanes
                       : name == "warp"   ? &warps
                                          : nullptr;
    if (entries == nullptr) {
      return parser.emitError(at)
             << "expected base, register, lane or warp, got '" << name << "'";
    }
    return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
      return parseEntry(parser, *entries);
    });
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseParameter)) {
    return {};
  }
  return LayoutAttr::getChecked(
      [&] { return parser.emitError(location); }, parser.getContext(),
      ArrayRef<int64_t>(base), ArrayRef<DenseI64ArrayAttr>(registers),
      ArrayRef<DenseI64ArrayAttr>(lanes), ArrayRef<DenseI64ArrayAttr>(warps));
}

void LayoutAttr::print(AsmPrinter &printer) const {
  printer << "<base = [" << getBase() << "]";
  auto printList = [&](StringRef name, ArrayRef<DenseI64ArrayAttr> entries) {
    if (entries.empty()) {
      return;
    }
    printer << ", " << name << " = [";
    llvm::interleaveComma(entries, printer, [&](DenseI64ArrayAttr entry) {
      if (entry.empty()) {
        printer << "*";
      }
      for (int64_t i = 0; i < entry.size(); i += 2) {
        printer << (i == 0 ? "" : "+") << entry[i] << ":" << entry[i + 1];
      }
    });
    printer << "]";
  };
  printList("register", getRegisters());
  printList("lane", getLanes());
  printList("warp", getWarps());
  printer << ">";
}

LogicalResult LayoutAttr::verify(
    llvm::function_ref<InFlightDiagnostic()> emitError, ArrayRef<int64_t> base,
    ArrayRef<DenseI64ArrayAttr> registers, ArrayRef<DenseI64ArrayAttr> lanes,
    ArrayRef<DenseI64ArrayAttr> warps) {
  unsigned bits = 0;
  for (int64_t extent : base) {
    if (extent < 1 || !llvm::isPowerOf2_64(extent)) {
      return emitError() << "base must be powers of two, got [" << base << "]";
    }
    bits += llvm::Log2_64(extent);
  }
  if (bits > 62) {
    return emitError() << "base [" << base << "] is too large";
  }
  for (ArrayRef<DenseI64ArrayAttr> list : {registers, lanes, warps}) {
    for (DenseI64ArrayAttr entry : list) {
      for (int64_t i = 0; i < entry.size(); i += 2) {
        if (entry[i] < 0 || entry[i] >= static_cast<int64_t>(base.size())) {
          return emitError() << "base [" << base << "] has no dim " << entry[i];
        }
        if (entry[i + 1] < 1 || entry[i + 1] >= base[entry[i]]) {
          return emitError() << "a step of " << entry[i + 1] << " along dim "
                             << entry[i] << " leaves base [" << base << "]";
        }
      }
    }
  }
  if (llvm::any_of(registers, [](DenseI64ArrayAttr e) { return e.empty(); })) {
    return emitError() << "a thread holds no element twice: register entries "
                          "move somewhere";
  }
  if (!spansBase(base, {registers, lanes, warps})) {
    return emitError() << "the entries do not reach every place of base ["
                       << base << "]";
  }
  return success();
}

bool LayoutAttr::fits(ArrayRef<int64_t> shape) const {
  return shape.size() == getBase().size() &&
         llvm::all_of(llvm::zip(shape, getBase()), [](auto pair) {
           return std::get<0>(pair) % std::get<1>(pair) == 0;
         });
}

} // namespace weft::tile
