// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/weft/Watch.h"

#include "weft/Support/Diagnostics.h"
#include "weft/Tile/IR/Tile.h"

#include <mlir/IR/AsmState.h>

using namespace mlir;

namespace weft::tools {
namespace {

/// Constants with more elements are shown by their type.
constexpr int64_t kShownElements = 16;

OpPrintingFlags flagsFor(bool whole) {
  // Without the notes that are left out it would not be valid.
  OpPrintingFlags flags = OpPrintingFlags().useLocalScope().assumeVerified();
  if (!whole) {
    flags.elideLargeElementsAttrs(kShownElements);
  }
  return flags;
}

/// Operations on arrays; those inside of a reduction and the like are part of
/// it.
int64_t countOperations(Operation *module) {
  using namespace stablehlo;
  int64_t count = 0;
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    StringRef dialect = op->getName().getDialectNamespace();
    if ((dialect != "stablehlo" && dialect != "chlo") ||
        op->hasTrait<OpTrait::IsTerminator>()) {
      return WalkResult::advance();
    }
    ++count;
    return isa<WhileOp, IfOp, CaseOp>(op) ? WalkResult::advance()
                                          : WalkResult::skip();
  });
  return count;
}

/// A kernel's region is shown with the kernel; here only that it is there.
std::string foldKernels(StringRef text) {
  std::string folded;
  StringRef end;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    if (!end.empty()) {
      if (line == end) {
        end = {};
      }
      continue;
    }
    size_t indent = line.size() - line.ltrim().size();
    if (line.contains("plan.kernel @") && line.ends_with(" {")) {
      folded += line.str() + " ... }\n";
      // The line that closes the region: as much space, and a brace.
      for (StringRef ahead = rest; !ahead.empty() && end.empty();) {
        auto [next, others] = ahead.split('\n');
        ahead = others;
        if (next.size() == indent + 1 && next.ltrim() == "}") {
          end = next;
        }
      }
      continue;
    }
    folded += line.str() + "\n";
  }
  return folded;
}

/// Attributes that passes speak to each other with.
void removeNotes(Operation *op) {
  op->walk([](Operation *inner) {
    inner->removeDiscardableAttr(plan::kStorageName);
    inner->removeDiscardableAttr(plan::kRecordName);
    if (auto kernel = dyn_cast<plan::KernelOp>(inner)) {
      kernel.removeDigestAttr();
    }
    if (auto program = dyn_cast<plan::ProgramOp>(inner)) {
      for (unsigned i = 0; i < program.getNumArguments(); ++i) {
        program.removeArgAttr(i, plan::kStorageName);
      }
    }
  });
}

class Watcher {
public:
  Watcher(Watched &watched, bool whole)
      : watched(watched), flags(flagsFor(whole)) {}

  Status see(std::string_view stage, Operation *module) {
    if (!module) {
      const std::string &code = watched.trace.code.assembly;
      watched.stages.emplace_back(stage, code);
      if (stage == "emit-blocks") {
        watched.blockCode = code;
      }
      return Status::success();
    }
    watched.stages.emplace_back(stage, print(module));
    if (stage == "import") {
      watched.operationsGiven = countOperations(module);
    } else if (stage == "expand-operations") {
      watched.operationsLeft = countOperations(module);
    } else if (stage == "place-values") {
      seePlaces(module);
      seeKernels(module);
    } else if (stage == "place-workspaces") {
      seePlaces(module);
    } else if (stage == "tile-kernels" || stage == "join-bands" ||
               stage == "walk-tiles") {
      module->walk([&](tile::KernelOp kernel) {
        watched.tilePrograms[kernel.getSymName()] = print(kernel);
      });
    } else {
      // Whatever stages a target has for its tile programs.
      module->walk([&](tile::KernelOp kernel) {
        watched.blockPrograms[kernel.getSymName()].push_back(
            {std::string(stage), print(kernel)});
      });
    }
    return Status::success();
  }

private:
  std::string print(Operation *op) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    op->print(stream, flags);
    stream << "\n";
    return text;
  }

  static plan::ProgramOp programOf(Operation *module) {
    return *cast<ModuleOp>(module).getOps<plan::ProgramOp>().begin();
  }

  void seePlaces(Operation *module) {
    watched.memory = plan::reportMemory(programOf(module));
    OwningOpRef<Operation *> copy = module->clone();
    removeNotes(*copy);
    watched.plan = foldKernels(print(programOf(*copy)));
  }

  void seeKernels(Operation *module) {
    OwningOpRef<Operation *> copy = module->clone();
    removeNotes(*copy);
    // In a kernel's own listing where its results lie is left out.
    copy->walk(
        [](Operation *op) { op->removeDiscardableAttr(plan::kPlaceName); });
    plan::ProgramOp program = programOf(*copy);
    AsmState names(program, flags);
    program.walk<WalkOrder::PreOrder>([&](plan::KernelOp kernel) {
      Watched::Kernel &seen = watched.kernels.emplace_back();
      seen.name = kernel.getName().str();
      seen.place = describeLocation(kernel.getLoc());
      llvm::raw_string_ostream stream(seen.program);
      kernel->print(stream, names);
      stream << "\n";
      return WalkResult::skip();
    });
  }

  Watched &watched;
  OpPrintingFlags flags;
};

} // namespace

Status watch(std::string_view program, const CompileOptions &options,
             const Target &target, bool whole, Watched &watched) {
  // Watching takes time; how long compiling takes is measured without.
  CompileTrace plain;
  WEFT_RETURN_IF_ERROR(
      compileProgram(program, options, plain, target).status());
  watched.times = plain.text();
  Watcher watcher(watched, whole);
  watched.trace.log = &watched.log;
  watched.trace.keepsCode = true;
  watched.trace.afterStage = [&](std::string_view stage, Operation *module) {
    return watcher.see(stage, module);
  };
  WEFT_ASSIGN_OR_RETURN(
      watched.executable,
      compileProgram(program, options, watched.trace, target));
  watched.trace.afterStage = nullptr;
  return Status::success();
}

} // namespace weft::tools
