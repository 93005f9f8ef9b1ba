// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cholesky and triangular factors and triangular systems of matrices that no
// block keeps in its registers, panel by panel, in the memory of the result.
// Each panel is three kernels, or two for systems:
//
//   Cholesky   the square on the diagonal is factored
//              the rows below it are solved by its factor
//              what is behind both loses their product with themselves
//   LU         the columns from the diagonal on are factored by one block
//              their exchanges reach all other columns; the rows beside the
//              diagonal are solved by its lower factor
//              what is behind both loses the product of the two
//   systems    the elements of the panel are solved
//              those that come after lose the product with them
//
// Which panel it is they read from memory, so that code is written once for all
// of them. Blocks of places that a later panel no longer has do nothing.
//
// How a matrix is cut follows from its shape and type alone.

#include "weft/Support/PowersOfTwo.h"
#include "weft/Tile/Tiling/Heroes/BlockFactor.h"

#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/MathExtras.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// Terms of a product that are loaded at a time.
constexpr int64_t productTerms = 16;
/// Columns of a panel that one block factors, with all rows in its registers.
constexpr int64_t mostColumns = 32;
constexpr int64_t fewestColumns = 8;
/// Panels are launches, whose number grows with the order.
constexpr int64_t mostPanels = 128;

using Predicate = arith::CmpIPredicate;

int64_t tilesOf(int64_t extent, int64_t tile) {
  return static_cast<int64_t>(llvm::divideCeil(extent, tile));
}

/// An upper factor is the adjoint of a lower one.
Turn turnOf(bool isLower) { return isLower ? Turn::No : Turn::Adjoint; }

/// What the kernels of an operation share.
class Panels {
public:
  Panels(OpBuilder &builder, Location loc, StringRef name,
         const TilingSpace &space, Operation *op)
      : builder(builder), loc(loc), name(name), space(space), op(op) {
    // Results that nobody wants are somewhere else.
    for (Value result : op->getResults()) {
      kept.push_back(
          workspace.add(refTypeOf(cast<RankedTensorType>(result.getType()))));
    }
  }

  KernelPlace place(StringRef what, int64_t panel) {
    if (!kernels.empty()) {
      builder.setInsertionPointAfter(kernels.back());
    }
    auto number = RankedTensorType::get({}, builder.getI32Type());
    return {builder,
            loc,
            llvm::formatv("{0}_{1}{2}", name, what,
                          panel == 0 ? "" : "_" + std::to_string(panel)),
            space,
            op,
            {DenseElementsAttr::get(number, builder.getI32IntegerAttr(
                                                static_cast<int32_t>(panel)))}};
  }

  OpBuilder &builder;
  Location loc;
  StringRef name;
  const TilingSpace &space;
  Operation *op;
  Workspace workspace;
  /// In the workspace, by result.
  SmallVector<unsigned> kept;
  SmallVector<KernelOp> kernels;
};

/// A kernel of one panel: adds to what a tile's kernel is written in where the
/// panel begins, and where results lie.
template <typename Tile> class PanelKernel : protected Tile {
protected:
  template <typename... Args>
  PanelKernel(Panels &panels, const KernelPlace &place, Args &&...args)
      : Tile(place, std::forward<Args>(args)...), panels(panels) {
    for (unsigned i = 0; i < place.op->getNumResults(); ++i) {
      Value ref = this->hero.result(i);
      wanted.push_back(isa<BlockArgument>(ref) ? ref : Value());
      if (!wanted.back()) {
        ref.getDefiningOp()->erase();
      }
    }
    panels.kernels.push_back(this->hero.kernel);
  }

  Value result(unsigned i, ArrayRef<int64_t> extents) {
    if (!wanted[i]) {
      wanted[i] = panels.workspace.argument(this->hero.kernel, panels.kept[i]);
    }
    reshapeArgument(this->hero.kernel, wanted[i], extents);
    return wanted[i];
  }
  Value operand(unsigned i, ArrayRef<int64_t> extents) {
    Value ref = this->hero.operand(i);
    reshapeArgument(this->hero.kernel, ref, extents);
    return ref;
  }
  /// The first row or column of the panel.
  Value beginOf(int64_t width) {
    Type number = this->hero.builder.getI32Type();
    return this->hero.mul(
        this->hero.toIndex(this->hero.load(this->hero.table(0), {}, number),
                           number),
        width);
  }
  /// What is left from there on, at most so much. No panel is empty, and loops
  /// over it are known to run.
  Value atMost(int64_t most, int64_t extent, Value begin) {
    return this->hero.larger(
        this->hero.index(1),
        this->hero.smaller(this->hero.index(most),
                           this->hero.sub(this->hero.index(extent), begin)));
  }
  Value tileOf(unsigned dim, int64_t size) {
    return this->hero.mul(this->hero.program[dim], size);
  }

  Panels &panels;
  SmallVector<Value> wanted;
};

