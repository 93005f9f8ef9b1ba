// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Check/CheckStages.h"

#include "weft/Check/FindKernel.h"
#include "weft/Check/FindRule.h"
#include "weft/Check/MoveTensors.h"
#include "weft/Check/ReduceProgram.h"
#include "weft/Check/RunKernels.h"
#include "weft/Compiler/BuildManifest.h"
#include "weft/Compiler/Options.h"
#include "weft/Compiler/Trace.h"
#include "weft/Plan/IR/Plan.h"
#include "weft/StableHLO/Chlo/Passes.h"
#include "weft/StableHLO/Expand/ExpandCalls.h"
#include "weft/StableHLO/Expand/NormalizeCalls.h"
#include "weft/StableHLO/Import/Import.h"
#include "weft/Support/FloatMode.h"

#include <mlir/Dialect/Quant/IR/QuantTypes.h>
#include <mlir/IR/OperationSupport.h>
#include <mlir/IR/Verifier.h>
#include <mlir/Pass/PassManager.h>

using namespace mlir;
using weft::reference::Tensor;
using weft::reference::Values;

namespace weft {
namespace {

constexpr std::string_view kSimplify = "simplify";
constexpr std::string_view kEmitCode = "emit-code";

/// Before these are over, a program may hold what the interpreter does not do.
constexpr std::string_view kBeforeExpanded[] = {"import", "normalize-calls",
                                                "expand-calls"};
/// Stages that may round anew: all programs, and those with quantized types.
constexpr std::string_view kRounding = "expand-operations";
constexpr std::string_view kRoundingQuantized[] = {"shift-zero-points",
                                                   "expand-quantized"};

func::FuncOp mainOf(const CheckedProgram &program) {
  return program.module.get().lookupSymbol<func::FuncOp>("main");
}

/// Takes out what the interpreter does not do. False if that is not possible.
bool expandForInterpreter(ModuleOp module, uint32_t partitions) {
  ScopedDiagnosticHandler silence(module.getContext(),
                                  [](Diagnostic &) { return success(); });
  PassManager passes(module.getContext(), ModuleOp::getOperationName());
  passes.addPass(chlo::createExpandChloPass());
  return stablehlo::normalizeCalls(module, partitions).ok() &&
         stablehlo::expandCalls(module).ok() && succeeded(passes.run(module));
}

bool isQuantized(Type type) {
  return isa<quant::QuantizedType>(getElementTypeOrSelf(type));
}

bool hasQuantized(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        return llvm::any_of(op->getResultTypes(), isQuantized)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The type under which compiled code hands out a result.
Type borderType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !isQuantized(type)) {
    return type;
  }
  return tensor.clone(
      cast<quant::QuantizedType>(tensor.getElementType()).getStorageType());
}

/// Numbers narrower than a byte, which some targets have programs give out as
/// bytes.
Tensor narrowed(const Tensor &bytes, RankedTensorType type) {
  auto integer = dyn_cast<IntegerType>(type.getElementType());
  const bool isWider = integer && integer.getWidth() < 8 &&
                       bytes.type().getShape() == type.getShape() &&
                       bytes.type().getElementType().isInteger(8);
  if (!isWider) {
    return bytes;
  }
  StatusOr<Tensor> narrow =
      Tensor::fromBytes(*reference::Budget::create({}), type, bytes.bytes());
  return narrow.ok() ? *std::move(narrow) : bytes;
}

/// What was stored is quantized again where it was.
void restoreTypes(Outcome &outcome, const Outcome &expected) {
  if (outcome.results.size() != expected.results.size()) {
    return;
  }
  for (auto [tensor, model] :
       llvm::zip_equal(outcome.results, expected.results)) {
    tensor = narrowed(tensor, cast<RankedTensorType>(borderType(model.type())));
    if (isQuantized(model.type()) &&
        tensor.type() == borderType(model.type())) {
      tensor = tensor.withType(model.type());
    }
  }
}

/// Whether arrays are given or taken in another order than row by row.
bool hasOrders(func::FuncOp entry, const CompileOptions &options) {
  StatusOr<Manifest> manifest = buildManifest(entry, options);
  auto isTurned = [](const auto &info) { return !info.type.isRowMajor(); };
  return manifest.ok() && (llvm::any_of(manifest->parameters, isTurned) ||
                           llvm::any_of(manifest->results, isTurned));
}

/// One compilation, watched.
class Checker {
public:
  Checker(const CheckedProgram &program, const CheckStagesOptions &options)
      : program(cloneProgram(program)), options(options),
        compile(options.compile) {
    compile.overrides["weft_engine"] = "native";
    compile.replicas = static_cast<uint32_t>(program.replicas);
    compile.partitions = static_cast<uint32_t>(program.partitions);
  }

  StagesReport run();

private:
  bool interpretAsItCame();
  Status afterStage(std::string_view stage, Operation *module);
  /// Compares with the stage before where results are to be the same, else
  /// with the program as it came. A difference ends the compilation.
  Status compare(std::string_view stage, Outcome outcome, Exactness exactness,
                 llvm::function_ref<std::string()> findPart);
  void runMachineCode(const Executable &executable);
  /// Compiles again, and looks at the kernels on the way.
  std::string findCompiledKernel();

