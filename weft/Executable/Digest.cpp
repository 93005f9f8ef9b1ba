// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Executable/Digest.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/BLAKE3.h>
#include <llvm/Support/Endian.h>

#include <algorithm>

namespace weft {
namespace {

Digest finished(llvm::BLAKE3 &hasher) {
  llvm::BLAKE3Result<> result = hasher.final();
  Digest digest;
  std::copy(result.begin(), result.end(), digest.begin());
  return digest;
}

} // namespace

Digest digestOf(std::string_view bytes) {
  llvm::BLAKE3 hasher;
  hasher.update(llvm::StringRef(bytes));
  return finished(hasher);
}

std::string toHex(const Digest &digest) {
  return llvm::toHex(llvm::ArrayRef<uint8_t>(digest), /*LowerCase=*/true);
}

struct FieldDigest::State {
  llvm::BLAKE3 hasher;
};

FieldDigest::FieldDigest() : state(new State) {}
FieldDigest::~FieldDigest() { delete state; }

void FieldDigest::add(std::string_view field) {
  add(static_cast<int64_t>(field.size()));
  state->hasher.update(llvm::StringRef(field));
}

void FieldDigest::add(int64_t number) {
  char bytes[8];
  llvm::support::endian::write64le(bytes, static_cast<uint64_t>(number));
  state->hasher.update(llvm::StringRef(bytes, sizeof(bytes)));
}

Digest FieldDigest::finish() const { return finished(state->hasher); }

} // namespace weft
