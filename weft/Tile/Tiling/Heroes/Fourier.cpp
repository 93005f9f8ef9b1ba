// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Discrete Fourier transforms: one program per batch, line by line along each
// transformed dimension in turn. FourierPlan.h says how a line is transformed.
//
// A line lies in scratch memory, real and imaginary parts apart, so that
// neighbours are vectors. The inverse transform is the forward one with the
// parts exchanged before and after.

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Heroes/FourierPlan.h"
#include "weft/Tile/Tiling/Heroes/HeroKernel.h"

#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/MathExtras.h>

#include <cmath>
#include <map>
#include <numbers>

using namespace mlir;

namespace weft::tile {
namespace {

/// The plans of an operation's lengths, and their numbers as constants.
class FourierTables {
public:
  FourierTables(MLIRContext *context, ArrayRef<int64_t> lengths, Type part) {
    for (int64_t n : lengths) {
      if (n <= 1 || entries.contains(n)) {
        continue;
      }
      Entry &entry = entries.try_emplace(n, FourierPlan(n)).first->second;
      const FourierPlan &plan = entry.plan;
      // The convolution cancels more than the steps do.
      entry.part = plan.isChirped ? Float64Type::get(context) : part;
      entry.roots = add(plan.roots, entry.part);
      if (plan.isChirped) {
        entry.chirp = add(plan.chirp, entry.part);
        entry.filter = add(plan.filter, entry.part);
      }
      for (int64_t p : plan.factors) {
        if (p > 5 && !entry.small.contains(p)) {
          entry.small[p] = add(unitRoots(p), entry.part);
        }
      }
    }
  }

  struct Entry {
    explicit Entry(FourierPlan plan) : plan(std::move(plan)) {}
    FourierPlan plan;
    Type part;
    /// Numbers of tables.
    unsigned roots = 0;
    unsigned chirp = 0;
    unsigned filter = 0;
    /// The roots of one, by their order.
    std::map<int64_t, unsigned> small;
  };
  const Entry &of(int64_t n) const { return entries.at(n); }
  const std::map<int64_t, Entry> &all() const { return entries; }
  ArrayRef<ElementsAttr> constants() const { return attributes; }

private:
  unsigned add(const ComplexTable &table, Type part) {
    auto type =
        RankedTensorType::get({static_cast<int64_t>(table.size())}, part);
    if (part.isF64()) {
      attributes.push_back(DenseElementsAttr::get(type, ArrayRef(table)));
    } else {
      std::vector<float> narrow(table.begin(), table.end());
      attributes.push_back(DenseElementsAttr::get(type, ArrayRef(narrow)));
    }
    return attributes.size() - 1;
  }

  std::map<int64_t, Entry> entries;
  llvm::SmallVector<ElementsAttr> attributes;
};

/// Transforms lines that lie in scratch memory.
class LineTransform {
public:
  LineTransform(HeroKernel &hero, const FourierTables::Entry &entry)
      : hero(hero), math(hero.math), entry(entry), plan(entry.plan),
        part(entry.part) {
    int64_t widest = 1;
    for (int64_t p : plan.factors) {
      widest = p > 5 ? std::max(widest, p) : widest;
    }
    for (Value &ref : {std::ref(lines[0]), std::ref(lines[1]),
                       std::ref(lines[2]), std::ref(lines[3])}) {
      ref = hero.scratch({plan.length}, part);
    }
    if (widest > 1) {
      for (Value &ref : {std::ref(terms[0]), std::ref(terms[1])}) {
        ref = hero.scratch({widest * kWidth}, part);
      }
    }
  }

  /// Replaces n numbers that `read` gives by `count` of their transform.
  void run(bool isInverse, int64_t count,
           llvm::function_ref<TileValue(Value)> read,
           llvm::function_ref<void(Value, const TileValue &)> write) {
    bool isChirped = plan.isChirped;
    hero.loop(hero.index(0), hero.index(plan.points), [&](Value i) {
      TileValue value = mapParts(read(i), [&](Value x) {
        return math.splat(math.toFloat(x, part), {1});
      });
      value = exchanged(value, isInverse);
      storeLine(0, i, isChirped ? times(value, number(entry.chirp, i)) : value);
    });
    int64_t half = 0;
    if (isChirped) {
      TileValue zeros(2, math.zero(RankedTensorType::get({1}, part)));
      hero.loop(hero.index(plan.points), hero.index(plan.length),
                [&](Value i) { storeLine(0, i, zeros); });
      half = steps(half);
      hero.loop(hero.index(0), hero.index(plan.length), [&](Value i) {
        TileValue value = times(loadLine(half, i), number(entry.filter, i));
        storeLine(half, i, exchanged(value, true));
      });
    }
    half = steps(half);
    hero.loop(hero.index(0), hero.index(count), [&](Value i) {
      TileValue value = loadLine(half, i);
      if (isChirped) {
        value = times(exchanged(value, true), number(entry.chirp, i));
      }
      write(i, mapParts(exchanged(value, isInverse),
                        [&](Value x) { return math.scalarOf(x); }));
    });
  }

private:
  static constexpr int64_t kWidth = 8;

