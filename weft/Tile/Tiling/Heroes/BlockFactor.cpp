// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cholesky and triangular factors and triangular systems by blocks of threads,
// a matrix or some right-hand sides each. What is factored or solved is one
// tile, in the registers of the block. Step by step a column or row of it goes
// through memory on the chip, where every thread finds what its elements need,
// and all that comes after is reduced at once. Where rows are not exchanged,
// several steps are taken at once: threads meet less often, and each computes
// for itself what the steps do to each other, and one quotient for all that is
// divided by a number. An element is reduced by the same terms in the same
// order as by one thread (Factorization.cpp).

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
  TileValue columns = onChip({stepsAtOnce(), shape[0]});
  Value turns = math.make<arith::CeilDivUIOp>(steps, hero.index(stepsAtOnce()));
  TileValue factor = tileOf(
      hero.loop(hero.index(0), turns, tile, [&](Value i, ValueRange before) {
        return valuesOf(
            reduce(tileOf(before), columns, hero.mul(i, stepsAtOnce())));
      }));
  const bool isLower = turn == Turn::No;
  Value isKept = math.compare(arith::CmpIPredicate::sge,
                              places(isLower ? 0 : 1), places(isLower ? 1 : 0));
  return numbers.select(isKept, turned(factor, turn), numbers.zeros(factor));
}

