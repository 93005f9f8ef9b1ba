// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steps of a plan in words.

#pragma once

#include "weft/Plan/IR/Plan.h"

namespace weft::plan {

/// A kernel's own, else that of its kind.
std::string nameOfStep(mlir::Operation *step);
/// "model.py:12" in the user's program; empty where that is not known.
std::string lineOfStep(mlir::Operation *step);
/// " at " a line, if there is one.
std::string atLine(const std::string &line);
/// Both.
std::string describeStep(mlir::Operation *step);

} // namespace weft::plan
