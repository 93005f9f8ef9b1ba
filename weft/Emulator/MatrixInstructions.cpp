// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of small matrices, and how they come out of shared memory.
//
// All shapes of `mma.sync` spread matrices over lanes by one rule. A register
// holds e elements, 32 bits' worth (one, of f64). With g = lane / 4 and
// q = lane % 4,
//
//   register i of A (M x K)   row g + 8 (i mod R), column e q + 4 e (i div R) +
//   j register i of B (K x N)   row e q + 4 e i + j, column g element  i of C
//   (M x N)   row g + 8 (i div 2), column 2 q + i mod 2
//
// where j counts the elements of a register and R = M / 8.

#include "weft/Emulator/Handlers.h"
#include "weft/Emulator/MemoryInstructions.h"
#include "weft/Emulator/WarpInstructions.h"

#include <array>
#include <charconv>

namespace weft::emulator {
namespace {

/// m, n, k of "m16n8k16".
bool readShape(const Statement &statement, unsigned &m, unsigned &n,
               unsigned &k) {
  for (std::string_view part : statement.parts) {
    const size_t atN = part.find('n'), atK = part.find('k');
    if (part.front() != 'm' || atN == std::string_view::npos ||
        atK == std::string_view::npos) {
      continue;
    }
    auto number = [&](size_t from, size_t to, unsigned &value) {
      return std::from_chars(part.data() + from, part.data() + to, value).ec ==
             std::errc();
    };
    if (number(1, atN, m) && number(atN + 1, atK, n) &&
        number(atK + 1, part.size(), k)) {
      return true;
    }
  }
  return false;
}

template <class P> struct Halves {
  using Value = double;
  static constexpr unsigned count = 2;
  static double read(uint64_t slot, unsigned j) {
    return P::read(slot >> (16 * j));
  }
};
struct Words {
  using Value = double;
  static constexpr unsigned count = 1;
  static double read(uint64_t slot, unsigned) {
    // What a machine does not look at is not there.
    return F32::read(slot & 0xFFFFE000);
  }
};
struct Doubles {
  using Value = double;
  static constexpr unsigned count = 1;
  static double read(uint64_t slot, unsigned) { return F64::read(slot); }
};
template <class T> struct Bytes {
  using Value = int64_t;
  static constexpr unsigned count = 4;
  static int64_t read(uint64_t slot, unsigned j) {
    return static_cast<T>(slot >> (8 * j));
  }
};

/// Sums, as words of 32 bits, pairs of halves, or doubles.
template <class P, class Sum> struct Sums {
  static constexpr unsigned count = 1;
  static Sum read(uint64_t slot, unsigned) { return P::read(slot); }
  static void write(uint64_t &slot, unsigned, Sum value) {
    P::write(slot, static_cast<typename P::Value>(value));
  }
};
struct HalfSums {
  static constexpr unsigned count = 2;
  static double read(uint64_t slot, unsigned j) {
    return F16::read(slot >> (16 * j));
  }
  static void write(uint64_t &slot, unsigned j, double value) {
    uint64_t bits = 0;
    F16::write(bits, value);
    slot = j ? (slot & 0xFFFF) | bits << 16 : bits;
  }
};

/// The slots of D, A, B and C follow each other in the list.
template <class A, class B, class C>
void multiply(Thread *const *lanes, const Instruction &i) {
  using Value = typename A::Value;
  const unsigned m = i.number & 0xFF, n = i.number >> 8 & 0xFF,
                 k = i.number >> 16 & 0xFF;
  static_assert(A::count == B::count);
  const unsigned e = A::count, rows = m / 8;
  const unsigned aCount = m * k / (32 * e), bCount = k * n / (32 * e),
                 cCount = m * n / (32 * C::count);
  Value a[16][64] = {}, b[64][8] = {};
  Value c[16][8] = {};
  for (uint32_t lane = 0; lane < 32; ++lane) {
    if (!lanes[lane]) {
      for (uint32_t other = 0; other < 32; ++other) {
        if (lanes[other]) {
          lanes[other]->fault(Fault::Kind::Trap,
                              "a warp with fewer than 32 threads multiplies "
                              "matrices");
          return;
        }
      }
    }
  }
  for (uint32_t lane = 0; lane < 32; ++lane) {
    Thread &t = *lanes[lane];
    const unsigned g = lane / 4, q = lane % 4;
    for (unsigned at = 0; at < aCount; ++at) {
      const uint64_t slot = t[listed(t, i, cCount + at)];
      for (unsigned j = 0; j < e; ++j) {
        a[g + 8 * (at % rows)][e * q + 4 * e * (at / rows) + j] =
            A::read(slot, j);
      }
    }
    for (unsigned at = 0; at < bCount; ++at) {
      const uint64_t slot = t[listed(t, i, cCount + aCount + at)];
      for (unsigned j = 0; j < e; ++j) {
        b[e * q + 4 * e * at + j][g] = B::read(slot, j);
      }
    }
    for (unsigned at = 0; at < cCount * C::count; ++at) {
      const uint64_t slot =
          t[listed(t, i, cCount + aCount + bCount + at / C::count)];
      c[g + 8 * (at / 2)][2 * q + at % 2] = C::read(slot, at % C::count);
    }
  }
  for (unsigned row = 0; row < m; ++row) {
    for (unsigned column = 0; column < n; ++column) {
      // All products and then one rounding.
      for (unsigned at = 0; at < k; ++at) {
        c[row][column] += a[row][at] * b[at][column];
      }
    }
  }
  for (uint32_t lane = 0; lane < 32; ++lane) {
    Thread &t = *lanes[lane];
    const unsigned g = lane / 4, q = lane % 4;
    for (unsigned at = 0; at < cCount * C::count; ++at) {
      C::write(t[listed(t, i, at / C::count)], at % C::count,
               c[g + 8 * (at / 2)][2 * q + at % 2]);
    }
  }
}

WarpHandler productOf(Type a, Type b, Type c, bool isHalfSum) {
  using Floats = Sums<F32, double>;
  using Integers = Sums<U32, int64_t>;
  if (a == Type::BF16 && b == a && c == Type::F32) {
    return multiply<Halves<BF16>, Halves<BF16>, Floats>;
  }
  if (a == Type::F16 && b == a) {
    return isHalfSum ? multiply<Halves<F16>, Halves<F16>, HalfSums>
                     : multiply<Halves<F16>, Halves<F16>, Floats>;
  }
  if (a == Type::TF32 && b == a) {
    return multiply<Words, Words, Floats>;
  }
  if (a == Type::F64 && b == a) {
    return multiply<Doubles, Doubles, Sums<F64, double>>;
  }
  if (bitsOf(a) == 8 && bitsOf(b) == 8) {
    return isSigned(a) ? isSigned(b)
                             ? multiply<Bytes<int8_t>, Bytes<int8_t>, Integers>
                             : multiply<Bytes<int8_t>, Bytes<uint8_t>, Integers>
           : isSigned(b) ? multiply<Bytes<uint8_t>, Bytes<int8_t>, Integers>
                         : multiply<Bytes<uint8_t>, Bytes<uint8_t>, Integers>;
  }
  return nullptr;
}

Handler decodeProduct(const Statement &statement, Instruction &i,
                      Function &function) {
  unsigned m = 0, n = 0, k = 0;
  const std::vector<Type> types = statement.types();
  if (!readShape(statement, m, n, k) || types.size() != 4 || n != 8 ||
      (m != 16 && m != 8) || k > 64 || statement.has("sp") ||
      statement.has("satfinite") || !statement.has("row") ||
      !statement.has("col")) {
    return nullptr;
  }
  // D, A, B, C in the name as in the operands.
  const WarpHandler product =
      productOf(types[1], types[2], types[3], types[0] == Type::F16);
  const unsigned perWord = types[1] == Type::F64 ? 1 : 32 / bitsOf(types[1]);
  const unsigned perSum = types[0] == Type::F16 ? 2 : 1;
  const size_t counts[] = {m * n / 32 / perSum, m * k / 32 / perWord,
                           k * n / 32 / perWord, m * n / 32 / perSum};
  for (size_t at = 0; at < 4; ++at) {
    const Operand &operand = statement.operands[at];
    std::vector<Slot> slots = operand.kind == Operand::Kind::Vector
                                  ? operand.slots
                                  : std::vector<Slot>{operand.slot};
    if (slots.size() != counts[at]) {
      return nullptr;
    }
    appendList(i, function, slots);
  }
  i.number = m | n << 8 | k << 16;
  return product ? meet(i, product) : nullptr;
}

/// Lane 8 i + r holds the address of row r of matrix i. Lane l gets elements
/// 2 (l mod 4) and the next of row l / 4; transposed, of column l / 4.
template <bool isTransposed>
void loadMatrices(Thread *const *lanes, const Instruction &i) {
  for (uint32_t matrix = 0; matrix < i.count; ++matrix) {
    uint16_t elements[8][8];
    for (uint32_t row = 0; row < 8; ++row) {
      Thread *t = lanes[8 * matrix + row];
      if (!t) {
        for (uint32_t lane = 0; lane < 32; ++lane) {
          if (lanes[lane]) {
            lanes[lane]->fault(Fault::Kind::Trap,
                               "a lane that holds the address of a row takes "
                               "no part");
            return;
          }
        }
        return;
      }
      const uint64_t address = (*t)[i.a] + static_cast<uint64_t>(i.number);
      const uint8_t *bytes =
          access(*t, Space::Shared, address, 16, Access::Read);
      if (!bytes) {
        return;
      }
      std::memcpy(elements[row], bytes, 16);
    }
    for (uint32_t lane = 0; lane < 32; ++lane) {
      if (!lanes[lane]) {
        continue;
      }
      const uint32_t g = lane / 4, q = 2 * (lane % 4);
      const uint32_t low = isTransposed ? elements[q][g] : elements[g][q];
      const uint32_t high =
          isTransposed ? elements[q + 1][g] : elements[g][q + 1];
      (*lanes[lane])[listed(*lanes[lane], i, matrix)] = low | high << 16;
    }
  }
}

Handler decodeLoadMatrices(const Statement &statement, Instruction &i,
                           Function &function) {
  const Operand &to = statement.operands[0], &from = statement.operands[1];
  if (from.kind != Operand::Kind::Address || !statement.has("m8n8") ||
      statement.type() != Type::B16 || spaceOf(statement) != Space::Shared) {
    return nullptr;
  }
  appendList(i, function,
             to.kind == Operand::Kind::Vector ? to.slots
                                              : std::vector<Slot>{to.slot});
  if (i.count > 4) {
    return nullptr;
  }
  i.number = from.offset;
  return meet(i, statement.has("trans") ? loadMatrices<true>
                                        : loadMatrices<false>);
}

} // namespace

const std::vector<InstructionRow> &matrixInstructions() {
  static const std::vector<InstructionRow> rows = {
      {"mma", 4, 4, decodeProduct},
      {"ldmatrix", 2, 2, decodeLoadMatrices},
  };
  return rows;
}

} // namespace weft::emulator
