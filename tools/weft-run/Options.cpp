// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/weft-run/Options.h"

#include "tools/common/Version.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/raw_ostream.h>

#include <limits>

namespace cl = llvm::cl;

namespace weft::tools {
namespace {

constexpr const char *kOverview = R"(weft-run: runs a StableHLO program

  Reads a program as text, MLIR bytecode or portable artifact (VHLO), runs one
  of its functions in the reference interpreter, and prints the results or
  writes them to .npy files. FILE may be '-' for standard input. A tile.kernel
  runs in the model: it takes its scalars and the refs it reads, and returns the
  refs it writes.

  weft-run model.mlir                                 run @main, print its results
  weft-run model.mlir --input=x.npy --input=y.npy --output=z.npy
  weft-run model.mlir --args='[dense<1.0> : tensor<2xf32>]'
  weft-run model.mlir --compiled --input=x.npy        the same as native code
  weft-run tests.mlir --check                         run the file's test functions
  weft-run model.mlir --check-passes                  find the stage that is wrong

  With --check, each part of the file (parts are separated by lines '// -----')
  is a program of its own. Its test is @main if there is one, else every public
  function without arguments. A test passes when it runs to its end; a part with
  'expected-error' comments passes when exactly these errors occur.

  The exit status is 0 on success and 1 on any error or failed test. When an
  error occurs, no output file is written or changed.
)";

/// Lives as long as the process, as LLVM's registry of options requires.
struct CommandLine {
  cl::OptionCategory category{"weft-run options"};
  cl::opt<std::string> file{cl::Positional, cl::desc("FILE"), cl::init("-"),
                            cl::cat(category)};
  cl::opt<std::string> function{
      "function", cl::value_desc("name"), cl::cat(category),
      cl::desc("function to run (default: main, or the only public one)")};
  cl::list<std::string> inputs{
      "input", cl::value_desc("x.npy"), cl::cat(category),
      cl::desc("file with an argument's value; once per argument, in order")};
  cl::opt<std::string> arguments{
      "args", cl::value_desc("[dense<...> : type, ...]"), cl::cat(category),
      cl::desc("the arguments' values as MLIR attributes, instead of --input")};
  cl::list<std::string> outputs{
      "output", cl::value_desc("y.npy"), cl::cat(category),
      cl::desc("file to write a result to, instead of printing; once per "
               "result, in order")};
  cl::opt<bool> check{"check", cl::cat(category),
                      cl::desc("run the test functions and report on each")};
  cl::opt<bool> printResults{
      "print-results", cl::cat(category),
      cl::desc("with --check: print what the test functions return")};
  cl::opt<bool> dense{"dense", cl::cat(category),
                      cl::desc("print values as MLIR attributes")};
  cl::opt<bool> full{
      "full", cl::cat(category),
      cl::desc("print every element (default: tensors of more than 1000 "
               "elements are shortened)")};
  cl::opt<std::string> devices{
      "devices", cl::value_desc("N or RxP"), cl::cat(category),
      cl::desc("run on N replicas, or R replicas of P partitions, at once; "
               "inputs are given once for all devices or once per device")};
  cl::opt<std::string> device{
      "device", cl::value_desc("model or cuda"), cl::init("model"),
      cl::cat(category),
      cl::desc("where a tile.kernel runs: in the model, or on the first NVIDIA "
               "GPU")};
  cl::opt<bool> printPtx{
      "print-ptx", cl::cat(category),
      cl::desc("print the PTX of a tile.kernel for sm_90a; nothing is run")};
  cl::opt<std::string> warps{
      "warps", cl::value_desc("count"), cl::cat(category),
      cl::desc("warps of a program on a GPU (default: by the size of tiles)")};
  cl::opt<bool> byThread{
      "by-thread", cl::cat(category),
      cl::desc("one thread of a GPU runs a program, not a block of them")};
  cl::opt<std::string> repeat{
      "repeat", cl::value_desc("count"), cl::cat(category),
      cl::desc("with --device=cuda: run the kernel this often again and print "
               "how long it takes")};
  cl::opt<std::string> maxMemory{
      "max-memory", cl::value_desc("bytes"), cl::cat(category),
      cl::desc("stop when values need more than this; suffixes K, M, G "
               "(default: 8G)")};
  cl::opt<std::string> maxSteps{
      "max-steps", cl::value_desc("count"), cl::cat(category),
      cl::desc("stop after this many executed operations (default: 2^40; with "
               "--check-passes 10^8)")};
  cl::opt<std::string> seed{
      "seed", cl::value_desc("number"), cl::cat(category),
      cl::desc("start the programs of a kernel in an order that this number "
               "chooses (default: in order); with --check-passes also the "
               "inputs")};
  cl::opt<std::string> probeDirectory{
      "probe-output-dir", cl::value_desc("folder"), cl::cat(category),
      cl::desc("where interpreter.probe writes its values")};
  cl::opt<bool> compiled{
      "compiled", cl::cat(category),
      cl::desc("compile the program and run its native code; with --check the "
               "interpreter checks what native code computed")};
  cl::opt<bool> checkPasses{
      "check-passes", cl::cat(category),
      cl::desc("compile the program, execute it after each stage, and name the "
               "first that changes a result; inputs that are not given are "
               "made up by --seed")};
  cl::opt<std::string> target{
      "target", cl::value_desc("machine"), cl::init("host"), cl::cat(category),
      cl::desc("with --compiled and --check-passes: compile for this machine "
               "(weft machine lists them), and run on the GPU, or on the "
               "stand-in for its driver that WEFT_CUDA_DRIVER names")};
  cl::opt<bool> timeStages{
      "time-stages", cl::cat(category),
      cl::desc("with --compiled: print the time of each stage of the compiler, "
               "to standard error")};
  cl::opt<std::string> dumpDirectory{
      "dump", cl::value_desc("folder"), cl::cat(category),
      cl::desc("with --compiled: write the program after each stage of the "
               "compiler to this folder")};
  cl::opt<bool> explain{
      "explain", cl::cat(category),
      cl::desc("print the decisions taken on the way, to standard error")};
};

StatusOr<uint64_t> parseCount(llvm::StringRef option, llvm::StringRef text,
                              bool isSize) {
  uint64_t factor = 1;
  llvm::StringRef digits = text;
  if (isSize) {
    size_t power = llvm::StringRef("KMGT").find(
        digits.empty() ? '\0' : llvm::toUpper(digits.back()));
    if (power != llvm::StringRef::npos) {
      factor = uint64_t(1) << (10 * (power + 1));
      digits = digits.drop_back();
    }
  }
  uint64_t value = 0;
  if (digits.getAsInteger(10, value) || value == 0 ||
      value > std::numeric_limits<uint64_t>::max() / factor) {
    return Status::invalidArgument("--" + option.str() + "=" + text.str() +
                                   ": expected a positive number" +
                                   (isSize ? ", with K, M, G or T after it "
                                             "or not"
                                           : ""));
  }
  return value * factor;
}

StatusOr<DeviceGrid> parseDevices(llvm::StringRef text) {
  DeviceGrid grid;
  auto [replicas, partitions] = text.split('x');
  // Threads of one process stand in for devices: a thousand is plenty.
  constexpr uint32_t most = 1024;
  bool valid = !replicas.getAsInteger(10, grid.replicas) && grid.replicas > 0 &&
               grid.replicas <= most;
  if (text.contains('x')) {
    valid = valid && !partitions.getAsInteger(10, grid.partitions) &&
            grid.partitions > 0 && grid.partitions <= most;
  }
  if (!valid || grid.count() > most) {
    return Status::invalidArgument("--devices=" + text.str() +
                                   ": expected N or RxP, at most 1024 devices");
  }
  return grid;
}

} // namespace

