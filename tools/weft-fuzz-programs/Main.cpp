// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// weft-fuzz-programs: makes random programs and checks passes on them.

#include "tools/common/RunOnGpu.h"
#include "tools/common/Version.h"
#include "tools/weft-fuzz-programs/Planted.h"
#include "tools/weft-fuzz-programs/Stages.h"
#include "tools/weft-fuzz-programs/Subnormals.h"
#include "weft/Check/ProgramText.h"
#include "weft/Check/ReduceProgram.h"
#include "weft/StableHLO/Import/Dialects.h"
#include "weft/Testing/Programs/GenerateProgram.h"

#include <llvm/Support/CommandLine.h>
#include <llvm/Support/InitLLVM.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/PrettyStackTrace.h>
#include <llvm/Support/raw_ostream.h>
#include <mlir/IR/MLIRContext.h>

#include <chrono>

namespace cl = llvm::cl;
using namespace mlir;
using namespace weft;
using namespace weft::generate;

namespace {

constexpr const char *kOverview =
    R"(weft-fuzz-programs: checks the compiler on random programs

  Makes random StableHLO programs, sends each through the stages named, and
  compares its results after each with those of the reference interpreter. The
  first program that a stage changes is made small and printed, with its inputs
  and the commands that run it again; the exit status is then 1. Otherwise the
  coverage is printed, and the exit status is 0.

  weft-fuzz-programs --seconds=60                run for a minute
  weft-fuzz-programs --seed=4711 --count=1 --print    show one program
  weft-fuzz-programs --specials --coverage       special values in every operand
                                                 of every operation, and what
                                                 each has met
  weft-fuzz-programs --plant=3                   with a fault: must exit 1
  weft-fuzz-programs --file=found.mlir           check a program that was
                                                 printed, or the functions of
                                                 any file on random inputs
)";

/// Lives as long as the process, as LLVM's registry of options requires.
struct CommandLine {
  cl::OptionCategory category{"weft-fuzz-programs options"};
  cl::opt<double> seconds{"seconds", cl::init(10), cl::cat(category),
                          cl::desc("how long to go on (default: 10)")};
  cl::opt<uint64_t> count{"count", cl::init(0), cl::cat(category),
                          cl::desc("how many programs, instead of --seconds")};
  cl::opt<uint64_t> seed{
      "seed", cl::init(0), cl::cat(category),
      cl::desc("of the first program; the next has the next")};
  cl::list<std::string> stages{
      "stages", cl::CommaSeparated, cl::value_desc("name,..."),
      cl::cat(category),
      cl::desc("stages to check, in order (default: simplify)")};
  cl::opt<std::string> target{
      "target", cl::value_desc("machine"), cl::init("host"), cl::cat(category),
      cl::desc("for the stage 'pipeline': compile for this machine, and run on "
               "the GPU, or on the stand-in for its driver that "
               "WEFT_CUDA_DRIVER names")};
  cl::opt<bool> deterministic{
      "deterministic", cl::cat(category),
      cl::desc("for the same: with the option xla_gpu_deterministic_ops")};
  cl::opt<std::string> file{
      "file", cl::value_desc("x.mlir"), cl::cat(category),
      cl::desc("check this program, or the public functions of this file")};
  cl::opt<std::string> save{
      "save", cl::value_desc("x.mlir"), cl::cat(category),
      cl::desc("write the small program here instead of printing it")};
  cl::opt<std::string> peer{
      "peer", cl::value_desc("command"), cl::cat(category),
      cl::desc("for the stage 'peer': starts the other implementation")};
  cl::opt<int> plant{"plant", cl::init(0), cl::cat(category),
                     cl::desc("plant the fault of this number")};
  cl::opt<bool> listPlants{
      "list-plants", cl::cat(category),
      cl::desc("list the faults: number, stage and what is wrong")};
  cl::opt<int> operations{"operations", cl::init(10), cl::cat(category),
                          cl::desc("most operations in a program")};
  cl::list<std::string> without{
      "without", cl::CommaSeparated, cl::value_desc("name,..."),
      cl::cat(category),
      cl::desc("operations to leave out, such as stablehlo.rng")};
  cl::opt<bool> flush{
      "flush", cl::cat(category),
      cl::desc("subnormal inputs and constants are zeros, for a peer that "
               "takes them for zeros")};
  cl::opt<bool> print{"print", cl::cat(category),
                      cl::desc("print every program")};
  cl::opt<bool> specials{
      "specials", cl::cat(category),
      cl::desc(
          "programs that go through the special values of each operand, "
          "until each has met all, or --count of them from number --seed")};
  cl::opt<bool> coverage{
      "coverage", cl::cat(category),
      cl::desc("list operation, operand, element type and the special values "
               "that were met, and those that were not")};
  cl::opt<int64_t> longest{
      "longest", cl::init(GenerateLimits().longest), cl::cat(category),
      cl::desc("elements of a long reduction (default: 200000)")};
  cl::opt<int64_t> longOneIn{
      "long-one-in", cl::init(GenerateLimits().longOneIn), cl::cat(category),
      cl::desc("one program in so many has a long reduction (default: 25)")};
  cl::opt<bool> complete{
      "complete", cl::cat(category),
      cl::desc("what a stage does not implement is a finding too")};
  cl::opt<bool> never{"never", cl::cat(category),
                      cl::desc("list what was never made or applied")};

