// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elementwise operations of `arith` and `math`, one element at a time.

#pragma once

#include "weft/StableHLO/Interpreter/Element.h"
#include "weft/Support/Status.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallVector.h>
#include <mlir/IR/Operation.h>

#include <functional>

namespace weft::tile {

/// From one element per operand to one per result, which it appends.
using Evaluator =
    std::function<Status(llvm::ArrayRef<reference::Element> operands,
                         llvm::SmallVectorImpl<reference::Element> &results)>;

/// What an elementwise operation does to its elements; an error where the model
/// does not know it.
StatusOr<Evaluator> arithEvaluator(mlir::Operation *operation);
StatusOr<Evaluator> mathEvaluator(mlir::Operation *operation);

/// The value of an integer read with its sign: a true boolean is -1.
int64_t signedValue(const reference::Element &element);
/// The value of an integer read without a sign.
uint64_t unsignedValue(const reference::Element &element);

} // namespace weft::tile
