// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Support/MachineShare.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <limits>
#include <optional>
#include <sched.h>
#include <sstream>
#include <unistd.h>

namespace weft {
namespace {

std::optional<std::string> readLine(const std::string &path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) {
    return std::nullopt;
  }
  return line;
}

std::optional<int64_t> parse(const std::string &text) {
  std::istringstream stream(text);
  int64_t number;
  if (!(stream >> number)) {
    return std::nullopt;
  }
  return number;
}

/// Calls `visit` with the folder of each group this process is in, from its
/// own up to the root, for the hierarchy that `controller` belongs to.
void visitGroups(const MachineFiles &files, const std::string &controller,
                 const std::function<void(const std::string &)> &visit) {
  std::ifstream groups(files.ownGroups);
  std::string line;
  while (std::getline(groups, line)) {
    size_t first = line.find(':');
    size_t second =
        first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) {
      continue;
    }
    std::string controllers = line.substr(first + 1, second - first - 1);
    std::string path = line.substr(second + 1);
    std::string root = files.controlGroups;
    if (!controllers.empty()) {
      if (("," + controllers + ",").find("," + controller + ",") ==
          std::string::npos) {
        continue;
      }
      root += "/" + controllers;
    }
    while (true) {
      visit(root + path);
      size_t slash = path.rfind('/');
      if (slash == std::string::npos || path.size() <= 1) {
        break;
      }
      path.resize(slash);
    }
    visit(root);
  }
}

} // namespace

int usableProcessors(const MachineFiles &files) {
  int count = 1;
  cpu_set_t mask;
  if (sched_getaffinity(0, sizeof(mask), &mask) == 0) {
    count = CPU_COUNT(&mask);
  } else {
    count = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  }
  auto limitTo = [&](std::optional<int64_t> quota,
                     std::optional<int64_t> period) {
    if (quota && period && *quota > 0 && *period > 0) {
      int64_t share = *quota / *period + (*quota % *period != 0 ? 1 : 0);
      count = static_cast<int>(std::min<int64_t>(count, share));
    }
  };
  visitGroups(files, "cpu", [&](const std::string &folder) {
    if (std::optional<std::string> line = readLine(folder + "/cpu.max")) {
      size_t space = line->find(' ');
      if (space != std::string::npos) {
        limitTo(parse(line->substr(0, space)), parse(line->substr(space)));
      }
    }
    limitTo(parse(readLine(folder + "/cpu.cfs_quota_us").value_or("")),
            parse(readLine(folder + "/cpu.cfs_period_us").value_or("")));
  });
  return std::max(count, 1);
}

uint64_t usableMemory(const MachineFiles &files) {
  long pages = sysconf(_SC_PHYS_PAGES);
  long pageSize = sysconf(_SC_PAGESIZE);
  uint64_t bytes =
      pages > 0 && pageSize > 0
          ? static_cast<uint64_t>(pages) * static_cast<uint64_t>(pageSize)
          : uint64_t(std::numeric_limits<int64_t>::max());
  visitGroups(files, "memory", [&](const std::string &folder) {
    for (const char *name : {"/memory.max", "/memory.limit_in_bytes"}) {
      std::optional<int64_t> limit =
          parse(readLine(folder + name).value_or(""));
      if (limit && *limit > 0) {
        bytes = std::min(bytes, static_cast<uint64_t>(*limit));
      }
    }
  });
  return bytes;
}

} // namespace weft