/// Begins with the operand in the memory of the result: its lower or upper
/// triangle, or all of it.
class Beginning : PanelKernel<MatrixKernel> {
public:
  enum class Part { All, Lower, Upper };

  Beginning(Panels &panels, const Matrices &matrices, unsigned operandNumber,
            Part part)
      : PanelKernel(panels, panels.place("begin", 0),
                    ArrayRef<int64_t>{matrices.count,
                                      tilesOf(matrices.rows, panelSide),
                                      tilesOf(matrices.columns, panelSide)},
                    ArrayRef<int64_t>{panelSide, panelSide}, matrices.element) {
    Value row = tileOf(1, panelSide);
    Value column = tileOf(2, panelSide);
    TileValue tile = loadPart(operand(operandNumber, matrices.extents()), row,
                              column, shape);
    if (part != Part::All) {
      Value isKept =
          math.compare(part == Part::Lower ? Predicate::sge : Predicate::sle,
                       math.add(places(0), spread(row)),
                       math.add(places(1), spread(column)));
      tile = numbers.select(isKept, tile, numbers.zeros(tile));
    }
    storePart(tile, result(0, matrices.extents()), row, column);
  }
};

/// Takes the product of two parts away from a tile.
class Product : PanelKernel<MatrixKernel> {
public:
  Product(Panels &panels, int64_t panel, ArrayRef<int64_t> programs,
          ArrayRef<int64_t> tile, Type element)
      : PanelKernel(panels, panels.place("product", panel), programs, tile,
                    element) {}

  /// What is behind a panel of an LU.
  void reduceRest(const Matrices &matrices, int64_t width) {
    Value all = result(0, matrices.extents());
    Value begin = beginOf(width);
    Value end = hero.add(begin, hero.index(width));
    Value row = hero.add(end, tileOf(1, shape[0]));
    Value column = hero.add(end, tileOf(2, shape[1]));
    hero.when(math.both(hero.isBelow(row, hero.index(matrices.rows)),
                        hero.isBelow(column, hero.index(matrices.columns))),
              [&] {
                storePart(multiply(
                              loadPart(all, row, column, shape), width,
                              [&](Value k) {
                                return loadPart(all, row, hero.add(begin, k),
                                                {shape[0], termsOf(width)});
                              },
                              [&](Value k) {
                                return loadPart(all, hero.add(begin, k), column,
                                                {termsOf(width), shape[1]});
                              }),
                          all, row, column);
              });
  }

  /// What is behind a panel of a Cholesky factor, on and below the diagonal.
  void reduceTriangle(const Matrices &matrices, bool isLower) {
    Value all = result(0, matrices.extents());
    Value begin = beginOf(panelSide);
    Value end = hero.add(begin, hero.index(panelSide));
    Value row = hero.add(end, tileOf(1, panelSide));
    Value column = hero.add(end, tileOf(2, panelSide));
    Value isBelow =
        math.compare(Predicate::sge, hero.program[1], hero.program[2]);
    hero.when(
        math.both(isBelow, hero.isBelow(row, hero.index(matrices.rows))), [&] {
          TileValue before = loadPart(all, row, column, shape, turnOf(isLower));
          TileValue after = multiply(
              before, panelSide,
              [&](Value k) {
                return loadPart(all, row, hero.add(begin, k),
                                {panelSide, productTerms}, turnOf(isLower));
              },
              [&](Value k) {
                return loadPart(all, hero.add(begin, k), column,
                                {productTerms, panelSide}, turnOf(!isLower));
              });
          Value isKept =
              math.compare(Predicate::sge, math.add(places(0), spread(row)),
                           math.add(places(1), spread(column)));
          storePart(numbers.select(isKept, after, before), all, row, column,
                    turnOf(isLower));
        });
  }

