// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// weft-check-timings: do a GPU's kernels depend on when their threads run?
//
//   weft-check-timings test/timings --timings=1000
//   weft-check-timings test/timings/softmax.mlir --guards
//
// Each program of the folder, one per family of kernels, is compiled for a GPU
// and run by the emulator, threads and commands at moments that a seed chooses.
// The first run must give what the reference gives, within its bounds; all
// others the same bits. With --guards each barrier, fence, wait and mask of its
// kernels, and each wait of its commands, is taken out by itself: some timing
// has to report that, or it was not needed. Masks are counted and not demanded:
// whether one matters depends on the size, since what it keeps a thread away
// from may be another row of the same array, or it holds for all threads.

#include "tools/weft-check-timings/CommandRun.h"
#include "tools/weft-check-timings/Guards.h"
#include "weft/Check/CheckInputs.h"
#include "weft/Check/CheckStages.h"
#include "weft/Runtime/Reference/TensorBytes.h"
#include "weft/StableHLO/Import/Dialects.h"
#include "weft/StableHLO/Import/Import.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/InitLLVM.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>

#include <atomic>
#include <mutex>
#include <thread>

using namespace weft;
using namespace weft::tools;

namespace cl = llvm::cl;

namespace {

cl::OptionCategory category("weft-check-timings");
cl::list<std::string> given(cl::Positional, cl::OneOrMore, cl::cat(category),
                            cl::desc("<program or folder of programs> ..."));
cl::opt<uint64_t> timings("timings", cl::init(32), cl::cat(category),
                          cl::desc("how many each program runs by (32)"));
cl::opt<uint64_t> firstSeed("seed", cl::init(0), cl::cat(category),
                            cl::desc("of the first timing (0)"));
cl::opt<bool> takesGuards("guards", cl::cat(category),
                          cl::desc("take out each barrier, fence, wait and "
                                   "mask, and list those nobody misses"));
cl::opt<bool> listsMasks("masks", cl::cat(category),
                         cl::desc("list masks that nobody misses, too"));
cl::opt<std::string> target("target", cl::init("sm_90"), cl::cat(category),
                            cl::desc("what to compile for (sm_90)"));
cl::opt<bool> deterministic("deterministic", cl::cat(category),
                            cl::desc("with the option "
                                     "xla_gpu_deterministic_ops"));
cl::opt<unsigned> threads("threads", cl::init(2), cl::cat(category),
                          cl::desc("programs at the same time (2)"));

/// A run without a guard may go astray, but not for long.
constexpr uint64_t kAstray = 16;

std::string bytesOf(const reference::Tensor &tensor, const ArrayType &type) {
  std::string bytes(type.byteSize(), '\0');
  runtime::exportBytes(tensor.bytes(), type, bytes.data());
  return bytes;
}

StatusOr<Arrays> argumentsOf(const runtime::DeviceProgram &program) {
  Arrays arguments;
  const Manifest &manifest = program.executable->manifest();
  for (const auto &[value, parameter] :
       llvm::zip_equal(program.arguments, manifest.parameters)) {
    if (parameter.aliasedResult) {
      return Status::unimplemented("the program takes its arguments over");
    }
    arguments.push_back(bytesOf(value.tensor(), parameter.type));
  }
  return arguments;
}

/// One program, and what is found out about it.
class Checked {
public:
  Checked(std::string path, llvm::raw_ostream &output)
      : name(llvm::sys::path::stem(path)), path(std::move(path)),
        output(output) {}

  /// Whether all is well.
  bool run() {
    const Status status = check();
    if (!status.ok()) {
      output << name << ": " << status.message() << "\n";
    }
    return status.ok() && missed == 0;
  }

private:
  Status check();
  StatusOr<CheckedProgram> read(mlir::MLIRContext &context);
  /// The first run, within check mode.
  StatusOr<std::vector<reference::Values>>
  runChecked(const runtime::TensorRun &run, reference::Budget &budget);
  Status runTimings();
  /// Arguments that the program is not held to the reference with, and what it
  /// gives for them: what data decide may show with other data only.
  Status addInputs(CheckedProgram &program);
  /// Whether some timing shows that the program is another one, of masks with
  /// the first arguments.
  bool isReported(bool isMask = false);
  Status takeKernelGuards();
  void takeCommandWaits();

