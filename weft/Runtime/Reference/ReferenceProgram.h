// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that the interpreter runs.
//
// Between buffers and the interpreter's tensors everything is copied: the
// interpreter has its own memory and its own idea of elements. Conversations
// with the host and custom calls replace the interpreter's entries for them;
// the process that runs carries what they need.

#pragma once

#include "weft/Runtime/ProgramRunner.h"
#include "weft/Runtime/Reference/CallSites.h"
#include "weft/StableHLO/Interpreter/Interpreter.h"
#include "weft/StableHLO/Interpreter/Process.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Support/ThreadPool.h>
#include <mlir/IR/OwningOpRef.h>

namespace weft::runtime {

/// One device of a run, as the operations that leave the program see it.
class RunningProcess : public reference::Process {
public:
  RunningProcess(reference::ProcessGrid &grid, reference::ProcessId id,
                 RunPart &part, const RunServices &services)
      : Process(grid, id), part(part), services(services) {}

  RunPart &part;
  const RunServices &services;
};

class ReferenceProgram final : public ProgramRunner {
public:
  static StatusOr<std::shared_ptr<ProgramRunner>>
  load(const Executable &executable, const CustomCallRegistry &customCalls,
       const std::string &platform);

  Status run(std::span<RunPart> parts, const RunServices &services) override;
  bool needsCallersThread() const override { return inCallersThread; }

private:
  struct Call {
    CustomCallSite site;
    CustomCallHandler handler;
    std::vector<std::optional<size_t>> aliases;
  };

  explicit ReferenceProgram(const Manifest &manifest);

  Status findCalls(const CustomCallRegistry &customCalls,
                   const std::string &platform);
  reference::OpTable makeTable();
  Status callCustom(mlir::Operation *operation, reference::OpCall &call);
  Status runPart(RunningProcess &process,
                 const std::shared_ptr<reference::Budget> &budget);
  StatusOr<reference::Values> readArguments(const RunPart &part,
                                            reference::Budget &budget);
  void writeResults(const RunPart &part, const reference::Values &results);

  const Manifest manifest;
  /// Lets the context be used by several threads without bringing any.
  llvm::SingleThreadExecutor executor{llvm::hardware_concurrency(1)};
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<Call>> calls;
  std::unique_ptr<reference::Program> program;
  bool inCallersThread = false;
};

} // namespace weft::runtime