  /// The elements of systems that come after a panel.
  void reduceSystems(const Matrices &triangle, const Matrices &sides,
                     const Substitution &how) {
    Value a = operand(0, triangle.extents());
    Value all = result(0, sides.extents());
    Value begin = beginOf(panelSide);
    Value rest = tileOf(1, panelSide);
    if (how.isForward) {
      rest = hero.add(hero.add(begin, hero.index(panelSide)), rest);
    }
    const int64_t width = shape[how.isLeft ? 1 : 0];
    Value system = tileOf(2, width);
    Value row = how.isLeft ? rest : system;
    Value column = how.isLeft ? system : rest;
    Value end = how.isForward ? hero.index(triangle.rows) : begin;
    hero.when(hero.isBelow(rest, end), [&] {
      // op(a) of the rest and the panel, or of the panel and the rest.
      auto coefficients = [&](Value k) {
        Value at = hero.add(begin, k);
        return how.isLeft
                   ? loadPart(a, rest, at, {panelSide, productTerms}, how.turn)
                   : loadPart(a, at, rest, {productTerms, panelSide}, how.turn);
      };
      auto known = [&](Value k) {
        Value at = hero.add(begin, k);
        return how.isLeft ? loadPart(all, at, system, {productTerms, width})
                          : loadPart(all, system, at, {width, productTerms});
      };
      TileValue before = loadPart(all, row, column, shape);
      storePart(how.isLeft ? multiply(before, panelSide, coefficients, known)
                           : multiply(before, panelSide, known, coefficients),
                all, row, column);
    });
  }

private:
  static int64_t termsOf(int64_t width) {
    return std::min(width, productTerms);
  }
  /// sums - rows * columns, of so many terms.
  TileValue multiply(const TileValue &sums, int64_t terms,
                     llvm::function_ref<TileValue(Value)> rows,
                     llvm::function_ref<TileValue(Value)> columns) {
    const int64_t each = termsOf(terms);
    return llvm::to_vector_of<Value, 2>(
        hero.loop(hero.index(0), hero.index(terms / each), sums,
                  [&](Value i, ValueRange before) -> SmallVector<Value> {
                    Value k = hero.mul(i, each);
                    const TileValue a = rows(k);
                    Value real = math.negate(a[0]);
                    const TileValue b = columns(k);
                    auto plus = [&](Value sum, Value left, Value right) {
                      return math.make<DotOp>(left, right, sum);
                    };
                    if (sums.size() == 1) {
                      return {plus(before[0], real, b[0])};
                    }
                    Value imaginary = math.negate(a[1]);
                    return {plus(plus(before[0], real, b[0]), a[1], b[1]),
                            plus(plus(before[1], real, b[1]), imaginary, b[0])};
                  }));
  }
};

//===----------------------------------------------------------------------===//
// Cholesky factors
//===----------------------------------------------------------------------===//

class DiagonalSquare : PanelKernel<CholeskyTile> {
public:
  DiagonalSquare(Panels &panels, int64_t panel, const Matrices &matrices,
                 bool isLower)
      : PanelKernel(panels, panels.place("square", panel),
                    ArrayRef<int64_t>{matrices.count},
                    ArrayRef<int64_t>{panelSide, panelSide}, matrices.element) {
    Value all = result(0, matrices.extents());
    Value begin = beginOf(panelSide);
    TileValue square = loadPart(all, begin, begin, shape, turnOf(isLower));
    storePart(factor(square, atMost(panelSide, matrices.rows, begin),
                     turnOf(isLower)),
              all, begin, begin);
  }
};

