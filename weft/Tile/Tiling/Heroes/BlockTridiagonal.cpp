// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Systems of three diagonals by blocks of threads, as a tree.
//
// Of some rows in a line, what is between their first and their last unknown
// can be eliminated: two equations are left, of those two and of the unknowns
// on either side. That is a node. Two rows are one as they are; two nodes
// become one when the two unknowns where they touch are eliminated. All
// equations that have an unknown are in one node by then, so that the one with
// most of it can be chosen: whatever the order, it is an elimination of all
// columns with exchanged rows, as stable as one from the first column to the
// last, and no part of a regular matrix needs to be regular by itself. From the
// root on, which has two equations of two unknowns, all others follow.
//
// A level of the tree is a tile, an element for each pair of nodes. From level
// to level they go through memory on the chip, and the equations that were
// divided by stay in registers until their unknowns follow. A block has several
// systems where they are short. Long ones are cut: a kernel makes a node of
// each part, which are rows of a shorter system, and a second one goes through
// the part again once it knows the unknowns at its ends.
//
// How a system is cut follows from its shape and type alone.

#include "weft/StableHLO/IR/Tridiagonal.h"
#include "weft/Support/PowersOfTwo.h"
#include "weft/Tile/Tiling/Heroes/BlockHero.h"
#include "weft/Tile/Tiling/Heroes/BlockMatrix.h"

#include <llvm/Support/MathExtras.h>

#include <array>
#include <limits>

using namespace mlir;

namespace weft::tile {
namespace {

using Predicate = arith::CmpIPredicate;

/// Nodes of a tile that is not one long system's.
constexpr int64_t nodesOfTile = 256;
/// Bytes of a number for each node of the longest system that is not cut.
constexpr int64_t bytesOfWhole = 2048;
constexpr int64_t lanesOfWarp = 32;
/// Nodes of a part.
constexpr int64_t nodesOfPart = 64;

/// The systems of an operation.
struct Systems {
  explicit Systems(Operation *op) {
    auto b = cast<RankedTensorType>(op->getResult(0).getType());
    element = b.getElementType();
    columns = b.getShape().back();
    rows = b.getShape()[b.getRank() - 2];
    for (int64_t extent : b.getShape().drop_back(2)) {
      batch *= extent;
    }
  }
  int64_t numbers() const { return batch * rows * columns; }
  int64_t bytesOfNumber() const {
    return partCount(element) * partType(element).getIntOrFloatBitWidth() / 8;
  }

  Type element;
  int64_t batch = 1;
  int64_t rows = 0;
  /// Right-hand sides of a system.
  int64_t columns = 0;
};

/// Nodes of all systems, and how a kernel takes them: `lanes` parts of `width`
/// nodes in a block.
struct Level {
  Level(const Systems &systems, int64_t nodes) : nodes(nodes) {
    width = std::max<int64_t>(2, powerAbove(nodes));
    if (width * systems.bytesOfNumber() > bytesOfWhole) {
      width = nodesOfPart;
    }
    parts = static_cast<int64_t>(llvm::divideCeil(nodes, width));
    all = systems.batch * parts * systems.columns;
    lanes = std::max<int64_t>(
        1, std::min<int64_t>(nodesOfTile / width, powerAbove(all)));
  }
  int64_t programs() const {
    return static_cast<int64_t>(llvm::divideCeil(all, lanes));
  }

