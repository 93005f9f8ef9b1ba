// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CPUs by name. The first three are for any processor of their kind: their
// caches and rates are typical, not those of one product.

#include "weft/Machine/Rows.h"

#include <algorithm>
#include <bit>

namespace weft {
namespace {

constexpr int64_t operator""_KiB(unsigned long long n) {
  return static_cast<int64_t>(n) << 10;
}
constexpr int64_t operator""_MiB(unsigned long long n) {
  return static_cast<int64_t>(n) << 20;
}

/// Bytes of one core's first and second cache and of the last one, which cores
/// share. The rates are one thread's, by the order of size that is usual.
std::vector<MemoryLevel> caches(int64_t first, int64_t second, int64_t last) {
  return {{"L1", first, 64},
          {"L2", second, 32},
          {"L3", last, 16},
          {"memory", INT64_MAX, 8}};
}

/// Between cores of one processor, where many lines are on their way at once.
constexpr int64_t handedLine = 3'000;

Machine genericArm64() {
  Machine cpu;
  cpu.name = "arm64";
  cpu.product = "any 64-bit Arm processor";
  cpu.architecture = Architecture::Arm64;
  cpu.triple = "aarch64-unknown-linux-gnu";
  cpu.processor = "generic";
  cpu.features = "+neon";
  cpu.memories = caches(32_KiB, 1_MiB, 32_MiB);
  cpu.costs.handedLinePicoseconds = handedLine;
  return cpu;
}

/// A processor with SVE registers of so many bytes.
Machine scalableArm64(const char *name, const char *product, int64_t bytes) {
  Machine cpu = genericArm64();
  cpu.name = name;
  cpu.product = product;
  cpu.processor = name;
  cpu.features = "+bf16,+dotprod,+i8mm,+neon,+sve";
  useScalable(cpu, bytes);
  return cpu;
}

Machine x86Level3() {
  Machine cpu;
  cpu.name = "x86-64-v3";
  cpu.product = "any x86-64 processor with AVX2";
  cpu.architecture = Architecture::X86;
  cpu.triple = "x86_64-unknown-linux-gnu";
  cpu.processor = "x86-64-v3";
  cpu.vectorBytes = 32;
  cpu.vectorRegisters = 16;
  cpu.memories = caches(32_KiB, 1_MiB, 32_MiB);
  cpu.costs.handedLinePicoseconds = handedLine;
  return cpu;
}

Machine x86Level4() {
  Machine cpu = x86Level3();
  cpu.name = "x86-64-v4";
  cpu.product = "any x86-64 processor with AVX-512";
  cpu.processor = "x86-64-v4";
  // The level prefers half registers, for processors that slow down otherwise.
  cpu.features = "-prefer-256-bit";
  cpu.vectorBytes = 64;
  cpu.vectorRegisters = 32;
  return cpu;
}

/// A processor whose registers for matrices hold 16 rows of 64 bytes.
Machine sapphireRapids() {
  Machine cpu = x86Level4();
  cpu.name = "sapphire-rapids";
  cpu.product = "Intel Xeon of the fourth generation";
  cpu.processor = "sapphirerapids";
  cpu.features = "+amx-bf16,+amx-int8,+amx-tile,+avx512vnni,-prefer-256-bit";
  cpu.memories = caches(48_KiB, 2_MiB, 105_MiB);
  return cpu;
}

/// The rows of an AMX unit.
void addMatrixRegisters(Machine &cpu, const char *name, const char *element,
                        int64_t elementBytes, const char *sums,
                        IntegerSigns signs) {
  constexpr int64_t kLines = 16;
  constexpr int64_t kRowBytes = 64;
  MatrixInstruction row;
  row.name = name;
  row.m = kLines;
  row.n = kLines;
  row.k = kRowBytes / elementBytes;
  row.element = element;
  row.accumulatorElement = sums;
  row.signs = signs;
  row.lhsSpace = OperandSpace::Tensor;
  row.rhsSpace = OperandSpace::Tensor;
  row.accumulatorSpace = OperandSpace::Tensor;
  cpu.instructions.push_back(row);
}

/// A row of instructions whose sums are squares: two rows by two columns, of as
/// many terms each as half of a register holds.
void addSquares(Machine &cpu, const char *name, const char *element,
                int64_t elementBytes, const char *sums, IntegerSigns signs) {
  constexpr int64_t kLineBytes = 8;
  MatrixInstruction row;
  row.name = name;
  row.m = 2;
  row.n = 2;
  row.k = kLineBytes / elementBytes;
  row.element = element;
  row.accumulatorElement = sums;
  row.signs = signs;
  cpu.instructions.push_back(row);
}

} // namespace

bool sumsSquares(const MatrixInstruction &row) {
  return row.m > 1 && !row.holdsMatrices();
}

void useScalable(Machine &cpu, int64_t bytes) {
  constexpr int64_t kNeonBytes = 16;
  constexpr int64_t kLargestBytes = 64;
  if (bytes > kNeonBytes && std::has_single_bit(static_cast<uint64_t>(bytes))) {
    cpu.scalableBytes = bytes;
    cpu.vectorBytes = std::min(bytes, kLargestBytes);
  }
}

void findDotInstructions(Machine &cpu) {
  auto has = [&](const char *feature) {
    return ("," + cpu.features + ",").find("," + std::string(feature) + ",") !=
           std::string::npos;
  };
  auto add = [&](const char *name, const char *element, int64_t terms,
                 int64_t bytes, IntegerSigns signs, const char *sums = "i32") {
    constexpr int64_t kSumBytes = 4;
    MatrixInstruction row;
    row.name = name;
    row.m = 1;
    row.n = bytes / kSumBytes;
    row.k = terms;
    row.element = element;
    row.accumulatorElement = sums;
    row.signs = signs;
    cpu.instructions.push_back(row);
  };
  cpu.instructions.clear();
  if (cpu.architecture == Architecture::Arm64) {
    constexpr int64_t kNeonBytes = 16;
    // Squares first: they take twice the terms of the others, at their rate.
    if (has("+i8mm")) {
      addSquares(cpu, "smmla", "i8", 1, "i32", IntegerSigns::Signed);
      addSquares(cpu, "ummla", "i8", 1, "i32", IntegerSigns::Unsigned);
      addSquares(cpu, "usmmla", "i8", 1, "i32", IntegerSigns::UnsignedBySigned);
    }
    if (has("+bf16")) {
      addSquares(cpu, "bfmmla", "bf16", 2, "f32", IntegerSigns::Any);
    }
    if (has("+dotprod")) {
      add("sdot", "i8", 4, kNeonBytes, IntegerSigns::Signed);
      add("udot", "i8", 4, kNeonBytes, IntegerSigns::Unsigned);
    }
    if (has("+i8mm")) {
      add("usdot", "i8", 4, kNeonBytes, IntegerSigns::UnsignedBySigned);
    }
    if (has("+bf16")) {
      add("bfdot", "bf16", 2, kNeonBytes, IntegerSigns::Any, "f32");
    }
    return;
  }
  // AVX512-BF16 is left out: where it was measured (Emerald Rapids) its product
  // of two terms takes four times as long as a multiplication of f32.
  if (has("+amx-tile") && has("+amx-bf16")) {
    addMatrixRegisters(cpu, "tdpbf16ps", "bf16", 2, "f32", IntegerSigns::Any);
  }
  if (has("+amx-tile") && has("+amx-int8")) {
    addMatrixRegisters(cpu, "tdpbssd", "i8", 1, "i32", IntegerSigns::Signed);
    addMatrixRegisters(cpu, "tdpbuud", "i8", 1, "i32", IntegerSigns::Unsigned);
    addMatrixRegisters(cpu, "tdpbusd", "i8", 1, "i32",
                       IntegerSigns::UnsignedBySigned);
    addMatrixRegisters(cpu, "tdpbsud", "i8", 1, "i32",
                       IntegerSigns::SignedByUnsigned);
  }
  const bool hasWide = cpu.vectorBytes == 64;
  const bool fusesSums = has(hasWide ? "+avx512vnni" : "+avxvnni");
  if (fusesSums) {
    add("vpdpbusd", "i8", 4, cpu.vectorBytes, IntegerSigns::UnsignedBySigned);
  }
  add(fusesSums ? "vpdpwssd" : "pmaddwd", "i16", 2, cpu.vectorBytes,
      IntegerSigns::Signed);
}

std::vector<Machine> cpuMachines() {
  Machine v1 = scalableArm64("neoverse-v1", "Arm Neoverse V1", 32);
  v1.memories = caches(64_KiB, 1_MiB, 32_MiB);
  Machine v2 = scalableArm64("neoverse-v2", "Arm Neoverse V2", 16);
  v2.memories = caches(64_KiB, 2_MiB, 64_MiB);
  Machine a64fx = scalableArm64("a64fx", "Fujitsu A64FX", 64);
  // Two levels; the second one is a quarter of the processor's, for 12 cores.
  a64fx.memories = caches(64_KiB, 8_MiB, 8_MiB);
  a64fx.features = "+neon,+sve";
  std::vector<Machine> rows = {
      genericArm64(), x86Level3(),     x86Level4(), v1, v2,
      a64fx,          sapphireRapids()};
  const char *usual =
      "assumed, not measured; weft calibrate measures those at hand";
  for (Machine &row : rows) {
    findDotInstructions(row);
    row.sources = {{"rates of memories, costs", usual}};
    if (&row - rows.data() >= 3) {
      row.sources.push_back(
          {"caches", "the processor's manual and products that carry it; not "
                     "compared with them again"});
    } else {
      row.sources.push_back({"caches", usual});
    }
  }
  return rows;
}

} // namespace weft
