// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/weft-run/Compiled.h"

#include "tools/common/RunOnGpu.h"
#include "tools/weft-run/OutlineComputations.h"
#include "weft/Compiler/Compiler.h"
#include "weft/Compiler/Trace.h"
#include "weft/Runtime/Reference/TensorBytes.h"
#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Import/Import.h"
#include "weft/StableHLO/Import/IsolateEntry.h"
#include "weft/StableHLO/Interpreter/PrintValue.h"
#include "weft/Support/Decisions.h"
#include "weft/Support/Diagnostics.h"
#include "weft/Testing/Dialects/TestDialects.h"

#include <mlir/IR/AsmState.h>
#include <mlir/IR/SymbolTable.h>

#include <cstring>

using namespace mlir;
using weft::reference::OpCall;
using weft::reference::Tensor;
using weft::reference::Values;

namespace weft::tools {
namespace {

constexpr llvm::StringLiteral kPrintTarget = "weft.print";
constexpr llvm::StringLiteral kProbeTarget = "weft.probe";

/// The type of a result, with the sizes that compiling found.
Type knownType(Type type, const ArrayType &found) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.hasStaticShape()) {
    return type;
  }
  return RankedTensorType::get(found.dimensions, tensor.getElementType());
}

/// Operations that look at a program from outside have no place in its code.
Status refuseTests(ModuleOp program) {
  Status status = Status::success();
  program.walk([&](Operation *op) {
    StringRef dialect = op->getName().getDialectNamespace();
    if (status.ok() && (dialect == "check" || dialect == "interpreter")) {
      status = Status::unimplemented(
          describeLocation(op->getLoc()) + ": '" +
          op->getName().getStringRef().str() +
          "' is part of a test, which the interpreter runs: compile the "
          "functions that it calls");
    }
  });
  return status;
}

/// Programs of one module, each compiled once, and their runs.
class CompiledModule {
public:
  CompiledModule(ModuleOp module, const Options &options,
                 TestEnvironment &environment, reference::Budget &budget)
      : module(module), options(options), environment(environment),
        budget(budget) {}

  /// `functions` has an entry for each device of the grid; `arguments` are
  /// dealt to them in order.
  StatusOr<std::vector<Values>> run(ArrayRef<StringRef> functions,
                                    const DeviceGrid &grid,
                                    ArrayRef<reference::Value> arguments,
                                    std::deque<Values> infeed = {}) {
    runtime::TensorRun run;
    run.infeed = std::move(infeed);
    llvm::StringMap<Ref<const Executable>> executables;
    for (StringRef name : functions) {
      auto target = module.lookupSymbol<func::FuncOp>(name);
      if (!target) {
        return Status::notFound("there is no function '" + name.str() + "'");
      }
      size_t count = target.getNumArguments();
      if (arguments.size() < count) {
        return Status::invalidArgument(
            "the functions take more arguments than were given");
      }
      Ref<const Executable> &executable = executables[name];
      if (!executable) {
        WEFT_ASSIGN_OR_RETURN(executable,
                              compile(name, grid, arguments.take_front(count)));
      }
      runtime::DeviceProgram &device = run.devices.emplace_back();
      device.executable = executable.get();
      device.arguments.append(arguments.begin(), arguments.begin() + count);
      arguments = arguments.drop_front(count);
      for (auto [type, result] : llvm::zip_equal(
               target.getResultTypes(), executable->manifest().results)) {
        device.resultTypes.push_back(knownType(type, result.type));
      }
    }
    run.hostChannels = hostChannels();
    run.calls.emplace_back(kPrintTarget.str(), handler(/*isProbe=*/false));
    run.calls.emplace_back(kProbeTarget.str(), handler(/*isProbe=*/true));
    WEFT_ASSIGN_OR_RETURN(runtime::TensorRunner runOnTarget,
                          runnerFor(options.target));
    return runOnTarget ? runOnTarget(std::move(run), budget)
                       : runtime::runTensors(std::move(run), budget);
  }

private:
  /// What a program prints, under the name it has there, or probes.
  struct Watched {
    std::string name;
    RankedTensorType type;
  };

