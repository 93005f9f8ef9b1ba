// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Emitter.h"

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/EmitContext.h"
#include "weft/Tile/Tiling/KernelFrame.h"
#include "weft/Tile/Tiling/MemoryAccess.h"

using namespace mlir;

namespace weft::tile {

//===----------------------------------------------------------------------===//
// What rules see
//===----------------------------------------------------------------------===//

EmitContext::EmitContext(Emitter &emitter, OpBuilder &builder,
                         const Instance &instance, TileRegion *region)
    : op(instance.value ? instance.value.getDefiningOp() : nullptr),
      instance(instance), math(builder, emitter.locationOf(instance)),
      emitter(emitter), region(region) {}

const TileValue &EmitContext::operand(unsigned i) const {
  return emitter.valueOf(instance.operands[i]);
}

llvm::SmallVector<TileValue> EmitContext::operands() const {
  llvm::SmallVector<TileValue> values;
  for (unsigned i = 0; i < instance.operands.size(); ++i) {
    values.push_back(operand(i));
  }
  return values;
}

const IndexFacts &EmitContext::facts() const { return emitter.facts(); }

Value EmitContext::index(AffineExpr expression) {
  return emitter.index(expression, region);
}

Value EmitContext::ref(Value value) const { return emitter.refOf(value); }

bool EmitContext::isKept(unsigned i) const {
  return emitter.isKept(instance.operands[i].instance);
}

const ProductForm &EmitContext::productForm() const {
  return emitter.productForm();
}

bool EmitContext::hasDeadZeros(unsigned i) const {
  return emitter.hasDeadZeros(instance.operands[i].instance);
}

Value EmitContext::mask(ArrayRef<DimensionTile> tile, ArrayRef<int64_t> extents,
                        ArrayRef<unsigned> dimensions) {
  llvm::SmallVector<Value> bounds(tile.size());
  llvm::SmallVector<Value> offsets;
  llvm::SmallVector<int64_t> strides;
  bool isBounded = false;
  for (auto [d, dimension] : llvm::enumerate(tile)) {
    bool isAsked = llvm::is_contained(dimensions, static_cast<unsigned>(d));
    if (isAsked && !isInside(dimension, extents[d], facts())) {
      bounds[d] = emitter.constantIndex(extents[d]);
      isBounded = true;
    }
    offsets.push_back(bounds[d] ? index(dimension.offset)
                                : emitter.constantIndex(0));
    strides.push_back(bounds[d] ? dimension.stride : 1);
  }
  if (!isBounded) {
    return {};
  }
  if (llvm::all_of(strides, [](int64_t stride) { return stride == 1; })) {
    strides.clear();
  }
  Type type = RankedTensorType::get(tileShape(tile), math.builder.getI1Type());
  return math.make<MaskOp>(type, offsets, ArrayRef<Value>(bounds), strides);
}

//===----------------------------------------------------------------------===//
// Regions and their items
//===----------------------------------------------------------------------===//

Emitter::Emitter(OpBuilder &builder, Location loc, const TiledProgram &program)
    : builder(builder), loc(loc), program(program),
      values(program.instances.size()), accumulators(program.instances.size()),
      totals(program.instances.size()), states(program.regions.size()) {}

const IndexFacts &Emitter::facts() const { return program.facts; }

Location Emitter::locationOf(const Instance &instance) const {
  return instance.value ? instance.value.getLoc() : loc;
}

const TileValue &Emitter::valueOf(const Instance::Operand &operand) const {
  return values[operand.instance][operand.result];
}

void Emitter::enter(TileRegion *region) {
  RegionState &state = states[region->index];
  if (state.open) {
    builder.setInsertionPoint(state.open);
  } else {
    builder.setInsertionPointToEnd(state.block);
  }
}

KernelOp Emitter::run(StringRef name) {
  llvm::SmallVector<ElementsAttr> constants;
  for (Operation *constant : program.memoryConstants) {
    constants.push_back(cast<stablehlo::ConstantOp>(constant).getValue());
  }
  KernelFrame frame = makeKernelFrame(builder, loc, name, *program.space,
                                      constants, program.programCount());
  Block &block = frame.kernel.getBlock();
  for (BlockArgument argument : program.space->block->getArguments()) {
    refs[argument] = block.getArgument(argument.getArgNumber());
  }
  for (auto [i, constant] : llvm::enumerate(program.memoryConstants)) {
    refs[constant->getResult(0)] = block.getArgument(frame.firstConstant + i);
  }
  firstRoot = frame.firstRoot;

  states[0] = {&block, block.getTerminator()};
  if (program.programCount() > 1) {
    emitGrid(ProgramIdOp::create(builder, loc));
  }
  emitItems(program.regions.front().get());
  return frame.kernel;
}

void Emitter::runInside(Ports &givenPorts, Value number) {
  ports = &givenPorts;
  Block *block = builder.getInsertionBlock();
  bool isAtEnd = builder.getInsertionPoint() == block->end();
  states[0] = {block, isAtEnd ? nullptr : &*builder.getInsertionPoint()};
  if (number) {
    emitGrid(number);
  }
  emitItems(program.regions.front().get());
}

void Emitter::emitGrid(Value number) {
  programNumber = number;
  llvm::SmallVector<int64_t> counts;
  llvm::SmallVector<unsigned> dimensions;
  for (unsigned d = 0; d < program.space->parallelCount(); ++d) {
    if (int64_t count = program.programCount(d); count > 1) {
      counts.push_back(count);
      dimensions.push_back(d);
    }
  }
  llvm::SmallVector<Value> ids =
      emitProgramNumbers(builder, loc, number, counts);
  for (auto [id, d] : llvm::zip_equal(ids, dimensions)) {
    int64_t size = program.blockOf(d);
    gridOffsets[d] =
        size == 1 ? id
                  : arith::MulIOp::create(builder, loc, id, constantIndex(size))
                        .getResult();
  }
}

void Emitter::emitItems(TileRegion *region) {
  // Programs end with a return, which stays behind all items.
  Operation *end = states[region->index].open;
  for (const TileRegion::Item &item : region->items) {
    states[region->index].open = end;
    enter(region);
    if (item.loop) {
      emitLoop(item.loop);
    } else {
      emitInstance(item.instance);
    }
  }
  states[region->index].open = end;
  enter(region);
}

void Emitter::emitInstance(unsigned number) {
  const Instance &instance = program.instances[number];
  EmitContext context(*this, builder, instance, instance.region);
  switch (instance.kind) {
  case Instance::Kind::Load:
    if (ports) {
      values[number] = {ports->load(context)};
      return;
    }
    values[number] = {
        emitLoad(context, refOf(instance.value), instance.tile,
                 cast<RankedTensorType>(instance.value.getType()))};
    return;
  case Instance::Kind::Store:
    emitStored(context);
    return;
  case Instance::Kind::Variable:
    emitVariable(context);
    return;
  case Instance::Kind::Assumption:
    symbolValues[instance.symbol] = context.index(instance.tile[0].offset);
    return;
  case Instance::Kind::Keep:
    emitKeep(number);
    return;
  case Instance::Kind::Reload:
    values[number] = {emitReload(context)};
    return;
  case Instance::Kind::Compute:
    break;
  }
  if (!instance.branches.empty()) {
    emitChoice(number, context, 0);
  } else if (instance.loops.empty()) {
    values[number] = instance.rule->emit(context);
  } else if (instance.chainLoop) {
    values[number] = instance.rule->finishTotals(context, totals[number]);
  } else {
    values[number] = instance.rule->finish(context, accumulators[number]);
  }
}

void Emitter::emitStored(EmitContext &context) {
  const Instance &instance = context.instance;
  OpBuilder::InsertionGuard guard(builder);
  if (instance.isOfFirst) {
    Value isFirst =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                              programNumber, constantIndex(0));
    auto choice =
        scf::IfOp::create(builder, loc, isFirst, /*withElseRegion=*/false);
    builder.setInsertionPoint(choice.thenYield());
  }
  if (ports) {
    ports->store(context);
    return;
  }
  Value root = program.space->roots[instance.root];
  emitStore(context, context.operand(0),
            states[0].block->getArgument(firstRoot + instance.root),
            instance.tile, cast<RankedTensorType>(root.getType()),
            context.operandTile(0), context.operandType(0).getShape());
}

