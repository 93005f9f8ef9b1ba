// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `cvt` in all its forms. A float travels as a double, which holds every value
// of every narrower type, and is rounded once.

#include "weft/Emulator/Handlers.h"
#include "weft/Emulator/Rounding.h"

#include <algorithm>

namespace weft::emulator {
namespace {

struct Modes {
  Rounding rounding = Rounding::Nearest;
  bool toWhole = false;
  bool saturates = false;
  bool clips = false;
  bool flushes = false;
};

Modes modesOf(const Statement &statement) {
  Modes modes;
  for (std::string_view part : statement.parts) {
    if (part.size() >= 2 && part[0] == 'r') {
      const std::string_view rest = part.substr(1);
      const bool isWhole = rest.size() == 2 && rest[1] == 'i';
      if (rest == "n" || rest == "ni") {
        modes.rounding = Rounding::Nearest;
      } else if (rest == "na") {
        modes.rounding = Rounding::NearestAway;
      } else if (rest == "z" || rest == "zi") {
        modes.rounding = Rounding::ToZero;
      } else if (rest == "m" || rest == "mi") {
        modes.rounding = Rounding::Down;
      } else if (rest == "p" || rest == "pi") {
        modes.rounding = Rounding::Up;
      }
      modes.toWhole |= isWhole;
    }
  }
  modes.saturates = statement.has("sat");
  modes.clips = statement.has("relu");
  modes.flushes = statement.has("ftz");
  return modes;
}

/// Modes in the number of an instruction.
int64_t packModes(const Modes &modes) {
  return static_cast<int64_t>(modes.rounding) | modes.toWhole << 3 |
         modes.saturates << 4 | modes.clips << 5 | modes.flushes << 6;
}
Modes unpackModes(int64_t number) {
  Modes modes;
  modes.rounding = static_cast<Rounding>(number & 7);
  modes.toWhole = number >> 3 & 1;
  modes.saturates = number >> 4 & 1;
  modes.clips = number >> 5 & 1;
  modes.flushes = number >> 6 & 1;
  return modes;
}

template <class P>
constexpr bool isFloatPolicy = std::is_floating_point_v<typename P::Value>;

/// The bits of a number as a narrower float, in any direction.
template <FloatKind kind> uint64_t roundBits(double value, Rounding rounding) {
  const uint64_t nearest = encodeFloat(kind, value);
  const double back = decodeFloat(kind, nearest);
  if (rounding == Rounding::Nearest || back == value || std::isnan(value)) {
    return nearest;
  }
  if (rounding == Rounding::NearestAway) {
    // Only a tie is different: the other neighbour is as far away.
    const uint64_t other =
        std::abs(back) < std::abs(value)
            ? (value > 0 ? nextAbove(kind, nearest) : nextBelow(kind, nearest))
            : nearest;
    const double there = decodeFloat(kind, other);
    return std::abs(there - value) == std::abs(back - value) ? other : nearest;
  }
  const bool isAbove = back > value;
  const bool wantsAbove =
      rounding == Rounding::Up || (rounding == Rounding::ToZero && value < 0);
  if (isAbove == wantsAbove) {
    return nearest;
  }
  return isAbove ? nextBelow(kind, nearest) : nextAbove(kind, nearest);
}

/// A double into a slot as the float P.
template <class P>
void writeFloat(uint64_t &slot, double value, const Modes &modes) {
  if (modes.saturates) {
    value = std::isnan(value) ? 0.0 : std::clamp(value, 0.0, 1.0);
  }
  if (modes.clips && value < 0) {
    value = 0;
  }
  if (modes.toWhole) {
    value = roundToWhole(value, modes.rounding);
  }
  const Rounding rounding = modes.toWhole ? Rounding::Nearest : modes.rounding;
  if constexpr (std::is_same_v<P, F64>) {
    F64::write(slot, value);
  } else if constexpr (std::is_same_v<P, F32>) {
    const float narrow = roundToFloat(value, rounding);
    F32::write(slot, modes.flushes ? F32Flushed::flush(narrow) : narrow);
  } else {
    constexpr FloatKind kind =
        std::is_same_v<P, F16> ? FloatKind::F16 : FloatKind::BF16;
    slot = std::isnan(value) ? 0x7FFF : roundBits<kind>(value, rounding);
  }
}

/// Whole numbers are brought into the range of the type. NaN is zero, but for
/// 64 bits, where it is the number with the highest bit alone.
template <class T> T toInteger(double value, Rounding rounding, bool isWide) {
  using Limits = std::numeric_limits<T>;
  if (std::isnan(value)) {
    return isWide ? static_cast<T>(uint64_t(1) << (sizeof(T) * 8 - 1)) : T(0);
  }
  value = roundToWhole(value, rounding);
  // The first number that is too large is a power of two, so it is a double.
  const double end = std::ldexp(1.0, Limits::digits);
  if (value >= end) {
    return Limits::max();
  }
  if (value < (std::is_signed_v<T> ? -end : 0.0)) {
    return Limits::min();
  }
  return static_cast<T>(value);
}

/// A 64-bit integer as a double whose last bit says that there was more.
template <class T> double toDoubleOdd(T value) {
  if constexpr (sizeof(T) < 8) {
    return value;
  } else {
    const double high = static_cast<double>(static_cast<T>(value >> 32));
    const double low = static_cast<double>(static_cast<uint32_t>(value));
    return addToOdd(high * 4294967296.0, low);
  }
}

template <class To, class From>
void runConvert(Thread &t, const Instruction &i) {
  using T = typename To::Value;
  using S = typename From::Value;
  const Modes modes = unpackModes(i.number);
  const S value = From::read(t[i.a]);
  if constexpr (!isFloatPolicy<To> && !isFloatPolicy<From>) {
    if (modes.saturates) {
      // Between types of any sign.
      const bool isNegative = std::is_signed_v<S> && value < 0;
      const T low = std::numeric_limits<T>::min();
      const T high = std::numeric_limits<T>::max();
      if (isNegative &&
          static_cast<int64_t>(value) < static_cast<int64_t>(low)) {
        To::write(t[i.to], low);
        return;
      }
      if (!isNegative &&
          static_cast<uint64_t>(value) > static_cast<uint64_t>(high)) {
        To::write(t[i.to], high);
        return;
      }
    }
    // Registers are wider than the type: the sign goes all the way.
    t[i.to] =
        static_cast<uint64_t>(static_cast<int64_t>(static_cast<T>(value)));
    if constexpr (!std::is_signed_v<T>) {
      t[i.to] = static_cast<uint64_t>(static_cast<T>(value));
    }
  } else if constexpr (!isFloatPolicy<To>) {
    constexpr bool isWide = std::is_same_v<From, F64> || sizeof(T) == 8;
    double wide = static_cast<double>(value);
    if constexpr (std::is_same_v<From, F32>) {
      wide = modes.flushes ? F32Flushed::flush(value) : value;
    }
    t[i.to] = static_cast<uint64_t>(
        static_cast<int64_t>(toInteger<T>(wide, modes.rounding, isWide)));
    if constexpr (!std::is_signed_v<T>) {
      t[i.to] =
          static_cast<uint64_t>(toInteger<T>(wide, modes.rounding, isWide));
    }
  } else if constexpr (!isFloatPolicy<From>) {
    if constexpr (std::is_same_v<To, F64> && sizeof(S) == 8) {
      // No double holds it exactly, and the host rounds to the nearest.
      F64::write(t[i.to], static_cast<double>(value));
    } else {
      writeFloat<To>(t[i.to], toDoubleOdd(value), modes);
    }
  } else {
    double wide = static_cast<double>(value);
    if constexpr (std::is_same_v<From, F32>) {
      wide = modes.flushes ? F32Flushed::flush(value) : value;
    }
    writeFloat<To>(t[i.to], wide, modes);
  }
}

template <class Make> Handler forAny(Type type, Make make) {
  switch (type) {
  case Type::U8:
  case Type::B8:
    return make(U8());
  case Type::U16:
  case Type::B16:
    return make(U16());
  case Type::U32:
  case Type::B32:
    return make(U32());
  case Type::U64:
  case Type::B64:
    return make(U64());
  case Type::S8:
    return make(S8());
  case Type::S16:
    return make(S16());
  case Type::S32:
    return make(S32());
  case Type::S64:
    return make(S64());
  case Type::F16:
    return make(F16());
  case Type::BF16:
    return make(BF16());
  case Type::F32:
    return make(F32());
  case Type::F64:
    return make(F64());
  default:
    return nullptr;
  }
}

/// Two floats into one word: the first is the upper one.
template <FloatKind kind, unsigned width>
void runPackTwo(Thread &t, const Instruction &i) {
  const Modes modes = unpackModes(i.number);
  uint64_t halves[2];
  const double values[2] = {F32::read(t[i.b]), F32::read(t[i.a])};
  for (unsigned at = 0; at < 2; ++at) {
    double value = values[at];
    if (modes.clips && value < 0) {
      value = 0;
    }
    if constexpr (width == 16) {
      halves[at] =
          std::isnan(value) ? 0x7FFF : roundBits<kind>(value, modes.rounding);
    } else {
      // What is too large is the largest.
      const double limit = largestFloat(kind);
      if (!std::isnan(value)) {
        value = std::clamp(value, -limit, limit);
      }
      halves[at] = std::isnan(value) ? 0x7F : encodeFloat(kind, value);
    }
  }
  t[i.to] = halves[0] | halves[1] << width;
}

template <FloatKind kind> void runUnpackTwo(Thread &t, const Instruction &i) {
  uint64_t halves[2];
  for (unsigned at = 0; at < 2; ++at) {
    F16::write(halves[at], decodeFloat(kind, t[i.a] >> (8 * at) & 0xFF));
  }
  t[i.to] = halves[0] | halves[1] << 16;
}

void runToTF32(Thread &t, const Instruction &i) {
  const Modes modes = unpackModes(i.number);
  const float value = F32::read(t[i.a]);
  // Shifted up by 13 its bits are those of the f32.
  t[i.to] = std::isnan(value)
                ? F32::nan
                : roundBits<FloatKind::TF32>(value, modes.rounding) << 13;
}

Handler decodeConvert(const Statement &statement, Instruction &i, Function &) {
  const std::vector<Type> types = statement.types();
  if (types.size() != 2) {
    return nullptr;
  }
  const Type to = types[0], from = types[1];
  i.number = packModes(modesOf(statement));
  if (statement.operands.size() == 3) {
    if (from != Type::F32) {
      return nullptr;
    }
    if (to == Type::F16x2 || to == Type::BF16x2) {
      return to == Type::F16x2 ? runPackTwo<FloatKind::F16, 16>
                               : runPackTwo<FloatKind::BF16, 16>;
    }
    // There is no other way to bytes.
    if (!statement.has("satfinite")) {
      return nullptr;
    }
    return to == Type::E4M3x2   ? runPackTwo<FloatKind::F8E4M3FN, 8>
           : to == Type::E5M2x2 ? runPackTwo<FloatKind::F8E5M2, 8>
                                : nullptr;
  }
  if (to == Type::TF32) {
    return from == Type::F32 ? runToTF32 : nullptr;
  }
  if (to == Type::F16x2) {
    return from == Type::E4M3x2   ? runUnpackTwo<FloatKind::F8E4M3FN>
           : from == Type::E5M2x2 ? runUnpackTwo<FloatKind::F8E5M2>
                                  : nullptr;
  }
  return forAny(to, [&]<class To>(To) {
    return forAny(
        from, []<class From>(From) -> Handler { return runConvert<To, From>; });
  });
}

} // namespace

const std::vector<InstructionRow> &convertInstructions() {
  static const std::vector<InstructionRow> rows = {
      {"cvt", 2, 3, decodeConvert},
  };
  return rows;
}

} // namespace weft::emulator
