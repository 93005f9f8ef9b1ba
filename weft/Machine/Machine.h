// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A machine, as plain data: the one description that fusion, tiling, layouts,
// code generation and the cache key read.
//
// Code for any machine can be made anywhere; only running it needs the machine.
// The machine Weft runs on is one description among others (Host.h), the rest
// are rows of a table, by name. Equal descriptions give equal bytes of code, so
// a description, printed, is part of the key of a compiled program. What only
// the runtime reads, such as the number of cores, is not in here.
//
// Numbers come from three places. What a program can ask its machine (sizes of
// caches, widths of registers) is asked. What has to be measured (rates, costs)
// has a default in the row and is overridden by a calibration file, if one is
// named (Calibration.h); nothing is measured while compiling. What is neither,
// because the machine was not at hand, carries the name of its source.

#pragma once

#include "weft/Support/Status.h"

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

enum class MachineFamily { Cpu, Nvidia, Amd };
enum class Architecture { Arm64, X86, Nvptx, Amdgcn };

/// Memory that a machine computes from. Of a CPU, what one core has of it and
/// moves; of a GPU, what one multiprocessor has of its own memory and what the
/// whole machine has of the rest, and moves.
struct MemoryLevel {
  std::string name;
  int64_t bytes = 0;
  int64_t bytesPerNanosecond = 0;
};

/// What computing costs, in whole picoseconds, so that no sum depends on the
/// order of its terms.
struct MachineCosts {
  /// Starting a kernel: the call on a CPU, a node of a graph on a GPU.
  int64_t kernelPicoseconds = 20'000;
  /// A kernel that the host starts by itself.
  int64_t launchPicoseconds = 20'000;
  /// One iteration of a loop around kernels, beside them.
  int64_t iterationPicoseconds = 0;
  /// How much later a kernel begins that first looks whether it is wanted; 0
  /// where kernels cannot look.
  int64_t guardPicoseconds = 0;
  /// One unit of arithmetic (OperationCosts.h) of one thread of a CPU, of one
  /// of a GPU's workers.
  int64_t unitPicoseconds = 50;
  /// Work that is worth the way to another thread.
  int64_t piecePicoseconds = 5'000'000;
  /// How much longer one thread takes to get a line that others have in their
  /// caches than one that it has in its own.
  int64_t handedLinePicoseconds = 0;
  /// Threads that are taken for granted where work may be cut: one executable
  /// serves any number of cores.
  int64_t workers = 4;
};

/// Where an operand of a matrix instruction lies: in the registers that all
/// instructions use, in memory on the chip, or in what is there for matrices
/// alone.
enum class OperandSpace { Registers, Shared, Tensor };
/// Which integers an instruction multiplies, where it makes a difference.
enum class IntegerSigns {
  Any,
  Signed,
  Unsigned,
  UnsignedBySigned,
  SignedByUnsigned
};
/// When its result can be read: when it was issued, when the group it was
/// committed with is awaited, or when a barrier in memory says so.
enum class Completion { Immediate, Group, Barrier };

/// Which element of a matrix a register of a lane holds: one column (steps
/// along rows and columns) for each bit of the register's and lane's number.
struct FragmentMap {
  using Column = std::array<int64_t, 2>;
  std::vector<Column> registers;
  std::vector<Column> lanes;

  friend bool operator==(const FragmentMap &, const FragmentMap &) = default;
};

/// An instruction that multiplies m x k by k x n elements and adds them to
/// m x n.
struct MatrixInstruction {
  std::string name;
  int64_t m = 0;
  int64_t n = 0;
  int64_t k = 0;
  /// Element types as they are written in MLIR.
  std::string element;
  std::string accumulatorElement;
  IntegerSigns signs = IntegerSigns::Any;
  /// Whether factors are rounded to fewer digits than their type has: those of
  /// f32 to TF32.
  bool isCoarse = false;
  OperandSpace lhsSpace = OperandSpace::Registers;
  OperandSpace rhsSpace = OperandSpace::Registers;
  OperandSpace accumulatorSpace = OperandSpace::Registers;
  /// Warps that issue it together.
  int64_t warps = 1;
  Completion completion = Completion::Immediate;
  /// Of operands in registers, in one warp.
  FragmentMap lhs;
  FragmentMap rhs;
  FragmentMap accumulator;

  /// Whether it multiplies integers of these signs.
  bool fits(bool lhsIsUnsigned, bool rhsIsUnsigned) const;
  /// Whether it has registers of its own, which hold whole matrices.
  bool holdsMatrices() const {
    return accumulatorSpace == OperandSpace::Tensor;
  }
};

