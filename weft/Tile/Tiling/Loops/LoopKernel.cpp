// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Loops/LoopKernel.h"

#include "weft/StableHLO/Simplify/Match.h"
#include "weft/Support/PowersOfTwo.h"
#include "weft/Tile/Tiling/Body.h"
#include "weft/Tile/Tiling/Elementwise/Elementwise.h"
#include "weft/Tile/Tiling/KernelFrame.h"
#include "weft/Tile/Tiling/Loops/LoopEmitter.h"
#include "weft/Tile/Tiling/Loops/LoopState.h"
#include "weft/Tile/Tiling/Loops/Pointwise.h"
#include "weft/Tile/Tiling/Loops/Steps/Steps.h"
#include "weft/Tile/Tiling/OperationKinds.h"

#include <llvm/Support/FormatVariadic.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/IR/Dominance.h>
#include <mlir/IR/PatternMatch.h>
#include <mlir/Transforms/CSE.h>

using namespace mlir;

namespace weft::tile {

using stablehlo::typeOf;

namespace {

/// All operations of the kernel's own blocks, those inside loops included, but
/// not those inside the bodies of reductions.
void collect(ArrayRef<Operation *> ops, llvm::SmallVector<Operation *> &all) {
  for (Operation *op : ops) {
    all.push_back(op);
    if (!isControl(op)) {
      continue;
    }
    for (Region &region : op->getRegions()) {
      llvm::SmallVector<Operation *> inner;
      for (Operation &each : region.front().without_terminator()) {
        inner.push_back(&each);
      }
      collect(inner, all);
    }
  }
}

bool hasTiles(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() && !type.getEncoding() &&
         isTileElement(type.getElementType()) && type.getNumElements() > 0;
}

/// Whether an operation tiles as a phase of its own. Those that cannot refuse
/// are not asked.
bool tilesAlone(Operation *op, const RuleTable &rules, Refusal &refusal) {
  if (isElementwise(op) ||
      isa<stablehlo::ConstantOp, stablehlo::IotaOp, stablehlo::BroadcastInDimOp,
          stablehlo::ReshapeOp, stablehlo::TransposeOp, stablehlo::SliceOp,
          stablehlo::DynamicSliceOp, stablehlo::DynamicUpdateSliceOp,
          stablehlo::ConcatenateOp, stablehlo::OptimizationBarrierOp>(op)) {
    return true;
  }
  OwningOpRef<ModuleOp> owner = ModuleOp::create(op->getLoc());
  OpBuilder builder = OpBuilder::atBlockEnd(owner->getBody());
  auto function = func::FuncOp::create(builder, op->getLoc(), "alone",
                                       builder.getFunctionType({}, {}));
  Block *block = function.addEntryBlock();
  builder.setInsertionPointToEnd(block);
  IRMapping mapping;
  llvm::SmallVector<Value> used(op->getOperands());
  llvm::append_range(used, capturedValues(op));
  for (Value value : used) {
    Operation *producer = value.getDefiningOp();
    if (isa_and_present<stablehlo::ConstantOp>(producer)) {
      builder.clone(*producer, mapping);
    } else {
      mapping.map(value, block->addArgument(value.getType(), op->getLoc()));
    }
  }
  Operation *clone = builder.clone(*op, mapping);
  func::ReturnOp::create(builder, op->getLoc(), clone->getResults());
  llvm::SmallVector<Value> roots(clone->getResults());
  std::optional<TilingSpace> space =
      TilingSpace::create(*block, roots, rules, refusal);
  bool tiles = false;
  if (space) {
    Candidate ones = Candidate::ones(*space);
    ones.inner =
        llvm::to_vector(llvm::seq<unsigned>(0, space->parallelCount()));
    tiles = makeTiledProgram(*space, ones, rules, refusal).has_value();
  }
  refusal.op = op;
  return tiles;
}

/// Whether an argument is only the start of a state that keeps its memory.
bool isOnlyStart(Value argument, Value root) {
  auto result = dyn_cast<OpResult>(root);
  auto loop = result ? dyn_cast<stablehlo::WhileOp>(result.getOwner())
                     : stablehlo::WhileOp();
  return loop && argument.hasOneUse() &&
         loop->getOperand(result.getResultNumber()) == argument;
}

/// A kernel while it is written.
class LoopKernel {
public:
  LoopKernel(OpBuilder &builder, Location loc, const TilingSpace &space,
             const Machine &machine, const CandidateSource &source,
             const RuleTable &rules)
      : builder(builder), loc(loc), space(space), machine(machine),
        source(source), rules(rules) {}