  StatusOr<Ref<const Executable>>
  compile(StringRef function, const DeviceGrid &grid,
          ArrayRef<reference::Value> arguments) {
    CompileOptions compile;
    // Said so that the environment has no say.
    compile.overrides["weft_engine"] = "native";
    compile.target = options.target;
    compile.replicas = grid.replicas;
    compile.partitions = grid.partitions;
    CompileTrace trace;
    if (!options.dumpDirectory.empty()) {
      dumpStages(trace, options.dumpDirectory);
    }
    DecisionLog log;
    if (options.explain) {
      trace.log = &log;
    }
    WEFT_ASSIGN_OR_RETURN(std::string program, programOf(function, arguments));
    WEFT_ASSIGN_OR_RETURN(Ref<const Executable> executable,
                          compileProgram(program, compile, trace));
    if (options.timeStages) {
      llvm::errs() << trace.text();
    }
    if (options.explain) {
      log.printText([](std::string_view text) {
        llvm::errs() << llvm::StringRef(text.data(), text.size());
      });
    }
    return executable;
  }

  /// One function under the name `main`, and the functions it calls. Arguments
  /// whose types leave sizes open get the types of those they are run with.
  StatusOr<std::string> programOf(StringRef function,
                                  ArrayRef<reference::Value> arguments) {
    OwningOpRef<ModuleOp> copy = stablehlo::isolateEntry(module, function);
    if (auto main = copy->lookupSymbol<func::FuncOp>("main")) {
      for (auto [argument, value] :
           llvm::zip_equal(main.getArguments(), arguments)) {
        auto type = dyn_cast<RankedTensorType>(argument.getType());
        if (type && !type.hasStaticShape() && value.isTensor()) {
          argument.setType(value.tensor().type());
        }
      }
      Block &body = main.getBody().front();
      main.setFunctionType(
          FunctionType::get(main.getContext(), body.getArgumentTypes(),
                            body.getTerminator()->getOperandTypes()));
    }
    copy->walk([&](interpreter::PrintOp print) {
      std::string name;
      llvm::raw_string_ostream stream(name);
      AsmState state(print->getParentOfType<func::FuncOp>());
      print.getOperand().printAsOperand(stream, state);
      replaceByCall(print, kPrintTarget, name);
    });
    copy->walk([&](interpreter::ProbeOp probe) {
      replaceByCall(probe, kProbeTarget, probe.getProbeId().str());
    });
    WEFT_RETURN_IF_ERROR(refuseTests(*copy));
    return stablehlo::exportModule(*copy);
  }

  /// Who watches is called out of the program.
  void replaceByCall(Operation *op, StringRef target, const std::string &name) {
    watched.push_back(
        {name, cast<RankedTensorType>(op->getOperand(0).getType())});
    OpBuilder builder(op);
    OperationState call(op->getLoc(),
                        stablehlo::CustomCallOp::getOperationName());
    call.addOperands(op->getOperand(0));
    call.addTypes(op->getResultTypes());
    call.addAttribute("call_target_name", builder.getStringAttr(target));
    call.addAttribute("has_side_effect", builder.getBoolAttr(true));
    call.addAttribute("backend_config", builder.getStringAttr(std::to_string(
                                            watched.size() - 1)));
    op->replaceAllUsesWith(builder.create(call));
    op->erase();
  }

  runtime::CustomCallHandler handler(bool isProbe) {
    runtime::CustomCallHandler handler;
    handler.execute = [this,
                       isProbe](runtime::CustomCallFrame &frame) -> Status {
      size_t number = 0;
      if (StringRef(frame.site.backendConfig).getAsInteger(10, number) ||
          number >= watched.size()) {
        return Status::internal("a value that is watched is not known");
      }
      const Watched &value = watched[number];
      const runtime::CallOperand &operand = frame.operands.front();
      std::lock_guard<std::mutex> guard(environment.outputLock);
      WEFT_ASSIGN_OR_RETURN(
          Tensor tensor,
          runtime::importBytes(operand.data, operand.type, value.type, budget));
      if (isProbe) {
        std::memcpy(frame.results.front().data, operand.data,
                    operand.type.byteSize());
        return environment.probes.record(value.name, tensor);
      }
      environment.output << value.name << " = ";
      printTensor(environment.output, tensor, environment.print);
      environment.output << "\n";
      return Status::success();
    };
    return handler;
  }

