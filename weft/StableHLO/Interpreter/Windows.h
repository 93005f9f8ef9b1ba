// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sliding windows at run time: see weft/StableHLO/IR/Window.h for their
// geometry. Padding may come from the program's data, hence the wide
// arithmetic.

#pragma once

#include "weft/StableHLO/IR/Window.h"
#include "weft/StableHLO/Interpreter/IndexSpace.h"

namespace weft::reference {

/// The index space of one window.
Shape windowShape(llvm::ArrayRef<stablehlo::WindowDimension> windows);

/// How many places the windows have over an operand of the given shape.
Shape windowPositions(llvm::ArrayRef<stablehlo::WindowDimension> windows,
                      llvm::ArrayRef<int64_t> extents);

/// Sets `index` to the operand's index under element `offset` of the window at
/// `position`; false on padding and in the holes of a dilated operand.
bool operandIndex(llvm::ArrayRef<stablehlo::WindowDimension> windows,
                  llvm::ArrayRef<int64_t> extents,
                  llvm::ArrayRef<int64_t> position,
                  llvm::ArrayRef<int64_t> offset, Index &index);

} // namespace weft::reference
