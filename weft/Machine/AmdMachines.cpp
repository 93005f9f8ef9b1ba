// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// AMD's GPUs by the name of their instruction set, each as the product that is
// met most. Rates as in NvidiaMachines.cpp. A multiprocessor is a compute unit.

#include "weft/Machine/Rows.h"

namespace weft {
namespace {

/// 16 x 16 results of a wave of 64: a lane holds one row of the left operand
/// (one column of the right one), k / 4 neighbouring elements of it, and four
/// rows of one column of the result.
MatrixInstruction waveProduct(std::string name, std::string element) {
  MatrixInstruction row;
  row.name = std::move(name);
  row.m = 16;
  row.n = 16;
  row.k = 16;
  row.element = std::move(element);
  row.accumulatorElement = "f32";
  row.lhs.registers = {{0, 1}, {0, 2}};
  row.lhs.lanes = {{1, 0}, {2, 0}, {4, 0}, {8, 0}, {0, 4}, {0, 8}};
  row.rhs.registers = {{1, 0}, {2, 0}};
  row.rhs.lanes = {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {4, 0}, {8, 0}};
  row.accumulator.registers = {{1, 0}, {2, 0}};
  row.accumulator.lanes = {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {4, 0}, {8, 0}};
  return row;
}

struct Product {
  const char *name;
  const char *product;
  int64_t lanes;
  int64_t multiprocessors;
  int64_t threadsPerMultiprocessor;
  int64_t registersPerThread;
  int64_t registersPerMultiprocessor;
  int64_t sharedKiB;
  int64_t banks;
  int64_t secondLevelMiB;
  int64_t lastLevelMiB;
  int64_t memoryGiB;
  int64_t lastLevelBytesPerNanosecond;
  int64_t bytesPerNanosecond;
  int64_t picosecondsPerClock;
  std::vector<ArithmeticRate> rates;
  const char *limits;
  const char *source;
};

Machine machineOf(const Product &product) {
  Machine gpu = genericGpu(product.multiprocessors);
  gpu.name = product.name;
  gpu.product = product.product;
  gpu.family = MachineFamily::Amd;
  gpu.architecture = Architecture::Amdgcn;
  gpu.triple = "amdgcn-amd-amdhsa";
  gpu.processor = product.name;

  ThreadModel &threads = gpu.threads;
  threads.lanes = product.lanes;
  threads.threadsPerMultiprocessor = product.threadsPerMultiprocessor;
  threads.registersPerThread = product.registersPerThread;
  threads.registersPerMultiprocessor = product.registersPerMultiprocessor;
  threads.sharedBytesPerBlock = product.sharedKiB << 10;
  threads.banks = product.banks;
  threads.sectorBytes = 64;

  // Of all compute units, so many bytes per clock of each.
  auto perNanosecond = [&](int64_t bytes) {
    return bytes * 1000 / product.picosecondsPerClock * product.multiprocessors;
  };
  gpu.memories = {
      {"shared", product.sharedKiB << 10,
       perNanosecond(threads.banks * threads.bankBytes)},
      {"L2", product.secondLevelMiB << 20, perNanosecond(64)},
      {"L3", product.lastLevelMiB << 20, product.lastLevelBytesPerNanosecond},
      {"memory", product.memoryGiB << 30, product.bytesPerNanosecond}};
  gpu.rates = product.rates;
  for (Machine::Source source :
       {Machine::Source{"limits of threads, registers and local memory",
                        product.limits},
        {"compute units, memories and rates", product.source},
        {"rates of local memory and L2",
         "assumed: 4 bytes per bank and clock; 64 bytes per clock and compute "
         "unit"}}) {
    gpu.sources.push_back(std::move(source));
  }
  return gpu;
}

} // namespace

std::vector<Machine> amdMachines() {
  Machine mi300 =
      machineOf({"gfx942",
                 "Instinct MI300X",
                 64,
                 304,
                 2048,
                 512,
                 128 << 10,
                 64,
                 32,
                 32,
                 256,
                 192,
                 17'200,
                 5'300,
                 476,
                 {{"f64", 81'700},
                  {"f32", 163'400},
                  {"f64", 163'400, true},
                  {"tf32", 653'700, true},
                  {"bf16", 1'307'400, true},
                  {"f16", 1'307'400, true},
                  {"f8E4M3FNUZ", 2'614'900, true},
                  {"i8", 2'614'900, true}},
                 "AMD's GPU specifications and ROCm Compute Profiler, ROCm "
                 "documentation; banks and registers of a thread as in IREE's "
                 "table of targets",
                 "AMD's GPU specifications and MI300 microarchitecture, ROCm "
                 "documentation; rate of L3 from AMD's slides"});
  mi300.instructions = {
      waveProduct("llvm.amdgcn.mfma.f32.16x16x16bf16.1k", "bf16"),
      waveProduct("llvm.amdgcn.mfma.f32.16x16x16f16", "f16")};
  Machine mi355 =
      machineOf({"gfx950",
                 "Instinct MI355X",
                 64,
                 256,
                 2048,
                 512,
                 128 << 10,
                 160,
                 64,
                 32,
                 256,
                 288,
                 17'200,
                 8'000,
                 417,
                 {{"f64", 78'600},
                  {"f32", 157'300},
                  {"f64", 78'600, true},
                  {"bf16", 2'516'600, true},
                  {"f16", 2'516'600, true},
                  {"f8E4M3FN", 5'033'200, true},
                  {"f6E2M3FN", 10'066'300, true},
                  {"f4E2M1FN", 10'066'300, true},
                  {"i8", 5'033'200, true}},
                 "AMD's GPU specifications and ROCm Compute Profiler, ROCm "
                 "documentation; banks as in LLVM and AMD's libraries",
                 "AMD's GPU specifications, ROCm documentation; rates by the "
                 "CDNA 4 whitepaper as IREE restates it; rates of L3 and of "
                 "f64 matrices not confirmed"});
  // It has all instructions of gfx942, and longer ones.
  mi355.instructions = mi300.instructions;
  Machine rx9070 = machineOf(
      {"gfx1201",
       "Radeon RX 9070 XT",
       32,
       64,
       1024,
       256,
       96 << 10,
       64,
       32,
       8,
       64,
       16,
       2'000,
       640,
       337,
       {{"f64", 760},
        {"f32", 48'700},
        {"bf16", 194'600, true},
        {"f16", 194'600, true},
        {"f8E4M3FN", 389'300, true},
        {"i8", 389'300, true}},
       "AMD's GPU specifications, ROCm documentation, which counts registers "
       "and local memory per pair of compute units; threads as rocminfo "
       "reports them",
       "AMD's GPU specifications, ROCm documentation; matrix rates from AMD's "
       "article on the matrix cores of RDNA 4 at 2.97 GHz; f8 and the rate of "
       "memory as IREE restates the product page; f64 as on RDNA 3.5; rate of "
       "L3 not confirmed"});
  return {mi300, mi355, rx9070};
}

} // namespace weft
