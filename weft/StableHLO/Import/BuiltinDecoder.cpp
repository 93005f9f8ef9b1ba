// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes of MLIR's own dialect.

#include "weft/StableHLO/Import/EntryReader.h"
#include "weft/StableHLO/Import/ProgramLimits.h"

#include <mlir/IR/DialectResourceBlobManager.h>

using namespace llvm;
using namespace mlir;
using namespace weft::stablehlo;

namespace {

enum AttributeCode : uint64_t {
  kArray = 0,
  kDictionary = 1,
  kString = 2,
  kStringWithType = 3,
  kFlatSymbolRef = 4,
  kSymbolRef = 5,
  kType = 6,
  kUnit = 7,
  kInteger = 8,
  kFloat = 9,
  kCallSiteLoc = 10,
  kFileLineColLoc = 11,
  kFusedLoc = 12,
  kFusedLocWithMetadata = 13,
  kNameLoc = 14,
  kUnknownLoc = 15,
  kDenseResourceElements = 16,
  kDenseArray = 17,
  kDenseIntOrFPElements = 18,
  kDenseStringElements = 19,
  kSparseElements = 20,
  kDistinct = 21,
  kFileLineColRange = 22,
};

Attribute decodeSymbolRef(EntryReader &reader, bool isFlat) {
  StringAttr root;
  SmallVector<FlatSymbolRefAttr> nested;
  if (failed(reader.readAttributeOf(root, "a symbol name")) ||
      (!isFlat && failed(reader.readAttributes(nested, "symbol references")))) {
    return nullptr;
  }
  return SymbolRefAttr::get(root, nested);
}

//===----------------------------------------------------------------------===//
// Locations
//===----------------------------------------------------------------------===//

/// Lines and columns of a file; more than 32 bits are no real ones.
LogicalResult readLine(EntryReader &reader, unsigned &line) {
  uint64_t value;
  if (failed(reader.readVarInt(value))) {
    return failure();
  }
  if (value > UINT32_MAX) {
    return reader.fail("a line or column of more than 32 bits");
  }
  line = static_cast<unsigned>(value);
  return success();
}

Attribute decodeFileLineColLoc(EntryReader &reader) {
  StringAttr file;
  unsigned line;
  unsigned column;
  if (failed(reader.readAttributeOf(file, "a file name")) ||
      failed(readLine(reader, line)) || failed(readLine(reader, column))) {
    return nullptr;
  }
  return FileLineColLoc::get(file, line, column);
}

/// Up to four numbers: line, column, end line, end column. With three the end
/// line is left out: it is the line.
Attribute decodeFileLineColRange(EntryReader &reader) {
  StringAttr file;
  SmallVector<unsigned> numbers;
  if (failed(reader.readAttributeOf(file, "a file name")) ||
      failed(reader.readList("line numbers", [&] {
        return readLine(reader, numbers.emplace_back());
      }))) {
    return nullptr;
  }
  switch (numbers.size()) {
  case 0:
    return FileLineColRange::get(file);
  case 1:
    return FileLineColRange::get(file, numbers[0]);
  case 2:
    return FileLineColRange::get(file, numbers[0], numbers[1]);
  case 3:
    return FileLineColRange::get(file, numbers[0], numbers[1], numbers[2]);
  case 4:
    return FileLineColRange::get(file, numbers[0], numbers[1], numbers[2],
                                 numbers[3]);
  default:
    return reader.error("a range has " + Twine(numbers.size()) + " numbers");
  }
}

Attribute decodeFusedLoc(EntryReader &reader, bool hasMetadata) {
  SmallVector<Location> locations;
  Attribute metadata;
  if (failed(reader.readList("locations",
                             [&]() -> LogicalResult {
                               LocationAttr location;
                               if (failed(reader.readAttributeOf(
                                       location, "a location"))) {
                                 return failure();
                               }
                               locations.push_back(location);
                               return success();
                             })) ||
      (hasMetadata && failed(reader.readAttribute(metadata)))) {
    return nullptr;
  }
  return FusedLoc::get(locations, metadata, reader.context());
}

Attribute decodeCallSiteLoc(EntryReader &reader) {
  LocationAttr callee;
  LocationAttr caller;
  if (failed(reader.readAttributeOf(callee, "a location")) ||
      failed(reader.readAttributeOf(caller, "a location"))) {
    return nullptr;
  }
  return CallSiteLoc::get(callee, caller);
}

Attribute decodeNameLoc(EntryReader &reader) {
  StringAttr name;
  LocationAttr child;
  if (failed(reader.readAttributeOf(name, "a name")) ||
      failed(reader.readAttributeOf(child, "a location"))) {
    return nullptr;
  }
  return NameLoc::get(name, child);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// The type of a dense attribute, static and within the limits.
LogicalResult readElementsType(EntryReader &reader, ShapedType &type) {
  if (failed(reader.readTypeOf(type, "a shaped type"))) {
    return failure();
  }
  if (!type.hasStaticShape()) {
    return reader.fail("elements of a type without a static shape");
  }
  if (std::optional<std::string> error = findShapeError(type)) {
    return reader.fail(*error);
  }
  return success();
}

/// Bits of one element in memory, or nothing where elements of the type cannot
/// be stored.
std::optional<unsigned> getStorageBits(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type)) {
    std::optional<unsigned> part = getStorageBits(complex.getElementType());
    return part ? std::optional(2 * std::max(*part, 8u)) : std::nullopt;
  }
  if (type.isIndex()) {
    return IndexType::kInternalStorageBitWidth;
  }
  if (!type.isIntOrFloat() || type.getIntOrFloatBitWidth() == 0) {
    return std::nullopt;
  }
  return type.isInteger(1) ? 1 : alignTo<8>(type.getIntOrFloatBitWidth());
}