  CheckedProgram program;
  /// Of the program, for all stages.
  BoundedOutcome bounded{program};
  const CheckStagesOptions &options;
  /// What is compiled, and how.
  std::string bytes;
  CompileOptions compile;
  StagesReport report;
  CompileTrace trace;
  Outcome first;
  /// After the latest stage.
  Outcome latest;
  /// In the context of the compilation.
  std::optional<CheckedProgram> inside;
  /// As bytes, since that context goes before this does.
  std::string beforeSimplify;
  ModuleOp plan;
  /// The program that was interpreted last.
  std::optional<OperationFingerPrint> lastSeen;
  bool isFound = false;
  /// The interpreter does not do the program as it came.
  bool isExpandedFirst = false;
  /// Arrays at its border are in another order than the program's, which
  /// stages for a target see and the interpreter does not.
  bool isTurned = false;
};

bool Checker::interpretAsItCame() {
  first = interpret(*program.module, program);
  if (first.status.code() == StatusCode::Unimplemented) {
    // Operations whose meaning is what they are expanded to.
    CheckedProgram copy = cloneProgram(program);
    if (expandForInterpreter(*copy.module,
                             static_cast<uint32_t>(program.partitions))) {
      Outcome again = interpret(*copy.module, copy);
      if (again.status.ok()) {
        isExpandedFirst = true;
        first = std::move(again);
        program = std::move(copy);
      }
    }
  }
  if (!first.status.ok()) {
    report.result = {CheckVerdict::Fails, "import",
                     std::string(first.status.message())};
  }
  return first.status.ok();
}

static reference::Liberties libertiesOf(const CompileOptions &options) {
  StatusOr<Machine> machine = machineOf(options);
  if (!machine.ok()) {
    return {};
  }
  const bool isCoarse =
      llvm::any_of(machine->instructions,
                   [](const MatrixInstruction &one) { return one.isCoarse; });
  return {.hasCoarseProducts = isCoarse && !hasExactProducts(options),
          .placesNaN = machine->family != MachineFamily::Cpu};
}

StagesReport Checker::run() {
  program.liberties = libertiesOf(compile);
  bytes = stablehlo::exportModule(*program.module);
  if (!interpretAsItCame()) {
    return std::move(report);
  }
  latest = first;
  isTurned = options.runOnTarget && hasOrders(mainOf(program), compile);
  trace.afterStage = [this](std::string_view stage, Operation *module) {
    return afterStage(stage, module);
  };
  StatusOr<Ref<const Executable>> executable =
      compileProgram(bytes, compile, trace);
  if (isFound) {
    return std::move(report);
  }
  if (!executable.ok()) {
    // The stage that failed is the one after the last that did not.
    std::string stage = trace.stages().empty()
                            ? "import"
                            : "stage after " + trace.stages().back().name;
    bool isFault = executable.status().code() == StatusCode::Internal;
    report.result = {isFault ? CheckVerdict::Changed
                             : CheckVerdict::Unimplemented,
                     stage, std::string(executable.status().message())};
    return std::move(report);
  }
  runMachineCode(**executable);
  return std::move(report);
}

Status Checker::afterStage(std::string_view stage, Operation *operation) {
  auto module = dyn_cast_or_null<ModuleOp>(operation);
  if (!module) {
    return Status::success();
  }
  std::string errors;
  {
    ScopedDiagnosticHandler collect(module.getContext(),
                                    [&](Diagnostic &diagnostic) {
                                      errors += ": " + diagnostic.str();
                                      return success();
                                    });
    isFound = failed(verify(module));
  }
  if (isFound) {
    report.result = {CheckVerdict::Changed, std::string(stage),
                     "the program is no longer valid" + errors};
    return Status::internal("invalid");
  }
  if (options.onlyMachine || isTurned) {
    return Status::success();
  }
  if (!inside) {
    inside = moveProgram(program, module.getContext());
  }
  if (trace.tiledKernels && trace.tiledKernels->module.get() == module) {
    KernelRunner runner = runInModel(*trace.tiledKernels, options.seed);
    Outcome outcome = runPlan(plan, *inside, runner);
    // Integers of six bits stand for floats of six bits in tiles, and the
    // model has the interpreter's types only.
    if (outcome.status.code() == StatusCode::Unimplemented) {
      return Status::success();
    }
    return compare(stage, std::move(outcome), Exactness::Rounded,
                   [&] { return findKernel(plan, *inside, runner); });
  }
  if (!module.getOps<plan::ProgramOp>().empty()) {
    plan = module;
    // Since its kernels are known as tiles, the numbers of these count.
    return compare(stage, runPlan(plan, *inside, {}),
                   trace.tiledKernels ? Exactness::Rounded : Exactness::Same,
                   [] { return std::string(); });
  }
  // Kernels in forms that only the target has: its code shows what they do.
  if (trace.tiledKernels) {
    return Status::success();
  }
  if (isExpandedFirst && llvm::is_contained(kBeforeExpanded, stage)) {
    return Status::success();
  }
  // Most stages find nothing to do in most programs.
  OperationFingerPrint print(module);
  if (lastSeen && *lastSeen == print) {
    report.agreed.emplace_back(stage);
    return Status::success();
  }
  lastSeen = print;
  bool isRounded =
      stage == kRounding || (llvm::is_contained(kRoundingQuantized, stage) &&
                             hasQuantized(*program.module));
  WEFT_RETURN_IF_ERROR(compare(
      stage, interpret(module, *inside),
      isRounded ? Exactness::Rounded : Exactness::Same, [&] {
        return stage == kSimplify
                   ? findRule(beforeSimplify, *inside, module.getContext())
                   : std::string();
      }));
  if (options.namesPart) {
    beforeSimplify = stablehlo::exportModule(module);
  }
  return Status::success();
}

Status Checker::compare(std::string_view stage, Outcome outcome,
                        Exactness exactness,
                        llvm::function_ref<std::string()> findPart) {
  MLIRContext *context = program.module->getContext();
  for (Tensor &tensor : outcome.results) {
    tensor = moveTensor(tensor, context);
  }
  restoreTypes(outcome, first);
  Status same =
      compareOutcomes(bounded, exactness == Exactness::Same ? latest : first,
                      outcome, exactness);
  if (!same.ok()) {
    isFound = true;
    report.result = {CheckVerdict::Changed, std::string(stage),
                     std::string(same.message())};
    if (options.namesPart) {
      report.part = findPart();
    }
    return Status::internal("changed");
  }
  latest = std::move(outcome);
  report.agreed.emplace_back(stage);
  return Status::success();
}

void Checker::runMachineCode(const Executable &executable) {
  auto budget = reference::Budget::create(program.limits);
  size_t each =
      program.inputs.size() / static_cast<size_t>(program.processes());
  auto types = llvm::map_range(mainOf(program).getResultTypes(), borderType);
  runtime::TensorRun run;
  run.devices.resize(program.processes(),
                     {&executable, {}, {types.begin(), types.end()}});
  for (size_t i = 0; i < program.inputs.size(); ++i) {
    run.devices[i / each].arguments.push_back(program.inputs[i]);
  }
  run.infeed = infeedOf(program);
  // Long ones are shared out among threads, and not always in the same way.
  const int timesOfLong = options.runOnTarget ? 2 : 8;
  run.times = program.isForMachine ? timesOfLong : 1;
  StatusOr<std::vector<Values>> results =
      options.runOnTarget ? options.runOnTarget(std::move(run), *budget)
                          : runtime::runTensors(std::move(run), *budget);
  if (results.status().code() == StatusCode::Unimplemented) {
    report.result = {CheckVerdict::Unimplemented, std::string(kEmitCode),
                     std::string(results.status().message())};
    return;
  }
  Outcome outcome;
  if (results.ok()) {
    for (const Values &values : *results) {
      for (const reference::Value &value : values) {
        if (value.isTensor()) {
          outcome.results.push_back(value.tensor());
        }
      }
    }
  } else {
    outcome.status = results.status();
  }
  restoreTypes(outcome, first);
  Status same = compareOutcomes(bounded, first, outcome, Exactness::Rounded);
  if (same.ok()) {
    report.agreed.emplace_back(kEmitCode);
    return;
  }
  report.result = {CheckVerdict::Changed, std::string(kEmitCode),
                   std::string(same.message())};
  // The processor's code of a kernel says nothing about another machine's.
  if (options.namesPart && !options.runOnTarget) {
    report.part = findCompiledKernel();
  }
}

std::string Checker::findCompiledKernel() {
  std::string part;
  CompileTrace again;
  ModuleOp placed;
  again.afterStage = [&](std::string_view, Operation *operation) {
    auto module = dyn_cast_or_null<ModuleOp>(operation);
    if (module && again.tiledKernels &&
        again.tiledKernels->module.get() == module) {
      part = findKernel(placed, moveProgram(program, module.getContext()),
                        runOnMachine(*again.tiledKernels));
    } else if (module) {
      placed = module;
    }
    return Status::success();
  };
  (void)compileProgram(bytes, compile, again);
  return part;
}

} // namespace

StagesReport checkStages(const CheckedProgram &program,
                         const CheckStagesOptions &options) {
  DefaultFloatMode mode;
  return Checker(program, options).run();
}

CheckedProgram reduceFinding(const CheckedProgram &program,
                             const StagesReport &report,
                             const CheckStagesOptions &options) {
  CheckStagesOptions quick = options;
  quick.namesPart = false;
  return reduceProgram(program, [&](const CheckedProgram &candidate) {
    CheckResult result = checkStages(candidate, quick).result;
    return result.verdict == CheckVerdict::Changed &&
           result.stage == report.result.stage;
  });
}

} // namespace weft
