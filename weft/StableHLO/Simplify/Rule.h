// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules: equations on the operations of a program, applied from left to right.
//
// A rule is a function of an operation, the root, and a rewriter that stands in
// front of it. It returns the value that is equal to the root's result, or null
// when its equation does not apply. It makes nothing before it knows that it
// applies, and changes nothing that is there: whoever applies rules replaces
// the root, records the decision, and looks again at what the change touches.
//
// The laws a rule obeys:
//
// - *Exact.* The replacement has the same value for every input, not just the
//   same up to rounding. On floats: no reassociation, -0 and +0 are two values,
//   NaN stays NaN and infinities are numbers one can meet (so x * 0 is not 0,
//   x - x is not 0, x + 0 is not x when x is -0). Only the sign and payload of
//   a NaN are unspecified, as in IEEE 754.
// - *Local.* It looks at the root and a bounded number of operations around it;
//   never at all users of a value.
// - *Downhill.* Some measure falls with each application (operations, elements
//   computed, distance to a normal form), so that the rules come to an end.
// - *Barriers hold.* It never looks through `optimization_barrier`, and never
//   removes, moves, merges or makes one. Nothing needs to be done for that but
//   not to name the operation.

#pragma once

#include "weft/StableHLO/Simplify/Rewriter.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringRef.h>

#include <functional>
#include <string>
#include <type_traits>
#include <vector>

namespace weft::stablehlo {

/// Values for all results of an operation, or nothing.
using Replacement = std::optional<llvm::SmallVector<mlir::Value>>;

struct Rule {
  /// What records and tests call it, such as `reshape-of-reshape`.
  llvm::StringRef name;
  /// Applied only to operations on plain tensors (see Match.h).
  bool plainOnly;
  /// The rule has its own kind of record.
  bool recordsItself;
  std::function<Replacement(mlir::Operation *, Rewriter &)> apply;
};

class RuleSet {
public:
  explicit RuleSet(mlir::MLIRContext *context) : context(context) {}

  /// `function` takes (Op, Rewriter &) and returns a Value or a Replacement.
  /// Rules on one operation are tried in the order they were added.
  template <typename Op, typename Function>
  void add(llvm::StringLiteral name, Function function) {
    insert(mlir::OperationName(Op::getOperationName(), context),
           makeRule<Op>(name, /*plainOnly=*/true, function));
  }
  /// The same rule for several operations.
  template <typename First, typename Second, typename... Rest,
            typename Function>
  void add(llvm::StringLiteral name, Function function) {
    add<First>(name, function);
    add<Second, Rest...>(name, function);
  }
  /// For operations with tokens, tuples, or sizes and types of any kind.
  template <typename Op, typename Function>
  void addForAnyType(llvm::StringLiteral name, Function function) {
    insert(mlir::OperationName(Op::getOperationName(), context),
           makeRule<Op>(name, /*plainOnly=*/false, function));
  }
  /// For operations of every kind, before the rules on one kind.
  template <typename Function>
  void addForAll(llvm::StringLiteral name, Function function,
                 bool recordsItself = false) {
    common.push_back(makeRule<mlir::Operation *>(name, true, function));
    common.back().recordsItself = recordsItself;
  }
  /// Before all others; a test plants its wrong rules so.
  template <typename Op, typename Function>
  void addFirst(llvm::StringLiteral name, Function function) {
    std::vector<Rule> &rules =
        byName[mlir::OperationName(Op::getOperationName(), context)];
    rules.insert(rules.begin(), makeRule<Op>(name, true, function));
  }

  /// Of all rules, each once.
  std::vector<std::string> names() const;

  llvm::ArrayRef<Rule> commonRules() const { return common; }
  llvm::ArrayRef<Rule> rulesFor(mlir::OperationName name) const {
    auto found = byName.find(name);
    return found == byName.end() ? llvm::ArrayRef<Rule>()
                                 : llvm::ArrayRef<Rule>(found->second);
  }

private:
  template <typename Op, typename Function>
  static Rule makeRule(llvm::StringLiteral name, bool plainOnly,
                       Function function) {
    return {name, plainOnly, /*recordsItself=*/false,
            [function](mlir::Operation *op, Rewriter &rewriter) -> Replacement {
              auto result = [&] {
                if constexpr (std::is_same_v<Op, mlir::Operation *>) {
                  return function(op, rewriter);
                } else {
                  return function(llvm::cast<Op>(op), rewriter);
                }
              }();
              if constexpr (std::is_same_v<decltype(result), Replacement>) {
                return result;
              } else {
                mlir::Value value = result;
                return value ? Replacement({value}) : std::nullopt;
              }
            }};
  }
  void insert(mlir::OperationName name, Rule rule) {
    byName[name].push_back(std::move(rule));
  }

  mlir::MLIRContext *context;
  std::vector<Rule> common;
  llvm::DenseMap<mlir::OperationName, std::vector<Rule>> byName;
};

// One function per file of rules.
void addAlgebraRules(RuleSet &rules);
void addBitRules(RuleSet &rules);
void addBroadcastRules(RuleSet &rules);
void addCompareRules(RuleSet &rules);
void addConditionalRules(RuleSet &rules);
void addConvertRules(RuleSet &rules);
void addConvolutionRules(RuleSet &rules);
void addDataSizeRules(RuleSet &rules);
void addDotRules(RuleSet &rules);
void addDynamicSliceRules(RuleSet &rules);
void addFoldingRules(RuleSet &rules);
void addGatherRules(RuleSet &rules);
void addKnownShapeRules(RuleSet &rules);
void addOldSpellingRules(RuleSet &rules);
void addPadRules(RuleSet &rules);
void addReductionRules(RuleSet &rules);
void addReshapeRules(RuleSet &rules);
void addScatterRules(RuleSet &rules);
void addSliceRules(RuleSet &rules);
void addWindowRules(RuleSet &rules);

/// All of them.
RuleSet standardRules(mlir::MLIRContext *context);
/// Beside these, for machines whose memory is far from where they compute.
void addGatherOfElementsRules(RuleSet &rules);

} // namespace weft::stablehlo
