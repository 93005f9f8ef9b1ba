// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cholesky and triangular factors and triangular systems by blocks of threads,
// a matrix or some right-hand sides each. What is factored or solved is one
// tile, in the registers of the block. Step by step a column or row of it goes
// through memory on the chip, where every thread finds what its elements need,
// and all that comes after is reduced at once. An element is reduced by the
// same terms in the same order as by one thread (Factorization.cpp).

#include "weft/Tile/Tiling/Heroes/BlockFactor.h"

#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/MathExtras.h>

#include <limits>

using namespace mlir;

namespace weft::tile {

/// The parts of a number, as loops carry them.
static SmallVector<Value> valuesOf(const TileValue &tile) {
  return SmallVector<Value>(tile.begin(), tile.end());
}
static TileValue tileOf(ValueRange values) {
  return llvm::to_vector_of<Value, 2>(values);
}

//===----------------------------------------------------------------------===//
// Cholesky factors
//===----------------------------------------------------------------------===//

TileValue CholeskyTile::factor(const TileValue &tile, Value steps, Turn turn) {
  TileValue column = onChip({shape[0]});
  TileValue factor = tileOf(
      hero.loop(hero.index(0), steps, tile, [&](Value step, ValueRange before) {
        return valuesOf(reduce(tileOf(before), column, step));
      }));
  const bool isLower = turn == Turn::No;
  Value isKept = math.compare(arith::CmpIPredicate::sge,
                              places(isLower ? 0 : 1), places(isLower ? 1 : 0));
  return numbers.select(isKept, turned(factor, turn), numbers.zeros(factor));
}

TileValue CholeskyTile::reduce(const TileValue &tile, const TileValue &column,
                               Value step) {
  using Predicate = arith::CmpIPredicate;
  Value k = spread(step);
  put(tile, column, 0, compare(Predicate::eq, 1, k));
  auto rootOf = [&] {
    return numbers.rootOf(
        look({column[0]}, {repeated(number(step), shape[0])})[0]);
  };
  auto divided = [&](int64_t dim) {
    return along(numbers.divideByReal(list(column), rootOf()), dim);
  };
  TileValue byRow = divided(0);
  TileValue left =
      numbers.subtractProduct(tile, byRow, numbers.conjugate(divided(1)));
  Value isAfter = compare(Predicate::sgt, 0, k);
  TileValue root = numbers.zeros(tile);
  root[0] = along(rootOf(), 0);
  TileValue own = numbers.select(compare(Predicate::eq, 0, k), root,
                                 numbers.select(isAfter, byRow, tile));
  TileValue rest = numbers.select(
      math.both(isAfter, compare(Predicate::sgt, 1, k)), left, tile);
  return numbers.select(compare(Predicate::eq, 1, k), own, rest);
}

namespace {

/// The upper factor is the adjoint of the lower one.
class BlockCholesky : CholeskyTile {
public:
  BlockCholesky(const KernelPlace &place, stablehlo::CholeskyOp op)
      : CholeskyTile(place, {Matrices(op.getA()).count},
                     {sideOf(Matrices(op.getA()).rows),
                      sideOf(Matrices(op.getA()).rows)},
                     Matrices(op.getA()).element),
        matrices(op.getA()), isLower(op.getLower()) {}

