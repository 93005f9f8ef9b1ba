// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// weft-fuzz-programs: makes random programs and checks passes on them.

#include "tools/common/Version.h"
#include "tools/weft-fuzz-programs/Planted.h"
#include "weft/StableHLO/Import/Dialects.h"
#include "weft/StableHLO/Simplify/Simplify.h"
#include "weft/StableHLO/Testing/GenerateCheck.h"
#include "weft/StableHLO/Testing/GenerateReduce.h"

#include <llvm/Support/CommandLine.h>
#include <llvm/Support/Format.h>
#include <llvm/Support/InitLLVM.h>
#include <llvm/Support/PrettyStackTrace.h>
#include <llvm/Support/raw_ostream.h>
#include <mlir/IR/MLIRContext.h>
#include <mlir/Parser/Parser.h>

#include <chrono>
#include <map>

namespace cl = llvm::cl;
using namespace mlir;
using namespace weft;
using namespace weft::generate;

namespace {

constexpr const char *kOverview =
    R"(weft-fuzz-programs: checks passes on random programs

  Makes random StableHLO programs, runs each in the reference interpreter before
  and after every pass, and compares the results. The first program that a pass
  changes is made small and printed, with its inputs and its seed; the exit
  status is then 1. Otherwise the coverage is printed, and the exit status is 0.

  weft-fuzz-programs --seconds=60                run for a minute
  weft-fuzz-programs --seed=4711 --count=1 --print    show one program
  weft-fuzz-programs --plant=3                   with a wrong rule: must exit 1
  weft-fuzz-programs --file=rules.mlir           check the functions of a file on
                                                 random inputs instead
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
  cl::list<std::string> passes{"passes", cl::CommaSeparated,
                               cl::value_desc("name,..."), cl::cat(category),
                               cl::desc("passes to check, in order: simplify")};
  cl::opt<std::string> file{
      "file", cl::value_desc("x.mlir"), cl::cat(category),
      cl::desc("check the public functions of this file")};
  cl::opt<int> plant{"plant", cl::init(0), cl::cat(category),
                     cl::desc("put wrong rule 1 to 10 among the right ones")};
  cl::opt<bool> listPlants{"list-plants", cl::cat(category),
                           cl::desc("say what the wrong rules get wrong")};
  cl::opt<int> operations{"operations", cl::init(10), cl::cat(category),
                          cl::desc("most operations in a program")};
  cl::opt<bool> print{"print", cl::cat(category),
                      cl::desc("print every program")};
  cl::opt<bool> never{"never", cl::cat(category),
                      cl::desc("list what was never made or applied")};
};

struct Tally {
  uint64_t programs = 0;
  uint64_t compared = 0;
  uint64_t failing = 0;
  std::map<std::string, uint64_t> failures;
  std::map<std::string, int64_t> rules;
};

class Fuzzer {
public:
  Fuzzer(MLIRContext *context, const CommandLine &options)
      : options(options), recipes(context),
        rules(stablehlo::standardRules(context)) {
    if (options.plant > 0) {
      tools::plantRule(rules, options.plant);
    }
    limits.operations = options.operations;
  }

  bool addPass(llvm::StringRef name) {
    if (name != "simplify") {
      return false;
    }
    passes.push_back({"simplify",
                      Tolerance(),
                      [this](ModuleOp module) {
                        stablehlo::SimplifyStatistics statistics;
                        stablehlo::simplify(module, rules, {}, &statistics);
                        for (auto &[rule, count] : statistics.byRule) {
                          tally.rules[rule] += count;
                        }
                        return success(!statistics.cutOff);
                      },
                      {}});
    return true;
  }

  /// False after a finding.
  bool run();
  /// The same for every public function of a module, on --count sets of inputs.
  bool runOn(ModuleOp module);
  void report() const;

private:
  bool check(uint64_t seed);
  bool check(uint64_t seed, const GeneratedProgram &program);
  void show(uint64_t seed, const GeneratedProgram &program,
            const CheckResult &result);

  const CommandLine &options;
  Recipes recipes;
  stablehlo::RuleSet rules;
  std::vector<CheckedPass> passes;
  GenerateLimits limits;
  Coverage coverage;
  Tally tally;
};

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
  uint64_t seed = options.seed;
  while (!isOver()) {
    if (!check(seed++)) {
      return false;
    }
  }
  return true;
}

bool Fuzzer::check(uint64_t seed) {
  GeneratedProgram program = generateProgram(recipes, seed, limits, coverage);
  ++tally.programs;
  return check(seed, program);
}