/// x * l^H = a, for the rows of a below the square.
class RowsBelow : PanelKernel<SubstitutionTile> {
public:
  RowsBelow(Panels &panels, int64_t panel, const Matrices &matrices,
            bool isLower)
      : PanelKernel(
            panels, panels.place("below", panel),
            Substitution(/*isLeft=*/false, Turn::Adjoint, /*isLower=*/true,
                         /*isUnit=*/false),
            ArrayRef<int64_t>{matrices.count,
                              tilesOf(matrices.rows - panelSide, panelSide)},
            ArrayRef<int64_t>{panelSide, panelSide}, matrices.element) {
    Value all = result(0, matrices.extents());
    Value begin = beginOf(panelSide);
    Value row =
        hero.add(hero.add(begin, hero.index(panelSide)), tileOf(1, panelSide));
    hero.when(hero.isBelow(row, hero.index(matrices.rows)), [&] {
      TileValue triangle =
          keep(loadPart(all, begin, begin, shape, turnOf(isLower)));
      TileValue rows = loadPart(all, row, begin, shape, turnOf(isLower));
      storePart(solve(rows, triangle, hero.index(panelSide)), all, row, begin,
                turnOf(isLower));
    });
  }
};

SmallVector<KernelOp> emitCholesky(OpBuilder &builder, Location loc,
                                   StringRef name, const TilingSpace &space,
                                   Operation *op, const Machine &) {
  Panels panels(builder, loc, name, space, op);
  const Matrices matrices(op->getOperand(0));
  const bool isLower = cast<stablehlo::CholeskyOp>(op).getLower();
  Beginning(panels, matrices, 0,
            isLower ? Beginning::Part::Lower : Beginning::Part::Upper);
  const int64_t count = tilesOf(matrices.rows, panelSide);
  const int64_t behind = tilesOf(matrices.rows - panelSide, panelSide);
  for (int64_t panel = 0; panel < count; ++panel) {
    DiagonalSquare(panels, panel, matrices, isLower);
    if (panel + 1 < count) {
      RowsBelow(panels, panel, matrices, isLower);
      Product(panels, panel, {matrices.count, behind, behind},
              {panelSide, panelSide}, matrices.element)
          .reduceTriangle(matrices, isLower);
    }
  }
  return panels.kernels;
}

//===----------------------------------------------------------------------===//
// Triangular factors
//===----------------------------------------------------------------------===//

/// The shape of an LU, and how many columns its panels have.
struct LuShape {
  explicit LuShape(Operation *op) : matrices(op->getOperand(0)) {
    steps = std::min(matrices.rows, matrices.columns);
    width = panelColumns(matrices.rows, matrices.element);
  }
  int64_t panels() const { return tilesOf(steps, width); }
  SmallVector<int64_t> pivots() const { return {matrices.count, steps}; }

  Matrices matrices;
  int64_t steps = 0;
  int64_t width = 0;
};

/// The columns of a panel, from the diagonal on.
class TallPanel : PanelKernel<LuTile> {
public:
  TallPanel(Panels &panels, int64_t panel, const LuShape &lu)
      : PanelKernel(panels, panels.place("panel", panel),
                    ArrayRef<int64_t>{lu.matrices.count},
                    ArrayRef<int64_t>{sideOf(lu.matrices.rows), lu.width},
                    lu.matrices.element) {
    Value all = result(0, lu.matrices.extents());
    Value begin = beginOf(lu.width);
    Value rows = hero.sub(hero.index(lu.matrices.rows), begin);
    // Rows are counted from one.
    Value origin =
        math.add(number(begin), math.integer(hero.builder.getI32Type(), 1));
    Factors found = factor(loadPart(all, begin, begin, shape), rows,
                           atMost(lu.width, lu.steps, begin), origin, lu.width);
    storePart(found.tile, all, begin, begin);
    StoreOp::create(hero.builder, hero.loc,
                    math.reshape(found.pivots, {1, lu.width}),
                    result(1, lu.pivots()), ValueRange{hero.program[0], begin},
                    ArrayRef<Value>{Value(), hero.index(lu.steps)});
  }
};