void Emitter::emitVariable(EmitContext &context) {
  const Instance &instance = context.instance;
  Arithmetic &math = context.math;
  Type source = getElementTypeOrSelf(context.operandType(0));
  Value scalar = math.scalarOf(context.operand(0)[0]);
  Type wide = builder.getI64Type();
  Value low = math.integer(wide, instance.low);
  Value high = math.integer(wide, instance.high);
  bool hasNoSign = isUnsigned(source);
  if (source.getIntOrFloatBitWidth() < 64) {
    scalar = hasNoSign ? math.make<arith::ExtUIOp>(wide, scalar)
                       : math.make<arith::ExtSIOp>(wide, scalar);
    hasNoSign = false;
  }
  if (hasNoSign) {
    scalar = math.make<arith::MinUIOp>(scalar, high);
  } else {
    scalar = math.make<arith::MinSIOp>(scalar, high);
  }
  scalar = math.make<arith::MaxSIOp>(scalar, low);
  symbolValues[instance.symbol] =
      math.make<arith::IndexCastOp>(builder.getIndexType(), scalar);
}

llvm::SmallVector<Value> Emitter::iterationsOf(const Instance &instance) {
  Arithmetic math(builder, loc);
  llvm::SmallVector<Value> iterations;
  for (TileRegion *loop : instance.keepLoops) {
    Value offset = loopOffsets.lookup(loop);
    if (program.programCount(loop->dimension) > 1) {
      offset = math.make<arith::SubIOp>(offset, lowerBound(loop->dimension));
    }
    int64_t size = program.stepOf(loop->dimension);
    iterations.push_back(
        size == 1 ? offset
                  : math.make<arith::DivUIOp>(offset, constantIndex(size)));
  }
  return iterations;
}

