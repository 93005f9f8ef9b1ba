// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides which values share bytes: stage ordered to stage shared.
//
// Where the plan itself says that values share (what a loop carries, results of
// branches, donated arguments), copies are inserted everywhere first, so that
// every sharing is right (BorderCopies.h). Then each copy is taken away again
// whose source and result can be the same bytes; then results move into donated
// arguments, slices become views, and kernels write over operands they read for
// the last time. Each of these is one question: may two storage classes become
// one (Storage.h)? Those that save most are asked first. A kernel that updates
// an operand which would have to be copied for it may be faster if it reads the
// old one and writes all of the new one elsewhere.
//
// It runs after the order is fixed, since whether a value is still needed is a
// matter of order. Each value then carries `plan.storage`; kernels that
// overwrite have `inplace`; the copies that stayed have a record of who forced
// them.

#pragma once

#include "weft/Plan/IR/Plan.h"
#include "weft/Plan/Memory/Overwrite.h"
#include "weft/Plan/Memory/SliceView.h"

namespace weft::plan {

/// `apart` says which updates are faster elsewhere; none where it is null.
void shareStorage(ProgramOp program,
                  const OverwriteRule &rule = regionAllowsOverwrite,
                  IndexKnownTo indices = IndexKnownTo::Plan,
                  const ApartRule &apart = nullptr);

/// How many bytes each loop would copy in a turn. For a program that is not
/// needed any more: it is left with copies at all borders. Branches that only
/// copy are left out.
llvm::DenseMap<mlir::Operation *, int64_t>
findLoopCopies(ProgramOp program, const OverwriteRule &rule);

} // namespace weft::plan
