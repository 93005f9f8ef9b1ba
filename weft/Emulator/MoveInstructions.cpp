// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values from slot to slot: moves, comparisons, choices, addresses.

#include "weft/Emulator/Handlers.h"

#include <algorithm>
#include <optional>

namespace weft::emulator {
namespace {

/// `mov.b64 %rd, {%r1, %r2}`: the first is lowest.
Handler decodePack(const Statement &statement, Instruction &i,
                   Function &function) {
  const std::vector<Slot> &slots = statement.operands[1].slots;
  appendList(i, function, slots);
  i.number = bitsOf(statement.type()) / static_cast<int64_t>(slots.size());
  return [](Thread &t, const Instruction &i) {
    uint64_t packed = 0;
    const uint64_t mask = ~uint64_t(0) >> (64 - i.number);
    for (uint32_t at = 0; at < i.count; ++at) {
      packed |= (t[listed(t, i, at)] & mask) << (i.number * at);
    }
    t[i.to] = packed;
  };
}

Handler decodeUnpack(const Statement &statement, Instruction &i,
                     Function &function) {
  const std::vector<Slot> &slots = statement.operands[0].slots;
  appendList(i, function, slots);
  i.number = bitsOf(statement.type()) / static_cast<int64_t>(slots.size());
  return [](Thread &t, const Instruction &i) {
    const uint64_t packed = t[i.a];
    const uint64_t mask = ~uint64_t(0) >> (64 - i.number);
    for (uint32_t at = 0; at < i.count; ++at) {
      if (const Slot slot = listed(t, i, at); slot != noSlot) {
        t[slot] = packed >> (i.number * at) & mask;
      }
    }
  };
}

Handler decodeMove(const Statement &statement, Instruction &i,
                   Function &function) {
  const bool packs = statement.operands[1].kind == Operand::Kind::Vector;
  const bool unpacks = statement.operands[0].kind == Operand::Kind::Vector;
  if (packs || unpacks) {
    const size_t pieces = statement.operands[packs ? 1 : 0].slots.size();
    if ((packs && unpacks) || pieces < 2 || bitsOf(statement.type()) > 64) {
      return nullptr;
    }
    return packs ? decodePack(statement, i, function)
                 : decodeUnpack(statement, i, function);
  }
  return [](Thread &t, const Instruction &i) { t[i.to] = t[i.a]; };
}

/// Between a space's addresses and generic ones.
Handler decodeAddress(const Statement &statement, Instruction &i, Function &) {
  const bool isBack = statement.has("to");
  const uint64_t window =
      statement.has("shared") || statement.has("shared::cta") ? sharedWindow
      : statement.has("local")                                ? localWindow
                                                              : 0;
  i.number = static_cast<int64_t>(isBack ? 0 - window : window);
  return [](Thread &t, const Instruction &i) {
    t[i.to] = t[i.a] + static_cast<uint64_t>(i.number);
  };
}

Handler decodeIsSpace(const Statement &statement, Instruction &i, Function &) {
  i.number = statement.has("shared") || statement.has("shared::cta") ? 1
             : statement.has("local")                                ? 2
                                                                     : 0;
  return [](Thread &t, const Instruction &i) {
    t[i.to] = static_cast<int64_t>(t[i.a] >> 56) == i.number;
  };
}

// Comparisons.

template <class P, class F> bool compare(Thread &t, const Instruction &i) {
  return F()(P::read(t[i.a]), P::read(t[i.b]));
}

enum class Combine : uint8_t { None, And, Or, Xor };

bool combine(Combine how, bool value, bool other) {
  switch (how) {
  case Combine::None:
    return value;
  case Combine::And:
    return value && other;
  case Combine::Or:
    return value || other;
  case Combine::Xor:
    return value != other;
  }
  return value;
}

/// `setp.lt.and.f32 p|q, a, b, c`: combined with another predicate, and the
/// opposite in a second result.
template <class P, class F>
void runCompareFully(Thread &t, const Instruction &i) {
  const bool value = compare<P, F>(t, i);
  const auto how = static_cast<Combine>(i.number & 3);
  const bool other =
      how != Combine::None && ((t[i.c] & 1) != 0) != ((i.number & 4) != 0);
  t[i.to] = combine(how, value, other);
  if (i.count) {
    t[listed(t, i, 0)] = combine(how, !value, other);
  }
}

template <class P, class F> void runCompare(Thread &t, const Instruction &i) {
  t[i.to] = compare<P, F>(t, i);
}

/// `set`: all ones, or one as a float.
template <class P, class F> void runSet(Thread &t, const Instruction &i) {
  t[i.to] = compare<P, F>(t, i) ? static_cast<uint64_t>(i.number) : 0;
}

enum class Form : uint8_t { Plain, Full, Set };

template <class P, class F> Handler compareHandler(Form form, F) {
  return form == Form::Plain  ? runCompare<P, F>
         : form == Form::Full ? runCompareFully<P, F>
                              : runSet<P, F>;
}

/// Ordered comparisons; of integers `lo`, `ls`, `hi`, `hs` are of unsigned
/// ones, which their type says too.
template <class P> Handler ordered(std::string_view name, Form form) {
  if (name == "eq") {
    return compareHandler<P>(form, [](auto a, auto b) { return a == b; });
  }
  if (name == "lt" || name == "lo") {
    return compareHandler<P>(form, [](auto a, auto b) { return a < b; });
  }
  if (name == "le" || name == "ls") {
    return compareHandler<P>(form, [](auto a, auto b) { return a <= b; });
  }
  if (name == "gt" || name == "hi") {
    return compareHandler<P>(form, [](auto a, auto b) { return a > b; });
  }
  if (name == "ge" || name == "hs") {
    return compareHandler<P>(form, [](auto a, auto b) { return a >= b; });
  }
  return nullptr;
}

/// True where a NaN takes part, or else the comparison.
template <class P> Handler unordered(std::string_view name, Form form) {
  if (name == "equ") {
    return compareHandler<P>(form,
                             [](auto a, auto b) { return !(a < b || a > b); });
  }
  if (name == "neu") {
    return compareHandler<P>(form, [](auto a, auto b) { return !(a == b); });
  }
  if (name == "ltu") {
    return compareHandler<P>(form, [](auto a, auto b) { return !(a >= b); });
  }
  if (name == "leu") {
    return compareHandler<P>(form, [](auto a, auto b) { return !(a > b); });
  }
  if (name == "gtu") {
    return compareHandler<P>(form, [](auto a, auto b) { return !(a <= b); });
  }
  if (name == "geu") {
    return compareHandler<P>(form, [](auto a, auto b) { return !(a < b); });
  }
  if (name == "num") {
    return compareHandler<P>(form,
                             [](auto a, auto b) { return a == a && b == b; });
  }
  if (name == "nan") {
    return compareHandler<P>(form,
                             [](auto a, auto b) { return a != a || b != b; });
  }
  if (name == "ne") {
    return compareHandler<P>(form,
                             [](auto a, auto b) { return a < b || a > b; });
  }
  return nullptr;
}

Handler compareOf(const Statement &statement, Type type, Form form) {
  const std::string_view name = statement.parts[1];
  if (isFloat(type)) {
    return forFloat(statement, type, [&]<class P>(P) {
      Handler handler = ordered<P>(name, form);
      return handler ? handler : unordered<P>(name, form);
    });
  }
  return forInteger(type, [&]<class P>(P) -> Handler {
    if (name == "ne") {
      return compareHandler<P>(form, [](auto a, auto b) { return a != b; });
    }
    return ordered<P>(name, form);
  });
}

Combine combineOf(const Statement &statement) {
  return statement.has("and")   ? Combine::And
         : statement.has("or")  ? Combine::Or
         : statement.has("xor") ? Combine::Xor
                                : Combine::None;
}

Handler decodeCompare(const Statement &statement, Instruction &i,
                      Function &function) {
  const Combine how = combineOf(statement);
  const Slot opposite = statement.operands[0].second;
  if (how == Combine::None && opposite == noSlot) {
    return compareOf(statement, statement.type(), Form::Plain);
  }
  i.number = static_cast<int64_t>(how);
  if (how != Combine::None) {
    if (statement.operands.size() != 4) {
      return nullptr;
    }
    i.number |= statement.operands[3].isNegated ? 4 : 0;
  }
  if (opposite != noSlot) {
    appendList(i, function, {opposite});
  }
  return compareOf(statement, statement.type(), Form::Full);
}

Handler decodeSet(const Statement &statement, Instruction &i, Function &) {
  const std::vector<Type> types = statement.types();
  if (types.size() != 2 || combineOf(statement) != Combine::None) {
    return nullptr;
  }
  i.number = types[0] == Type::F32    ? 0x3F800000
             : types[0] == Type::F16  ? 0x3C00
             : types[0] == Type::BF16 ? 0x3F80
                                      : 0xFFFFFFFF;
  return compareOf(statement, types[1], Form::Set);
}

Handler decodeSelect(const Statement &, Instruction &, Function &) {
  return [](Thread &t, const Instruction &i) {
    t[i.to] = t[i.c] & 1 ? t[i.a] : t[i.b];
  };
}

Handler decodeSelectBySign(const Statement &statement, Instruction &,
                           Function &) {
  if (statement.type() == Type::F32) {
    return [](Thread &t, const Instruction &i) {
      t[i.to] = F32::read(t[i.c]) >= 0 ? t[i.a] : t[i.b];
    };
  }
  return [](Thread &t, const Instruction &i) {
    t[i.to] = S32::read(t[i.c]) >= 0 ? t[i.a] : t[i.b];
  };
}

Handler decodeTrap(const Statement &, Instruction &, Function &) {
  return [](Thread &t, const Instruction &) {
    t.fault(Fault::Kind::Trap, "the kernel trapped");
  };
}

Handler decodeNothing(const Statement &, Instruction &, Function &) {
  return [](Thread &, const Instruction &) {};
}

Handler decodeGridDependency(const Statement &statement, Instruction &,
                             Function &) {
  if (statement.has("wait")) {
    return [](Thread &thread, const Instruction &) { thread.isAhead = false; };
  }
  // Kernels after this one may begin, and wait for this one alone.
  return [](Thread &thread, const Instruction &) {
    if (thread.isAhead) {
      thread.fault(Fault::Kind::TooEarly,
                   "the next kernel is let come before griddepcontrol.wait: it "
                   "would not wait for those that this one depends on");
    }
  };
}

} // namespace

const std::vector<InstructionRow> &moveInstructions() {
  static const std::vector<InstructionRow> rows = {
      {"mov", 2, 2, decodeMove},
      {"cvta", 2, 2, decodeAddress},
      {"isspacep", 2, 2, decodeIsSpace},
      {"setp", 3, 4, decodeCompare},
      {"set", 3, 3, decodeSet},
      {"selp", 4, 4, decodeSelect},
      {"slct", 4, 4, decodeSelectBySign},
      {"trap", 0, 0, decodeTrap},
      {"brkpt", 0, 0, decodeTrap},
      // Hints, and what says when but not what.
      {"prefetch", 1, 1, decodeNothing},
      {"prefetchu", 1, 1, decodeNothing},
      {"applypriority", 2, 2, decodeNothing},
      {"discard", 2, 2, decodeNothing},
      {"nanosleep", 1, 1, decodeNothing},
      {"griddepcontrol", 0, 0, decodeGridDependency},
      {"setmaxnreg", 1, 1, decodeNothing},
      {"pmevent", 1, 1, decodeNothing},
  };
  return rows;
}

} // namespace weft::emulator
