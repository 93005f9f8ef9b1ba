// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eigenvalues of small symmetric matrices, by Jacobi's rotations. A program is
// a matrix, which it keeps beside itself with the product of all rotations. A
// sweep takes each element beside the diagonal in turn, and rotates its row and
// column such that it vanishes. What is left shrinks with its square in the
// end, so that a few sweeps do.

#include "weft/StableHLO/IR/Eigen.h"
#include "weft/Machine/OperationCosts.h"
#include "weft/Tile/Tiling/Heroes/HeroKernel.h"

#include <limits>

using namespace mlir;

namespace weft::tile {
namespace {

using Float = arith::CmpFPredicate;
using Integer = arith::CmpIPredicate;

/// More are not needed of any matrix that is known; those behind the last one
/// that changes something look at a flag.
constexpr int64_t mostSweeps = 24;
constexpr int64_t sweepsExpected = 6;
/// Up to here all loops of a sweep are written out, so that a thread has the
/// matrix in its registers.
constexpr int64_t largestWrittenOut = 4;

/// The matrices of an operation.
struct Symmetric {
  explicit Symmetric(Operation *op)
      : type(cast<RankedTensorType>(op->getOperand(0).getType())),
        order(type.getShape().back()) {}

  ArrayRef<int64_t> batch() const { return type.getShape().drop_back(2); }

  RankedTensorType type;
  int64_t order;
};

class JacobiKernel {
public:
  JacobiKernel(OpBuilder &builder, Location loc, StringRef name,
               const TilingSpace &space, stablehlo::EighOp op)
      : sizes(op), isLower(op.getLower()),
        hero(builder, loc, name, space, op, sizes.batch()), math(hero.math),
        element(sizes.type.getElementType()), order(hero.index(sizes.order)),
        zero(hero.index(0)),
        matrix(hero.scratch({sizes.order, sizes.order}, element)),
        vectors(hero.scratch({sizes.order, sizes.order}, element)),
        isMoving(hero.scratch({1}, builder.getI32Type())),
        largest(hero.scratch({1}, element)) {}

  KernelOp emit() {
    Value size = read();
    // Products of far numbers stay in range.
    Value scale = math.select(
        math.either(math.compare(Float::OGT, size, real(far())),
                    math.compare(Float::OLT, size, real(1 / far()))),
        math.make<arith::DivFOp>(real(1), size), real(1));
    scale =
        math.select(math.compare(Float::OEQ, size, real(0)), real(1), scale);
    overElements([&](Value i, Value j) {
      put(matrix, i, j, math.mul(get(matrix, i, j), scale));
    });
    // What a rounded element may be off.
    Value least = math.mul(math.mul(size, scale), real(unit() / 8));
    setMoving(1);
    hero.loop(zero, hero.index(mostSweeps), [&](Value) {
      hero.when(moves(), [&] {
        setMoving(0);
        sweep(least);
      });
    });
    sort();
    write(size, scale);
    return hero.kernel;
  }

private:
  Value real(double value) { return math.real(element, value); }
  /// Half of what the last digit of one counts.
  double unit() const { return element.isF64() ? 0x1p-53 : 0x1p-24; }
  double far() const { return element.isF64() ? 0x1p+250 : 0x1p+30; }

  Value get(Value array, Value i, Value j) {
    return hero.load(array, {i, j}, element)[0];
  }
  void put(Value array, Value i, Value j, Value value) {
    hero.store(array, {i, j}, {value}, element);
  }
  void setMoving(int64_t flag) {
    Type word = math.builder.getI32Type();
    hero.store(isMoving, {zero}, {math.integer(word, flag)}, word);
  }
  Value moves() {
    Type word = math.builder.getI32Type();
    return math.compare(Integer::ne, hero.load(isMoving, {zero}, word)[0],
                        math.integer(word, 0));
  }
  SmallVector<Value> place(ArrayRef<Value> indices) {
    SmallVector<Value> all(hero.program);
    llvm::append_range(all, indices);
    return all;
  }

  /// Rows or columns from one on.
  void loop(Value first, llvm::function_ref<void(Value)> body) {
    if (sizes.order > largestWrittenOut) {
      return hero.loop(first, order, body);
    }
    for (int64_t i = *getConstantIntValue(first); i < sizes.order; ++i) {
      body(hero.index(i));
    }
  }
  Value behind(Value i) {
    std::optional<int64_t> known = getConstantIntValue(i);
    return known ? hero.index(*known + 1) : hero.add(i, hero.index(1));
  }
  void overElements(llvm::function_ref<void(Value, Value)> body) {
    loop(zero, [&](Value i) { loop(zero, [&](Value j) { body(i, j); }); });
  }

  /// Both triangles, and no rotation so far. The largest magnitude, or what is
  /// no number.
  Value read() {
    hero.store(largest, {zero}, {real(0)}, element);
    overElements([&](Value i, Value j) {
      Value isBelow = math.compare(isLower ? Integer::sge : Integer::sle, i, j);
      Value row = math.select(isBelow, i, j);
      Value column = math.select(isBelow, j, i);
      Value value =
          hero.load(hero.operand(0), place({row, column}), element)[0];
      put(matrix, i, j, value);
      put(vectors, i, j,
          math.select(math.compare(Integer::eq, i, j), real(1), real(0)));
      Value before = hero.load(largest, {zero}, element)[0];
      hero.store(largest, {zero},
                 {math.make<arith::MaximumFOp>(before, math.absolute(value))},
                 element);
    });
    return hero.load(largest, {zero}, element)[0];
  }