/// Some of the columns that are not the panel's: what is exchanged of them, and
/// those behind it solved by its lower factor.
class ExchangedRows : PanelKernel<SubstitutionTile> {
public:
  ExchangedRows(Panels &panels, int64_t panel, const LuShape &lu)
      : PanelKernel(panels, panels.place("rows", panel),
                    Substitution(/*isLeft=*/true, Turn::No, /*isLower=*/true,
                                 /*isUnit=*/true),
                    ArrayRef<int64_t>{lu.matrices.count,
                                      tilesOf(lu.matrices.columns, panelSide)},
                    ArrayRef<int64_t>{lu.width, panelSide},
                    lu.matrices.element),
        lu(lu), all(result(0, lu.matrices.extents())),
        pivots(result(1, lu.pivots())), begin(beginOf(lu.width)),
        steps(atMost(lu.width, lu.steps, begin)) {
    TileValue triangle =
        keep(loadPart(all, begin, begin, {lu.width, lu.width}));
    Value column = math.add(places(1), spread(tileOf(1, panelSide)));
    Value end = hero.add(begin, hero.index(lu.width));
    Value isBehind = math.compare(Predicate::sge, column, spread(end));
    Value isWanted =
        math.both(math.either(isBehind, math.compare(Predicate::slt, column,
                                                     spread(begin))),
                  math.compare(Predicate::slt, column,
                               spread(hero.index(lu.matrices.columns))));
    Value own = math.add(counted(lu.width), repeated(number(begin), lu.width));
    Value isStep = math.compare(Predicate::slt, counted(lu.width),
                                repeated(number(steps), lu.width));
    Moves moves = follow(own);
    Value isAbove = math.both(isWanted, along(isStep, 0));
    // Rows of the panel are written once, whoever is exchanged with them.
    Value isFar = math.both(
        math.both(isStep, moves.isFirst),
        math.compare(Predicate::sge, moves.other,
                     repeated(number(hero.add(begin, steps)), lu.width)));
    Value isBelow = math.both(isWanted, along(isFar, 0));
    TileValue above = move(moves.toOwn, column, isAbove);
    TileValue below = move(moves.toOther, column, isBelow);
    above = solve(above, triangle, steps, isBehind);
    // At once, since no row is among both: nobody waits in between.
    put({above, own, isAbove}, {below, moves.other, isBelow}, column);
  }

private:
  /// Lists of rows, one for each step.
  struct Moves {
    /// What is exchanged with the rows of the panel.
    Value other;
    Value isFirst;
    /// Where what these and the others become comes from.
    Value toOwn;
    Value toOther;
  };

  /// A row comes from where the exchanges lead it, from the last one on.
  Moves follow(Value own) {
    Type number = hero.builder.getI32Type();
    Value one = math.integer(number, 1);
    Value others = math.reshape(
        math.make<LoadOp>(RankedTensorType::get({1, lu.width}, number), pivots,
                          ValueRange{hero.program[0], begin},
                          ArrayRef<Value>{Value(), hero.index(lu.steps)}),
        {lu.width});
    others = math.sub(others, math.splat(one, {lu.width}));
    // Each step waits for its row, which is near.
    Value near =
        math.make<AllocOp>(RefType::get({lu.width}, number, Space::Shared),
                           StringAttr(), IntegerAttr());
    ScatterOp::create(hero.builder, hero.loc, UpdateKind::Set, others, near,
                      ValueRange{counted(lu.width)}, ArrayRef<Value>(), Value(),
                      /*unique=*/true);
    Value last = hero.sub(steps, hero.index(1));
    Value none = math.zero(others.getType());
    SmallVector<Value> found = hero.loop(
        hero.index(0), steps, ValueRange{own, others, none},
        [&](Value i, ValueRange before) -> SmallVector<Value> {
          Value step = hero.sub(last, i);
          Value a = this->number(hero.add(begin, step));
          Value b =
              math.make<GatherOp>(RankedTensorType::get({1}, number), near,
                                  ValueRange{repeated(this->number(step), 1)},
                                  ArrayRef<Value>(), Value());
          Value from = repeated(a, lu.width);
          Value to = math.repeat(b, {lu.width});
          auto exchanged = [&](Value rows) {
            return math.select(
                math.compare(Predicate::eq, rows, from), to,
                math.select(math.compare(Predicate::eq, rows, to), from, rows));
          };
          // The same row may be exchanged again.
          Value isAgain =
              math.both(math.compare(Predicate::eq, others, to),
                        math.compare(Predicate::sgt, counted(lu.width),
                                     repeated(this->number(step), lu.width)));
          return {
              exchanged(before[0]), exchanged(before[1]),
              math.select(isAgain, math.integer(none.getType(), 1), before[2])};
        });
    return {others, math.compare(Predicate::eq, found[2], none), found[0],
            found[1]};
  }

