// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/weft-corpus/Kernels.h"

#include "weft/Compiler/Compiler.h"
#include "weft/Compiler/TileKernels.h"
#include "weft/Compiler/Trace.h"
#include "weft/Target/CPU/Compile.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/xxhash.h>

using namespace mlir;

namespace weft::tools {
namespace {

std::string textOf(Operation *op) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  op->print(stream);
  return text;
}

/// Kernel by kernel: a kernel's code does not depend on those beside it.
Status takeKernels(const TiledKernels &tiled, const std::string &machine,
                   Fingerprints &all) {
  WEFT_ASSIGN_OR_RETURN(Machine cpu, findMachine(machine));
  for (tile::KernelOp kernel : tiled.kernels) {
    WEFT_ASSIGN_OR_RETURN(cpu::CompiledKernels compiled,
                          cpu::compileKernels({kernel}, cpu));
    WEFT_ASSIGN_OR_RETURN(
        std::string emitted,
        cpu::printKernels({kernel}, cpu, cpu::TextForm::Emitted));
    all[kernel.getSymName().str()][machine] = {fingerprint(compiled.object),
                                               fingerprint(emitted)};
  }
  return Status::success();
}

Status takeCpu(const std::string &program, const std::string &machine,
               Fingerprints &all) {
  CompileOptions options;
  options.target = machine;
  options.overrides["weft_engine"] = "native";
  CompileTrace trace;
  bool isTaken = false;
  trace.afterStage = [&](std::string_view stage, Operation *module) -> Status {
    if (stage == "place-values") {
      std::string plan = fingerprint(textOf(module));
      all["(plan)"][machine] = {plan, plan};
    }
    if (stage != "tile-kernels") {
      return Status::success();
    }
    WEFT_RETURN_IF_ERROR(takeKernels(*trace.tiledKernels, machine, all));
    isTaken = true;
    // The rest of the compilation is the same code again, in one piece.
    return Status::cancelled("enough was seen");
  };
  StatusOr<Ref<const Executable>> executable =
      compileProgram(program, options, trace);
  return isTaken ? Status::success() : executable.status();
}

} // namespace

std::string fingerprint(llvm::StringRef bytes) {
  constexpr int digits = 16;
  return llvm::utohexstr(llvm::xxh3_64bits(bytes), /*LowerCase=*/true, digits);
}

StatusOr<Fingerprints> takeFingerprints(const std::string &program) {
  Fingerprints all;
  for (std::string_view machine : kMachines) {
    if (machine != "sm_90a") {
      WEFT_RETURN_IF_ERROR(takeCpu(program, std::string(machine), all));
    }
  }
  StringRef first = StringRef(program).split('\n').first;
  if (first.consume_front("// tiles: ")) {
    WEFT_RETURN_IF_ERROR(takePtx(program, first.trim(), all));
  }
  return all;
}

} // namespace weft::tools
