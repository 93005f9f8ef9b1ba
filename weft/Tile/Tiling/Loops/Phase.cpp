// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Loops/Phase.h"

#include "weft/Machine/OperationCosts.h"
#include "weft/Tile/IR/Workspace.h"
#include "weft/Tile/Tiling/KernelFrame.h"
#include "weft/Tile/Tiling/MemoryAccess.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>

using namespace mlir;

namespace weft::tile {

//===----------------------------------------------------------------------===//
// Whole values
//===----------------------------------------------------------------------===//

bool PhaseFrame::fitsTile(RankedTensorType type) const {
  Type part = partType(type.getElementType());
  int64_t bytes =
      std::max<int64_t>(4, llvm::divideCeil(part.getIntOrFloatBitWidth(), 8));
  return type.getNumElements() > 0 &&
         type.getNumElements() * bytes <= largestTile;
}

Value PhaseFrame::allocate(RankedTensorType type) {
  if (team) {
    return team->memory.argument(team->kernel,
                                 team->memory.add(refTypeOf(type)));
  }
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&kernel);
  RefType ref = refTypeOf(type);
  return AllocOp::create(
      builder, loc,
      RefType::get(ref.getShape(), ref.getElementType(), Space::Shared),
      StringAttr(), IntegerAttr());
}

TileValue PhaseFrame::partsOf(Arithmetic &math, Value loaded,
                              RankedTensorType type) {
  if (!isComplex(type.getElementType())) {
    return {loaded};
  }
  TileValue parts;
  llvm::SmallVector<int64_t> half = memoryShape(type);
  half.back() = 1;
  for (int64_t i : {0, 1}) {
    llvm::SmallVector<int64_t> from(half.size(), 0);
    from.back() = i;
    Value sliced =
        math.make<SliceOp>(RankedTensorType::get(half, elementOf(loaded)),
                           loaded, math.builder.getDenseI64ArrayAttr(from));
    parts.push_back(math.reshape(sliced, type.getShape()));
  }
  return parts;
}

Value PhaseFrame::wholeOf(Arithmetic &math, const TileValue &tile,
                          RankedTensorType type) {
  return tile.size() == 1
             ? tile[0]
             : math.make<JoinOp>(
                   RankedTensorType::get(memoryShape(type), elementOf(tile[0])),
                   ValueRange(tile));
}

TileValue PhaseFrame::loadWhole(Value ref, RankedTensorType type) {
  meetBefore({ref}, {});
  Arithmetic math(builder, loc);
  llvm::SmallVector<int64_t> shape = memoryShape(type);
  llvm::SmallVector<Value> zeros(shape.size(), math.index(0));
  Type part = partType(type.getElementType());
  return partsOf(math,
                 math.make<LoadOp>(RankedTensorType::get(shape, part), ref,
                                   zeros, ArrayRef<Value>()),
                 type);
}

void PhaseFrame::storeWhole(const TileValue &tile, Value ref,
                            RankedTensorType type) {
  Arithmetic math(builder, loc);
  llvm::SmallVector<Value> zeros(memoryShape(type).size(), math.index(0));
  Value whole = wholeOf(math, tile, type);
  if (!team) {
    StoreOp::create(builder, loc, whole, ref, zeros, ArrayRef<Value>());
    return;
  }
  // All have it, and one writes. That may be in front of what is there already.
  makeBarrier();
  Value isFirst = math.make<arith::CmpIOp>(arith::CmpIPredicate::eq,
                                           team->member, math.index(0));
  scf::IfOp::create(builder, loc, isFirst, [&](OpBuilder &inside, Location at) {
    StoreOp::create(inside, at, whole, ref, zeros, ArrayRef<Value>());
    scf::YieldOp::create(inside, at);
  });
  makeBarrier();
}

void PhaseFrame::meetBefore(ArrayRef<Value> read, ArrayRef<Value> written) {
  if (!team) {
    return;
  }
  auto touches = [&](const llvm::SmallDenseSet<Value> &before, Value ref) {
    return llvm::any_of(before, [&](Value other) {
      return mayBeSame(team->kernel, other, ref);
    });
  };
  if (llvm::any_of(read,
                   [&](Value ref) { return touches(team->written, ref); }) ||
      llvm::any_of(written, [&](Value ref) {
        return touches(team->written, ref) || touches(team->read, ref);
      })) {
    meet();
  }
  team->read.insert_range(read);
  team->written.insert_range(written);
}

void PhaseFrame::meet() {
  if (team && !(team->read.empty() && team->written.empty())) {
    makeBarrier();
    team->read.clear();
    team->written.clear();
  }
}