  void sweep(Value least) {
    loop(zero, [&](Value p) {
      loop(behind(p), [&](Value q) {
        Value own = get(matrix, p, q);
        hero.when(math.compare(Float::OGT, math.absolute(own), least), [&] {
          setMoving(1);
          rotate(p, q, own);
        });
      });
    });
  }

  /// By the smaller angle of the two after which element p, q is zero.
  void rotate(Value p, Value q, Value own) {
    Value first = get(matrix, p, p);
    Value second = get(matrix, q, q);
    Value ratio = math.make<arith::DivFOp>(
        math.mul(math.sub(second, first), real(0.5)), own);
    Value tangent = math.make<arith::DivFOp>(
        real(1),
        math.add(math.absolute(ratio), math.make<math::SqrtOp>(math.add(
                                           math.mul(ratio, ratio), real(1)))));
    tangent = math.copySign(tangent, ratio);
    Value cosine = math.make<arith::DivFOp>(
        real(1),
        math.make<math::SqrtOp>(math.add(math.mul(tangent, tangent), real(1))));
    Value sine = math.mul(tangent, cosine);
    // a - s (b + (s / (1 + c)) a), and so on: nearly a where s is small.
    Value half = math.make<arith::DivFOp>(sine, math.add(cosine, real(1)));
    auto turn = [&](Value a, Value b) {
      return std::pair(
          math.sub(a, math.mul(sine, math.add(b, math.mul(half, a)))),
          math.add(b, math.mul(sine, math.sub(a, math.mul(half, b)))));
    };
    loop(zero, [&](Value i) {
      auto [a, b] = turn(get(matrix, i, p), get(matrix, i, q));
      put(matrix, i, p, a);
      put(matrix, i, q, b);
      put(matrix, p, i, a);
      put(matrix, q, i, b);
      auto [v, w] = turn(get(vectors, i, p), get(vectors, i, q));
      put(vectors, i, p, v);
      put(vectors, i, q, w);
    });
    Value moved = math.mul(tangent, own);
    put(matrix, p, p, math.sub(first, moved));
    put(matrix, q, q, math.add(second, moved));
    put(matrix, p, q, real(0));
    put(matrix, q, p, real(0));
  }

  /// The least eigenvalue first, the next one then.
  void sort() {
    auto exchange = [&](Value array, Value a, Value b, Value c, Value d) {
      Value left = get(array, a, b);
      Value right = get(array, c, d);
      put(array, a, b, right);
      put(array, c, d, left);
    };
    loop(zero, [&](Value i) {
      loop(behind(i), [&](Value j) {
        Value isLess =
            math.compare(Float::OLT, get(matrix, j, j), get(matrix, i, i));
        hero.when(isLess, [&] {
          exchange(matrix, i, i, j, j);
          loop(zero, [&](Value row) { exchange(vectors, row, i, row, j); });
        });
      });
    });
  }

  void write(Value size, Value scale) {
    Value isFinite = math.isFinite(size);
    Value none = real(std::numeric_limits<double>::quiet_NaN());
    auto valid = [&](Value value) {
      return math.select(isFinite, value, none);
    };
    loop(zero, [&](Value i) {
      Value value = math.make<arith::DivFOp>(get(matrix, i, i), scale);
      hero.store(hero.result(0), place({i}), {valid(value)}, element);
    });
    overElements([&](Value i, Value j) {
      hero.store(hero.result(1), place({i, j}), {valid(get(vectors, i, j))},
                 element);
    });
  }

  Symmetric sizes;
  bool isLower;
  HeroKernel hero;
  Arithmetic &math;
  Type element;
  Value order;
  Value zero;
  Value matrix;
  Value vectors;
  /// Whether the last sweep has rotated anything.
  Value isMoving;
  Value largest;
};

bool isEigh(Operation *op) { return isa<stablehlo::EighOp>(op); }

AlgorithmWork workOf(const TilingSpace &, Operation *op, const Machine &) {
  constexpr int64_t stepsOfElement = 12;
  const Symmetric sizes(op);
  int64_t matrices = 1;
  for (int64_t extent : sizes.batch()) {
    matrices = saturatingMultiply(matrices, extent);
  }
  const int64_t n = sizes.order;
  return {matrices, saturatingMultiply(saturatingMultiply(n * n, n),
                                       sweepsExpected * stepsOfElement)};
}

KernelOp emit(OpBuilder &builder, Location loc, StringRef name,
              const TilingSpace &space, Operation *op, const Machine &) {
  return JacobiKernel(builder, loc, name, space, cast<stablehlo::EighOp>(op))
      .emit();
}

} // namespace

const Algorithm eighByRotations = {"eigenvalues by rotations", isEigh,
                                   refuseNothing, workOf, emit};

} // namespace weft::tile