Attribute decodeDenseArray(EntryReader &reader) {
  Type type;
  uint64_t size;
  ArrayRef<uint8_t> data;
  if (failed(reader.readType(type)) || failed(reader.readVarInt(size)) ||
      failed(reader.readBlob(data))) {
    return nullptr;
  }
  if (!type.isIntOrFloat() || type.getIntOrFloatBitWidth() == 0 ||
      (type.getIntOrFloatBitWidth() % 8 != 0 && !type.isInteger(1))) {
    return reader.error("a dense array of an unsuitable type");
  }
  uint64_t bytes = divideCeil(type.getIntOrFloatBitWidth(), 8);
  if (data.size() % bytes != 0 || data.size() / bytes != size) {
    return reader.error("a dense array of " + Twine(size) + " elements with " +
                        Twine(data.size()) + " bytes");
  }
  return DenseArrayAttr::getChecked(
      reader.emitError(), reader.context(), type, static_cast<int64_t>(size),
      ArrayRef(reinterpret_cast<const char *>(data.data()), data.size()));
}

Attribute decodeDenseStrings(EntryReader &reader) {
  ShapedType type;
  uint64_t isSplat;
  if (failed(readElementsType(reader, type)) ||
      failed(reader.readVarInt(isSplat))) {
    return nullptr;
  }
  uint64_t count = isSplat ? 1 : countElements(type);
  if (count > reader.remaining()) {
    return reader.error("more strings than bytes");
  }
  SmallVector<StringRef> strings(count);
  for (StringRef &string : strings) {
    if (failed(reader.readString(string))) {
      return nullptr;
    }
  }
  return DenseStringElementsAttr::get(type, strings);
}

Attribute decodeSparseElements(EntryReader &reader) {
  ShapedType type;
  DenseIntElementsAttr indices;
  DenseElementsAttr values;
  if (failed(readElementsType(reader, type)) ||
      failed(reader.readAttributeOf(indices, "sparse indices")) ||
      failed(reader.readAttributeOf(values, "sparse values"))) {
    return nullptr;
  }
  if (!indices.getElementType().isInteger(64) ||
      values.getElementType() != type.getElementType()) {
    return reader.error("sparse elements of unsuitable types");
  }
  return SparseElementsAttr::getChecked(reader.emitError(), type, indices,
                                        values);
}

