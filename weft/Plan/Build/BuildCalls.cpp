// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that reach out of the program, and those that only hold values
// together.

#include "weft/Plan/Build/ProgramBuilder.h"
#include "weft/StableHLO/IR/CallArrays.h"

#include <mlir/Transforms/RegionUtils.h>

using namespace mlir;

namespace weft::plan {

static bool isToken(Type type) { return isa<stablehlo::TokenType>(type); }

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// The layout that a custom call asks for; null for row-major.
static LayoutAttr layoutOf(std::optional<ArrayAttr> layouts, unsigned number,
                           Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!layouts || !tensor || number >= layouts->size()) {
    return {};
  }
  auto order = llvm::to_vector(
      llvm::map_range(cast<DenseIntElementsAttr>((*layouts)[number]),
                      [](const APInt &value) { return value.getSExtValue(); }));
  if (llvm::equal(order,
                  llvm::reverse(llvm::seq<int64_t>(0, tensor.getRank())))) {
    return {};
  }
  return LayoutAttr::get(type.getContext(), order);
}

static Type withLayout(Type type, LayoutAttr layout) {
  return layout ? cast<RankedTensorType>(type).cloneWithEncoding(layout) : type;
}

/// The elements of tuples, in order; other values as they are.
static void flatten(Type type, SmallVectorImpl<Type> &types) {
  if (auto tuple = dyn_cast<TupleType>(type)) {
    for (Type element : tuple.getTypes()) {
      flatten(element, types);
    }
    return;
  }
  types.push_back(type);
}

static SmallVector<Type> flatTypes(TypeRange types) {
  SmallVector<Type> flat;
  for (Type type : types) {
    flatten(type, flat);
  }
  return flat;
}

static bool givesTuple(Operation *operation) {
  return operation->getNumResults() == 1 &&
         isa<TupleType>(operation->getResultTypes().front());
}

FailureOr<ProgramBuilder::CallInputs>
ProgramBuilder::collectInputs(Operation *operation) {
  auto foreign = dyn_cast<stablehlo::CustomCallOp>(operation);
  std::optional<ArrayAttr> layouts;
  if (foreign && !stablehlo::isInOrder(foreign)) {
    layouts = foreign.getOperandLayouts();
  }
  // Captured values of a reducer come after the operands.
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(operation->getRegions(), captured);
  CallInputs inputs;
  inputs.isChained = hasEffects(operation);
  for (auto [i, operand] : llvm::enumerate(operation->getOperands())) {
    if (composed.contains(operand)) {
      return operation->emitError()
             << "a call that takes a tuple cannot be part of a plan: pass its "
                "elements";
    }
    if (isToken(operand.getType())) {
      continue;
    }
    Value input = lookup(operand);
    LayoutAttr layout = layoutOf(layouts, i, operand.getType());
    if (layout) {
      input = reorder(operation->getLoc(),
                      withLayout(operand.getType(), layout), input);
    }
    inputs.values.push_back(input);
    inputs.sources.push_back(operand);
  }
  for (Value value : captured) {
    inputs.values.push_back(lookup(value));
    inputs.sources.push_back(value);
  }
  if (inputs.isChained) {
    inputs.values.push_back(currentToken());
  }
  return inputs;
}

/// What a call gives: as `operation`, whose results without tuples are `flat`,
/// in the layouts that it asks for. Tokens among them are those of the chain.
static SmallVector<Type> resultTypesOf(Operation *operation,
                                       ArrayRef<Type> flat, bool isChained) {
  auto foreign = dyn_cast<stablehlo::CustomCallOp>(operation);
  std::optional<ArrayAttr> layouts;
  if (foreign && !givesTuple(operation) && !stablehlo::isInOrder(foreign)) {
    layouts = foreign.getResultLayouts();
  }
  SmallVector<Type> types;
  for (auto [i, type] : llvm::enumerate(flat)) {
    if (!isToken(type)) {
      types.push_back(withLayout(type, layoutOf(layouts, i, type)));
    }
  }
  if (isChained) {
    types.push_back(stablehlo::TokenType::get(operation->getContext()));
  }
  return types;
}