  KernelOp emit() {
    Value from = hero.operand(0);
    Value to = hero.result(0);
    reshapeArgument(hero.kernel, from, matrices.extents());
    reshapeArgument(hero.kernel, to, matrices.extents());
    SmallVector<Value> at = {hero.program[0], hero.index(0), hero.index(0)};
    const Turn turn = isLower ? Turn::No : Turn::Adjoint;
    store(factor(turned(load(from, at, shape), turn), hero.index(matrices.rows),
                 turn),
          to, at);
    return hero.kernel;
  }

private:
  Matrices matrices;
  bool isLower;
};

} // namespace

//===----------------------------------------------------------------------===//
// Triangular factors
//===----------------------------------------------------------------------===//

LuTile::Factors LuTile::factor(const TileValue &tile, Value rows, Value steps,
                               Value origin, int64_t most) {
  column = onChip({shape[0]});
  ownRow = onChip({shape[1]});
  otherRow = onChip({shape[1]});
  auto pivots = RankedTensorType::get({most}, hero.builder.getI32Type());
  SmallVector<Value> first = valuesOf(tile);
  first.push_back(math.zero(pivots));
  SmallVector<Value> found = hero.loop(
      hero.index(0), steps, first,
      [&](Value step, ValueRange before) -> SmallVector<Value> {
        Value row;
        SmallVector<Value> next =
            valuesOf(reduce(tileOf(before.drop_back()), step, rows, row));
        Value counted = math.splat(math.add(row, origin), {most});
        Value isOwn =
            math.compare(arith::CmpIPredicate::eq, math.make<IotaOp>(pivots, 0),
                         math.splat(number(step), {most}));
        next.push_back(math.select(isOwn, counted, before.back()));
        return next;
      });
  return {tileOf(ArrayRef<Value>(found).drop_back()), found.back()};
}

Value LuTile::combined(CombineKind kind, Value list) {
  return math.scalarOf(ReduceOp::create(hero.builder, hero.loc, kind,
                                        ValueRange{list}, ArrayRef<int64_t>{0})
                           .getResults()[0]);
}

/// The row of the first largest element of a column from `k` on. What is no
/// number is none of them, but for the first.
Value LuTile::findRow(const TileValue &list, Value k, Value rows) {
  using Predicate = arith::CmpIPredicate;
  Value places = counted(shape[0]);
  Value own = repeated(k, shape[0]);
  Value size = numbers.magnitude(list);
  Type type = size.getType();
  Value none =
      math.select(math.compare(Predicate::eq, places, own),
                  math.real(type, std::numeric_limits<double>::infinity()),
                  math.real(type, -1));
  size = math.select(math.isNaN(size), none, size);
  Value isThere = math.both(
      math.compare(Predicate::sge, places, own),
      math.compare(Predicate::slt, places, repeated(number(rows), shape[0])));
  size = math.select(isThere, size, math.real(type, -2));
  Value isLargest =
      math.compare(arith::CmpFPredicate::OEQ, size,
                   repeated(combined(CombineKind::Max, size), shape[0]));
  return combined(
      CombineKind::Min,
      math.select(isLargest, places, math.integer(places.getType(), shape[0])));
}

TileValue LuTile::reduce(const TileValue &tile, Value step, Value rows,
                         Value &row) {
  using Predicate = arith::CmpIPredicate;
  Value own = spread(step);
  put(tile, column, 0, compare(Predicate::eq, 1, own));
  row = findRow(list(column), number(step), rows);
  Value other = math.splat(row, shape);
  put(tile, ownRow, 1, compare(Predicate::eq, 0, own));
  put(tile, otherRow, 1, compare(Predicate::eq, 0, other));
  TileValue above = along(list(otherRow), 1);
  TileValue exchanged =
      numbers.select(compare(Predicate::eq, 0, own), above,
                     numbers.select(compare(Predicate::eq, 0, other),
                                    along(list(ownRow), 1), tile));
  // The column below the diagonal, exchanged as well.
  Value others = repeated(row, shape[0]);
  TileValue pivot = look(column, {others});
  TileValue below = numbers.select(
      math.compare(Predicate::eq, counted(shape[0]), others),
      look(column, {repeated(number(step), shape[0])}), list(column));
  below = numbers.select(numbers.isZero(pivot), below,
                         numbers.divide(below, pivot));
  TileValue factors = along(below, 0);
  TileValue left = numbers.subtractProduct(exchanged, factors, above);
  Value isBehind = compare(Predicate::sgt, 1, own);
  Value isBelow = compare(Predicate::sgt, 0, own);
  Value isColumn = compare(Predicate::eq, 1, own);
  return numbers.select(
      math.both(isBelow, isBehind), left,
      numbers.select(math.both(isBelow, isColumn), factors, exchanged));
}

namespace {

class BlockLu : LuTile {
public:
  BlockLu(const KernelPlace &place, stablehlo::LuOp op)
      : LuTile(place, {Matrices(op.getA()).count},
               {sideOf(Matrices(op.getA()).rows),
                sideOf(Matrices(op.getA()).columns)},
               Matrices(op.getA()).element),
        matrices(op.getA()) {}

