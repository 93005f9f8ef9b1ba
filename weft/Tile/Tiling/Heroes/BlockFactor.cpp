// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cholesky and triangular factors and triangular systems by blocks of threads,
// a matrix or some right-hand sides each. What is factored or solved is one
// tile, in the registers of the block. Step by step a column or row of it goes
// through memory on the chip, where every thread finds what its elements need,
// and all that comes after is reduced at once. An element is reduced by the
// same terms in the same order as by one thread (Factorization.cpp).

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Heroes/BlockMatrix.h"

#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/MathExtras.h>

#include <limits>

using namespace mlir;

namespace weft::tile {
namespace {

//===----------------------------------------------------------------------===//
// Cholesky factors
//===----------------------------------------------------------------------===//

/// Column by column, the lower factor L of a = L L^T; the upper one is its
/// transposition.
class BlockCholesky : MatrixKernel {
public:
  BlockCholesky(OpBuilder &builder, Location loc, StringRef name,
                const TilingSpace &space, stablehlo::CholeskyOp op)
      : MatrixKernel(builder, loc, name, space, op, {Matrices(op.getA()).count},
                     {sideOf(Matrices(op.getA()).rows),
                      sideOf(Matrices(op.getA()).rows)},
                     Matrices(op.getA()).element),
        matrices(op.getA()), isLower(op.getLower()) {}

  KernelOp emit() {
    using Predicate = arith::CmpIPredicate;
    Value from = hero.operand(0);
    Value to = hero.result(0);
    reshapeArgument(hero.kernel, from, matrices.extents());
    reshapeArgument(hero.kernel, to, matrices.extents());
    SmallVector<Value> at = {hero.program[0], hero.index(0), hero.index(0)};
    Value given = turned(load(from, at, shape));
    Value column = onChip({shape[0]});
    Value factor =
        hero.loop(hero.index(0), hero.index(matrices.rows), given,
                  [&](Value step, ValueRange before) -> SmallVector<Value> {
                    return {reduce(before[0], column, step)};
                  })[0];
    Value isBelow = math.compare(Predicate::sge, places(0), places(1));
    factor = math.select(isBelow, factor, math.zero(factor.getType()));
    store(turned(factor), to, at);
    return hero.kernel;
  }

private:
  Value turned(Value tile) {
    return isLower ? tile : math.transpose(tile, {1, 0});
  }

  Value reduce(Value tile, Value column, Value step) {
    using Predicate = arith::CmpIPredicate;
    Value k = spread(step);
    put(tile, column, 0, compare(Predicate::eq, 1, k));
    // A pivot that is not positive gives NaN, which spreads over all that
    // depends on it.
    auto rootOf = [&] {
      Value pivot = look(column, {repeated(number(step), shape[0])});
      return math.select(
          math.compare(arith::CmpFPredicate::OGT, pivot,
                       math.zero(pivot.getType())),
          math.make<math::SqrtOp>(pivot),
          math.real(pivot.getType(), std::numeric_limits<double>::quiet_NaN()));
    };
    auto divided = [&](int64_t dim) {
      return along(math.make<arith::DivFOp>(list(column), rootOf()), dim);
    };
    Value byRow = divided(0);
    Value left = math.sub(tile, math.mul(byRow, divided(1)));
    Value isAfter = compare(Predicate::sgt, 0, k);
    Value own = math.select(compare(Predicate::eq, 0, k), along(rootOf(), 0),
                            math.select(isAfter, byRow, tile));
    Value rest = math.select(math.both(isAfter, compare(Predicate::sgt, 1, k)),
                             left, tile);
    return math.select(compare(Predicate::eq, 1, k), own, rest);
  }

  Matrices matrices;
  bool isLower;
};

//===----------------------------------------------------------------------===//
// Triangular factors
//===----------------------------------------------------------------------===//

/// Column by column: the row of its largest element is exchanged with its own,
/// and what is behind both is reduced.
class BlockLu : MatrixKernel {
public:
  BlockLu(OpBuilder &builder, Location loc, StringRef name,
          const TilingSpace &space, stablehlo::LuOp op)
      : MatrixKernel(builder, loc, name, space, op, {Matrices(op.getA()).count},
                     {sideOf(Matrices(op.getA()).rows),
                      sideOf(Matrices(op.getA()).columns)},
                     Matrices(op.getA()).element),
        matrices(op.getA()) {}

