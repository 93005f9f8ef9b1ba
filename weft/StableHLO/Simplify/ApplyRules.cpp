// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The worklist. An operation is looked at once, and again when something a
// rule may have asked about has changed: an operand was replaced, or an operand
// lost a user. Operations come up in program order, so that operands have their
// final form before their users are looked at.

#include "weft/StableHLO/Simplify/Steps.h"
#include "weft/Support/DecisionsDialect.h"

#include <llvm/ADT/DenseMap.h>

using namespace mlir;

namespace weft::stablehlo {
namespace {

/// A stack of operations, each in it at most once. Removal leaves a hole.
class Worklist {
public:
  void push(Operation *op) {
    if (positions.try_emplace(op, stack.size()).second) {
      stack.push_back(op);
    }
  }
  void remove(Operation *op) {
    auto found = positions.find(op);
    if (found != positions.end()) {
      stack[found->second] = nullptr;
      positions.erase(found);
    }
  }
  /// Null when nothing is left.
  Operation *pop() {
    while (!stack.empty()) {
      if (Operation *op = stack.pop_back_val()) {
        positions.erase(op);
        return op;
      }
    }
    return nullptr;
  }

private:
  SmallVector<Operation *, 0> stack;
  llvm::DenseMap<Operation *, size_t> positions;
};

class RuleApplier : public RewriterBase::Listener {
public:
  RuleApplier(func::FuncOp function, const RuleSet &rules,
              ConstantEvaluator &evaluator, const SimplifyOptions &options,
              SimplifyStatistics &statistics)
      : function(function), rules(rules),
        rewriter(function.getContext(), evaluator, this),
        statistics(statistics), options(options) {}

  bool run();

  void notifyOperationInserted(Operation *op,
                               OpBuilder::InsertPoint previous) override {
    if (isMine(op)) {
      inserted.push_back(op);
    }
  }
  void notifyOperationErased(Operation *op) override {
    worklist.remove(op);
    llvm::erase(inserted, op);
    for (Value operand : op->getOperands()) {
      if (Operation *producer = operand.getDefiningOp()) {
        worklist.push(producer);
      }
    }
  }
  void notifyOperationReplaced(Operation *op, ValueRange values) override {
    for (Value result : op->getResults()) {
      for (Operation *user : result.getUsers()) {
        worklist.push(user);
      }
    }
  }
  void notifyOperationModified(Operation *op) override { worklist.push(op); }

private:
  /// What is made inside an operation that is itself being removed, or in a
  /// closed one, is not looked at.
  bool isMine(Operation *op) {
    return !op->getParentOp() || !isClosed(op->getParentOp());
  }
  int64_t fillWorklist();
  bool tryRules(Operation *op);
  bool tryRule(const Rule &rule, Operation *op);

  func::FuncOp function;
  const RuleSet &rules;
  Rewriter rewriter;
  Worklist worklist;
  /// By the rule at work, operands before users.
  SmallVector<Operation *, 8> inserted;
  SimplifyStatistics &statistics;
  const SimplifyOptions &options;
};

int64_t RuleApplier::fillWorklist() {
  SmallVector<Operation *, 0> inOrder;
  function.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    inOrder.push_back(op);
    return isClosed(op) ? WalkResult::skip() : WalkResult::advance();
  });
  for (Operation *op : llvm::reverse(inOrder)) {
    worklist.push(op);
  }
  return static_cast<int64_t>(inOrder.size());
}

bool RuleApplier::tryRule(const Rule &rule, Operation *op) {
  rewriter.startAt(op);
  Replacement values = rule.apply(op, rewriter);
  if (!values) {
    assert(inserted.empty() && "a rule that does not apply makes nothing");
    return false;
  }
  assert(values->size() == op->getNumResults() &&
         "a rule gives one value per result");
  assert(llvm::equal(ValueRange(*values).getTypes(), op->getResultTypes()) &&
         "a rule gives values of the same type");
  if (!rule.recordsItself) {
    decide(op, DecisionKind::Simplify, Reason::RuleApplied) << arg(rule.name);
  }
  ++statistics.applications;
  ++statistics.byRule[rule.name.str()];
  SmallVector<Operation *, 8> made = std::move(inserted);
  inserted.clear();
  Location where = op->getLoc();
  rewriter.replaceOp(op, *values);
  if (options.afterStep) {
    options.afterStep(rule.name, where);
  }
  // So that operands come up before their users here too.
  for (Operation *newest : llvm::reverse(made)) {
    worklist.push(newest);
  }
  return true;
}

bool RuleApplier::tryRules(Operation *op) {
  bool plain = isPlain(op);
  if (plain) {
    for (const Rule &rule : rules.commonRules()) {
      if (tryRule(rule, op)) {
        return true;
      }
    }
  }
  for (const Rule &rule : rules.rulesFor(op->getName())) {
    if ((plain || !rule.plainOnly) && tryRule(rule, op)) {
      return true;
    }
  }
  return false;
}

bool RuleApplier::run() {
  int64_t size = fillWorklist();
  int64_t limit = size * options.applicationsPerOperation + 1000;
  int64_t before = statistics.applications;
  bool changed = false;
  while (Operation *op = worklist.pop()) {
    ++statistics.visits;
    if (isOpTriviallyDead(op)) {
      decide(op, DecisionKind::Simplify, Reason::DeadRemoved);
      ++statistics.removed;
      rewriter.eraseOp(op);
      changed = true;
      continue;
    }
    changed |= tryRules(op);
    if (statistics.applications - before > limit) {
      decide(function, DecisionKind::Limit, Reason::LimitReached,
             Verdict::Refused)
          << arg("applications of rules")
          << arg(statistics.applications - before) << arg(limit);
      statistics.cutOff = true;
      break;
    }
  }
  return changed;
}

} // namespace

bool applyRules(func::FuncOp function, const RuleSet &rules,
                ConstantEvaluator &evaluator, const SimplifyOptions &options,
                SimplifyStatistics &statistics) {
  return RuleApplier(function, rules, evaluator, options, statistics).run();
}

} // namespace weft::stablehlo
