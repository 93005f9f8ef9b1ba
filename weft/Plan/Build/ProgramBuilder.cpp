// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The walk, and the border of the program.

#include "weft/Plan/Build/ProgramBuilder.h"

#include "weft/Support/DecisionsDialect.h"

using namespace mlir;

namespace weft::plan {

/// Inlining may double a program with every function. What is beyond this
/// would take minutes to compile.
constexpr uint64_t kMaximumOperations = 1'000'000;

ProgramBuilder::ProgramBuilder(func::FuncOp function)
    : function(function), builder(function.getContext()) {
  auto module = function->getParentOfType<ModuleOp>();
  for (auto other : module.getOps<func::FuncOp>()) {
    functions[other.getName()] = other;
  }
}

FailureOr<ProgramOp> ProgramBuilder::build() {
  FailureOr<ProgramOp> program = createProgram();
  if (failed(program)) {
    return failure();
  }
  callStack.insert(function);
  builder.setInsertionPointToStart(&program->getBody().front());
  if (failed(readArguments(*program)) ||
      failed(buildBlock(function.getBody().front())) ||
      failed(writeResults(*program))) {
    // Users go before what they use.
    program->getBody().front().dropAllDefinedValueUses();
    program->erase();
    return failure();
  }
  return program;
}

//===----------------------------------------------------------------------===//
// The border
//===----------------------------------------------------------------------===//

/// `{1,0}` as a layout; null for row-major and where the choice is ours.
static FailureOr<LayoutAttr> parseLayout(Attribute mode, Type type) {
  auto text = dyn_cast_if_present<StringAttr>(mode);
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!text || !tensor || text == "default" || text == "auto") {
    return LayoutAttr();
  }
  StringRef list = text.getValue();
  SmallVector<StringRef> parts;
  SmallVector<int64_t> order;
  bool valid = list.consume_front("{") && list.consume_back("}");
  list.split(parts, ',', -1, /*KeepEmpty=*/false);
  for (StringRef part : parts) {
    int64_t dimension = 0;
    valid = valid && !part.trim().getAsInteger(10, dimension);
    order.push_back(dimension);
  }
  SmallVector<int64_t> sorted(order);
  llvm::sort(sorted);
  if (!valid || !llvm::equal(sorted, llvm::seq<int64_t>(0, tensor.getRank()))) {
    return failure();
  }
  bool isRowMajor = llvm::equal(
      order, llvm::reverse(llvm::seq<int64_t>(0, tensor.getRank())));
  return isRowMajor ? LayoutAttr() : LayoutAttr::get(type.getContext(), order);
}

static Type withLayout(Type type, LayoutAttr layout) {
  return layout ? cast<RankedTensorType>(type).cloneWithEncoding(layout) : type;
}

static FailureOr<Type> placedType(func::FuncOp function, Type type,
                                  Attribute mode, const Twine &what) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!isa<stablehlo::TokenType>(type) &&
      (!tensor || !tensor.hasStaticShape() || tensor.getEncoding())) {
    return function.emitError() << what << " has type " << type
                                << ", but a plan needs tensors of static shape";
  }
  FailureOr<LayoutAttr> layout = parseLayout(mode, type);
  if (failed(layout)) {
    return function.emitError()
           << what << " of type " << type << " cannot have layout " << mode;
  }
  return withLayout(type, *layout);
}

/// The attributes of a program's argument, from those of a function's.
static FailureOr<DictionaryAttr> argumentAttributes(func::FuncOp function,
                                                    unsigned number) {
  MLIRContext *context = function.getContext();
  NamedAttrList attributes;
  if (auto kind =
          function.getArgAttrOfType<StringAttr>(number, "mhlo.memory_kind")) {
    if (std::optional<Space> space = symbolizeSpace(kind.getValue());
        space && *space != Space::Device) {
      attributes.set(kSpaceName, SpaceAttr::get(context, *space));
    }
  }
  Type type = function.getArgumentTypes()[number];
  if (auto alias = function.getArgAttrOfType<IntegerAttr>(
          number, "tf.aliasing_output")) {
    int64_t result = alias.getInt();
    bool exists = result >= 0 && result < function.getNumResults();
    if (!exists ||
        byteSize(function.getResultTypes()[result]) != byteSize(type)) {
      return function.emitError()
             << "argument " << number << " of type " << type
             << " is to share storage with result " << result << ", "
             << (exists ? "which has another size" : "which does not exist");
    }
    attributes.set(kDonateName,
                   DonateAttr::get(context, DonateKind::Must, result));
  } else if (auto donor = function.getArgAttrOfType<BoolAttr>(
                 number, "jax.buffer_donor");
             donor && donor.getValue() && hasBytes(type)) {
    attributes.set(kDonateName, DonateAttr::get(context, DonateKind::May, 0));
  }
  return attributes.getDictionary(context);
}

