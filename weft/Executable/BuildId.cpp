// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Executable/Executable.h"

#include "weft/Executable/Digest.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/stat.h>

#include <cstring>

namespace weft {
namespace {

struct Search {
  uintptr_t address;
  std::string found;
};

/// The bytes of the GNU build id note, when `information` is the object that
/// contains the searched address and has one.
int visitObject(dl_phdr_info *information, size_t, void *argument) {
  auto *search = static_cast<Search *>(argument);
  bool contains = false;
  for (int i = 0; i < information->dlpi_phnum; ++i) {
    const ElfW(Phdr) &header = information->dlpi_phdr[i];
    uintptr_t start = information->dlpi_addr + header.p_vaddr;
    contains |= header.p_type == PT_LOAD && search->address >= start &&
                search->address - start < header.p_memsz;
  }
  if (!contains) {
    return 0;
  }
  for (int i = 0; i < information->dlpi_phnum; ++i) {
    const ElfW(Phdr) &header = information->dlpi_phdr[i];
    if (header.p_type != PT_NOTE) {
      continue;
    }
    auto *note =
        reinterpret_cast<const char *>(information->dlpi_addr + header.p_vaddr);
    size_t left = header.p_memsz;
    while (left >= sizeof(ElfW(Nhdr))) {
      ElfW(Nhdr) head;
      std::memcpy(&head, note, sizeof(head));
      size_t nameSize = (size_t(head.n_namesz) + 3) & ~size_t(3);
      size_t textSize = (size_t(head.n_descsz) + 3) & ~size_t(3);
      size_t size = sizeof(head) + nameSize + textSize;
      if (size > left) {
        break;
      }
      const char *name = note + sizeof(head);
      if (head.n_type == NT_GNU_BUILD_ID && head.n_namesz == 4 &&
          std::memcmp(name, "GNU", 4) == 0) {
        search->found.assign(name + nameSize, head.n_descsz);
      }
      note += size;
      left -= size;
    }
  }
  return 1;
}

/// Size and times of the object's file: changes with every build too, if not
/// only then.
std::string describeFile(const void *address) {
  Dl_info information;
  struct stat status;
  if (dladdr(address, &information) == 0 || !information.dli_fname ||
      stat(information.dli_fname, &status) != 0) {
    return "unknown";
  }
  return std::to_string(status.st_size) + "." +
         std::to_string(status.st_mtim.tv_sec) + "." +
         std::to_string(status.st_mtim.tv_nsec);
}

std::string computeBuildId() {
  auto *here = reinterpret_cast<const void *>(&visitObject);
  Search search{reinterpret_cast<uintptr_t>(here), {}};
  dl_iterate_phdr(visitObject, &search);
  if (search.found.empty()) {
    search.found = describeFile(here);
  }
  return toHex(digestOf(search.found)).substr(0, 32);
}

} // namespace

const std::string &buildId() {
  static const std::string id = computeBuildId();
  return id;
}

} // namespace weft
