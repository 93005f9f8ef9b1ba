// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The execution of one process: a depth, a budget, and the place of the first
// failure.

#pragma once

#include "weft/StableHLO/Interpreter/Budget.h"
#include "weft/StableHLO/Interpreter/Program.h"
#include "weft/StableHLO/Interpreter/Value.h"

#include <mlir/IR/Location.h>

#include <optional>

namespace weft::reference {

/// Identity of a process in a grid and its means of talking to the others:
/// see Process.h. A program that runs alone has none.
class Process;

class Context {
public:
  /// `program` and `process` outlive the context; `process` may be null.
  Context(const Program &program, std::shared_ptr<Budget> budget,
          Process *process = nullptr)
      : runProgram(program), runBudget(std::move(budget)), runProcess(process) {
  }

  const Program &program() const { return runProgram; }
  Budget &budget() const { return *runBudget; }
  std::shared_ptr<Budget> sharedBudget() const { return runBudget; }
  Process *process() const { return runProcess; }
  void setProcess(Process *process) { runProcess = process; }

  /// Calls a function of the program in a new frame.
  Status callFunction(llvm::StringRef name, llvm::ArrayRef<Value> arguments,
                      Values &results);
  /// Runs a block whose function's frame is `frame`.
  Status runBlock(const BlockPlan &block, Frame &frame,
                  llvm::ArrayRef<Value> arguments, Values &results);

  /// A number no other call of this process gets, the same in every run.
  uint64_t takeRandomStream() { return randomStream++; }

  /// Where the failure that ended the run was seen: the innermost operation.
  std::optional<mlir::Location> failureLocation() const { return failedAt; }
  /// Adopts the place of a failure in a context that worked for this one.
  void setFailureLocation(std::optional<mlir::Location> location) {
    if (!failedAt) {
      failedAt = location;
    }
  }

private:
  /// Fails when the run or the grid of the process is to end.
  Status takeStep();
  Status runStep(const Step &step, Frame &frame);

  const Program &runProgram;
  std::shared_ptr<Budget> runBudget;
  Process *runProcess;
  uint64_t depth = 0;
  uint64_t randomStream = 0;
  std::optional<mlir::Location> failedAt;
};

} // namespace weft::reference
