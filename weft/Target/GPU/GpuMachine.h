// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is left to a family of GPUs.
//
// GPUs run the same kind of program: threads in blocks, which take steps
// together in warps, exchange values inside of a warp, meet at barriers, and
// share memory on the chip. How a tile program becomes one is written once, in
// this room, in LLVM's language; LLVM turns that into the instructions of each.
// What LLVM has no common word for is asked here. A family answers, and brings
// its tables:
//
//   where am I          the numbers of thread and block, and how many there are
//   inside of a warp    a value that all lanes have, another lane's value, the
//                       lanes for which a condition holds, the barrier
//   inside of a block   the barrier, memory on the chip, what is in flight to
//   it instructions        reading matrices, one product per row of the table
//   of
//                       the machine (MatrixInstruction), functions of few
//                       digits
//   the entry           calling convention and attributes
//
// Sizes are the machine's row (weft/Machine): lanes of a warp, bytes on the
// chip, banks. No code asks for a family by name.

#pragma once

#include "weft/Executable/AssembledKernel.h"
#include "weft/Executable/CommandProgram.h"
#include "weft/Machine/Machine.h"
#include "weft/Target/Code/Lanes.h"
#include "weft/Target/Code/Vectors.h"

#include <llvm/IR/Module.h>

#include <span>

namespace weft::gpu {

using code::Builder;
using code::Pieces;

// Address spaces, which LLVM numbers alike for all families.
constexpr unsigned globalSpace = 1;
constexpr unsigned sharedSpace = 3;

/// Functions that machines have fast instructions for, of few digits: 2^x, the
/// logarithm to the base 2, the hyperbolic tangent, x / y.
enum class RoughFunction { Exp2, Log2, Tanh, Quotient };

/// Of this thread in its block, of its block, and of all of them.
enum class Number { Thread, Block, ThreadsOfBlock, Blocks };

class GpuMachine {
public:
  GpuMachine(Machine row, const char *family)
      : row(std::move(row)), family(family) {}
  virtual ~GpuMachine() = default;

  const Machine row;
  /// In messages, as in "has no form on NVIDIA GPUs".
  const char *const family;

  /// Makes a function an entry that can be launched: blocks of so many threads,
  /// or of as many at most.
  virtual void makeEntry(llvm::Function &function, int64_t threads,
                         bool exactly) const = 0;

  /// Adds to finished text what has to come before anything that LLVM could
  /// move to the front.
  virtual void finishText(std::string &) const {}

  /// The program that assembles text ahead of time; empty where there is none.
  virtual std::string assembler() const { return {}; }
  /// What that program makes of a kernel's text, as a driver would be given it.
  virtual StatusOr<AssembledKernel> assemble(const std::string &,
                                             const std::string &) const {
    return Status::unimplemented(std::string(family) + " have no assembler");
  }

  /// Finished text of a kernel with more arguments, the addresses of numbers:
  /// where one of them is not what it has to be, it does nothing, and looks at
  /// no more of them. One that then writes such a number is run by one block,
  /// all threads of which have looked at it before. Empty where there is none.
  virtual std::string guardText(const std::string &, std::span<const GuardTest>,
                                bool /*writesGuard*/) const {
    return {};
  }

  /// An i32.
  virtual llvm::Value *number(Builder &builder, Number number) const = 0;
  /// The same of a launch in which it is below `end`, which LLVM is told.
  llvm::Value *numberBelow(Builder &builder, Number number, int64_t end) const;

  /// A number of which this room knows that it is the same in all lanes of a
  /// warp, said so that LLVM knows, where it can use that.
  virtual llvm::Value *uniform(Builder &, llvm::Value *value) const {
    return value;
  }

  /// A word (i32) of the lane whose number differs from this one's in these
  /// bits. All lanes take part.
  virtual llvm::Value *exchange(Builder &builder, llvm::Value *word,
                                llvm::Value *lane, uint32_t bits) const = 0;

  /// A word of the lane with a number (i32). All lanes take part.
  virtual llvm::Value *shuffle(Builder &builder, llvm::Value *word,
                               llvm::Value *from) const = 0;

  /// In which lanes a condition holds: an integer of as many bits. All lanes
  /// take part.
  virtual llvm::Value *ballot(Builder &builder,
                              llvm::Value *condition) const = 0;

  /// Waits for all lanes of the warp, and makes what they wrote visible to all
  /// of them.
  virtual void warpBarrier(Builder &builder) const = 0;

  /// Waits for all threads of the block, and makes what they wrote, on the chip
  /// and in global memory, visible to all of them.
  virtual void barrier(Builder &builder) const = 0;

  /// LLVM's name for all threads of the device, among which an access may be
  /// atomic.
  virtual const char *deviceScope() const = 0;

  /// So many bytes on the chip for each block of one kernel.
  virtual llvm::GlobalVariable *sharedMemory(llvm::Module &module,
                                             const std::string &name,
                                             int64_t bytes) const = 0;

  /// A function of f32 that is off by 2^-11 of its value at most, which
  /// rounding to bf16 adds four times as much to; a logarithm as
  /// `weft/Support/RoughLogarithm.h` says. Null where there is no instruction.
  virtual llvm::Value *roughly(Builder &, RoughFunction,
                               llvm::ArrayRef<llvm::Value *>) const {
    return nullptr;
  }

  /// Two f32 rounded to bf16, the first in the lower half of a word (i32). Null
  /// where there is no instruction for two.
  virtual llvm::Value *roundPair(Builder &, llvm::Value *,
                                 llvm::Value *) const {
    return nullptr;
  }

  /// Four words (i32), each two elements of a matrix of 8 x 8, of which each
  /// lane names a row (MatrixRead). Asked only of machines that have it
  /// (ThreadModel::readsMatrices).
  virtual Pieces readMatrices(Builder &builder, llvm::Value *address,
                              bool transposed) const;

  /// Adds floats to neighbours in global memory, each of them atomically: 4, 8
  /// or 16 bytes, aligned to as many. Asked only of machines that can
  /// (ThreadModel::addedBytes).
  virtual void addToNeighbours(Builder &builder, llvm::Value *address,
                               llvm::ArrayRef<llvm::Value *> floats) const;

  /// An address, of which nobody knows that what lies there is not written: it
  /// is read before the barriers that stand behind.
  llvm::Value *ordered(Builder &builder, llvm::Value *address) const;

  /// Sends bytes from global memory to the chip, where they are in flight: 4, 8
  /// or 16 of them, aligned to as many. Zeros instead where `live` (i1) is
  /// given and does not hold: nothing is read then, and `from` may lead
  /// anywhere. Asked only of machines that can (ThreadModel::flightBytes).
  virtual void send(Builder &builder, llvm::Value *to, llvm::Value *from,
                    int64_t bytes, llvm::Value *live) const;
  /// What this thread has sent since the last time is a group.
  virtual void commit(Builder &builder) const;
  /// Waits until all groups of this thread but so many have arrived.
  virtual void await(Builder &builder, int64_t outstanding) const;

  /// The elements of an operand, in the order of their registers, as the
  /// instruction takes them. Made once, and used for several products.
  virtual Pieces operand(Builder &builder, const MatrixInstruction &instruction,
                         llvm::ArrayRef<llvm::Value *> elements) const = 0;

  /// Sums plus a product, in the order of the registers.
  virtual Pieces multiply(Builder &builder,
                          const MatrixInstruction &instruction,
                          llvm::ArrayRef<llvm::Value *> lhs,
                          llvm::ArrayRef<llvm::Value *> rhs,
                          llvm::ArrayRef<llvm::Value *> sums) const = 0;
};

} // namespace weft::gpu
