// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of 64 bits that fit into 32 are computed in 32.
//
// Places in arrays are written as numbers of 64 bits, since arrays may be that
// large. Most are not, and a GPU has registers and instructions of 32 bits: a
// sum of 64 is two of them, a product four, a division by a constant a dozen.
//
// Numbers of blocks and threads, sizes of arrays and ends of loops are known
// when code is written. They bound what is computed from them, so it follows
// for each number between which ends it lies (llvm::ConstantRange):
//
//   block in [0, 16), thread in [0, 128)
//   place = block * 4096 + thread * 4     in [0, 61948]: 32 bits do
//   place < 100000                        is true, and asked no longer
//
// What does not follow stays as it is: places in an array of 2^32 elements, and
// numbers that are read from memory.

#pragma once

#include <llvm/IR/PassManager.h>

namespace weft::code {

class NarrowNumbers : public llvm::PassInfoMixin<NarrowNumbers> {
public:
  /// Needs the analyses of loops and of scalar evolution.
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace weft::code
