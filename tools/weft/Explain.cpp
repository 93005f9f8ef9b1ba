// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/weft/Explain.h"

#include "tools/weft/Assembly.h"
#include "weft/Executable/NativeCode.h"
#include "weft/Machine/Machine.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>

namespace weft::tools {
namespace {

/// What is shown of a long listing, of many kernels, of many records.
constexpr size_t kLines = 80;
constexpr size_t kKernels = 8;
constexpr size_t kRecords = 12;

std::string counted(int64_t count, llvm::StringRef noun) {
  return std::to_string(count) + " " + noun.str() + (count == 1 ? "" : "s");
}

template <class Names> std::string listOf(const Names &names) {
  return llvm::join(names, ", ");
}

class Printer {
public:
  Printer(const Watched &watched, const ExplainOptions &options,
          llvm::raw_ostream &output)
      : watched(watched), options(options), output(output),
        functions(splitAssembly(watched.trace.code.assembly)),
        blockFunctions(splitAssembly(watched.blockCode)) {
    StatusOr<Machine> machine = findMachine(options.target);
    isGpu = machine.ok() && !machine->isCpu();
  }

  Status print();

private:
  void printSummary();
  void printRewrites();
  void printKernel(const Watched::Kernel &kernel);
  void printBlockForm(llvm::StringRef function);
  /// Who runs the programs of a kernel.
  std::string sharedAs(const CompileTrace::Kernel &kernel) const;
  void printPlan();

  void title(const llvm::Twine &text) {
    std::string line = ("== " + text + " ").str();
    line.resize(std::max<size_t>(line.size(), 80), '=');
    output << "\n" << line << "\n";
  }
  void heading(const llvm::Twine &text) { output << "\n" << text << "\n"; }
  void listing(llvm::StringRef text);
  void records(llvm::ArrayRef<const Record *> found);
  /// The assembly of a function; empty if there is none.
  static llvm::StringRef codeOf(llvm::ArrayRef<AssemblyFunction> functions,
                                llvm::StringRef function);
  bool isAbout(const Record &record, llvm::StringRef kernel) const {
    return kernel == llvm::StringRef(watched.log.string(record.subject)) ||
           kernel == llvm::StringRef(watched.log.string(record.other));
  }