  KernelOp run(StringRef name, Refusal &refusal) {
    refusal = {space.block->getTerminator(), "loop.operation",
               "an operation of the loop does not tile"};
    std::optional<int64_t> count = pointwiseCount(space);
    if (source.sharesSteps()) {
      // Elements that have nothing to do with each other are apart already.
      const int64_t members = count ? 1 : membersOfTeam();
      if (members == 1) {
        refusal.rule = loopOfThreads.str();
        refusal.text = "the steps of the loop are for one thread";
        return {};
      }
      create(name, members, std::nullopt);
      return finish(emitWhole());
    }
    const int64_t size = count ? sizeOfPointwise(*count) : 0;
    if (count && *count > size * 2) {
      create(name, llvm::divideCeil(*count, size), count);
      return finish(emitPointwise(*count, size));
    }
    create(name, 1, std::nullopt);
    return finish(emitWhole());
  }

private:
  int64_t lanesOfWidest() const {
    int64_t bytes = 1;
    for (Value root : space.roots) {
      Type part = partType(typeOf(root).getElementType());
      bytes = std::max<int64_t>(
          bytes, llvm::divideCeil(part.getIntOrFloatBitWidth(), 8));
    }
    return std::max<int64_t>(1, machine.vectorBytes / bytes);
  }

  /// Elements of a program where they have nothing to do with each other: a
  /// core has several vectors of them under way. Threads of a GPU hide what the
  /// others wait for, so each has one as long as there is room for another.
  int64_t sizeOfPointwise(int64_t count) const {
    const int64_t most = 4 * lanesOfWidest();
    if (machine.threads.lanes == 1) {
      return most;
    }
    const int64_t threads = machine.threads.threadsPerMultiprocessor *
                            machine.threads.multiprocessors;
    return std::clamp<int64_t>(
        powerBelow(std::max<int64_t>(1, count / threads)), 1, most);
  }

  /// Bytes of a value that stays in registers from step to step.
  int64_t largestInRegisters() const {
    // A thread of a GPU has hundreds of registers, each for one element; memory
    // is far away.
    constexpr int64_t elementsOfThread = 16;
    if (machine.threads.lanes > 1) {
      return elementsOfThread * static_cast<int64_t>(sizeof(float));
    }
    // Wide registers would hold more, but what moves elements between them
    // takes longer than memory close by does.
    constexpr int64_t largest = 512;
    return std::min(largest, machine.vectorBytes * machine.vectorRegisters / 2);
  }

  /// How many programs share the steps: as many as the largest value that a
  /// step computes has elements, in whole warps. One where registers hold all.
  int64_t membersOfTeam() const {
    llvm::SmallVector<Operation *> all;
    collect(space.live, all);
    int64_t largest = 1;
    for (Operation *op : all) {
      if (!op->getParentOfType<stablehlo::WhileOp>() || isControl(op) ||
          isa<stablehlo::ConstantOp>(op)) {
        continue;
      }
      auto update = dyn_cast<stablehlo::DynamicUpdateSliceOp>(op);
      Value written =
          update ? Value(update.getUpdate()) : Value(op->getResult(0));
      largest = std::max(largest, typeOf(written).getNumElements());
    }
    constexpr int64_t most = 512;
    const int64_t lanes = machine.threads.lanes;
    return largest * 4 <= largestTileOfTeam
               ? 1
               : std::min<int64_t>(most, llvm::alignTo(largest, lanes));
  }