/// A copy of `operation` on the arguments of `block`, giving `results`.
static Operation *copyInto(OpBuilder &builder, Block *block,
                           Operation *operation, ArrayRef<Value> sources,
                           ArrayRef<Type> results) {
  IRMapping mapping;
  for (auto [i, source] : llvm::enumerate(sources)) {
    mapping.map(source, block->getArgument(i));
  }
  for (Value operand : operation->getOperands()) {
    if (isToken(operand.getType())) {
      mapping.map(operand, block->getArguments().back());
    }
  }
  // The same value may be two operands with different layouts.
  Operation *copy = builder.clone(*operation, mapping);
  unsigned next = 0;
  for (OpOperand &operand : copy->getOpOperands()) {
    if (!isToken(operand.get().getType())) {
      operand.set(block->getArgument(next++));
    }
  }
  if (givesTuple(operation)) {
    return copy;
  }
  next = 0;
  for (Value result : copy->getResults()) {
    if (!isToken(result.getType())) {
      result.setType(results[next++]);
    }
  }
  return copy;
}

LogicalResult ProgramBuilder::fillCall(Region &body, Operation *operation,
                                       const CallInputs &inputs,
                                       ArrayRef<Type> results) {
  OpBuilder::InsertionGuard guard(builder);
  Location location = operation->getLoc();
  Block *block = builder.createBlock(&body);
  for (Value input : inputs.values) {
    block->addArgument(input.getType(), location);
  }
  Operation *copy =
      copyInto(builder, block, operation, inputs.sources, results);
  // Takes the results apart, in the order of their types.
  Operands parts;
  std::function<void(Value)> takeApart = [&](Value value) {
    auto tuple = dyn_cast<TupleType>(value.getType());
    if (!tuple) {
      parts.push_back(value);
      return;
    }
    for (unsigned i = 0; i < tuple.size(); ++i) {
      takeApart(stablehlo::GetTupleElementOp::create(
          builder, location, tuple.getType(i), value, i));
    }
  };
  for (Value result : copy->getResults()) {
    takeApart(result);
  }
  Operands yielded;
  Value last = inputs.isChained ? Value(block->getArguments().back()) : Value();
  for (Value part : parts) {
    if (isToken(part.getType())) {
      last = part;
    } else {
      yielded.push_back(part);
    }
  }
  if (inputs.isChained) {
    yielded.push_back(last);
  }
  YieldOp::create(builder, location, yielded);
  return inlineBodies(copy);
}

template <typename Call>
LogicalResult ProgramBuilder::buildCall(Operation *operation) {
  Location location = operation->getLoc();
  FailureOr<CallInputs> inputs = collectInputs(operation);
  if (failed(inputs)) {
    return failure();
  }
  SmallVector<Type> flat = flatTypes(operation->getResultTypes());
  SmallVector<Type> results = resultTypesOf(operation, flat, inputs->isChained);
  auto call =
      Call::create(builder, location, TypeRange(results),
                   ValueRange(inputs->values), ArrayRef<NamedAttribute>());
  if (failed(fillCall(call.getBody(), operation, *inputs, results))) {
    return failure();
  }
  if (inputs->isChained) {
    token = call.getResults().back();
  }

  Operands given;
  for (auto [result, type] : llvm::zip(
           call.getResults(), llvm::make_filter_range(flat, [](Type type) {
             return !isToken(type);
           }))) {
    given.push_back(result.getType() == type ? Value(result)
                                             : reorder(location, type, result));
  }
  if (givesTuple(operation)) {
    composed[operation->getResult(0)] = given;
    return success();
  }
  mapTensors(operation->getResults(), given);
  return success();
}

LogicalResult ProgramBuilder::buildCustomCall(stablehlo::CustomCallOp call) {
  // Values that are named in the message are formatted by the runtime.
  if (call.getCallTargetName() == "shape_assertion" &&
      call.getInputs().size() < 2) {
    return buildCheck(call);
  }
  return buildCall<FfiOp>(call);
}

/// A condition of the program on its shapes, with a message.
LogicalResult ProgramBuilder::buildCheck(stablehlo::CustomCallOp call) {
  if (call.getInputs().empty() || call->getNumResults() != 0) {
    return call.emitError("a shape assertion takes a flag and gives nothing");
  }
  // Beside the call as JAX writes it, or among its parameters.
  constexpr llvm::StringLiteral name = "error_message";
  auto message = call->getAttrOfType<StringAttr>(name);
  auto parameters =
      dyn_cast_or_null<DictionaryAttr>(call.getBackendConfigAttr());
  if (!message && parameters) {
    message = parameters.getAs<StringAttr>(name);
  }
  token = CheckOp::create(
      builder, call.getLoc(), lookup(call.getInputs()[0]),
      message ? message
              : builder.getStringAttr("a shape assertion does not hold"),
      currentToken());
  return success();
}