  std::vector<std::string> stageList() const {
    return stages.empty()
               ? std::vector<std::string>{"simplify"}
               : std::vector<std::string>(stages.begin(), stages.end());
  }
};

struct Tally {
  uint64_t programs = 0;
  uint64_t compared = 0;
  uint64_t failing = 0;
  uint64_t unimplemented = 0;
  /// Why programs were not compared: how often, and the first one's seed.
  struct Reason {
    uint64_t count = 0;
    uint64_t seed = 0;
  };
  std::map<std::string, Reason> reasons;

  void notCompared(const std::string &reason, uint64_t seed) {
    Reason &entry = reasons.try_emplace(reason, Reason{0, seed}).first->second;
    ++entry.count;
  }
};

class Fuzzer {
public:
  Fuzzer(MLIRContext *context, const CommandLine &options)
      : options(options), recipes(context), stageContext(context) {
    limits.operations = options.operations;
    limits.longest = options.longest;
    limits.longOneIn = std::max<int64_t>(options.longOneIn, 1);
    limits.without.insert(options.without.begin(), options.without.end());
  }

  tools::StageContext &stageSetup() { return stageContext; }
  void addStage(CheckStage stage) { stages.push_back(std::move(stage)); }

  /// False after a finding.
  bool run();
  bool runSpecials();
  /// The same for a program that was printed, or else for every public
  /// function of a module on --count sets of inputs.
  bool runOn(CheckedProgram program);
  void report() const;

private:
  GenerateLimits limitsOf(uint64_t seed) const;
  CheckedProgram make(uint64_t seed, const GenerateLimits &limits,
                      Coverage &coverage) const;
  bool check(uint64_t seed, const CheckedProgram &program);
  bool checkFunctions(ModuleOp module);
  /// A smaller program that a stage changes too.
  CheckedProgram reduce(uint64_t seed, const CheckedProgram &program);
  void show(uint64_t seed, const CheckedProgram &program,
            const CheckResult &result);
  /// What runs this program again is --seed, or else --file.
  std::string command(llvm::StringRef what) const;
  bool isFinding(const CheckResult &result) const {
    return result.verdict == CheckVerdict::Changed ||
           result.verdict == CheckVerdict::Invalid ||
           (result.verdict == CheckVerdict::Unimplemented && options.complete);
  }

  const CommandLine &options;
  Recipes recipes;
  tools::StageContext stageContext;
  std::vector<CheckStage> stages;
  GenerateLimits limits;
  Coverage coverage;
  Tally tally;
};

GenerateLimits Fuzzer::limitsOf(uint64_t seed) const {
  GenerateLimits own = limits;
  // Tiles are as large as vectors: some programs have to fill several, and
  // leave a rest. Few have rows that several programs of a kernel share.
  constexpr uint64_t oneIn = 4;
  constexpr uint64_t wideOneIn = 8;
  if (!llvm::is_contained(options.stageList(), "pipeline")) {
    return own;
  }
  if (seed % wideOneIn == 0) {
    own.largestSize = 700;
    own.mostElements = 3000;
  } else if (seed % oneIn == 0) {
    own.largestSize = 37;
    own.mostElements = 600;
  }
  return own;
}

