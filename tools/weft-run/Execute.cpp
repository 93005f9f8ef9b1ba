// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/weft-run/Execute.h"

#include "tools/common/Explain.h"
#include "tools/weft-run/Compiled.h"
#include "weft/Plan/Interpreter/Evaluate.h"
#include "weft/Plan/Interpreter/Places.h"
#include "weft/StableHLO/Chlo/Passes.h"
#include "weft/StableHLO/Import/Import.h"
#include "weft/StableHLO/Interpreter/Process.h"

#include <mlir/Pass/PassManager.h>

using namespace mlir;
using weft::reference::Interpreter;
using weft::reference::OpTable;
using weft::reference::RunResult;

namespace weft::tools {

OwningOpRef<ModuleOp> loadProgram(const llvm::MemoryBuffer &file,
                                  MLIRContext &context,
                                  const Options &options) {
  OwningOpRef<ModuleOp> module =
      stablehlo::importModule(file.getMemBufferRef(), context);
  if (!module) {
    return nullptr;
  }
  PassManager passes(&context, ModuleOp::getOperationName());
  auto addPasses = [](PassManager &manager) {
    manager.addPass(chlo::createExpandChloPass());
    return success();
  };
  LogicalResult added = options.explain
                            ? addExplained(passes, llvm::errs(), addPasses)
                            : addPasses(passes);
  if (failed(added) || failed(passes.run(*module))) {
    return nullptr;
  }
  return module;
}

std::unique_ptr<Interpreter> makeInterpreter(ModuleOp module,
                                             const Options &options,
                                             TestEnvironment &environment) {
  OpTable table = reference::standardOpTable();
  plan::addPlanOps(table);
  if (options.compiled) {
    addCompiledCalls(table, module, options, environment);
  }
  addTestOps(table, environment);
  if (options.compiled) {
    addCompiledGrids(table, module, options, environment);
  }
  plan::checkPlaces(table, module);
  auto interpreter = Interpreter::create(module, options.limits, table);
  if (!interpreter.ok()) {
    module.emitError() << interpreter.status().message();
    return nullptr;
  }
  return std::move(interpreter).value();
}

static FailureOr<DeviceResults>
executeOnGrid(const Interpreter &interpreter, FunctionOpInterface function,
              llvm::ArrayRef<reference::Value> arguments,
              const DeviceGrid &grid) {
  reference::Values dealt(arguments.begin(), arguments.end());
  if (arguments.size() == function.getNumArguments()) {
    for (uint32_t device = 1; device < grid.count(); ++device) {
      dealt.append(arguments.begin(), arguments.end());
    }
  }
  std::vector<std::vector<std::string>> programs(
      grid.replicas,
      std::vector<std::string>(grid.partitions, function.getName().str()));
  reference::Context context(interpreter.program(),
                             interpreter.budget().shared_from_this());
  reference::Values results;
  Status status =
      reference::runParallel(context, programs, /*infeed=*/{}, dealt, results);
  if (!status.ok()) {
    emitError(context.failureLocation().value_or(function.getLoc()))
        << status.message();
    return failure();
  }
  size_t perDevice = function.getNumResults();
  DeviceResults devices(grid.count());
  for (auto [device, values] : llvm::enumerate(devices)) {
    auto first = results.begin() + device * perDevice;
    values.assign(first, first + perDevice);
  }
  return devices;
}

FailureOr<DeviceResults> execute(const Interpreter &interpreter,
                                 FunctionOpInterface function,
                                 llvm::ArrayRef<reference::Value> arguments,
                                 const Options &options) {
  if (options.devices) {
    return executeOnGrid(interpreter, function, arguments, *options.devices);
  }
  RunResult run = interpreter.run(function.getName(), arguments);
  if (!run.status.ok()) {
    emitError(run.location) << run.status.message();
    return failure();
  }
  DeviceResults devices;
  devices.push_back(std::move(run.results));
  return devices;
}

} // namespace weft::tools