  /// Of a system.
  int64_t nodes;
  int64_t width;
  int64_t parts;
  /// Parts of all systems.
  int64_t all;
  int64_t lanes;
};

/// From the rows on; the last one is not cut.
SmallVector<Level> levelsOf(const Systems &systems) {
  SmallVector<Level> levels = {
      Level(systems, static_cast<int64_t>(llvm::divideCeil(systems.rows, 2)))};
  while (levels.back().parts > 1) {
    levels.push_back(Level(systems, levels.back().parts));
  }
  return levels;
}

/// What the kernels share: of each level but the first the equations of its
/// nodes, and the unknowns at their ends.
struct Shared {
  Workspace workspace;
  SmallVector<SmallVector<unsigned>> equations;
  SmallVector<SmallVector<unsigned>> ends;
};

/// An equation of unknowns in a line, the last number its right side. Numbers
/// that are zero whatever the system is are empty.
template <size_t size> using Equation = std::array<TileValue, size>;

/// Of the unknown to the left of a node, its first and its last one, and the
/// one to the right of it.
using NodeEquation = Equation<5>;
enum { Left, First, Last, Right, Known, NumbersOfNode };
using Node = std::array<NodeEquation, 2>;

/// The same of two nodes side by side.
using PairEquation = Equation<7>;
enum { PairLeft, FirstA, LastA, FirstB, LastB, PairRight, PairKnown };

/// Of a pair of nodes, those that its unknowns in the middle follow from.
struct Eliminated {
  PairEquation lastA;
  PairEquation firstB;
};

/// Unknowns around and in a node.
struct Unknowns {
  TileValue left;
  TileValue first;
  TileValue last;
  TileValue right;
};

class TreeKernel {
public:
  TreeKernel(OpBuilder &builder, Location loc, const Twine &name,
             const TilingSpace &space, Operation *op, Shared &shared,
             ArrayRef<Level> levels, unsigned number)
      : systems(op), shared(shared), level(levels[number]),
        isCut(level.parts > 1), number(number),
        hero(builder, loc, name.str(), space, op, {level.programs()}),
        math(hero.math), numbers(math), part(partType(systems.element)) {
    const SmallVector<int64_t> diagonal =
        inMemory(systems.batch * systems.rows);
    const SmallVector<int64_t> all = inMemory(systems.numbers());
    for (unsigned i = 0; i < 3; ++i) {
      reshapeArgument(hero.kernel, hero.operand(i), diagonal);
    }
    reshapeArgument(hero.kernel, hero.operand(3), all);
    // A thread for each pair, whose numbers are many.
    hero.kernel->setAttr(
        warpsAttributeName,
        builder.getI64IntegerAttr(static_cast<int64_t>(
            llvm::divideCeil(level.lanes * level.width / 2, lanesOfWarp))));
    reshapeArgument(hero.kernel, hero.result(0), all);
  }

  /// A node of each part becomes one of the next level.
  KernelOp reduce() {
    isReduction = true;
    Eliminated eliminated;
    walk(firstPairs(eliminated), level.width / 2);
    return hero.kernel;
  }

  /// All unknowns: of parts that are cut, once those at their ends are known.
  KernelOp solve() {
    Eliminated eliminated;
    Node nodes = firstPairs(eliminated);
    finish(eliminated, walk(nodes, level.width / 2));
    return hero.kernel;
  }

private:
  SmallVector<int64_t> inMemory(int64_t count) const {
    return isComplex(systems.element) ? SmallVector<int64_t>{count, 2}
                                      : SmallVector<int64_t>{count};
  }

  //===--------------------------------------------------------------------===//
  // Places
  //===--------------------------------------------------------------------===//

  Value integers(int64_t value, int64_t count) {
    return math.integer(
        RankedTensorType::get({count}, hero.builder.getI32Type()), value);
  }
  Value plus(Value a, Value b) { return math.make<arith::AddIOp>(a, b); }
  Value plus(Value a, int64_t b) {
    return plus(a, math.integer(a.getType(), b));
  }
  Value times(Value a, int64_t b) {
    return math.make<arith::MulIOp>(a, math.integer(a.getType(), b));
  }
  Value quotient(Value a, int64_t b) {
    return math.make<arith::DivUIOp>(a, math.integer(a.getType(), b));
  }
  Value remainder(Value a, int64_t b) {
    return math.make<arith::RemUIOp>(a, math.integer(a.getType(), b));
  }
  Value isBelow(Value a, int64_t b) {
    return math.compare(Predicate::slt, a, math.integer(a.getType(), b));
  }
  Value isAbove(Value a, int64_t b) {
    return math.compare(Predicate::sgt, a, math.integer(a.getType(), b));
  }