  /// Devices that talk by way of the host talk to each other here.
  std::vector<int64_t> hostChannels() {
    std::vector<int64_t> channels;
    module.walk([&](Operation *op) {
      stablehlo::ChannelHandleAttr handle;
      if (auto send = dyn_cast<stablehlo::SendOp>(op)) {
        handle = send.getChannelHandle();
      } else if (auto receive = dyn_cast<stablehlo::RecvOp>(op)) {
        handle = receive.getChannelHandle();
      }
      if (handle && !llvm::is_contained(channels, handle.getHandle())) {
        channels.push_back(handle.getHandle());
      }
    });
    return channels;
  }

  ModuleOp module;
  const Options &options;
  TestEnvironment &environment;
  reference::Budget &budget;
  std::vector<Watched> watched;
};

Values joined(std::vector<Values> devices) {
  Values all;
  for (Values &values : devices) {
    llvm::append_range(all, std::move(values));
  }
  return all;
}

} // namespace

FailureOr<DeviceResults>
executeCompiled(ModuleOp module, FunctionOpInterface function,
                llvm::ArrayRef<reference::Value> arguments,
                reference::Budget &budget, const Options &options,
                TestEnvironment &environment) {
  DeviceGrid grid = options.devices.value_or(DeviceGrid());
  std::vector<StringRef> functions(grid.count(), function.getName());
  Values dealt(arguments.begin(), arguments.end());
  if (arguments.size() == function.getNumArguments()) {
    for (uint32_t device = 1; device < grid.count(); ++device) {
      dealt.append(arguments.begin(), arguments.end());
    }
  }
  StatusOr<DeviceResults> results =
      CompiledModule(module, options, environment, budget)
          .run(functions, grid, dealt);
  if (!results.ok()) {
    return function.emitError() << results.status().message();
  }
  return *std::move(results);
}

void addCompiledCalls(reference::OpTable &table, ModuleOp module,
                      const Options &options, TestEnvironment &environment) {
  reference::OpFunction other =
      *table.find(stablehlo::CustomCallOp::getOperationName());
  table.add<stablehlo::CustomCallOp>(
      [=, &options, &environment](stablehlo::CustomCallOp op,
                                  OpCall &call) -> Status {
        if (op.getCallTargetName() != kCompiledTarget) {
          return other(call);
        }
        StringRef name = op->getAttrOfType<StringAttr>(kCompiledFunction);
        WEFT_ASSIGN_OR_RETURN(
            std::vector<Values> results,
            CompiledModule(module, options, environment, call.budget())
                .run(name, DeviceGrid(), call.operands()));
        return call.finish(StatusOr<Values>(joined(std::move(results))));
      });
}

void addCompiledGrids(reference::OpTable &table, ModuleOp module,
                      const Options &options, TestEnvironment &environment) {
  table.add<interpreter::RunParallelOp>(
      [=, &options, &environment](interpreter::RunParallelOp op,
                                  OpCall &call) -> Status {
        DeviceGrid grid;
        grid.replicas = static_cast<uint32_t>(op.getPrograms().size());
        std::vector<StringRef> functions;
        for (auto row : op.getPrograms().getAsRange<ArrayAttr>()) {
          grid.partitions = static_cast<uint32_t>(row.size());
          for (auto program : row.getAsRange<FlatSymbolRefAttr>()) {
            functions.push_back(program.getValue());
          }
        }
        WEFT_ASSIGN_OR_RETURN(std::deque<Values> infeed,
                              makeInfeed(op, call.context()));
        WEFT_ASSIGN_OR_RETURN(
            std::vector<Values> results,
            CompiledModule(module, options, environment, call.budget())
                .run(functions, grid, call.operands(), std::move(infeed)));
        return call.finish(StatusOr<Values>(joined(std::move(results))));
      });
}

} // namespace weft::tools