FailureOr<ProgramOp> ProgramBuilder::createProgram() {
  MLIRContext *context = function.getContext();
  SmallVector<Type> arguments;
  SmallVector<Type> results;
  SmallVector<Attribute> argumentDictionaries;
  SmallVector<Attribute> resultDictionaries;
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    FailureOr<Type> type = placedType(
        function, function.getArgumentTypes()[i],
        function.getArgAttr(i, "mhlo.layout_mode"), "argument " + Twine(i));
    FailureOr<DictionaryAttr> attributes = argumentAttributes(function, i);
    if (failed(type) || failed(attributes)) {
      return failure();
    }
    arguments.push_back(*type);
    argumentDictionaries.push_back(*attributes);
  }
  for (unsigned i = 0; i < function.getNumResults(); ++i) {
    FailureOr<Type> type = placedType(
        function, function.getResultTypes()[i],
        function.getResultAttr(i, "mhlo.layout_mode"), "result " + Twine(i));
    if (failed(type)) {
      return failure();
    }
    results.push_back(*type);
    NamedAttrList attributes;
    auto kind = function.getResultAttrOfType<StringAttr>(i, "mhlo.memory_kind");
    std::optional<Space> space =
        kind ? symbolizeSpace(kind.getValue()) : std::nullopt;
    if (space && *space != Space::Device) {
      attributes.set(kSpaceName, SpaceAttr::get(context, *space));
    }
    resultDictionaries.push_back(attributes.getDictionary(context));
  }

  auto count = [&](StringRef name) -> int64_t {
    auto number = function->getParentOp()->getAttrOfType<IntegerAttr>(name);
    return number ? std::max<int64_t>(number.getInt(), 1) : 1;
  };
  auto hasAttributes = [](Attribute dictionary) {
    return !cast<DictionaryAttr>(dictionary).empty();
  };
  builder.setInsertionPoint(function);
  auto program = ProgramOp::create(
      builder, function.getLoc(), function.getName(),
      builder.getFunctionType(arguments, results), Stage::Built,
      count("mhlo.num_partitions"), count("mhlo.num_replicas"),
      /*arenas=*/DictionaryAttr(),
      function.isPrivate() ? function.getSymVisibilityAttr() : StringAttr(),
      llvm::any_of(argumentDictionaries, hasAttributes)
          ? builder.getArrayAttr(argumentDictionaries)
          : ArrayAttr(),
      llvm::any_of(resultDictionaries, hasAttributes)
          ? builder.getArrayAttr(resultDictionaries)
          : ArrayAttr());
  SmallVector<Location> locations;
  for (BlockArgument argument : function.getArguments()) {
    locations.push_back(argument.getLoc());
  }
  program.getBody().emplaceBlock().addArguments(arguments, locations);
  return program;
}

LogicalResult ProgramBuilder::readArguments(ProgramOp program) {
  for (auto [from, to] :
       llvm::zip_equal(function.getArguments(), program.getArguments())) {
    if (isa<stablehlo::TokenType>(from.getType())) {
      continue;
    }
    Value value = to;
    if (from.getType() != to.getType()) {
      value = reorder(to.getLoc(), from.getType(), to);
    }
    map(from, value);
  }
  return success();
}

Value ProgramBuilder::reorder(Location location, Type type, Value array) {
  auto copy = CopyOp::create(builder, location, type, array, CopyCause::Layout);
  int64_t bytes = byteSize(type);
  auto decision =
      decide(copy, DecisionKind::Copy, Reason::CopyLayout, Verdict::Forced);
  decision << arg(bytes);
  decision.cost({std::nullopt, bytes});
  return copy;
}