  /// Where the elements of a tile stand that has so many nodes of each lane.
  /// Right-hand sides of a system lie side by side in memory, and so they do
  /// here; else nodes do.
  struct Places {
    int64_t count;
    Value node;
    Value lane;
    /// Of all systems: which part of which one, and which right-hand side.
    Value whole;
    Value batch;
    Value part;
    Value column;
    Value isThere;
  };
  Places placesOf(int64_t nodes) {
    Places at;
    at.count = nodes * level.lanes;
    Value all = math.make<IotaOp>(
        RankedTensorType::get({at.count}, hero.builder.getI32Type()), 0);
    at.node = hasColumns() ? quotient(all, level.lanes) : remainder(all, nodes);
    at.lane = hasColumns() ? remainder(all, level.lanes) : quotient(all, nodes);
    Value first = math.make<arith::IndexCastOp>(
        hero.builder.getI32Type(), hero.mul(hero.program[0], level.lanes));
    at.whole = plus(at.lane, math.splat(first, {at.count}));
    at.column = remainder(at.whole, systems.columns);
    Value rest = quotient(at.whole, systems.columns);
    at.part = remainder(rest, level.parts);
    at.batch = quotient(rest, level.parts);
    at.isThere = isBelow(at.whole, level.all);
    return at;
  }
  bool hasColumns() const { return systems.columns > 1; }
  /// In memory on the chip that has so many nodes of each lane.
  Value placeOnChip(Value node, Value lane, int64_t nodes) {
    return hasColumns() ? plus(times(node, level.lanes), lane)
                        : plus(times(lane, nodes), node);
  }
  /// In an array that has so many nodes or rows of each system.
  Value placeInArray(const Places &at, Value node, int64_t nodes) {
    return plus(times(plus(times(at.batch, nodes), node), systems.columns),
                at.column);
  }

  //===--------------------------------------------------------------------===//
  // Memory
  //===--------------------------------------------------------------------===//

  /// Of an array, or of memory that has its parts by themselves.
  TileValue look(Value array, Value place, Value mask, double otherwise = 0) {
    TileValue value;
    auto type = RankedTensorType::get(
        cast<RankedTensorType>(place.getType()).getShape(), part);
    for (unsigned i = 0; i < partCount(systems.element); ++i) {
      SmallVector<Value> at = {place};
      if (isComplex(systems.element)) {
        at.push_back(hero.index(i));
      }
      value.push_back(math.make<GatherOp>(
          type, array, at, ArrayRef<Value>(), mask,
          i == 0 && otherwise != 0 ? math.real(part, otherwise) : Value()));
    }
    return value;
  }
  void put(const TileValue &value, Value array, Value place, Value mask) {
    for (auto [i, from] : llvm::enumerate(value)) {
      SmallVector<Value> at = {place};
      if (isComplex(systems.element)) {
        at.push_back(hero.index(static_cast<int64_t>(i)));
      }
      ScatterOp::create(hero.builder, hero.loc, UpdateKind::Set, from, array,
                        at, ArrayRef<Value>(), mask, /*unique=*/true);
    }
  }
  TileValue look(ArrayRef<Value> memory, Value place, Value mask = {},
                 double otherwise = 0) {
    TileValue value;
    auto type = RankedTensorType::get(
        cast<RankedTensorType>(place.getType()).getShape(), part);
    for (Value ref : memory) {
      value.push_back(math.make<GatherOp>(
          type, ref, ValueRange{place}, ArrayRef<Value>(), mask,
          value.empty() && otherwise != 0 ? math.real(part, otherwise)
                                          : Value()));
    }
    return value;
  }
  void put(const TileValue &value, ArrayRef<Value> memory, Value place,
           Value mask = {}) {
    for (auto [from, ref] : llvm::zip_equal(value, memory)) {
      ScatterOp::create(hero.builder, hero.loc, UpdateKind::Set, from, ref,
                        ValueRange{place}, ArrayRef<Value>(), mask,
                        /*unique=*/true);
    }
  }
  SmallVector<Value> onChip(int64_t count) {
    SmallVector<Value> memory;
    for (unsigned i = 0; i < partCount(systems.element); ++i) {
      memory.push_back(
          math.make<AllocOp>(RefType::get({count}, part, Space::Shared),
                             StringAttr(), IntegerAttr()));
    }
    return memory;
  }
  /// Number `i` of those that kernels share about a level.
  SmallVector<Value> between(ArrayRef<unsigned> workspace, unsigned i) {
    const unsigned each = partCount(systems.element);
    SmallVector<Value> memory;
    for (unsigned j = 0; j < each; ++j) {
      const unsigned argument = workspace[i * each + j];
      Value &known = arguments[argument];
      if (!known) {
        known = shared.workspace.argument(hero.kernel, argument);
      }
      memory.push_back(known);
    }
    return memory;
  }

