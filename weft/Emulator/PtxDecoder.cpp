// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Emulator/PtxDecoder.h"

#include "weft/Emulator/Thread.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>

namespace weft::emulator {
namespace {

struct TypeName {
  std::string_view name;
  Type type;
  uint8_t bits;
};

constexpr TypeName typeNames[] = {
    {"pred", Type::Predicate, 1}, {"b8", Type::B8, 8},
    {"b16", Type::B16, 16},       {"b32", Type::B32, 32},
    {"b64", Type::B64, 64},       {"b128", Type::B128, 128},
    {"u8", Type::U8, 8},          {"u16", Type::U16, 16},
    {"u32", Type::U32, 32},       {"u64", Type::U64, 64},
    {"s8", Type::S8, 8},          {"s16", Type::S16, 16},
    {"s32", Type::S32, 32},       {"s64", Type::S64, 64},
    {"f16", Type::F16, 16},       {"bf16", Type::BF16, 16},
    {"f16x2", Type::F16x2, 32},   {"bf16x2", Type::BF16x2, 32},
    {"f32", Type::F32, 32},       {"f64", Type::F64, 64},
    {"tf32", Type::TF32, 32},     {"e4m3x2", Type::E4M3x2, 16},
    {"e5m2x2", Type::E5M2x2, 16},
};

using Rows = std::map<std::string_view, const InstructionRow *>;

const Rows &allRows() {
  static const Rows rows = [] {
    Rows found;
    for (const std::vector<InstructionRow> *table :
         {&integerInstructions(), &floatInstructions(), &moveInstructions(),
          &convertInstructions(), &memoryInstructions(), &atomicInstructions(),
          &warpInstructions(), &matrixInstructions(), &copyInstructions()}) {
      for (const InstructionRow &row : *table) {
        found[row.name] = &row;
      }
    }
    return found;
  }();
  return rows;
}

bool isAmong(std::string_view name,
             std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Whether an operand is of a kind that an instruction can have at all. Its own
/// decoder may still refuse it.
bool isAllowed(const Operand &operand, std::string_view name, bool isFirst) {
  switch (operand.kind) {
  case Operand::Kind::Value:
  case Operand::Kind::Address:
    return true;
  case Operand::Kind::ParameterAddress:
    return isAmong(name, {"ld", "st"});
  case Operand::Kind::Ignored:
    return isFirst && name == "atom";
  case Operand::Kind::Vector: {
    const bool hasGaps = std::find(operand.slots.begin(), operand.slots.end(),
                                   noSlot) != operand.slots.end();
    return hasGaps ? isFirst && isAmong(name, {"ld", "ldu", "mov"})
                   : isAmong(name, {"ld", "ldu", "st", "red", "mov", "mma",
                                    "ldmatrix"});
  }
  }
  return false;
}

} // namespace

Type typeOf(std::string_view part) {
  for (const TypeName &one : typeNames) {
    if (one.name == part) {
      return one.type;
    }
  }
  return Type::None;
}

unsigned bitsOf(Type type) {
  for (const TypeName &one : typeNames) {
    if (one.type == type) {
      return one.bits;
    }
  }
  return 0;
}

bool isSigned(Type type) { return type >= Type::S8 && type <= Type::S64; }
bool isFloat(Type type) { return type >= Type::F16 && type <= Type::TF32; }

bool Statement::has(std::string_view part) const {
  const auto found = std::find(parts.begin(), parts.end(), part);
  if (found == parts.end()) {
    return false;
  }
  asked |= uint64_t(1) << ((found - parts.begin()) % 64);
  return true;
}

std::string_view Statement::overlooked() const {
  for (size_t i = 1; i < parts.size(); ++i) {
    if (isAmong(parts[i],
                {"cc", "ftz", "NaN", "relu", "sat", "satfinite", "xorsign"}) &&
        (asked >> (i % 64) & 1) == 0) {
      return parts[i];
    }
  }
  return {};
}

std::vector<Type> Statement::types() const {
  std::vector<Type> found;
  for (std::string_view part : parts) {
    if (const Type type = typeOf(part); type != Type::None) {
      found.push_back(type);
    }
  }
  return found;
}

Type Statement::type() const {
  const std::vector<Type> all = types();
  return all.empty() ? Type::None : all.back();
}

Status decode(const Statement &statement, Function &function) {
  auto found = allRows().find(statement.parts.front());
  if (found == allRows().end()) {
    return Status::unimplemented("the instruction '" +
                                 std::string(statement.parts.front()) +
                                 "' is not known");
  }
  const InstructionRow &row = *found->second;
  const size_t count = statement.operands.size();
  if (count < row.fewest || count > row.most) {
    return Status::invalidArgument("'" + std::string(row.name) + "' has " +
                                   std::to_string(count) + " operands");
  }
  for (const Operand &operand : statement.operands) {
    if (!isAllowed(operand, row.name, &operand == &statement.operands[0])) {
      return Status::invalidArgument("'" + std::string(row.name) +
                                     "' has an operand that it cannot have");
    }
  }
  Instruction instruction;
  instruction.line = statement.line;
  for (size_t i = 0; i < std::min<size_t>(count, 4); ++i) {
    std::array<Slot *, 4> slots = {&instruction.to, &instruction.a,
                                   &instruction.b, &instruction.c};
    *slots[i] = statement.operands[i].slot;
  }
  instruction.run = row.decode(statement, instruction, function);
  if (!instruction.run) {
    return Status::unimplemented("this form of '" + std::string(row.name) +
                                 "' is not known");
  }
  if (const std::string_view part = statement.overlooked(); !part.empty()) {
    return Status::unimplemented("'" + std::string(row.name) + "' with '" +
                                 std::string(part) + "' is not known");
  }
  function.code.push_back(instruction);
  return Status::success();
}

Handler branchHandler(bool ifTrue) {
  if (ifTrue) {
    return [](Thread &thread, const Instruction &instruction) {
      if (thread[instruction.a] & 1) {
        thread.next += instruction.number;
      }
    };
  }
  return [](Thread &thread, const Instruction &instruction) {
    if (!(thread[instruction.a] & 1)) {
      thread.next += instruction.number;
    }
  };
}

Handler jumpHandler() {
  return [](Thread &thread, const Instruction &instruction) {
    thread.next += instruction.number;
  };
}

Handler callHandler() {
  return [](Thread &thread, const Instruction &instruction) {
    const Call &call = thread.frames.back().function->calls[instruction.list];
    // As deep as this only a function that calls itself without an end goes.
    if (thread.frames.size() > 1000) {
      thread.fault(Fault::Kind::Runaway, "calls nest 1000 deep");
      return;
    }
    thread.enter(*thread.block->module->functions[call.callee], &call);
  };
}

Handler setConditionalHandler() {
  return [](Thread &thread, const Instruction &instruction) {
    const Call &call = thread.frames.back().function->calls[instruction.list];
    uint64_t handle = 0;
    uint32_t value = 0;
    std::memcpy(&handle, thread.parameters + call.arguments[0].from, 8);
    std::memcpy(&value, thread.parameters + call.arguments[1].from, 4);
    const auto &set = thread.block->setConditional;
    if (!set || !set(handle, value)) {
      thread.fault(Fault::Kind::Trap, "there is no condition with the handle " +
                                          std::to_string(handle));
    }
  };
}

Handler returnHandler() {
  return [](Thread &thread, const Instruction &) { thread.leave(); };
}

Handler tableBranchHandler() {
  return [](Thread &thread, const Instruction &instruction) {
    const Function &function = *thread.frames.back().function;
    const std::vector<uint32_t> &table =
        function.branchTables[instruction.list];
    const uint32_t index = static_cast<uint32_t>(thread[instruction.a]);
    if (index >= table.size()) {
      thread.fault(Fault::Kind::Trap,
                   "index " + std::to_string(index) + " of a table of " +
                       std::to_string(table.size()) + " labels");
      return;
    }
    thread.next = function.code.data() + table[index];
  };
}

} // namespace weft::emulator
