// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Executable/Executable.h"

#include "weft/Executable/Bytes.h"

#include <vector>

namespace weft {
namespace {

constexpr std::string_view kMagic("WEFTEXE\0", 8);
/// Readers refuse another major format. A minor one only adds sections.
constexpr uint32_t kFormatMajor = 3;
constexpr uint32_t kFormatMinor = 0;
constexpr size_t kSectionAlignment = 64;
constexpr uint32_t kOptionalFlag = 1;
constexpr uint64_t kMaximumSections = 1024;
// magic, major, minor, section count, length; then the digest.
constexpr size_t kDigestOffset = 8 + 4 + 4 + 4 + 4 + 8;
constexpr size_t kTableEntrySize = 4 + 4 + 8 + 8;

std::string_view viewOf(const Digest &digest) {
  return {reinterpret_cast<const char *>(digest.data()), digest.size()};
}

bool isKnown(uint32_t kind) {
  return kind >= static_cast<uint32_t>(SectionKind::Manifest) &&
         kind <= static_cast<uint32_t>(SectionKind::Assembled);
}

bool isOptional(SectionKind kind) {
  return kind == SectionKind::Records || kind == SectionKind::Memory ||
         kind == SectionKind::Assembled;
}

Status damaged(std::string what) {
  return Status::dataLoss("the executable is damaged: " + std::move(what));
}

/// Of everything before and after the place where the digest is kept.
Digest digestAround(std::string_view bytes) {
  FieldDigest digest;
  digest.add(bytes.substr(0, kDigestOffset));
  digest.add(bytes.substr(kDigestOffset + sizeof(Digest)));
  return digest.finish();
}

struct TableEntry {
  uint32_t kind;
  uint64_t offset;
  uint64_t length;
};

std::string layOut(const std::map<SectionKind, std::string> &sections) {
  ByteWriter writer;
  writer.raw(kMagic);
  writer.number(kFormatMajor);
  writer.number(kFormatMinor);
  writer.number(static_cast<uint32_t>(sections.size()));
  writer.number(static_cast<uint32_t>(0));
  const size_t indexSize = kDigestOffset + sizeof(Digest) + 8 +
                           buildId().size() + sections.size() * kTableEntrySize;
  auto aligned = [](uint64_t size) {
    return (size + kSectionAlignment - 1) / kSectionAlignment *
           kSectionAlignment;
  };
  uint64_t total = aligned(indexSize);
  for (const auto &[kind, contents] : sections) {
    total += aligned(contents.size());
  }
  writer.number(total);
  writer.raw(std::string(sizeof(Digest), '\0'));
  writer.text(buildId());
  uint64_t offset = aligned(indexSize);
  for (const auto &[kind, contents] : sections) {
    writer.number(static_cast<uint32_t>(kind));
    writer.number(isOptional(kind) ? kOptionalFlag : uint32_t(0));
    writer.number(offset);
    writer.number(static_cast<uint64_t>(contents.size()));
    offset += aligned(contents.size());
  }
  for (const auto &[kind, contents] : sections) {
    writer.alignTo(kSectionAlignment);
    writer.raw(contents);
  }
  writer.alignTo(kSectionAlignment);
  std::string bytes = writer.take();
  bytes.replace(kDigestOffset, sizeof(Digest), viewOf(digestAround(bytes)));
  return bytes;
}

} // namespace

/// Reads the index, then hands out what it vouches for.
class ExecutableReader {
public:
  static StatusOr<Ref<const Executable>> read(std::string bytes);

private:
  static StatusOr<std::vector<TableEntry>> readTable(std::string_view bytes,
                                                     Digest &digest);
};

StatusOr<std::vector<TableEntry>>
ExecutableReader::readTable(std::string_view bytes, Digest &digest) {
  ByteReader reader(bytes);
  if (reader.raw(kMagic.size()) != kMagic) {
    return Status::invalidArgument(
        "these bytes are no executable of this compiler: they begin "
        "differently");
  }
  uint32_t major = reader.number<uint32_t>();
  uint32_t minor = reader.number<uint32_t>();
  if (!reader.failed() && major != kFormatMajor) {
    return Status::failedPrecondition(
        "the executable has format " + std::to_string(major) + "." +
        std::to_string(minor) + ", this library reads " +
        std::to_string(kFormatMajor) + ".x: compile the program again");
  }
  uint32_t sectionCount = reader.number<uint32_t>();
  reader.number<uint32_t>();
  uint64_t total = reader.number<uint64_t>();
  std::string_view storedDigest = reader.raw(sizeof(Digest));
  reader.text();
  if (reader.failed() || total != bytes.size()) {
    return damaged(std::to_string(bytes.size()) + " bytes of " +
                   std::to_string(total) + " are here");
  }
  digest = digestAround(bytes);
  if (viewOf(digest) != storedDigest) {
    return damaged("it does not have the digest it should have");
  }
  if (sectionCount > kMaximumSections ||
      sectionCount * kTableEntrySize > reader.remaining()) {
    return damaged("it claims " + std::to_string(sectionCount) + " sections");
  }
  std::vector<TableEntry> table;
  for (uint32_t i = 0; i < sectionCount; ++i) {
    TableEntry entry;
    entry.kind = reader.number<uint32_t>();
    uint32_t flags = reader.number<uint32_t>();
    entry.offset = reader.number<uint64_t>();
    entry.length = reader.number<uint64_t>();
    if (entry.offset > total || entry.length > total - entry.offset) {
      return damaged("section " + std::to_string(i) + " lies outside");
    }
    if (isKnown(entry.kind)) {
      table.push_back(entry);
    } else if ((flags & kOptionalFlag) == 0) {
      return Status::failedPrecondition(
          "the executable needs section kind " + std::to_string(entry.kind) +
          ", which this library does not know: it was made by a newer one");
    }
  }
  return table;
}

StatusOr<Ref<const Executable>> ExecutableReader::read(std::string bytes) {
  Digest digest;
  WEFT_ASSIGN_OR_RETURN(std::vector<TableEntry> table,
                        readTable(bytes, digest));
  Ref<Executable> executable = Ref<Executable>::adopt(new Executable());
  for (const TableEntry &entry : table) {
    executable->extents[static_cast<SectionKind>(entry.kind)] = {entry.offset,
                                                                 entry.length};
  }
  executable->identity = toHex(digest);
  executable->bytes = std::move(bytes);
  for (SectionKind required : {SectionKind::Manifest, SectionKind::Program}) {
    if (!executable->extents.contains(required)) {
      return damaged("section kind " +
                     std::to_string(static_cast<uint32_t>(required)) +
                     " is missing");
    }
  }
  WEFT_ASSIGN_OR_RETURN(
      executable->description,
      decodeManifest(executable->section(SectionKind::Manifest)));
  return Ref<const Executable>(std::move(executable));
}

Ref<const Executable>
Executable::create(Manifest manifest,
                   std::map<SectionKind, std::string> sections) {
  sections[SectionKind::Manifest] = encodeManifest(manifest);
  // What was written must be readable: reading it back is the check, and the
  // only code that builds the object.
  StatusOr<Ref<const Executable>> read =
      ExecutableReader::read(layOut(sections));
  assert(read.ok() && "an executable that cannot be read was written");
  return read.ok() ? *std::move(read) : nullptr;
}

StatusOr<Ref<const Executable>> Executable::parse(std::string bytes) {
  return ExecutableReader::read(std::move(bytes));
}

std::string_view Executable::section(SectionKind kind) const {
  auto found = extents.find(kind);
  if (found == extents.end()) {
    return {};
  }
  return std::string_view(bytes).substr(found->second.first,
                                        found->second.second);
}

} // namespace weft