void PhaseFrame::share(int64_t count, llvm::function_ref<void(Value)> body) {
  Arithmetic math(builder, loc);
  Value number = team ? team->member : math.index(0);
  const int64_t members = team ? team->members : 1;
  Operation *around = nullptr;
  if (count > members) {
    auto loop = scf::ForOp::create(builder, loc, number, math.index(count),
                                   math.index(members));
    number = loop.getInductionVar();
    builder.setInsertionPoint(loop.getBody()->getTerminator());
    around = loop;
  } else if (count < members) {
    auto choice =
        scf::IfOp::create(builder, loc,
                          math.make<arith::CmpIOp>(arith::CmpIPredicate::slt,
                                                   number, math.index(count)),
                          /*withElseRegion=*/false);
    builder.setInsertionPoint(choice.thenYield());
    around = choice;
  }
  body(number);
  if (around != nullptr) {
    builder.setInsertionPointAfter(around);
  }
}

void PhaseFrame::makeBarrier() {
  Block *block = builder.getInsertionBlock();
  auto before = builder.getInsertionPoint();
  while (before != block->begin()) {
    --before;
    if (isa<BarrierOp>(*before)) {
      return;
    }
    if (!isMemoryEffectFree(&*before)) {
      break;
    }
  }
  BarrierOp::create(builder, loc, Scope::Cluster);
}

Value PhaseFrame::memoryOf(Held &held) {
  if (!held.ref) {
    held.ref = allocate(held.type);
    OpBuilder::InsertionGuard guard(builder);
    Value last = held.tile.back();
    for (Value part : held.tile) {
      Operation *a = part.getDefiningOp();
      Operation *b = last.getDefiningOp();
      if (a &&
          (!b || (a->getBlock() == b->getBlock() && b->isBeforeInBlock(a)))) {
        last = part;
      }
    }
    builder.setInsertionPointAfterValue(last);
    storeWhole(held.tile, held.ref, held.type);
  }
  return held.ref;
}

TileValue PhaseFrame::tileOf(Held &held) {
  return held.isTile() ? held.tile : loadWhole(held.ref, held.type);
}

//===----------------------------------------------------------------------===//
// Phases
//===----------------------------------------------------------------------===//

namespace {

bool isConstant(AffineExpr expression, int64_t &value) {
  auto constant = dyn_cast<AffineConstantExpr>(expression);
  value = constant ? constant.getValue() : 0;
  return constant != nullptr;
}

class PhasePorts : public Ports {
public:
  PhasePorts(PhaseFrame &frame, ArrayRef<Held *> arguments,
             llvm::MutableArrayRef<Held> results)
      : frame(frame), arguments(arguments), results(results) {}

  TileValue load(EmitContext &context) override {
    const Instance &instance = context.instance;
    Held &held = *arguments[numberOf(instance.value)];
    if (held.isTile()) {
      if (std::optional<TileValue> part = partOf(context, held)) {
        return *part;
      }
    }
    return emitLoad(context, ref(instance.value), instance.tile, held.type);
  }

  void store(EmitContext &context) override {
    Held &result = results[context.instance.root];
    if (result.ref) {
      emitStore(context, context.operand(0), result.ref, context.tile(),
                result.type, context.operandTile(0),
                context.operandType(0).getShape());
    } else {
      result.tile = context.operand(0);
    }
  }

  Value ref(Value value) override {
    return frame.memoryOf(*arguments[numberOf(value)]);
  }

private:
  static unsigned numberOf(Value value) {
    return cast<BlockArgument>(value).getArgNumber();
  }

  /// A part of a tile at places that are known.
  static std::optional<TileValue> partOf(EmitContext &context, Held &held) {
    llvm::SmallVector<int64_t> offsets;
    for (auto [dimension, extent] :
         llvm::zip_equal(context.tile(), held.type.getShape())) {
      int64_t offset;
      if (!isConstant(dimension.offset, offset) ||
          (dimension.stride != 1 && dimension.size != 1) || offset < 0 ||
          offset + dimension.size > extent) {
        return std::nullopt;
      }
      offsets.push_back(offset);
    }
    return mapParts(held.tile, [&](Value part) -> Value {
      Type type = RankedTensorType::get(context.shape(), elementOf(part));
      return type == part.getType()
                 ? part
                 : context.math.make<SliceOp>(
                       type, part,
                       context.math.builder.getDenseI64ArrayAttr(offsets));
    });
  }

  PhaseFrame &frame;
  ArrayRef<Held *> arguments;
  llvm::MutableArrayRef<Held> results;
};

} // namespace

Phase::Phase(PhaseFrame &frame, Location loc)
    : frame(frame), inner(frame.builder.getContext()),
      owner(ModuleOp::create(loc)) {
  inner.setInsertionPointToEnd(owner->getBody());
  auto function =
      func::FuncOp::create(inner, loc, "phase", inner.getFunctionType({}, {}));
  block = function.addEntryBlock();
  inner.setInsertionPointToEnd(block);
}

Value Phase::addArgument(Held &held) {
  arguments.push_back(&held);
  return block->addArgument(held.type, frame.loc);
}

