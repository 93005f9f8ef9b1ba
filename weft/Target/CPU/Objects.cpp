// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/CPU/Objects.h"

namespace weft::cpu {
namespace {

constexpr llvm::StringLiteral kMagic = "!<arch>\n";
constexpr llvm::StringLiteral kHeaderEnd = "`\n";

/// What stands before a member: fields of text, filled up with spaces.
constexpr size_t kHeaderBytes = 60;
constexpr size_t kNameBytes = 16;
/// Its time, owner, group and mode.
constexpr llvm::StringLiteral kNobody = "0           0     0     644     ";
constexpr size_t kSizeAt = kNameBytes + kNobody.size();
constexpr size_t kSizeBytes = 10;
static_assert(kSizeAt + kSizeBytes + kHeaderEnd.size() == kHeaderBytes);

void append(std::string &text, std::string field, size_t bytes) {
  field.resize(bytes, ' ');
  text += field;
}

Status damaged(const std::string &what) {
  return Status::dataLoss("the code is a damaged archive: " + what);
}

} // namespace

std::string packObjects(llvm::ArrayRef<std::string> objects) {
  if (objects.size() == 1) {
    return objects.front();
  }
  std::string archive = kMagic.str();
  for (size_t i = 0; i < objects.size(); ++i) {
    append(archive, std::to_string(i) + ".o/", kNameBytes);
    archive += kNobody;
    append(archive, std::to_string(objects[i].size()), kSizeBytes);
    archive += kHeaderEnd;
    archive += objects[i];
    if (objects[i].size() % 2 != 0) {
      archive += '\n';
    }
  }
  return archive;
}

StatusOr<std::vector<llvm::StringRef>> objectsIn(llvm::StringRef code) {
  if (!code.starts_with(kMagic)) {
    return std::vector<llvm::StringRef>{code};
  }
  std::vector<llvm::StringRef> objects;
  for (llvm::StringRef rest = code.drop_front(kMagic.size()); !rest.empty();) {
    const std::string which = "member " + std::to_string(objects.size());
    if (rest.size() < kHeaderBytes ||
        rest.substr(kHeaderBytes - kHeaderEnd.size(), kHeaderEnd.size()) !=
            kHeaderEnd) {
      return damaged(which + " has no header");
    }
    uint64_t size = 0;
    if (rest.substr(kSizeAt, kSizeBytes).rtrim(' ').getAsInteger(10, size)) {
      return damaged(which + " has no size");
    }
    rest = rest.drop_front(kHeaderBytes);
    if (size > rest.size()) {
      return damaged(which + " has " + std::to_string(size) + " bytes, " +
                     std::to_string(rest.size()) + " are left");
    }
    objects.push_back(rest.take_front(size));
    rest = rest.drop_front(std::min<uint64_t>(size + size % 2, rest.size()));
  }
  return objects;
}

} // namespace weft::cpu
