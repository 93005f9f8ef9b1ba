// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Callees come before their callers, so that what is copied has no calls in it
// any more. A call that closes a circle stays; so does one that would make the
// program too large.

#include "weft/StableHLO/Simplify/Steps.h"
#include "weft/Support/DecisionsDialect.h"
#include "weft/Support/Origins.h"

#include <llvm/ADT/DenseSet.h>
#include <mlir/IR/IRMapping.h>
#include <mlir/IR/SymbolTable.h>

using namespace mlir;

namespace weft::stablehlo {
namespace {

/// A call, or a composite that is to be replaced by its definition.
StringRef calleeOf(Operation *op, const SimplifyOptions &options) {
  if (auto call = dyn_cast<func::CallOp>(op)) {
    return call.getCallee();
  }
  auto composite = dyn_cast<CompositeOp>(op);
  if (!composite) {
    return {};
  }
  return llvm::is_contained(options.keptComposites, composite.getName().str())
             ? StringRef()
             : composite.getDecomposition();
}

int64_t sizeOf(func::FuncOp function) {
  int64_t size = 0;
  function.getBody().walk([&](Operation *) { ++size; });
  return size;
}

class Inliner {
public:
  Inliner(ModuleOp module, const SimplifyOptions &options,
          SimplifyStatistics &statistics)
      : symbols(module), options(options), statistics(statistics) {}

  /// Inlines what `function` calls, after doing so in the callees.
  void visit(func::FuncOp function);

private:
  void inlineCall(func::FuncOp caller, Operation *call, func::FuncOp callee);
  func::FuncOp lookup(StringRef name) {
    auto function = symbols.lookup<func::FuncOp>(name);
    return function && !function.isExternal() &&
                   function.getBody().hasOneBlock()
               ? function
               : func::FuncOp();
  }

  SymbolTable symbols;
  const SimplifyOptions &options;
  SimplifyStatistics &statistics;
  enum class State { InProgress, Done };
  llvm::DenseMap<Operation *, State> states;
  llvm::DenseMap<Operation *, int64_t> sizes;
};

/// Explicit, since a hostile program calls a thousand functions deep.
void Inliner::visit(func::FuncOp root) {
  struct Frame {
    func::FuncOp function;
    SmallVector<Operation *> calls;
    size_t next = 0;
  };
  auto open = [&](func::FuncOp function) {
    states[function] = State::InProgress;
    sizes[function] = sizeOf(function);
    Frame frame{function, {}, 0};
    function.getBody().walk([&](Operation *op) {
      if (!calleeOf(op, options).empty()) {
        frame.calls.push_back(op);
      }
      if (auto composite = dyn_cast<CompositeOp>(op);
          composite && calleeOf(op, options).empty()) {
        decide(op, DecisionKind::Simplify, Reason::CompositeKept)
            << arg(composite.getName());
      }
    });
    return frame;
  };
  if (states.contains(root)) {
    return;
  }
  std::vector<Frame> stack;
  stack.push_back(open(root));
  while (!stack.empty()) {
    Frame &frame = stack.back();
    if (frame.next == frame.calls.size()) {
      states[frame.function] = State::Done;
      stack.pop_back();
      continue;
    }
    Operation *call = frame.calls[frame.next];
    func::FuncOp callee = lookup(calleeOf(call, options));
    auto state = callee ? states.find(callee) : states.end();
    if (callee && state == states.end()) {
      // May move the frames; the call is looked at again afterwards.
      stack.push_back(open(callee));
      continue;
    }
    ++frame.next;
    if (callee && state->second == State::Done) {
      inlineCall(frame.function, call, callee);
    }
  }
}

void Inliner::inlineCall(func::FuncOp caller, Operation *call,
                         func::FuncOp callee) {
  Block &body = callee.getBody().front();
  Operation *end = body.getTerminator();
  if (!llvm::equal(call->getOperandTypes(), body.getArgumentTypes()) ||
      !llvm::equal(call->getResultTypes(), end->getOperandTypes())) {
    return;
  }
  int64_t size = sizes[caller] + sizes[callee];
  if (size > options.maximumOperations) {
    decide(call, DecisionKind::Simplify, Reason::CallKept, Verdict::Refused)
        << arg(callee.getName()) << arg(size) << arg(options.maximumOperations);
    return;
  }
  sizes[caller] = size;
  if (auto composite = dyn_cast<CompositeOp>(call)) {
    decide(call, DecisionKind::Simplify, Reason::CompositeInlined)
        << arg(composite.getName()) << arg(callee.getName());
  } else {
    decide(call, DecisionKind::Simplify, Reason::CallInlined)
        << arg(callee.getName());
  }
  IRMapping mapping;
  mapping.map(body.getArguments(), call->getOperands());
  OpBuilder builder(call);
  llvm::DenseMap<Location, Location> locations;
  for (Operation &op : body.without_terminator()) {
    Operation *copy = builder.clone(op, mapping);
    copy->walk([&](Operation *inner) {
      Location location = inner->getLoc();
      auto [entry, isNew] = locations.try_emplace(location, location);
      if (isNew) {
        entry->second = inlinedLocation(location, call->getLoc());
      }
      inner->setLoc(entry->second);
    });
  }
  for (auto [result, value] :
       llvm::zip_equal(call->getResults(), end->getOperands())) {
    result.replaceAllUsesWith(mapping.lookup(value));
  }
  call->erase();
  ++statistics.inlined;
}

} // namespace

void inlineCalls(ModuleOp module, const SimplifyOptions &options,
                 SimplifyStatistics &statistics) {
  Inliner inliner(module, options, statistics);
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isExternal()) {
      inliner.visit(function);
    }
  }
}

void removeUnusedFunctions(ModuleOp module) {
  // A function is used if something that stays refers to it.
  llvm::DenseMap<StringAttr, func::FuncOp> privates;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isPrivate() && !function.isExternal() &&
        function.getName() != "main") {
      privates[function.getSymNameAttr()] = function;
    }
  }
  if (privates.empty()) {
    return;
  }
  SmallVector<Operation *> pending;
  for (Operation &op : *module.getBody()) {
    auto function = dyn_cast<func::FuncOp>(op);
    if (!function || !privates.contains(function.getSymNameAttr())) {
      pending.push_back(&op);
    }
  }
  while (!pending.empty()) {
    Operation *user = pending.pop_back_val();
    user->walk([&](Operation *op) {
      op->getAttrDictionary().walk([&](SymbolRefAttr symbol) {
        auto found = privates.find(symbol.getRootReference());
        if (found != privates.end()) {
          pending.push_back(found->second);
          privates.erase(found);
        }
      });
    });
  }
  for (auto function :
       llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
    if (privates.contains(function.getSymNameAttr())) {
      decide(function, DecisionKind::Simplify, Reason::DeadRemoved);
      function.erase();
    }
  }
}

} // namespace weft::stablehlo