  const Watched &watched;
  const ExplainOptions &options;
  llvm::raw_ostream &output;
  std::vector<AssemblyFunction> functions;
  std::vector<AssemblyFunction> blockFunctions;
  bool isGpu = false;
};

void Printer::listing(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> lines;
  text.trim('\n').split(lines, '\n');
  // A listing that is only a little too long is shown whole.
  bool isCut = !options.all && lines.size() > kLines + kLines / 4;
  for (llvm::StringRef line :
       llvm::ArrayRef(lines).take_front(isCut ? kLines : lines.size())) {
    output << (line.empty() ? "" : "  ") << line << "\n";
  }
  if (isCut) {
    output << "  ... " << lines.size() - kLines
           << " more lines; --all shows them\n";
  }
}

void Printer::records(llvm::ArrayRef<const Record *> found) {
  bool isCut = !options.all && found.size() > kRecords + kRecords / 4;
  for (const Record *record :
       found.take_front(isCut ? kRecords : found.size())) {
    output << "  " << watched.log.text(*record) << "\n";
  }
  if (isCut) {
    output << "  ... " << found.size() - kRecords
           << " more; --all shows them\n";
  }
}

llvm::StringRef Printer::codeOf(llvm::ArrayRef<AssemblyFunction> functions,
                                llvm::StringRef function) {
  const auto *found = llvm::find_if(
      functions, [&](const auto &one) { return one.name == function; });
  return found == functions.end() ? llvm::StringRef()
                                  : llvm::StringRef(found->text);
}

void Printer::printSummary() {
  const Manifest &manifest = watched.executable->manifest();
  output << options.file << ": " << manifest.name << ", compiled for "
         << options.target << "\n";
  size_t withCode = llvm::count_if(watched.trace.kernels, [](const auto &one) {
    return !one.function.empty();
  });
  output << "  " << counted(watched.operationsGiven, "operation") << " given, "
         << watched.operationsLeft << " when rewritten, "
         << counted(static_cast<int64_t>(withCode), "kernel") << "\n";
  std::string memory = watched.memory.text();
  output << "  " << llvm::StringRef(memory).split('\n').first << "\n";
  output << "  " << manifest.memory.code << " bytes of code\n";
  if (const char *calibration = std::getenv("WEFT_CALIBRATION");
      calibration != nullptr && *calibration != '\0') {
    output << "  costs of " << calibration << "\n";
  }
  heading("time to compile");
  output << watched.times;
}

void Printer::printRewrites() {
  std::vector<const Record *> found;
  for (const Record &record : watched.log.records()) {
    if (record.kind == DecisionKind::Import ||
        record.kind == DecisionKind::Simplify ||
        record.kind == DecisionKind::Library ||
        record.kind == DecisionKind::Limit ||
        watched.log.stageName(record) == "expand-operations") {
      found.push_back(&record);
    }
  }
  if (!found.empty()) {
    heading("rewritten before it was planned");
    records(found);
  }
}

std::string Printer::sharedAs(const CompileTrace::Kernel &kernel) const {
  if (isGpu) {
    return std::string(kernel.byThread ? "a thread each, in blocks of "
                                       : "a block each, of ") +
           counted(kernel.grain, "thread");
  }
  if (kernel.grain > 0) {
    return "on all threads in pieces of at least " +
           counted(kernel.grain, "program");
  }
  return std::string("in the thread of the caller") +
         (kernel.isKept ? ", which needs its results next" : "");
}

void Printer::printKernel(const Watched::Kernel &kernel) {
  title("kernel @" + kernel.name);
  auto traced = llvm::find_if(watched.trace.kernels, [&](const auto &one) {
    return one.name == kernel.name;
  });
  if (!kernel.place.empty()) {
    output << "from " << kernel.place << "\n";
  }
  bool hasCode =
      traced != watched.trace.kernels.end() && !traced->function.empty();
  if (hasCode) {
    output << "grid of " << counted(traced->programs, "program") << ", "
           << sharedAs(*traced) << "; " << counted(traced->scratchBytes, "byte")
           << " of scratch\n";
    for (const std::string &step : traced->assembled) {
      output << "assembled, @" << step << "\n";
    }
    if (traced->streamed > 0) {
      output
          << counted(traced->streamed, "result")
          << " larger than half of the last cache, written past the caches\n";
    }
    if (traced->function != kernel.name) {
      output << "computes the same as @" << traced->function
             << " and has its code\n";
    }
  } else {
    output << "has no code: it has nothing to compute, or the runtime carries "
              "it out\n";
  }

  std::vector<const Record *> reasons;
  for (const Record &record : watched.log.records()) {
    if (isAbout(record, kernel.name)) {
      reasons.push_back(&record);
    }
  }
  // What was done before what was not.
  llvm::stable_sort(reasons, [](const Record *a, const Record *b) {
    auto isRefusal = [](const Record *record) {
      return record->verdict == Verdict::Refused ||
             record->verdict == Verdict::Rejected;
    };
    return isRefusal(a) < isRefusal(b);
  });
  if (!reasons.empty()) {
    heading("why it is one kernel");
    records(reasons);
  }
  heading("what it computes");
  listing(kernel.program);
  if (!hasCode) {
    return;
  }
  // Kernels that share code are shown with it once, or when asked for.
  if (traced->function != kernel.name && options.kernel.empty()) {
    return;
  }
  heading("as a program on tiles");
  listing(watched.tilePrograms.lookup(traced->function));
  heading("as assembly for " + options.target);
  listing(codeOf(functions, traced->function));
  printBlockForm(traced->function);
}

void Printer::printBlockForm(llvm::StringRef function) {
  auto found = watched.blockPrograms.find(function);
  if (found == watched.blockPrograms.end()) {
    return;
  }
  for (const Watched::BlockProgram &program : found->second) {
    heading("for blocks of threads, after " + program.stage);
    listing(program.text);
  }
  if (llvm::StringRef code = codeOf(blockFunctions, function); !code.empty()) {
    heading("for blocks of threads, as assembly for " + options.target);
    listing(code);
  }
}

void Printer::printPlan() {
  title("plan");
  heading("where everything lies");
  listing(watched.plan);
  std::vector<const Record *> found;
  for (const Record &record : watched.log.records()) {
    bool isAboutMemory = record.kind == DecisionKind::Copy ||
                         record.kind == DecisionKind::InPlace ||
                         record.kind == DecisionKind::Place ||
                         record.kind == DecisionKind::Order;
    // That a loop is one kernel stands with the kernel.
    bool isAboutLoops = record.kind == DecisionKind::Loop &&
                        record.reason != Reason::LoopKernel;
    if (isAboutMemory || isAboutLoops) {
      found.push_back(&record);
    }
  }
  if (!found.empty()) {
    heading("why");
    records(found);
  }
  heading("memory");
  listing(watched.memory.text());
  const MemoryReport &memory = watched.executable->manifest().memory;
  uint64_t beside =
      memory.temporary - static_cast<uint64_t>(watched.memory.sizes.temp);
  if (beside > 0) {
    output
        << "  " << beside
        << " bytes beside that for scratch of kernels and for copies: in all "
        << static_cast<uint64_t>(watched.memory.sizes.peak()) + beside
        << " at the peak of a run in one thread\n";
  }
  for (const HelperScratch &helper : memory.helpers) {
    output << "  " << helper.bytes << " bytes for each further thread of up to "
           << helper.threads << "\n";
  }
  if (const std::string &commands = watched.trace.code.commands;
      !commands.empty()) {
    heading("the plan as commands for " + options.target);
    listing(commands);
  }
  if (llvm::StringRef code = codeOf(functions, kEntrySymbol); !code.empty()) {
    heading("the plan as assembly for " + options.target);
    listing(code);
  }

  std::vector<const AssemblyFunction *> shared;
  for (const AssemblyFunction &function : functions) {
    bool isKernel =
        llvm::any_of(watched.trace.kernels, [&](const auto &kernel) {
          return kernel.function == function.name;
        });
    if (!isKernel && function.name != kEntrySymbol) {
      shared.push_back(&function);
    }
  }
  if (shared.empty()) {
    return;
  }
  title("functions that kernels share");
  for (const AssemblyFunction *function : shared) {
    if (options.all) {
      output << "\n";
      listing(function->text);
    } else {
      output << "  " << function->name << ", "
             << counted(llvm::StringRef(function->text).count('\n'), "line")
             << "\n";
    }
  }
  if (!options.all) {
    output << "  --all shows them\n";
  }
}

Status Printer::print() {
  if (!options.stage.empty()) {
    std::vector<std::string> names;
    for (const auto &[name, text] : watched.stages) {
      if (name == options.stage) {
        output << text;
        return Status::success();
      }
      names.push_back(name);
    }
    return Status::invalidArgument("no stage is named '" + options.stage +
                                   "'; there are " + listOf(names));
  }
  if (!options.kernel.empty()) {
    llvm::StringRef wanted = options.kernel;
    wanted.consume_front("@");
    std::vector<std::string> names;
    for (const Watched::Kernel &kernel : watched.kernels) {
      if (kernel.name == wanted) {
        printKernel(kernel);
        return Status::success();
      }
      names.push_back(kernel.name);
    }
    return Status::invalidArgument(
        "no kernel is named '" + wanted.str() + "'; " +
        (names.empty() ? "the program has none"
                       : "there are " + listOf(names)));
  }

  printSummary();
  printRewrites();
  llvm::ArrayRef<Watched::Kernel> kernels = watched.kernels;
  bool isCut = !options.all && kernels.size() > kKernels;
  for (const Watched::Kernel &kernel :
       kernels.take_front(isCut ? kKernels : kernels.size())) {
    printKernel(kernel);
  }
  if (isCut) {
    title(llvm::Twine(kernels.size() - kKernels) + " more kernels");
    for (const Watched::Kernel &kernel : kernels.drop_front(kKernels)) {
      output << "  @" << kernel.name
             << (kernel.place.empty() ? "" : " from " + kernel.place) << "\n";
    }
    output << "  --kernel=NAME shows one, --all shows all\n";
  }
  printPlan();
  return Status::success();
}

} // namespace

Status printExplanation(const Watched &watched, const ExplainOptions &options,
                        llvm::raw_ostream &output) {
  return Printer(watched, options, output).print();
}

} // namespace weft::tools
