// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Simplify/Simplify.h"

#include "weft/StableHLO/Simplify/Passes.h"
#include "weft/StableHLO/Simplify/RefineShapes.h"
#include "weft/StableHLO/Simplify/Steps.h"

#include <set>

using namespace mlir;

namespace weft::stablehlo {

RuleSet standardRules(MLIRContext *context) {
  RuleSet rules(context);
  addFoldingRules(rules);
  addOldSpellingRules(rules);
  addKnownShapeRules(rules);
  addDataSizeRules(rules);
  addAlgebraRules(rules);
  addBitRules(rules);
  addCompareRules(rules);
  addConvertRules(rules);
  addBroadcastRules(rules);
  addReshapeRules(rules);
  addSliceRules(rules);
  addDynamicSliceRules(rules);
  addPadRules(rules);
  addDotRules(rules);
  addConvolutionRules(rules);
  addReductionRules(rules);
  addWindowRules(rules);
  addGatherRules(rules);
  addScatterRules(rules);
  addConditionalRules(rules);
  return rules;
}

std::vector<std::string> RuleSet::names() const {
  std::set<std::string> all;
  for (const Rule &rule : common) {
    all.insert(rule.name.str());
  }
  for (auto &[name, rules] : byName) {
    for (const Rule &rule : rules) {
      all.insert(rule.name.str());
    }
  }
  return {all.begin(), all.end()};
}

bool isClosed(Operation *op) {
  // The body of async_start is one operation on exactly its arguments, and the
  // regions of a composite are data for whoever knows its name.
  return isa<AsyncStartOp, CompositeOp, CustomCallOp>(op);
}

void simplify(ModuleOp module, const RuleSet &rules,
              const SimplifyOptions &options, SimplifyStatistics *statistics) {
  SimplifyStatistics counts;
  auto finish = [&](bool changed, llvm::StringRef step, Location where) {
    if (changed && options.afterStep) {
      options.afterStep(step, where);
    }
    return changed;
  };
  inlineCalls(module, options, counts);
  finish(counts.inlined > 0, "inline-calls", module.getLoc());
  ConstantEvaluator evaluator(options.folding);
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal()) {
      continue;
    }
    for (int round = 0; round < options.maximumRounds; ++round) {
      counts.rounds = std::max(counts.rounds, round + 1);
      int64_t refined = refineShapes(function, evaluator);
      counts.refined += refined;
      bool changed = finish(refined > 0, "refine-shapes", function.getLoc());
      changed |= applyRules(function, rules, evaluator, options, counts);
      changed |= finish(mergeDuplicates(function, counts), "merge-duplicates",
                        function.getLoc());
      changed |= finish(simplifyLoops(function, counts), "simplify-loops",
                        function.getLoc());
      if (!changed) {
        break;
      }
    }
  }
  removeUnusedFunctions(module);
  if (statistics) {
    *statistics = counts;
  }
}

#define GEN_PASS_DEF_SIMPLIFYPASS
#include "weft/StableHLO/Simplify/Passes.h.inc"

namespace {

struct Simplify : public impl::SimplifyPassBase<Simplify> {
  using SimplifyPassBase::SimplifyPassBase;

  void runOnOperation() final {
    SimplifyOptions options;
    options.folding.resultBytes = maximumConstantBytes;
    options.keptComposites.assign(keepComposites.begin(), keepComposites.end());
    simplify(getOperation(), standardRules(&getContext()), options);
  }
};

} // namespace

} // namespace weft::stablehlo
