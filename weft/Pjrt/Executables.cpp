// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Pjrt/Entry.h"
#include "weft/Pjrt/Handles.h"
#include "weft/Pjrt/Wire.h"

#include <cstring>

/// Serializes them all; leaves `to` empty when one is not known, for then the
/// caller is to keep its own idea of all of them.
template <class Info>
static void addShardings(const std::vector<Info> &infos,
                         PJRT_Executable::Shardings &to) {
  for (const Info &info : infos) {
    std::optional<std::string> sharding =
        weft::pjrt::serializeSharding(info.sharding);
    if (!sharding) {
      to.texts.clear();
      return;
    }
    to.texts.push_back(std::move(*sharding));
  }
  for (const std::string &text : to.texts) {
    to.pointers.push_back(text.data());
    to.sizes.push_back(text.size());
  }
}

PJRT_Executable::PJRT_Executable(weft::Ref<const weft::Executable> given,
                                 int threads)
    : executable(std::move(given)), threads(threads) {
  const weft::Manifest &manifest = executable->manifest();
  for (const weft::ResultInfo &result : manifest.results) {
    resultTypes.push_back(static_cast<PJRT_Buffer_Type>(result.type.element));
    resultDimensions.insert(resultDimensions.end(),
                            result.type.dimensions.begin(),
                            result.type.dimensions.end());
    resultRanks.push_back(result.type.rank());
    resultMemoryKinds.push_back(result.memoryKind.c_str());
    resultMemoryKindSizes.push_back(result.memoryKind.size());
    resultLayouts.push_back({weft::layoutToString(result.type.minorToMajor)});
  }
  for (const weft::ParameterInfo &parameter : manifest.parameters) {
    parameterMemoryKinds.push_back(parameter.memoryKind.c_str());
    parameterMemoryKindSizes.push_back(parameter.memoryKind.size());
    parameterLayouts.push_back(
        {weft::layoutToString(parameter.type.minorToMajor)});
  }
  for (PJRT_Layouts_MemoryLayout &layout : resultLayouts) {
    resultLayoutPointers.push_back(&layout);
  }
  for (PJRT_Layouts_MemoryLayout &layout : parameterLayouts) {
    parameterLayoutPointers.push_back(&layout);
  }
  costs.add("flops", static_cast<float>(manifest.cost.flops));
  costs.add("transcendentals",
            static_cast<float>(manifest.cost.transcendentals));
  costs.add("bytes accessed", static_cast<float>(manifest.cost.bytesAccessed));
  addShardings(manifest.parameters, parameterShardings);
  addShardings(manifest.results, resultShardings);
}

/// Both keep what their pointers show alive until the caller is done.
struct PJRT_SerializedExecutable {
  weft::Ref<const weft::Executable> executable;
};
struct PJRT_SerializedCompileOptions {
  weft::Ref<const weft::Executable> executable;
};

