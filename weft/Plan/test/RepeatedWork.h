// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether what is computed more than once has a reason on record. Operations
// are told apart by their origins (weft/Support/Origins.h): attach the log, and
// so number them, when the plan is built and nothing is fused.

#pragma once

#include "weft/Plan/IR/Plan.h"
#include "weft/Support/Decisions.h"

#include <map>
#include <set>
#include <string>

namespace weft::plan {

/// The expensive operations of a plan by origin, as text.
std::map<uint32_t, std::string> findExpensive(ProgramOp program);

/// In how many places of all kernels the operations are.
std::map<uint32_t, unsigned>
countPlaces(ProgramOp program,
            const std::map<uint32_t, std::string> &expensive);

/// The origins that records name as computed more than once.
std::set<uint32_t> findRecorded(const DecisionLog &log);

} // namespace weft::plan
