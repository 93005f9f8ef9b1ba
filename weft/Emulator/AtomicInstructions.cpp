// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomics: threads run one at a time, so all that is atomic about them is that
// they do not race with each other. And fences.

#include "weft/Emulator/HandOver.h"
#include "weft/Emulator/Handlers.h"
#include "weft/Emulator/MemoryInstructions.h"

#include <algorithm>
#include <atomic>

namespace weft::emulator {
namespace {

/// Writes nothing where it finds another value.
struct CompareAndSwap {
  template <class T> T operator()(T a, T b, T c) const {
    return a == b ? c : a;
  }
};

/// `to = [address]; [address] = function(old, b, c)`. `red` has no result.
template <class P, Space space, class F>
void runAtomic(Thread &t, const Instruction &i) {
  constexpr unsigned size = std::is_same_v<P, F16> || std::is_same_v<P, BF16>
                                ? 2
                                : sizeof(typename P::Value);
  const uint64_t address = t[i.a] + static_cast<uint64_t>(i.number);
  uint8_t *bytes = access(t, space, address, size, Access::Atomic);
  if (!bytes) {
    return;
  }
  uint64_t old = 0, updated = 0;
  std::memcpy(&old, bytes, size);
  const uint64_t second = i.c == noSlot ? 0 : t[i.c];
  P::write(updated, static_cast<typename P::Value>(
                        F()(P::read(old), P::read(t[i.b]), P::read(second))));
  std::memcpy(bytes, &updated, size);
  const bool isSwap = std::is_same_v<F, CompareAndSwap>;
  if (space != Space::Shared && !(isSwap && P::read(old) != P::read(t[i.b]))) {
    writeFlag(t, address, /*isUpdate=*/true);
  }
  if (i.to != noSlot) {
    t[i.to] = old;
  }
}

template <class P, class F> Handler atomic(Space space, F) {
  switch (space) {
  case Space::Global:
    return runAtomic<P, Space::Global, F>;
  case Space::Shared:
    return runAtomic<P, Space::Shared, F>;
  case Space::Generic:
    return runAtomic<P, Space::Generic, F>;
  default:
    return nullptr;
  }
}

template <class P> Handler integerAtomic(std::string_view name, Space space) {
  using T = typename P::Value;
  if (name == "add") {
    return atomic<P>(space, [](T a, T b, T) { return a + b; });
  }
  if (name == "min") {
    return atomic<P>(space, [](T a, T b, T) { return std::min(a, b); });
  }
  if (name == "max") {
    return atomic<P>(space, [](T a, T b, T) { return std::max(a, b); });
  }
  if (name == "and") {
    return atomic<P>(space, [](T a, T b, T) { return a & b; });
  }
  if (name == "or") {
    return atomic<P>(space, [](T a, T b, T) { return a | b; });
  }
  if (name == "xor") {
    return atomic<P>(space, [](T a, T b, T) { return a ^ b; });
  }
  if (name == "exch") {
    return atomic<P>(space, [](T, T b, T) { return b; });
  }
  if (name == "cas") {
    return atomic<P>(space, CompareAndSwap());
  }
  if (name == "inc") {
    return atomic<P>(space, [](T a, T b, T) { return a >= b ? T(0) : a + 1; });
  }
  if (name == "dec") {
    return atomic<P>(space,
                     [](T a, T b, T) { return a == 0 || a > b ? b : a - 1; });
  }
  return nullptr;
}

/// `[address] += list`: each register holds so many floats.
template <class P, unsigned bytes, unsigned each>
void runAddVector(Thread &t, const Instruction &i) {
  const uint64_t address = t[i.a] + static_cast<uint64_t>(i.number);
  uint8_t *memory =
      access(t, Space::Global, address, bytes * each * i.count, Access::Atomic);
  if (memory) {
    writeFlag(t, address, /*isUpdate=*/true);
  }
  for (uint32_t at = 0; memory && at < each * i.count; ++at) {
    uint64_t old = 0, sum = 0;
    std::memcpy(&old, memory + at * bytes, bytes);
    const uint64_t added =
        t[listed(t, i, at / each)] >> (8 * bytes * (at % each));
    P::write(sum, P::read(old) + P::read(added));
    std::memcpy(memory + at * bytes, &sum, bytes);
  }
}

/// Of floats of at most 16 bytes in global memory.
Handler decodeAddVector(const Statement &statement, Instruction &i,
                        Function &function) {
  const Operand &values = statement.operands[1];
  const bool isVector = values.kind == Operand::Kind::Vector;
  appendList(i, function,
             isVector ? values.slots : std::vector<Slot>{values.slot});
  if (!statement.has("add") || spaceOf(statement) != Space::Global ||
      (isVector && !statement.has("v" + std::to_string(i.count))) ||
      bitsOf(statement.type()) * i.count > 128) {
    return nullptr;
  }
  switch (statement.type()) {
  case Type::F32:
    return runAddVector<F32, 4, 1>;
  case Type::F16:
    return runAddVector<F16, 2, 1>;
  case Type::BF16:
    return runAddVector<BF16, 2, 1>;
  case Type::F16x2:
    return runAddVector<F16, 2, 2>;
  case Type::BF16x2:
    return runAddVector<BF16, 2, 2>;
  default:
    return nullptr;
  }
}

Handler decodeAtomic(const Statement &statement, Instruction &i,
                     Function &function) {
  const bool isReduction = statement.parts.front() == "red";
  const size_t first = isReduction ? 0 : 1;
  const Operand &address = statement.operands[first];
  if (address.kind != Operand::Kind::Address) {
    return nullptr;
  }
  i.to = isReduction ? noSlot : statement.operands[0].slot;
  i.a = address.slot;
  i.number = address.offset;
  i.b = statement.operands[first + 1].slot;
  i.c = statement.operands.size() > first + 2
            ? statement.operands[first + 2].slot
            : noSlot;
  i.order = orderOf(statement);
  if (isReduction &&
      (statement.operands[1].kind == Operand::Kind::Vector ||
       statement.type() == Type::F16x2 || statement.type() == Type::BF16x2)) {
    return decodeAddVector(statement, i, function);
  }
  static constexpr std::string_view names[] = {
      "add", "min", "max", "and", "or", "xor", "exch", "cas", "inc", "dec"};
  std::string_view name;
  for (std::string_view part : statement.parts) {
    if (std::find(std::begin(names), std::end(names), part) !=
        std::end(names)) {
      name = part;
    }
  }
  if (name == "cas") {
    function.swaps.push_back({i.a, i.number});
  }
  const Space space = spaceOf(statement);
  switch (statement.type()) {
  case Type::F16:
    return name == "add" ? atomic<F16>(space, [](double a, double b,
                                                 double) { return a + b; })
                         : nullptr;
  case Type::BF16:
    return name == "add" ? atomic<BF16>(space, [](double a, double b,
                                                  double) { return a + b; })
                         : nullptr;
  case Type::F32:
    return name == "add" ? atomic<F32>(space, [](float a, float b,
                                                 float) { return a + b; })
                         : nullptr;
  case Type::F64:
    return name == "add" ? atomic<F64>(space, [](double a, double b,
                                                 double) { return a + b; })
                         : nullptr;
  case Type::S32:
    return integerAtomic<S32>(name, space);
  case Type::S64:
    return integerAtomic<S64>(name, space);
  case Type::B16:
    return integerAtomic<U16>(name, space);
  case Type::B32:
  case Type::U32:
    return integerAtomic<U32>(name, space);
  case Type::B64:
  case Type::U64:
    return integerAtomic<U64>(name, space);
  default:
    return nullptr;
  }
}

/// Bytes are in order for the threads of a device; those of the host may be of
/// another opinion.
Handler decodeFence(const Statement &statement, Instruction &i, Function &) {
  i.order = orderOf(statement);
  return [](Thread &t, const Instruction &) {
    passFence(t);
    std::atomic_thread_fence(std::memory_order_seq_cst);
  };
}

} // namespace

const std::vector<InstructionRow> &atomicInstructions() {
  static const std::vector<InstructionRow> rows = {
      {"atom", 3, 4, decodeAtomic},
      {"red", 2, 3, decodeAtomic},
      {"membar", 0, 0, decodeFence},
      {"fence", 0, 0, decodeFence},
  };
  return rows;
}

} // namespace weft::emulator