CheckedProgram Fuzzer::make(uint64_t seed, const GenerateLimits &limits,
                            Coverage &coverage) const {
  CheckedProgram program =
      options.specials ? generateSpecials(recipes, seed, limits, coverage)
                       : generateProgram(recipes, seed, limits, coverage);
  if (options.flush) {
    tools::flushSubnormals(program);
  }
  return program;
}

bool Fuzzer::run() {
  auto start = std::chrono::steady_clock::now();
  auto isOver = [&] {
    if (options.count > 0) {
      return tally.programs >= options.count;
    }
    std::chrono::duration<double> spent =
        std::chrono::steady_clock::now() - start;
    return spent.count() >= options.seconds;
  };
  for (uint64_t seed = options.seed; !isOver(); ++seed) {
    if (!check(seed, make(seed, limitsOf(seed), coverage))) {
      return false;
    }
  }
  return true;
}

bool Fuzzer::runSpecials() {
  if (options.count > 0) {
    for (uint64_t i = 0; i < options.count; ++i) {
      uint64_t number = options.seed + i;
      if (!check(number, make(number, limits, coverage))) {
        return false;
      }
    }
    return true;
  }
  SpecialsLeft left(recipes, limits, coverage);
  while (std::optional<uint64_t> number = left.next()) {
    if (*number >= options.seed &&
        !check(*number, make(*number, limits, coverage))) {
      return false;
    }
  }
  return true;
}

bool Fuzzer::check(uint64_t seed, const CheckedProgram &program) {
  ++tally.programs;
  // Where the compiler crashes, this is in the report.
  std::string what =
      options.file.empty()
          ? command("--seed=" + std::to_string(seed) + " --count=1")
          : "program of " + options.file;
  llvm::PrettyStackTraceString crumb(what.c_str());
  if (options.print) {
    llvm::outs() << "// seed " << seed << "\n" << printProgram(program);
  }
  CheckResult result = checkProgram(program, stages);
  if (isFinding(result)) {
    show(seed, program, result);
    return false;
  }
  // Numbers in a message tell nothing here.
  constexpr size_t enough = 60;
  std::string reason = result.message.substr(0, enough);
  switch (result.verdict) {
  case CheckVerdict::Same:
    ++tally.compared;
    return true;
  case CheckVerdict::Unimplemented:
    ++tally.unimplemented;
    tally.notCompared(result.stage + " does not do: " + reason, seed);
    return true;
  default:
    ++tally.failing;
    tally.notCompared("fails by itself: " + reason, seed);
    return true;
  }
}

bool Fuzzer::runOn(CheckedProgram program) {
  auto main = program.module->lookupSymbol<func::FuncOp>("main");
  if (!main ||
      program.inputs.size() !=
          main.getNumArguments() * static_cast<size_t>(program.processes())) {
    return checkFunctions(*program.module);
  }
  if (!check(options.seed, program)) {
    return false;
  }
  llvm::outs() << tally.compared << " of " << tally.programs
               << " runs compared\n";
  return true;
}

bool Fuzzer::checkFunctions(ModuleOp module) {
  uint64_t sets = options.count > 0 ? options.count : 20;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isPublic() || function.isExternal() ||
        !llvm::all_of(function.getArgumentTypes(), stablehlo::isPlainTensor)) {
      continue;
    }
    CheckedProgram program;
    program.module = OwningOpRef<ModuleOp>(cast<ModuleOp>(module->clone()));
    for (auto other :
         llvm::make_early_inc_range(program.module->getOps<func::FuncOp>())) {
      if (other.getName() == function.getName()) {
        other.setName("main");
      } else if (other.isPublic()) {
        other.erase();
      }
    }
    auto budget = reference::Budget::create();
    for (uint64_t seed = options.seed; seed < options.seed + sets; ++seed) {
      Random random(seed);
      program.inputs.clear();
      for (Type type : function.getArgumentTypes()) {
        program.inputs.push_back(
            randomTensor(*budget, cast<RankedTensorType>(type), random));
      }
      if (!check(seed, program)) {
        llvm::outs() << "// in function @" << function.getName() << "\n";
        return false;
      }
    }
  }
  llvm::outs() << tally.compared << " of " << tally.programs
               << " runs compared\n";
  return true;
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

