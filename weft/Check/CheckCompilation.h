// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Check mode for who compiles: the plugin.

#pragma once

#include "weft/Check/CheckStages.h"

namespace weft {

/// Success where all stages agree on made-up inputs. INTERNAL where one does
/// not, with its name and the file that the reduced program was written to: in
/// the folder WEFT_CHECK_DIR, else in the one for temporary files. Programs
/// that cannot be executed by the interpreter are let through; why is said on
/// standard error. `runOnTarget` as in CheckStagesOptions.
Status checkCompilation(std::string_view program, const CompileOptions &options,
                        runtime::TensorRunner runOnTarget = {});

/// What a finding is, for people: comments, then the reduced program with its
/// inputs. `file` is where the reader will find it, `target` what the program
/// was compiled for.
std::string describeFinding(const StagesReport &report,
                            const CheckedProgram &small,
                            const std::string &target, const std::string &file);

} // namespace weft