  KernelOp emit() {
    const int64_t steps = std::min(matrices.rows, matrices.columns);
    const int64_t side = sideOf(steps);
    Value from = hero.operand(0);
    reshapeArgument(hero.kernel, from, matrices.extents());
    SmallVector<Value> at = {hero.program[0], hero.index(0), hero.index(0)};
    column = onChip({shape[0]});
    ownRow = onChip({shape[1]});
    otherRow = onChip({shape[1]});
    auto pivots = RankedTensorType::get({side}, hero.builder.getI32Type());
    SmallVector<Value> found = hero.loop(
        hero.index(0), hero.index(steps),
        ValueRange{load(from, at, shape), math.zero(pivots)},
        [&](Value step, ValueRange before) -> SmallVector<Value> {
          Value row;
          Value reduced = reduce(before[0], step, row);
          // Counted from one.
          Value counted =
              math.splat(math.add(row, math.integer(row.getType(), 1)), {side});
          Value isOwn = math.compare(arith::CmpIPredicate::eq,
                                     math.make<IotaOp>(pivots, 0),
                                     math.splat(number(step), {side}));
          return {reduced, math.select(isOwn, counted, before[1])};
        });
    storeWanted(found[0], 0, matrices.extents(), at);
    storeWanted(found[1], 1, {matrices.count, steps},
                ArrayRef<Value>(at).take_front(2));
    return hero.kernel;
  }

private:
  /// Results that nobody wants have no memory.
  void storeWanted(Value value, unsigned result, ArrayRef<int64_t> extents,
                   ArrayRef<Value> at) {
    Value ref = hero.result(result);
    if (!isa<BlockArgument>(ref)) {
      ref.getDefiningOp()->erase();
      return;
    }
    reshapeArgument(hero.kernel, ref, extents);
    store(value, ref, at);
  }

  Value combined(CombineKind kind, Value list) {
    return math.scalarOf(ReduceOp::create(hero.builder, hero.loc, kind,
                                          ValueRange{list},
                                          ArrayRef<int64_t>{0})
                             .getResults()[0]);
  }

  /// The row of the first largest element of a column from `k` on. What is no
  /// number is none of them, but for the first.
  Value findRow(Value list, Value k) {
    using Predicate = arith::CmpIPredicate;
    Value places = counted(shape[0]);
    Type rows = places.getType();
    Value own = repeated(k, shape[0]);
    Value size = math.absolute(list);
    Type type = size.getType();
    Value none =
        math.select(math.compare(Predicate::eq, places, own),
                    math.real(type, std::numeric_limits<double>::infinity()),
                    math.real(type, -1));
    size = math.select(math.isNaN(size), none, size);
    Value isThere = math.both(math.compare(Predicate::sge, places, own),
                              math.compare(Predicate::slt, places,
                                           math.integer(rows, matrices.rows)));
    size = math.select(isThere, size, math.real(type, -2));
    Value isLargest =
        math.compare(arith::CmpFPredicate::OEQ, size,
                     repeated(combined(CombineKind::Max, size), shape[0]));
    return combined(
        CombineKind::Min,
        math.select(isLargest, places, math.integer(rows, shape[0])));
  }

  Value reduce(Value tile, Value step, Value &row) {
    using Predicate = arith::CmpIPredicate;
    Value own = spread(step);
    put(tile, column, 0, compare(Predicate::eq, 1, own));
    row = findRow(list(column), number(step));
    Value other = math.splat(row, shape);
    put(tile, ownRow, 1, compare(Predicate::eq, 0, own));
    put(tile, otherRow, 1, compare(Predicate::eq, 0, other));
    Value above = along(list(otherRow), 1);
    Value exchanged = math.select(compare(Predicate::eq, 0, own), above,
                                  math.select(compare(Predicate::eq, 0, other),
                                              along(list(ownRow), 1), tile));
    // The column below the diagonal, exchanged as well.
    Value others = repeated(row, shape[0]);
    Value pivot = look(column, {others});
    Value below = math.select(
        math.compare(Predicate::eq, counted(shape[0]), others),
        look(column, {repeated(number(step), shape[0])}), list(column));
    Value isZero = math.compare(arith::CmpFPredicate::OEQ, pivot,
                                math.zero(pivot.getType()));
    below = math.select(isZero, below, math.make<arith::DivFOp>(below, pivot));
    Value factors = along(below, 0);
    Value left = math.sub(exchanged, math.mul(factors, above));
    Value isBehind = compare(Predicate::sgt, 1, own);
    Value isBelow = compare(Predicate::sgt, 0, own);
    Value isColumn = compare(Predicate::eq, 1, own);
    return math.select(
        math.both(isBelow, isBehind), left,
        math.select(math.both(isBelow, isColumn), factors, exchanged));
  }