/// The columns from `step` on. Every thread factors the square that they begin
/// with. Behind the last column of the matrix come zeros, whose roots are NaN,
/// and nothing that is wanted.
TileValue CholeskyTile::reduce(const TileValue &tile, const TileValue &columns,
                               Value step) {
  using Predicate = arith::CmpIPredicate;
  const int64_t count = stepsAtOnce();
  Value k = spread(step);
  putLines(tile, columns, 1, step);
  // Of the square, row by row.
  SmallVector<SmallVector<TileValue>> square(count);
  SmallVector<Value> roots;
  SmallVector<Value> inverses;
  for (int64_t i = 0; i < count; ++i) {
    for (int64_t j = 0; j <= i; ++j) {
      TileValue value =
          numberOf(columns, hero.index(j), hero.add(step, hero.index(i)));
      for (int64_t m = 0; m < j; ++m) {
        value = numbers.subtractProduct(value, square[i][m],
                                        numbers.conjugate(square[j][m]));
      }
      if (i == j) {
        roots.push_back(numbers.rootOf(value[0]));
        inverses.push_back(math.make<arith::DivFOp>(
            math.real(value[0].getType(), 1), roots.back()));
      } else {
        square[i].push_back(numbers.multiplyByReal(value, inverses[j]));
      }
    }
  }
  // Of all rows, along a dim of the tile.
  auto factorsAlong = [&](int64_t dim) {
    SmallVector<TileValue> lists;
    for (int64_t j = 0; j < count; ++j) {
      TileValue value = line(columns, j);
      for (int64_t m = 0; m < j; ++m) {
        value = numbers.subtractProduct(
            value, lists[m], spread(numbers.conjugate(square[j][m]), shape[0]));
      }
      lists.push_back(
          numbers.multiplyByReal(value, math.repeat(inverses[j], {shape[0]})));
    }
    return llvm::map_to_vector(
        lists, [&](const TileValue &list) { return along(list, dim); });
  };
  const SmallVector<TileValue> byRow = factorsAlong(0);
  TileValue rest = tile;
  for (auto [left, right] : llvm::zip_equal(byRow, factorsAlong(1))) {
    rest = numbers.subtractProduct(rest, left, numbers.conjugate(right));
  }
  Value last = math.add(k, math.integer(k.getType(), count - 1));
  TileValue next = numbers.select(math.both(compare(Predicate::sgt, 0, last),
                                            compare(Predicate::sgt, 1, last)),
                                  rest, tile);
  for (int64_t j = 0; j < count; ++j) {
    Value own = math.add(k, math.integer(k.getType(), j));
    TileValue root = numbers.zeros(tile);
    root[0] = along(math.repeat(roots[j], {shape[0]}), 0);
    TileValue column = numbers.select(
        compare(Predicate::eq, 0, own), root,
        numbers.select(compare(Predicate::sgt, 0, own), byRow[j], tile));
    next = numbers.select(compare(Predicate::eq, 1, own), column, next);
  }
  return next;
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

/// The place of the first largest number of a list, each 0 at least or a whole
/// one: threads combine their numbers once, with the places behind them. Bits
/// of floats are ordered as these are, and those of negative ones are below.
Value LuTile::firstLargest(Value list) {
  const int64_t count = cast<RankedTensorType>(list.getType()).getDimSize(0);
  auto wide = RankedTensorType::get({count}, hero.builder.getI64Type());
  Value bits = math.make<arith::ExtSIOp>(wide, math.bitsOf(list));
  Value behind = math.make<arith::ExtSIOp>(
      wide, math.sub(math.integer(counted(count).getType(), count - 1),
                     counted(count)));
  Value key = math.either(
      math.make<arith::ShLIOp>(bits, math.integer(wide, 32)), behind);
  Value place = math.make<arith::TruncIOp>(hero.builder.getI32Type(),
                                           combined(CombineKind::Max, key));
  return math.sub(math.integer(place.getType(), count - 1), place);
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
  if (part.isF32()) {
    return firstLargest(size);
  }
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
  TileValue found = onChip({stepsAtOnce(), width()});
  Value turns = math.make<arith::CeilDivUIOp>(order, hero.index(stepsAtOnce()));
  Value last = hero.sub(turns, hero.index(1));
  return tileOf(
      hero.loop(hero.index(0), turns, tile, [&](Value i, ValueRange before) {
        Value turn = how.isForward ? i : hero.sub(last, i);
        return valuesOf(reduce(tileOf(before), triangle, found,
                               hero.mul(turn, stepsAtOnce()), order, where));
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

/// The elements from `first` on, as many as are taken at once.
TileValue SubstitutionTile::reduce(const TileValue &tile,
                                   const TileValue &triangle,
                                   const TileValue &found, Value first,
                                   Value order, Value where) {
  using Predicate = arith::CmpIPredicate;
  const int64_t count = stepsAtOnce();
  putLines(tile, found, elements(), first);
  auto placeOf = [&](int64_t i) { return hero.add(first, hero.index(i)); };
  SmallVector<TileValue> values(count);
  SmallVector<int64_t> known;
  for (int64_t step = 0; step < count; ++step) {
    const int64_t i = how.isForward ? step : count - 1 - step;
    TileValue value = line(found, i);
    for (int64_t j : known) {
      TileValue coefficient = how.isSwapped
                                  ? numberOf(triangle, placeOf(j), placeOf(i))
                                  : numberOf(triangle, placeOf(i), placeOf(j));
      value = numbers.subtractProduct(value, spread(coefficient, width()),
                                      values[j]);
    }
    if (!how.isUnit) {
      TileValue own = numberOf(triangle, placeOf(i), placeOf(i));
      TileValue one = numbers.zeros(own);
      one[0] = math.real(one[0].getType(), 1);
      value =
          numbers.multiply(value, spread(numbers.divide(one, own), width()));
    }
    // Behind the last element there is none, and the triangle is zero.
    values[i] =
        numbers.select(repeated(hero.isBelow(placeOf(i), order), width()),
                       value, numbers.zeros(value));
    known.push_back(i);
  }
  TileValue rest = tile;
  for (int64_t i : known) {
    rest = numbers.subtractProduct(
        rest, along(coefficients(triangle, placeOf(i)), elements()),
        along(values[i], 1 - elements()));
  }
  Value isAfter =
      how.isForward
          ? compare(Predicate::sgt, elements(), spread(placeOf(count - 1)))
          : compare(Predicate::slt, elements(), spread(first));
  auto isMeant = [&](Value isPlace) {
    return where ? math.both(isPlace, where) : isPlace;
  };
  TileValue next = numbers.select(isMeant(isAfter), rest, tile);
  for (int64_t i = 0; i < count; ++i) {
    Value isOwn = compare(Predicate::eq, elements(), spread(placeOf(i)));
    next =
        numbers.select(isMeant(isOwn), along(values[i], 1 - elements()), next);
  }
  return next;
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