  TileValue move(Value rows, Value column, Value mask) {
    TileValue tile;
    for (unsigned i = 0; i < parts; ++i) {
      tile.push_back(math.make<GatherOp>(
          RankedTensorType::get(shape, part), all,
          placesOf(along(rows, 0), column, i), ArrayRef<Value>(), mask));
    }
    return tile;
  }
  struct Rows {
    TileValue tile;
    Value rows;
    Value mask;
  };
  void put(const Rows &some, const Rows &others, Value column) {
    for (unsigned i = 0; i < parts; ++i) {
      ScatterOp::create(
          hero.builder, hero.loc, UpdateKind::Set,
          join(some.tile[i], others.tile[i]), all,
          placesOf(join(along(some.rows, 0), along(others.rows, 0)),
                   join(column, column), i),
          ArrayRef<Value>(), join(some.mask, others.mask),
          /*unique=*/true);
    }
  }
  Value join(Value a, Value b) {
    auto type = cast<RankedTensorType>(a.getType());
    SmallVector<int64_t> both = llvm::to_vector(type.getShape());
    both.push_back(2);
    return math.make<JoinOp>(type.clone(both), ValueRange{a, b});
  }
  SmallVector<Value> placesOf(Value rows, Value column, unsigned number) {
    SmallVector<Value> at = {hero.program[0], rows, column};
    if (parts > 1) {
      at.push_back(hero.index(number));
    }
    return at;
  }

  const LuShape &lu;
  Value all;
  Value pivots;
  Value begin;
  Value steps;
};

SmallVector<KernelOp> emitLu(OpBuilder &builder, Location loc, StringRef name,
                             const TilingSpace &space, Operation *op,
                             const Machine &) {
  Panels panels(builder, loc, name, space, op);
  const LuShape lu(op);
  const Matrices &matrices = lu.matrices;
  Beginning(panels, matrices, 0, Beginning::Part::All);
  for (int64_t panel = 0; panel < lu.panels(); ++panel) {
    const int64_t end = (panel + 1) * lu.width;
    TallPanel(panels, panel, lu);
    ExchangedRows(panels, panel, lu);
    if (end < matrices.rows && end < matrices.columns) {
      Product(panels, panel,
              {matrices.count, tilesOf(matrices.rows - lu.width, panelSide),
               tilesOf(matrices.columns - lu.width, panelSide)},
              {panelSide, panelSide}, matrices.element)
          .reduceRest(matrices, lu.width);
    }
  }
  return panels.kernels;
}

//===----------------------------------------------------------------------===//
// Triangular systems
//===----------------------------------------------------------------------===//

struct SystemsShape {
  explicit SystemsShape(Operation *op)
      : how(op), triangle(op->getOperand(0)), sides(op->getOperand(1)) {
    systems = how.isLeft ? sides.columns : sides.rows;
    width = std::min(panelSide, sideOf(systems));
  }
  /// Of panels along the elements of systems and of systems.
  SmallVector<int64_t> tile() const {
    return how.isLeft ? SmallVector<int64_t>{panelSide, width}
                      : SmallVector<int64_t>{width, panelSide};
  }
  int64_t panels() const { return tilesOf(triangle.rows, panelSide); }

  Substitution how;
  Matrices triangle;
  Matrices sides;
  int64_t systems = 0;
  int64_t width = 0;
};

