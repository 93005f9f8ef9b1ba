// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/Compiler/CompileOptions.h"
#include "weft/Machine/Machine.h"
#include "weft/Support/Decisions.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace weft {

/// Looks at the options a user gave by name.
///
/// A name that is neither Weft's nor XLA's is a mistake and is refused. XLA's
/// are those that begin with `xla_`: programs carry them for the back ends
/// they also run on, so that they are ignored here, whether or not the name
/// exists in this version of XLA. Of the names in the table the value must fit
/// the type. What is ignored is recorded.
Status checkOptions(const CompileOptions &options, DecisionLog &log);

/// What runs the program: the option, the environment, or the caller's wish.
StatusOr<Engine> engineOf(const CompileOptions &options);

/// What the program is compiled for, with the calibration that the environment
/// names.
StatusOr<Machine> machineOf(const CompileOptions &options);

/// Whether the program is to be executed after each stage: the option
/// `weft_check_passes`, else the environment variable WEFT_CHECK_PASSES.
bool checksPasses(const CompileOptions &options);

/// Whether results may not depend on which thread is first, as sums of floats
/// in scatters on GPUs do otherwise: `xla_gpu_deterministic_ops`.
bool isDeterministic(const CompileOptions &options);

/// Whether products of f32 take all digits of their factors whatever precision
/// they ask for: the option `weft_exact_products`.
bool hasExactProducts(const CompileOptions &options);

/// How long something may run, zero for any time; `what` says so.
StatusOr<std::chrono::milliseconds> parseTimeLimit(std::string_view value,
                                                   const std::string &what);

/// How long runs of the program may take; nothing where it does not say so, and
/// zero where they may take any time: the option `weft_deadline_ms`.
StatusOr<std::optional<std::chrono::milliseconds>>
timeLimitOf(const CompileOptions &options);

} // namespace weft
