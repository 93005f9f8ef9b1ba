// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes and types of a bytecode file, decoded when first asked for.
//
// An entry may refer to any other, before or after it. The table therefore
// notices an entry that needs itself, and stops at limits::kAttributeDepth.
// Each dialect has a decoder: a pair of functions that get a reader of the
// entry's bytes and return null after an error.

#pragma once

#include "weft/StableHLO/Import/Container.h"

#include <mlir/IR/Attributes.h>
#include <mlir/IR/BuiltinAttributes.h>
#include <mlir/IR/BuiltinTypes.h>
#include <mlir/IR/Types.h>

namespace weft::stablehlo {

class AttributeTable {
public:
  AttributeTable(const Container &container, mlir::MLIRContext *context);

  /// The entry of that number, or null after an error.
  mlir::Attribute attribute(uint64_t index, ByteReader &from);
  mlir::Type type(uint64_t index, ByteReader &from);

  const Container &container() const { return file; }
  mlir::MLIRContext *context() const { return mlirContext; }

private:
  template <typename T> struct Slot {
    T value;
    bool isBeingDecoded = false;
    /// The number of parts, those of parts included.
    uint64_t size = 0;
  };
  template <typename T>
  T resolve(llvm::ArrayRef<Container::Encoded> entries,
            std::vector<Slot<T>> &slots, uint64_t index, llvm::StringRef what,
            ByteReader &from);
  template <typename T> T decode(const Container::Encoded &entry);

  const Container &file;
  mlir::MLIRContext *mlirContext;
  std::vector<Slot<mlir::Attribute>> attributes;
  std::vector<Slot<mlir::Type>> types;
  unsigned depth = 0;
  /// Parts of the entry that is being decoded, so far.
  uint64_t size = 0;
};

/// A reader of bytes that refer to strings, attributes and types of the file.
class EntryReader : public ByteReader {
public:
  EntryReader(const ByteReader &bytes, AttributeTable &table)
      : ByteReader(bytes), table(table) {}

  mlir::MLIRContext *context() const { return table.context(); }
  const Container &container() const { return table.container(); }

  llvm::LogicalResult readString(llvm::StringRef &string) {
    return container().readString(*this, string);
  }

  llvm::LogicalResult readType(mlir::Type &type) {
    uint64_t index;
    if (failed(readVarInt(index))) {
      return llvm::failure();
    }
    type = table.type(index, *this);
    return llvm::success(type != nullptr);
  }

  llvm::LogicalResult readAttribute(mlir::Attribute &attribute) {
    uint64_t index;
    if (failed(readVarInt(index))) {
      return llvm::failure();
    }
    attribute = table.attribute(index, *this);
    return llvm::success(attribute != nullptr);
  }

  /// Leaves `attribute` null where it is absent.
  llvm::LogicalResult readOptionalAttribute(mlir::Attribute &attribute) {
    uint64_t index;
    bool isPresent;
    if (failed(readVarIntWithFlag(index, isPresent))) {
      return llvm::failure();
    }
    attribute = isPresent ? table.attribute(index, *this) : mlir::Attribute();
    return llvm::success(!isPresent || attribute);
  }

  template <typename T>
  llvm::LogicalResult readAttributeOf(T &attribute, llvm::StringRef what) {
    mlir::Attribute any;
    if (failed(readAttribute(any))) {
      return llvm::failure();
    }
    attribute = llvm::dyn_cast<T>(any);
    return attribute ? llvm::success() : fail("expected " + what);
  }

  template <typename T>
  llvm::LogicalResult readTypeOf(T &type, llvm::StringRef what) {
    mlir::Type any;
    if (failed(readType(any))) {
      return llvm::failure();
    }
    type = llvm::dyn_cast<T>(any);
    return type ? llvm::success() : fail("expected " + what);
  }

  template <typename T>
  llvm::LogicalResult readAttributes(llvm::SmallVectorImpl<T> &attributes,
                                     llvm::StringRef what) {
    return readList(
        what, [&] { return readAttributeOf(attributes.emplace_back(), what); });
  }
  llvm::LogicalResult
  readAttributes(llvm::SmallVectorImpl<mlir::Attribute> &attributes) {
    return readList("attributes",
                    [&] { return readAttribute(attributes.emplace_back()); });
  }
  llvm::LogicalResult readTypes(llvm::SmallVectorImpl<mlir::Type> &types) {
    return readList("types", [&] { return readType(types.emplace_back()); });
  }

  llvm::LogicalResult readBool(bool &value) {
    uint8_t byte;
    if (failed(readByte(byte))) {
      return llvm::failure();
    }
    value = byte != 0;
    return llvm::success();
  }

  /// One of an enumeration with `symbolize` from numbers to values.
  template <typename Enum>
  llvm::LogicalResult readEnum(Enum &value,
                               std::optional<Enum> (*symbolize)(uint32_t)) {
    uint64_t number;
    if (failed(readVarInt(number))) {
      return llvm::failure();
    }
    std::optional<Enum> known;
    if (number <= UINT32_MAX) {
      known = symbolize(static_cast<uint32_t>(number));
    }
    if (!known) {
      return fail("unknown enumeration value " + llvm::Twine(number));
    }
    value = *known;
    return llvm::success();
  }

  llvm::LogicalResult readAPInt(unsigned width, llvm::APInt &value);
  llvm::LogicalResult readAPFloat(const llvm::fltSemantics &semantics,
                                  llvm::APFloat &value);
  llvm::LogicalResult readDouble(double &value);

  /// A null pointer after the error, for decoders.
  std::nullptr_t error(const llvm::Twine &message) const {
    (void)fail(message);
    return nullptr;
  }

  /// What `getChecked` wants: an error at this entry.
  auto emitError() const {
    return [this] {
      importError().setPosition(offset());
      return mlir::emitError(mlir::UnknownLoc::get(context()));
    };
  }

private:
  AttributeTable &table;
};

mlir::Attribute decodeBuiltinAttribute(EntryReader &reader);
mlir::Type decodeBuiltinType(EntryReader &reader);
mlir::Type decodeQuantType(EntryReader &reader);
mlir::Attribute decodeVhloAttribute(EntryReader &reader);
mlir::Type decodeVhloType(EntryReader &reader);
mlir::Attribute decodeStableHLOAttribute(EntryReader &reader);
mlir::Type decodeStableHLOType(EntryReader &reader);
mlir::Attribute decodeChloAttribute(EntryReader &reader);
mlir::Attribute decodeSdyAttribute(EntryReader &reader);

/// The elements of a dense attribute: checks the bytes against the type, and
/// brings unused bits into their canonical form.
mlir::Attribute decodeDenseElements(EntryReader &reader, mlir::ShapedType type,
                                    llvm::ArrayRef<uint8_t> data);
/// Pairs of name and value.
mlir::Attribute decodeDictionary(EntryReader &reader);
mlir::Attribute decodeInteger(EntryReader &reader, mlir::Type type);
mlir::Attribute decodeFloat(EntryReader &reader, mlir::Type type);
mlir::Type decodeUniformQuantized(EntryReader &reader);
mlir::Type decodeUniformQuantizedPerAxis(EntryReader &reader);
/// Attributes that VHLO and StableHLO encode alike.
mlir::Attribute decodeTypeExtensions(EntryReader &reader);
mlir::Attribute decodeOutputOperandAlias(EntryReader &reader);
mlir::Attribute decodeResultAccuracy(EntryReader &reader);
mlir::Attribute decodeSubAxisInfo(EntryReader &reader);

} // namespace weft::stablehlo
