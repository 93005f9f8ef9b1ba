// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVIDIA's answers to what Target/GPU asks of a machine: instructions of PTX by
// LLVM's names for them.

#pragma once

#include "weft/Target/GPU/GpuMachine.h"

#include <memory>

namespace weft::nvidia {

using gpu::Builder;
using gpu::Pieces;

class NvidiaMachine : public gpu::GpuMachine {
public:
  explicit NvidiaMachine(Machine row)
      : GpuMachine(std::move(row), "NVIDIA GPUs") {}

  void makeEntry(llvm::Function &function, int64_t threads,
                 bool exactly) const override;
  /// Kernels of Hopper and later may be launched while those before them still
  /// run: the first thing that they do is to wait for their end. Those after
  /// them may come as soon as all of their blocks have begun.
  void finishText(std::string &text) const override;
  std::string assembler() const override;
  StatusOr<AssembledKernel> assemble(const std::string &assembler,
                                     const std::string &text) const override;
  std::string guardText(const std::string &text,
                        std::span<const GuardTest> tests,
                        bool writesGuard) const override;
  llvm::Value *number(Builder &builder, gpu::Number number) const override;
  llvm::Value *exchange(Builder &builder, llvm::Value *word, llvm::Value *lane,
                        uint32_t bits) const override;
  llvm::Value *shuffle(Builder &builder, llvm::Value *word,
                       llvm::Value *from) const override;
  llvm::Value *ballot(Builder &builder, llvm::Value *condition) const override;
  void warpBarrier(Builder &builder) const override;
  void barrier(Builder &builder) const override;
  const char *deviceScope() const override { return "device"; }
  /// Without a size: a launch says how many bytes it brings, which may be more
  /// than code can.
  llvm::GlobalVariable *sharedMemory(llvm::Module &module,
                                     const std::string &name,
                                     int64_t bytes) const override;
  llvm::Value *roughly(Builder &builder, gpu::RoughFunction function,
                       llvm::ArrayRef<llvm::Value *> x) const override;
  llvm::Value *roundPair(Builder &builder, llvm::Value *first,
                         llvm::Value *second) const override;
  Pieces readMatrices(Builder &builder, llvm::Value *address,
                      bool transposed) const override;
  void addToNeighbours(Builder &builder, llvm::Value *address,
                       llvm::ArrayRef<llvm::Value *> floats) const override;
  void send(Builder &builder, llvm::Value *to, llvm::Value *from, int64_t bytes,
            llvm::Value *live) const override;
  void commit(Builder &builder) const override;
  void await(Builder &builder, int64_t outstanding) const override;
  /// As many elements per register of 32 bits as there is room for; those of
  /// f32 rounded to TF32, to nearest.
  Pieces operand(Builder &builder, const MatrixInstruction &instruction,
                 llvm::ArrayRef<llvm::Value *> elements) const override;
  Pieces multiply(Builder &builder, const MatrixInstruction &instruction,
                  llvm::ArrayRef<llvm::Value *> lhs,
                  llvm::ArrayRef<llvm::Value *> rhs,
                  llvm::ArrayRef<llvm::Value *> sums) const override;
};

/// The GPU of a row of the machine table. LLVM can write PTX from then on.
std::unique_ptr<gpu::GpuMachine> createNvidiaMachine(Machine row);

} // namespace weft::nvidia