bool Fuzzer::check(uint64_t seed, const GeneratedProgram &program) {
  if (options.print) {
    llvm::outs() << "// seed " << seed << "\n" << describeProgram(program);
  }
  CheckResult result = checkProgram(program, passes);
  switch (result.verdict) {
  case Verdict::Same:
    ++tally.compared;
    return true;
  case Verdict::Fails:
    ++tally.failing;
    ++tally.failures[result.message.substr(0, 60)];
    return true;
  case Verdict::Invalid:
  case Verdict::Changed:
    show(seed, program, result);
    return false;
  }
  return true;
}

bool Fuzzer::runOn(ModuleOp module) {
  uint64_t sets = options.count > 0 ? options.count : 20;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isPublic() || function.isExternal() ||
        !llvm::all_of(function.getArgumentTypes(), stablehlo::isPlainTensor)) {
      continue;
    }
    GeneratedProgram program;
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
      ++tally.programs;
      if (!check(seed, program)) {
        llvm::outs() << "in function @" << function.getName() << "\n";
        return false;
      }
    }
  }
  llvm::outs() << tally.compared << " of " << tally.programs
               << " runs compared\n";
  return true;
}

void Fuzzer::show(uint64_t seed, const GeneratedProgram &program,
                  const CheckResult &result) {
  if (result.verdict == Verdict::Invalid) {
    llvm::outs() << "seed " << seed
                 << ": the generated program is invalid: " << result.message
                 << "\n"
                 << describeProgram(program);
    return;
  }
  auto fails = [&](const GeneratedProgram &candidate) {
    return checkProgram(candidate, passes).verdict == Verdict::Changed;
  };
  // Smaller sizes first: the same choices with less room.
  GeneratedProgram small = cloneProgram(program);
  Coverage ignored;
  for (int64_t size : {2, 3, 4}) {
    if (!options.file.empty()) {
      break;
    }
    GenerateLimits less = limits;
    less.largestSize = size;
    GeneratedProgram candidate = generateProgram(recipes, seed, less, ignored);
    if (fails(candidate)) {
      small = std::move(candidate);
      break;
    }
  }
  small = reduceProgram(small, fails);
  CheckResult again = checkProgram(small, passes);
  llvm::outs() << "seed " << seed << ": changed by " << result.pass << ": "
               << again.message << "\n"
               << describeProgram(small);
  for (const CheckedPass &pass : passes) {
    (void)pass.apply(*small.module);
    llvm::outs() << "// after " << pass.name << "\n";
    small.module->print(llvm::outs());
  }
}

void Fuzzer::report() const {
  CoverageReport covered = reportCoverage(recipes, coverage);
  llvm::outs() << tally.programs << " programs, " << tally.compared
               << " compared, " << tally.failing << " fail by themselves\n";
  llvm::outs() << "operations made: " << covered.operationsMade << " of "
               << covered.operations
               << "; with an element type: " << covered.made << " of "
               << covered.possible << "\n";
  size_t applied = 0;
  std::vector<std::string> idle;
  for (const std::string &name : rules.names()) {
    if (tally.rules.count(name)) {
      ++applied;
    } else {
      idle.push_back(name);
    }
  }
  llvm::outs() << "rules applied: " << applied << " of "
               << applied + idle.size() << "\n";
  if (!options.never) {
    return;
  }
  for (const std::string &pair : covered.never) {
    llvm::outs() << "never made: " << pair << "\n";
  }
  for (const std::string &name : idle) {
    llvm::outs() << "never applied: " << name << "\n";
  }
  for (auto &[message, count] : tally.failures) {
    llvm::outs() << "failed " << count << " times: " << message << "\n";
  }
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
    for (int i = 1; i <= tools::plantedRules; ++i) {
      llvm::outs() << i << ":" << tools::describePlanted(i) << "\n";
    }
    return 0;
  }
  if (options.plant < 0 || options.plant > tools::plantedRules) {
    llvm::errs() << "weft-fuzz-programs: error: --plant takes a number from 1 "
                    "to "
                 << tools::plantedRules << "\n";
    return 1;
  }
  DialectRegistry registry;
  stablehlo::registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  Fuzzer fuzzer(&context, options);
  std::vector<std::string> names(options.passes.begin(), options.passes.end());
  if (names.empty()) {
    names.push_back("simplify");
  }
  for (const std::string &name : names) {
    if (!fuzzer.addPass(name)) {
      llvm::errs() << "weft-fuzz-programs: error: no pass '" << name
                   << "'; there is simplify\n";
      return 1;
    }
  }
  if (!options.file.empty()) {
    OwningOpRef<ModuleOp> module =
        parseSourceFile<ModuleOp>(options.file, &context);
    return module && fuzzer.runOn(*module) ? 0 : 1;
  }
  bool clean = fuzzer.run();
  fuzzer.report();
  return clean ? 0 : 1;
}