  KernelOp emit() {
    const int64_t steps = std::min(matrices.rows, matrices.columns);
    Value from = hero.operand(0);
    reshapeArgument(hero.kernel, from, matrices.extents());
    SmallVector<Value> at = {hero.program[0], hero.index(0), hero.index(0)};
    // Pivots are counted from one.
    Factors found = factor(
        load(from, at, shape), hero.index(matrices.rows), hero.index(steps),
        math.integer(hero.builder.getI32Type(), 1), sideOf(steps));
    storeWanted(found.tile, 0, matrices.extents(), at);
    storeWanted({found.pivots}, 1, {matrices.count, steps},
                ArrayRef<Value>(at).take_front(2));
    return hero.kernel;
  }

private:
  /// Results that nobody wants have no memory.
  void storeWanted(const TileValue &value, unsigned result,
                   ArrayRef<int64_t> extents, ArrayRef<Value> at) {
    Value ref = hero.result(result);
    if (!isa<BlockArgument>(ref)) {
      ref.getDefiningOp()->erase();
      return;
    }
    reshapeArgument(hero.kernel, ref, extents);
    store(value, ref, at);
  }

  Matrices matrices;
};

} // namespace

//===----------------------------------------------------------------------===//
// Triangular systems
//===----------------------------------------------------------------------===//

Substitution::Substitution(bool isLeft, Turn turn, bool isLower, bool isUnit)
    : isLeft(isLeft), turn(turn), isUnit(isUnit),
      isSwapped((turn != Turn::No) != !isLeft),
      isForward(isLower != isSwapped) {}

static Turn turnOf(stablehlo::TriangularSolveOp op) {
  switch (op.getTransposeA()) {
  case stablehlo::Transpose::ADJOINT:
    return Turn::Adjoint;
  case stablehlo::Transpose::TRANSPOSE:
    return Turn::Transposed;
  default:
    return Turn::No;
  }
}

Substitution::Substitution(Operation *op)
    : Substitution(cast<stablehlo::TriangularSolveOp>(op).getLeftSide(),
                   turnOf(cast<stablehlo::TriangularSolveOp>(op)),
                   cast<stablehlo::TriangularSolveOp>(op).getLower(),
                   cast<stablehlo::TriangularSolveOp>(op).getUnitDiagonal()) {}

TileValue SubstitutionTile::keep(const TileValue &triangle) {
  // Such that neither rows nor columns lie in one bank.
  TileValue memory = onChip({side(), side() + 1});
  auto square =
      RankedTensorType::get({side(), side()}, hero.builder.getI32Type());
  const TileValue meant =
      how.turn == Turn::Adjoint ? numbers.conjugate(triangle) : triangle;
  for (auto [from, to] : llvm::zip_equal(meant, memory)) {
    ScatterOp::create(
        hero.builder, hero.loc, UpdateKind::Set, from, to,
        ValueRange{math.make<IotaOp>(square, 0), math.make<IotaOp>(square, 1)},
        ArrayRef<Value>(), Value(), /*unique=*/true);
  }
  return memory;
}

TileValue SubstitutionTile::solve(const TileValue &tile,
                                  const TileValue &triangle, Value order,
                                  Value where) {
  TileValue found = onChip({width()});
  Value last = hero.sub(order, hero.index(1));
  return tileOf(
      hero.loop(hero.index(0), order, tile, [&](Value step, ValueRange before) {
        Value at = how.isForward ? step : hero.sub(last, step);
        return valuesOf(reduce(tileOf(before), triangle, found, at, where));
      }));
}

/// The coefficients of one element in the rows of all.
TileValue SubstitutionTile::coefficients(const TileValue &triangle,
                                         Value element) {
  Value one = repeated(number(element), side());
  Value all = counted(side());
  return how.isSwapped ? look(triangle, {one, all})
                       : look(triangle, {all, one});
}

TileValue SubstitutionTile::reduce(const TileValue &tile,
                                   const TileValue &triangle,
                                   const TileValue &found, Value at,
                                   Value where) {
  using Predicate = arith::CmpIPredicate;
  Value k = spread(at);
  Value isOwn = compare(Predicate::eq, elements(), k);
  put(tile, found, 1 - elements(), isOwn);
  TileValue value = list(found);
  if (!how.isUnit) {
    Value one = repeated(number(at), width());
    value = numbers.divide(value, look(triangle, {one, one}));
  }
  TileValue known = along(value, 1 - elements());
  TileValue left = numbers.subtractProduct(
      tile, along(coefficients(triangle, at), elements()), known);
  Value isAfter =
      compare(how.isForward ? Predicate::sgt : Predicate::slt, elements(), k);
  if (where) {
    isAfter = math.both(isAfter, where);
    isOwn = math.both(isOwn, where);
  }
  return numbers.select(isOwn, known, numbers.select(isAfter, left, tile));
}

namespace {

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

class BlockSubstitution : SubstitutionTile {
public:
  BlockSubstitution(const KernelPlace &place, stablehlo::TriangularSolveOp op)
      : SubstitutionTile(place, Substitution(op), BlockSystems(op).programs(),
                         BlockSystems(op).tile(),
                         BlockSystems(op).sides.element),
        whole(op) {}

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
    TileValue triangle =
        keep(load(a, {hero.program[0], zero, zero}, {side(), side()}));
    store(solve(load(b, at, shape), triangle, hero.index(whole.order)), x, at);
    return hero.kernel;
  }

private:
  BlockSystems whole;
};

//===----------------------------------------------------------------------===//
// Rows of the table
//===----------------------------------------------------------------------===//

} // namespace

