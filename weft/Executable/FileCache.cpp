// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Executable/FileCache.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace weft {
namespace {

constexpr std::string_view kTemporarySuffix = ".tmp";
/// Of entries' names.
constexpr std::string_view kSuffix = ".weft";
/// Files under temporary names that are older belong to a process that died.
constexpr int64_t kTemporaryAgeSeconds = 3600;
/// Larger files are not ours.
constexpr int64_t kMaximumEntryBytes = int64_t(1) << 32;

class File {
public:
  explicit File(int descriptor) : descriptor(descriptor) {}
  ~File() {
    if (descriptor >= 0) {
      ::close(descriptor);
    }
  }
  File(const File &) = delete;
  File &operator=(const File &) = delete;

  bool isOpen() const { return descriptor >= 0; }
  int get() const { return descriptor; }

private:
  int descriptor;
};

std::optional<std::string> readWhole(const File &file) {
  struct stat information;
  if (fstat(file.get(), &information) != 0 || !S_ISREG(information.st_mode) ||
      information.st_size > kMaximumEntryBytes) {
    return std::nullopt;
  }
  std::string bytes(static_cast<size_t>(information.st_size), '\0');
  size_t done = 0;
  while (done < bytes.size()) {
    ssize_t count =
        ::read(file.get(), bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count <= 0) {
      return std::nullopt;
    }
    done += static_cast<size_t>(count);
  }
  return bytes;
}

bool writeWhole(const File &file, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t count = ::write(file.get(), bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count <= 0) {
      return false;
    }
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

/// Like mkdir -p; the user alone may look inside what is made.
bool makeFolders(const std::string &path) {
  for (size_t end = path.find('/', 1); end != std::string::npos;
       end = path.find('/', end + 1)) {
    ::mkdir(path.substr(0, end).c_str(), 0700);
  }
  return ::mkdir(path.c_str(), 0700) == 0 || errno == EEXIST;
}

std::string_view viewOf(const Digest &digest) {
  return {reinterpret_cast<const char *>(digest.data()), digest.size()};
}

struct Entry {
  std::string path;
  int64_t bytes;
  int64_t time;
};

} // namespace

CacheOptions CacheOptions::fromEnvironment(std::string_view kind) {
  CacheOptions options;
  auto valueOf = [](const char *name) {
    const char *value = std::getenv(name);
    return std::string(value ? value : "");
  };
  if (valueOf("WEFT_CACHE") == "0") {
    return options;
  }
  if (std::string folder = valueOf("WEFT_CACHE_DIR"); !folder.empty()) {
    options.folder = folder + "/" + std::string(kind);
  } else if (std::string base = valueOf("XDG_CACHE_HOME"); !base.empty()) {
    options.folder = base + "/weft/" + std::string(kind);
  } else if (std::string home = valueOf("HOME"); !home.empty()) {
    options.folder = home + "/.cache/weft/" + std::string(kind);
  }
  if (std::string limit = valueOf("WEFT_CACHE_BYTES"); !limit.empty()) {
    options.maximumBytes = std::strtoull(limit.c_str(), nullptr, 10);
  }
  return options;
}

std::string FileCache::pathOf(const Digest &key) const {
  return settings.folder + "/" + toHex(key) + std::string(kSuffix);
}

FileCache::Counts FileCache::counts() const {
  std::lock_guard guard(mutex);
  return tally;
}

bool FileCache::find(const Digest &key, const Take &take) {
  if (!isEnabled()) {
    return false;
  }
  auto count = [&](uint64_t Counts::*which) {
    std::lock_guard guard(mutex);
    ++(tally.*which);
  };
  std::string path = pathOf(key);
  File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  if (!file.isOpen()) {
    count(&Counts::misses);
    return false;
  }
  std::optional<std::string> bytes = readWhole(file);
  // The key is inside as well: a renamed file is not believed.
  if (bytes && bytes->size() >= key.size() &&
      std::string_view(*bytes).substr(0, key.size()) == viewOf(key) &&
      take(bytes->substr(key.size()))) {
    // Being used makes it young.
    ::futimens(file.get(), nullptr);
    count(&Counts::hits);
    return true;
  }
  count(&Counts::damaged);
  count(&Counts::misses);
  ::unlink(path.c_str());
  return false;
}

Status FileCache::write(const Digest &key, std::string_view bytes) {
  auto failure = [&](const std::string &what) {
    return Status::unavailable(what + ": " + std::strerror(errno));
  };
  if (!makeFolders(settings.folder)) {
    return failure(settings.folder);
  }
  // Unique among the processes and threads that write here: a number of ours
  // behind the process's.
  static std::atomic<uint64_t> next = 0;
  std::string temporary = pathOf(key) + "." + std::to_string(::getpid()) + "." +
                          std::to_string(next.fetch_add(1)) +
                          std::string(kTemporarySuffix);
  File file(::open(temporary.c_str(),
                   O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!file.isOpen()) {
    return failure(temporary);
  }
  if (!writeWhole(file, viewOf(key)) || !writeWhole(file, bytes) ||
      ::rename(temporary.c_str(), pathOf(key).c_str()) != 0) {
    Status status = failure(temporary);
    ::unlink(temporary.c_str());
    return status;
  }
  return Status::success();
}

void FileCache::insert(const Digest &key, std::string_view bytes) {
  if (!isEnabled() || bytes.size() + key.size() > settings.maximumBytes) {
    return;
  }
  Status status = write(key, bytes);
  bool shouldEvict = false;
  {
    std::lock_guard guard(mutex);
    ++(status.ok() ? tally.inserted : tally.failures);
    // Looking at every entry is for now and then: after a fair share of the
    // limit, or for one key in 256, so that many short processes do it too.
    unchecked += bytes.size();
    shouldEvict = status.ok() &&
                  (unchecked > settings.maximumBytes / 64 || key.front() == 0);
    unchecked = shouldEvict ? 0 : unchecked;
  }
  if (shouldEvict) {
    evict();
  }
}

void FileCache::evict() {
  DIR *folder = ::opendir(settings.folder.c_str());
  if (!folder) {
    return;
  }
  std::vector<Entry> entries;
  int64_t total = 0;
  const int64_t now = ::time(nullptr);
  while (const dirent *found = ::readdir(folder)) {
    std::string path = settings.folder + "/" + found->d_name;
    struct stat information;
    if (::stat(path.c_str(), &information) != 0 ||
        !S_ISREG(information.st_mode)) {
      continue;
    }
    if (path.ends_with(kTemporarySuffix) &&
        now - information.st_mtim.tv_sec > kTemporaryAgeSeconds) {
      ::unlink(path.c_str());
    } else if (path.ends_with(kSuffix)) {
      entries.push_back({path, information.st_size,
                         information.st_mtim.tv_sec * 1'000'000'000 +
                             information.st_mtim.tv_nsec});
      total += information.st_size;
    }
  }
  ::closedir(folder);
  if (total <= static_cast<int64_t>(settings.maximumBytes)) {
    return;
  }
  std::sort(entries.begin(), entries.end(), [](const Entry &a, const Entry &b) {
    return std::tie(a.time, a.path) < std::tie(b.time, b.path);
  });
  for (const Entry &entry : entries) {
    if (total <= static_cast<int64_t>(settings.maximumBytes)) {
      break;
    }
    // Another process may have removed it already; it is gone either way.
    bool removed = ::unlink(entry.path.c_str()) == 0;
    total -= entry.bytes;
    std::lock_guard guard(mutex);
    tally.evicted += removed ? 1 : 0;
  }
}

} // namespace weft