// Used by the walk.
template LogicalResult ProgramBuilder::buildCall<CallbackOp>(Operation *);
template LogicalResult ProgramBuilder::buildCall<CollectiveOp>(Operation *);

//===----------------------------------------------------------------------===//
// Asynchronous calls
//===----------------------------------------------------------------------===//

LogicalResult ProgramBuilder::buildStart(stablehlo::AsyncStartOp start) {
  Block &body = start.getBody().front();
  Operation &inner = body.front();
  using namespace stablehlo;
  bool isCollective =
      isa<AllGatherOp, AllReduceOp, AllToAllOp, CollectiveBroadcastOp,
          CollectivePermuteOp, CollectiveReduceOp, CrossReplicaSumOp,
          ReduceScatterOp>(inner);
  for (auto [argument, operand] :
       llvm::zip_equal(body.getArguments(), start.getOperands())) {
    map(argument, lookup(operand));
  }
  // P4 wants exactly one wait, beside the start.
  Value future = start.getResult();
  bool isAwaited = future.hasOneUse() &&
                   future.user_begin()->getBlock() == start->getBlock() &&
                   isa<AsyncDoneOp>(*future.user_begin());
  if (!isCollective || !isAwaited) {
    if (failed(buildBlock(body))) {
      return failure();
    }
    composed[start.getResult()] = lookup(body.getTerminator()->getOperands());
    return success();
  }
  auto begun = plan::StartOp::create(builder, start.getLoc(),
                                     start.getResult().getType(),
                                     lookup(start.getOperands()));
  OpBuilder::InsertionGuard guard(builder);
  Block *block = builder.createBlock(&begun.getBody());
  for (auto [argument, operand] :
       llvm::zip_equal(body.getArguments(), start.getOperands())) {
    map(argument, block->addArgument(operand.getType(), argument.getLoc()));
  }
  if (failed(buildBlock(body))) {
    return failure();
  }
  YieldOp::create(builder, start.getLoc(),
                  lookup(body.getTerminator()->getOperands()));
  map(start.getResult(), begun.getPending());
  return success();
}

LogicalResult ProgramBuilder::buildDone(stablehlo::AsyncDoneOp done) {
  if (auto found = composed.find(done.getOperand()); found != composed.end()) {
    mapTensors(done.getResults(), found->second);
    return success();
  }
  auto ended = plan::DoneOp::create(
      builder, done.getLoc(), done.getResultTypes(), lookup(done.getOperand()));
  mapTensors(done.getResults(), ended.getResults());
  return success();
}

//===----------------------------------------------------------------------===//
// What holds values together
//===----------------------------------------------------------------------===//

void ProgramBuilder::buildBarrier(stablehlo::OptimizationBarrierOp barrier) {
  Operands operands = lookupTensors(barrier->getOperands());
  if (operands.empty()) {
    return;
  }
  auto built = BarrierOp::create(builder, barrier.getLoc(), operands);
  mapTensors(barrier->getResults(), built.getResults());
}

bool ProgramBuilder::buildTuple(Operation *operation) {
  auto elementsOf = [&](Value value) -> Operands {
    auto found = composed.find(value);
    if (found != composed.end()) {
      return found->second;
    }
    return isToken(value.getType()) ? Operands{Value()}
                                    : Operands{lookup(value)};
  };
  if (isa<stablehlo::TupleOp>(operation)) {
    Operands elements;
    for (Value operand : operation->getOperands()) {
      llvm::append_range(elements, elementsOf(operand));
    }
    composed[operation->getResult(0)] = elements;
    return true;
  }
  auto get = cast<stablehlo::GetTupleElementOp>(operation);
  auto type = cast<TupleType>(get.getOperand().getType());
  auto widthOf = [](Type element) {
    SmallVector<Type> types;
    flatten(element, types);
    return types.size();
  };
  Operands elements = elementsOf(get.getOperand());
  size_t first = 0;
  for (uint32_t i = 0; i < get.getIndex(); ++i) {
    first += widthOf(type.getType(i));
  }
  size_t width = widthOf(type.getType(get.getIndex()));
  ArrayRef<Value> part = ArrayRef(elements).slice(first, width);
  if (isa<TupleType>(get.getType())) {
    composed[get.getResult()] = Operands(part);
  } else if (!isToken(get.getType())) {
    map(get.getResult(), part.front());
  }
  return true;
}

} // namespace weft::plan