  static TileValue exchanged(const TileValue &value, bool isExchanged) {
    return isExchanged ? TileValue{value[1], value[0]} : value;
  }

  // Memory: pieces of `width` numbers.
  Value loadPart(Value ref, Value at, int64_t width, int64_t stride = 1) {
    llvm::SmallVector<int64_t, 1> strides;
    if (stride != 1) {
      strides.push_back(stride);
    }
    return LoadOp::create(hero.builder, hero.loc,
                          RankedTensorType::get({width}, part), ref, at,
                          ArrayRef<Value>(), Value(), strides);
  }
  void storePart(Value value, Value ref, Value at, int64_t stride = 1) {
    llvm::SmallVector<int64_t, 1> strides;
    if (stride != 1) {
      strides.push_back(stride);
    }
    StoreOp::create(hero.builder, hero.loc, value, ref, at, ArrayRef<Value>(),
                    strides);
  }
  TileValue loadLine(int64_t half, Value at, int64_t width = 1) {
    return {loadPart(lines[2 * half], at, width),
            loadPart(lines[2 * half + 1], at, width)};
  }
  void storeLine(int64_t half, Value at, const TileValue &value,
                 int64_t stride = 1) {
    storePart(value[0], lines[2 * half], at, stride);
    storePart(value[1], lines[2 * half + 1], at, stride);
  }
  /// Entries of a table, whose imaginary parts come after the real ones.
  TileValue number(unsigned table, Value at, int64_t width = 1) {
    Value ref = hero.table(table);
    int64_t size = cast<RefType>(ref.getType()).getShape()[0] / 2;
    return {loadPart(ref, at, width),
            loadPart(ref, hero.add(at, hero.index(size)), width)};
  }

  // Complex numbers.
  TileValue plus(const TileValue &a, const TileValue &b) {
    return {math.add(a[0], b[0]), math.add(a[1], b[1])};
  }
  TileValue minus(const TileValue &a, const TileValue &b) {
    return {math.sub(a[0], b[0]), math.sub(a[1], b[1])};
  }
  TileValue times(const TileValue &a, const TileValue &b) {
    return {math.sub(math.mul(a[0], b[0]), math.mul(a[1], b[1])),
            math.add(math.mul(a[0], b[1]), math.mul(a[1], b[0]))};
  }
  TileValue times(const TileValue &a, double b) {
    return mapParts(
        a, [&](Value x) { return math.mul(x, math.real(x.getType(), b)); });
  }
  /// Times -i.
  TileValue turned(const TileValue &a) { return {a[1], math.negate(a[0])}; }

  /// All steps, beginning with the numbers in one half of the scratch memory;
  /// returns where they end.
  int64_t steps(int64_t half) {
    int64_t done = 1;
    for (auto [s, p] : llvm::enumerate(plan.factors)) {
      step(s, done, p, half);
      done *= p;
      half = 1 - half;
    }
    return half;
  }

  void step(size_t s, int64_t l, int64_t p, int64_t half) {
    int64_t m = plan.length / (l * p);
    auto widthFor = [](int64_t extent) {
      int64_t width = kWidth;
      while (extent % width != 0) {
        width /= 2;
      }
      return width;
    };
    // In the first step neighbours differ in j.
    if (l == 1) {
      int64_t width = widthFor(m);
      hero.loop(hero.index(0), hero.index(m / width), [&](Value piece) {
        Value j = hero.mul(piece, width);
        auto load = [&](Value q) {
          return loadLine(half, hero.add(j, q), width);
        };
        auto store = [&](Value u, const TileValue &value) {
          storeLine(1 - half, hero.add(hero.mul(j, p), u), value, p);
        };
        butterfly(p, width, m, 1, load, store);
      });
      return;
    }
    int64_t width = widthFor(l);
    hero.loop(hero.index(0), hero.index(m), [&](Value j) {
      hero.loop(hero.index(0), hero.index(l / width), [&](Value piece) {
        Value k = hero.mul(piece, width);
        Value from = hero.add(hero.mul(j, l), k);
        Value to = hero.add(hero.mul(j, l * p), k);
        Value factors = hero.add(k, hero.index(plan.offsets[s] - l));
        auto load = [&](Value at) {
          return loadLine(half, hero.add(from, at), width);
        };
        auto store = [&](Value at, const TileValue &value) {
          storeLine(1 - half, hero.add(to, at), value);
        };
        butterfly(p, width, m * l, l, load, store, factors);
      });
    });
  }

