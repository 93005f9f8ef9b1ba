// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Support/DecisionsDialect.h"

#include <mlir/IR/Diagnostics.h>
#include <mlir/IR/Remarks.h>
#include <mlir/IR/SymbolTable.h>

using namespace mlir;

MLIR_DEFINE_EXPLICIT_TYPE_ID(weft::DecisionsDialect)

namespace weft {

DecisionsDialect::DecisionsDialect(MLIRContext *context)
    : Dialect(getDialectNamespace(), context, TypeID::get<DecisionsDialect>()) {
}

void attachDecisionLog(MLIRContext *context, DecisionLog *log) {
  auto *dialect = context->getOrLoadDialect<DecisionsDialect>();
  dialect->log = log;
  dialect->origins.clear();
}

void trackOrigins(Operation *root) {
  auto *dialect = root->getContext()->getLoadedDialect<DecisionsDialect>();
  if (dialect && dialect->log) {
    dialect->origins = numberOrigins(root);
  }
}

void attachDecisionLog(Operation *root, DecisionLog *log) {
  attachDecisionLog(root->getContext(), log);
  trackOrigins(root);
}

void detachDecisionLog(MLIRContext *context) {
  if (auto *dialect = context->getLoadedDialect<DecisionsDialect>()) {
    dialect->log = nullptr;
    dialect->origins.clear();
  }
}

DecisionLog *decisionLogOf(MLIRContext *context) {
  const auto *dialect = context->getLoadedDialect<DecisionsDialect>();
  return dialect ? dialect->log : nullptr;
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

static llvm::StringRef symbolNameOf(Operation *operation) {
  const auto name =
      operation->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
  return name ? name.strref() : llvm::StringRef();
}

DecisionStage::DecisionStage(Operation *root, std::string_view name)
    : root(root), log(decisionLogOf(root->getContext())) {
  if (log) {
    log->beginStage(name);
  }
}

/// Describes the origins that records mention, and no others: most operations
/// of a large program are never talked about.
static void describeOrigins(DecisionLog &log, const DecisionsDialect &dialect) {
  for (const Record &record : log.records()) {
    for (uint32_t origin : log.origins(record)) {
      if (origin >= dialect.origins.size() || log.isOriginDescribed(origin)) {
        continue;
      }
      const ResolvedLocation resolved =
          resolveLocation(dialect.origins[origin]);
      std::vector<DecisionLog::Frame> frames;
      for (const ResolvedLocation::Frame &frame : resolved.frames) {
        frames.push_back(
            {frame.file, frame.line, frame.column, frame.function});
      }
      log.describeOrigin(origin, frames, resolved.namePath);
    }
  }
}

DecisionStage::~DecisionStage() {
  if (!log) {
    return;
  }
  std::vector<std::string_view> programOrder;
  for (Region &region : root->getRegions()) {
    for (Operation &operation : region.getOps()) {
      if (const llvm::StringRef name = symbolNameOf(&operation);
          !name.empty()) {
        programOrder.emplace_back(name.data(), name.size());
      }
    }
  }
  log->endStage(programOrder);
  describeOrigins(*log,
                  *root->getContext()->getLoadedDialect<DecisionsDialect>());
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

/// The name of the top-level symbol that contains an operation. Empty for the
/// module itself.
static llvm::StringRef anchorOf(Operation *operation) {
  if (!operation->getParentOp()) {
    return {};
  }
  while (operation->getParentOp()->getParentOp()) {
    operation = operation->getParentOp();
  }
  return symbolNameOf(operation);
}

DecisionBuilder::DecisionBuilder(DecisionLog &log, Operation *operation,
                                 DecisionKind kind, Reason reason,
                                 Verdict verdict)
    : log(&log), anchor(anchorOf(operation)), decision(std::in_place) {
  decision->kind = kind;
  decision->verdict = verdict;
  decision->reason = reason;
  decision->subject = operation->getName().getStringRef().str();
  if (const llvm::StringRef symbol = symbolNameOf(operation); !symbol.empty()) {
    decision->subject += " @";
    decision->subject += symbol;
  }
  origin(operation);
}

DecisionBuilder &DecisionBuilder::operator<<(const DecisionArgument &argument) {
  if (log) {
    if (const auto *text = std::get_if<std::string_view>(&argument)) {
      decision->arguments.emplace_back(std::string(*text));
    } else if (const auto *number = std::get_if<double>(&argument)) {
      decision->arguments.emplace_back(*number);
    } else {
      decision->arguments.emplace_back(std::get<int64_t>(argument));
    }
  }
  return *this;
}

DecisionBuilder &DecisionBuilder::subject(std::string_view text) {
  if (log) {
    decision->subject = text;
  }
  return *this;
}

DecisionBuilder &DecisionBuilder::other(std::string_view text) {
  if (log) {
    decision->other = text;
  }
  return *this;
}

DecisionBuilder &DecisionBuilder::cost(Cost chosen, Cost bestAlternative) {
  if (log) {
    decision->cost = chosen;
    decision->bestAlternative = bestAlternative;
  }
  return *this;
}

DecisionBuilder &DecisionBuilder::parent(DecisionTicket ticket) {
  if (log) {
    decision->parent = ticket;
  }
  return *this;
}

DecisionBuilder &DecisionBuilder::origin(Operation *operation) {
  if (log) {
    const auto added = originsOf(operation->getLoc());
    decision->origins.insert(decision->origins.end(), added.begin(),
                             added.end());
    llvm::sort(decision->origins);
    decision->origins.erase(llvm::unique(decision->origins),
                            decision->origins.end());
  }
  return *this;
}

DecisionTicket DecisionBuilder::record() {
  DecisionLog *target = std::exchange(log, nullptr);
  return target ? target->add(anchor, std::move(*decision)) : DecisionTicket();
}

//===----------------------------------------------------------------------===//
// The bridge to MLIR's outputs
//===----------------------------------------------------------------------===//

static remark::detail::InFlightRemark
beginRemark(Verdict verdict, Location location, remark::RemarkOpts options) {
  switch (verdict) {
  case Verdict::Chosen:
  case Verdict::Forced:
    return remark::passed(location, options);
  case Verdict::Rejected:
  case Verdict::Cliff:
    return remark::missed(location, options);
  case Verdict::Refused:
    break;
  }
  return remark::failed(location, options);
}

void emitDecisionRemarks(const DecisionLog &log, MLIRContext *context) {
  const auto *dialect = context->getLoadedDialect<DecisionsDialect>();
  for (const Record &record : log.records()) {
    Location location = UnknownLoc::get(context);
    const auto origins = log.origins(record);
    if (dialect && !origins.empty() &&
        origins.front() < dialect->origins.size()) {
      location = dialect->origins[origins.front()];
    }
    const std::string sentence = log.sentence(record);
    const std::string_view code = reasonInfo(record.reason).code;
    if (!context->getRemarkEngine()) {
      emitRemark(location) << log.stageName(record) << ": "
                           << verdictName(record.verdict) << ": " << sentence
                           << " [" << code << "]";
      continue;
    }
    auto emitted = beginRemark(record.verdict, location,
                               remark::RemarkOpts::name(code)
                                   .category(decisionKindName(record.kind))
                                   .subCategory(log.stageName(record))
                                   .function(log.string(record.anchor)));
    emitted << llvm::StringRef(sentence);
    const auto names = reasonInfo(record.reason).argumentNames();
    const auto arguments = log.arguments(record);
    for (auto [name, value] : llvm::zip(names, arguments)) {
      const llvm::StringRef key(name);
      if (const auto *text = std::get_if<StringId>(&value)) {
        emitted << remark::detail::Remark::Arg(
            key, llvm::StringRef(log.string(*text)));
      } else if (const auto *number = std::get_if<double>(&value)) {
        emitted << remark::detail::Remark::Arg(key, *number);
      } else {
        emitted << remark::detail::Remark::Arg(key, std::get<int64_t>(value));
      }
    }
  }
}

} // namespace weft
