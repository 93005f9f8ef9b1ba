// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/weft-run/RunFile.h"

#include "tools/weft-run/CheckPasses.h"
#include "tools/weft-run/Compiled.h"
#include "tools/weft-run/Execute.h"
#include "tools/weft-run/RunKernel.h"
#include "tools/weft-run/RunOnCuda.h"
#include "weft/StableHLO/Import/Import.h"
#include "weft/Support/Files.h"
#include "weft/Support/Npy.h"
#include "weft/Testing/Dialects/TensorNpy.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <mlir/AsmParser/AsmParser.h>

using namespace mlir;
using weft::reference::Budget;
using weft::reference::Tensor;
using weft::reference::Values;

namespace weft::tools {
namespace {

std::string counted(size_t count, llvm::StringRef noun) {
  return std::to_string(count) + " " + noun.str() + (count == 1 ? "" : "s");
}

std::string namesOf(llvm::ArrayRef<FunctionOpInterface> functions) {
  return llvm::join(llvm::map_range(functions,
                                    [](FunctionOpInterface function) {
                                      return "@" + function.getName().str();
                                    }),
                    ", ");
}

/// The function to run; null after a diagnostic.
FunctionOpInterface chooseFunction(ModuleOp module, llvm::StringRef name) {
  llvm::SmallVector<FunctionOpInterface> functions;
  llvm::SmallVector<FunctionOpInterface> candidates;
  for (auto function : module.getOps<FunctionOpInterface>()) {
    if (function.isExternal()) {
      continue;
    }
    functions.push_back(function);
    if (function.isPublic()) {
      candidates.push_back(function);
    }
  }
  llvm::StringRef wanted = name.empty() ? "main" : name;
  for (FunctionOpInterface function : functions) {
    if (function.getName() == wanted) {
      return function;
    }
  }
  if (functions.empty()) {
    module.emitError("the program has no function to run");
    return nullptr;
  }
  if (!name.empty()) {
    module.emitError() << "no function @" << name << "; there is "
                       << namesOf(functions);
    return nullptr;
  }
  if (candidates.size() == 1) {
    return candidates.front();
  }
  if (functions.size() == 1) {
    return functions.front();
  }
  module.emitError() << "no function @main; choose one with --function: "
                     << namesOf(functions);
  return nullptr;
}

/// The type an argument is read as; null after a diagnostic.
RankedTensorType tensorArgument(FunctionOpInterface function, size_t index) {
  Type type = function.getArgumentTypes()[index];
  auto tensorType = dyn_cast<RankedTensorType>(type);
  if (!tensorType) {
    function.emitError() << "argument " << index << " of @"
                         << function.getName() << " has type " << type
                         << ", which cannot be given as an input";
  }
  return tensorType;
}

LogicalResult checkInputCount(FunctionOpInterface function, size_t given,
                              const Options &options) {
  size_t expected = function.getNumArguments();
  size_t devices = options.devices ? options.devices->count() : 1;
  if (given == expected || given == expected * devices) {
    return success();
  }
  InFlightDiagnostic diagnostic = function.emitError();
  diagnostic << "@" << function.getName() << " takes "
             << counted(expected, "input") << " ("
             << function.getArgumentTypes() << ")";
  if (devices > 1) {
    diagnostic << " on each of " << devices << " devices";
  }
  return diagnostic << ", but " << given << (given == 1 ? " was" : " were")
                    << " given";
}

LogicalResult inputError(FunctionOpInterface function, size_t index,
                         llvm::StringRef source, const Status &status) {
  return function.emitError()
         << "input " << index << " (" << source << "): " << status.message();
}

LogicalResult readInputFiles(FunctionOpInterface function,
                             const Options &options, Budget &budget,
                             Values &values) {
  if (failed(checkInputCount(function, options.inputs.size(), options))) {
    return failure();
  }
  for (auto [i, path] : llvm::enumerate(options.inputs)) {
    RankedTensorType type =
        tensorArgument(function, i % function.getNumArguments());
    if (!type) {
      return failure();
    }
    StatusOr<NpyArray> array = readNpyFile(path);
    if (!array.ok()) {
      return function.emitError()
             << "input " << i << ": " << array.status().message();
    }
    StatusOr<Tensor> tensor = tensorFromNpy(budget, *array, type);
    if (!tensor.ok()) {
      return inputError(function, i, path, tensor.status());
    }
    values.push_back(std::move(tensor).value());
  }
  return success();
}

LogicalResult parseArguments(FunctionOpInterface function,
                             const Options &options, Budget &budget,
                             Values &values) {
  MLIRContext *context = function.getContext();
  auto attributes = dyn_cast_or_null<ArrayAttr>(
      parseAttribute(options.arguments, context, Type(), nullptr,
                     /*isKnownNullTerminated=*/false));
  if (!attributes) {
    return emitError(UnknownLoc::get(context))
           << "--args must be an array of dense attributes, such as "
              "'[dense<1> : tensor<2xi32>]', but is '"
           << options.arguments << "'";
  }
  if (failed(checkInputCount(function, attributes.size(), options))) {
    return failure();
  }
  for (auto [i, attribute] : llvm::enumerate(attributes)) {
    auto elements = dyn_cast<ElementsAttr>(attribute);
    RankedTensorType type =
        tensorArgument(function, i % function.getNumArguments());
    if (!type) {
      return failure();
    }
    if (!elements) {
      return inputError(function, i, "--args",
                        Status::invalidArgument(llvm::formatv(
                            "{0} is not a dense attribute", attribute)));
    }
    StatusOr<RankedTensorType> resolved =
        reference::resolveType(type, elements.getShapedType().getShape());
    StatusOr<Tensor> tensor =
        resolved.ok() ? Tensor::fromAttribute(budget, elements, *resolved)
                      : StatusOr<Tensor>(resolved.status());
    if (!tensor.ok()) {
      return inputError(function, i, "--args", tensor.status());
    }
    values.push_back(std::move(tensor).value());
  }
  return success();
}

/// Looked at before the run, so that a long run does not end in this error.
LogicalResult checkOutputs(FunctionOpInterface function,
                           const Options &options) {
  if (options.outputs.empty()) {
    return success();
  }
  size_t devices = options.devices ? options.devices->count() : 1;
  size_t expected = function.getNumResults() * devices;
  if (options.outputs.size() != expected) {
    return function.emitError()
           << "@" << function.getName() << " returns "
           << counted(expected, "value") << " (" << function.getResultTypes()
           << ")" << (devices > 1 ? " on all devices" : "") << ", but "
           << counted(options.outputs.size(), "--output file")
           << (options.outputs.size() == 1 ? " was" : " were") << " named";
  }
  for (auto [i, type] : llvm::enumerate(function.getResultTypes())) {
    if (!isa<RankedTensorType>(type)) {
      return function.emitError()
             << "result " << i << " of @" << function.getName() << " has type "
             << type << ", which cannot be written to a file";
    }
  }
  return success();
}

LogicalResult writeResults(FunctionOpInterface function,
                           const DeviceResults &devices,
                           const Options &options) {
  std::vector<OutputFile> files;
  for (const Values &results : devices) {
    for (const reference::Value &value : results) {
      files.push_back({options.outputs[files.size()],
                       encodeNpy(npyFromTensor(value.tensor()))});
    }
  }
  Status status = writeFiles(files);
  if (!status.ok()) {
    return emitError(UnknownLoc::get(function.getContext()))
           << status.message();
  }
  return success();
}

void printResults(FunctionOpInterface function, const DeviceResults &devices,
                  const Options &options, llvm::raw_ostream &output) {
  for (auto [device, results] : llvm::enumerate(devices)) {
    if (options.devices) {
      output << "device (" << device / options.devices->partitions << ", "
             << device % options.devices->partitions << ")\n";
    }
    for (auto [value, type] :
         llvm::zip_equal(results, function.getResultTypes())) {
      printValue(output, value, type, options.print);
      output << "\n";
    }
  }
}

} // namespace

LogicalResult runFile(const llvm::MemoryBuffer &file, MLIRContext &context,
                      const Options &options, llvm::raw_ostream &output) {
  OwningOpRef<ModuleOp> module =
      options.checkPasses
          ? stablehlo::importModule(file.getMemBufferRef(), context)
          : loadProgram(file, context, options);
  if (!module) {
    return failure();
  }
  FunctionOpInterface function = chooseFunction(*module, options.function);
  if (!function) {
    return failure();
  }
  auto kernel = dyn_cast<tile::KernelOp>(function.getOperation());
  if (options.printPtx || options.cuda) {
    if (!kernel) {
      return function.emitError(
          "only a tile.kernel runs on a GPU or has PTX yet");
    }
    if (options.printPtx) {
      Status printed = printPtx(kernel, options, output);
      return printed.ok() ? success() : kernel.emitError() << printed.message();
    }
  }
  if (options.checkPasses) {
    Values arguments;
    auto budget = Budget::create(options.limits);
    bool isGiven = !options.inputs.empty() || !options.arguments.empty();
    if (isGiven &&
        failed(options.arguments.empty()
                   ? readInputFiles(function, options, *budget, arguments)
                   : parseArguments(function, options, *budget, arguments))) {
      return failure();
    }
    return checkPasses(*module, function, arguments, file.getBuffer(), options,
                       output);
  }
  OwningOpRef<func::FuncOp> signature;
  if (kernel) {
    signature = kernelSignature(kernel);
    function = *signature;
  }
  if (failed(checkOutputs(function, options))) {
    return failure();
  }
  TestEnvironment environment(output, options.probeDirectory);
  environment.print = options.print;
  std::unique_ptr<reference::Interpreter> interpreter;
  std::shared_ptr<Budget> budget;
  if (kernel) {
    budget = Budget::create(options.limits);
  } else {
    interpreter = makeInterpreter(*module, options, environment);
    if (!interpreter) {
      return failure();
    }
    budget = interpreter->budget().shared_from_this();
  }
  Values arguments;
  if (failed(options.arguments.empty()
                 ? readInputFiles(function, options, *budget, arguments)
                 : parseArguments(function, options, *budget, arguments))) {
    return failure();
  }
  FailureOr<DeviceResults> results =
      kernel             ? executeKernel(kernel, arguments, *budget, options)
      : options.compiled ? executeCompiled(*module, function, arguments,
                                           *budget, options, environment)
                         : execute(*interpreter, function, arguments, options);
  if (failed(results)) {
    return failure();
  }
  if (!options.outputs.empty()) {
    return writeResults(function, *results, options);
  }
  printResults(function, *results, options, output);
  return success();
}

} // namespace weft::tools
