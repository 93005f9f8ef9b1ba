// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/NVIDIA/Assembler.h"

#include <llvm/ADT/ScopeExit.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Process.h>
#include <llvm/Support/Program.h>
#include <llvm/Support/raw_ostream.h>

#include <csignal>
#include <dlfcn.h>
#include <thread>

namespace weft::nvidia {

using llvm::sys::Process;
using llvm::sys::ProcessInfo;

/// The folders of NVIDIA's packages for Python, where this library is in one
/// itself (site-packages/weft) or in a source tree with an environment.
static void addPackages(std::vector<std::string> &folders) {
  Dl_info library;
  if (dladdr(reinterpret_cast<void *>(&addPackages), &library) == 0) {
    return;
  }
  llvm::SmallString<256> packages(library.dli_fname);
  if (llvm::sys::fs::make_absolute(packages)) {
    return;
  }
  llvm::sys::path::remove_filename(packages);
  llvm::sys::path::append(packages, "..", "nvidia");
  for (const char *package : {"cuda_nvcc", "cu13"}) {
    folders.push_back((packages + "/" + package + "/bin").str());
  }
}

std::string findAssembler() {
  if (auto named = Process::GetEnv("WEFT_PTXAS")) {
    return *named;
  }
  std::vector<std::string> folders;
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"}) {
    if (auto home = Process::GetEnv(variable)) {
      folders.push_back(*home + "/bin");
    }
  }
  folders.emplace_back("/usr/local/cuda/bin");
  addPackages(folders);
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

static std::string contentsOf(llvm::StringRef path) {
  auto file = llvm::MemoryBuffer::getFile(path);
  return file ? (*file)->getBuffer().str() : "";
}

/// The exit status; nothing where the process had to be ended. Asked again and
/// again, since the wait that has a limit of its own is one of a process for
/// all of its threads: an alarm.
static std::optional<int> waitFor(const ProcessInfo &process,
                                  std::chrono::milliseconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (true) {
    const ProcessInfo now = llvm::sys::Wait(process, /*SecondsToWait=*/0);
    if (now.Pid != 0) {
      return now.ReturnCode;
    }
    if (std::chrono::steady_clock::now() >= end) {
      ::kill(process.Pid, SIGKILL);
      llvm::sys::Wait(process, std::nullopt);
      return std::nullopt;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

StatusOr<AssembledKernel> assemble(const std::string &assembler,
                                   const std::string &processor,
                                   const std::string &ptx,
                                   std::chrono::milliseconds limit) {
  llvm::SmallString<128> source, object, report;
  llvm::scope_exit clean([&] {
    for (const auto &file : {source, object, report}) {
      if (!file.empty()) {
        static_cast<void>(llvm::sys::fs::remove(file));
      }
    }
  });
  int handle = 0;
  if (llvm::sys::fs::createTemporaryFile("weft", "ptx", handle, source)) {
    return Status::internal("no temporary file could be made for " + assembler);
  }
  llvm::raw_fd_ostream written(handle, /*shouldClose=*/true);
  written << ptx;
  written.close();
  if (written.has_error() ||
      llvm::sys::fs::createTemporaryFile("weft", "cubin", object) ||
      llvm::sys::fs::createTemporaryFile("weft", "log", report)) {
    written.clear_error();
    return Status::internal("temporary files for " + assembler +
                            " could not be written");
  }
  const std::optional<llvm::StringRef> redirects[] = {
      std::nullopt, llvm::StringRef(report), llvm::StringRef(report)};
  std::string failure;
  bool isNotStarted = false;
  const ProcessInfo started = llvm::sys::ExecuteNoWait(
      assembler,
      {assembler, "-arch=" + processor, "-v", source.str(), "-o", object.str()},
      std::nullopt, redirects, /*MemoryLimit=*/0, &failure, &isNotStarted);
  if (isNotStarted || started.Pid == ProcessInfo::InvalidPid) {
    return Status::failedPrecondition(assembler +
                                      " cannot be started: " + failure);
  }
  const std::optional<int> code = waitFor(started, limit);
  if (!code) {
    return Status::internal(assembler + " was ended after " +
                            std::to_string(limit.count()) + " ms");
  }
  const std::string said = contentsOf(report);
  if (*code != 0) {
    return Status::internal(assembler + " failed with exit status " +
                            std::to_string(*code) + ": " + said);
  }
  AssembledKernel kernel;
  kernel.text = digestOf(ptx);
  kernel.processor = processor;
  kernel.resources = readAssemblerReport(said);
  kernel.code = contentsOf(object);
  if (kernel.code.empty()) {
    return Status::internal(assembler + " made nothing: " + said);
  }
  return kernel;
}

} // namespace weft::nvidia
