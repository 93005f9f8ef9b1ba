// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Check/ReduceProgram.h"

#include "weft/Check/CheckProgram.h"
#include "weft/StableHLO/IR/StableHLO.h"

#include <mlir/Dialect/Quant/IR/QuantTypes.h>
#include <mlir/IR/Verifier.h>
#include <mlir/Interfaces/SideEffectInterfaces.h>

using namespace mlir;
using weft::reference::Tensor;

namespace weft {

namespace {

func::FuncOp mainOf(const CheckedProgram &program) {
  return program.module.get().lookupSymbol<func::FuncOp>("main");
}

Block &bodyOf(const CheckedProgram &program) {
  return mainOf(program).getBody().front();
}

void updateType(func::FuncOp function) {
  Block &body = function.getBody().front();
  function.setFunctionType(
      FunctionType::get(function.getContext(), body.getArgumentTypes(),
                        body.getTerminator()->getOperandTypes()));
}

bool canBeInput(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() && !type.getEncoding() &&
         !isa<quant::QuantizedType>(type.getElementType());
}

/// Removes what nothing uses: operations, arguments with their inputs, and
/// functions.
void sweep(CheckedProgram &program) {
  func::FuncOp main = mainOf(program);
  bool changed = true;
  while (changed) {
    changed = false;
    main.walk([&](Operation *op) {
      if (op != main.getOperation() && isOpTriviallyDead(op)) {
        op->erase();
        changed = true;
      }
    });
  }
  size_t perProcess = main.getNumArguments();
  for (unsigned i = main.getNumArguments(); i-- > 0;) {
    if (!main.getArgument(i).use_empty()) {
      continue;
    }
    main.getBody().front().eraseArgument(i);
    for (int64_t process = program.processes(); process-- > 0;) {
      program.inputs.erase(program.inputs.begin() +
                           static_cast<int64_t>(process * perProcess + i));
    }
    --perProcess;
  }
  updateType(main);
  for (auto function :
       llvm::make_early_inc_range(program.module->getOps<func::FuncOp>())) {
    if (function.isPrivate() &&
        SymbolTable::symbolKnownUseEmpty(function, *program.module)) {
      function.erase();
    }
  }
}

/// What each operation directly in @main computes, per process: by the number
/// of the operation and of its result.
using Recorded = std::vector<std::vector<std::vector<Tensor>>>;

std::optional<Recorded> recordValues(const CheckedProgram &program) {
  CheckedProgram copy = cloneProgram(program);
  Block &body = bodyOf(copy);
  SmallVector<Value> all;
  std::vector<std::vector<bool>> isRecorded;
  for (Operation &op : body.without_terminator()) {
    isRecorded.emplace_back();
    for (Value result : op.getResults()) {
      isRecorded.back().push_back(canBeInput(result));
      if (canBeInput(result)) {
        all.push_back(result);
      }
    }
  }
  body.getTerminator()->setOperands(all);
  updateType(mainOf(copy));
  Outcome outcome = interpret(*copy.module, copy);
  if (!outcome.status.ok()) {
    return std::nullopt;
  }
  Recorded recorded;
  size_t next = 0;
  for (const std::vector<bool> &results : isRecorded) {
    recorded.emplace_back();
    for (bool exists : results) {
      recorded.back().emplace_back();
      for (int64_t p = 0; exists && p < program.processes(); ++p) {
        recorded.back().back().push_back(
            outcome.results[next + p * all.size()]);
      }
      next += exists ? 1 : 0;
    }
  }
  return recorded;
}

/// Puts recorded values in the place of operation `number`'s results. False if
/// that cannot be done.
bool cut(CheckedProgram &program, size_t number, const Recorded &recorded) {
  func::FuncOp main = mainOf(program);
  Operation *op =
      &*std::next(main.getBody().front().begin(), static_cast<int64_t>(number));
  if (isa<stablehlo::ConstantOp>(op) || op->getNumResults() == 0) {
    return false;
  }
  for (Value result : op->getResults()) {
    if (!result.use_empty() && !canBeInput(result)) {
      return false;
    }
  }
  for (auto [i, result] : llvm::enumerate(op->getResults())) {
    if (result.use_empty()) {
      continue;
    }
    size_t perProcess = main.getNumArguments();
    Value argument =
        main.getBody().front().addArgument(result.getType(), op->getLoc());
    for (int64_t p = program.processes(); p-- > 0;) {
      program.inputs.insert(program.inputs.begin() +
                                static_cast<int64_t>((p + 1) * perProcess),
                            recorded[number][i][p]);
    }
    updateType(main);
    result.replaceAllUsesWith(argument);
  }
  op->erase();
  return true;
}

/// In a function that has to be associative, or to be an order: with a part
/// left out it seldom is, and then nothing is said about the result.
bool hasLaws(Operation *op) {
  using namespace stablehlo;
  for (Operation *at = op->getParentOp(); at; at = at->getParentOp()) {
    if (isa<AllReduceOp, CollectiveReduceOp, ReduceOp, ReduceScatterOp,
            ReduceWindowOp, SelectAndScatterOp, SortOp>(at)) {
      return true;
    }
  }
  return false;
}

class Reducer {
public:
  Reducer(CheckedProgram best,
          llvm::function_ref<bool(const CheckedProgram &)> fails)
      : best(std::move(best)), fails(fails) {}