  /// `flat`: how many elements the values have whose shape does not matter.
  void create(StringRef name, int64_t grid, std::optional<int64_t> flat) {
    llvm::SmallVector<Operation *> all;
    collect(space.live, all);
    llvm::SmallVector<ElementsAttr> values;
    for (Operation *op : all) {
      auto constant = dyn_cast<stablehlo::ConstantOp>(op);
      if (constant && !constant.getValue().isSplat()) {
        constants.push_back(constant);
        values.push_back(constant.getValue());
      }
    }
    KernelFrame frame =
        makeKernelFrame(builder, loc, name, space, values, grid, flat);
    kernel = frame.kernel;
    firstRoot = frame.firstRoot;
    operations = all.size();
  }

  Value rootRef(unsigned root) { return kernel.getArgument(firstRoot + root); }

  PhaseFrame makeFrame() {
    PhaseFrame frame(builder, loc, kernel.getBlock(), machine, source, rules);
    frame.largestTile = largestInRegisters();
    if (source.sharesSteps()) {
      frame.largestTile = largestTileOfTeam;
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(&kernel.getBlock());
      frame.team = {kernel,
                    {},
                    static_cast<int64_t>(kernel.getGrid()),
                    ProgramIdOp::create(builder, loc),
                    {},
                    {}};
      return frame;
    }
    // All of a tile is unrolled: many operations get small tiles.
    if (operations > 200) {
      frame.largestTile = machine.vectorBytes * 4;
    }
    return frame;
  }

  bool emitWhole() {
    PhaseFrame frame = makeFrame();
    LoopEmitter emitter(frame);
    for (BlockArgument argument : space.block->getArguments()) {
      auto type = dyn_cast<RankedTensorType>(argument.getType());
      if (!type) {
        continue;
      }
      Held held = {type, {}, kernel.getArgument(argument.getArgNumber())};
      if (frame.fitsTile(type) &&
          type.getNumElements() <= 4 * lanesOfWidest()) {
        held.tile = frame.loadWhole(held.ref, type);
      }
      emitter.define(argument, held);
    }
    for (auto [i, constant] : llvm::enumerate(constants)) {
      unsigned number = space.block->getNumArguments() + i;
      emitter.define(constant,
                     {typeOf(constant), {}, kernel.getArgument(number)});
    }
    for (auto [i, root] : llvm::enumerate(space.roots)) {
      auto place = llvm::find_if(space.inPlace, [&](TilingSpace::InPlace each) {
        return each.root == i;
      });
      if (place != space.inPlace.end()) {
        BlockArgument argument = space.block->getArgument(place->argument);
        if (!isOnlyStart(argument, root)) {
          continue;
        }
        emitter.define(argument, {typeOf(argument), {}, rootRef(i)});
      }
      if (llvm::find(space.roots, root) - space.roots.begin() ==
          static_cast<std::ptrdiff_t>(i)) {
        emitter.setTarget(root, rootRef(i));
      }
    }
    for (Operation *op : space.live) {
      if (!emitter.emitOperation(op)) {
        return false;
      }
    }
    for (auto [i, root] : llvm::enumerate(space.roots)) {
      if (!emitter.store(root, rootRef(i))) {
        return false;
      }
    }
    return true;
  }

  bool emitPointwise(int64_t count, int64_t size) {
    PointwiseBlock cut = makePointwise(space, count, size);
    PhaseFrame frame = makeFrame();
    frame.largestTile = std::max(frame.largestTile, size * 8);
    LoopEmitter emitter(frame);
    Arithmetic math(builder, loc);
    Value offset =
        math.make<arith::MulIOp>(math.make<ProgramIdOp>(), math.index(size));
    llvm::SmallVector<Value> bounds;
    if (count % size != 0) {
      bounds.push_back(math.index(count));
    }
    for (BlockArgument argument : cut.block->getArguments()) {
      if (argument.use_empty() &&
          !llvm::is_contained(cut.roots, Value(argument))) {
        continue;
      }
      RankedTensorType type = typeOf(argument);
      Value ref = kernel.getArgument(argument.getArgNumber());
      emitter.define(argument, {type,
                                type.getRank() == 0
                                    ? frame.loadWhole(ref, type)
                                    : loadTile(math, ref, type, offset, bounds),
                                {}});
    }
    for (Operation &op : cut.block->without_terminator()) {
      if (!emitter.emitOperation(&op)) {
        return false;
      }
    }
    for (auto [i, root] : llvm::enumerate(cut.roots)) {
      storeTile(math, emitter.tileOf(root), rootRef(i), typeOf(root), offset,
                bounds);
    }
    return true;
  }