/// The program with whole tiles, or with all its loops inside.
std::optional<TiledProgram> Phase::cut(const TilingSpace &space, bool asTiles) {
  Refusal refusal;
  unsigned parallel = space.parallelCount();
  auto allInner = [&] {
    return llvm::to_vector(llvm::seq<unsigned>(0, parallel));
  };
  if (asTiles) {
    Candidate whole;
    whole.hasTotals = true;
    // All of a tile is unrolled. What combines more elements than a few times
    // the registers hold has loops.
    const int64_t mostCombined = frame.team                        ? 16
                                 : frame.machine.threads.lanes > 1 ? 64
                                                                   : 512;
    int64_t elements = 1;
    for (const TilingSpace::Dimension &dimension : space.dimensions) {
      const int64_t size = std::max<int64_t>(dimension.extent, 1);
      elements = saturatingMultiply(elements, size);
      if (!dimension.parallel && elements > mostCombined) {
        return std::nullopt;
      }
      whole.sizes.push_back(size);
    }
    return makeTiledProgram(space, whole, frame.rules, refusal);
  }
  std::optional<ChosenTiles> chosen =
      chooseTiles(space, frame.machine, frame.source, frame.rules, refusal);
  if (!chosen) {
    return std::nullopt;
  }
  // There is no grid in here.
  Candidate candidate = chosen->program.candidate;
  candidate.blocks.clear();
  candidate.kept.clear();
  llvm::SmallVector<unsigned> walked = allInner();
  llvm::erase_if(walked, [&](unsigned d) {
    return llvm::is_contained(candidate.inner, d);
  });
  llvm::append_range(walked, candidate.inner);
  candidate.inner.assign(walked.begin(), walked.end());
  if (auto program = makeTiledProgram(space, candidate, frame.rules, refusal)) {
    return program;
  }
  Candidate ones = Candidate::ones(space);
  ones.inner.assign(allInner());
  ones.hasTotals = true;
  return makeTiledProgram(space, ones, frame.rules, refusal);
}

std::optional<TiledProgram> Phase::cutForTeam(const TilingSpace &space) {
  Refusal refusal;
  Candidate ones = Candidate::ones(space);
  ones.hasTotals = true;
  // Of what is combined so many elements at a time, which are on their way
  // together.
  constexpr int64_t mostTogether = 16;
  Candidate wide = ones;
  for (auto [d, dimension] : llvm::enumerate(space.dimensions)) {
    if (dimension.parallel || dimension.isOrdered) {
      continue;
    }
    for (int64_t size = 1; size <= mostTogether; ++size) {
      if (dimension.extent % size == 0) {
        wide.sizes[d] = size;
      }
    }
  }
  if (auto program = makeTiledProgram(space, wide, frame.rules, refusal)) {
    return program;
  }
  return makeTiledProgram(space, ones, frame.rules, refusal);
}

void Phase::meetBefore(ArrayRef<Held> results) {
  llvm::SmallVector<Value> read;
  llvm::SmallVector<Value> written;
  for (Held *argument : arguments) {
    if (argument->ref) {
      read.push_back(argument->ref);
    }
  }
  for (const Held &result : results) {
    if (result.ref) {
      written.push_back(result.ref);
    }
  }
  frame.meetBefore(read, written);
}

void Phase::emitShared(const TiledProgram &program, Ports &ports) {
  const int64_t programs = program.programCount();
  frame.share(programs, [&](Value number) {
    Emitter(frame.builder, frame.loc, program)
        .runInside(ports, programs > 1 ? number : Value());
  });
}

llvm::SmallVector<Held> Phase::emit(ArrayRef<Value> roots,
                                    ArrayRef<Value> targets,
                                    ArrayRef<TilingSpace::InPlace> inPlace) {
  func::ReturnOp::create(inner, frame.loc, roots);
  llvm::SmallVector<Held> results;
  bool asTiles = true;
  for (auto [root, target] : llvm::zip_equal(roots, targets)) {
    auto type = cast<RankedTensorType>(root.getType());
    results.push_back({type, {}, target});
  }
  Refusal refusal;
  std::optional<TilingSpace> space =
      TilingSpace::create(*block, roots, frame.rules, refusal, inPlace);
  if (!space) {
    return {};
  }
  for (unsigned i = 0; i < roots.size(); ++i) {
    // What all members of a team would store is one's to store.
    asTiles &= frame.fitsTile(
                   cast<RankedTensorType>(space->storedValue(i).getType())) &&
               !(frame.team && targets[i]);
  }
  std::optional<TiledProgram> program;
  bool isShared = false;
  if (asTiles) {
    program = cut(*space, /*asTiles=*/true);
  }
  if (!program) {
    for (Held &result : results) {
      if (!result.ref) {
        result.ref = frame.allocate(result.type);
      }
    }
    isShared = frame.team.has_value();
    program = isShared ? cutForTeam(*space) : cut(*space, /*asTiles=*/false);
  }
  if (!program) {
    return {};
  }
  PhasePorts ports(frame, arguments, results);
  meetBefore(results);
  if (isShared) {
    emitShared(*program, ports);
  } else {
    Emitter(frame.builder, frame.loc, *program).runInside(ports);
  }
  return results;
}

} // namespace weft::tile
