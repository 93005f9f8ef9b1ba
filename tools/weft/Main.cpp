// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// weft: looks into the compiler: what becomes of a program, what machines are
// known, what the one at hand measures.

#include "tools/common/ErrorReport.h"
#include "tools/common/SourceFile.h"
#include "tools/common/Version.h"
#include "tools/weft/Calibrate.h"
#include "tools/weft/Explain.h"
#include "weft/Compiler/BuildManifest.h"
#include "weft/Compiler/GpuTarget.h"
#include "weft/Compiler/Options.h"
#include "weft/Machine/Host.h"
#include "weft/Machine/Products.h"
#include "weft/StableHLO/Import/Dialects.h"
#include "weft/StableHLO/Import/Import.h"
#include "weft/StableHLO/Import/IsolateEntry.h"
#include "weft/Support/Files.h"
#include "weft/Target/AMD/AmdMachine.h"
#include "weft/Target/CPU/Targets.h"
#include "weft/Target/NVIDIA/NvidiaMachine.h"

#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/InitLLVM.h>
#include <llvm/Support/PrettyStackTrace.h>
#include <llvm/Support/Regex.h>

using namespace weft;
using namespace weft::tools;
namespace cl = llvm::cl;

namespace {

constexpr const char *kOverview = R"(weft: looks into the compiler

  weft explain model.mlir                   what becomes of a program, and why
  weft explain model.mlir --kernel=dot_0    one of its kernels
  weft explain model.mlir --stage=simplify  the program after one stage
  weft explain model.mlir --target=x86-64-v4  code for another machine
  weft explain model.mlir --target=sm_90    kernels for a GPU, as PTX
  weft machine                              the machines that are known by name
  weft machine sm_90                        what is known of one
  weft calibrate -o FILE                    measures this one; compilations read
                                            the file that WEFT_CALIBRATION names

  A program is text, MLIR bytecode or a portable artifact (VHLO). FILE may be '-'
  for standard input. The exit status is 0 on success and 1 on any error.
)";

/// Lives as long as the process, as LLVM's registry of options requires.
struct CommandLine {
  cl::SubCommand explain{"explain", "print what the compiler makes of a "
                                    "StableHLO program, and why"};
  cl::OptionCategory category{"weft options"};
  cl::opt<std::string> file{cl::Positional, cl::desc("FILE"), cl::init("-"),
                            cl::sub(explain), cl::cat(category)};
  cl::opt<std::string> function{
      "function", cl::value_desc("name"), cl::sub(explain), cl::cat(category),
      cl::desc("function to compile (default: main, or the only public one)")};
  cl::opt<std::string> kernel{"kernel", cl::value_desc("name"),
                              cl::sub(explain), cl::cat(category),
                              cl::desc("show only this kernel")};
  cl::opt<std::string> stage{
      "stage", cl::value_desc("name"), cl::sub(explain), cl::cat(category),
      cl::desc("show only the program after this stage; emit-code is the "
               "assembly of everything")};
  cl::opt<std::string> target{
      "target",
      cl::value_desc("name"),
      cl::init("host"),
      cl::sub(explain),
      cl::cat(category),
      cl::desc("compile for this machine, a name that weft machine lists "
               "(default: host)")};
  cl::opt<bool> deterministic{
      "deterministic", cl::sub(explain), cl::cat(category),
      cl::desc("compile with the option xla_gpu_deterministic_ops")};
  cl::SubCommand machine{"machine", "print what is known of a machine"};
  cl::opt<std::string> machineName{cl::Positional, cl::desc("NAME"),
                                   cl::sub(machine), cl::cat(category)};
  cl::SubCommand calibrate{"calibrate", "measure this machine, and write the "
                                        "numbers into a file"};
  cl::opt<std::string> output{"o",
                              cl::value_desc("file"),
                              cl::init("-"),
                              cl::sub(calibrate),
                              cl::cat(category),
                              cl::desc("where to (default: standard output)")};
  cl::opt<bool> all{"all", cl::sub(explain), cl::cat(category),
                    cl::desc("show everything, however long")};
};

/// The function to compile; null after a diagnostic.
mlir::func::FuncOp chooseFunction(mlir::ModuleOp module, llvm::StringRef name) {
  if (!name.empty()) {
    auto function = module.lookupSymbol<mlir::func::FuncOp>(name);
    if (!function) {
      module.emitError() << "there is no function @" << name;
    }
    return function;
  }
  StatusOr<mlir::func::FuncOp> entry = findEntry(module);
  if (!entry.ok()) {
    module.emitError() << entry.status().message();
    return nullptr;
  }
  return *entry;
}

/// `place: error: text`. What went wrong at a place of the program begins with
/// it.
std::string placeFirst(llvm::StringRef message, llvm::StringRef file) {
  llvm::SmallVector<llvm::StringRef> parts;
  if (llvm::Regex("^([^ ]+:[0-9]+:[0-9]+): ").match(message, &parts)) {
    return (parts[1] + ": error: " + message.substr(parts[0].size())).str();
  }
  return (file + ": error: " + message).str();
}

