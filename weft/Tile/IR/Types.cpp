// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/IR/Tile.h"

#include <llvm/Support/MathExtras.h>
#include <mlir/IR/DialectImplementation.h>

using namespace mlir;

#define GET_TYPEDEF_CLASSES
#include "weft/Tile/IR/TileTypes.cpp.inc"

namespace weft::tile {

void TileDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "weft/Tile/IR/TileTypes.cpp.inc"
      >();
}

Type RefType::parse(AsmParser &parser) {
  SMLoc location = parser.getCurrentLocation();
  SmallVector<int64_t> shape;
  Type elementType;
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(elementType)) {
    return {};
  }
  Space space = Space::Global;
  MemoryAttr memory;
  bool more = succeeded(parser.parseOptionalComma());
  StringRef keyword;
  SMLoc at = parser.getCurrentLocation();
  if (more && succeeded(parser.parseOptionalKeyword(&keyword))) {
    std::optional<Space> named = symbolizeSpace(keyword);
    if (!named) {
      parser.emitError(at) << "expected global, shared or tensor_memory, got '"
                           << keyword << "'";
      return {};
    }
    space = *named;
    more = succeeded(parser.parseOptionalComma());
  }
  if ((more && parser.parseAttribute(memory)) || parser.parseGreater()) {
    return {};
  }
  return parser.getChecked<RefType>(location, parser.getContext(), shape,
                                    elementType, space, memory);
}

void RefType::print(AsmPrinter &printer) const {
  printer << "<";
  for (int64_t extent : getShape()) {
    printer << extent << "x";
  }
  printer << getElementType();
  if (getSpace() != Space::Global) {
    printer << ", " << stringifySpace(getSpace());
  }
  if (getMemory()) {
    printer << ", " << getMemory();
  }
  printer << ">";
}

static bool isInMemory(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type)) {
    return integer.isSignless() &&
           llvm::is_contained({1, 2, 4, 8, 16, 32, 64}, integer.getWidth());
  }
  return isa<FloatType>(type) && type.getIntOrFloatBitWidth() <= 64 &&
         !type.isTF32();
}

static LogicalResult
verifyMemory(llvm::function_ref<InFlightDiagnostic()> emitError,
             ArrayRef<int64_t> shape, Type elementType, Space space,
             MemoryAttr memory) {
  if (!memory.getStrides().empty()) {
    if (space != Space::Global) {
      return emitError() << "only global refs have strides, not "
                         << stringifySpace(space) << " ones";
    }
    if (memory.getStrides().size() != shape.size()) {
      return emitError() << memory.getStrides().size() << " strides do not fit "
                         << shape.size() << " dims";
    }
  }
  if (!memory.getOrder().empty() && memory.getOrder().size() != shape.size()) {
    return emitError() << "an order of " << memory.getOrder().size()
                       << " dims does not fit " << shape.size() << " dims";
  }
  if (!memory.getTiles().empty() &&
      static_cast<size_t>(memory.getTiles()[0].size()) > shape.size()) {
    return emitError() << "tile [" << memory.getTiles()[0].asArrayRef()
                       << "] has more dims than the ref, which has "
                       << shape.size();
  }
  if (memory.getSwizzle() != 0) {
    // A transposed tile is one of columns, whose last extent is 1.
    ArrayRef<int64_t> tile = memory.getTiles().back().asArrayRef();
    while (tile.size() > 1 && tile.back() == 1) {
      tile = tile.drop_back();
    }
    int64_t row =
        tile.back() * llvm::divideCeil(elementType.getIntOrFloatBitWidth(), 8);
    if (row != memory.getSwizzle()) {
      return emitError() << "a swizzle of " << memory.getSwizzle()
                         << " bytes needs tile rows of as many, but a row of "
                            "the innermost tile has "
                         << row;
    }
  }
  return success();
}

/// The bytes a ref occupies, or nothing where an address would overflow.
static std::optional<int64_t>
checkedBytes(ArrayRef<int64_t> shape, Type elementType, MemoryAttr memory) {
  bool overflows = false;
  auto times = [&](int64_t a, int64_t b) {
    int64_t result = 0;
    overflows |= llvm::MulOverflow(a, b, result);
    return result;
  };
  auto plus = [&](int64_t a, int64_t b) {
    int64_t result = 0;
    overflows |= llvm::AddOverflow(a, b, result);
    return result;
  };
  int64_t elements = 1;
  if (memory && !memory.getStrides().empty()) {
    for (auto [extent, stride] : llvm::zip(shape, memory.getStrides())) {
      elements =
          plus(elements, times(std::max<int64_t>(extent, 1) - 1, stride));
    }
  } else {
    ArrayRef<int64_t> tile;
    if (memory && !memory.getTiles().empty()) {
      tile = memory.getTiles()[0].asArrayRef();
    }
    size_t untiled = shape.size() - tile.size();
    for (auto [dim, extent] : llvm::enumerate(shape)) {
      int64_t whole = dim < untiled ? 1 : tile[dim - untiled];
      int64_t tiles = extent / whole + (extent % whole != 0);
      elements = times(elements, times(tiles, whole));
    }
    int64_t dense = elements;
    ArrayRef<int64_t> pad = memory ? memory.getPad() : ArrayRef<int64_t>();
    for (size_t i = 0; i < pad.size(); i += 2) {
      elements = plus(elements, times(dense / pad[i], pad[i + 1]));
    }
  }
  int64_t bytes =
      times(elements, llvm::divideCeil(elementType.getIntOrFloatBitWidth(), 8));
  return overflows ? std::nullopt : std::optional(bytes);
}

LogicalResult
RefType::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                ArrayRef<int64_t> shape, Type elementType, Space space,
                MemoryAttr memory) {
  for (int64_t extent : shape) {
    if (extent < 0) {
      return emitError() << "extents of a ref are static, got " << extent;
    }
  }
  if (!isInMemory(elementType)) {
    return emitError()
           << "elements of a ref are floats or signless integers of 1, 2, 4, "
              "8, 16, 32 or 64 bits, got "
           << elementType;
  }
  if (memory &&
      failed(verifyMemory(emitError, shape, elementType, space, memory))) {
    return failure();
  }
  if (!checkedBytes(shape, elementType, memory)) {
    return emitError() << "a ref must have less than 2^63 bytes";
  }
  return success();
}

int64_t RefType::getElementCount() const {
  int64_t count = 1;
  for (int64_t extent : getShape()) {
    count *= extent;
  }
  return count;
}

int64_t RefType::getElementBytes() const {
  return llvm::divideCeil(getElementType().getIntOrFloatBitWidth(), 8);
}

} // namespace weft::tile