  std::string name, path;
  llvm::raw_ostream &output;
  Ref<const Executable> executable;
  std::optional<CommandRun> commands;
  Arrays arguments, expected;
  struct Inputs {
    Arrays arguments, expected;
  };
  std::vector<Inputs> further;
  /// `missed` are those that no timing reports.
  size_t tried = 0, missed = 0, harmless = 0, idle = 0;
};

StatusOr<CheckedProgram> Checked::read(mlir::MLIRContext &context) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer) {
    return Status::notFound("cannot read " + path);
  }
  mlir::OwningOpRef<mlir::ModuleOp> module =
      stablehlo::importModule((*buffer)->getMemBufferRef(), context);
  if (!module) {
    return Status::invalidArgument("the program could not be read");
  }
  CheckedProgram program = programForCheck(*module, "main");
  program.limits = {.maxBytes = uint64_t(1) << 30, .maxSteps = 100'000'000};
  WEFT_RETURN_IF_ERROR(makeInputs(program, firstSeed));
  return program;
}

StatusOr<std::vector<reference::Values>>
Checked::runChecked(const runtime::TensorRun &run, reference::Budget &budget) {
  const runtime::DeviceProgram &program = run.devices.front();
  executable = Ref<const Executable>::share(program.executable);
  WEFT_ASSIGN_OR_RETURN(arguments, argumentsOf(program));
  WEFT_ASSIGN_OR_RETURN(CommandRun loaded, CommandRun::load(*executable));
  commands = std::move(loaded);
  WEFT_ASSIGN_OR_RETURN(expected, commands->run(arguments, firstSeed));
  std::vector<reference::Values> results(1);
  for (const auto &[bytes, info, type] : llvm::zip_equal(
           expected, executable->manifest().results, program.resultTypes)) {
    WEFT_ASSIGN_OR_RETURN(
        reference::Tensor tensor,
        runtime::importBytes(bytes.data(), info.type,
                             mlir::cast<mlir::RankedTensorType>(type), budget));
    results.front().push_back(std::move(tensor));
  }
  return results;
}

Status Checked::runTimings() {
  for (uint64_t i = 1; i < timings; ++i) {
    StatusOr<Arrays> results = commands->run(arguments, firstSeed + i);
    if (!results.ok()) {
      return results.status().withContext("seed " +
                                          std::to_string(firstSeed + i));
    }
    if (*results != expected) {
      return Status::internal("seed " + std::to_string(firstSeed + i) +
                              " gives other bits than seed " +
                              std::to_string(firstSeed));
    }
  }
  return Status::success();
}

Status Checked::addInputs(CheckedProgram &program) {
  constexpr uint64_t many = 7;
  for (uint64_t i = 1; i <= many; ++i) {
    WEFT_RETURN_IF_ERROR(makeInputs(program, firstSeed + i));
    Inputs inputs;
    for (const auto &[input, parameter] :
         llvm::zip_equal(program.inputs, executable->manifest().parameters)) {
      inputs.arguments.push_back(bytesOf(input, parameter.type));
    }
    WEFT_ASSIGN_OR_RETURN(inputs.expected,
                          commands->run(inputs.arguments, firstSeed));
    further.push_back(std::move(inputs));
  }
  return Status::success();
}

bool Checked::isReported(bool isMask) {
  auto isReportedWith = [&](const Arrays &given, const Arrays &wanted) {
    for (uint64_t i = 0; i < timings; ++i) {
      const StatusOr<Arrays> results = commands->run(given, firstSeed + i);
      if (!results.ok() || *results != wanted) {
        return true;
      }
    }
    return false;
  };
  return isReportedWith(arguments, expected) ||
         (!isMask && llvm::any_of(further, [&](const Inputs &inputs) {
           return isReportedWith(inputs.arguments, inputs.expected);
         }));
}

