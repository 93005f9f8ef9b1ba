// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on floats. What the machine only approximates is computed exactly
// and rounded once.

#include "weft/Emulator/Handlers.h"
#include "weft/Emulator/IntegerInstructions.h"
#include "weft/Emulator/Rounding.h"

#include <algorithm>

namespace weft::emulator {
namespace {

/// `.rz`, `.rm` and `.rp`, of f32 alone, through a double that says exactly
/// enough.
template <Rounding rounding> Handler directedHandler(std::string_view name) {
  auto round = [](double value) { return roundToFloat(value, rounding); };
  using Round = decltype(round);
  if (name == "add") {
    return binary<F32>(
        [](float a, float b) { return Round()(addToOdd(a, b)); });
  }
  if (name == "sub") {
    return binary<F32>(
        [](float a, float b) { return Round()(addToOdd(a, -double(b))); });
  }
  if (name == "mul") {
    return binary<F32>(
        [](float a, float b) { return Round()(double(a) * double(b)); });
  }
  if (name == "div") {
    return binary<F32>(
        [](float a, float b) { return Round()(double(a) / double(b)); });
  }
  if (name == "fma" || name == "mad") {
    return ternary<F32>([](float a, float b, float c) {
      return Round()(addToOdd(double(a) * double(b), c));
    });
  }
  if (name == "sqrt") {
    return unary<F32>([](float a) { return Round()(std::sqrt(double(a))); });
  }
  if (name == "rcp") {
    return unary<F32>([](float a) { return Round()(1.0 / double(a)); });
  }
  return nullptr;
}

Handler decodeDirected(const Statement &statement) {
  if (statement.type() != Type::F32 || statement.has("ftz") ||
      statement.has("sat")) {
    return nullptr;
  }
  const std::string_view name = statement.parts.front();
  return statement.has("rz")   ? directedHandler<Rounding::ToZero>(name)
         : statement.has("rm") ? directedHandler<Rounding::Down>(name)
                               : directedHandler<Rounding::Up>(name);
}

/// Sums of f32 of which one term, or both factors of a product, are half
/// floats: the result alone is rounded.
template <class Half, Rounding rounding>
Handler mixedHandler(std::string_view name) {
  if (name == "add") {
    return [](Thread &t, const Instruction &i) {
      const double sum = addToOdd(Half::read(t[i.a]), F32::read(t[i.b]));
      F32::write(t[i.to], roundToFloat(sum, rounding));
    };
  }
  if (name == "sub") {
    return [](Thread &t, const Instruction &i) {
      const double sum = addToOdd(Half::read(t[i.a]), -F32::read(t[i.b]));
      F32::write(t[i.to], roundToFloat(sum, rounding));
    };
  }
  if (name == "fma") {
    return [](Thread &t, const Instruction &i) {
      const double product = Half::read(t[i.a]) * Half::read(t[i.b]);
      const double sum = addToOdd(product, F32::read(t[i.c]));
      F32::write(t[i.to], roundToFloat(sum, rounding));
    };
  }
  return nullptr;
}

template <class Half> Handler decodeMixed(const Statement &statement) {
  const std::string_view name = statement.parts.front();
  return statement.has("rz")   ? mixedHandler<Half, Rounding::ToZero>(name)
         : statement.has("rm") ? mixedHandler<Half, Rounding::Down>(name)
         : statement.has("rp") ? mixedHandler<Half, Rounding::Up>(name)
                               : mixedHandler<Half, Rounding::Nearest>(name);
}

/// `.f32.f16` and `.f32.bf16`; no handler for other types.
Handler decodeMixed(const Statement &statement) {
  const std::vector<Type> types = statement.types();
  if (types.size() != 2 || types.front() != Type::F32) {
    return nullptr;
  }
  return types.back() == Type::F16    ? decodeMixed<F16>(statement)
         : types.back() == Type::BF16 ? decodeMixed<BF16>(statement)
                                      : nullptr;
}

/// Both halves of a word.
template <class P, class F> void runPair(Thread &t, const Instruction &i) {
  uint64_t halves[2];
  for (unsigned at = 0; at < 2; ++at) {
    auto half = [&](Slot slot) {
      return slot == noSlot ? 0.0 : P::read(t[slot] >> (16 * at));
    };
    P::write(halves[at], F()(half(i.a), half(i.b), half(i.c)));
  }
  t[i.to] = halves[0] | halves[1] << 16;
}
template <class F> Handler pairOf(Type type, F) {
  return type == Type::F16x2    ? runPair<F16, F>
         : type == Type::BF16x2 ? runPair<BF16, F>
                                : nullptr;
}

template <class T> T minimum(T a, T b) {
  if (std::isnan(a)) {
    return b;
  }
  // Minus zero is less than zero.
  return std::isnan(b) || a < b || (a == b && std::signbit(a)) ? a : b;
}
template <class T> T maximum(T a, T b) {
  if (std::isnan(a)) {
    return b;
  }
  return std::isnan(b) || a > b || (a == b && std::signbit(b)) ? a : b;
}

template <class T> T notANumber() {
  return std::numeric_limits<T>::quiet_NaN();
}

template <class T> T minimumOrNaN(T a, T b) {
  return std::isnan(a) || std::isnan(b) ? notANumber<T>() : minimum(a, b);
}
template <class T> T maximumOrNaN(T a, T b) {
  return std::isnan(a) || std::isnan(b) ? notANumber<T>() : maximum(a, b);
}

template <class T> T saturate(T value) {
  return std::isnan(value) ? T(0) : std::clamp<T>(value, T(0), T(1));
}

/// With `.sat` the result is brought between zero and one.
template <class F> Handler arithmetic(const Statement &statement, F function) {
  const Type type = statement.type();
  if (type == Type::F16x2 || type == Type::BF16x2) {
    return pairOf(type, [](double a, double b, double) { return F()(a, b); });
  }
  const bool saturates = statement.has("sat");
  return forFloat(statement, type, [&]<class P>(P) -> Handler {
    if (saturates) {
      return binary<P>([](auto a, auto b) { return saturate(F()(a, b)); });
    }
    return binary<P>(function);
  });
}

Handler decodeArithmetic(const Statement &statement, Instruction &,
                         Function &) {
  const std::string_view name = statement.parts.front();
  const Type type = statement.type();
  if (statement.has("cc")) {
    return decodeCarryOut(statement);
  }
  if (!isFloat(type)) {
    return decodeIntegerArithmetic(statement);
  }
  if (statement.types().size() > 1) {
    return decodeMixed(statement);
  }
  if (statement.has("rz") || statement.has("rm") || statement.has("rp")) {
    return decodeDirected(statement);
  }
  if (name == "add") {
    return arithmetic(statement, [](auto a, auto b) { return a + b; });
  }
  if (name == "sub") {
    return arithmetic(statement, [](auto a, auto b) { return a - b; });
  }
  if (name == "mul") {
    return arithmetic(statement, [](auto a, auto b) { return a * b; });
  }
  if (name == "div") {
    return arithmetic(statement, [](auto a, auto b) { return a / b; });
  }
  if (name == "min" && statement.has("NaN")) {
    return arithmetic(statement,
                      [](auto a, auto b) { return minimumOrNaN(a, b); });
  }
  if (name == "min") {
    return arithmetic(statement, [](auto a, auto b) { return minimum(a, b); });
  }
  if (name == "max" && statement.has("NaN")) {
    return arithmetic(statement,
                      [](auto a, auto b) { return maximumOrNaN(a, b); });
  }
  if (name == "max") {
    return arithmetic(statement, [](auto a, auto b) { return maximum(a, b); });
  }
  return nullptr;
}

Handler decodeFma(const Statement &statement, Instruction &, Function &) {
  return decodeFloatFma(statement);
}

/// Signs are bits, and no NaN is made anew.
Handler decodeSign(const Statement &statement, Instruction &, Function &) {
  const bool isNegation = statement.parts.front() == "neg";
  switch (statement.type()) {
  case Type::F16:
  case Type::BF16:
    return isNegation ? unary<U16>([](uint16_t a) { return a ^ 0x8000; })
                      : unary<U16>([](uint16_t a) { return a & 0x7FFF; });
  case Type::F16x2:
  case Type::BF16x2:
    return isNegation ? unary<U32>([](uint32_t a) { return a ^ 0x80008000; })
                      : unary<U32>([](uint32_t a) { return a & 0x7FFF7FFF; });
  case Type::F32:
    if (statement.has("ftz")) {
      return isNegation
                 ? unary<F32Flushed>([](float a) { return -a; })
                 : unary<F32Flushed>([](float a) { return std::abs(a); });
    }
    return isNegation ? unary<U32>([](uint32_t a) { return a ^ 0x80000000; })
                      : unary<U32>([](uint32_t a) { return a & 0x7FFFFFFF; });
  case Type::F64:
    return isNegation
               ? unary<U64>([](uint64_t a) { return a ^ uint64_t(1) << 63; })
               : unary<U64>([](uint64_t a) { return a << 1 >> 1; });
  default:
    return decodeIntegerArithmetic(statement);
  }
}

/// The sign of the first, the magnitude of the second.
Handler decodeCopySign(const Statement &statement, Instruction &, Function &) {
  if (statement.type() == Type::F32) {
    return binary<U32>([](uint32_t sign, uint32_t magnitude) {
      return (sign & 0x80000000) | (magnitude & 0x7FFFFFFF);
    });
  }
  if (statement.type() == Type::F64) {
    return binary<U64>([](uint64_t sign, uint64_t magnitude) {
      return sign >> 63 << 63 | magnitude << 1 >> 1;
    });
  }
  return nullptr;
}

/// A function of one number, in double precision or in the type's own.
template <class F> Handler function(const Statement &statement, F made) {
  if (statement.has("rz") || statement.has("rm") || statement.has("rp")) {
    return decodeDirected(statement);
  }
  const Type type = statement.type();
  if (type == Type::F16x2 || type == Type::BF16x2) {
    return pairOf(type, [](double a, double, double) { return F()(a); });
  }
  return forFloat(statement, type, []<class P>(P) {
    return unary<P>([](auto a) {
      return static_cast<decltype(a)>(F()(static_cast<double>(a)));
    });
  });
}

Handler decodeSquareRoot(const Statement &statement, Instruction &,
                         Function &) {
  return function(statement, [](double a) { return std::sqrt(a); });
}
Handler decodeReciprocal(const Statement &statement, Instruction &,
                         Function &) {
  return function(statement, [](double a) { return 1.0 / a; });
}
Handler decodeReciprocalRoot(const Statement &statement, Instruction &,
                             Function &) {
  return function(statement, [](double a) { return 1.0 / std::sqrt(a); });
}
Handler decodeSine(const Statement &statement, Instruction &, Function &) {
  return function(statement, [](double a) { return std::sin(a); });
}
Handler decodeCosine(const Statement &statement, Instruction &, Function &) {
  return function(statement, [](double a) { return std::cos(a); });
}
Handler decodeExponential(const Statement &statement, Instruction &,
                          Function &) {
  return function(statement, [](double a) { return std::exp2(a); });
}
Handler decodeLogarithm(const Statement &statement, Instruction &, Function &) {
  return function(statement, [](double a) { return std::log2(a); });
}
Handler decodeTangent(const Statement &statement, Instruction &, Function &) {
  return function(statement, [](double a) { return std::tanh(a); });
}

template <class F> Handler test(const Statement &statement, F) {
  return forFloat(statement, statement.type(), []<class P>(P) -> Handler {
    return
        [](Thread &t, const Instruction &i) { t[i.to] = F()(P::read(t[i.a])); };
  });
}

Handler decodeTest(const Statement &statement, Instruction &, Function &) {
  if (statement.has("finite")) {
    return test(statement, [](auto a) { return std::isfinite(a); });
  }
  if (statement.has("infinite")) {
    return test(statement, [](auto a) { return std::isinf(a); });
  }
  if (statement.has("number")) {
    return test(statement, [](auto a) { return !std::isnan(a); });
  }
  if (statement.has("notanumber")) {
    return test(statement, [](auto a) { return std::isnan(a); });
  }
  if (statement.has("normal")) {
    return test(statement, [](auto a) { return std::isnormal(a); });
  }
  if (statement.has("subnormal")) {
    return test(statement,
                [](auto a) { return std::fpclassify(a) == FP_SUBNORMAL; });
  }
  return nullptr;
}

} // namespace

Handler decodeFloatFma(const Statement &statement) {
  if (statement.types().size() > 1) {
    return decodeMixed(statement);
  }
  if (statement.has("rz") || statement.has("rm") || statement.has("rp")) {
    return decodeDirected(statement);
  }
  const Type type = statement.type();
  if (type == Type::F16x2 || type == Type::BF16x2) {
    if (statement.has("relu")) {
      return pairOf(type, [](double a, double b, double c) {
        return maximumOrNaN(F16::fma(a, b, c), 0.0);
      });
    }
    return pairOf(
        type, [](double a, double b, double c) { return F16::fma(a, b, c); });
  }
  const bool saturates = statement.has("sat"), clips = statement.has("relu");
  return forFloat(statement, type, [&]<class P>(P) -> Handler {
    if (saturates) {
      return ternary<P>(
          [](auto a, auto b, auto c) { return saturate(P::fma(a, b, c)); });
    }
    if (clips) {
      return ternary<P>([](auto a, auto b, auto c) {
        return maximumOrNaN(P::fma(a, b, c), decltype(a)(0));
      });
    }
    return ternary<P>([](auto a, auto b, auto c) { return P::fma(a, b, c); });
  });
}

const std::vector<InstructionRow> &floatInstructions() {
  static const std::vector<InstructionRow> rows = {
      {"add", 3, 3, decodeArithmetic},
      {"sub", 3, 3, decodeArithmetic},
      {"mul", 3, 3, decodeArithmetic},
      {"div", 3, 3, decodeArithmetic},
      {"min", 3, 3, decodeArithmetic},
      {"max", 3, 3, decodeArithmetic},
      {"fma", 4, 4, decodeFma},
      {"neg", 2, 2, decodeSign},
      {"abs", 2, 2, decodeSign},
      {"copysign", 3, 3, decodeCopySign},
      {"sqrt", 2, 2, decodeSquareRoot},
      {"rcp", 2, 2, decodeReciprocal},
      {"rsqrt", 2, 2, decodeReciprocalRoot},
      {"sin", 2, 2, decodeSine},
      {"cos", 2, 2, decodeCosine},
      {"ex2", 2, 2, decodeExponential},
      {"lg2", 2, 2, decodeLogarithm},
      {"tanh", 2, 2, decodeTangent},
      {"testp", 2, 2, decodeTest},
  };
  return rows;
}

} // namespace weft::emulator
