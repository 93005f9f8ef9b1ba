// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of machines, a function per family.

#pragma once

#include "weft/Machine/Machine.h"

namespace weft {

std::vector<Machine> cpuMachines();
std::vector<Machine> nvidiaMachines();
std::vector<Machine> amdMachines();

/// What rows of GPUs have in common.
Machine genericGpu(int64_t multiprocessors);

/// SVE registers of any power of two are used, by vectors of at most 64 bytes:
/// tiles are made for no larger ones.
void useScalable(Machine &cpu, int64_t bytes);

/// The instructions that add up several products at once, by the features and
/// the registers of a CPU.
void findDotInstructions(Machine &cpu);

/// Whether an instruction of a CPU has its sums as squares of m x n in ordinary
/// registers, and k terms of m rows, or of n columns, in one of a factor.
bool sumsSquares(const MatrixInstruction &row);

} // namespace weft
