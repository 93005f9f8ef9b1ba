// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Import/EntryReader.h"

#include "weft/StableHLO/Import/TextScan.h"

#include <mlir/AsmParser/AsmParser.h>

using namespace llvm;
using namespace mlir;
using namespace weft::stablehlo;

namespace {

struct Decoder {
  StringRef dialect;
  Attribute (*attribute)(EntryReader &);
  Type (*type)(EntryReader &);
};

/// The dialects with an encoding of their own. What others contain is text.
constexpr Decoder kDecoders[] = {
    {"builtin", decodeBuiltinAttribute, decodeBuiltinType},
    {"vhlo", decodeVhloAttribute, decodeVhloType},
    {"stablehlo", decodeStableHLOAttribute, decodeStableHLOType},
    {"sdy", decodeSdyAttribute, nullptr},
    {"quant", nullptr, decodeQuantType},
    {"chlo", decodeChloAttribute, nullptr},
};

template <typename T> T decodeText(EntryReader &reader) {
  uint64_t start = reader.offset();
  StringRef text;
  if (failed(reader.readNullTerminated(text))) {
    return nullptr;
  }
  if (std::optional<TextError> error = findTextError(text)) {
    (void)reader.importError().fail(start + error->offset, error->message);
    return nullptr;
  }
  reader.importError().setPosition(start);
  size_t length = 0;
  T value;
  if constexpr (std::is_same_v<T, Type>) {
    value = parseType(text, reader.context(), &length,
                      /*isKnownNullTerminated=*/true);
  } else {
    value = parseAttribute(text, reader.context(), Type(), &length,
                           /*isKnownNullTerminated=*/true);
  }
  if (value && length != text.size()) {
    return reader.error("unexpected text after an attribute or type");
  }
  return value;
}

} // namespace

AttributeTable::AttributeTable(const Container &container, MLIRContext *context)
    : file(container), mlirContext(context),
      attributes(container.attributes.size()), types(container.types.size()) {}

Attribute AttributeTable::attribute(uint64_t index, ByteReader &from) {
  return resolve(file.attributes, attributes, index, "attribute", from);
}

Type AttributeTable::type(uint64_t index, ByteReader &from) {
  return resolve(file.types, types, index, "type", from);
}

template <typename T>
T AttributeTable::resolve(ArrayRef<Container::Encoded> entries,
                          std::vector<Slot<T>> &slots, uint64_t index,
                          StringRef what, ByteReader &from) {
  if (index >= entries.size()) {
    (void)from.fail(what + " " + Twine(index) + " of " + Twine(entries.size()));
    return nullptr;
  }
  Slot<T> &slot = slots[index];
  if (slot.value) {
    size += slot.size;
    return slot.value;
  }
  if (slot.isBeingDecoded) {
    (void)from.fail(what + " " + Twine(index) + " contains itself");
    return nullptr;
  }
  if (depth == limits::kAttributeDepth) {
    (void)from.fail("attributes or types are nested deeper than " +
                    Twine(limits::kAttributeDepth));
    return nullptr;
  }
  slot.isBeingDecoded = true;
  ++depth;
  // No sum overflows: each part is within the limit, and takes a byte.
  uint64_t sizeSoFar = std::exchange(size, 1);
  slot.value = decode<T>(entries[index]);
  slot.size = size;
  if constexpr (std::is_same_v<T, Attribute>) {
    // Locations are printed once each, however often they are shared.
    if (isa_and_nonnull<LocationAttr>(slot.value)) {
      slot.size = 1;
    }
  }
  size = sizeSoFar + slot.size;
  --depth;
  slot.isBeingDecoded = false;
  if (slot.size > limits::kAttributeSize) {
    slot.value = nullptr;
    (void)from.fail(what + " " + Twine(index) + " has more than " +
                    Twine(limits::kAttributeSize) + " parts");
  }
  return slot.value;
}

template <typename T>
T AttributeTable::decode(const Container::Encoded &entry) {
  EntryReader reader(entry.data, *this);
  reader.importError().setPosition(reader.offset());
  StringRef dialect = file.dialects[entry.dialect].name;
  T value;
  if (!entry.isCustom) {
    value = decodeText<T>(reader);
  } else {
    const auto *decoder = find_if(kDecoders, [&](const Decoder &known) {
      return known.dialect == dialect;
    });
    if (decoder != std::end(kDecoders)) {
      if constexpr (std::is_same_v<T, Type>) {
        value = decoder->type ? decoder->type(reader) : nullptr;
      } else {
        value = decoder->attribute ? decoder->attribute(reader) : nullptr;
      }
    }
  }
  if (!value) {
    return reader.error("cannot decode an attribute or type of dialect '" +
                        dialect + "'");
  }
  if (!reader.empty()) {
    return reader.error(
        "unexpected data after an attribute or type of dialect '" + dialect +
        "'");
  }
  return value;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

LogicalResult EntryReader::readAPInt(unsigned width, APInt &value) {
  if (width <= 8) {
    uint8_t byte;
    if (failed(readByte(byte))) {
      return failure();
    }
    value = APInt(width, byte, /*isSigned=*/false, /*implicitTrunc=*/true);
    return success();
  }
  if (width <= 64) {
    int64_t number;
    if (failed(readSignedVarInt(number))) {
      return failure();
    }
    value = APInt(width, static_cast<uint64_t>(number), /*isSigned=*/false,
                  /*implicitTrunc=*/true);
    return success();
  }
  uint64_t count;
  if (failed(readCount(count, "words"))) {
    return failure();
  }
  if (count == 0 || count > divideCeil(width, 64)) {
    return fail("an integer of " + Twine(width) + " bits cannot have " +
                Twine(count) + " words");
  }
  SmallVector<uint64_t> words;
  for (uint64_t i = 0; i < count; ++i) {
    int64_t word;
    if (failed(readSignedVarInt(word))) {
      return failure();
    }
    words.push_back(static_cast<uint64_t>(word));
  }
  value = APInt(width, words);
  return success();
}

LogicalResult EntryReader::readAPFloat(const fltSemantics &semantics,
                                       APFloat &value) {
  APInt bits;
  if (failed(readAPInt(APFloat::getSizeInBits(semantics), bits))) {
    return failure();
  }
  value = APFloat(semantics, bits);
  return success();
}

LogicalResult EntryReader::readDouble(double &value) {
  APFloat number(0.0);
  if (failed(readAPFloat(APFloat::IEEEdouble(), number))) {
    return failure();
  }
  value = number.convertToDouble();
  return success();
}
