// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Linker.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Program.h>
#include <llvm/Support/raw_ostream.h>

#include <cstring>

namespace weft::amd {

std::string linkObject(const std::string &object, std::string &report) {
  auto linker =
      llvm::sys::findProgramByName("ld.lld", {WEFT_LLVM_TOOLS_DIRECTORY});
  if (!linker) {
    report = "there is no ld.lld in " WEFT_LLVM_TOOLS_DIRECTORY;
    return "";
  }
  llvm::SmallString<128> source, result, log;
  int handle = 0;
  if (llvm::sys::fs::createTemporaryFile("weft", "o", handle, source) ||
      llvm::sys::fs::createTemporaryFile("weft", "hsaco", result) ||
      llvm::sys::fs::createTemporaryFile("weft", "log", log)) {
    report = "no temporary files";
    return "";
  }
  llvm::raw_fd_ostream(handle, /*shouldClose=*/true) << object;
  const std::optional<llvm::StringRef> redirects[] = {
      std::nullopt, llvm::StringRef(log), llvm::StringRef(log)};
  const int code = llvm::sys::ExecuteAndWait(
      *linker,
      {*linker, "-shared", "--no-undefined", source.str(), "-o", result.str()},
      std::nullopt, redirects, /*SecondsToWait=*/60);
  auto read = [](llvm::StringRef file) {
    auto buffer = llvm::MemoryBuffer::getFile(file);
    return buffer ? (*buffer)->getBuffer().str() : "";
  };
  report = read(log);
  std::string linked = code == 0 ? read(result) : "";
  for (const auto &file : {source, result, log}) {
    static_cast<void>(llvm::sys::fs::remove(file));
  }
  return linked;
}

namespace {

using llvm::object::ELF64LEObjectFile;

std::unique_ptr<llvm::object::ObjectFile> parse(const std::string &code) {
  auto file = llvm::object::ObjectFile::createELFObjectFile(
      llvm::MemoryBufferRef(code, "code object"));
  if (!file) {
    llvm::consumeError(file.takeError());
    return nullptr;
  }
  return std::move(*file);
}

} // namespace

bool isCodeObjectFor(const std::string &code, unsigned processor) {
  auto file = parse(code);
  auto *elf = llvm::dyn_cast_or_null<ELF64LEObjectFile>(file.get());
  if (elf == nullptr) {
    return false;
  }
  const auto &header = elf->getELFFile().getHeader();
  return header.e_machine == llvm::ELF::EM_AMDGPU &&
         (header.e_flags & llvm::ELF::EF_AMDGPU_MACH) == processor;
}

std::optional<llvm::amdhsa::kernel_descriptor_t>
findKernel(const std::string &code, const std::string &name) {
  auto file = parse(code);
  auto *elf = llvm::dyn_cast_or_null<ELF64LEObjectFile>(file.get());
  if (elf == nullptr) {
    return std::nullopt;
  }
  for (const llvm::object::ELFSymbolRef symbol :
       elf->getDynamicSymbolIterators()) {
    if (llvm::cantFail(symbol.getName()) != name + ".kd") {
      continue;
    }
    const uint64_t address = llvm::cantFail(symbol.getAddress());
    const auto section = llvm::cantFail(symbol.getSection());
    const llvm::StringRef bytes =
        llvm::cantFail(section->getContents())
            .drop_front(address - section->getAddress());
    llvm::amdhsa::kernel_descriptor_t descriptor;
    if (symbol.getSize() != sizeof(descriptor) ||
        bytes.size() < sizeof(descriptor)) {
      return std::nullopt;
    }
    std::memcpy(&descriptor, bytes.data(), sizeof(descriptor));
    return descriptor;
  }
  return std::nullopt;
}

} // namespace weft::amd