/// Threads that run together in blocks.
struct ThreadModel {
  /// Threads that take every step together.
  int64_t lanes = 1;
  int64_t threadsPerBlock = 1;
  int64_t threadsPerMultiprocessor = 1;
  int64_t multiprocessors = 1;
  /// Of 32 bits.
  int64_t registersPerThread = 0;
  int64_t registersPerMultiprocessor = 0;
  /// Warps that share a tile at most.
  int64_t warpsPerTile = 1;
  /// Memory on the chip: of a block, in banks that work at the same time.
  int64_t sharedBytesPerBlock = 0;
  int64_t banks = 0;
  int64_t bankBytes = 0;
  /// Memory for accumulators alone.
  int64_t tensorBytes = 0;
  /// The unit that memory is read in.
  int64_t sectorBytes = 0;
  /// Lanes can read four matrices of 8 x 8 elements of 16 bits at a time: each
  /// names a row, and gets two elements of every matrix.
  bool readsMatrices = false;
  /// What a lane sends from memory to the chip at a time while it goes on; 0
  /// where it waits for what it reads.
  int64_t flightBytes = 0;
  /// What a lane adds to neighbouring floats of 32 or 16 bits in memory at a
  /// time, each of them atomically; 0 where it adds to one.
  int64_t addedBytes = 0;
};

/// The most that a machine computes, in operations per nanosecond.
struct ArithmeticRate {
  std::string type;
  int64_t perNanosecond = 0;
  bool isMatrix = false;
};

struct Machine {
  /// As users name it: "host", "neoverse-v1", "x86-64-v3", "sm_90", "gfx942".
  std::string name;
  /// What it is sold as.
  std::string product;
  MachineFamily family = MachineFamily::Cpu;
  Architecture architecture = Architecture::Arm64;
  /// As LLVM names the target, the processor and its features ("+fma,+avx2",
  /// in alphabetic order).
  std::string triple;
  std::string processor;
  std::string features;

  /// What one thread computes on, or moves, at once; and how many registers of
  /// this size a CPU has.
  int64_t vectorBytes = 16;
  int64_t vectorRegisters = 32;
  /// What one SVE register holds, where code is made for registers of just this
  /// size; 0: for none. Wider ones than NEON's only: at the same width NEON's
  /// instructions do as much, and need no predicates.
  int64_t scalableBytes = 0;
  /// Of arrays, and of what is placed in arenas.
  int64_t alignment = 64;
  /// Places of long arrays are counted in 32 bits up to this number, at most
  /// the largest of them, and in 64 beyond. Lower ones are for tests.
  int64_t largestNarrowNumber = std::numeric_limits<int32_t>::max();
  /// A value that a loop in a kernel keeps close by, at most.
  int64_t loopValueBytes = 1024;
  /// Tiles as fusion expects them, before the tiler has chosen.
  struct ExpectedTiles {
    int64_t columns = 32;
    int64_t productColumns = 16;
    int64_t productRows = 4;
  };
  ExpectedTiles expectedTiles;

  /// From the nearest to the farthest; the last one has room for everything.
  std::vector<MemoryLevel> memories;
  MachineCosts costs;
  ThreadModel threads;
  std::vector<ArithmeticRate> rates;
  /// The first one that fits is taken. Of a CPU: on registers that hold whole
  /// matrices (tensor space) k terms of a row lie side by side on the left, of
  /// a column what fits into four bytes on the right; where sums are squares of
  /// m x n (Rows.h), k terms on both sides; and where the k terms are those of
  /// a lane of the sum, m is 1 and n the lanes of a register.
  std::vector<MatrixInstruction> instructions;

  /// Where numbers are from that were not measured here: what they are, and the
  /// source.
  struct Source {
    std::string numbers;
    std::string text;
  };
  std::vector<Source> sources;

  bool isCpu() const { return family == MachineFamily::Cpu; }
  /// Bits that numbers up to this one are counted in.
  unsigned bitsFor(int64_t number) const {
    return number <= largestNarrowNumber ? 32 : 64;
  }
  /// Of a CPU's cache, from 1 on.
  int64_t cacheBytes(unsigned level) const { return memories[level - 1].bytes; }
  /// The time that bytes take which are all moved once: as fast as the smallest
  /// memory allows that holds them.
  int64_t transferPicoseconds(int64_t bytes) const;
};

/// A machine by name; "host" is the one this runs on.
StatusOr<Machine> findMachine(std::string_view name);
/// All names, "host" first.
std::vector<std::string> machineNames();
/// Those of CPUs.
std::vector<std::string> cpuNames();

/// All that code depends on, a line each: `name = value`.
std::string describeMachine(const Machine &machine);

} // namespace weft
