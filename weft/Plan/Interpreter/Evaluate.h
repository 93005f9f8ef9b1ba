// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans are executed by the reference interpreter: `plan.program` is a function
// to it, and the regions of kernels are StableHLO. What is added here are the
// operations of the dialect.
//
//   OpTable table = reference::standardOpTable();
//   plan::addPlanOps(table);
//   auto interpreter = Interpreter::create(module, limits, table);
//   interpreter->run("main", arguments);
//
// This executes the values of a plan, of any stage, and looks at no place. From
// stage placed on Arena.h executes the bytes.

#pragma once

#include "weft/Plan/IR/Plan.h"
#include "weft/StableHLO/Interpreter/OpTable.h"

namespace weft::plan {

void addPlanOps(reference::OpTable &table);

/// The index of a view, brought into the range that keeps it in its source.
int64_t clampIndex(ViewOp view, const reference::Tensor &index);

} // namespace weft::plan