  /// A transform of p numbers, `from` apart where they are read and `to` apart
  /// where they are written. `roots`, if given, is where the factors of the
  /// number before the first would be.
  void butterfly(int64_t p, int64_t width, int64_t from, int64_t to,
                 llvm::function_ref<TileValue(Value)> load,
                 llvm::function_ref<void(Value, const TileValue &)> store,
                 Value roots = {}) {
    auto term = [&](Value q) {
      TileValue value = load(hero.mul(q, from));
      return roots
                 ? times(value, number(entry.roots,
                                       hero.add(roots, hero.mul(q, to)), width))
                 : value;
    };
    if (p > 5) {
      generic(p, width, to, load, store, term);
      return;
    }
    llvm::SmallVector<TileValue, 5> t = {load(hero.index(0))};
    for (int64_t q = 1; q < p; ++q) {
      t.push_back(term(hero.index(q)));
    }
    llvm::SmallVector<TileValue, 5> y = p == 2   ? two(t)
                                        : p == 3 ? three(t)
                                        : p == 4 ? four(t)
                                                 : five(t);
    for (int64_t u = 0; u < p; ++u) {
      store(hero.index(u * to), y[u]);
    }
  }

  using Numbers = llvm::SmallVector<TileValue, 5>;

  Numbers two(const Numbers &t) {
    return {plus(t[0], t[1]), minus(t[0], t[1])};
  }
  Numbers three(const Numbers &t) {
    TileValue sum = plus(t[1], t[2]);
    TileValue middle = minus(t[0], times(sum, 0.5));
    TileValue side = turned(times(minus(t[1], t[2]), std::numbers::sqrt3 / 2));
    return {plus(t[0], sum), plus(middle, side), minus(middle, side)};
  }
  Numbers four(const Numbers &t) {
    TileValue a = plus(t[0], t[2]);
    TileValue b = minus(t[0], t[2]);
    TileValue c = plus(t[1], t[3]);
    TileValue d = turned(minus(t[1], t[3]));
    return {plus(a, c), plus(b, d), minus(a, c), minus(b, d)};
  }
  Numbers five(const Numbers &t) {
    double turn = 2 * std::numbers::pi / 5;
    TileValue a = plus(t[1], t[4]);
    TileValue b = plus(t[2], t[3]);
    TileValue c = minus(t[1], t[4]);
    TileValue d = minus(t[2], t[3]);
    auto middle = [&](double x, double y) {
      return plus(t[0], plus(times(a, x), times(b, y)));
    };
    auto side = [&](double x, double y) {
      return turned(plus(times(c, x), times(d, y)));
    };
    TileValue m1 = middle(std::cos(turn), std::cos(2 * turn));
    TileValue m2 = middle(std::cos(2 * turn), std::cos(turn));
    TileValue s1 = side(std::sin(turn), std::sin(2 * turn));
    TileValue s2 = side(std::sin(2 * turn), -std::sin(turn));
    return {plus(t[0], plus(a, b)), plus(m1, s1), plus(m2, s2), minus(m2, s2),
            minus(m1, s1)};
  }

  /// By the definition.
  void generic(int64_t p, int64_t width, int64_t to,
               llvm::function_ref<TileValue(Value)> load,
               llvm::function_ref<void(Value, const TileValue &)> store,
               llvm::function_ref<TileValue(Value)> term) {
    auto keep = [&](Value q, const TileValue &value) {
      storePart(value[0], terms[0], hero.mul(q, width));
      storePart(value[1], terms[1], hero.mul(q, width));
    };
    keep(hero.index(0), load(hero.index(0)));
    hero.loop(hero.index(1), hero.index(p), [&](Value q) { keep(q, term(q)); });
    unsigned table = entry.small.at(p);
    auto spread = [&](Value x) {
      return math.splat(math.scalarOf(x), {width});
    };
    hero.loop(hero.index(0), hero.index(p), [&](Value u) {
      Value zero = math.zero(RankedTensorType::get({width}, part));
      // The power of the root, which grows by u from term to term.
      llvm::SmallVector<Value> sum = hero.loop(
          hero.index(0), hero.index(p), {zero, zero, hero.index(0)},
          [&](Value q, ValueRange carried) -> llvm::SmallVector<Value> {
            Value at = hero.mul(q, width);
            TileValue x = {loadPart(terms[0], at, width),
                           loadPart(terms[1], at, width)};
            TileValue root = mapParts(number(table, carried[2]), spread);
            TileValue next = plus({carried[0], carried[1]}, times(x, root));
            Value power = hero.add(carried[2], u);
            Value reduced = hero.sub(power, hero.index(p));
            return {next[0], next[1],
                    math.select(hero.isBelow(power, hero.index(p)), power,
                                reduced)};
          });
      store(hero.mul(u, to), {sum[0], sum[1]});
    });
  }