Status Checked::takeKernelGuards() {
  for (const auto &[i, kernel] :
       llvm::enumerate(commands->commands().kernels)) {
    const std::string text = commands->textOf(i);
    for (const Guard &guard : findGuards(text)) {
      if (!guard.trapping.empty()) {
        WEFT_RETURN_IF_ERROR(commands->replaceText(i, guard.trapping));
        if (commands->run(arguments, firstSeed).ok()) {
          ++idle;
          continue;
        }
      }
      WEFT_RETURN_IF_ERROR(commands->replaceText(i, guard.without));
      ++tried;
      const bool isMask = guard.kind == GuardKind::Mask;
      if (isReported(isMask)) {
        continue;
      }
      ++(isMask ? harmless : missed);
      if (!isMask || listsMasks) {
        output << name << ": nobody misses the " << nameOf(guard.kind)
               << " in line " << guard.line << " of " << kernel.name << ": "
               << guard.instruction << "\n";
      }
    }
    WEFT_RETURN_IF_ERROR(commands->replaceText(i, text));
  }
  return Status::success();
}

void Checked::takeCommandWaits() {
  std::vector<std::vector<uint32_t>> &waits = commands->waits();
  for (size_t i = 0; i < waits.size(); ++i) {
    const std::vector<uint32_t> all = waits[i];
    for (uint32_t other : all) {
      llvm::erase(waits[i], other);
      ++tried;
      if (!isReported()) {
        ++missed;
        output << name << ": nobody misses that command " << i << " waits for "
               << other << "\n";
      }
      waits[i] = all;
    }
  }
}

Status Checked::check() {
  mlir::DialectRegistry registry;
  stablehlo::registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  WEFT_ASSIGN_OR_RETURN(CheckedProgram program, read(context));
  CheckStagesOptions how;
  how.compile.target = target;
  if (deterministic) {
    how.compile.overrides["xla_gpu_deterministic_ops"] = "true";
  }
  how.onlyMachine = true;
  how.namesPart = false;
  how.runOnTarget = [this](const runtime::TensorRun &run,
                           reference::Budget &budget) {
    return runChecked(run, budget);
  };
  const StagesReport report = checkStages(program, how);
  if (report.result.verdict != CheckVerdict::Same) {
    return Status::internal(report.result.message);
  }
  const uint64_t instructions = commands->instructions();
  WEFT_RETURN_IF_ERROR(runTimings());
  output << name << ": " << timings << " timings agree, "
         << commands->commands().kernels.size() << " kernels, " << instructions
         << " instructions\n";
  if (takesGuards) {
    WEFT_RETURN_IF_ERROR(addInputs(program));
    commands->allowInstructions(kAstray * instructions);
    WEFT_RETURN_IF_ERROR(takeKernelGuards());
    takeCommandWaits();
    output << name << ": " << tried << " guards taken out, " << missed
           << " not missed; masks: " << harmless << " not missed at this size, "
           << idle << " with nothing to do\n";
  }
  return Status::success();
}

std::vector<std::string> findPrograms() {
  std::vector<std::string> paths;
  for (const std::string &one : given) {
    if (!llvm::sys::fs::is_directory(one)) {
      paths.push_back(one);
      continue;
    }
    std::error_code error;
    for (llvm::sys::fs::directory_iterator entry(one, error), end;
         entry != end && !error; entry.increment(error)) {
      if (llvm::StringRef(entry->path()).ends_with(".mlir")) {
        paths.push_back(entry->path());
      }
    }
  }
  llvm::sort(paths);
  return paths;
}

} // namespace

int main(int count, char **arguments) {
  llvm::InitLLVM init(count, arguments);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(count, arguments,
                              "runs GPU kernels by many timings\n");
  const std::vector<std::string> paths = findPrograms();
  std::atomic<size_t> next = 0, failed = 0;
  std::mutex printing;
  auto work = [&] {
    for (size_t i = next++; i < paths.size(); i = next++) {
      std::string text;
      llvm::raw_string_ostream output(text);
      failed += !Checked(paths[i], output).run();
      const std::scoped_lock lock(printing);
      llvm::outs() << text;
      llvm::outs().flush();
    }
  };
  std::vector<std::thread> workers;
  for (unsigned i = 1; i < threads; ++i) {
    workers.emplace_back(work);
  }
  work();
  for (std::thread &worker : workers) {
    worker.join();
  }
  llvm::outs() << paths.size() << " programs, " << failed << " failed\n";
  return failed != 0;
}
