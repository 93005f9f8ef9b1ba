// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Machine/Host.h"

#include "weft/Machine/Rows.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/Triple.h>

#if defined(__aarch64__) && defined(__linux__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#elif defined(__x86_64__) && defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

#include <fstream>

namespace weft {
namespace {

/// Bytes of this machine's SVE registers; 0 without any. Threads inherit the
/// width from the one that asks.
int64_t hostScalableBytes() {
#if defined(__aarch64__) && defined(__linux__)
  if ((getauxval(AT_HWCAP) & HWCAP_SVE) != 0) {
    const int answer = prctl(PR_SVE_GET_VL);
    return answer < 0 ? 0 : answer & PR_SVE_VL_LEN_MASK;
  }
#endif
  return 0;
}

/// Whether this process may use the registers for matrices. Linux saves them
/// for processes that asked only; forked ones need not ask again.
bool mayUseMatrixRegisters() {
#if defined(__x86_64__) && defined(__linux__)
  constexpr long kRequestPermission = 0x1023; // ARCH_REQ_XCOMP_PERM
  constexpr long kTileData = 18;
  return syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
#else
  return false;
#endif
}

/// Instructions that LLVM does not ask for, and those that take leave.
void findOtherFeatures(llvm::StringMap<bool> &available) {
  if (available.lookup("amx-tile") && !mayUseMatrixRegisters()) {
    for (auto &feature : available) {
      feature.second = feature.second && !feature.first().starts_with("amx-");
    }
  }
#if defined(__aarch64__) && defined(__linux__)
  available["dotprod"] = (getauxval(AT_HWCAP) & HWCAP_ASIMDDP) != 0;
  available["i8mm"] = (getauxval(AT_HWCAP2) & HWCAP2_I8MM) != 0;
  available["bf16"] = (getauxval(AT_HWCAP2) & HWCAP2_BF16) != 0;
#endif
}

std::string readWord(const std::string &path) {
  std::ifstream file(path);
  std::string word;
  file >> word;
  return word;
}

/// The caches of the first core, where the system shows them; the C library
/// knows those of some architectures only.
void readCaches(Machine &cpu) {
  for (int index = 0; index < 8; ++index) {
    const std::string folder =
        "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index);
    const std::string type = readWord(folder + "/type");
    if (type.empty()) {
      return;
    }
    const std::string level = "L" + readWord(folder + "/level");
    const int64_t bytes = parseCacheSize(readWord(folder + "/size"));
    if (type == "Instruction" || bytes == 0) {
      continue;
    }
    for (MemoryLevel &memory : cpu.memories) {
      if (memory.name == level) {
        memory.bytes = bytes;
      }
    }
  }
}

Machine rowNamed(std::string_view name) {
  std::vector<Machine> rows = cpuMachines();
  return *llvm::find_if(rows,
                        [&](const Machine &row) { return row.name == name; });
}

} // namespace

int64_t parseCacheSize(std::string_view text) {
  llvm::StringRef rest(text.data(), text.size());
  int64_t number = 0;
  if (rest.consumeInteger(10, number) || number <= 0) {
    return 0;
  }
  if (rest.empty()) {
    return number;
  }
  return rest == "K" ? number << 10 : rest == "M" ? number << 20 : 0;
}

static StatusOr<Machine> detectHost() {
  const llvm::Triple triple(llvm::sys::getProcessTriple());
  llvm::StringMap<bool> available = llvm::sys::getHostCPUFeatures();
  findOtherFeatures(available);
  Machine cpu;
  switch (triple.getArch()) {
  case llvm::Triple::aarch64:
    cpu = rowNamed("arm64");
    useScalable(cpu, hostScalableBytes());
    // LLVM reads a file, in which emulators show the machine around them.
    if (cpu.scalableBytes != 0) {
      available["sve"] = true;
    }
    break;
  case llvm::Triple::x86_64:
    if (!available.lookup("avx2") || !available.lookup("fma")) {
      return Status::unimplemented(
          "this x86-64 processor has no AVX2; programs can be interpreted, but "
          "not compiled for it");
    }
    cpu = rowNamed(
        available.lookup("avx512f") && available.lookup("avx512vl") &&
                available.lookup("avx512bw") && available.lookup("avx512dq")
            ? "x86-64-v4"
            : "x86-64-v3");
    break;
  default:
    return Status::unimplemented("no code generator for processors of type " +
                                 triple.getArchName().str());
  }
  std::vector<std::string> features;
  for (const auto &feature : available) {
    // A feature that is absent counts too: the processor's name implies some.
    features.push_back((feature.second ? "+" : "-") + feature.first().str());
  }
  if (cpu.architecture == Architecture::X86 && cpu.vectorBytes == 64) {
    features.push_back("-prefer-256-bit");
  }

  // By name, not by sign.
  llvm::sort(features, [](const std::string &a, const std::string &b) {
    return a.substr(1) < b.substr(1);
  });
  cpu.name = "host";
  cpu.triple = triple.str();
  cpu.processor = llvm::sys::getHostCPUName().str();
  cpu.product = cpu.processor;
  cpu.features = llvm::join(features, ",");
  findDotInstructions(cpu);
  readCaches(cpu);
  cpu.sources = {cpu.sources.front()};
  return cpu;
}

StatusOr<Machine> describeHost() {
  // Asked for by every compilation, and nothing of it changes.
  static const auto *host = new StatusOr<Machine>(detectHost());
  return *host;
}

} // namespace weft
