// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVIDIA's GPUs by compute capability, each as the product that is met most.
// Rates are of dense operands and count a multiplication with its addition as
// two operations; those of matrices sum in f32 (integers in i32, f64 in f64).

#include "weft/Machine/Rows.h"

namespace weft {
namespace {

constexpr const char *kLimits =
    "CUDA C++ Programming Guide 13.0, technical specifications per compute "
    "capability; threads, registers and shared memory compared with NVIDIA's "
    "libcu++, cuda/__device/arch_traits.h; banks and sectors not compared";

/// Products of m x k by k x 8. A lane number is 4 * row + part; a part is as
/// many terms as lie in a word. Registers hold those of a part, then the rows 8
/// further on, then the parts 4 further on.
MatrixInstruction warpProduct(int64_t m, int64_t k, int64_t terms,
                              const std::string &factors,
                              const std::string &sums) {
  MatrixInstruction row;
  row.name = "mma.sync.aligned.m" + std::to_string(m) + "n8k" +
             std::to_string(k) + ".row.col." + sums + "." + factors + "." +
             sums;
  row.m = m;
  row.n = 8;
  row.k = k;
  for (int64_t term = 1; term < terms; term *= 2) {
    row.lhs.registers.push_back({0, term});
    row.rhs.registers.push_back({term, 0});
  }
  row.accumulator.registers = {{0, 1}};
  if (m == 16) {
    row.lhs.registers.push_back({8, 0});
    row.accumulator.registers.push_back({8, 0});
  }
  for (int64_t part = 4 * terms; part < k; part *= 2) {
    row.lhs.registers.push_back({0, part});
    row.rhs.registers.push_back({part, 0});
  }
  row.lhs.lanes = {{0, terms}, {0, 2 * terms}, {1, 0}, {2, 0}, {4, 0}};
  row.rhs.lanes = {{terms, 0}, {2 * terms, 0}, {0, 1}, {0, 2}, {0, 4}};
  row.accumulator.lanes = {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}};
  return row;
}

MatrixInstruction productOfHalves(const std::string &element) {
  MatrixInstruction row =
      warpProduct(16, 16, 2, element + "." + element, "f32");
  row.element = element;
  row.accumulatorElement = "f32";
  return row;
}

/// Of f32, each rounded on the way.
MatrixInstruction coarseProduct() {
  MatrixInstruction row = warpProduct(16, 8, 1, "tf32.tf32", "f32");
  row.element = "f32";
  row.accumulatorElement = "f32";
  row.isCoarse = true;
  return row;
}

/// Which machines have in larger pieces from sm_90 on.
MatrixInstruction productOfDoubles(bool isLarge) {
  MatrixInstruction row =
      warpProduct(isLarge ? 16 : 8, isLarge ? 16 : 4, 1, "f64.f64", "f64");
  row.element = "f64";
  row.accumulatorElement = "f64";
  return row;
}

MatrixInstruction productOfBytes(const std::string &factors,
                                 IntegerSigns signs) {
  MatrixInstruction row = warpProduct(16, 32, 4, factors, "s32");
  row.element = "i8";
  row.accumulatorElement = "i32";
  row.signs = signs;
  return row;
}

/// What each type has that matrices are multiplied of faster than numbers.
std::vector<MatrixInstruction>
productsOf(const std::vector<ArithmeticRate> &rates, bool hasLargeDoubles) {
  std::vector<MatrixInstruction> rows = {productOfHalves("bf16"),
                                         productOfHalves("f16")};
  for (const ArithmeticRate &rate : rates) {
    if (!rate.isMatrix) {
      continue;
    }
    if (rate.type == "tf32") {
      rows.push_back(coarseProduct());
    } else if (rate.type == "f64") {
      rows.push_back(productOfDoubles(hasLargeDoubles));
    } else if (rate.type == "i8") {
      rows.push_back(productOfBytes("s8.s8", IntegerSigns::Signed));
      rows.push_back(productOfBytes("u8.u8", IntegerSigns::Unsigned));
      rows.push_back(productOfBytes("s8.u8", IntegerSigns::SignedByUnsigned));
      rows.push_back(productOfBytes("u8.s8", IntegerSigns::UnsignedBySigned));
    }
  }
  return rows;
}

struct Product {
  const char *name;
  const char *product;
  /// Of the capability, for LLVM: with what is particular to it, where code
  /// uses that.
  const char *processor;
  /// The oldest PTX that has it, and what is used of it.
  const char *features;
  int64_t multiprocessors;
  int64_t threadsPerMultiprocessor;
  int64_t sharedKiB;
  int64_t secondLevelMiB;
  int64_t memoryGiB;
  int64_t bytesPerNanosecond;
  int64_t tensorKiB;
  std::vector<ArithmeticRate> rates;
  const char *source;
};

Machine machineOf(const Product &product) {
  Machine gpu = genericGpu(product.multiprocessors);
  gpu.name = product.name;
  gpu.product = product.product;
  gpu.family = MachineFamily::Nvidia;
  gpu.architecture = Architecture::Nvptx;
  gpu.triple = "nvptx64-nvidia-cuda";
  gpu.processor = product.processor;
  gpu.features = product.features;

  ThreadModel &threads = gpu.threads;
  threads.lanes = 32;
  threads.threadsPerMultiprocessor = product.threadsPerMultiprocessor;
  threads.registersPerThread = 255;
  threads.registersPerMultiprocessor = 64 << 10;
  threads.sharedBytesPerBlock = product.sharedKiB << 10;
  threads.tensorBytes = product.tensorKiB << 10;
  threads.sectorBytes = 32;
  threads.readsMatrices = true;
  threads.flightBytes = 16;
  const bool isFromHopperOn = gpu.name >= "sm_90" || gpu.name.size() > 5;
  threads.addedBytes = isFromHopperOn ? 16 : 0;
  // On other GPUs no kernel looks whether it is wanted.
  gpu.costs.guardPicoseconds = 180'000;

  // Shared memory: 128 bytes per clock of each multiprocessor, at 1.7 GHz.
  gpu.memories = {
      {"shared", product.sharedKiB << 10, 218 * product.multiprocessors},
      {"L2", product.secondLevelMiB << 20, 2 * product.bytesPerNanosecond},
      {"memory", product.memoryGiB << 30, product.bytesPerNanosecond}};
  gpu.rates = product.rates;
  gpu.instructions =
      productsOf(product.rates, /*hasLargeDoubles=*/isFromHopperOn);
  for (Machine::Source source :
       {Machine::Source{"limits of threads, registers and shared memory",
                        kLimits},
        {"multiprocessors, memories and rates", product.source},
        {"guardPicoseconds",
         "taken to be what kernels that read their arguments from a table take "
         "longer, measured on an H200 (driver 580)"},
        {"rates of shared memory and L2",
         "assumed: 128 bytes per clock and multiprocessor at 1.7 GHz; twice "
         "the rate of memory"}}) {
    gpu.sources.push_back(std::move(source));
  }
  return gpu;
}

} // namespace

