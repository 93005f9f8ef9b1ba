// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/weft-run/CheckFile.h"

#include "tools/common/ErrorReport.h"
#include "tools/common/SourceFile.h"
#include "tools/weft-run/Execute.h"
#include "tools/weft-run/OutlineComputations.h"

#include <llvm/Support/SourceMgr.h>
#include <mlir/IR/Diagnostics.h>

using namespace mlir;

namespace weft::tools {
namespace {

std::string onOneLine(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> lines;
  text.trim().split(lines, '\n', -1, /*KeepEmpty=*/false);
  return llvm::join(
      llvm::map_range(lines, [](llvm::StringRef line) { return line.trim(); }),
      "; ");
}

/// `main`, else every public function without arguments.
llvm::SmallVector<FunctionOpInterface> testFunctions(ModuleOp module,
                                                     llvm::StringRef wanted) {
  llvm::SmallVector<FunctionOpInterface> tests;
  for (auto function : module.getOps<FunctionOpInterface>()) {
    if (function.isExternal()) {
      continue;
    }
    if (function.getName() == (wanted.empty() ? "main" : wanted)) {
      return {function};
    }
    if (wanted.empty() && function.isPublic() &&
        function.getNumArguments() == 0) {
      tests.push_back(function);
    }
  }
  return tests;
}

class FileChecker {
public:
  FileChecker(MLIRContext &context, const Options &options,
              llvm::raw_ostream &output)
      : context(context), options(options), output(output),
        environment(output, options.probeDirectory) {
    environment.print = options.print;
  }

  LogicalResult check(const llvm::MemoryBuffer &file) {
    auto parts = splitParts(file);
    for (auto [i, part] : llvm::enumerate(parts)) {
      name = parts.size() == 1 ? file.getBufferIdentifier().str()
                               : "part " + std::to_string(i + 1);
      environment.probes.startProgram();
      if (part->getBuffer().contains("expected-error")) {
        checkExpectedErrors(*part);
      } else {
        checkPart(*part);
      }
      output.flush();
    }
    if (passed + failures == 0) {
      report(file.getBufferIdentifier().str(),
             "no test function: neither @main nor a public "
             "function without arguments");
    }
    output << passed << " passed, " << failures << " failed\n";
    return failure(failures != 0);
  }

private:
  void report(const std::string &test, llvm::StringRef reason) {
    if (reason.empty()) {
      ++passed;
      output << "PASS " << test << "\n";
    } else {
      ++failures;
      output << "FAIL " << test << ": " << onOneLine(reason) << "\n";
    }
  }

  void checkPart(const llvm::MemoryBuffer &part) {
    ErrorReport errors(&context, part.getBufferIdentifier(), llvm::errs());
    OwningOpRef<ModuleOp> module = loadProgram(part, context, options);
    if (!module) {
      report(name, errors.message());
      return;
    }
    auto tests = testFunctions(*module, options.function);
    if (tests.empty() && !module->getOps<FunctionOpInterface>().empty()) {
      report(name, "no test function: neither @main nor a public function "
                   "without arguments");
    }
    for (FunctionOpInterface test : tests) {
      errors.clear();
      (void)run(*module, test);
      report(test.getName().str(), errors.message());
    }
  }

  /// Such a part is one test: the errors it names must occur, whether while it
  /// is read or while it runs, and no others.
  void checkExpectedErrors(const llvm::MemoryBuffer &part) {
    llvm::SourceMgr sources;
    sources.AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBuffer(part.getMemBufferRef()),
        llvm::SMLoc());
    std::string text;
    llvm::raw_string_ostream stream(text);
    SourceMgrDiagnosticVerifierHandler handler(
        sources, &context, stream,
        SourceMgrDiagnosticVerifierHandler::Level::All);
    std::string test = name;
    if (OwningOpRef<ModuleOp> module = loadProgram(part, context, options)) {
      for (auto [i, function] :
           llvm::enumerate(testFunctions(*module, options.function))) {
        if (i == 0) {
          test = function.getName().str();
        }
        (void)run(*module, function);
      }
    }
    bool asExpected = succeeded(handler.verify());
    report(test, asExpected     ? ""
                 : text.empty() ? "not the expected errors"
                                : llvm::StringRef(text));
  }

  LogicalResult run(ModuleOp module, FunctionOpInterface test) {
    if (test.getNumArguments() != 0) {
      return test.emitError()
             << "a test function takes no arguments, but @" << test.getName()
             << " takes " << test.getArgumentTypes();
    }
    auto function = dyn_cast<func::FuncOp>(test.getOperation());
    if (options.compiled && function) {
      outlineComputations(module, function);
    }
    auto interpreter = makeInterpreter(module, options, environment);
    if (!interpreter) {
      return failure();
    }
    FailureOr<DeviceResults> devices = execute(*interpreter, test, {}, options);
    if (failed(devices)) {
      return failure();
    }
    if (options.printResults) {
      for (const reference::Values &results : *devices) {
        for (auto [value, type] :
             llvm::zip_equal(results, test.getResultTypes())) {
          printValue(output, value, type, options.print);
          output << "\n";
        }
      }
    }
    return success();
  }

  MLIRContext &context;
  const Options &options;
  llvm::raw_ostream &output;
  TestEnvironment environment;
  /// Of the part, for what has no function's name.
  std::string name;
  uint64_t passed = 0;
  uint64_t failures = 0;
};

} // namespace

LogicalResult checkFile(const llvm::MemoryBuffer &file, MLIRContext &context,
                        const Options &options, llvm::raw_ostream &output) {
  return FileChecker(context, options, output).check(file);
}

} // namespace weft::tools
