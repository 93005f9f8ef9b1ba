// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PTX, decoded for execution.
//
// An instruction is a function that runs it (its handler) and the slots it
// works on. A thread has one array of 64-bit slots for each function that it is
// in. Registers are slots; so are numbers in the text and special registers,
// which a function's `initial` image and `specials` fill before its first
// instruction. A handler hence never asks what kind of operand it has.
//
// A slot holds a value in its low bits. What is above is not specified:
// handlers read as many bits as their type has.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace weft::emulator {

struct Thread;
struct Instruction;
struct Function;

using Slot = uint32_t;
using Handler = void (*)(Thread &, const Instruction &);
/// What the threads of a warp do together: 32 of them, none where a lane has no
/// thread or does not take part.
using WarpHandler = void (*)(Thread *const *, const Instruction &);

/// A slot that is no operand: of a result that nothing needs, say.
inline constexpr Slot noSlot = ~Slot(0);

/// What an atomic access, or a fence, puts in order.
struct MemoryOrder {
  /// Threads of other blocks; otherwise those of the same one alone.
  bool reachesBlocks = false;
  bool acquires = false, releases = false, isSequential = false;
  /// A plain load of a word that the function swaps where it has not changed
  /// since: what it finds need not be true. LLVM begins atomic updates that the
  /// machine does not have, of single bytes among them, by such a load.
  bool isGuess = false;
};

struct Instruction {
  Handler run = nullptr;
  Slot to = 0, a = 0, b = 0, c = 0;
  /// Added to an address; or whatever number the handler needs.
  int64_t number = 0;
  /// Where the instruction's further slots begin in Function::lists, and how
  /// many they are; or the position of the instruction to go on with.
  uint32_t list = 0;
  uint32_t count = 0;
  uint32_t line = 0;
  MemoryOrder order = {};
  /// Of an instruction that a warp executes together: which lanes take part
  /// (all, without a slot), and what they do when all have come.
  Slot lanes = noSlot;
  WarpHandler together = nullptr;
};

/// Where bytes lie. A generic address says it by its range (Spaces.h).
enum class Space : uint8_t { Generic, Global, Constant, Shared, Local, Param };

/// Bytes with a name.
struct Variable {
  std::string name;
  Space space = Space::Global;
  uint64_t size = 0;
  uint64_t alignment = 1;
  /// As long as `size`, or empty where the text gives no values. A `.global`
  /// variable without values is zero, as the language has it.
  std::vector<uint8_t> values;
  /// Size given at launch: `.extern .shared x[]`.
  bool isDynamic = false;
  /// In its space. For shared, local and parameter variables given by the
  /// parser, for the others when the module is loaded.
  uint64_t address = 0;
};

/// Registers that have a value when a thread starts.
enum class Special : uint8_t {
  ThreadX,
  ThreadY,
  ThreadZ,
  ThreadsX,
  ThreadsY,
  ThreadsZ,
  BlockX,
  BlockY,
  BlockZ,
  BlocksX,
  BlocksY,
  BlocksZ,
  Lane,
  Warp,
  Warps,
  MaskEqual,
  MaskLess,
  MaskLessEqual,
  MaskGreater,
  MaskGreaterEqual,
  DynamicShared,
  Time,
  Zero,
  One,
};

/// A call's bytes: from one parameter area into another.
struct ParameterCopy {
  uint32_t from, to, size;
};

struct Call {
  /// In Module::functions.
  uint32_t callee = 0;
  std::vector<ParameterCopy> arguments, results;
  std::string name;
};

/// The function that kernels of graphs call without having it.
inline constexpr std::string_view conditionalFunction =
    "cudaGraphSetConditional";

struct Parameter {
  std::string name;
  uint32_t offset = 0, size = 0, alignment = 1;
};

struct Function {
  std::string name;
  bool isEntry = false;
  bool hasBody = false;
  std::vector<Parameter> parameters, results;
  /// The bytes of all `.param` variables: parameters first, then results, then
  /// what it passes on in calls.
  uint32_t parameterBytes = 0;
  uint32_t localBytes = 0;
  uint32_t localAlignment = 1;
  /// `.maxntid` or `.reqntid`, all dimensions multiplied; 0 where not said.
  uint32_t maximumThreads = 0;
  bool threadsAreExact = false;

  std::vector<uint64_t> initial;
  struct SpecialSlot {
    Slot slot;
    Special special;
  };
  std::vector<SpecialSlot> specials;
  /// Slots that hold the address of a variable of the module.
  struct AddressSlot {
    Slot slot;
    uint32_t variable;
    int64_t offset;
  };
  std::vector<AddressSlot> addresses;

  std::vector<Instruction> code;
  std::vector<Slot> lists;
  std::vector<Call> calls;
  /// Tables of brx.idx: positions of instructions.
  std::vector<std::vector<uint32_t>> branchTables;
  /// It looks at memory that others may be changing meanwhile, so it may wait
  /// for another block: several of them run at the same time.
  bool mayWait = false;
  /// The addresses, as register and offset, of words that it compares and
  /// swaps.
  std::vector<std::pair<Slot, int64_t>> swaps;
  /// It starts copies and goes on.
  bool hasCopies = false;
};

struct Module {
  std::vector<std::unique_ptr<Function>> functions;
  std::vector<Variable> variables;
  /// Of the module's own shared variables; dynamic ones begin behind them.
  uint32_t sharedBytes = 0;
  std::string target;
  /// Ten times the version of PTX.
  int version = 0;
  std::string text;

  const Function *findEntry(std::string_view name) const;
  const Variable *findVariable(std::string_view name) const;
  /// A line of the text, from 1 on, without blanks around it.
  std::string_view lineOf(uint32_t line) const;
};

} // namespace weft::emulator
