// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes kept on disk between processes.
//
// One file per entry, named by the digest of its key. A file is written under
// a name of its own and then renamed, so that readers see whole entries or
// none, whichever process is killed when. An entry that cannot be read, or is
// not what its name says, is a miss. There are no locks: two processes that
// make the same entry both write it, and either file will do. The folder being
// full, read-only or absent only means that nothing is kept.

#pragma once

#include "weft/Executable/Digest.h"
#include "weft/Support/Status.h"

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>

namespace weft {

struct CacheOptions {
  /// Empty: no cache.
  std::string folder;
  /// The oldest entries beyond this many bytes are removed. Being used makes
  /// an entry young.
  uint64_t maximumBytes = uint64_t(4) << 30;

  /// WEFT_CACHE=0 turns it off; WEFT_CACHE_DIR names the folder, else it is
  /// weft in the user's cache folder (XDG_CACHE_HOME, HOME/.cache); each kind
  /// of entries has a folder of its own in there. WEFT_CACHE_BYTES is the limit
  /// of each.
  static CacheOptions fromEnvironment(std::string_view kind);
};

/// Any thread.
class FileCache {
public:
  /// Takes the bytes of an entry; false where they are damaged.
  using Take = std::function<bool(std::string)>;

  explicit FileCache(CacheOptions options) : settings(std::move(options)) {}

  bool isEnabled() const { return !settings.folder.empty(); }

  /// False on a miss. What was not taken is removed.
  bool find(const Digest &key, const Take &take);
  void insert(const Digest &key, std::string_view bytes);

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
  Status write(const Digest &key, std::string_view bytes);
  void evict();

  const CacheOptions settings;
  mutable std::mutex mutex;
  Counts tally;
  /// Bytes inserted since the folder was last looked through.
  uint64_t unchecked = 0;
};

} // namespace weft
