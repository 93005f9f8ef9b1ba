// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Import/Container.h"

#include <llvm/ADT/StringExtras.h>

#include <array>

using namespace llvm;
using namespace weft::stablehlo;

static constexpr StringRef kMagic("ML\xEFR", 4);

bool Container::hasMagic(StringRef bytes) { return bytes.starts_with(kMagic); }

static StringRef sectionName(unsigned kind) {
  static constexpr StringRef kNames[Container::kSectionKinds] = {
      "string",           "dialect",         "attribute",
      "attribute offset", "operation",       "resource",
      "resource offset",  "dialect version", "property"};
  return kNames[kind];
}

LogicalResult Container::read(StringRef file, ImportError &error) {
  ByteReader reader(arrayRefFromStringRef(file), 0, error);
  ArrayRef<uint8_t> magic;
  if (failed(reader.readBytes(kMagic.size(), magic)) ||
      failed(reader.readVarInt(version))) {
    return failure();
  }
  if (version > kNewestVersion) {
    return reader.fail("bytecode version " + Twine(version) +
                       " is newer than the newest known, " +
                       Twine(kNewestVersion));
  }
  if (failed(reader.readNullTerminated(producer))) {
    return failure();
  }

  std::array<std::optional<ByteReader>, kSectionKinds> sections;
  while (!reader.empty()) {
    uint64_t from = reader.offset();
    uint8_t kind;
    ByteReader contents;
    if (failed(reader.readSection(kind, contents))) {
      return failure();
    }
    if (kind >= kSectionKinds || kind == DialectVersion) {
      return error.fail(from, "unknown section " + Twine(unsigned(kind)));
    }
    if (sections[kind]) {
      return error.fail(from, "a second " + sectionName(kind) + " section");
    }
    sections[kind] = contents;
  }
  for (unsigned kind : {Strings, Dialects, AttributesAndTypes,
                        AttributeAndTypeOffsets, Operations, Properties}) {
    if (!sections[kind] && (kind != Properties || version >= kProperties)) {
      return reader.fail("the " + sectionName(kind) + " section is missing");
    }
  }
  if (sections[Resources].has_value() !=
      sections[ResourceOffsets].has_value()) {
    return reader.fail("resources and their offsets must come together");
  }

  if (failed(readStrings(*sections[Strings])) ||
      failed(readDialects(*sections[Dialects])) ||
      failed(readEntries(*sections[AttributeAndTypeOffsets],
                         *sections[AttributesAndTypes])) ||
      (sections[Resources] && failed(readResources(*sections[ResourceOffsets],
                                                   *sections[Resources]))) ||
      (sections[Properties] && failed(readProperties(*sections[Properties])))) {
    return failure();
  }
  operations = *sections[Operations];
  return success();
}

//===----------------------------------------------------------------------===//
// Strings
//===----------------------------------------------------------------------===//

LogicalResult Container::readStrings(ByteReader section) {
  uint64_t count;
  // Each has a length and a terminator.
  if (failed(section.readCount(count, "strings", 2))) {
    return failure();
  }
  // Lengths are in reverse order.
  std::vector<uint64_t> lengths(count);
  for (uint64_t &length : reverse(lengths)) {
    if (failed(section.readVarInt(length))) {
      return failure();
    }
  }
  strings.reserve(count);
  for (uint64_t length : lengths) {
    ArrayRef<uint8_t> bytes;
    if (failed(section.readBytes(length, bytes))) {
      return failure();
    }
    if (bytes.empty() || bytes.back() != 0) {
      return section.fail("a string is not terminated");
    }
    strings.push_back(toStringRef(bytes.drop_back()));
  }
  if (!section.empty()) {
    return section.fail("unexpected data after the strings");
  }
  return success();
}

LogicalResult Container::resolveString(ByteReader &reader, uint64_t index,
                                       StringRef &string) const {
  if (index >= strings.size()) {
    return reader.fail("string " + Twine(index) + " of " +
                       Twine(strings.size()));
  }
  string = strings[index];
  return success();
}

LogicalResult Container::readString(ByteReader &reader,
                                    StringRef &string) const {
  uint64_t index;
  return failure(failed(reader.readVarInt(index)) ||
                 failed(resolveString(reader, index, string)));
}

//===----------------------------------------------------------------------===//
// Dialects and operation names
//===----------------------------------------------------------------------===//

LogicalResult Container::readDialect(ByteReader &section) {
  Dialect dialect;
  if (version < kDialectVersions) {
    if (failed(readString(section, dialect.name))) {
      return failure();
    }
    dialects.push_back(dialect);
    return success();
  }
  uint64_t name;
  bool hasVersion;
  if (failed(section.readVarIntWithFlag(name, hasVersion)) ||
      failed(resolveString(section, name, dialect.name))) {
    return failure();
  }
  if (hasVersion) {
    uint8_t kind;
    if (failed(section.readSection(kind, dialect.version))) {
      return failure();
    }
    if (kind != DialectVersion) {
      return section.fail("expected the version of dialect '" + dialect.name +
                          "'");
    }
  }
  dialects.push_back(dialect);
  return success();
}

