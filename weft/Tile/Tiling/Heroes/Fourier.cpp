// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Discrete Fourier transforms: one program per batch, along each transformed
// dimension in turn.
//
// A line of n points is transformed by the prime factors of n, without ever
// putting it into another order. Let l be the product of the factors done so
// far, p the next one and m = n / (l p). Before the step the line holds the
// transforms of length l of the l-point sequences that start at j and go in
// steps of m p, one after the other; after it those of length l p:
//
//   y[j l p + u l + k] = sum over q of x[(j + q m) l + k] w^(q (u l + k) m)
//
// for j < m, k < l and u < p, with w = exp(-2 pi i / n). All powers of w are
// one table. A step costs n p products, so lines of large prime length are
// slow.

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Heroes/HeroKernel.h"

#include <numbers>

using namespace mlir;

namespace weft::tile {
namespace {

llvm::SmallVector<int64_t> primeFactors(int64_t n) {
  llvm::SmallVector<int64_t> factors;
  for (int64_t p = 2; p * p <= n; ++p) {
    for (; n % p == 0; n /= p) {
      factors.push_back(p);
    }
  }
  if (n > 1) {
    factors.push_back(n);
  }
  return factors;
}

class FourierKernel {
public:
  FourierKernel(OpBuilder &builder, Location loc, StringRef name,
                const TilingSpace &space, stablehlo::FftOp op)
      : op(op), from(cast<RankedTensorType>(op.getOperand().getType())),
        to(cast<RankedTensorType>(op.getResult().getType())),
        lengths(op.getFftLength()),
        part(partType(from.getElementType())),
        complex(ComplexType::get(part)),
        hero(builder, loc, name, space, op,
             from.getShape().drop_back(lengths.size())) {
    // Points of the transform, in the time domain's shape.
    work = hero.scratch(lengths, complex);
    int64_t longest = *llvm::max_element(lengths);
    lines = hero.scratch({2, longest}, complex);
    table = hero.scratch({longest}, complex);
  }

  KernelOp run() {
    stablehlo::FftType kind = op.getFftType();
    bool isInverse =
        kind == stablehlo::FftType::IFFT || kind == stablehlo::FftType::IRFFT;
    fill();
    llvm::SmallVector<int64_t> order =
        llvm::to_vector(llvm::seq<int64_t>(0, lengths.size()));
    // A real signal's last dimension is transformed last on the way back.
    if (kind != stablehlo::FftType::IRFFT) {
      std::reverse(order.begin(), order.end());
    }
    for (int64_t d : order) {
      transform(d, isInverse);
    }
    write(isInverse);
    return hero.kernel;
  }

private:
  llvm::SmallVector<Value> place(ArrayRef<Value> at) const {
    llvm::SmallVector<Value> indices(hero.program);
    llvm::append_range(indices, at);
    return indices;
  }

  /// Reads the operand. Of a half spectrum, element n - k is the conjugate of
  /// element k, with all other dimensions mirrored too.
  void fill() {
    bool isHalf = op.getFftType() == stablehlo::FftType::IRFFT;
    bool isReal = !isComplex(from.getElementType());
    Arithmetic &math = hero.math;
    hero.loops(lengths, [&](ArrayRef<Value> at) {
      llvm::SmallVector<Value> source(at);
      Value isMirrored;
      if (isHalf) {
        int64_t given = from.getShape().back();
        isMirrored = math.compare(arith::CmpIPredicate::sge, at.back(),
                                  hero.index(given));
        for (auto [d, i] : llvm::enumerate(at)) {
          Value mirror = hero.sub(hero.index(lengths[d]), i);
          Value isZero = math.compare(arith::CmpIPredicate::eq, i,
                                      hero.index(0));
          mirror = math.select(isZero, i, mirror);
          source[d] = math.select(isMirrored, mirror, i);
        }
      }
      TileValue value =
          hero.load(hero.operand(0), place(source), from.getElementType());
      if (isReal) {
        value.push_back(math.zero(part));
      } else if (isMirrored) {
        value[1] = math.select(isMirrored, math.negate(value[1]), value[1]);
      }
      hero.store(work, at, value, complex);
    });
  }