  CheckedProgram run() {
    constexpr int mostRounds = 4;
    for (int round = 0; round < mostRounds; ++round) {
      changed = false;
      keepOneResult();
      cutOperations();
      simplifyRegions();
      if (!changed) {
        break;
      }
    }
    return std::move(best);
  }

private:
  bool accept(CheckedProgram candidate) {
    sweep(candidate);
    if (failed(verify(*candidate.module)) || !fails(candidate)) {
      return false;
    }
    best = std::move(candidate);
    changed = true;
    return true;
  }

  void keepOneResult() {
    unsigned count = bodyOf(best).getTerminator()->getNumOperands();
    for (unsigned i = 0; count > 1 && i < count; ++i) {
      CheckedProgram candidate = cloneProgram(best);
      Operation *end = bodyOf(candidate).getTerminator();
      end->setOperands(end->getOperand(i));
      updateType(mainOf(candidate));
      if (accept(std::move(candidate))) {
        return;
      }
    }
  }

  /// From the last to the first, and only once each.
  void cutOperations() {
    size_t number = bodyOf(best).getOperations().size() - 1;
    while (number-- > 0) {
      if (number >= bodyOf(best).getOperations().size() - 1) {
        continue;
      }
      std::optional<Recorded> recorded = recordValues(best);
      if (!recorded) {
        return;
      }
      CheckedProgram candidate = cloneProgram(best);
      if (cut(candidate, number, *recorded)) {
        (void)accept(std::move(candidate));
      }
    }
  }

  /// Inside branches, loops and functions: an operation becomes an operand of
  /// its own type.
  void simplifyRegions() {
    auto isInner = [](Operation *op) {
      auto function = dyn_cast_or_null<func::FuncOp>(op->getParentOp());
      return op->getNumResults() == 1 && op->getNumOperands() > 0 &&
             op->getParentOp() && !hasLaws(op) &&
             (!function || function.getSymName() != "main");
    };
    size_t count = 0;
    best.module->walk([&](Operation *op) { count += isInner(op) ? 1 : 0; });
    for (size_t number = count; number-- > 0;) {
      CheckedProgram candidate = cloneProgram(best);
      Operation *target = nullptr;
      size_t at = 0;
      candidate.module->walk([&](Operation *op) {
        if (isInner(op) && at++ == number) {
          target = op;
        }
      });
      if (!target) {
        continue;
      }
      for (Value operand : target->getOperands()) {
        if (operand.getType() == target->getResult(0).getType()) {
          target->getResult(0).replaceAllUsesWith(operand);
          (void)accept(std::move(candidate));
          break;
        }
      }
    }
  }

  CheckedProgram best;
  llvm::function_ref<bool(const CheckedProgram &)> fails;
  bool changed = false;
};

} // namespace

CheckedProgram
reduceProgram(const CheckedProgram &program,
              llvm::function_ref<bool(const CheckedProgram &)> fails) {
  return Reducer(cloneProgram(program), fails).run();
}

} // namespace weft