Attribute decodeDenseResource(EntryReader &reader) {
  ShapedType type;
  uint64_t index;
  if (failed(readElementsType(reader, type)) ||
      failed(reader.readVarInt(index))) {
    return nullptr;
  }
  const Container &container = reader.container();
  if (index >= container.resources.size()) {
    return reader.error("resource " + Twine(index) + " of " +
                        Twine(container.resources.size()));
  }
  const Container::Resource &resource = container.resources[index];
  ByteReader data = resource.data;
  uint64_t alignment;
  uint64_t size;
  ArrayRef<uint8_t> blob;
  if (resource.kind != Container::Resource::Blob || data.empty() ||
      container.dialects[resource.dialect].name != "builtin") {
    return reader.error("resource '" + resource.key + "' holds no elements");
  }
  if (failed(data.readVarInt(alignment)) || failed(data.readVarInt(size)) ||
      failed(data.alignTo(alignment)) || failed(data.readBytes(size, blob))) {
    return nullptr;
  }
  std::optional<unsigned> bits = getStorageBits(type.getElementType());
  if (!bits || blob.size() != divideCeil(*bits, 8) * countElements(type)) {
    return reader.error("resource '" + resource.key + "' of " +
                        Twine(blob.size()) + " bytes does not fit its type");
  }
  return DenseResourceElementsAttr::get(
      type, resource.key,
      HeapAsmResourceBlob::allocateAndCopyWithAlign(
          ArrayRef(reinterpret_cast<const char *>(blob.data()), blob.size()),
          std::max<uint64_t>(alignment, 8)));
}

Attribute decodeElements(EntryReader &reader) {
  ShapedType type;
  ArrayRef<uint8_t> data;
  if (failed(readElementsType(reader, type)) || failed(reader.readBlob(data))) {
    return nullptr;
  }
  return decodeDenseElements(reader, type, data);
}

} // namespace

//===----------------------------------------------------------------------===//
// Shared with other decoders
//===----------------------------------------------------------------------===//

Attribute weft::stablehlo::decodeDictionary(EntryReader &reader) {
  SmallVector<NamedAttribute> attributes;
  if (failed(reader.readList("attributes", [&]() -> LogicalResult {
        StringAttr name;
        Attribute value;
        if (failed(reader.readAttributeOf(name, "a name")) ||
            failed(reader.readAttribute(value))) {
          return failure();
        }
        if (name.empty()) {
          return reader.fail("an attribute without a name");
        }
        attributes.emplace_back(name, value);
        return success();
      }))) {
    return nullptr;
  }
  if (DictionaryAttr::findDuplicate(attributes, /*isSorted=*/false)) {
    return reader.error("a dictionary has two attributes of one name");
  }
  return DictionaryAttr::get(reader.context(), attributes);
}

Attribute weft::stablehlo::decodeInteger(EntryReader &reader, Type type) {
  unsigned width;
  if (type.isIndex()) {
    width = IndexType::kInternalStorageBitWidth;
  } else if (auto integer = dyn_cast<IntegerType>(type)) {
    width = integer.getWidth();
  } else {
    return reader.error("an integer of a type that is none");
  }
  APInt value;
  if (failed(reader.readAPInt(width, value))) {
    return nullptr;
  }
  return IntegerAttr::get(type, value);
}

Attribute weft::stablehlo::decodeFloat(EntryReader &reader, Type type) {
  auto floatType = dyn_cast<FloatType>(type);
  if (!floatType) {
    return reader.error("a float of a type that is none");
  }
  APFloat value(0.0);
  if (failed(reader.readAPFloat(floatType.getFloatSemantics(), value))) {
    return nullptr;
  }
  return FloatAttr::get(type, value);
}