  //===--------------------------------------------------------------------===//
  // Up the tree
  //===--------------------------------------------------------------------===//

  /// The pairs of the nodes that this kernel begins with.
  Node firstPairs(Eliminated &eliminated) {
    const Places at = placesOf(level.width / 2);
    Value first = plus(times(at.part, level.width), times(at.node, 2));
    auto node = [&](Value number) {
      return this->number == 0 ? rowsOf(at, number) : nodeOf(at, number);
    };
    return join(node(first), node(plus(first, 1)), eliminated);
  }

  /// Two rows. Behind the last one come unknowns that are zero.
  Node rowsOf(const Places &at, Value number) {
    auto equation = [&](Value row, unsigned from) {
      Value isRow = math.both(at.isThere, isBelow(row, systems.rows));
      Value place = plus(times(at.batch, systems.rows), row);
      NodeEquation numbers;
      numbers[from] =
          look(hero.operand(0), place, math.both(isRow, isAbove(row, 0)));
      numbers[from + 1] = look(hero.operand(1), place, isRow, 1);
      numbers[from + 2] =
          look(hero.operand(2), place,
               math.both(at.isThere, isBelow(row, systems.rows - 1)));
      numbers[Known] =
          look(hero.operand(3), placeInArray(at, row, systems.rows), isRow);
      return numbers;
    };
    Value row = times(number, 2);
    return {equation(row, Left), equation(plus(row, 1), First)};
  }

  Node nodeOf(const Places &at, Value number) {
    Value isNode = math.both(at.isThere, isBelow(number, level.nodes));
    Value place = placeInArray(at, number, level.nodes);
    Node node;
    for (unsigned i = 0; i < 2; ++i) {
      for (unsigned j = 0; j < NumbersOfNode; ++j) {
        const bool isOwn = j == (i == 0 ? First : Last);
        node[i][j] =
            look(between(shared.equations[this->number], i * NumbersOfNode + j),
                 place, isNode, isOwn ? 1 : 0);
      }
    }
    return node;
  }

  /// Of nodes of a tile, so many of each lane: the unknowns that follow.
  Unknowns walk(const Node &nodes, int64_t count) {
    if (count == 1) {
      return isReduction ? handOn(nodes) : isCut ? knownEnds() : solve(nodes);
    }
    const Places at = placesOf(count);
    const Places pairs = placesOf(count / 2);
    Value own = placeOnChip(at.node, at.lane, count);
    Value first = placeOnChip(times(pairs.node, 2), pairs.lane, count);
    Value second =
        placeOnChip(plus(times(pairs.node, 2), 1), pairs.lane, count);
    // First all are written, so that threads meet once.
    std::array<std::array<SmallVector<Value>, NumbersOfNode>, 2> memory;
    for (unsigned i = 0; i < 2; ++i) {
      for (unsigned j = 0; j < NumbersOfNode; ++j) {
        memory[i][j] = onChip(at.count);
        put(nodes[i][j], memory[i][j], own);
      }
    }
    auto lookAt = [&](Value place) {
      Node node;
      for (unsigned i = 0; i < 2; ++i) {
        for (unsigned j = 0; j < NumbersOfNode; ++j) {
          node[i][j] = look(memory[i][j], place);
        }
      }
      return node;
    };
    const Node a = lookAt(first);
    const Node b = lookAt(second);
    Eliminated eliminated;
    Node joined = join(a, b, eliminated);
    Unknowns outer = walk(joined, count / 2);
    if (isReduction) {
      return {};
    }
    auto [last, next] = between(eliminated, outer);
    SmallVector<Value> firsts = onChip(at.count);
    SmallVector<Value> lasts = onChip(at.count);
    put(outer.first, firsts, first);
    put(last, lasts, first);
    put(next, firsts, second);
    put(outer.last, lasts, second);
    Value isFirst = math.compare(Predicate::eq, at.node, integers(0, at.count));
    Value isLast =
        math.compare(Predicate::eq, at.node, integers(count - 1, at.count));
    auto beside = [&](ArrayRef<Value> memory, Value isEnd, int64_t step,
                      ArrayRef<Value> edge) {
      TileValue inside =
          look(memory, plus(own, hasColumns() ? step * level.lanes : step),
               math.complement(isEnd));
      return isCut ? numbers.select(isEnd, look(edge, at.lane), inside)
                   : inside;
    };
    return {beside(lasts, isFirst, -1, leftEdges), look(firsts, own),
            look(lasts, own), beside(firsts, isLast, 1, rightEdges)};
  }

