// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/CPU/Description.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/Triple.h>

#include <unistd.h>

#if defined(__aarch64__) && defined(__linux__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#endif

#include <algorithm>
#include <bit>

namespace weft::cpu {
namespace {

CpuDescription genericArm64() {
  CpuDescription cpu;
  cpu.name = "arm64";
  cpu.architecture = Architecture::Arm64;
  cpu.triple = "aarch64-unknown-linux-gnu";
  cpu.processor = "generic";
  cpu.features = "+neon";
  return cpu;
}

/// SVE registers of any power of two are used, by vectors of at most 64 bytes:
/// tiles are made for no larger ones.
void useScalable(CpuDescription &cpu, int64_t bytes) {
  constexpr int64_t kNeonBytes = 16;
  constexpr int64_t kLargestBytes = 64;
  if (bytes > kNeonBytes && std::has_single_bit(static_cast<uint64_t>(bytes))) {
    cpu.scalableBytes = bytes;
    cpu.vectorBytes = std::min(bytes, kLargestBytes);
  }
}

/// A processor with SVE registers of so many bytes.
CpuDescription scalableArm64(const char *name, int64_t bytes) {
  CpuDescription cpu = genericArm64();
  cpu.name = name;
  cpu.processor = name;
  cpu.features = "+neon,+sve";
  cpu.firstLevelBytes = 64 << 10;
  cpu.secondLevelBytes = 1 << 20;
  useScalable(cpu, bytes);
  return cpu;
}

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

CpuDescription x86Level3() {
  CpuDescription cpu;
  cpu.name = "x86-64-v3";
  cpu.architecture = Architecture::X86;
  cpu.triple = "x86_64-unknown-linux-gnu";
  cpu.processor = "x86-64-v3";
  cpu.vectorBytes = 32;
  cpu.vectorRegisters = 16;
  return cpu;
}

CpuDescription x86Level4() {
  CpuDescription cpu = x86Level3();
  cpu.name = "x86-64-v4";
  cpu.processor = "x86-64-v4";
  // The level prefers half registers, for processors that slow down otherwise.
  cpu.features = "-prefer-256-bit";
  cpu.vectorBytes = 64;
  cpu.vectorRegisters = 32;
  cpu.firstLevelBytes = 48 << 10;
  cpu.secondLevelBytes = 1 << 20;
  return cpu;
}

int64_t systemValue(int name, int64_t otherwise) {
  const long value = sysconf(name);
  return value > 0 ? value : otherwise;
}

} // namespace

StatusOr<CpuDescription> describeHost() {
  llvm::Triple triple(llvm::sys::getProcessTriple());
  llvm::StringMap<bool> available = llvm::sys::getHostCPUFeatures();
  CpuDescription cpu;
  switch (triple.getArch()) {
  case llvm::Triple::aarch64:
    cpu = genericArm64();
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
    cpu = available.lookup("avx512f") && available.lookup("avx512vl") &&
                  available.lookup("avx512bw") && available.lookup("avx512dq")
              ? x86Level4()
              : x86Level3();
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
  cpu.features = llvm::join(features, ",");
  cpu.firstLevelBytes =
      systemValue(_SC_LEVEL1_DCACHE_SIZE, cpu.firstLevelBytes);
  cpu.secondLevelBytes =
      systemValue(_SC_LEVEL2_CACHE_SIZE, cpu.secondLevelBytes);
  cpu.lastLevelBytes = systemValue(_SC_LEVEL3_CACHE_SIZE, cpu.lastLevelBytes);
  cpu.cores = systemValue(_SC_NPROCESSORS_ONLN, 1);
  return cpu;
}

StatusOr<CpuDescription> describeCpu(std::string_view name) {
  if (name == "host") {
    return describeHost();
  }
  for (const CpuDescription &cpu :
       {genericArm64(), scalableArm64("neoverse-v1", 32),
        scalableArm64("neoverse-v2", 16), scalableArm64("a64fx", 64),
        x86Level3(), x86Level4()}) {
    if (cpu.name == name) {
      return cpu;
    }
  }
  std::string known;
  for (std::string_view other : cpuNames()) {
    known += known.empty() ? "" : ", ";
    known += other;
  }
  return Status::invalidArgument("no CPU is named '" + std::string(name) +
                                 "'; known are " + known);
}

std::vector<std::string_view> cpuNames() {
  return {"host",  "arm64",     "neoverse-v1", "neoverse-v2",
          "a64fx", "x86-64-v3", "x86-64-v4"};
}

} // namespace weft::cpu