bool isCholesky(Operation *op) { return isa<stablehlo::CholeskyOp>(op); }
bool isLu(Operation *op) { return isa<stablehlo::LuOp>(op); }
bool isTriangularSolve(Operation *op) {
  return isa<stablehlo::TriangularSolveOp>(op);
}

namespace {

/// Up to here each thread takes a matrix, and all run beside each other; a bit
/// further where there are more of them than blocks at work at a time (65536
/// Cholesky factors of 9 rows take an H200 191 us so, and 289 us by blocks).
constexpr int64_t smallOrder = 8;
constexpr int64_t smallOrderOfMany = 12;
constexpr int64_t many = 8192;

std::optional<Refusal> refuse(const TilingSpace &, Operation *op) {
  Matrices matrices(op->getOperand(0));
  if (!hasFactorBlocks(matrices.element)) {
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

template <typename Kernel, typename Op>
KernelOp emitKernel(OpBuilder &builder, Location loc, StringRef name,
                    const TilingSpace &space, Operation *op, const Machine &) {
  return Kernel({builder, loc, name.str(), space, op}, cast<Op>(op)).emit();
}

} // namespace

const Algorithm choleskyByBlocks = {
    "factors of matrices by blocks", isCholesky, refuse, workOfFactors,
    emitKernel<BlockCholesky, stablehlo::CholeskyOp>};
const Algorithm luByBlocks = {"factors of exchanged rows by blocks", isLu,
                              refuse, workOfFactors,
                              emitKernel<BlockLu, stablehlo::LuOp>};
const Algorithm substitutionByBlocks = {
    "substitution by blocks", isTriangularSolve, refuse, workOfSolve,
    emitKernel<BlockSubstitution, stablehlo::TriangularSolveOp>};

} // namespace weft::tile
