// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The outer form of an MLIR bytecode file, format versions 0 to 6: tables of
// strings, dialects, operation names, encoded attributes and types, resources
// and properties, and the section that holds the operations.
//
// Reading a container makes no IR. It splits the file into ranges, all of them
// inside the file, and resolves every name.

#pragma once

#include "weft/StableHLO/Import/ByteReader.h"

#include <vector>

namespace weft::stablehlo {

struct Container {
  /// Format versions that change the layout.
  static constexpr uint64_t kDialectVersions = 1;
  static constexpr uint64_t kRegionSections = 2;
  static constexpr uint64_t kUseListOrders = 3;
  static constexpr uint64_t kElidedLocations = 4;
  static constexpr uint64_t kProperties = 5;
  static constexpr uint64_t kNewestVersion = 6;

  enum SectionKind : uint8_t {
    Strings = 0,
    Dialects = 1,
    AttributesAndTypes = 2,
    AttributeAndTypeOffsets = 3,
    Operations = 4,
    Resources = 5,
    ResourceOffsets = 6,
    DialectVersion = 7,
    Properties = 8,
  };
  static constexpr unsigned kSectionKinds = 9;

  struct Dialect {
    llvm::StringRef name;
    /// Empty where the writer gave none.
    ByteReader version;
  };

  struct OperationName {
    size_t dialect;
    /// Without the dialect's.
    llvm::StringRef name;
    /// Whether the writer knew the operation: then properties are in its own
    /// encoding, else in an attribute.
    bool wasRegistered;
  };

  /// An attribute or a type, not decoded.
  struct Encoded {
    size_t dialect;
    /// In the encoding of its dialect; else as text.
    bool isCustom;
    ByteReader data;
  };

  struct Resource {
    enum Kind : uint8_t { Blob = 0, Bool = 1, String = 2 };
    size_t dialect;
    llvm::StringRef key;
    uint8_t kind;
    ByteReader data;
  };

  static bool hasMagic(llvm::StringRef bytes);

  llvm::LogicalResult read(llvm::StringRef file, ImportError &error);

  /// A reference to the table of strings.
  llvm::LogicalResult readString(ByteReader &reader,
                                 llvm::StringRef &string) const;

  uint64_t version = 0;
  llvm::StringRef producer;
  std::vector<llvm::StringRef> strings;
  std::vector<Dialect> dialects;
  std::vector<OperationName> operationNames;
  std::vector<Encoded> attributes;
  std::vector<Encoded> types;
  std::vector<Resource> resources;
  std::vector<ByteReader> properties;
  ByteReader operations;

private:
  llvm::LogicalResult readStrings(ByteReader section);
  llvm::LogicalResult readDialects(ByteReader section);
  llvm::LogicalResult readDialect(ByteReader &section);
  llvm::LogicalResult readEntries(ByteReader offsets, ByteReader data);
  llvm::LogicalResult readResources(ByteReader offsets, ByteReader data);
  llvm::LogicalResult readProperties(ByteReader section);
  /// A dialect and a number of entries that follow.
  llvm::LogicalResult readGroup(ByteReader &reader, size_t &dialect,
                                uint64_t &count);
  llvm::LogicalResult resolveString(ByteReader &reader, uint64_t index,
                                    llvm::StringRef &string) const;
};

} // namespace weft::stablehlo