CheckedProgram Fuzzer::reduce(uint64_t seed, const CheckedProgram &program) {
  auto fails = [&](const CheckedProgram &candidate) {
    CheckResult result = checkProgram(candidate, stages);
    return isFinding(result) && result.verdict != CheckVerdict::Invalid;
  };
  // Smaller sizes first: the same choices with less room.
  CheckedProgram small = cloneProgram(program);
  Coverage ignored;
  for (int64_t size : {2, 3, 4}) {
    if (!options.file.empty()) {
      break;
    }
    GenerateLimits less = limitsOf(seed);
    less.largestSize = size;
    less.longest = std::min<int64_t>(less.longest, size * 1000);
    CheckedProgram candidate = make(seed, less, ignored);
    if (fails(candidate)) {
      small = std::move(candidate);
      break;
    }
  }
  return reduceProgram(small, fails);
}

std::string Fuzzer::command(llvm::StringRef what) const {
  std::string text = "weft-fuzz-programs " + what.str() +
                     " --stages=" + llvm::join(options.stageList(), ",");
  if (options.target.getNumOccurrences() > 0) {
    text += " --target=" + options.target;
  }
  if (options.deterministic) {
    text += " --deterministic";
  }
  if (options.operations.getNumOccurrences() > 0) {
    text += " --operations=" + std::to_string(options.operations);
  }
  if (!options.without.empty()) {
    text += " --without=" + llvm::join(options.without, ",");
  }
  if (options.specials) {
    text += " --specials";
  }
  if (options.longest.getNumOccurrences() > 0) {
    text += " --longest=" + std::to_string(options.longest);
  }
  if (options.longOneIn.getNumOccurrences() > 0) {
    text += " --long-one-in=" + std::to_string(options.longOneIn);
  }
  if (!options.peer.empty()) {
    text += " --peer='" + options.peer + "'";
  }
  if (options.plant > 0) {
    text += " --plant=" + std::to_string(options.plant);
  }
  return text + (options.flush ? " --flush" : "") +
         (options.complete ? " --complete" : "");
}

void Fuzzer::show(uint64_t seed, const CheckedProgram &program,
                  const CheckResult &result) {
  llvm::raw_ostream &out = llvm::outs();
  if (result.verdict == CheckVerdict::Invalid) {
    out << "// seed " << seed
        << ": the generated program is invalid: " << result.message << "\n"
        << printProgram(program);
    return;
  }
  CheckedProgram small = reduce(seed, program);
  CheckResult again = checkProgram(small, stages);
  std::string text = printProgram(small);
  out << "// seed " << seed << ": changed by " << again.stage << ": "
      << again.message << "\n";
  if (options.file.empty()) {
    out << "// the program as it was made: "
        << command("--seed=" + std::to_string(seed) + " --count=1") << "\n";
  }
  std::string place = options.save.empty() ? "FILE" : options.save.getValue();
  out << "// this one, in a file: " << command("--file=" + place) << "\n";
  std::error_code error;
  if (options.save.empty()) {
    out << text;
  } else if (llvm::raw_fd_ostream file(options.save, error); !error) {
    file << text;
  } else {
    llvm::errs() << "weft-fuzz-programs: error: cannot write '" << place
                 << "': " << error.message() << "\n";
  }
  for (const CheckStage &stage : stages) {
    if (stage.apply) {
      (void)stage.apply(*small.module);
      out << "\n// -----\n// after " << stage.name << "\n";
      small.module->print(out);
    }
  }
}

