// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and stores.

#include "weft/Emulator/MemoryInstructions.h"

#include "weft/Emulator/Handlers.h"

#include <algorithm>

namespace weft::emulator {
namespace {

/// An element into a slot. A signed one is as wide as the register. What is
/// ordered for a GPU is ordered for the host, which may look at the same memory
/// meanwhile.
template <class T, Access kind = Access::Read>
void fromBytes(uint64_t &slot, const uint8_t *from) {
  T value;
  if constexpr (kind == Access::OrderedRead) {
    value =
        __atomic_load_n(reinterpret_cast<const T *>(from), __ATOMIC_ACQUIRE);
  } else {
    std::memcpy(&value, from, sizeof(T));
  }
  if constexpr (std::is_signed_v<T>) {
    slot = static_cast<uint64_t>(static_cast<int64_t>(value));
  } else {
    slot = value;
  }
}

template <class T, Access kind = Access::Write>
void toBytes(uint8_t *to, uint64_t slot) {
  const T value = static_cast<T>(slot);
  if constexpr (kind == Access::OrderedWrite) {
    __atomic_store_n(reinterpret_cast<T *>(to), value, __ATOMIC_RELEASE);
  } else {
    std::memcpy(to, &value, sizeof(T));
  }
}

template <class T, Space space, Access kind>
void runLoad(Thread &t, const Instruction &i) {
  const uint64_t address = t[i.a] + static_cast<uint64_t>(i.number);
  const Access how = i.order.isGuess ? Access::OrderedRead : kind;
  if (const uint8_t *bytes = access(t, space, address, sizeof(T), how)) {
    fromBytes<T, kind>(t[i.to], bytes);
  }
}

template <class T, Space space, Access kind>
void runLoadVector(Thread &t, const Instruction &i) {
  const uint64_t address = t[i.a] + static_cast<uint64_t>(i.number);
  const uint8_t *bytes = access(t, space, address, sizeof(T) * i.count, kind);
  for (uint32_t at = 0; bytes && at < i.count; ++at) {
    if (const Slot slot = listed(t, i, at); slot != noSlot) {
      fromBytes<T, kind>(t[slot], bytes + at * sizeof(T));
    }
  }
}

template <class T, Space space, Access kind>
void runStore(Thread &t, const Instruction &i) {
  const uint64_t address = t[i.to] + static_cast<uint64_t>(i.number);
  if (uint8_t *bytes = access(t, space, address, sizeof(T), kind)) {
    toBytes<T, kind>(bytes, t[i.a]);
  }
}

template <class T, Space space, Access kind>
void runStoreVector(Thread &t, const Instruction &i) {
  const uint64_t address = t[i.to] + static_cast<uint64_t>(i.number);
  uint8_t *bytes = access(t, space, address, sizeof(T) * i.count, kind);
  for (uint32_t at = 0; bytes && at < i.count; ++at) {
    toBytes<T, kind>(bytes + at * sizeof(T), t[listed(t, i, at)]);
  }
}

/// Parameters are few and known: nothing about them is checked here.
template <class T> void runLoadParameter(Thread &t, const Instruction &i) {
  if (i.count == 0) {
    fromBytes<T>(t[i.to], t.parameters + i.number);
    return;
  }
  for (uint32_t at = 0; at < i.count; ++at) {
    if (const Slot slot = listed(t, i, at); slot != noSlot) {
      fromBytes<T>(t[slot], t.parameters + i.number + at * sizeof(T));
    }
  }
}
/// Which one a register says: b has how many bytes there are.
template <class T> void runLoadParameterAt(Thread &t, const Instruction &i) {
  const uint64_t address = t[i.a] + static_cast<uint64_t>(i.number);
  if (address > i.b || i.b - address < sizeof(T)) {
    t.fault(Fault::Kind::OutOfBounds, "there is no such parameter", address);
    return;
  }
  fromBytes<T>(t[i.to], t.parameters + address);
}
template <class T> void runStoreParameter(Thread &t, const Instruction &i) {
  for (uint32_t at = 0; at < i.count; ++at) {
    toBytes<T>(t.parameters + i.number + at * sizeof(T), t[listed(t, i, at)]);
  }
}

template <class Make> Handler forElement(Type type, Make make) {
  switch (type) {
  case Type::S8:
    return make(int8_t());
  case Type::S16:
    return make(int16_t());
  case Type::S32:
    return make(int32_t());
  default:
    break;
  }
  switch (bitsOf(type)) {
  case 8:
    return make(uint8_t());
  case 16:
    return make(uint16_t());
  case 32:
    return make(uint32_t());
  case 64:
    return make(uint64_t());
  default:
    return nullptr;
  }
}

bool isOrdered(const Statement &statement) {
  return statement.has("volatile") || statement.has("relaxed") ||
         statement.has("acquire") || statement.has("release");
}

/// Handlers for each space, with or without an order.
template <class Make> Handler forSpace(Space space, bool isOrdered, Make make) {
  auto choose = [&]<Space where>() -> Handler {
    return isOrdered ? make.template operator()<where, true>()
                     : make.template operator()<where, false>();
  };
  switch (space) {
  case Space::Generic:
    return choose.template operator()<Space::Generic>();
  case Space::Shared:
    return choose.template operator()<Space::Shared>();
  case Space::Local:
    return choose.template operator()<Space::Local>();
  case Space::Global:
  case Space::Constant:
    return choose.template operator()<Space::Global>();
  case Space::Param:
    return nullptr;
  }
  return nullptr;
}

/// Whether an access lies in what the function has of parameters.
bool isInside(const Statement &statement, const Operand &address,
              const Instruction &i, const Function &function) {
  const int64_t bytes =
      int64_t(bitsOf(statement.type()) / 8) * std::max<int64_t>(i.count, 1);
  return address.offset >= 0 &&
         address.offset + bytes <= int64_t(function.parameterBytes);
}

Handler decodeLoad(const Statement &statement, Instruction &i,
                   Function &function) {
  const Operand &to = statement.operands[0], &from = statement.operands[1];
  const bool isVector = to.kind == Operand::Kind::Vector;
  if (isVector) {
    appendList(i, function, to.slots);
  }
  i.number = from.offset;
  if (from.kind == Operand::Kind::ParameterAddress) {
    if (!isInside(statement, from, i, function)) {
      return nullptr;
    }
    return forElement(statement.type(), []<class T>(T) -> Handler {
      return runLoadParameter<T>;
    });
  }
  if (from.kind != Operand::Kind::Address) {
    return nullptr;
  }
  if (spaceOf(statement) == Space::Param && !isVector) {
    i.b = function.parameterBytes;
    return forElement(statement.type(), []<class T>(T) -> Handler {
      return runLoadParameterAt<T>;
    });
  }
  if (isOrdered(statement) && spaceOf(statement) != Space::Shared) {
    function.mayWait = true;
  }
  i.order = orderOf(statement);
  i.order.isGuess = !isVector && !isOrdered(statement);
  return forElement(statement.type(), [&]<class T>(T) {
    return forSpace(spaceOf(statement), isOrdered(statement),
                    [&]<Space space, bool isOrdered>() -> Handler {
                      constexpr Access kind =
                          isOrdered ? Access::OrderedRead : Access::Read;
                      return isVector ? runLoadVector<T, space, kind>
                                      : runLoad<T, space, kind>;
                    });
  });
}

Handler decodeStore(const Statement &statement, Instruction &i,
                    Function &function) {
  const Operand &to = statement.operands[0], &from = statement.operands[1];
  const bool isVector = from.kind == Operand::Kind::Vector;
  i.number = to.offset;
  if (isVector || to.kind == Operand::Kind::ParameterAddress) {
    appendList(i, function,
               isVector ? from.slots : std::vector<Slot>{from.slot});
  }
  if (to.kind == Operand::Kind::ParameterAddress) {
    if (!isInside(statement, to, i, function)) {
      return nullptr;
    }
    return forElement(statement.type(), []<class T>(T) -> Handler {
      return runStoreParameter<T>;
    });
  }
  if (to.kind != Operand::Kind::Address) {
    return nullptr;
  }
  i.order = orderOf(statement);
  return forElement(statement.type(), [&]<class T>(T) {
    return forSpace(spaceOf(statement), isOrdered(statement),
                    [&]<Space space, bool isOrdered>() -> Handler {
                      constexpr Access kind =
                          isOrdered ? Access::OrderedWrite : Access::Write;
                      return isVector ? runStoreVector<T, space, kind>
                                      : runStore<T, space, kind>;
                    });
  });
}

} // namespace

MemoryOrder orderOf(const Statement &statement) {
  const bool isMembar = statement.parts.front() == "membar";
  const bool isFence = isMembar || statement.parts.front() == "fence";
  // Of memory as units other than threads see it.
  if (isFence && (statement.has("proxy") || statement.has("mbarrier_init"))) {
    return {};
  }
  const bool isSequential = isMembar || statement.has("sc");
  // A fence that says no more is of both kinds.
  const bool isBoth =
      isSequential || statement.has("acq_rel") ||
      (isFence && !statement.has("acquire") && !statement.has("release"));
  const bool isPlain = !isFence && !isOrdered(statement) &&
                       statement.parts.front() != "atom" &&
                       statement.parts.front() != "red";
  return {.reachesBlocks =
              !isPlain && !statement.has("cta") && !statement.has("cluster"),
          .acquires = isBoth || statement.has("acquire"),
          .releases = isBoth || statement.has("release"),
          .isSequential = isSequential};
}

Space spaceOf(const Statement &statement) {
  for (std::string_view part : statement.parts) {
    if (part == "global") {
      return Space::Global;
    }
    if (part == "shared" || part == "shared::cta" ||
        part == "shared::cluster") {
      return Space::Shared;
    }
    if (part == "local") {
      return Space::Local;
    }
    if (part == "const") {
      return Space::Constant;
    }
    if (part == "param") {
      return Space::Param;
    }
  }
  return Space::Generic;
}

const std::vector<InstructionRow> &memoryInstructions() {
  static const std::vector<InstructionRow> rows = {
      {"ld", 2, 2, decodeLoad},
      {"ldu", 2, 2, decodeLoad},
      {"st", 2, 2, decodeStore},
  };
  return rows;
}

} // namespace weft::emulator
