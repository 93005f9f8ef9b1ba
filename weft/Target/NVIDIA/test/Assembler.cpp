// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Assembler.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Process.h>
#include <llvm/Support/Program.h>
#include <llvm/Support/raw_ostream.h>

#include <optional>
#include <vector>

namespace weft::nvidia {

std::string findAssembler() {
  std::vector<std::string> folders;
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"}) {
    if (std::optional<std::string> home =
            llvm::sys::Process::GetEnv(variable)) {
      folders.push_back(*home + "/bin");
    }
  }
  folders.push_back("/usr/local/cuda/bin");
  std::error_code error;
  const std::string packages =
      std::string(WEFT_SOURCE_DIRECTORY) + "/build/venv/lib";
  for (llvm::sys::fs::directory_iterator i(packages, error), end;
       !error && i != end; i.increment(error)) {
    folders.push_back(i->path() + "/site-packages/nvidia/cuda_nvcc/bin");
    folders.push_back(i->path() + "/site-packages/nvidia/cu13/bin");
  }
  if (auto found = llvm::sys::findProgramByName("ptxas")) {
    return *found;
  }
  for (const std::string &folder : folders) {
    if (auto found = llvm::sys::findProgramByName("ptxas", {folder})) {
      return *found;
    }
  }
  return "";
}

std::string assemble(const std::string &assembler, const std::string &processor,
                     const std::string &ptx, int &code, int level) {
  llvm::SmallString<128> source, object, report;
  int handle = 0;
  if (llvm::sys::fs::createTemporaryFile("weft", "ptx", handle, source) ||
      llvm::sys::fs::createTemporaryFile("weft", "cubin", object) ||
      llvm::sys::fs::createTemporaryFile("weft", "log", report)) {
    return "";
  }
  llvm::raw_fd_ostream(handle, /*shouldClose=*/true) << ptx;
  const std::optional<llvm::StringRef> redirects[] = {
      std::nullopt, llvm::StringRef(report), llvm::StringRef(report)};
  const std::string architecture = "-arch=" + processor;
  const std::string optimization = "-O" + std::to_string(level);
  code = llvm::sys::ExecuteAndWait(assembler,
                                   {assembler, architecture, optimization, "-v",
                                    source.str(), "-o", object.str()},
                                   std::nullopt, redirects,
                                   /*SecondsToWait=*/600);
  auto text = llvm::MemoryBuffer::getFile(report);
  std::string said = text ? (*text)->getBuffer().str() : "";
  for (const auto &file : {source, object, report}) {
    static_cast<void>(llvm::sys::fs::remove(file));
  }
  return said;
}

} // namespace weft::nvidia
