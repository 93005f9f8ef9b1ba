// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/Program.h"

#include "weft/StableHLO/Interpreter/OpTable.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Support/FormatVariadic.h>
#include <mlir/Interfaces/FunctionInterfaces.h>

#include <algorithm>

namespace weft::reference {
namespace {

/// Deeper nesting does not occur in practice, and plans are built recursively.
constexpr unsigned maxNesting = 256;

/// Numbers the values of one function and plans its blocks.
class Planner {
public:
  explicit Planner(const OpTable &table) : table(table) {}

  Status plan(mlir::Region &region, BlockPlan &plan, unsigned nesting = 0);
  unsigned slotCount() const { return slots.size(); }

private:
  StatusOr<Step> planStep(mlir::Operation &operation, unsigned nesting);
  void planDeaths(BlockPlan &plan);

  Slot define(mlir::Value value) {
    return slots.try_emplace(value, slots.size()).first->second;
  }
  Slot use(mlir::Value value) const { return slots.lookup(value); }

  const OpTable &table;
  llvm::DenseMap<mlir::Value, Slot> slots;
};

bool isReturn(mlir::Operation &operation) {
  return operation.hasTrait<mlir::OpTrait::IsTerminator>() &&
         operation.getNumSuccessors() == 0;
}

/// A block whose execution fails: what it stands for has no meaning in
/// StableHLO, which matters only if it is reached.
void planFailure(mlir::Operation *owner, BlockPlan &plan, std::string reason) {
  Step step;
  step.operation = owner;
  step.function = [reason = std::move(reason)](OpCall &) {
    return Status::unimplemented(reason);
  };
  plan.steps.push_back(std::move(step));
}

Status Planner::plan(mlir::Region &region, BlockPlan &plan, unsigned nesting) {
  if (nesting > maxNesting) {
    return Status::resourceExhausted(llvm::formatv(
        "regions are nested more than {0} levels deep", maxNesting));
  }
  plan.block = &region.front();
  for (mlir::BlockArgument argument : plan.block->getArguments()) {
    plan.arguments.push_back(define(argument));
  }
  if (!region.hasOneBlock()) {
    planFailure(region.getParentOp(), plan,
                "regions with branches between blocks cannot be executed");
    return Status::success();
  }
  for (mlir::Operation &operation : *plan.block) {
    if (isReturn(operation)) {
      for (mlir::Value operand : operation.getOperands()) {
        plan.results.push_back(use(operand));
      }
      break;
    }
    WEFT_ASSIGN_OR_RETURN(Step step, planStep(operation, nesting));
    plan.steps.push_back(std::move(step));
  }
  planDeaths(plan);
  return Status::success();
}

StatusOr<Step> Planner::planStep(mlir::Operation &operation, unsigned nesting) {
  Step step;
  step.operation = &operation;
  if (const OpFunction *function =
          table.find(operation.getName().getStringRef())) {
    step.function = *function;
  }
  for (mlir::Value operand : operation.getOperands()) {
    step.operands.push_back(use(operand));
  }
  for (mlir::Region &region : operation.getRegions()) {
    step.regions.emplace_back();
    if (!region.empty()) {
      step.regions.back() = std::make_unique<BlockPlan>();
      WEFT_RETURN_IF_ERROR(plan(region, *step.regions.back(), nesting + 1));
    }
  }
  for (mlir::Value result : operation.getResults()) {
    step.results.push_back(define(result));
  }
  return step;
}

/// Finds for each value of the block the last step of the block that may read
/// it, in its operands or inside its regions.
void Planner::planDeaths(BlockPlan &plan) {
  llvm::DenseMap<mlir::Operation *, size_t> positions;
  for (auto [position, step] : llvm::enumerate(plan.steps)) {
    positions[step.operation] = position;
  }
  // A value that is never read dies where it is made: arguments at the start
  // (position -1), results after their step.
  auto planDeath = [&](mlir::Value value, std::optional<size_t> made) {
    std::optional<size_t> last = made;
    for (mlir::Operation *user : value.getUsers()) {
      auto found = positions.find(plan.block->findAncestorOpInBlock(*user));
      if (found == positions.end()) {
        plan.deadAtEnd.push_back(use(value));
        return;
      }
      last = last ? std::max(*last, found->second) : found->second;
    }
    (last ? plan.steps[*last].dead : plan.deadAtStart).push_back(use(value));
  };
  for (mlir::BlockArgument argument : plan.block->getArguments()) {
    planDeath(argument, std::nullopt);
  }
  for (size_t i = 0; i < plan.steps.size(); ++i) {
    for (mlir::Value result : plan.steps[i].operation->getResults()) {
      planDeath(result, i);
    }
  }
}

} // namespace

StatusOr<std::unique_ptr<Program>> Program::create(mlir::ModuleOp module,
                                                   const OpTable &table) {
  std::unique_ptr<Program> program(new Program(module));
  for (auto function : module.getOps<mlir::FunctionOpInterface>()) {
    if (function.isExternal()) {
      continue;
    }
    FunctionPlan &plan = program->functions[function.getName()];
    plan.function = function;
    Planner planner(table);
    WEFT_RETURN_IF_ERROR(planner.plan(function.getFunctionBody(), plan.body));
    plan.slotCount = planner.slotCount();
  }
  return program;
}

const FunctionPlan *Program::find(llvm::StringRef name) const {
  auto found = functions.find(name);
  return found == functions.end() ? nullptr : &found->second;
}

} // namespace weft::reference