StatusOr<std::unique_ptr<Target>> targetOf(const CompileOptions &options) {
  WEFT_ASSIGN_OR_RETURN(Machine machine, machineOf(options));
  switch (machine.family) {
  case MachineFamily::Nvidia:
    return createGpuTarget(nvidia::createNvidiaMachine(std::move(machine)),
                           isDeterministic(options), /*isExact=*/false,
                           /*isAssembled=*/true);
  case MachineFamily::Amd:
    return createGpuTarget(amd::createAmdMachine(std::move(machine)),
                           isDeterministic(options));
  case MachineFamily::Cpu:
    break;
  }
  return createTarget(options);
}

int explain(const ExplainOptions &options) {
  auto file = readFile(options.file);
  if (!file.ok()) {
    llvm::errs() << file.status().message() << "\n";
    return 1;
  }
  // Read once before it is compiled, so that errors name the file.
  mlir::DialectRegistry registry;
  stablehlo::registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  ErrorReport errors(&context, (*file)->getBufferIdentifier(), llvm::errs());
  mlir::OwningOpRef<mlir::ModuleOp> module =
      stablehlo::importModule((*file)->getMemBufferRef(), context);
  mlir::func::FuncOp function =
      module ? chooseFunction(*module, options.function) : nullptr;
  if (!function) {
    llvm::errs() << errors.message() << "\n";
    return 1;
  }

  cpu::registerEveryTarget();
  CompileOptions compile;
  // Said so that the environment has no say.
  compile.overrides["weft_engine"] = "native";
  compile.target = options.target;
  if (options.isDeterministic) {
    compile.overrides["xla_gpu_deterministic_ops"] = "true";
  }
  StatusOr<std::unique_ptr<Target>> target = targetOf(compile);
  Status status = target.status();
  Watched watched;
  if (status.ok()) {
    status = watch(stablehlo::exportModule(
                       *stablehlo::isolateEntry(*module, function.getName())),
                   compile, **target, options.all, watched);
  }
  if (status.ok()) {
    status = printExplanation(watched, options, llvm::outs());
  }
  if (!status.ok()) {
    llvm::errs() << placeFirst(status.message(), options.file) << "\n";
    return 1;
  }
  return 0;
}

int fail(const Status &status) {
  llvm::errs() << "weft: error: " << status.message() << "\n";
  return 1;
}

int printMachine(const std::string &name) {
  if (name.empty()) {
    for (const std::string &known : machineNames()) {
      if (StatusOr<Machine> machine = findMachine(known); machine.ok()) {
        llvm::outs() << llvm::formatv("{0,-12} {1}\n", known, machine->product);
      }
    }
    llvm::outs() << "\nby the names of products\n";
    for (const ProductName &product : productNames()) {
      llvm::outs() << llvm::formatv("{0,-16} {1}\n", product.name, product.row);
    }
    return 0;
  }
  StatusOr<Machine> machine = findMachine(name);
  if (!machine.ok()) {
    return fail(machine.status());
  }
  if (Status status = applyNamedCalibration(*machine); !status.ok()) {
    return fail(status);
  }
  llvm::outs() << "# " << machine->product << "\n" << describeMachine(*machine);
  for (const Machine::Source &source : machine->sources) {
    llvm::outs() << "# " << source.numbers << ": " << source.text << "\n";
  }
  return 0;
}

int calibrate(const std::string &path) {
  StatusOr<Machine> host = describeHost();
  if (!host.ok()) {
    return fail(host.status());
  }
  std::string text = printCalibration(*host, measureHost(*host));
  if (path == "-") {
    llvm::outs() << text;
    return 0;
  }
  Status status = writeFiles({{path, text}});
  return status.ok() ? 0 : fail(status);
}

} // namespace

int main(int argc, char **argv) {
  llvm::InitLLVM initialise(argc, argv);
  llvm::setBugReportMsg("weft crashed. This is a bug in Weft: please report it "
                        "with the program and the text below.\n");
  static CommandLine line;
  cl::SetVersionPrinter([](llvm::raw_ostream &stream) {
    stream << "weft, Weft " << version << "\n";
  });
  for (cl::SubCommand *command :
       {&line.explain, &line.machine, &line.calibrate}) {
    cl::HideUnrelatedOptions(line.category, *command);
  }
  cl::ParseCommandLineOptions(argc, argv, kOverview);
  if (line.machine) {
    return printMachine(line.machineName);
  }
  if (line.calibrate) {
    return calibrate(line.output);
  }
  if (!line.explain) {
    llvm::errs() << "weft: error: which command? there are: weft explain FILE, "
                    "weft machine [NAME], weft calibrate\n";
    return 1;
  }
  ExplainOptions options;
  options.file = line.file;
  options.function = line.function;
  options.kernel = line.kernel;
  options.stage = line.stage;
  options.target = line.target;
  options.isDeterministic = line.deterministic;
  options.all = line.all;
  return explain(options);
}
