// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running sums and their like (Running.cpp) of few long rows, in one kernel
// that reads each element once and writes it once.
//
// Rows are cut into parts. A program takes a part, the next one that is left,
// into registers, combines it, and tells the others what it combines to
// (BlockCells.h); when it knows what all parts before combine to, it writes its
// own. How that is put together is the same in every run, whoever comes first:
// a row has a cell for each part, and one at its beginning.
//
//   cell i + 1    what part i combines to
//   cell 256 * g  what all parts before combine to, in place of that
//
// A program waits for the cells from the last multiple of 256 up to its own,
// which its threads look at side by side. So the chain, in which one program
// waits for another one that waits, has a link for 256 parts, and as many of
// them as there is room for are under way at the same time.
//
// Of a part, `lines` of neighbours are scanned, each by one warp, and what they
// combine to is scanned once more, with the digits of a total (Summation.h).
// Cells hold totals, too.

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Heroes/BlockCells.h"
#include "weft/Tile/Tiling/Heroes/RunningCarry.h"
#include "weft/Tile/Tiling/OperationKinds.h"

using namespace mlir;

namespace weft::tile {
namespace {

/// Threads of a program, and so parts of a group: those whose sum is one link
/// of the chain.
constexpr int64_t chainThreads = 256;
/// What a program takes into registers, by and large, in bytes, and how many
/// elements a thread holds at most.
constexpr int64_t partBytes = 32768;
constexpr int64_t mostHeld = 32;
/// Neighbours that a lane reads at a time, in bytes, and lanes of a line.
constexpr int64_t laneBytes = 16;
constexpr int64_t lineLanes = 32;
constexpr int64_t mostInLane = 8;

/// How the rows of an operation are cut: by shape and type alone.
struct ChainShape {
  explicit ChainShape(Operation *op)
      : running(*findRunning(op)),
        type(cast<RankedTensorType>(op->getResult(0).getType())),
        element(type.getElementType()) {
    for (int64_t d = 0; d < type.getRank(); ++d) {
      (d < running.along   ? rows
       : d > running.along ? inner
                           : length) *= type.getDimSize(d);
    }
    const int64_t bytes =
        std::max<int64_t>(1, partType(element).getIntOrFloatBitWidth() / 8);
    line = lineLanes * std::min(mostInLane, laneBytes / bytes);
    const int64_t held = std::min(
        mostHeld, partBytes / (bytes * partCount(element)) / chainThreads);
    lines = chainThreads * held / line;
    parts = static_cast<int64_t>(llvm::divideCeil(length, size()));
    groups = static_cast<int64_t>(llvm::divideCeil(parts, chainThreads));
  }

  /// Elements of a part.
  int64_t size() const { return lines * line; }
  /// Of a row.
  int64_t cells() const { return parts + 1; }
  /// Threads look at as many as they are.
  int64_t allCells() const { return rows * cells() + chainThreads; }
  int64_t bytes() const {
    const auto bits =
        static_cast<int64_t>(partType(element).getIntOrFloatBitWidth());
    return type.getNumElements() * partCount(element) *
           std::max<int64_t>(1, bits / 8);
  }

  Running running;
  RankedTensorType type;
  Type element;
  int64_t rows = 1;
  int64_t length = 1;
  int64_t inner = 1;
  int64_t lines = 1;
  int64_t line = 1;
  /// Of a row.
  int64_t parts = 1;
  int64_t groups = 1;
};

class ChainKernel {
public:
  ChainKernel(OpBuilder &builder, Location loc, StringRef name,
              const TilingSpace &space, Operation *op, const Machine &machine,
              const ChainShape &shape, const CellShape &cellShape,
              const Workspace &workspace, unsigned list)
      : shape(shape),
        kind(*combineKindOf(cast<stablehlo::ReduceWindowOp>(op).getBody())),
        hero(builder, loc, name, space, op, {shape.rows * shape.parts}),
        math(hero.math), carry(math, kind, shape.element),
        cells(hero, cellShape, workspace.zeroed(hero.kernel, list),
              chainThreads) {
    hero.kernel->setAttr(
        warpsAttributeName,
        builder.getI64IntegerAttr(chainThreads / machine.threads.lanes));
    SmallVector<int64_t> memory = {shape.rows, shape.length};
    if (isComplex(shape.element)) {
      memory.push_back(2);
    }
    reshapeArgument(hero.kernel, hero.operand(0), memory);
    reshapeArgument(hero.kernel, hero.result(0), memory);
  }

  /// What is told of each group and part: of sums what was lost, too, where
  /// there is no type with twice the digits.
  static SmallVector<Type> numbersOf(Operation *op) {
    OpBuilder builder(op->getContext());
    Arithmetic math(builder, op->getLoc());
    const ChainShape shape(op);
    const CombineKind kind =
        *combineKindOf(cast<stablehlo::ReduceWindowOp>(op).getBody());
    RunningCarry carry(math, kind, shape.element);
    return SmallVector<Type>(partCount(shape.element) * carry.valuesOfPart(),
                             carry.finishedType());
  }