  Matrices matrices;
  /// On the chip.
  Value column;
  Value ownRow;
  Value otherRow;
};

//===----------------------------------------------------------------------===//
// Triangular systems
//===----------------------------------------------------------------------===//

/// A triangle, and systems on one of its sides.
struct BlockSystems {
  explicit BlockSystems(stablehlo::TriangularSolveOp op)
      : triangle(op.getA()), sides(op.getB()), isLeft(op.getLeftSide()) {
    order = triangle.rows;
    systems = isLeft ? sides.columns : sides.rows;
    width = systemsOfBlock(order, systems, sides.element);
  }
  SmallVector<int64_t> programs() const {
    return {triangle.count,
            static_cast<int64_t>(llvm::divideCeil(systems, width))};
  }
  /// Elements of a system along one dim, systems along the other.
  SmallVector<int64_t> tile() const {
    return isLeft ? SmallVector<int64_t>{sideOf(order), width}
                  : SmallVector<int64_t>{width, sideOf(order)};
  }

  Matrices triangle;
  Matrices sides;
  bool isLeft;
  int64_t order = 0;
  int64_t systems = 0;
  /// Systems of a program.
  int64_t width = 1;
};

class BlockSubstitution : MatrixKernel {
public:
  BlockSubstitution(OpBuilder &builder, Location loc, StringRef name,
                    const TilingSpace &space, stablehlo::TriangularSolveOp op)
      : MatrixKernel(builder, loc, name, space, op, BlockSystems(op).programs(),
                     BlockSystems(op).tile(), BlockSystems(op).sides.element),
        whole(op), isUnit(op.getUnitDiagonal()) {
    const bool isTransposed =
        op.getTransposeA() == stablehlo::Transpose::ADJOINT ||
        op.getTransposeA() == stablehlo::Transpose::TRANSPOSE;
    // x * op(a) = b is op(a)^T * x^T = b^T: seen so, both sides solve from the
    // left.
    isSwapped = isTransposed != !whole.isLeft;
    isForward = op.getLower() != isSwapped;
  }

  KernelOp emit() {
    Value a = hero.operand(0);
    Value b = hero.operand(1);
    Value x = hero.result(0);
    reshapeArgument(hero.kernel, a, whole.triangle.extents());
    reshapeArgument(hero.kernel, b, whole.sides.extents());
    reshapeArgument(hero.kernel, x, whole.sides.extents());
    Value zero = hero.index(0);
    Value first = hero.mul(hero.program[1], whole.width);
    SmallVector<Value> at = {hero.program[0], whole.isLeft ? zero : first,
                             whole.isLeft ? first : zero};
    // Such that neither rows nor columns lie in one bank.
    const int64_t side = sideOf(whole.order);
    Value triangle = onChip({side, side + 1});
    auto square =
        RankedTensorType::get({side, side}, hero.builder.getI32Type());
    ScatterOp::create(
        hero.builder, hero.loc, UpdateKind::Set,
        load(a, {hero.program[0], zero, zero}, {side, side}), triangle,
        ValueRange{math.make<IotaOp>(square, 0), math.make<IotaOp>(square, 1)},
        ArrayRef<Value>(), Value(), /*unique=*/true);
    Value found = onChip({whole.width});
    Value given = load(b, at, shape);
    Value solved =
        hero.loop(zero, hero.index(whole.order), given,
                  [&](Value step, ValueRange before) -> SmallVector<Value> {
                    return {reduce(before[0], triangle, found, step)};
                  })[0];
    store(solved, x, at);
    return hero.kernel;
  }

private:
  /// The coefficients of one element in the rows of all.
  Value coefficients(Value triangle, Value element) {
    const int64_t side = sideOf(whole.order);
    Value one = repeated(number(element), side);
    Value all = counted(side);
    return isSwapped ? look(triangle, {one, all}) : look(triangle, {all, one});
  }