  /// Exchanges two equations where the second one has more of an unknown.
  void order(unsigned unknown, PairEquation &a, PairEquation &b) {
    if (b[unknown].empty()) {
      return;
    }
    if (a[unknown].empty()) {
      return std::swap(a, b);
    }
    Value isSecond =
        math.compare(arith::CmpFPredicate::OGT, numbers.magnitude(b[unknown]),
                     numbers.magnitude(a[unknown]));
    for (auto [x, y] : llvm::zip_equal(a, b)) {
      if (x.empty() && y.empty()) {
        continue;
      }
      TileValue left = x.empty() ? numbers.zeros(y) : x;
      TileValue right = y.empty() ? numbers.zeros(x) : y;
      x = numbers.select(isSecond, right, left);
      y = numbers.select(isSecond, left, right);
    }
  }

  /// Takes an unknown out of the second equation. The first has more of it, or
  /// neither has any.
  void reduce(unsigned unknown, const PairEquation &a, PairEquation &b) {
    if (b[unknown].empty()) {
      return;
    }
    TileValue factor =
        numbers.select(numbers.isZero(a[unknown]), numbers.zeros(a[unknown]),
                       numbers.divide(b[unknown], a[unknown]));
    b[unknown].clear();
    for (auto [i, x, y] : llvm::enumerate(a, b)) {
      if (i != unknown && !x.empty()) {
        y = numbers.subtractProduct(y.empty() ? numbers.zeros(x) : y, factor,
                                    x);
      }
    }
  }

  /// The equation that an unknown follows from. If it has none of it, none has:
  /// the matrix is singular, and NaN goes to all unknowns from here.
  void choose(unsigned unknown, PairEquation &a) {
    TileValue none = mapParts(a[unknown], [&](Value part) {
      return math.real(part.getType(),
                       std::numeric_limits<double>::quiet_NaN());
    });
    a[PairKnown] =
        numbers.select(numbers.isZero(a[unknown]), none, a[PairKnown]);
    a[unknown] = numbers.select(numbers.isZero(a[unknown]), none, a[unknown]);
  }

  Node join(const Node &a, const Node &b, Eliminated &eliminated) {
    auto first = [](const NodeEquation &a) {
      return PairEquation{
          {a[Left], a[First], a[Last], a[Right], {}, {}, a[Known]}};
    };
    auto second = [](const NodeEquation &b) {
      return PairEquation{
          {{}, {}, b[Left], b[First], b[Last], b[Right], b[Known]}};
    };
    PairEquation one = first(a[0]);
    PairEquation two = first(a[1]);
    PairEquation three = second(b[0]);
    PairEquation four = second(b[1]);
    order(LastA, one, two);
    reduce(LastA, one, two);
    order(LastA, three, four);
    reduce(LastA, three, four);
    order(LastA, one, three);
    choose(LastA, one);
    reduce(LastA, one, three);
    order(FirstB, two, four);
    reduce(FirstB, two, four);
    order(FirstB, two, three);
    choose(FirstB, two);
    reduce(FirstB, two, three);
    eliminated = {one, two};
    auto rest = [&](const PairEquation &a) {
      NodeEquation left = {a[PairLeft], a[FirstA], a[LastB], a[PairRight],
                           a[PairKnown]};
      for (TileValue &value : left) {
        if (value.empty()) {
          value = numbers.zeros(a[PairKnown]);
        }
      }
      return left;
    };
    return {rest(four), rest(three)};
  }

