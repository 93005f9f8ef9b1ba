// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plan dialect: attributes, operations, and what any pass on plans asks of
// its values.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"

#include <mlir/Interfaces/FunctionInterfaces.h>

#include "weft/Plan/IR/Dialect.h.inc"

#include "weft/Plan/IR/Enums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "weft/Plan/IR/Attributes.h.inc"

#define GET_OP_CLASSES
#include "weft/Plan/IR/Ops.h.inc"

namespace weft::plan {

/// Names of the attributes that any operation, argument or result may carry.
inline constexpr llvm::StringLiteral kRecordName = "plan.record";
inline constexpr llvm::StringLiteral kStorageName = "plan.storage";
inline constexpr llvm::StringLiteral kPlaceName = "plan.place";
inline constexpr llvm::StringLiteral kAfterName = "plan.after";
inline constexpr llvm::StringLiteral kDonateName = "plan.donate";
inline constexpr llvm::StringLiteral kSpaceName = "plan.space";

/// P3: what fusion stops at, and what no kernel may exceed.
inline constexpr unsigned kMaximumFusedValues = 64;
inline constexpr unsigned kMaximumFusedResults = 16;
inline constexpr unsigned kMaximumFusedOperations = 256;
inline constexpr unsigned kMaximumLoopOperations = 2000;
inline constexpr unsigned kMaximumPointers = 480;

/// Bytes one element takes: whole bytes, as in the buffers of the CPU and in
/// the interpreter. Nothing for types that have no bytes.
std::optional<int64_t> elementBytes(mlir::Type type);

/// Bytes of a tensor; 0 for tokens and what is pending.
int64_t byteSize(mlir::Type type);

/// Whether values of the type lie in memory.
inline bool hasBytes(mlir::Type type) {
  return mlir::isa<mlir::RankedTensorType>(type);
}

/// The hero an operation makes of the kernel around it, None for the rest.
Hero heroOf(mlir::Operation *operation);

/// Whether an operation computes each element of its results from the elements
/// at the same place of those operands that are no scalars beside it.
bool isElementwise(mlir::Operation *operation);

/// The number of operations of a kernel's region: those of its block, and of
/// what runs inside loops and phases of it. Bodies of reductions and the like
/// do not count, terminators neither.
unsigned countOperations(mlir::Region &region);

/// Whether a kernel computes single numbers, and no sums: one thread does.
bool isOfNumbers(KernelOp kernel);

/// Whether a step keeps its order among others of this kind although no value
/// says so: collectives, the same on all devices; random numbers, which are
/// drawn one after the other; what tests do; and loops and branches around
/// such.
bool keepsOrder(mlir::Operation *step);

/// What a step looks at before it is run: the number of the branch that is
/// taken of so many, where the step is of one of them. Out of range is the last
/// one. A condition that holds is branch 1 of 2.
struct StepGuard {
  mlir::Value number;
  int64_t branch = 1;
  int64_t branches = 2;
};

/// How many of them a step can have.
inline constexpr size_t kMaximumGuards = 2;

/// What a step looks at, the outermost first: the condition of a loop that is
/// told several turns at once, around its body, and the numbers of branches
/// that are guarded. A loop or branch without guards is decided before any of
/// what is inside of it, so that nothing outside of it is looked at there.
llvm::SmallVector<StepGuard, kMaximumGuards> guardsOf(mlir::Operation *step);

/// Whether steps can look at a number: at a boolean, or 32 bits.
bool canBeLookedAt(mlir::Value number);

/// Whether a step can look at a number before it is run, or there is nothing to
/// run.
bool canLook(mlir::Operation *step);

/// How many numbers the steps of a block look at, of branches inside of it.
size_t guardsWithin(mlir::Block &block);

/// Whether an operation takes part in the chain of effects: a token is among
/// its operands or results.
bool isChained(mlir::Operation *operation);

/// The only token among values, null if there is none.
mlir::Value findToken(mlir::ValueRange values);

/// The code of the reason an operation is as it is; empty if none was given.
llvm::StringRef getRecord(mlir::Operation *operation);
void setRecord(mlir::Operation *operation, llvm::StringRef code);

} // namespace weft::plan
