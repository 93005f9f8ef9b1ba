// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/MissingCalls.h"

namespace weft::runtime {
namespace {

struct Advice {
  /// Of the target's name; the whole of it where `isPrefix` is not set.
  std::string_view name;
  bool isPrefix;
  std::string_view text;
};

constexpr std::string_view kForTpu =
    "XLA expands it for TPUs; lower the program for weft or cpu";
constexpr std::string_view kForGpu =
    "it is a kernel or a library for GPUs; lower the program for weft or cpu";
constexpr std::string_view kDynamic =
    "the program has shapes that are not known; call it through jax.export, "
    "which fills them in";
constexpr std::string_view kPartition =
    "it is for the partitioning of programs between devices, which is not "
    "supported yet; use one device";
constexpr std::string_view kLinear =
    "values pinned to a memory are not supported; use arrays";
constexpr std::string_view kCallback =
    "the callback was lowered for another platform; lower the program for weft";

constexpr Advice kAdvice[] = {
    {"Eigh", false, kForTpu},
    {"LuDecomposition", false, kForTpu},
    {"PartialReduce", false, kForTpu},
    {"ProductOfElementaryHouseholderReflectors", false, kForTpu},
    {"Qr", false, kForTpu},
    {"tpu_custom_call", false,
     "it is a kernel for TPUs; with Pallas, pass interpret=True"},
    {"mosaic_gpu", true,
     "it is a kernel for GPUs; with Pallas, pass interpret=True"},
    {"triton_kernel_call", true,
     "it is a kernel for GPUs; with Pallas, pass interpret=True"},
    {"__gpu$xla.gpu.triton", false,
     "it is a kernel for GPUs; with Pallas, pass interpret=True"},
    {"__cu", true, kForGpu},
    {"cu_", true, kForGpu},
    {"cublas", true, kForGpu},
    {"cudnn", true, kForGpu},
    {"cusolver", true, kForGpu},
    {"cusparse", true, kForGpu},
    {"hip", true, kForGpu},
    {"stablehlo.dynamic_", true, kDynamic},
    {"CustomSPMDPartitioning", false, kPartition},
    {"InspectSharding", false, kPartition},
    {"CreateBuffer", false, kLinear},
    {"Pin", false, kLinear},
    {"Unpin", false, kLinear},
    {"ragged_all_to_all", false, "it is not supported; use all_to_all"},
    {"tf.call_tf_function", false,
     "it calls TensorFlow, which runs such programs itself"},
    {"xla_python_", true, kCallback},
    {"xla_ffi_python_", true, kCallback},
    {"xla_ffi_partitioned_python_", true, kCallback},
};

} // namespace

std::string_view adviceOnMissing(std::string_view target) {
  for (const Advice &advice : kAdvice) {
    if (advice.isPrefix ? target.starts_with(advice.name)
                        : target == advice.name) {
      return advice.text;
    }
  }
  return "register the target before compiling";
}

} // namespace weft::runtime