  //===--------------------------------------------------------------------===//
  // Its root
  //===--------------------------------------------------------------------===//

  Unknowns handOn(const Node &nodes) {
    const Places at = placesOf(1);
    for (unsigned i = 0; i < 2; ++i) {
      for (unsigned j = 0; j < NumbersOfNode; ++j) {
        put(nodes[i][j],
            between(shared.equations[number + 1], i * NumbersOfNode + j),
            at.whole, at.isThere);
      }
    }
    return {};
  }

  /// Of a part: they are those of a node of the next level.
  Unknowns knownEnds() {
    const Places at = placesOf(1);
    ArrayRef<unsigned> ends = shared.ends[number + 1];
    Value hasLeft = math.both(at.isThere, isAbove(at.part, 0));
    Value hasRight = math.both(at.isThere, isBelow(at.part, level.parts - 1));
    Unknowns known = {
        look(between(ends, 1), plus(at.whole, -systems.columns), hasLeft),
        look(between(ends, 0), at.whole, at.isThere),
        look(between(ends, 1), at.whole, at.isThere),
        look(between(ends, 0), plus(at.whole, systems.columns), hasRight)};
    leftEdges = onChip(at.count);
    rightEdges = onChip(at.count);
    put(known.left, leftEdges, at.lane);
    put(known.right, rightEdges, at.lane);
    return known;
  }

  /// Two equations of two unknowns.
  Unknowns solve(const Node &nodes) {
    auto equation = [](const NodeEquation &a) {
      return PairEquation{{{}, a[First], a[Last], {}, {}, {}, a[Known]}};
    };
    PairEquation one = equation(nodes[0]);
    PairEquation two = equation(nodes[1]);
    order(FirstA, one, two);
    choose(FirstA, one);
    reduce(FirstA, one, two);
    choose(LastA, two);
    TileValue last = numbers.divide(two[PairKnown], two[LastA]);
    TileValue first = numbers.divide(
        numbers.subtractProduct(one[PairKnown], one[LastA], last), one[FirstA]);
    const TileValue nothing = numbers.zeros(last);
    return {nothing, first, last, nothing};
  }

  //===--------------------------------------------------------------------===//
  // And down
  //===--------------------------------------------------------------------===//

  /// The last unknown of the first node of a pair, and the first one of the
  /// second.
  std::pair<TileValue, TileValue> between(const Eliminated &eliminated,
                                          const Unknowns &outer) {
    auto follow = [&](const PairEquation &equation, unsigned unknown,
                      const TileValue &next) {
      TileValue value = equation[PairKnown];
      for (auto [i, known] :
           {std::pair<unsigned, const TileValue &>(PairLeft, outer.left),
            std::pair<unsigned, const TileValue &>(FirstA, outer.first),
            std::pair<unsigned, const TileValue &>(FirstB, next),
            std::pair<unsigned, const TileValue &>(LastB, outer.last),
            std::pair<unsigned, const TileValue &>(PairRight, outer.right)}) {
        if (i != unknown && !equation[i].empty()) {
          value = numbers.subtractProduct(value, equation[i], known);
        }
      }
      return numbers.divide(value, equation[unknown]);
    };
    TileValue first = follow(eliminated.firstB, FirstB, {});
    return {follow(eliminated.lastA, LastA, first), first};
  }

  /// The unknowns of the nodes that this kernel began with.
  void finish(const Eliminated &eliminated, const Unknowns &outer) {
    const Places at = placesOf(level.width / 2);
    auto [last, next] = between(eliminated, outer);
    Value node = plus(times(at.part, level.width), times(at.node, 2));
    for (auto [i, ends] : {std::pair(0, std::pair(outer.first, last)),
                           std::pair(1, std::pair(next, outer.last))}) {
      Value own = plus(node, i);
      for (auto [j, value] :
           {std::pair(0, ends.first), std::pair(1, ends.second)}) {
        if (number > 0) {
          put(value, between(shared.ends[number], j),
              placeInArray(at, own, level.nodes),
              math.both(at.isThere, isBelow(own, level.nodes)));
          continue;
        }
        Value row = plus(times(own, 2), j);
        put(value, hero.result(0), placeInArray(at, row, systems.rows),
            math.both(at.isThere, isBelow(row, systems.rows)));
      }
    }
  }