class SolvedPanel : PanelKernel<SubstitutionTile> {
public:
  SolvedPanel(Panels &panels, int64_t panel, const SystemsShape &whole)
      : PanelKernel(panels, panels.place("solve", panel), whole.how,
                    ArrayRef<int64_t>{whole.triangle.count,
                                      tilesOf(whole.systems, whole.width)},
                    whole.tile(), whole.sides.element) {
    Value a = operand(0, whole.triangle.extents());
    Value all = result(0, whole.sides.extents());
    Value begin = beginOf(panelSide);
    Value system = tileOf(1, whole.width);
    Value row = how.isLeft ? begin : system;
    Value column = how.isLeft ? system : begin;
    TileValue triangle =
        keep(loadPart(a, begin, begin, {panelSide, panelSide}));
    storePart(solve(loadPart(all, row, column, shape), triangle,
                    atMost(panelSide, whole.triangle.rows, begin)),
              all, row, column);
  }
};

SmallVector<KernelOp> emitSystems(OpBuilder &builder, Location loc,
                                  StringRef name, const TilingSpace &space,
                                  Operation *op, const Machine &) {
  Panels panels(builder, loc, name, space, op);
  const SystemsShape whole(op);
  Beginning(panels, whole.sides, 1, Beginning::Part::All);
  const int64_t count = whole.panels();
  for (int64_t i = 0; i < count; ++i) {
    const int64_t panel = whole.how.isForward ? i : count - 1 - i;
    SolvedPanel(panels, panel, whole);
    if (i + 1 < count) {
      Product(panels, panel,
              {whole.triangle.count, count - 1,
               tilesOf(whole.systems, whole.width)},
              whole.tile(), whole.sides.element)
          .reduceSystems(whole.triangle, whole.sides, whole.how);
    }
  }
  return panels.kernels;
}

//===----------------------------------------------------------------------===//
// Rows of the table
//===----------------------------------------------------------------------===//

std::optional<Refusal> refuse(const TilingSpace &, Operation *op) {
  const Matrices matrices(op->getOperand(0));
  if (!hasFactorBlocks(matrices.element)) {
    return Refusal{op, "factor.type", "numbers are neither f32 nor f64"};
  }
  if (matrices.rows == 0 || matrices.columns == 0 || matrices.count == 0) {
    return Refusal{op, "factor.empty", "there is nothing to compute"};
  }
  if (fitsBlock(matrices.rows, matrices.columns, isTriangularSolve(op),
                matrices.element)) {
    return Refusal{op, "factor.small", "a block takes a matrix as a whole"};
  }
  if (!fitsPanels(matrices.rows, isLu(op), matrices.element)) {
    return Refusal{op, "factor.order",
                   llvm::formatv("panels of {0} rows are too many or too long",
                                 matrices.rows)};
  }
  return std::nullopt;
}

/// Of all panels, one after the other.
AlgorithmWork workOf(const TilingSpace &, Operation *op, const Machine &) {
  const Matrices matrices(op->getOperand(0));
  return {matrices.count * matrices.rows * panelSide, 16 * matrices.columns};
}

} // namespace

int64_t panelColumns(int64_t rows, Type element) {
  int64_t width = mostColumns;
  while (width >= fewestColumns &&
         !fitsBlock(rows, width, /*isTriangle=*/false, element)) {
    width /= 2;
  }
  return width;
}

bool fitsPanels(int64_t rows, bool isLu, Type element) {
  const int64_t width = isLu ? panelColumns(rows, element) : panelSide;
  return width >= fewestColumns && rows <= mostPanels * panelSide;
}

const Algorithm choleskyByPanels = {"factors of matrices panel by panel",
                                    isCholesky,
                                    refuse,
                                    workOf,
                                    nullptr,
                                    emitCholesky};
const Algorithm luByPanels = {"factors of exchanged rows panel by panel",
                              isLu,
                              refuse,
                              workOf,
                              nullptr,
                              emitLu};
const Algorithm substitutionByPanels = {"substitution panel by panel",
                                        isTriangularSolve,
                                        refuse,
                                        workOf,
                                        nullptr,
                                        emitSystems};

} // namespace weft::tile