  KernelOp emit() {
    locate();
    SmallVector<Value> scanned;
    /// What all lines before each one combine to, and all of them.
    SmallVector<Value> before;
    SmallVector<Value> all;
    for (Value part : load()) {
      auto ofLines =
          ScanOp::create(math.builder, math.loc, kind, part, /*dimension=*/1,
                         /*exclusive=*/false, shape.running.reverse);
      scanned.push_back(ofLines.getScanned()[0]);
      auto ofPart = ScanOp::create(
          math.builder, math.loc, kind, finished(ofLines.getTotals()[0]),
          /*dimension=*/0, /*exclusive=*/true, shape.running.reverse);
      before.push_back(ofPart.getScanned()[0]);
      all.push_back(ofPart.getTotals()[0]);
    }
    Value isLast = math.compare(arith::CmpIPredicate::eq, place,
                                hero.index(chainThreads - 1));
    Value own = hero.add(firstCell, hero.add(place, hero.index(1)));
    hero.when(math.complement(isLast),
              [&] { cells.tell(own, carry.goOn(all)); });
    const SmallVector<Value> past = awaitPast();
    hero.when(isLast,
              [&] { cells.tell(own, carry.appendFinished(past, all)); });
    store(combined(past, before, scanned));
    return hero.kernel;
  }

private:
  Value finished(Value tile) {
    Type to = carry.finishedType();
    return isa<FloatType>(to) ? math.toFloat(tile, to) : tile;
  }

  /// Which part this program has.
  void locate() {
    Value ticket = cells.drawTicket();
    row = hero.index(0);
    part = ticket;
    if (shape.rows > 1) {
      row = math.make<arith::RemUIOp>(ticket, hero.index(shape.rows));
      part = math.make<arith::DivUIOp>(ticket, hero.index(shape.rows));
    }
    group = math.make<arith::DivUIOp>(part, hero.index(chainThreads));
    place = math.make<arith::RemUIOp>(part, hero.index(chainThreads));
    firstCell =
        hero.add(hero.mul(row, shape.cells()), hero.mul(group, chainThreads));
    // From the end on, the last part may begin before the row does.
    Value from = hero.mul(part, shape.size());
    at = shape.running.reverse
             ? hero.sub(hero.index(shape.length - shape.size()), from)
             : from;
  }

  /// What all parts before this one combine to, as totals of rank 0.
  SmallVector<Value> awaitPast() {
    auto numbers =
        RankedTensorType::get({chainThreads}, hero.builder.getI32Type());
    auto below = [&](Value index) {
      Value number =
          math.make<arith::IndexCastOp>(hero.builder.getI32Type(), index);
      return math.compare(arith::CmpIPredicate::ult,
                          math.make<IotaOp>(numbers, 0),
                          math.splat(number, {chainThreads}));
    };
    // The first group begins with the initial value, which nobody tells.
    Value isFirst =
        math.compare(arith::CmpIPredicate::eq, group, hero.index(0));
    Value ofGroups = below(hero.index(1));
    Value isUntold = math.both(ofGroups, math.splat(isFirst, {chainThreads}));
    Value needed = math.both(below(hero.add(place, hero.index(1))),
                             math.complement(isUntold));
    const SmallVector<Value> told = cells.await(firstCell, needed);
    auto sumOf = [&](Value values, Value taken) {
      Value neutral = emitNeutral(math, kind, values.getType());
      return ReduceOp::create(math.builder, math.loc, kind,
                              ValueRange{math.select(taken, values, neutral)},
                              ArrayRef<int64_t>{0})
          .getResults()[0];
    };
    const bool arePairs = carry.valuesOfPart() == 2;
    Value ofParts =
        arePairs ? math.both(needed, math.complement(ofGroups)) : needed;
    // What groups combine to: of pairs, both numbers as they were told; else
    // one sum is that of groups and parts alike.
    SmallVector<Value> past;
    SmallVector<Value> sums;
    for (auto [i, start] : llvm::enumerate(carry.goOn(initial()))) {
      Value before = arePairs ? sumOf(told[i], math.both(needed, ofGroups))
                              : emitNeutral(math, kind, start.getType());
      past.push_back(math.select(math.splat(isFirst, {}), start, before));
      if (i % carry.valuesOfPart() == 0) {
        sums.push_back(sumOf(told[i], ofParts));
      }
    }
    return carry.appendFinished(past, sums);
  }

  SmallVector<Value> initial() {
    return mapParts(hero.load(hero.operand(1), {}, shape.element),
                    [&](Value value) {
                      return finished(math.splat(math.widen(value), {}));
                    });
  }

  SmallVector<Value> combined(ValueRange past, ValueRange before,
                              ValueRange scanned) {
    const SmallVector<int64_t> tile = {shape.lines, shape.line};
    SmallVector<Value> spread = llvm::map_to_vector(
        past, [&](Value value) { return math.repeat(value, {shape.lines}); });
    return carry.combine(
        llvm::map_to_vector(
            carry.read(carry.appendFinished(spread, before)),
            [&](Value value) { return math.broadcast(value, {0}, tile); }),
        scanned);
  }

