// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled programs kept on disk between processes.

#pragma once

#include "weft/Executable/Executable.h"
#include "weft/Executable/FileCache.h"

namespace weft {

class CompilationCache {
public:
  explicit CompilationCache(CacheOptions options) : files(std::move(options)) {}

  bool isEnabled() const { return files.isEnabled(); }
  FileCache::Counts counts() const { return files.counts(); }

  /// Null on a miss.
  Ref<const Executable> find(const Digest &key) {
    Ref<const Executable> found;
    files.find(key, [&](std::string bytes) {
      StatusOr<Ref<const Executable>> parsed =
          Executable::parse(std::move(bytes));
      if (parsed.ok()) {
        found = *std::move(parsed);
      }
      return parsed.ok();
    });
    return found;
  }
  void insert(const Digest &key, const Executable &executable) {
    files.insert(key, executable.serialize());
  }

private:
  FileCache files;
};

} // namespace weft