namespace weft::pjrt {

static const Manifest &manifestOf(const PJRT_Executable *executable) {
  return executable->executable->manifest();
}

static Status executableDestroy(PJRT_Executable_Destroy_Args &args) {
  delete args.executable;
  return Status::success();
}

static Status executableName(PJRT_Executable_Name_Args &args) {
  const std::string &name = manifestOf(args.executable).name;
  args.executable_name = name.c_str();
  args.executable_name_size = name.size();
  return Status::success();
}

static Status executableNumReplicas(PJRT_Executable_NumReplicas_Args &args) {
  args.num_replicas = manifestOf(args.executable).replicas;
  return Status::success();
}

static Status
executableNumPartitions(PJRT_Executable_NumPartitions_Args &args) {
  args.num_partitions = manifestOf(args.executable).partitions;
  return Status::success();
}

static Status executableNumOutputs(PJRT_Executable_NumOutputs_Args &args) {
  args.num_outputs = manifestOf(args.executable).results.size();
  return Status::success();
}

static Status executableSizeOfGeneratedCode(
    PJRT_Executable_SizeOfGeneratedCodeInBytes_Args &args) {
  args.size_in_bytes =
      static_cast<int64_t>(manifestOf(args.executable).memory.code);
  return Status::success();
}

static Status
executableGetCostAnalysis(PJRT_Executable_GetCostAnalysis_Args &args) {
  args.properties = args.executable->costs.data();
  args.num_properties = args.executable->costs.size();
  return Status::success();
}

static Status
executableOutputMemoryKinds(PJRT_Executable_OutputMemoryKinds_Args &args) {
  args.num_outputs = args.executable->resultMemoryKinds.size();
  args.memory_kinds = args.executable->resultMemoryKinds.data();
  args.memory_kind_sizes = args.executable->resultMemoryKindSizes.data();
  return Status::success();
}

static Status executableParameterMemoryKinds(
    PJRT_Executable_ParameterMemoryKinds_Args &args) {
  args.num_parameters = args.executable->parameterMemoryKinds.size();
  args.memory_kinds = args.executable->parameterMemoryKinds.data();
  args.memory_kind_sizes = args.executable->parameterMemoryKindSizes.data();
  return Status::success();
}

static Status
executableOutputElementTypes(PJRT_Executable_OutputElementTypes_Args &args) {
  args.output_types = args.executable->resultTypes.data();
  args.num_output_types = args.executable->resultTypes.size();
  return Status::success();
}

static Status
executableOutputDimensions(PJRT_Executable_OutputDimensions_Args &args) {
  args.num_outputs = args.executable->resultRanks.size();
  args.dims = args.executable->resultDimensions.data();
  args.dim_sizes = args.executable->resultRanks.data();
  return Status::success();
}

/// Called twice: first for the size, then with room for the code.
static Status
executableOptimizedProgram(PJRT_Executable_OptimizedProgram_Args &args) {
  static constexpr std::string_view format = "mlir";
  PJRT_Program *program = args.program;
  if (program == nullptr) {
    return Status::invalidArgument("there is no program to fill");
  }
  std::string_view code =
      args.executable->executable->section(SectionKind::Program);
  program->format = format.data();
  program->format_size = format.size();
  if (program->code == nullptr) {
    program->code_size = code.size();
    return Status::success();
  }
  if (program->code_size < code.size()) {
    return Status::invalidArgument("the program has " +
                                   std::to_string(code.size()) +
                                   " bytes, the caller has room for " +
                                   std::to_string(program->code_size));
  }
  std::memcpy(program->code, code.data(), code.size());
  program->code_size = code.size();
  return Status::success();
}

static Status executableSerialize(PJRT_Executable_Serialize_Args &args) {
  const std::string &bytes = args.executable->executable->serialize();
  args.serialized_bytes = bytes.data();
  args.serialized_bytes_size = bytes.size();
  args.serialized_executable =
      new PJRT_SerializedExecutable{args.executable->executable};
  args.serialized_executable_deleter =
      [](PJRT_SerializedExecutable *serialized) { delete serialized; };
  return Status::success();
}

static Status
executableGetCompileOptions(PJRT_Executable_GetCompileOptions_Args &args) {
  std::string_view bytes =
      args.executable->executable->section(SectionKind::Options);
  args.serialized_bytes = bytes.data();
  args.serialized_bytes_size = bytes.size();
  args.serialized_compile_options =
      new PJRT_SerializedCompileOptions{args.executable->executable};
  args.serialized_compile_options_deleter =
      [](PJRT_SerializedCompileOptions *serialized) { delete serialized; };
  return Status::success();
}

static Status executableFingerprint(PJRT_Executable_Fingerprint_Args &args) {
  const std::string &fingerprint = args.executable->executable->fingerprint();
  args.executable_fingerprint = fingerprint.c_str();
  args.executable_fingerprint_size = fingerprint.size();
  return Status::success();
}

static Status executableGetCompiledMemoryStats(
    PJRT_Executable_GetCompiledMemoryStats_Args &args) {
  const MemoryReport &memory = manifestOf(args.executable).memory;
  uint64_t helpers = memory.helperBytes(args.executable->threads);
  uint64_t temporary = memory.temporary + helpers;
  uint64_t peak = memory.peak + helpers;
  args.generated_code_size_in_bytes = static_cast<int64_t>(memory.code);
  args.argument_size_in_bytes = static_cast<int64_t>(memory.arguments);
  args.output_size_in_bytes = static_cast<int64_t>(memory.results);
  args.alias_size_in_bytes = static_cast<int64_t>(memory.aliased);
  args.temp_size_in_bytes = static_cast<int64_t>(temporary);
  args.host_generated_code_size_in_bytes = 0;
  args.host_argument_size_in_bytes = 0;
  args.host_output_size_in_bytes = 0;
  args.host_alias_size_in_bytes = 0;
  args.host_temp_size_in_bytes = 0;
  using Args = PJRT_Executable_GetCompiledMemoryStats_Args;
  auto total = static_cast<int64_t>(memory.arguments + memory.results -
                                    memory.aliased + temporary);
  if (covers(args, &Args::peak_memory_in_bytes)) {
    args.peak_memory_in_bytes = static_cast<int64_t>(peak);
  }
  if (covers(args, &Args::total_size_in_bytes)) {
    args.total_size_in_bytes = total;
  }
  if (covers(args, &Args::total_allocation_bytes)) {
    args.total_allocation_bytes = total;
  }
  if (covers(args, &Args::indefinite_allocations)) {
    args.indefinite_allocations = 0;
  }
  if (covers(args, &Args::peak_unpadded_heap_bytes)) {
    args.peak_unpadded_heap_bytes = static_cast<int64_t>(peak);
  }
  return Status::success();
}

void fillExecutableSlots(PJRT_Api &api) {
  api.PJRT_Executable_Destroy =
      entry<executableDestroy, &PJRT_Executable_Destroy_Args::executable>;
  api.PJRT_Executable_Name =
      entry<executableName, &PJRT_Executable_Name_Args::executable_name_size>;
  api.PJRT_Executable_NumReplicas =
      entry<executableNumReplicas,
            &PJRT_Executable_NumReplicas_Args::num_replicas>;
  api.PJRT_Executable_NumPartitions =
      entry<executableNumPartitions,
            &PJRT_Executable_NumPartitions_Args::num_partitions>;
  api.PJRT_Executable_NumOutputs =
      entry<executableNumOutputs,
            &PJRT_Executable_NumOutputs_Args::num_outputs>;
  api.PJRT_Executable_SizeOfGeneratedCodeInBytes =
      entry<executableSizeOfGeneratedCode,
            &PJRT_Executable_SizeOfGeneratedCodeInBytes_Args::size_in_bytes>;
  api.PJRT_Executable_GetCostAnalysis =
      entry<executableGetCostAnalysis,
            &PJRT_Executable_GetCostAnalysis_Args::properties>;
  api.PJRT_Executable_OutputMemoryKinds =
      entry<executableOutputMemoryKinds,
            &PJRT_Executable_OutputMemoryKinds_Args::memory_kind_sizes>;
  api.PJRT_Executable_ParameterMemoryKinds =
      entry<executableParameterMemoryKinds,
            &PJRT_Executable_ParameterMemoryKinds_Args::memory_kind_sizes>;
  api.PJRT_Executable_OutputElementTypes =
      entry<executableOutputElementTypes,
            &PJRT_Executable_OutputElementTypes_Args::num_output_types>;
  api.PJRT_Executable_OutputDimensions =
      entry<executableOutputDimensions,
            &PJRT_Executable_OutputDimensions_Args::dim_sizes>;
  api.PJRT_Executable_OptimizedProgram =
      entry<executableOptimizedProgram,
            &PJRT_Executable_OptimizedProgram_Args::program>;
  api.PJRT_Executable_Serialize =
      entry<executableSerialize,
            &PJRT_Executable_Serialize_Args::serialized_executable_deleter>;
  api.PJRT_Executable_GetCompileOptions =
      entry<executableGetCompileOptions,
            &PJRT_Executable_GetCompileOptions_Args::
                serialized_compile_options_deleter>;
  api.PJRT_Executable_Fingerprint =
      entry<executableFingerprint,
            &PJRT_Executable_Fingerprint_Args::executable_fingerprint_size>;
  api.PJRT_Executable_GetCompiledMemoryStats = entry<
      executableGetCompiledMemoryStats,
      &PJRT_Executable_GetCompiledMemoryStats_Args::host_temp_size_in_bytes>;
}

} // namespace weft::pjrt