  Value reduce(Value tile, Value triangle, Value found, Value step) {
    using Predicate = arith::CmpIPredicate;
    const int64_t elements = whole.isLeft ? 0 : 1;
    Value at = isForward ? step : hero.sub(hero.index(whole.order - 1), step);
    Value k = spread(at);
    Value isOwn = compare(Predicate::eq, elements, k);
    put(tile, found, 1 - elements, isOwn);
    Value value = list(found);
    if (!isUnit) {
      Value one = repeated(number(at), whole.width);
      value = math.make<arith::DivFOp>(value, look(triangle, {one, one}));
    }
    Value known = along(value, 1 - elements);
    Value left = math.sub(
        tile, math.mul(along(coefficients(triangle, at), elements), known));
    Value isAfter =
        compare(isForward ? Predicate::sgt : Predicate::slt, elements, k);
    return math.select(isOwn, known, math.select(isAfter, left, tile));
  }

  BlockSystems whole;
  bool isUnit;
  bool isSwapped = false;
  bool isForward = false;
};

//===----------------------------------------------------------------------===//
// Rows of the table
//===----------------------------------------------------------------------===//

bool isCholesky(Operation *op) { return isa<stablehlo::CholeskyOp>(op); }
bool isLu(Operation *op) { return isa<stablehlo::LuOp>(op); }
bool isTriangularSolve(Operation *op) {
  return isa<stablehlo::TriangularSolveOp>(op);
}

/// Up to here each thread takes a matrix, and all run beside each other; a bit
/// further where there are more of them than blocks at work at a time (65536
/// Cholesky factors of 9 rows take an H200 191 us so, and 289 us by blocks).
constexpr int64_t smallOrder = 8;
constexpr int64_t smallOrderOfMany = 12;
constexpr int64_t many = 8192;

std::optional<Refusal> refuse(const TilingSpace &, Operation *op) {
  Matrices matrices(op->getOperand(0));
  if (!matrices.element.isF32() && !matrices.element.isF64()) {
    return Refusal{op, "factor.type", "numbers are neither f32 nor f64"};
  }
  if (matrices.rows == 0 || matrices.columns == 0 || matrices.count == 0) {
    return Refusal{op, "factor.empty", "there is nothing to compute"};
  }
  const int64_t most = std::max(matrices.rows, matrices.columns);
  if (most <= smallOrder ||
      (most <= smallOrderOfMany && matrices.count >= many)) {
    return Refusal{op, "factor.small",
                   "a thread has the matrix in its own registers"};
  }
  // Of a system, the triangle is on the chip.
  if (!fitsBlock(matrices.rows, matrices.columns, isTriangularSolve(op),
                 matrices.element)) {
    return Refusal{op, "factor.order",
                   llvm::formatv("a matrix of {0} x {1} does not fit a block",
                                 matrices.rows, matrices.columns)};
  }
  return std::nullopt;
}

AlgorithmWork workOfFactors(const TilingSpace &, Operation *op,
                            const Machine &) {
  Matrices matrices(op->getOperand(0));
  return {matrices.count * sideOf(matrices.rows) * sideOf(matrices.columns),
          8 * std::min(matrices.rows, matrices.columns)};
}

AlgorithmWork workOfSolve(const TilingSpace &, Operation *op, const Machine &) {
  BlockSystems whole(cast<stablehlo::TriangularSolveOp>(op));
  return {whole.triangle.count * sideOf(whole.order) * whole.systems,
          6 * whole.order};
}

KernelOp emitCholesky(OpBuilder &builder, Location loc, StringRef name,
                      const TilingSpace &space, Operation *op,
                      const Machine &) {
  return BlockCholesky(builder, loc, name, space,
                       cast<stablehlo::CholeskyOp>(op))
      .emit();
}

KernelOp emitLu(OpBuilder &builder, Location loc, StringRef name,
                const TilingSpace &space, Operation *op, const Machine &) {
  return BlockLu(builder, loc, name, space, cast<stablehlo::LuOp>(op)).emit();
}

KernelOp emitSolve(OpBuilder &builder, Location loc, StringRef name,
                   const TilingSpace &space, Operation *op, const Machine &) {
  return BlockSubstitution(builder, loc, name, space,
                           cast<stablehlo::TriangularSolveOp>(op))
      .emit();
}

} // namespace

const Algorithm choleskyByBlocks = {"factors of matrices by blocks", isCholesky,
                                    refuse, workOfFactors, emitCholesky};
const Algorithm luByBlocks = {"factors of exchanged rows by blocks", isLu,
                              refuse, workOfFactors, emitLu};
const Algorithm substitutionByBlocks = {"substitution by blocks",
                                        isTriangularSolve, refuse, workOfSolve,
                                        emitSolve};

} // namespace weft::tile