std::vector<Machine> nvidiaMachines() {
  const Product products[] = {
      {"sm_80",
       "A100 80GB SXM",
       "sm_80",
       "+ptx70",
       108,
       2048,
       163,
       40,
       80,
       2039,
       0,
       {{"f64", 9'700},
        {"f32", 19'500},
        {"f64", 19'500, true},
        {"tf32", 156'000, true},
        {"bf16", 312'000, true},
        {"f16", 312'000, true},
        {"i8", 624'000, true}},
       "NVIDIA A100 Tensor Core GPU, datasheet, by a page that restates it; "
       "multiprocessors and L2 as a published device query has them"},
      {"sm_86",
       "RTX A6000",
       "sm_86",
       "+ptx71",
       84,
       1536,
       99,
       6,
       48,
       768,
       0,
       {{"f64", 605},
        {"f32", 38'700},
        {"tf32", 77'400, true},
        {"bf16", 154'800, true},
        {"f16", 154'800, true},
        {"i8", 309'700, true}},
       "published comparisons of the RTX A6000, all but f64 and tf32: f64 is "
       "two units per multiprocessor at 1.8 GHz, tf32 half of bf16"},
      {"sm_89",
       "L40S",
       "sm_89",
       "+ptx78",
       142,
       1536,
       99,
       96,
       48,
       864,
       0,
       {{"f64", 1'431},
        {"f32", 91'600},
        {"tf32", 183'000, true},
        {"bf16", 362'000, true},
        {"f16", 362'000, true},
        {"f8E4M3FN", 733'000, true},
        {"i8", 733'000, true}},
       "NVIDIA L40S, datasheet, by a page that restates it; f64 and i8 from "
       "listings of the card; L2 as measured on the L40"},
      {"sm_90",
       "H200 SXM",
       "sm_90a",
       "+ptx81",
       132,
       2048,
       227,
       60,
       141,
       4800,
       0,
       {{"f64", 34'000},
        {"f32", 67'000},
        {"f64", 67'000, true},
        {"tf32", 494'700, true},
        {"bf16", 989'000, true},
        {"f16", 989'000, true},
        {"f8E4M3FN", 1'979'000, true},
        {"i8", 1'979'000, true}},
       "NVIDIA H200 Tensor Core GPU, datasheet, half of the rates with "
       "sparsity, by pages that restate it; L2 as the device reports it"},
      {"sm_100",
       "B200",
       "sm_100a",
       "+ptx86",
       148,
       2048,
       227,
       126,
       180,
       7700,
       256,
       {{"f64", 37'000},
        {"f32", 75'000},
        {"f64", 37'000, true},
        {"tf32", 1'125'000, true},
        {"bf16", 2'250'000, true},
        {"f16", 2'250'000, true},
        {"f8E4M3FN", 4'500'000, true},
        {"f4E2M1FN", 9'000'000, true},
        {"i8", 4'500'000, true}},
       "NVIDIA HGX and DGX B200, an eighth of the system, dense, by pages that "
       "restate them; rate of memory from the Blackwell datasheet; "
       "multiprocessors and L2 from a published device query"},
      {"sm_103",
       "B300",
       "sm_103a",
       "+ptx88",
       148,
       2048,
       227,
       126,
       270,
       7700,
       256,
       {{"f64", 1'250},
        {"f32", 75'000},
        {"tf32", 1'125'000, true},
        {"bf16", 2'250'000, true},
        {"f16", 2'250'000, true},
        {"f8E4M3FN", 4'500'000, true},
        {"f4E2M1FN", 13'500'000, true},
        {"i8", 150'000, true}},
       "NVIDIA HGX B300, an eighth of the system, by a page that restates it; "
       "multiprocessors, L2 and shared memory from published device queries; "
       "memory and i8 from a provider's table; f4 not confirmed: 13.1 to 15 "
       "PFLOPS are published"},
      {"sm_120",
       "RTX 5090",
       "sm_120a",
       "+ptx87",
       170,
       1536,
       99,
       96,
       32,
       1792,
       0,
       {{"f64", 1'640},
        {"f32", 104'800},
        {"tf32", 104'800, true},
        {"bf16", 209'500, true},
        {"f16", 209'500, true},
        {"f8E4M3FN", 419'000, true},
        {"f4E2M1FN", 1'676'000, true},
        {"i8", 838'000, true}},
       "NVIDIA RTX Blackwell GPU architecture, whitepaper, by a page that "
       "restates it; f64 is two units per multiprocessor at 2.4 GHz"},
      {"sm_121",
       "GB10",
       "sm_121a",
       "+ptx88",
       48,
       1536,
       99,
       24,
       128,
       273,
       0,
       {{"f64", 480},
        {"f32", 31'000},
        {"bf16", 125'000, true},
        {"f16", 125'000, true},
        {"f8E4M3FN", 250'000, true},
        {"f4E2M1FN", 500'000, true},
        {"i8", 250'000, true}},
       "NVIDIA DGX Spark, by pages that restate its figures: multiprocessors, "
       "memories, f32, f4 (half of the rate with sparsity); f8, i8, bf16 and "
       "f16 inferred as halves and quarters of f4 (92 TFLOPS of bf16 were "
       "measured)"},
  };
  std::vector<Machine> rows;
  for (const Product &product : products) {
    rows.push_back(machineOf(product));
  }
  return rows;
}

} // namespace weft