LogicalResult Container::readGroup(ByteReader &reader, size_t &dialect,
                                   uint64_t &count) {
  uint64_t index;
  if (failed(reader.readVarInt(index))) {
    return failure();
  }
  if (index >= dialects.size()) {
    return reader.fail("dialect " + Twine(index) + " of " +
                       Twine(dialects.size()));
  }
  dialect = index;
  return reader.readCount(count, "entries");
}

LogicalResult Container::readDialects(ByteReader section) {
  if (failed(
          section.readList("dialects", [&] { return readDialect(section); }))) {
    return failure();
  }
  if (version >= kElidedLocations) {
    uint64_t count;
    if (failed(section.readCount(count, "operation names"))) {
      return failure();
    }
    operationNames.reserve(count);
  }
  while (!section.empty()) {
    size_t dialect;
    uint64_t count;
    if (failed(readGroup(section, dialect, count))) {
      return failure();
    }
    for (uint64_t i = 0; i < count; ++i) {
      uint64_t name;
      bool wasRegistered = false;
      StringRef string;
      if (failed(version >= kProperties
                     ? section.readVarIntWithFlag(name, wasRegistered)
                     : section.readVarInt(name)) ||
          failed(resolveString(section, name, string))) {
        return failure();
      }
      operationNames.push_back({dialect, string, wasRegistered});
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Attributes and types
//===----------------------------------------------------------------------===//

LogicalResult Container::readEntries(ByteReader offsets, ByteReader data) {
  uint64_t attributeCount;
  uint64_t typeCount;
  if (failed(offsets.readCount(attributeCount, "attributes")) ||
      failed(offsets.readCount(typeCount, "types"))) {
    return failure();
  }
  auto readTable = [&](std::vector<Encoded> &table,
                       uint64_t expected) -> LogicalResult {
    table.reserve(expected);
    while (table.size() < expected) {
      size_t dialect;
      uint64_t count;
      if (failed(readGroup(offsets, dialect, count))) {
        return failure();
      }
      if (count > expected - table.size()) {
        return offsets.fail("more attributes or types than announced");
      }
      for (uint64_t i = 0; i < count; ++i) {
        Encoded entry{dialect, false, {}};
        uint64_t size;
        if (failed(offsets.readVarIntWithFlag(size, entry.isCustom)) ||
            failed(data.readRange(size, entry.data))) {
          return failure();
        }
        table.push_back(entry);
      }
    }
    return success();
  };
  if (failed(readTable(attributes, attributeCount)) ||
      failed(readTable(types, typeCount))) {
    return failure();
  }
  if (!offsets.empty()) {
    return offsets.fail("unexpected data after the attribute offsets");
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Resources and properties
//===----------------------------------------------------------------------===//

LogicalResult Container::readResources(ByteReader offsets, ByteReader data) {
  auto readOne = [&](Resource &resource) -> LogicalResult {
    uint64_t size;
    return failure(failed(readString(offsets, resource.key)) ||
                   failed(offsets.readVarInt(size)) ||
                   failed(offsets.readByte(resource.kind)) ||
                   failed(data.readRange(size, resource.data)));
  };
  uint64_t externalGroups;
  if (failed(offsets.readCount(externalGroups, "resource groups", 2))) {
    return failure();
  }
  // Resources of tools, not of dialects: nothing in a program refers to them.
  for (uint64_t i = 0; i < externalGroups; ++i) {
    StringRef tool;
    if (failed(readString(offsets, tool)) ||
        failed(offsets.readList("resources", [&] {
          Resource ignored{};
          return readOne(ignored);
        }))) {
      return failure();
    }
  }
  while (!offsets.empty()) {
    size_t dialect;
    uint64_t count;
    if (failed(readGroup(offsets, dialect, count))) {
      return failure();
    }
    for (uint64_t i = 0; i < count; ++i) {
      Resource resource{};
      resource.dialect = dialect;
      if (failed(readOne(resource))) {
        return failure();
      }
      resources.push_back(resource);
    }
  }
  return success();
}

LogicalResult Container::readProperties(ByteReader section) {
  // A file without properties may have an empty section.
  if (section.empty()) {
    return success();
  }
  uint64_t count;
  if (failed(section.readCount(count, "properties"))) {
    return failure();
  }
  properties.reserve(count);
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t size;
    ByteReader data;
    if (failed(section.readVarInt(size)) ||
        failed(section.readRange(size, data))) {
      return failure();
    }
    properties.push_back(data);
  }
  if (!section.empty()) {
    return section.fail("unexpected data after the properties");
  }
  return success();
}