StatusOr<Options> parseOptions(int argc, char **argv) {
  static CommandLine line;
  cl::SetVersionPrinter([](llvm::raw_ostream &stream) {
    stream << "weft-run, Weft " << version << "\n";
  });
  cl::HideUnrelatedOptions(line.category);
  cl::ParseCommandLineOptions(argc, argv, kOverview);

  Options options;
  options.file = line.file;
  options.function = line.function;
  options.inputs.assign(line.inputs.begin(), line.inputs.end());
  options.arguments = line.arguments;
  options.outputs.assign(line.outputs.begin(), line.outputs.end());
  options.check = line.check;
  options.printResults = line.printResults;
  options.explain = line.explain;
  options.compiled = line.compiled;
  options.checkPasses = line.checkPasses;
  options.target = line.target;
  options.timeStages = line.timeStages;
  options.dumpDirectory = line.dumpDirectory;
  options.print.dense = line.dense;
  if (line.full) {
    options.print.elideAbove = -1;
  }
  options.probeDirectory = line.probeDirectory;
  if (!line.maxMemory.empty()) {
    WEFT_ASSIGN_OR_RETURN(options.limits.maxBytes,
                          parseCount("max-memory", line.maxMemory, true));
  }
  if (!line.maxSteps.empty()) {
    WEFT_ASSIGN_OR_RETURN(options.limits.maxSteps,
                          parseCount("max-steps", line.maxSteps, false));
  } else if (options.checkPasses) {
    // What is wrong is run again and again while it is reduced.
    options.limits.maxSteps = 100'000'000;
  }
  if (!line.seed.empty()) {
    WEFT_ASSIGN_OR_RETURN(options.seed, parseCount("seed", line.seed, false));
  }
  if (!line.devices.empty()) {
    WEFT_ASSIGN_OR_RETURN(options.devices, parseDevices(line.devices));
  }
  if (line.device != "model" && line.device != "cuda") {
    return Status::invalidArgument("--device=" + line.device +
                                   ": expected model or cuda");
  }
  options.cuda = line.device == "cuda";
  options.printPtx = line.printPtx;
  options.byThread = line.byThread;
  if (!line.warps.empty()) {
    WEFT_ASSIGN_OR_RETURN(uint64_t warps,
                          parseCount("warps", line.warps, false));
    options.warps = static_cast<int64_t>(warps);
  }
  if (options.byThread && options.warps != 0) {
    return Status::invalidArgument(
        "--warps is about blocks, --by-thread about threads: give one");
  }
  if (!line.repeat.empty()) {
    WEFT_ASSIGN_OR_RETURN(options.repeat,
                          parseCount("repeat", line.repeat, false));
  }
  if (options.repeat != 0 && !options.cuda) {
    return Status::invalidArgument("--repeat belongs to --device=cuda");
  }
  if (!options.inputs.empty() && !options.arguments.empty()) {
    return Status::invalidArgument(
        "--input and --args exclude each other: give all inputs one way");
  }
  if (options.check && (!options.outputs.empty() || !options.inputs.empty() ||
                        !options.arguments.empty())) {
    return Status::invalidArgument(
        "--check takes no inputs and writes no outputs; test functions carry "
        "their own data");
  }
  if (!options.compiled &&
      (options.timeStages || !options.dumpDirectory.empty())) {
    return Status::invalidArgument(
        "--time-stages and --dump belong to --compiled: the interpreter has no "
        "stages");
  }
  if (options.checkPasses &&
      (options.check || options.compiled || !options.outputs.empty())) {
    return Status::invalidArgument(
        "--check-passes goes without --check, --compiled and --output: it "
        "compiles by itself and reports only");
  }
  if (line.target.getNumOccurrences() > 0 && !options.compiled &&
      !options.checkPasses) {
    return Status::invalidArgument(
        "--target belongs to --compiled and --check-passes: the interpreter "
        "runs on no machine");
  }
  if (options.printResults && !options.check) {
    return Status::invalidArgument(
        "--print-results belongs to --check; results are printed without it");
  }
  return options;
}

} // namespace weft::tools
