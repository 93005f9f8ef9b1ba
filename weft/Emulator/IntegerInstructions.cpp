// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on integers and bits. Names that floats have too (`add`) come here
// only with integer types; FloatInstructions.cpp hands them on.

#include "weft/Emulator/IntegerInstructions.h"

#include "weft/Emulator/Handlers.h"

#include <algorithm>

namespace weft::emulator {
namespace {

__extension__ using Wide = unsigned __int128;
__extension__ using SignedWide = __int128;

template <class T>
using WideOf = std::conditional_t<
    sizeof(T) == 8, std::conditional_t<std::is_signed_v<T>, SignedWide, Wide>,
    std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>>;

/// The upper half of a product.
template <class T> T multiplyHigh(T a, T b) {
  return static_cast<T>(
      (static_cast<WideOf<T>>(a) * static_cast<WideOf<T>>(b)) >>
      (sizeof(T) * 8));
}

template <class T> using Unsigned = std::make_unsigned_t<T>;

/// Two's complement, whatever the sign: narrow types would be widened to int.
template <class T> T multiplyLow(T a, T b) {
  return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}

/// The smaller or the larger of two, with `.relu` no less than zero.
template <class Choose>
Handler decodeChoice(const Statement &statement, Choose) {
  if (statement.has("relu")) {
    return statement.type() == Type::S32 ? binary<S32>([](auto a, auto b) {
      return std::max(Choose()(a, b), 0);
    })
                                         : nullptr;
  }
  return forInteger(statement.type(), []<class P>(P) {
    return binary<P>([](auto a, auto b) { return Choose()(a, b); });
  });
}

Handler decodeDivide(const Statement &statement, bool isRemainder) {
  // What a machine gives for a division by zero is not specified, but it does
  // give something.
  if (isRemainder) {
    return forInteger(statement.type(), []<class P>(P) {
      return binary<P>([](auto a, auto b) {
        if (b == 0) {
          return a;
        }
        if (std::is_signed_v<decltype(b)> && b == decltype(b)(-1)) {
          return decltype(a)(0);
        }
        return static_cast<decltype(a)>(a % b);
      });
    });
  }
  return forInteger(statement.type(), []<class P>(P) {
    return binary<P>([](auto a, auto b) {
      using T = decltype(a);
      if (b == 0) {
        return static_cast<T>(-1);
      }
      if (std::is_signed_v<T> && b == T(-1)) {
        return static_cast<T>(0 - static_cast<uint64_t>(a));
      }
      return static_cast<T>(a / b);
    });
  });
}

Handler decodeMultiplyWide(const Statement &statement) {
  switch (statement.type()) {
  case Type::U16:
    return [](Thread &t, const Instruction &i) {
      U32::write(t[i.to], uint32_t(U16::read(t[i.a])) * U16::read(t[i.b]));
    };
  case Type::S16:
    return [](Thread &t, const Instruction &i) {
      S32::write(t[i.to], int32_t(S16::read(t[i.a])) * S16::read(t[i.b]));
    };
  case Type::U32:
    return [](Thread &t, const Instruction &i) {
      t[i.to] = uint64_t(U32::read(t[i.a])) * U32::read(t[i.b]);
    };
  case Type::S32:
    return [](Thread &t, const Instruction &i) {
      S64::write(t[i.to], int64_t(S32::read(t[i.a])) * S32::read(t[i.b]));
    };
  default:
    return nullptr;
  }
}

Handler decodeMultiplyAddWide(const Statement &statement) {
  switch (statement.type()) {
  case Type::U16:
    return [](Thread &t, const Instruction &i) {
      U32::write(t[i.to], uint32_t(U16::read(t[i.a])) * U16::read(t[i.b]) +
                              U32::read(t[i.c]));
    };
  case Type::S16:
    return [](Thread &t, const Instruction &i) {
      U32::write(t[i.to],
                 uint32_t(int32_t(S16::read(t[i.a])) * S16::read(t[i.b])) +
                     U32::read(t[i.c]));
    };
  case Type::U32:
    return [](Thread &t, const Instruction &i) {
      t[i.to] = uint64_t(U32::read(t[i.a])) * U32::read(t[i.b]) + t[i.c];
    };
  case Type::S32:
    return [](Thread &t, const Instruction &i) {
      t[i.to] =
          uint64_t(int64_t(S32::read(t[i.a])) * S32::read(t[i.b])) + t[i.c];
    };
  default:
    return nullptr;
  }
}

Handler decodeMultiplyAdd(const Statement &statement, Instruction &,
                          Function &) {
  if (isFloat(statement.type())) {
    return decodeFloatFma(statement);
  }
  if (statement.has("wide")) {
    return decodeMultiplyAddWide(statement);
  }
  if (statement.has("hi")) {
    return forInteger(statement.type(), []<class P>(P) {
      return ternary<P>([](auto a, auto b, auto c) {
        return static_cast<uint64_t>(multiplyHigh(a, b)) +
               static_cast<uint64_t>(c);
      });
    });
  }
  return forInteger(statement.type(), []<class P>(P) {
    return ternary<P>([](auto a, auto b, auto c) {
      return static_cast<uint64_t>(multiplyLow(a, b)) +
             static_cast<uint64_t>(c);
    });
  });
}

/// With the carry of a wider sum: `add.cc`, `addc`, `sub.cc`, `subc`.
template <bool isSubtraction, bool takesCarry>
Handler decodeCarry(const Statement &statement, Instruction &, Function &) {
  return forUnsigned(statement.type(), []<class P>(P) -> Handler {
    return [](Thread &t, const Instruction &i) {
      const Wide a = P::read(t[i.a]), b = P::read(t[i.b]);
      const Wide carry = takesCarry && t.carry;
      const Wide sum = isSubtraction ? a - b - carry : a + b + carry;
      t.carry = (sum >> P::bits) & 1;
      t[i.to] = static_cast<typename P::Value>(sum);
    };
  });
}

template <class T> T shiftLeft(T value, uint32_t amount) {
  return amount >= sizeof(T) * 8 ? T(0) : static_cast<T>(value << amount);
}
template <class T> T shiftRight(T value, uint32_t amount) {
  constexpr uint32_t bits = sizeof(T) * 8;
  if (amount >= bits) {
    return std::is_signed_v<T> ? static_cast<T>(value >> (bits - 1)) : T(0);
  }
  return static_cast<T>(value >> amount);
}

/// A value and how far: always 32 bits.
template <class P, class F> void runShift(Thread &t, const Instruction &i) {
  P::write(t[i.to], F()(P::read(t[i.a]), U32::read(t[i.b])));
}
template <class P, class F> Handler shift(F) { return runShift<P, F>; }

/// `shf.l.wrap.b32 d, low, high, amount`: 32 bits out of 64.
Handler decodeFunnel(const Statement &statement, Instruction &, Function &) {
  const bool isLeft = statement.has("l"), wraps = statement.has("wrap");
  auto make = []<class F>(F) -> Handler {
    return [](Thread &t, const Instruction &i) {
      const uint64_t both =
          uint64_t(U32::read(t[i.b])) << 32 | U32::read(t[i.a]);
      t[i.to] = static_cast<uint32_t>(F()(both, U32::read(t[i.c])));
    };
  };
  if (isLeft) {
    return wraps ? make([](uint64_t both, uint32_t n) {
      return (both << (n & 31)) >> 32;
    })
                 : make([](uint64_t both, uint32_t n) {
                     return (both << std::min(n, 32u)) >> 32;
                   });
  }
  return wraps
             ? make([](uint64_t both, uint32_t n) { return both >> (n & 31); })
             : make([](uint64_t both, uint32_t n) {
                 return both >> std::min(n, 32u);
               });
}

/// Bits `start` to `start + length`, the last one repeated where signed.
template <class T> T extractBits(T value, uint32_t start, uint32_t length) {
  constexpr uint32_t bits = sizeof(T) * 8;
  start &= 0xFF;
  length &= 0xFF;
  const auto all = static_cast<Unsigned<T>>(value);
  if (length == 0) {
    return 0;
  }
  const Unsigned<T> field = shiftRight<Unsigned<T>>(all, start);
  const uint32_t last = std::min(start + length - 1, bits - 1);
  const bool sign = std::is_signed_v<T> && ((all >> last) & 1);
  if (length >= bits) {
    // What lies above the value is its sign.
    return static_cast<T>(
        sign ? field | ~shiftRight<Unsigned<T>>(~Unsigned<T>(0), start)
             : field);
  }
  const Unsigned<T> mask = (Unsigned<T>(1) << length) - 1;
  Unsigned<T> result = field & mask;
  if (sign) {
    result |= ~mask;
    // Bits that the value did not have are its sign too.
    result |= mask & ~shiftRight<Unsigned<T>>(~Unsigned<T>(0), start);
  }
  return static_cast<T>(result);
}

template <class T>
T insertBits(T field, T base, uint32_t start, uint32_t length) {
  start &= 0xFF;
  length &= 0xFF;
  const T ones = length >= sizeof(T) * 8 ? T(~T(0)) : T((T(1) << length) - 1);
  const T mask = shiftLeft<T>(ones, start);
  return static_cast<T>((base & ~mask) | (shiftLeft<T>(field, start) & mask));
}

Handler decodeExtract(const Statement &statement, Instruction &, Function &) {
  return forInteger(statement.type(), []<class P>(P) -> Handler {
    return [](Thread &t, const Instruction &i) {
      P::write(t[i.to], extractBits(P::read(t[i.a]), U32::read(t[i.b]),
                                    U32::read(t[i.c])));
    };
  });
}

Handler decodeInsert(const Statement &statement, Instruction &i,
                     Function &function) {
  appendList(i, function, {statement.operands[4].slot});
  return forUnsigned(statement.type(), []<class P>(P) -> Handler {
    return [](Thread &t, const Instruction &i) {
      P::write(t[i.to],
               insertBits(P::read(t[i.a]), P::read(t[i.b]), U32::read(t[i.c]),
                          U32::read(t[listed(t, i, 0)])));
    };
  });
}

/// Bytes of two words, chosen one by one.
Handler decodePermute(const Statement &statement, Instruction &, Function &) {
  if (statement.parts.size() != 2) {
    return nullptr;
  }
  return ternary<U32>([](uint32_t a, uint32_t b, uint32_t choices) {
    const uint64_t both = uint64_t(b) << 32 | a;
    uint32_t result = 0;
    for (unsigned at = 0; at < 4; ++at) {
      const uint32_t choice = choices >> (4 * at) & 15;
      const auto byte = static_cast<uint8_t>(both >> (8 * (choice & 7)));
      const uint32_t value = choice & 8 ? (byte >> 7 ? 0xFF : 0) : byte;
      result |= value << (8 * at);
    }
    return result;
  });
}

Handler decodeLop3(const Statement &statement, Instruction &i, Function &) {
  if (!statement.operands[4].isNumber) {
    return nullptr;
  }
  i.number = static_cast<int64_t>(statement.operands[4].number);
  return [](Thread &t, const Instruction &i) {
    const uint32_t a = U32::read(t[i.a]), b = U32::read(t[i.b]),
                   c = U32::read(t[i.c]);
    uint32_t result = 0;
    for (unsigned row = 0; row < 8; ++row) {
      if (i.number >> row & 1) {
        result |= (row & 4 ? a : ~a) & (row & 2 ? b : ~b) & (row & 1 ? c : ~c);
      }
    }
    t[i.to] = result;
  };
}

Handler decodeFind(const Statement &statement, Instruction &, Function &) {
  const bool isShift = statement.has("shiftamt");
  auto make = [&]<class P>(P) -> Handler {
    auto run = []<bool asShift>(Thread &t, const Instruction &i) {
      auto value = P::read(t[i.a]);
      // The sign is looked past.
      if (std::is_signed_v<decltype(value)> && value < 0) {
        value = static_cast<decltype(value)>(~value);
      }
      const auto bits = static_cast<Unsigned<decltype(value)>>(value);
      const int zeros = std::countl_zero(bits);
      const int position = static_cast<int>(P::bits) - 1 - zeros;
      t[i.to] = bits == 0 ? 0xFFFFFFFFu
                          : static_cast<uint32_t>(asShift ? zeros : position);
    };
    using Run = decltype(run);
    if (isShift) {
      return [](Thread &t, const Instruction &i) {
        Run().template operator()<true>(t, i);
      };
    }
    return [](Thread &t, const Instruction &i) {
      Run().template operator()<false>(t, i);
    };
  };
  return forInteger(statement.type(), make);
}

/// A value of any width to a count of 32 bits.
template <class F> Handler countOf(const Statement &statement, F) {
  return forUnsigned(statement.type(), []<class P>(P) -> Handler {
    return [](Thread &t, const Instruction &i) {
      t[i.to] = static_cast<uint32_t>(F()(P::read(t[i.a])));
    };
  });
}

Handler decodePopulation(const Statement &statement, Instruction &,
                         Function &) {
  return countOf(statement, [](auto value) { return std::popcount(value); });
}
Handler decodeLeadingZeros(const Statement &statement, Instruction &,
                           Function &) {
  return countOf(statement, [](auto value) { return std::countl_zero(value); });
}

Handler decodeReverse(const Statement &statement, Instruction &, Function &) {
  return forUnsigned(statement.type(), []<class P>(P) {
    return unary<P>([](auto value) {
      decltype(value) result = 0;
      for (unsigned i = 0; i < P::bits; ++i) {
        result = static_cast<decltype(value)>(result << 1 | (value >> i & 1));
      }
      return result;
    });
  });
}

template <class F> Handler logic(const Statement &statement, F function) {
  if (statement.type() == Type::Predicate) {
    return binary<Predicate>(function);
  }
  return forUnsigned(statement.type(),
                     []<class P>(P) { return binary<P>(F()); });
}

Handler decodeAnd(const Statement &statement, Instruction &, Function &) {
  return logic(statement, [](auto a, auto b) { return a & b; });
}
Handler decodeOr(const Statement &statement, Instruction &, Function &) {
  return logic(statement, [](auto a, auto b) { return a | b; });
}
Handler decodeXor(const Statement &statement, Instruction &, Function &) {
  return logic(statement, [](auto a, auto b) { return a ^ b; });
}
Handler decodeNot(const Statement &statement, Instruction &, Function &) {
  if (statement.type() == Type::Predicate) {
    return unary<Predicate>([](bool a) { return !a; });
  }
  return forUnsigned(statement.type(), []<class P>(P) {
    return unary<P>([](auto a) { return ~a; });
  });
}
Handler decodeLogicalNot(const Statement &statement, Instruction &,
                         Function &) {
  return forUnsigned(statement.type(), []<class P>(P) {
    return unary<P>([](auto a) { return a == 0; });
  });
}

Handler decodeShiftLeft(const Statement &statement, Instruction &, Function &) {
  return forUnsigned(statement.type(), []<class P>(P) {
    return shift<P>([](auto a, uint32_t n) { return shiftLeft(a, n); });
  });
}
Handler decodeShiftRight(const Statement &statement, Instruction &,
                         Function &) {
  return forInteger(statement.type(), []<class P>(P) {
    return shift<P>([](auto a, uint32_t n) { return shiftRight(a, n); });
  });
}

/// Four products of bytes, added up.
Handler decodeDot(const Statement &statement, Instruction &, Function &) {
  const std::vector<Type> types = statement.types();
  if (types.size() != 2) {
    return nullptr;
  }
  auto make = []<class A, class B>(A, B) -> Handler {
    return ternary<U32>([](uint32_t a, uint32_t b, uint32_t sum) {
      for (unsigned i = 0; i < 32; i += 8) {
        sum += static_cast<uint32_t>(int32_t(static_cast<A>(a >> i)) *
                                     int32_t(static_cast<B>(b >> i)));
      }
      return sum;
    });
  };
  const bool first = isSigned(types[0]), second = isSigned(types[1]);
  return first ? second ? make(int8_t(), int8_t()) : make(int8_t(), uint8_t())
         : second ? make(uint8_t(), int8_t())
                  : make(uint8_t(), uint8_t());
}

Handler decodeRemainder(const Statement &statement, Instruction &, Function &) {
  return decodeDivide(statement, true);
}

} // namespace

Handler decodeIntegerArithmetic(const Statement &statement) {
  const std::string_view name = statement.parts.front();
  const Type type = statement.type();
  if (name == "mul" && statement.has("wide")) {
    return decodeMultiplyWide(statement);
  }
  if (name == "mul" && statement.has("hi")) {
    return forInteger(type, []<class P>(P) {
      return binary<P>([](auto a, auto b) { return multiplyHigh(a, b); });
    });
  }
  if (name == "div") {
    return decodeDivide(statement, false);
  }
  if (name == "min") {
    return decodeChoice(statement,
                        [](auto a, auto b) { return std::min(a, b); });
  }
  if (name == "max") {
    return decodeChoice(statement,
                        [](auto a, auto b) { return std::max(a, b); });
  }
  if (name == "abs") {
    return forInteger(type, []<class P>(P) {
      return unary<P>([](auto a) {
        return a < 0 ? static_cast<decltype(a)>(0 - static_cast<uint64_t>(a))
                     : a;
      });
    });
  }
  // The rest is the same for both signs.
  auto make = [&]<class P>(P) -> Handler {
    using T = typename P::Value;
    if (name == "add") {
      return binary<P>([](T a, T b) { return a + b; });
    }
    if (name == "sub") {
      return binary<P>([](T a, T b) { return a - b; });
    }
    if (name == "mul") {
      return binary<P>([](T a, T b) { return multiplyLow(a, b); });
    }
    if (name == "neg") {
      return unary<P>([](T a) { return T(0) - a; });
    }
    return nullptr;
  };
  if (statement.has("sat")) {
    return nullptr;
  }
  return isFloat(type) ? nullptr : forUnsigned(type, make);
}

Handler decodeCarryOut(const Statement &statement) {
  Instruction ignored;
  Function none;
  return statement.parts.front() == "add"
             ? decodeCarry<false, false>(statement, ignored, none)
             : decodeCarry<true, false>(statement, ignored, none);
}

const std::vector<InstructionRow> &integerInstructions() {
  static const std::vector<InstructionRow> rows = {
      {"mad", 4, 4, decodeMultiplyAdd},
      {"rem", 3, 3, decodeRemainder},
      {"addc", 3, 3, decodeCarry<false, true>},
      {"subc", 3, 3, decodeCarry<true, true>},
      {"and", 3, 3, decodeAnd},
      {"or", 3, 3, decodeOr},
      {"xor", 3, 3, decodeXor},
      {"not", 2, 2, decodeNot},
      {"cnot", 2, 2, decodeLogicalNot},
      {"shl", 3, 3, decodeShiftLeft},
      {"shr", 3, 3, decodeShiftRight},
      {"shf", 4, 4, decodeFunnel},
      {"bfe", 4, 4, decodeExtract},
      {"bfi", 5, 5, decodeInsert},
      {"prmt", 4, 4, decodePermute},
      {"lop3", 5, 5, decodeLop3},
      {"bfind", 2, 2, decodeFind},
      {"popc", 2, 2, decodePopulation},
      {"clz", 2, 2, decodeLeadingZeros},
      {"brev", 2, 2, decodeReverse},
      {"dp4a", 4, 4, decodeDot},
  };
  return rows;
}

} // namespace weft::emulator
