// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled programs kept on disk between processes.
//
// One file per entry, named by the digest of its key. A file is written under
// a name of its own and then renamed, so that readers see whole entries or
// none, whichever process is killed when. An entry that cannot be read, or is
// not what its name says, is a miss. There are no locks: two processes that
// compile the same program both write it, and either file will do. The folder
// being full, read-only or absent only means that nothing is kept.

#pragma once

#include "weft/Executable/Digest.h"
#include "weft/Executable/Executable.h"

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

namespace weft {

struct CacheOptions {
  /// Empty: no cache.
  std::string folder;
  /// The oldest entries beyond this many bytes are removed. Being used makes
  /// an entry young.
  uint64_t maximumBytes = uint64_t(4) << 30;

  /// WEFT_CACHE=0 turns it off; WEFT_CACHE_DIR names the folder, else it is
  /// weft/executables in the user's cache folder (XDG_CACHE_HOME, HOME/.cache);
  /// WEFT_CACHE_BYTES is the limit.
  static CacheOptions fromEnvironment();
};

class CompilationCache {
public:
  explicit CompilationCache(CacheOptions options)
      : settings(std::move(options)) {}

  bool isEnabled() const { return !settings.folder.empty(); }

  /// Null on a miss.
  Ref<const Executable> find(const Digest &key);
  void insert(const Digest &key, const Executable &executable);

  struct Counts {
    uint64_t hits = 0;
    uint64_t misses = 0;
    /// Entries that were there and could not be used.
    uint64_t damaged = 0;
    uint64_t inserted = 0;
    uint64_t evicted = 0;
    uint64_t failures = 0;
  };
  Counts counts() const;

private:
  std::string pathOf(const Digest &key) const;
  Status write(const Digest &key, const Executable &executable);
  void evict();

  const CacheOptions settings;
  mutable std::mutex mutex;
  Counts tally;
  /// Bytes inserted since the folder was last looked through.
  uint64_t unchecked = 0;
};

} // namespace weft