Attribute weft::stablehlo::decodeDenseElements(EntryReader &reader,
                                               ShapedType type,
                                               ArrayRef<uint8_t> data) {
  Type element = type.getElementType();
  std::optional<unsigned> bits = getStorageBits(element);
  if (!bits) {
    return reader.error("elements of a type that cannot be stored");
  }
  uint64_t count = countElements(type);
  SmallVector<char> bytes(data.begin(), data.end());
  auto wrongSize = [&] {
    return reader.error(Twine(data.size()) + " bytes for " + Twine(count) +
                        " elements of " + Twine(*bits) + " bits");
  };
  if (*bits == 1) {
    bool isSplat =
        bytes.size() == 1 && (bytes[0] == 0 || bytes[0] == char(0xFF));
    if (!isSplat && bytes.size() == count && count != divideCeil(count, 8)) {
      // Some writers used a byte for each.
      SmallVector<bool> values(bytes.begin(), bytes.end());
      return DenseElementsAttr::get(type, values);
    }
    if (!isSplat && bytes.size() != divideCeil(count, 8)) {
      return wrongSize();
    }
    if (!isSplat && count % 8 != 0) {
      bytes.back() &= (1 << (count % 8)) - 1;
    }
  } else {
    size_t elementBytes = *bits / 8;
    if (bytes.size() != elementBytes &&
        (bytes.size() % elementBytes != 0 ||
         bytes.size() / elementBytes != count)) {
      return wrongSize();
    }
    // Elements narrower than a byte have the rest of it clear.
    if (element.isIntOrFloat() && element.getIntOrFloatBitWidth() < 8) {
      for (char &byte : bytes) {
        byte &= (1 << element.getIntOrFloatBitWidth()) - 1;
      }
    }
  }
  return DenseElementsAttr::getFromRawBuffer(type, bytes);
}

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

Attribute weft::stablehlo::decodeBuiltinAttribute(EntryReader &reader) {
  uint64_t code;
  if (failed(reader.readVarInt(code))) {
    return nullptr;
  }
  MLIRContext *context = reader.context();
  SmallVector<Attribute> attributes;
  Attribute attribute;
  Type type;
  StringRef string;
  switch (code) {
  case kArray:
    return failed(reader.readAttributes(attributes))
               ? nullptr
               : ArrayAttr::get(context, attributes);
  case kDictionary:
    return decodeDictionary(reader);
  case kString:
    return failed(reader.readString(string)) ? nullptr
                                             : StringAttr::get(context, string);
  case kStringWithType:
    return failed(reader.readString(string)) || failed(reader.readType(type))
               ? nullptr
               : StringAttr::get(string, type);
  case kFlatSymbolRef:
    return decodeSymbolRef(reader, /*isFlat=*/true);
  case kSymbolRef:
    return decodeSymbolRef(reader, /*isFlat=*/false);
  case kType:
    return failed(reader.readType(type)) ? nullptr : TypeAttr::get(type);
  case kUnit:
    return UnitAttr::get(context);
  case kInteger:
    return failed(reader.readType(type)) ? nullptr
                                         : decodeInteger(reader, type);
  case kFloat:
    return failed(reader.readType(type)) ? nullptr : decodeFloat(reader, type);
  case kCallSiteLoc:
    return decodeCallSiteLoc(reader);
  case kFileLineColLoc:
    return decodeFileLineColLoc(reader);
  case kFusedLoc:
    return decodeFusedLoc(reader, /*hasMetadata=*/false);
  case kFusedLocWithMetadata:
    return decodeFusedLoc(reader, /*hasMetadata=*/true);
  case kNameLoc:
    return decodeNameLoc(reader);
  case kUnknownLoc:
    return UnknownLoc::get(context);
  case kDenseResourceElements:
    return decodeDenseResource(reader);
  case kDenseArray:
    return decodeDenseArray(reader);
  case kDenseIntOrFPElements:
    return decodeElements(reader);
  case kDenseStringElements:
    return decodeDenseStrings(reader);
  case kSparseElements:
    return decodeSparseElements(reader);
  case kDistinct:
    return failed(reader.readAttribute(attribute))
               ? nullptr
               : DistinctAttr::create(attribute);
  case kFileLineColRange:
    return decodeFileLineColRange(reader);
  default:
    return reader.error("unknown builtin attribute code " + Twine(code));
  }
}