  HeroKernel &hero;
  Arithmetic &math;
  const FourierTables::Entry &entry;
  const FourierPlan &plan;
  Type part;
  /// Two halves, real and imaginary parts.
  Value lines[4];
  Value terms[2];
};

class FourierKernel {
public:
  FourierKernel(OpBuilder &builder, Location loc, StringRef name,
                const TilingSpace &space, stablehlo::FftOp op)
      : op(op), from(cast<RankedTensorType>(op.getOperand().getType())),
        to(cast<RankedTensorType>(op.getResult().getType())),
        lengths(op.getFftLength()), part(partType(from.getElementType())),
        tables(op->getContext(), lengths, part),
        hero(builder, loc, name, space, op,
             from.getShape().drop_back(lengths.size()), tables.constants()) {}

  KernelOp run() {
    stablehlo::FftType kind = op.getFftType();
    bool isInverse =
        kind == stablehlo::FftType::IFFT || kind == stablehlo::FftType::IRFFT;
    std::map<int64_t, LineTransform> transforms;
    for (const auto &[n, entry] : tables.all()) {
      transforms.try_emplace(n, hero, entry);
    }
    llvm::SmallVector<int64_t> order =
        llvm::to_vector(llvm::seq<int64_t>(0, lengths.size()));
    // A real signal's last dimension is transformed first on the way there and
    // last on the way back: half of its transform is all that the others need.
    if (kind != stablehlo::FftType::IRFFT) {
      std::reverse(order.begin(), order.end());
    }
    complex = ComplexType::get(part);
    // Between two dimensions, the points that the next one reads.
    llvm::SmallVector<int64_t> extents(
        kind == stablehlo::FftType::IRFFT
            ? from.getShape().take_back(lengths.size())
            : to.getShape().take_back(lengths.size()));
    if (lengths.size() > 1) {
      work = hero.scratch(extents, complex);
    }
    for (auto [i, d] : llvm::enumerate(order)) {
      transform(d, extents, i == 0, i + 1 == order.size(), isInverse,
                transforms);
    }
    return hero.kernel;
  }

private:
  llvm::SmallVector<Value> place(ArrayRef<Value> at) const {
    llvm::SmallVector<Value> indices(hero.program);
    llvm::append_range(indices, at);
    return indices;
  }

  TileValue readOperand(ArrayRef<Value> at) {
    TileValue value =
        hero.load(hero.operand(0), place(at), from.getElementType());
    if (value.size() == 1) {
      value.push_back(hero.math.zero(part));
    }
    return value;
  }

  void writeResult(ArrayRef<Value> at, TileValue value, bool isInverse) {
    Arithmetic &math = hero.math;
    if (isInverse) {
      double count = 1;
      for (int64_t length : lengths) {
        count *= static_cast<double>(length);
      }
      value = mapParts(value, [&](Value x) {
        return math.make<arith::DivFOp>(x, math.real(x.getType(), count));
      });
    }
    if (!isComplex(to.getElementType())) {
      value.pop_back();
    }
    value = mapParts(value, [&](Value x) { return math.toFloat(x, part); });
    hero.store(hero.result(0), place(at), value, to.getElementType());
  }

