// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/common/Explain.h"

#include "weft/Support/DecisionsDialect.h"

#include <mlir/IR/BuiltinOps.h>
#include <mlir/Pass/Pass.h>
#include <mlir/Pass/PassInstrumentation.h>

#include <memory>
#include <optional>

using namespace mlir;

namespace weft::tools {
namespace {

/// Shared by the first and the last pass of an explained pipeline.
struct Explanation {
  DecisionLog log;
  std::optional<DecisionStage> stage;

  void show(llvm::raw_ostream &stream, MLIRContext *context) {
    if (!stage) {
      return;
    }
    stage.reset();
    log.printText([&](std::string_view text) {
      stream << llvm::StringRef(text.data(), text.size());
    });
    detachDecisionLog(context);
  }
};

/// What was decided before a pass failed is worth seeing too; and neither the
/// stage nor the log may outlive the program they are attached to.
class ShowOnFailure : public PassInstrumentation {
public:
  ShowOnFailure(std::shared_ptr<Explanation> explanation,
                llvm::raw_ostream &stream)
      : explanation(std::move(explanation)), stream(stream) {}

  void runAfterPassFailed(Pass *, Operation *op) override {
    explanation->show(stream, op->getContext());
  }

private:
  std::shared_ptr<Explanation> explanation;
  llvm::raw_ostream &stream;
};

class BeginExplainPass
    : public PassWrapper<BeginExplainPass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(BeginExplainPass)

  explicit BeginExplainPass(std::shared_ptr<Explanation> explanation)
      : explanation(std::move(explanation)) {}

  StringRef getName() const override { return "begin explaining"; }
  // Loaded before the pipeline starts: inside it no dialect may be.
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<DecisionsDialect>();
  }
  void runOnOperation() override {
    attachDecisionLog(getOperation(), &explanation->log);
    explanation->stage.emplace(getOperation(), "passes");
  }

private:
  std::shared_ptr<Explanation> explanation;
};

class EndExplainPass
    : public PassWrapper<EndExplainPass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(EndExplainPass)

  EndExplainPass(std::shared_ptr<Explanation> explanation,
                 llvm::raw_ostream &stream)
      : explanation(std::move(explanation)), stream(stream) {}

  StringRef getName() const override { return "end explaining"; }
  void runOnOperation() override {
    explanation->show(stream, &getContext());
    markAllAnalysesPreserved();
  }

private:
  std::shared_ptr<Explanation> explanation;
  llvm::raw_ostream &stream;
};

} // namespace

LogicalResult
addExplained(PassManager &passes, llvm::raw_ostream &stream,
             llvm::function_ref<LogicalResult(PassManager &)> addPasses) {
  auto explanation = std::make_shared<Explanation>();
  passes.addInstrumentation(
      std::make_unique<ShowOnFailure>(explanation, stream));
  passes.addPass(std::make_unique<BeginExplainPass>(explanation));
  LogicalResult added = addPasses(passes);
  passes.addPass(std::make_unique<EndExplainPass>(explanation, stream));
  return added;
}

} // namespace weft::tools
