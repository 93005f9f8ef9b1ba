// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/weft-run/Compiled.h"

#include "weft/Compiler/Compiler.h"
#include "weft/Compiler/Trace.h"
#include "weft/Runtime/Compiled/RunTensors.h"
#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Testing/TestDialects.h"

#include <mlir/Bytecode/BytecodeWriter.h>
#include <mlir/IR/IRMapping.h>

using namespace mlir;
using weft::reference::OpCall;
using weft::reference::Values;

namespace weft::tools {
namespace {

constexpr llvm::StringLiteral kTarget = "weft.compiled";
constexpr llvm::StringLiteral kFunctionName = "function";

/// The module with one function to start with, under the name `main`.
std::string programOf(ModuleOp module, llvm::StringRef function) {
  OwningOpRef<ModuleOp> copy = module.clone();
  auto entry = copy->lookupSymbol<func::FuncOp>(function);
  if (auto main = copy->lookupSymbol<func::FuncOp>("main");
      main && main != entry) {
    main.erase();
  }
  for (auto other :
       llvm::make_early_inc_range(copy->getOps<func::FuncOp>())) {
    if (other != entry) {
      other.setPrivate();
    }
  }
  entry.setPublic();
  entry.setName("main");
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  (void)writeBytecodeToFile(*copy, stream);
  return bytes;
}

bool hasDynamicShape(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.hasStaticShape();
}

/// Whether shapes depend on values.
bool isDynamic(Operation *op) {
  using namespace stablehlo;
  return isa<DynamicBroadcastInDimOp, DynamicConvOp, DynamicGatherOp,
             DynamicIotaOp, DynamicPadOp, DynamicReshapeOp,
             RealDynamicSliceOp>(op) ||
         llvm::any_of(op->getResultTypes(), hasDynamicShape) ||
         llvm::any_of(op->getOperandTypes(), hasDynamicShape);
}

/// What makes a test's data or looks at its results, not what it tests.
bool staysInTest(Operation &op) {
  StringRef dialect = op.getName().getDialectNamespace();
  if (dialect == "check" || dialect == "interpreter") {
    return true;
  }
  if (auto call = dyn_cast<stablehlo::CustomCallOp>(op)) {
    return call.getCallTargetName().starts_with("check.");
  }
  return isa<stablehlo::ConstantOp>(op) || op.getNumOperands() == 0;
}

/// Nothing but moving values around, which no test is about.
bool isData(Operation &op) {
  return isa<stablehlo::ConstantOp>(op) ||
         (isa<func::CallOp>(op) && op.getNumOperands() == 0);
}

void outlineSegment(ModuleOp module, ArrayRef<Operation *> segment,
                    unsigned number) {
  llvm::SmallPtrSet<Operation *, 16> members(segment.begin(), segment.end());
  bool dynamic = false;
  llvm::SetVector<Value> inputs;
  llvm::SetVector<Value> outputs;
  for (Operation *op : segment) {
    op->walk([&](Operation *inner) {
      dynamic |= isDynamic(inner);
      for (Value operand : inner->getOperands()) {
        Operation *maker = operand.getDefiningOp();
        bool isOwn = false;
        for (Operation *outer = maker; outer; outer = outer->getParentOp()) {
          isOwn |= members.contains(outer);
        }
        if (!isOwn && maker && maker->getBlock() == op->getBlock()) {
          inputs.insert(operand);
        }
      }
    });
    for (Value result : op->getResults()) {
      if (llvm::any_of(result.getUsers(), [&](Operation *user) {
            while (user->getBlock() != op->getBlock()) {
              user = user->getParentOp();
            }
            return !members.contains(user);
          })) {
        outputs.insert(result);
      }
    }
  }
  // Shapes must be known when compiling.
  SmallVector<Operation *> taken;
  if (dynamic) {
    for (Value input : inputs) {
      Operation *maker = input.getDefiningOp();
      if (isData(*maker) && !llvm::is_contained(taken, maker)) {
        taken.push_back(maker);
      }
    }
    inputs.remove_if(
        [](Value input) { return isData(*input.getDefiningOp()); });
  }

  Operation *first = segment.front();
  Operation *last = segment.back();
  Location location = first->getLoc();
  auto types = [](const llvm::SetVector<Value> &values) {
    return llvm::map_to_vector(values,
                               [](Value value) { return value.getType(); });
  };
  OpBuilder builder(module.getBodyRegion());
  builder.setInsertionPointToEnd(module.getBody());
  std::string name = "weft_computation_" + std::to_string(number);
  auto function = func::FuncOp::create(
      builder, location, name,
      builder.getFunctionType(types(inputs), types(outputs)));
  function.setPrivate();
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToEnd(body);
  IRMapping mapping;
  for (auto [input, argument] : llvm::zip_equal(inputs, body->getArguments())) {
    mapping.map(input, argument);
  }
  for (Operation *op : taken) {
    builder.clone(*op, mapping);
  }
  for (Operation *op : segment) {
    builder.clone(*op, mapping);
  }
  func::ReturnOp::create(
      builder, location,
      llvm::map_to_vector(outputs, [&](Value v) { return mapping.lookup(v); }));

  builder.setInsertionPointAfter(last);
  OperationState state(location, stablehlo::CustomCallOp::getOperationName());
  state.addOperands(inputs.getArrayRef());
  state.addTypes(types(outputs));
  state.addAttribute("call_target_name", builder.getStringAttr(kTarget));
  state.addAttribute(kFunctionName, builder.getStringAttr(name));
  Operation *call = builder.create(state);
  for (auto [output, result] :
       llvm::zip_equal(outputs, call->getResults())) {
    Value(output).replaceUsesWithIf(result, [&](OpOperand &use) {
      Operation *user = use.getOwner();
      while (user->getBlock() != call->getBlock()) {
        user = user->getParentOp();
      }
      return !members.contains(user);
    });
  }
  for (Operation *op : llvm::reverse(segment)) {
    op->erase();
  }
}

Status runGrid(ModuleOp module, llvm::StringRef function,
               const DeviceGrid &grid, OpCall &call, const Options &options) {
  auto target = module.lookupSymbol<func::FuncOp>(function);
  if (!target) {
    return Status::internal("there is no function '" + function.str() + "'");
  }
  WEFT_ASSIGN_OR_RETURN(Ref<const Executable> executable,
                        compileFunction(module, function, grid, options));
  std::vector<Values> arguments(grid.count());
  size_t each = target.getNumArguments();
  for (size_t i = 0; i < call.operands().size(); ++i) {
    arguments[i / std::max<size_t>(each, 1)].push_back(call.operands()[i]);
  }
  WEFT_ASSIGN_OR_RETURN(
      std::vector<Values> results,
      runtime::runTensors(*executable, arguments, target.getResultTypes(),
                          call.budget()));
  Values all;
  for (Values &values : results) {
    llvm::append_range(all, std::move(values));
  }
  return call.finish(StatusOr<Values>(std::move(all)));
}

} // namespace

StatusOr<Ref<const Executable>> compileFunction(ModuleOp module,
                                                llvm::StringRef function,
                                                const DeviceGrid &grid,
                                                const Options &options) {
  CompileOptions compile;
  compile.engine = Engine::Native;
  compile.replicas = grid.replicas;
  compile.partitions = grid.partitions;
  CompileTrace trace;
  if (!options.dumpDirectory.empty()) {
    trace.afterStage = dumpStages(options.dumpDirectory);
  }
  WEFT_ASSIGN_OR_RETURN(
      Ref<const Executable> executable,
      compileProgram(programOf(module, function), compile, trace));
  if (options.timeStages) {
    llvm::errs() << trace.text();
  }
  return executable;
}

FailureOr<DeviceResults>
executeCompiled(ModuleOp module, FunctionOpInterface function,
                llvm::ArrayRef<reference::Value> arguments,
                reference::Budget &budget, const Options &options) {
  DeviceGrid grid = options.devices.value_or(DeviceGrid());
  std::vector<Values> dealt(grid.count());
  size_t each = function.getNumArguments();
  bool isShared = arguments.size() == each;
  for (auto [device, values] : llvm::enumerate(dealt)) {
    auto own = arguments.slice(isShared ? 0 : device * each, each);
    values.assign(own.begin(), own.end());
  }
  StatusOr<Ref<const Executable>> executable =
      compileFunction(module, function.getName(), grid, options);
  StatusOr<DeviceResults> results =
      executable.ok() ? runtime::runTensors(**executable, dealt,
                                            function.getResultTypes(), budget)
                      : StatusOr<DeviceResults>(executable.status());
  if (!results.ok()) {
    return function.emitError() << results.status().message();
  }
  return *std::move(results);
}

void outlineComputations(ModuleOp module, func::FuncOp test) {
  Block &block = test.getBody().front();
  // Data first, so that it does not cut computations apart.
  Operation *lastData = nullptr;
  for (Operation &op : llvm::make_early_inc_range(block.without_terminator())) {
    if (!isData(op)) {
      continue;
    }
    if (lastData) {
      op.moveAfter(lastData);
    } else {
      op.moveBefore(&block, block.begin());
    }
    lastData = &op;
  }
  SmallVector<SmallVector<Operation *>> segments(1);
  for (Operation &op : block.without_terminator()) {
    if (!staysInTest(op) ||
        (op.getNumOperands() == 0 && !isData(op) &&
         op.getName().getDialectNamespace() == "stablehlo")) {
      segments.back().push_back(&op);
    } else if (!segments.back().empty()) {
      segments.emplace_back();
    }
  }
  unsigned number = 0;
  for (ArrayRef<Operation *> segment : segments) {
    if (!segment.empty()) {
      outlineSegment(module, segment, number++);
    }
  }
}

void addCompiledCalls(reference::OpTable &table, ModuleOp module,
                      const Options &options) {
  reference::OpFunction other =
      *table.find(stablehlo::CustomCallOp::getOperationName());
  table.add<stablehlo::CustomCallOp>(
      [=, &options](stablehlo::CustomCallOp op, OpCall &call) -> Status {
        if (op.getCallTargetName() != kTarget) {
          return other(call);
        }
        auto name = op->getAttrOfType<StringAttr>(kFunctionName);
        return runGrid(module, name.getValue(), DeviceGrid(), call, options);
      });
}

void addCompiledGrids(reference::OpTable &table, ModuleOp module,
                      const Options &options) {
  table.add<interpreter::RunParallelOp>(
      [=, &options](interpreter::RunParallelOp op, OpCall &call) -> Status {
        ArrayAttr rows = op.getPrograms();
        DeviceGrid grid;
        grid.replicas = static_cast<uint32_t>(rows.size());
        grid.partitions =
            static_cast<uint32_t>(cast<ArrayAttr>(rows[0]).size());
        auto program = cast<FlatSymbolRefAttr>(cast<ArrayAttr>(rows[0])[0]);
        for (auto row : rows.getAsRange<ArrayAttr>()) {
          if (llvm::any_of(row, [&](Attribute other) {
                return other != program;
              })) {
            return Status::unimplemented(
                "devices that run different programs cannot be compiled as "
                "one");
          }
        }
        if (op.getInfeed()) {
          return Status::unimplemented(
              "programs with an infeed run in the interpreter only");
        }
        return runGrid(module, program.getValue(), grid, call, options);
      });
}

} // namespace weft::tools