  static llvm::SmallVector<Value>
  placesOf(Arithmetic &math, RankedTensorType type, Value offset) {
    llvm::SmallVector<Value> places = {offset};
    if (isComplex(type.getElementType())) {
      places.push_back(math.index(0));
    }
    return places;
  }

  static TileValue loadTile(Arithmetic &math, Value ref, RankedTensorType type,
                            Value offset, llvm::SmallVector<Value> bounds) {
    llvm::SmallVector<int64_t> shape = memoryShape(type);
    if (!bounds.empty()) {
      bounds.resize(shape.size());
    }
    Type part = partType(type.getElementType());
    Value loaded = math.make<LoadOp>(RankedTensorType::get(shape, part), ref,
                                     placesOf(math, type, offset),
                                     ArrayRef<Value>(bounds));
    return PhaseFrame::partsOf(math, loaded, type);
  }

  static void storeTile(Arithmetic &math, const TileValue &tile, Value ref,
                        RankedTensorType type, Value offset,
                        llvm::SmallVector<Value> bounds) {
    if (!bounds.empty()) {
      bounds.resize(memoryShape(type).size());
    }
    StoreOp::create(math.builder, math.loc,
                    PhaseFrame::wholeOf(math, tile, type), ref,
                    placesOf(math, type, offset), ArrayRef<Value>(bounds));
  }

  KernelOp finish(bool isDone) {
    if (!isDone) {
      kernel.erase();
      return {};
    }
    IRRewriter rewriter(builder.getContext());
    DominanceInfo dominance(kernel);
    eliminateCommonSubExpressions(rewriter, dominance, kernel);
    return kernel;
  }

  /// Each member has them.
  static constexpr int64_t largestTileOfTeam = 16;

  OpBuilder &builder;
  Location loc;
  const TilingSpace &space;
  const Machine &machine;
  const CandidateSource &source;
  const RuleTable &rules;
  KernelOp kernel;
  llvm::SmallVector<stablehlo::ConstantOp> constants;
  unsigned firstRoot = 0;
  size_t operations = 0;
};

} // namespace

std::optional<Refusal> refuseLoop(const TilingSpace &space,
                                  const RuleTable &rules) {
  llvm::SmallVector<Operation *> all;
  collect(space.live, all);
  if (all.size() > 4000) {
    return Refusal{all.front(), "loop.size",
                   llvm::formatv("{0} operations are unrolled", all.size())};
  }
  for (Operation *op : all) {
    for (Value value :
         llvm::concat<Value>(op->getOperands(), op->getResults())) {
      if (!hasTiles(value)) {
        return Refusal{op, "loop.type", "a value has no tiles"};
      }
    }
    if (isControl(op)) {
      for (Region &region : op->getRegions()) {
        for (Value argument : region.getArguments()) {
          if (!hasTiles(argument)) {
            return Refusal{op, "loop.type", "a state has no tiles"};
          }
        }
      }
      continue;
    }
    if (isHero(op)) {
      if (std::optional<Refusal> refusal = refuseHeroStep(op)) {
        return refusal;
      }
      continue;
    }
    if (!rules.find(op)) {
      return Refusal{op, "loop.operation",
                     llvm::formatv("{0} is inside a loop", op->getName())};
    }
    Refusal refusal;
    if (!tilesAlone(op, rules, refusal)) {
      return refusal;
    }
  }
  for (Value root : space.roots) {
    if (!hasTiles(root)) {
      return Refusal{space.block->getTerminator(), "loop.type",
                     "a result has no tiles"};
    }
  }
  return std::nullopt;
}

KernelOp emitLoopKernel(OpBuilder &builder, Location loc, StringRef name,
                        const TilingSpace &space, const Machine &machine,
                        const CandidateSource &source, const RuleTable &rules,
                        Refusal &refusal) {
  OpBuilder::InsertionGuard guard(builder);
  return LoopKernel(builder, loc, space, machine, source, rules)
      .run(name, refusal);
}

} // namespace weft::tile
