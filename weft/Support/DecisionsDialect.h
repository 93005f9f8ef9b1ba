// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How a pass records a decision:
//
//   decide(op, DecisionKind::Simplify, Reason::CompositeInlined)
//       << arg(composite.getName()) << arg(function.getName());
//
// The log is reached through the context: a dialect without operations holds
// the state of the compilation. Where no log is attached, `decide` is one
// look-up and the rest does nothing; guard costly arguments by the builder:
//
//   if (auto decision = decide(op, ...)) { decision << arg(describe(op)); }
//
// A tool that wants records does, around its passes:
//
//   DecisionLog log;
//   attachDecisionLog(context, &log);
//   ... import; it calls trackOrigins as soon as there is a module ...
//   {
//     DecisionStage stage(module, "simplify");
//     ... run passes, parallel or not ...
//   }
//   log.printText(sink);            // or emitDecisionRemarks(log, context)
//   detachDecisionLog(context);

#pragma once

#include "weft/Support/Decisions.h"
#include "weft/Support/Origins.h"

#include <mlir/IR/Dialect.h>
#include <mlir/IR/MLIRContext.h>
#include <mlir/IR/Operation.h>

#include <concepts>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace weft {

/// Holds the per-compilation state in a context. It has no operations, types
/// or attributes, and never appears in a program.
class DecisionsDialect : public mlir::Dialect {
public:
  explicit DecisionsDialect(mlir::MLIRContext *context);
  static constexpr llvm::StringLiteral getDialectNamespace() {
    return llvm::StringLiteral("weft_decisions");
  }

  DecisionLog *log = nullptr;
  /// The original location of every numbered operation.
  std::vector<mlir::LocationAttr> origins;
};

/// Makes the passes on a context record into `log`. Not while passes run.
void attachDecisionLog(mlir::MLIRContext *context, DecisionLog *log);
void detachDecisionLog(mlir::MLIRContext *context);

/// Numbers the operations of a program that was just read (see Origins.h), so
/// that records can say which of them they are about. Without a log the
/// locations stay as they are.
void trackOrigins(mlir::Operation *root);

/// Both, for a program that is there already.
void attachDecisionLog(mlir::Operation *root, DecisionLog *log);

/// The attached log, or null.
DecisionLog *decisionLogOf(mlir::MLIRContext *context);

/// A stage of the pipeline, from construction to destruction. `root` is the
/// module, which must outlive it; one thread, no nesting. Does nothing
/// without a log.
class DecisionStage {
public:
  DecisionStage(mlir::Operation *root, std::string_view name);
  ~DecisionStage();
  DecisionStage(const DecisionStage &) = delete;
  DecisionStage &operator=(const DecisionStage &) = delete;

private:
  mlir::Operation *root;
  DecisionLog *log;
};

/// An argument of a decision's sentence. Refers to its text, owns nothing.
using DecisionArgument = std::variant<int64_t, double, std::string_view>;

template <std::integral Integer> DecisionArgument arg(Integer value) {
  return static_cast<int64_t>(value);
}
inline DecisionArgument arg(double value) { return value; }
inline DecisionArgument arg(std::string_view text) { return text; }
inline DecisionArgument arg(llvm::StringRef text) {
  return std::string_view(text.data(), text.size());
}
inline DecisionArgument arg(const char *text) { return std::string_view(text); }
inline DecisionArgument arg(const std::string &text) {
  return std::string_view(text);
}

/// A decision in the making, recorded when it goes out of scope.
class DecisionBuilder {
public:
  /// Without a log: swallows everything.
  DecisionBuilder() = default;
  DecisionBuilder(DecisionLog &log, mlir::Operation *operation,
                  DecisionKind kind, Reason reason, Verdict verdict);
  ~DecisionBuilder() { record(); }
  DecisionBuilder(DecisionBuilder &&other)
      : log(std::exchange(other.log, nullptr)), anchor(other.anchor),
        decision(std::move(other.decision)) {}
  DecisionBuilder &operator=(DecisionBuilder &&) = delete;

  explicit operator bool() const { return log != nullptr; }

  DecisionBuilder &operator<<(const DecisionArgument &argument);

  /// What it is about, if not the operation by its name.
  DecisionBuilder &subject(std::string_view text);
  /// What it was weighed against.
  DecisionBuilder &other(std::string_view text);
  DecisionBuilder &cost(Cost chosen, Cost bestAlternative = {});
  DecisionBuilder &parent(DecisionTicket ticket);
  /// Adds where another operation came from.
  DecisionBuilder &origin(mlir::Operation *operation);

  /// Records now, for a ticket that later decisions can name as parent.
  DecisionTicket record();

private:
  DecisionLog *log = nullptr;
  llvm::StringRef anchor;
  /// Only with a log, so that without one nothing is set up or torn down.
  std::optional<Decision> decision;
};

/// Records a decision about an operation that is part of a module. Safe from
/// the threads of a pass manager, each about operations of its own function.
inline DecisionBuilder decide(mlir::Operation *operation, DecisionKind kind,
                              Reason reason,
                              Verdict verdict = Verdict::Chosen) {
  DecisionLog *log = decisionLogOf(operation->getContext());
  return log ? DecisionBuilder(*log, operation, kind, reason, verdict)
             : DecisionBuilder();
}

/// Sends the records, at their source locations, through MLIR: into the
/// context's remark engine where one is set up, else as remark diagnostics.
void emitDecisionRemarks(const DecisionLog &log, mlir::MLIRContext *context);

} // namespace weft

MLIR_DECLARE_EXPLICIT_TYPE_ID(weft::DecisionsDialect)