  /// Transforms all lines along dimension `d`.
  void transform(int64_t d, ArrayRef<int64_t> extents, bool isFirst,
                 bool isLast, bool isInverse,
                 std::map<int64_t, LineTransform> &transforms) {
    Arithmetic &math = hero.math;
    int64_t n = lengths[d];
    bool isHalf = op.getFftType() == stablehlo::FftType::IRFFT &&
                  d + 1 == static_cast<int64_t>(lengths.size());
    llvm::SmallVector<int64_t> others(extents);
    others[d] = 1;
    hero.loops(others, [&](ArrayRef<Value> line) {
      llvm::SmallVector<Value> at(line);
      auto read = [&](Value i) {
        // Of a real signal's transform, element n - k is the conjugate of
        // element k, and those that are their own have no imaginary part.
        Value mirror = hero.sub(hero.index(n), i);
        Value isMirrored =
            math.compare(arith::CmpIPredicate::sge, i, hero.index(n / 2 + 1));
        at[d] = isHalf ? math.select(isMirrored, mirror, i) : i;
        TileValue value =
            isFirst ? readOperand(at) : hero.load(work, at, complex);
        if (isHalf) {
          Value isReal =
              math.compare(arith::CmpIPredicate::eq, i, hero.index(0));
          isReal =
              math.either(isReal, math.compare(arith::CmpIPredicate::eq,
                                               hero.mul(i, 2), hero.index(n)));
          value[1] = math.select(isMirrored, math.negate(value[1]), value[1]);
          value[1] = math.select(isReal, math.zero(part), value[1]);
        }
        return value;
      };
      auto write = [&](Value i, const TileValue &value) {
        at[d] = i;
        if (isLast) {
          writeResult(at, value, isInverse);
        } else {
          hero.store(
              work, at,
              mapParts(value, [&](Value x) { return math.toFloat(x, part); }),
              complex);
        }
      };
      int64_t count =
          isLast ? to.getShape().take_back(lengths.size())[d] : extents[d];
      auto found = transforms.find(n);
      if (found == transforms.end()) {
        // One point is its own transform.
        hero.loop(hero.index(0), hero.index(count),
                  [&](Value i) { write(i, read(i)); });
        return;
      }
      found->second.run(isInverse, count, read, write);
    });
  }

  stablehlo::FftOp op;
  RankedTensorType from;
  RankedTensorType to;
  ArrayRef<int64_t> lengths;
  Type part;
  FourierTables tables;
  HeroKernel hero;
  Type complex;
  Value work;
};

bool isFourier(Operation *op) { return isa<stablehlo::FftOp>(op); }

/// The longest length that factors do not suffice for; 0 for none.
int64_t longestChirp(Operation *op) {
  int64_t longest = 0;
  for (int64_t points : cast<stablehlo::FftOp>(op).getFftLength()) {
    if (FourierPlan::needsChirp(points)) {
      longest = std::max(longest, points);
    }
  }
  return longest;
}

std::optional<Refusal> refuseFactors(const TilingSpace &, Operation *op) {
  int64_t points = longestChirp(op);
  if (points == 0) {
    return std::nullopt;
  }
  return Refusal{op, "fourier.prime",
                 llvm::formatv("{0} points have a prime factor over {1}",
                               points, FourierPlan::largestFactor)};
}

std::optional<Refusal> refuseChirp(const TilingSpace &, Operation *op) {
  if (longestChirp(op) != 0) {
    return std::nullopt;
  }
  return Refusal{op, "fourier.factors",
                 llvm::formatv("no length has a prime factor over {0}",
                               FourierPlan::largestFactor)};
}

AlgorithmWork workOfFourier(const TilingSpace &, Operation *op) {
  ArrayRef<int64_t> lengths = cast<stablehlo::FftOp>(op).getFftLength();
  int64_t points = 1;
  for (int64_t length : lengths) {
    points *= length;
  }
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  int64_t steps = 0;
  for (int64_t length : lengths) {
    // Each point is a product with a root for each factor's places.
    int64_t passes = 0;
    int64_t walked = length;
    if (FourierPlan::needsChirp(length)) {
      walked = static_cast<int64_t>(llvm::PowerOf2Ceil(2 * length - 1));
      passes = 2 * static_cast<int64_t>(llvm::Log2_64_Ceil(walked)) + 4;
    } else {
      passes = static_cast<int64_t>(
          llvm::Log2_64_Ceil(std::max<int64_t>(length, 2)));
    }
    steps += points / length * walked * passes * 4;
  }
  return {std::max<int64_t>(1, type.getNumElements() /
                                   std::max<int64_t>(points, 1)),
          steps};
}

KernelOp emitFourier(OpBuilder &builder, Location loc, StringRef name,
                     const TilingSpace &space, Operation *op) {
  return FourierKernel(builder, loc, name, space, cast<stablehlo::FftOp>(op))
      .run();
}

} // namespace

const Algorithm fourierByFactors = {"transforms by factors", isFourier,
                                    refuseFactors, workOfFourier, emitFourier};
const Algorithm fourierByChirp = {"transforms by Bluestein's convolution",
                                  isFourier, refuseChirp, workOfFourier,
                                  emitFourier};

} // namespace weft::tile
