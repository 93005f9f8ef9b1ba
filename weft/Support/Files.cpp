// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Support/Files.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace weft {
namespace {

Status cannotWrite(const std::string &path) {
  return Status::unavailable(path + ": cannot write: " + std::strerror(errno));
}

/// Whether the path names something that must not be replaced by a file.
bool isSpecial(const std::string &path) {
  struct stat information;
  return stat(path.c_str(), &information) == 0 && !S_ISREG(information.st_mode);
}

Status writeFile(const std::string &path, const std::string &contents,
                 const std::string &nameInMessages) {
  std::FILE *file = std::fopen(path.c_str(), "wb");
  if (!file) {
    return cannotWrite(nameInMessages);
  }
  bool written =
      std::fwrite(contents.data(), 1, contents.size(), file) == contents.size();
  int error = errno;
  bool closed = std::fclose(file) == 0;
  if (!written) {
    errno = error;
  }
  return written && closed ? Status::success() : cannotWrite(nameInMessages);
}

/// Removes the temporary files that have not been given their names.
class Pending {
public:
  ~Pending() {
    for (const auto &[temporary, path] : entries) {
      std::remove(temporary.c_str());
    }
  }

  Status write(const OutputFile &file) {
    std::string temporary = file.path + ".tmp" + std::to_string(getpid()) +
                            "." + std::to_string(entries.size());
    entries.emplace_back(temporary, file.path);
    return writeFile(temporary, file.contents, file.path);
  }

  Status commit() {
    while (!entries.empty()) {
      const auto &[temporary, path] = entries.back();
      if (std::rename(temporary.c_str(), path.c_str()) != 0) {
        return cannotWrite(path);
      }
      entries.pop_back();
    }
    return Status::success();
  }

private:
  std::vector<std::pair<std::string, std::string>> entries;
};

} // namespace

Status writeFiles(const std::vector<OutputFile> &files) {
  Pending pending;
  for (const OutputFile &file : files) {
    if (!isSpecial(file.path)) {
      WEFT_RETURN_IF_ERROR(pending.write(file));
    }
  }
  for (const OutputFile &file : files) {
    if (isSpecial(file.path)) {
      WEFT_RETURN_IF_ERROR(writeFile(file.path, file.contents, file.path));
    }
  }
  return pending.commit();
}

} // namespace weft
