// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/Options.h"

#include "weft/Machine/Calibration.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace weft {
namespace {

enum class ValueKind { Boolean, Integer, Real, Text };

struct KnownOption {
  std::string_view name;
  ValueKind kind;
};

/// XLA's options that programs commonly set, by name.
constexpr KnownOption kKnown[] = {
    {"xla_allow_excess_precision", ValueKind::Boolean},
    {"xla_backend_optimization_level", ValueKind::Integer},
    {"xla_cpu_enable_fast_math", ValueKind::Boolean},
    {"xla_cpu_enable_fast_min_max", ValueKind::Boolean},
    {"xla_cpu_fast_math_honor_division", ValueKind::Boolean},
    {"xla_cpu_fast_math_honor_functions", ValueKind::Boolean},
    {"xla_cpu_fast_math_honor_infs", ValueKind::Boolean},
    {"xla_cpu_fast_math_honor_nans", ValueKind::Boolean},
    {"xla_cpu_max_isa", ValueKind::Text},
    {"xla_cpu_multi_thread_eigen", ValueKind::Boolean},
    {"xla_cpu_parallel_codegen_split_count", ValueKind::Integer},
    {"xla_cpu_prefer_vector_width", ValueKind::Integer},
    {"xla_detailed_logging", ValueKind::Boolean},
    {"xla_disable_all_hlo_passes", ValueKind::Boolean},
    {"xla_disable_hlo_passes", ValueKind::Text},
    {"xla_dump_disable_metadata", ValueKind::Boolean},
    {"xla_dump_hlo_as_dot", ValueKind::Boolean},
    {"xla_dump_hlo_as_html", ValueKind::Boolean},
    {"xla_dump_hlo_as_long_text", ValueKind::Boolean},
    {"xla_dump_hlo_as_proto", ValueKind::Boolean},
    {"xla_dump_hlo_as_text", ValueKind::Boolean},
    {"xla_dump_hlo_module_re", ValueKind::Text},
    {"xla_dump_hlo_pass_re", ValueKind::Text},
    {"xla_dump_hlo_pipeline_re", ValueKind::Text},
    {"xla_dump_hlo_snapshots", ValueKind::Boolean},
    {"xla_dump_include_timestamp", ValueKind::Boolean},
    {"xla_dump_max_hlo_modules", ValueKind::Integer},
    {"xla_dump_module_metadata", ValueKind::Boolean},
    {"xla_dump_to", ValueKind::Text},
    {"xla_embed_ir_in_executable", ValueKind::Boolean},
    {"xla_enable_fast_math", ValueKind::Boolean},
    {"xla_force_host_platform_device_count", ValueKind::Integer},
    {"xla_gpu_all_gather_combine_threshold_bytes", ValueKind::Integer},
    {"xla_gpu_all_reduce_combine_threshold_bytes", ValueKind::Integer},
    {"xla_gpu_auto_spmd_partitioning_memory_budget_gb", ValueKind::Integer},
    {"xla_gpu_auto_spmd_partitioning_memory_budget_ratio", ValueKind::Real},
    {"xla_gpu_autotune_level", ValueKind::Integer},
    {"xla_gpu_cublas_fallback", ValueKind::Boolean},
    {"xla_gpu_cuda_data_dir", ValueKind::Text},
    {"xla_gpu_cudnn_gemm_fusion_level", ValueKind::Integer},
    {"xla_gpu_deterministic_ops", ValueKind::Boolean},
    {"xla_gpu_dump_autotune_results_to", ValueKind::Text},
    {"xla_gpu_enable_cublaslt", ValueKind::Boolean},
    {"xla_gpu_enable_highest_priority_async_stream", ValueKind::Boolean},
    {"xla_gpu_enable_latency_hiding_scheduler", ValueKind::Boolean},
    {"xla_gpu_enable_pipelined_all_gather", ValueKind::Boolean},
    {"xla_gpu_enable_pipelined_all_reduce", ValueKind::Boolean},
    {"xla_gpu_enable_pipelined_reduce_scatter", ValueKind::Boolean},
    {"xla_gpu_enable_triton_gemm", ValueKind::Boolean},
    {"xla_gpu_enable_while_loop_double_buffering", ValueKind::Boolean},
    {"xla_gpu_exclude_nondeterministic_ops", ValueKind::Boolean},
    {"xla_gpu_graph_min_graph_size", ValueKind::Integer},
    {"xla_gpu_kernel_cache_file", ValueKind::Text},
    {"xla_gpu_load_autotune_results_from", ValueKind::Text},
    {"xla_gpu_memory_limit_slop_factor", ValueKind::Integer},
    {"xla_gpu_per_fusion_autotune_cache_dir", ValueKind::Text},
    {"xla_gpu_reduce_scatter_combine_threshold_bytes", ValueKind::Integer},
    {"xla_gpu_triton_gemm_any", ValueKind::Boolean},
    {"xla_llvm_disable_expensive_passes", ValueKind::Boolean},
};

constexpr std::string_view kForXla = "xla_";

template <class Number> bool readsAs(std::string_view text) {
  Number number;
  auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

bool isBoolean(std::string_view text) {
  constexpr std::string_view words[] = {"true",  "false", "True",
                                        "False", "1",     "0"};
  return std::ranges::find(words, text) != std::end(words);
}

/// Nothing if the value is of the kind, else what to use.
std::string_view expectation(ValueKind kind, std::string_view value) {
  switch (kind) {
  case ValueKind::Boolean:
    return isBoolean(value) ? "" : "bool value: use true or false";
  case ValueKind::Integer:
    return readsAs<int64_t>(value) ? "" : "int value: use a whole number";
  case ValueKind::Real:
    return readsAs<double>(value) ? "" : "float value: use a number";
  case ValueKind::Text:
    return "";
  }
  return "";
}

constexpr std::string_view kEngine = "weft_engine";
constexpr std::string_view kCheckPasses = "weft_check_passes";
constexpr std::string_view kExactProducts = "weft_exact_products";
constexpr std::string_view kDeadline = "weft_deadline_ms";
constexpr std::string_view kDeterministic = "xla_gpu_deterministic_ops";

bool isTrue(std::string_view text) {
  return text == "true" || text == "True" || text == "1";
}

StatusOr<Engine> parseEngine(std::string_view value, const std::string &what) {
  if (value == "native") {
    return Engine::Native;
  }
  if (value == "interpreter") {
    return Engine::Interpreter;
  }
  return Status::invalidArgument(what + ": '" + std::string(value) +
                                 "' is no engine: use native or interpreter");
}

} // namespace

StatusOr<Engine> engineOf(const CompileOptions &options) {
  auto chosen = options.overrides.find(std::string(kEngine));
  if (chosen != options.overrides.end()) {
    return parseEngine(chosen->second, "compile option " + chosen->first);
  }
  if (const char *value = std::getenv("WEFT_ENGINE")) {
    return parseEngine(value, "the environment variable WEFT_ENGINE");
  }
  return options.engine;
}

StatusOr<Machine> machineOf(const CompileOptions &options) {
  WEFT_ASSIGN_OR_RETURN(Machine machine, findMachine(options.target));
  WEFT_RETURN_IF_ERROR(applyNamedCalibration(machine));
  return machine;
}

bool checksPasses(const CompileOptions &options) {
  auto chosen = options.overrides.find(std::string(kCheckPasses));
  if (chosen != options.overrides.end()) {
    return isTrue(chosen->second);
  }
  const char *value = std::getenv("WEFT_CHECK_PASSES");
  return value && isTrue(value);
}

bool isDeterministic(const CompileOptions &options) {
  auto chosen = options.overrides.find(std::string(kDeterministic));
  return chosen != options.overrides.end() && isTrue(chosen->second);
}

bool hasExactProducts(const CompileOptions &options) {
  auto chosen = options.overrides.find(std::string(kExactProducts));
  return chosen != options.overrides.end() && isTrue(chosen->second);
}

StatusOr<std::chrono::milliseconds> parseTimeLimit(std::string_view value,
                                                   const std::string &what) {
  int64_t time = 0;
  auto [end, error] =
      std::from_chars(value.data(), value.data() + value.size(), time);
  if (error != std::errc() || end != value.data() + value.size() || time < 0) {
    return Status::invalidArgument(what + ": '" + std::string(value) +
                                   "' is no limit of time: use a whole number "
                                   "of milliseconds, 0 for none");
  }
  return std::chrono::milliseconds(time);
}

StatusOr<std::optional<std::chrono::milliseconds>>
timeLimitOf(const CompileOptions &options) {
  std::optional<std::chrono::milliseconds> limit;
  auto chosen = options.overrides.find(std::string(kDeadline));
  if (chosen != options.overrides.end()) {
    WEFT_ASSIGN_OR_RETURN(
        limit,
        parseTimeLimit(chosen->second, "compile option " + chosen->first));
  }
  return limit;
}

Status checkOptions(const CompileOptions &options, DecisionLog &log) {
  log.beginStage("options");
  for (const auto &[name, value] : options.overrides) {
    if (name == kEngine) {
      WEFT_RETURN_IF_ERROR(
          parseEngine(value, "compile option " + name).status());
      continue;
    }
    if (name == kCheckPasses || name == kExactProducts) {
      if (!isBoolean(value)) {
        return Status::invalidArgument(
            "compile option " + name + ": '" + value + "' is not a valid " +
            std::string(expectation(ValueKind::Boolean, value)));
      }
      continue;
    }
    if (name == kDeadline) {
      WEFT_RETURN_IF_ERROR(timeLimitOf(options).status());
      continue;
    }
    if (!name.starts_with(kForXla)) {
      // JAX and its users look for the first words.
      return Status::invalidArgument(
          "No such compile option: '" + name + "'; Weft has " +
          std::string(kEngine) + ", " + std::string(kCheckPasses) + ", " +
          std::string(kExactProducts) + " and " + std::string(kDeadline) +
          ", and ignores those that begin with xla_");
    }
    const auto *known =
        std::ranges::find(kKnown, std::string_view(name), &KnownOption::name);
    if (known != std::end(kKnown)) {
      std::string_view wanted = expectation(known->kind, value);
      if (!wanted.empty()) {
        return Status::invalidArgument("compile option " + name + ": '" +
                                       value + "' is not a valid " +
                                       std::string(wanted));
      }
    }
    if (name == kDeterministic) {
      continue;
    }
    Decision ignored;
    ignored.kind = DecisionKind::Import;
    ignored.verdict = Verdict::Refused;
    ignored.reason = Reason::OptionIgnored;
    ignored.subject = name;
    log.add("", std::move(ignored));
  }
  log.endStage();
  return Status::success();
}

} // namespace weft