  const Systems systems;
  Shared &shared;
  const Level &level;
  /// Whether a block has parts of systems.
  const bool isCut;
  const unsigned number;
  bool isReduction = false;
  HeroKernel hero;
  Arithmetic &math;
  FactorNumbers numbers;
  /// Of a number.
  Type part;
  /// By number in the workspace.
  llvm::SmallDenseMap<unsigned, Value> arguments;
  /// Unknowns beside a part, by lane.
  SmallVector<Value> leftEdges;
  SmallVector<Value> rightEdges;
};

SmallVector<KernelOp> emitSteps(OpBuilder &builder, Location loc,
                                StringRef name, const TilingSpace &space,
                                Operation *op, const Machine &) {
  const Systems systems(op);
  const SmallVector<Level> levels = levelsOf(systems);
  Shared shared;
  shared.equations.resize(levels.size());
  shared.ends.resize(levels.size());
  for (size_t i = 1; i < levels.size(); ++i) {
    auto type =
        RefType::get({systems.batch * levels[i].nodes * systems.columns},
                     partType(systems.element));
    auto add = [&](SmallVector<unsigned> &list, unsigned count) {
      for (unsigned j = 0; j < count * partCount(systems.element); ++j) {
        list.push_back(shared.workspace.add(type));
      }
    };
    add(shared.equations[i], 2 * NumbersOfNode);
    add(shared.ends[i], 2);
  }
  SmallVector<KernelOp> kernels;
  auto next = [&](const Twine &what, size_t level) {
    if (!kernels.empty()) {
      builder.setInsertionPointAfter(kernels.back());
    }
    return TreeKernel(builder, loc, name + what, space, op, shared, levels,
                      level);
  };
  for (size_t i = 0; i + 1 < levels.size(); ++i) {
    kernels.push_back(next("_reduce_" + Twine(i), i).reduce());
  }
  for (size_t i = levels.size(); i-- > 0;) {
    kernels.push_back(
        next(i == 0 ? Twine("") : "_solve_" + Twine(i), i).solve());
  }
  return kernels;
}

//===----------------------------------------------------------------------===//
// The row of the table
//===----------------------------------------------------------------------===//

bool isTridiagonalSolve(Operation *op) {
  return isa<stablehlo::TridiagonalSolveOp>(op);
}

std::optional<Refusal> refuse(const TilingSpace &, Operation *op) {
  const Systems systems(op);
  if (!hasFactorBlocks(systems.element)) {
    return Refusal{op, "factor.type", "numbers are neither f32 nor f64"};
  }
  if (systems.numbers() == 0) {
    return Refusal{op, "factor.empty", "there is nothing to compute"};
  }
  // Places are counted in 32 bits, also those of rows that fill up parts.
  if (systems.numbers() >= std::numeric_limits<int32_t>::max() / 4) {
    return Refusal{op, "factor.order", "there are too many rows"};
  }
  return std::nullopt;
}

AlgorithmWork workOf(const TilingSpace &, Operation *op, const Machine &) {
  constexpr int64_t stepsOfPair = 200;
  const Systems systems(op);
  const SmallVector<Level> levels = levelsOf(systems);
  return {.programs = levels.front().all * levels.front().width,
          .steps = stepsOfPair,
          .bytes = 4 * systems.numbers() * systems.bytesOfNumber(),
          .kernels = static_cast<int64_t>(2 * levels.size() - 1)};
}

} // namespace

const Algorithm tridiagonalByBlocks = {"three diagonals as a tree",
                                       isTridiagonalSolve,
                                       refuse,
                                       workOf,
                                       nullptr,
                                       emitSteps};

} // namespace weft::tile