void Emitter::emitKeep(unsigned number) {
  const Instance &instance = program.instances[number];
  TileValue value = valueOf(instance.operands[0]);
  if (instance.preparedFor) {
    const Instance &user = program.instances[instance.preparedFor->first];
    EmitContext context(*this, builder, user, instance.region);
    value = user.rule->prepare(context, instance.preparedFor->second, value,
                               hasDeadZeros(instance.operands[0].instance));
  }
  llvm::SmallVector<Value> places = iterationsOf(instance);
  for (Value part : value) {
    auto type = cast<RankedTensorType>(part.getType());
    llvm::SmallVector<int64_t> shape;
    for (TileRegion *loop : instance.keepLoops) {
      shape.push_back(program.iterationCount(loop->dimension));
    }
    llvm::append_range(shape, type.getShape());
    Value ref;
    {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(states[0].block);
      ref = AllocOp::create(
          builder, loc,
          RefType::get(shape, type.getElementType(), Space::Shared),
          StringAttr(), IntegerAttr());
    }
    kept[number].push_back(ref);
    llvm::SmallVector<Value> at(places);
    at.resize(shape.size(), constantIndex(0));
    StoreOp::create(builder, loc, part, ref, at, ArrayRef<Value>());
  }
}

TileValue Emitter::emitReload(EmitContext &context) {
  llvm::SmallVector<Value> places = iterationsOf(context.instance);
  TileValue value;
  for (Value ref : kept[context.instance.keep]) {
    auto type = cast<RefType>(ref.getType());
    ArrayRef<int64_t> shape = type.getShape().drop_front(places.size());
    llvm::SmallVector<Value> at(places);
    at.resize(type.getRank(), constantIndex(0));
    value.push_back(context.math.make<LoadOp>(
        RankedTensorType::get(shape, type.getElementType()), ref, at,
        ArrayRef<Value>()));
  }
  return value;
}

Value Emitter::lowerBound(unsigned dimension) {
  auto known = gridOffsets.find(dimension);
  return known == gridOffsets.end() ? constantIndex(0) : known->second;
}

} // namespace weft::tile