LogicalResult ProgramBuilder::writeResults(ProgramOp program) {
  Operation *terminator = function.getBody().front().getTerminator();
  Operands results = lookup(terminator->getOperands());
  for (auto [result, type] :
       llvm::zip_equal(results, program.getResultTypes())) {
    if (result.getType() != type) {
      result = reorder(terminator->getLoc(), type, result);
    }
  }
  ReturnOp::create(builder, terminator->getLoc(), results);
  return success();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Value ProgramBuilder::currentToken() {
  if (!token) {
    token = TokenOp::create(builder, function.getLoc());
  }
  return token;
}

Value ProgramBuilder::lookup(Value value) {
  if (isa<stablehlo::TokenType>(value.getType())) {
    return currentToken();
  }
  Value found = values.lookup(value);
  assert(found && "a value is used before it was built");
  return found;
}

ProgramBuilder::Operands ProgramBuilder::lookup(ValueRange range) {
  return llvm::map_to_vector(range, [&](Value value) { return lookup(value); });
}

ProgramBuilder::Operands ProgramBuilder::lookupTensors(ValueRange range) {
  Operands found;
  for (Value value : range) {
    if (!isa<stablehlo::TokenType>(value.getType())) {
      found.push_back(lookup(value));
    }
  }
  return found;
}

void ProgramBuilder::mapTensors(ValueRange from, ValueRange to) {
  auto next = to.begin();
  for (Value value : from) {
    if (!isa<stablehlo::TokenType>(value.getType())) {
      map(value, *next++);
    }
  }
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

LogicalResult ProgramBuilder::buildBlock(Block &block) {
  for (Operation &operation : block.without_terminator()) {
    if (++operationCount > kMaximumOperations) {
      return function.emitError()
             << "the program has more than " << kMaximumOperations
             << " operations with what it calls";
    }
    if (absorbed.contains(&operation)) {
      continue;
    }
    if (failed(checkOperation(&operation)) ||
        failed(buildOperation(&operation))) {
      return failure();
    }
  }
  return success();
}

LogicalResult ProgramBuilder::checkOperation(Operation *operation) {
  for (Type type : operation->getOperandTypes()) {
    // A future is known by what started it, which a value that is carried or
    // passed on is not.
    bool isKnown =
        isa<RankedTensorType, stablehlo::TokenType, TupleType>(type) ||
        (isa<stablehlo::FutureType>(type) &&
         isa<stablehlo::AsyncDoneOp>(operation));
    if (!isKnown) {
      return operation->emitError()
             << "'" << operation->getName() << "' takes a " << type
             << ", which cannot be part of a plan";
    }
  }
  for (Type type : operation->getResultTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    bool isStatic = tensor ? tensor.hasStaticShape() && !tensor.getEncoding()
                           : !isa<ShapedType>(type);
    if (!isStatic) {
      return operation->emitError()
             << "'" << operation->getName() << "' gives a " << type
             << ", but a plan needs tensors of static shape";
    }
  }
  return success();
}

LogicalResult ProgramBuilder::buildOperation(Operation *operation) {
  using namespace stablehlo;
  // The order of cases is that of the files they are in.
  if (auto call = dyn_cast<func::CallOp>(operation)) {
    decide(operation, DecisionKind::Simplify, Reason::CallInlined)
        << arg(call.getCallee());
    return inlineCall(operation, call.getCallee());
  }
  if (auto composite = dyn_cast<CompositeOp>(operation)) {
    decide(operation, DecisionKind::Simplify, Reason::CompositeInlined)
        << arg(composite.getName()) << arg(composite.getDecomposition());
    return inlineCall(operation, composite.getDecomposition());
  }
  StringRef dialect = operation->getName().getDialectNamespace();
  if (dialect == "check" || dialect == "interpreter") {
    return buildTest(operation);
  }
  if (!isa_and_present<StableHLODialect>(operation->getDialect())) {
    return operation->emitError()
           << "'" << operation->getName()
           << "' cannot be part of a plan: it should have become StableHLO "
              "operations before";
  }

  return llvm::TypeSwitch<Operation *, LogicalResult>(operation)
      .Case([&](stablehlo::ConstantOp op) { return buildConstant(op); })
      .Case([&](ConcatenateOp op) { return buildConcatenate(op); })
      .Case([&](SortOp op) { return buildKernel(op, findPrefixSlices(op)); })
      .Case([&](FftOp op) { return buildTransform(op); })
      .Case<TransposeOp, ConvertOp>([&](auto op) { return buildMove(op); })
      .Case([&](CustomCallOp op) { return buildCustomCall(op); })
      .Case<InfeedOp, OutfeedOp>(
          [&](auto op) { return buildCall<CallbackOp>(op); })
      .Case<SendOp, RecvOp>([&](auto op) {
        return op.getIsHostTransfer() ? buildCall<CallbackOp>(op)
                                      : buildCall<CollectiveOp>(op);
      })
      .Case<AllGatherOp, AllReduceOp, AllToAllOp, CollectiveBroadcastOp,
            CollectivePermuteOp, CollectiveReduceOp, CrossReplicaSumOp,
            ReduceScatterOp>(
          [&](auto op) { return buildCall<CollectiveOp>(op); })
      .Case([&](AsyncStartOp op) { return buildStart(op); })
      .Case([&](AsyncDoneOp op) { return buildDone(op); })
      .Case([&](stablehlo::WhileOp op) { return buildWhile(op); })
      .Case([&](stablehlo::CaseOp op) {
        SmallVector<Region *> branches;
        for (Region &branch : op.getBranches()) {
          branches.push_back(&branch);
        }
        return buildCase(op, op.getIndex(), branches);
      })
      // A boolean index counts as 0 or 1.
      .Case([&](IfOp op) {
        return buildCase(op, op.getPred(),
                         {&op.getFalseBranch(), &op.getTrueBranch()});
      })
      .Case<CreateTokenOp, AfterAllOp>([&](auto) { return success(); })
      .Case([&](OptimizationBarrierOp op) {
        buildBarrier(op);
        return success();
      })
      .Case<TupleOp, GetTupleElementOp>(
          [&](auto op) { return success(buildTuple(op)); })
      .Case([&](stablehlo::PartitionIdOp op) {
        map(op,
            plan::PartitionIdOp::create(builder, op.getLoc(), op.getType()));
        return success();
      })
      .Case([&](stablehlo::ReplicaIdOp op) {
        map(op, plan::ReplicaIdOp::create(builder, op.getLoc(), op.getType()));
        return success();
      })
      .Default([&](Operation *op) { return buildKernel(op); });
}

LogicalResult ProgramBuilder::inlineCall(Operation *call, StringRef callee) {
  func::FuncOp target = functions.lookup(callee);
  if (!target || target.isExternal()) {
    return call->emitError() << "function '@" << callee << "' has no body";
  }
  if (!callStack.insert(target)) {
    return call->emitError() << "function '@" << callee
                             << "' calls itself, which a program cannot do";
  }
  Block &body = target.getBody().front();
  for (auto [argument, operand] :
       llvm::zip_equal(body.getArguments(), call->getOperands())) {
    if (auto found = composed.find(operand); found != composed.end()) {
      Operands elements = found->second;
      composed[argument] = std::move(elements);
    } else if (!isa<stablehlo::TokenType>(operand.getType())) {
      map(argument, lookup(operand));
    }
  }
  if (failed(buildBlock(body))) {
    return failure();
  }
  for (auto [result, returned] : llvm::zip_equal(
           call->getResults(), body.getTerminator()->getOperands())) {
    if (auto found = composed.find(returned); found != composed.end()) {
      Operands elements = found->second;
      composed[result] = std::move(elements);
    } else if (!isa<stablehlo::TokenType>(returned.getType())) {
      map(result, lookup(returned));
    }
  }
  callStack.remove(target);
  return success();
}

/// Operations of the test dialects stay as they are.
LogicalResult ProgramBuilder::buildTest(Operation *operation) {
  IRMapping mapping;
  for (Value operand : operation->getOperands()) {
    mapping.map(operand, lookup(operand));
  }
  Operation *copy = builder.clone(*operation, mapping);
  mapTensors(operation->getResults(), copy->getResults());
  return success();
}

} // namespace weft::plan