  void write(bool isInverse) {
    Arithmetic &math = hero.math;
    double count = 1;
    for (int64_t length : lengths) {
      count *= static_cast<double>(length);
    }
    ArrayRef<int64_t> shape = to.getShape().take_back(lengths.size());
    hero.loops(shape, [&](ArrayRef<Value> at) {
      TileValue value = hero.load(work, at, complex);
      if (isInverse) {
        value = mapParts(value, [&](Value x) {
          return math.make<arith::DivFOp>(x, math.real(part, count));
        });
      }
      if (!isComplex(to.getElementType())) {
        value.pop_back();
      }
      hero.store(hero.result(0), place(at), value, to.getElementType());
    });
  }

  /// table[t] = exp(sign 2 pi i t / n).
  void fillTable(int64_t n, bool isInverse) {
    Arithmetic &math = hero.math;
    Type wide = hero.builder.getF64Type();
    hero.loop(hero.index(0), hero.index(n), [&](Value t) {
      Value number = math.make<arith::IndexCastOp>(hero.builder.getI64Type(), t);
      Value turn = math.make<arith::SIToFPOp>(wide, number);
      double unit = (isInverse ? 2 : -2) * std::numbers::pi / n;
      Value angle = math.make<arith::MulFOp>(turn, math.real(wide, unit));
      TileValue root = {math.toFloat(math.make<math::CosOp>(angle), part),
                        math.toFloat(math.make<math::SinOp>(angle), part)};
      hero.store(table, {t}, root, complex);
    });
  }

  /// Transforms all lines along dimension `d` of the work array.
  void transform(int64_t d, bool isInverse) {
    int64_t n = lengths[d];
    if (n <= 1) {
      return;
    }
    fillTable(n, isInverse);
    llvm::SmallVector<int64_t> others(lengths);
    others[d] = 1;
    hero.loops(others, [&](ArrayRef<Value> line) {
      llvm::SmallVector<Value> at(line);
      hero.loop(hero.index(0), hero.index(n), [&](Value i) {
        at[d] = i;
        hero.store(lines, {hero.index(0), i}, hero.load(work, at, complex),
                   complex);
      });
      int64_t done = 1;
      int64_t half = 0;
      for (int64_t factor : primeFactors(n)) {
        emitStep(n, done, factor, half);
        done *= factor;
        half = 1 - half;
      }
      hero.loop(hero.index(0), hero.index(n), [&](Value i) {
        at[d] = i;
        hero.store(work, at, hero.load(lines, {hero.index(half), i}, complex),
                   complex);
      });
    });
  }

  TileValue multiply(const TileValue &a, const TileValue &b) {
    Arithmetic &math = hero.math;
    return {math.sub(math.mul(a[0], b[0]), math.mul(a[1], b[1])),
            math.add(math.mul(a[0], b[1]), math.mul(a[1], b[0]))};
  }

  /// One factor of a line, from one half of the scratch to the other.
  void emitStep(int64_t n, int64_t l, int64_t p, int64_t half) {
    Arithmetic &math = hero.math;
    int64_t m = n / (l * p);
    Value source = hero.index(half);
    Value target = hero.index(1 - half);
    hero.loop(hero.index(0), hero.index(m), [&](Value j) {
      hero.loop(hero.index(0), hero.index(l * p), [&](Value v) {
        // v = u l + k.
        Value k = math.make<arith::RemUIOp>(v, hero.index(l));
        llvm::SmallVector<Value> zeros(2, math.zero(part));
        llvm::SmallVector<Value> sum = hero.loop(
            hero.index(0), hero.index(p), zeros,
            [&](Value q, ValueRange carried) -> llvm::SmallVector<Value> {
              Value at = hero.add(hero.mul(hero.add(j, hero.mul(q, m)), l), k);
              Value turn = math.make<arith::RemUIOp>(
                  hero.mul(math.make<arith::MulIOp>(q, v), m), hero.index(n));
              TileValue product =
                  multiply(hero.load(lines, {source, at}, complex),
                           hero.load(table, {turn}, complex));
              return {math.add(carried[0], product[0]),
                      math.add(carried[1], product[1])};
            });
        hero.store(lines, {target, hero.add(hero.mul(j, l * p), v)},
                   {sum[0], sum[1]}, complex);
      });
    });
  }

  stablehlo::FftOp op;
  RankedTensorType from;
  RankedTensorType to;
  ArrayRef<int64_t> lengths;
  Type part;
  Type complex;
  HeroKernel hero;
  Value work;
  Value lines;
  Value table;
};

} // namespace

KernelOp emitFourier(OpBuilder &builder, Location loc, StringRef name,
                     const TilingSpace &space, Operation *op) {
  return FourierKernel(builder, loc, name, space, cast<stablehlo::FftOp>(op))
      .run();
}

} // namespace weft::tile