void Fuzzer::report() const {
  llvm::raw_ostream &out = llvm::outs();
  CoverageReport covered = reportCoverage(recipes, coverage);
  out << tally.programs << " programs, " << tally.compared << " compared, "
      << tally.unimplemented << " not implemented, " << tally.failing
      << " fail by themselves\n"
      << "operations made: " << covered.operationsMade << " of "
      << covered.operations << "; element types: " << covered.elementTypesMade
      << " of " << covered.elementTypes
      << "; operations with an element type: " << covered.pairsMade << " of "
      << covered.pairs << "\n"
      << "bodies that depend on order: " << covered.bodiesMade << " of "
      << covered.bodies << "\n";
  SpecialCoverage::Count operands = coverage.specials.operands();
  SpecialCoverage::Count pairs = coverage.specials.pairs();
  out << "operands with a special value: " << operands.met << " of "
      << operands.all << "; pairs of special values: " << pairs.met << " of "
      << pairs.all << "\n";
  if (options.coverage) {
    for (auto &[name, count] : coverage.bodies) {
      out << name << ": " << count << " times\n";
    }
    for (const std::string &line : coverage.specials.lines()) {
      out << line << "\n";
    }
    for (const std::string &value : coverage.specials.missing()) {
      out << "never met: " << value << "\n";
    }
  }
  std::vector<std::string> rules = stageContext.rules.names();
  std::vector<std::string> idle;
  for (const std::string &name : rules) {
    if (!stageContext.applied.count(name)) {
      idle.push_back(name);
    }
  }
  bool hasRules = !stageContext.applied.empty();
  if (hasRules) {
    out << "rules applied: " << rules.size() - idle.size() << " of "
        << rules.size() << "\n";
  }
  if (!options.never) {
    return;
  }
  for (const std::string &pair : covered.never) {
    out << "never made: " << pair << "\n";
  }
  for (const std::string &name : idle) {
    if (hasRules) {
      out << "never applied: " << name << "\n";
    }
  }
  for (auto &[text, reason] : tally.reasons) {
    out << reason.count << " times, first seed " << reason.seed << ": " << text
        << "\n";
  }
}

int failWith(const llvm::Twine &message) {
  llvm::errs() << "weft-fuzz-programs: error: " << message << "\n";
  return 1;
}

int runTool(const CommandLine &options) {
  DialectRegistry registry;
  stablehlo::registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  Fuzzer fuzzer(&context, options);
  if (options.plant != 0 &&
      !tools::plantFault(options.plant, fuzzer.stageSetup().rules)) {
    return failWith("there is no fault " + llvm::Twine(options.plant) +
                    "; see --list-plants");
  }
  if (llvm::is_contained(options.stageList(), "peer") && options.peer.empty()) {
    return failWith("the stage 'peer' needs --peer=command");
  }
  StatusOr<runtime::TensorRunner> runner = tools::runnerFor(options.target);
  if (!runner.ok()) {
    return failWith(runner.status().message());
  }
  fuzzer.stageSetup().pipeline.compile.target = options.target;
  if (options.deterministic) {
    fuzzer.stageSetup()
        .pipeline.compile.overrides["xla_gpu_deterministic_ops"] = "true";
  }
  fuzzer.stageSetup().pipeline.runOnTarget = *std::move(runner);
  fuzzer.stageSetup().peer = std::make_unique<tools::Peer>(options.peer);
  for (const std::string &name : options.stageList()) {
    std::optional<CheckStage> stage =
        tools::makeStage(name, fuzzer.stageSetup());
    if (!stage) {
      return failWith("no stage '" + name + "'; there are " +
                      tools::stageNames());
    }
    fuzzer.addStage(std::move(*stage));
  }
  if (options.file.empty()) {
    bool isClean = options.specials ? fuzzer.runSpecials() : fuzzer.run();
    fuzzer.report();
    return isClean ? 0 : 1;
  }
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(options.file);
  if (!buffer) {
    return failWith("cannot read '" + options.file +
                    "': " + buffer.getError().message());
  }
  StatusOr<CheckedProgram> program =
      parseProgram((*buffer)->getBuffer(), &context);
  if (!program.ok()) {
    return failWith(options.file + ": " +
                    std::string(program.status().message()));
  }
  return fuzzer.runOn(std::move(program).value()) ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
  llvm::InitLLVM initialise(argc, argv);
  llvm::setBugReportMsg(
      "weft-fuzz-programs crashed. This is a bug in Weft: please report "
      "it with the seed and the text below.\n");
  static CommandLine options;
  cl::SetVersionPrinter([](llvm::raw_ostream &stream) {
    stream << "weft-fuzz-programs, Weft " << tools::version << "\n";
  });
  cl::HideUnrelatedOptions(options.category);
  cl::ParseCommandLineOptions(argc, argv, kOverview);
  if (options.listPlants) {
    for (const tools::PlantedFault &fault : tools::plantedFaults()) {
      llvm::outs() << fault.number << ":" << fault.stage << ":"
                   << fault.description << "\n";
    }
    return 0;
  }
  return runTool(options);
}