  /// Where part `i` of the elements lies.
  struct Box {
    SmallVector<Value> indices;
    SmallVector<Value> bounds;
    SmallVector<int64_t> shape;
  };
  Box box(unsigned i, Value bound) {
    Box result{{row, at}, {Value(), bound}, {1, shape.size()}};
    if (isComplex(shape.element)) {
      result.indices.push_back(hero.index(i));
      result.bounds.push_back(Value());
      result.shape.push_back(1);
    }
    return result;
  }

  /// The same for parts that are inside of the row, and for the last one, which
  /// may not be: masks cost registers, and accesses of single elements.
  SmallVector<Value>
  whereInside(llvm::function_ref<SmallVector<Value>(Value)> access,
              TypeRange types) {
    if (shape.length % shape.size() == 0) {
      return access(Value());
    }
    OpBuilder &builder = math.builder;
    Value isInside =
        hero.isBelow(part, hero.index(shape.length / shape.size()));
    auto choice = scf::IfOp::create(builder, math.loc, types, isInside,
                                    /*withElseRegion=*/true);
    auto fill = [&](Block *block, bool isBounded) {
      if (block->mightHaveTerminator()) {
        block->getTerminator()->erase();
      }
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToEnd(block);
      Value bound = isBounded ? hero.index(shape.length) : Value();
      scf::YieldOp::create(builder, math.loc, access(bound));
    };
    fill(choice.thenBlock(), false);
    fill(choice.elseBlock(), true);
    return llvm::to_vector_of<Value>(choice.getResults());
  }

  SmallVector<Value> load() {
    Type part = partType(shape.element);
    const unsigned count = partCount(shape.element);
    Type tile =
        RankedTensorType::get({shape.lines, shape.line}, computeType(part));
    return whereInside(
        [&](Value bound) {
          SmallVector<Value> parts;
          for (unsigned i = 0; i < count; ++i) {
            auto [indices, bounds, memory] = box(i, bound);
            Value otherwise = bound ? emitNeutral(math, kind, part) : Value();
            Value loaded =
                math.make<LoadOp>(RankedTensorType::get(memory, part),
                                  hero.operand(0), indices, bounds, otherwise);
            parts.push_back(
                math.widen(math.reshape(loaded, {shape.lines, shape.line})));
          }
          return parts;
        },
        SmallVector<Type>(count, tile));
  }

  void store(ValueRange values) {
    whereInside(
        [&](Value bound) {
          for (auto [i, value] : llvm::enumerate(values)) {
            auto [indices, bounds, memory] =
                box(static_cast<unsigned>(i), bound);
            Value narrow = math.narrow(value, partType(shape.element));
            StoreOp::create(math.builder, math.loc,
                            math.reshape(narrow, memory), hero.result(0),
                            indices, bounds);
          }
          return SmallVector<Value>();
        },
        TypeRange());
  }

  const ChainShape &shape;
  CombineKind kind;
  HeroKernel hero;
  Arithmetic &math;
  RunningCarry carry;
  BlockCells cells;
  Value row;
  Value part;
  Value group;
  /// Of the part in its group.
  Value place;
  Value firstCell;
  Value at;
};

bool isRunning(Operation *op) { return findRunning(op).has_value(); }

std::optional<Refusal> refuse(const TilingSpace &, Operation *op) {
  const ChainShape shape(op);
  auto narrow = dyn_cast<FloatType>(partType(shape.element));
  if (narrow && narrow.getWidth() < 16) {
    return Refusal{op, "scan.narrow",
                   "floats below 16 bits have no neutral elements"};
  }
  if (shape.inner != 1) {
    return Refusal{op, "chain.columns",
                   "what is combined are columns, no rows of neighbours"};
  }
  if (shape.parts == 1) {
    return Refusal{op, "chain.short",
                   "rows of " + std::to_string(shape.length) +
                       " are one part each"};
  }
  return std::nullopt;
}

CellShape cellsOf(Operation *op, const ChainShape &shape) {
  return {ChainKernel::numbersOf(op), shape.allCells()};
}

AlgorithmWork workOf(const TilingSpace &, Operation *op, const Machine &) {
  const ChainShape shape(op);
  constexpr int64_t wordBytes = 8;
  return {.programs = shape.rows * shape.parts,
          .steps = shape.size(),
          .bytes =
              2 * shape.bytes() + 2 * wordBytes * cellsOf(op, shape).elements(),
          .kernels = 2,
          .links = shape.groups};
}

SmallVector<KernelOp> emitSteps(OpBuilder &builder, Location loc,
                                StringRef name, const TilingSpace &space,
                                Operation *op, const Machine &machine) {
  const ChainShape shape(op);
  const CellShape cells = cellsOf(op, shape);
  Workspace workspace;
  const unsigned list = workspace.add(cells.listType(builder.getContext()));
  return {ChainKernel(builder, loc, name, space, op, machine, shape, cells,
                      workspace, list)
              .emit()};
}

} // namespace

const Algorithm scanByChain = {
    "scan of parts in a chain", isRunning, refuse, workOf, nullptr, emitSteps};

} // namespace weft::tile
