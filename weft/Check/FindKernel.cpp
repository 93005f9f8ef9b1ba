// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Check/FindKernel.h"

#include "weft/Support/Diagnostics.h"

#include <mlir/IR/IRMapping.h>

#include <mutex>

using namespace mlir;
using weft::reference::Budget;
using weft::reference::Values;

namespace weft {
namespace {

/// The region of a kernel as a program of its own.
CheckedProgram programOf(plan::KernelOp kernel, const Values &operands,
                         const reference::Limits &limits) {
  CheckedProgram program;
  program.limits = limits;
  Location location = kernel.getLoc();
  program.module = ModuleOp::create(location);
  OpBuilder builder = OpBuilder::atBlockEnd(program.module->getBody());
  auto main =
      func::FuncOp::create(builder, location, "main",
                           builder.getFunctionType(kernel->getOperandTypes(),
                                                   kernel->getResultTypes()));
  Block *body = main.addEntryBlock();
  builder.setInsertionPointToEnd(body);
  IRMapping mapping;
  Block &region = kernel.getBody().front();
  mapping.map(region.getArguments(), body->getArguments());
  for (Operation &op : region.without_terminator()) {
    builder.clone(op, mapping);
  }
  func::ReturnOp::create(
      builder, location,
      llvm::map_to_vector(kernel.getYield()->getOperands(),
                          [&](Value v) { return mapping.lookup(v); }));
  for (const reference::Value &operand : operands) {
    program.inputs.push_back(operand.tensor());
  }
  return program;
}

class KernelFinder {
public:
  KernelFinder(const KernelRunner &runner, const reference::Limits &limits)
      : runner(runner), limits(limits) {}

  std::optional<StatusOr<Values>> look(plan::KernelOp kernel,
                                       const Values &operands, Budget &budget) {
    {
      std::lock_guard<std::mutex> guard(lock);
      // The first runs of a loop's kernel say enough.
      constexpr int mostRuns = 20;
      if (!found.empty() || ++runs[kernel] > mostRuns) {
        return std::nullopt;
      }
    }
    std::optional<StatusOr<Values>> results = runner(kernel, operands, budget);
    if (!results) {
      return std::nullopt;
    }
    Outcome outcome;
    if (results->ok()) {
      for (const reference::Value &value : **results) {
        outcome.results.push_back(value.tensor());
      }
    } else {
      outcome.status = results->status();
    }
    CheckedProgram program = programOf(kernel, operands, limits);
    Status same = compareOutcomes(program, interpret(*program.module, program),
                                  outcome, Exactness::Rounded);
    if (!same.ok()) {
      std::lock_guard<std::mutex> guard(lock);
      std::string place = describeLocation(kernel.getLoc());
      found = "kernel @" + kernel.getName().str() +
              (place.empty() ? "" : " at " + place) + ": " +
              std::string(same.message());
    }
    // The plan goes on with what the region says.
    return std::nullopt;
  }

  std::string found;

private:
  const KernelRunner &runner;
  const reference::Limits &limits;
  std::mutex lock;
  llvm::DenseMap<Operation *, int> runs;
};

} // namespace

std::string findKernel(ModuleOp plan, const CheckedProgram &program,
                       const KernelRunner &runner) {
  KernelFinder finder(runner, program.limits);
  (void)runPlan(
      plan, program,
      [&](plan::KernelOp kernel, const Values &operands, Budget &budget) {
        return finder.look(kernel, operands, budget);
      });
  return finder.found;
}

} // namespace weft
