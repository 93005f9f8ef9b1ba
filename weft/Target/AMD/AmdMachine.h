// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// AMD's answers to what Target/GPU asks of a machine. A warp is a wave, of 64
// lanes or 32 as the row says, a block a workgroup, and memory on the chip is
// LDS, whose size is part of the code. Matrix instructions are those of the
// machine's row, which are named as LLVM names them.

#pragma once

#include "weft/Target/GPU/GpuMachine.h"

#include <memory>

namespace weft::amd {

using gpu::Builder;
using gpu::Pieces;

class AmdMachine : public gpu::GpuMachine {
public:
  explicit AmdMachine(Machine row) : GpuMachine(std::move(row), "AMD GPUs") {}

  void makeEntry(llvm::Function &function, int64_t threads,
                 bool exactly) const override;
  llvm::Value *number(Builder &builder, gpu::Number number) const override;
  /// In a scalar register.
  llvm::Value *uniform(Builder &builder, llvm::Value *value) const override;
  llvm::Value *exchange(Builder &builder, llvm::Value *word, llvm::Value *lane,
                        uint32_t bits) const override;
  llvm::Value *shuffle(Builder &builder, llvm::Value *word,
                       llvm::Value *from) const override;
  llvm::Value *ballot(Builder &builder, llvm::Value *condition) const override;
  void warpBarrier(Builder &builder) const override;
  void barrier(Builder &builder) const override;
  const char *deviceScope() const override { return "agent"; }
  llvm::GlobalVariable *sharedMemory(llvm::Module &module,
                                     const std::string &name,
                                     int64_t bytes) const override;
  /// One vector.
  Pieces operand(Builder &builder, const MatrixInstruction &instruction,
                 llvm::ArrayRef<llvm::Value *> elements) const override;
  Pieces multiply(Builder &builder, const MatrixInstruction &instruction,
                  llvm::ArrayRef<llvm::Value *> lhs,
                  llvm::ArrayRef<llvm::Value *> rhs,
                  llvm::ArrayRef<llvm::Value *> sums) const override;
};

/// The GPU of a row of the machine table. LLVM can write object files, which a
/// linker makes code objects of, and assembly language for it from then on.
/// Nothing runs them yet.
std::unique_ptr<gpu::GpuMachine> createAmdMachine(Machine row);

} // namespace weft::amd
