// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From an instruction's words to the handler that runs it.
//
// A statement is decoded by the first part of its name (`ld` of
// `ld.global.b32`): a table gives how many operands it has and a function that
// looks at the other parts. The function finds the slots of plain operands in
// `to`, `a`, `b`, `c` already, and returns the handler, or none for a form that
// is not known.

#pragma once

#include "weft/Emulator/Ptx.h"
#include "weft/Support/Status.h"

#include <string_view>
#include <vector>

namespace weft::emulator {

/// Types as the parts of a name spell them.
enum class Type : uint8_t {
  None,
  Predicate,
  B8,
  B16,
  B32,
  B64,
  B128,
  U8,
  U16,
  U32,
  U64,
  S8,
  S16,
  S32,
  S64,
  F16,
  BF16,
  F16x2,
  BF16x2,
  F32,
  F64,
  TF32,
  E4M3x2,
  E5M2x2,
};

Type typeOf(std::string_view part);
unsigned bitsOf(Type type);
bool isSigned(Type type);
bool isFloat(Type type);

struct Operand {
  enum class Kind : uint8_t {
    /// A register or a number.
    Value,
    Vector,
    /// `[base + offset]`; of a parameter, the offset alone says where.
    Address,
    ParameterAddress,
    /// `_`
    Ignored,
  };
  Kind kind = Kind::Value;
  Slot slot = noSlot;
  /// The second of two: `%r1|%p1`.
  Slot second = noSlot;
  bool isNegated = false;
  int64_t offset = 0;
  /// A number of the text, which is also in its slot.
  bool isNumber = false;
  uint64_t number = 0;
  std::vector<Slot> slots;
};

struct Statement {
  /// The name of the instruction, cut at its dots.
  std::vector<std::string_view> parts;
  std::vector<Operand> operands;
  uint32_t line = 0;

  bool has(std::string_view part) const;
  /// A part that says to change the result, and that nobody has asked for by
  /// `has`; empty if there is none.
  std::string_view overlooked() const;
  /// The type that the name ends with.
  Type type() const;
  /// The types among the parts, in order.
  std::vector<Type> types() const;

private:
  /// The parts that somebody asked for, a bit each.
  mutable uint64_t asked = 0;
};

using Decode = Handler (*)(const Statement &, Instruction &, Function &);

struct InstructionRow {
  std::string_view name;
  uint8_t fewest, most;
  Decode decode;
};

/// One table for each file that decodes.
const std::vector<InstructionRow> &integerInstructions();
const std::vector<InstructionRow> &floatInstructions();
const std::vector<InstructionRow> &moveInstructions();
const std::vector<InstructionRow> &convertInstructions();
const std::vector<InstructionRow> &memoryInstructions();
const std::vector<InstructionRow> &atomicInstructions();
const std::vector<InstructionRow> &warpInstructions();
const std::vector<InstructionRow> &matrixInstructions();
const std::vector<InstructionRow> &copyInstructions();

/// Appends to the function's code. Branches and calls are the parser's.
Status decode(const Statement &statement, Function &function);

/// Branches where slot `a` is as wanted: over `number` instructions, counted
/// from the one behind the branch.
Handler branchHandler(bool ifTrue);
Handler jumpHandler();
Handler callHandler();
/// `cudaGraphSetConditional(handle, value)`, which the driver has for kernels.
Handler setConditionalHandler();
Handler returnHandler();
Handler tableBranchHandler();

} // namespace weft::emulator
