// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Check/CheckProgram.h"

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Interpreter/Bounds/Range.h"
#include "weft/StableHLO/Interpreter/Bounds/Table.h"
#include "weft/StableHLO/Interpreter/Interpreter.h"
#include "weft/StableHLO/Interpreter/PrintValue.h"
#include "weft/StableHLO/Interpreter/Process.h"

#include <llvm/Support/FormatVariadic.h>
#include <mlir/IR/Diagnostics.h>
#include <mlir/IR/Verifier.h>

#include <cmath>

using namespace mlir;
using weft::reference::Element;
using weft::reference::ElementType;
using weft::reference::Interpreter;
using weft::reference::OpCall;
using weft::reference::OpTable;
using weft::reference::Tensor;
using weft::reference::ranges::Range;

namespace weft {

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// The calls of generated programs are known here.
static OpTable withKnownCalls(OpTable table) {
  reference::OpFunction unknown =
      *table.find(stablehlo::CustomCallOp::getOperationName());
  table.add<stablehlo::CustomCallOp>(
      [unknown](stablehlo::CustomCallOp op, OpCall &call) {
        return op.getCallTargetName() == identityTarget
                   ? call.finish(StatusOr<Tensor>(call.tensor(0)))
                   : unknown(call);
      });
  return table;
}

Outcome interpret(ModuleOp module, const CheckedProgram &program) {
  return interpretWith(withKnownCalls(reference::standardOpTable()), module,
                       program, program.limits);
}

std::deque<reference::Values> infeedOf(const CheckedProgram &program) {
  size_t count = program.infeed.empty() ? 0 : program.processes();
  return {count, {program.infeed.begin(), program.infeed.end()}};
}

Outcome interpretWith(const OpTable &table, ModuleOp module,
                      const CheckedProgram &program,
                      const reference::Limits &limits) {
  Outcome outcome;
  auto interpreter = Interpreter::create(module, limits, table);
  if (!interpreter.ok()) {
    outcome.status = interpreter.status();
    return outcome;
  }
  reference::Values inputs(program.inputs.begin(), program.inputs.end());
  reference::Values results;
  if (program.processes() == 1) {
    reference::RunResult run = (*interpreter)->run("main", inputs);
    outcome.status = run.status;
    results = std::move(run.results);
  } else {
    reference::Context context((*interpreter)->program(),
                               (*interpreter)->budget().shared_from_this());
    std::vector<std::vector<std::string>> programs(
        program.replicas, std::vector<std::string>(program.partitions, "main"));
    outcome.status = reference::runParallel(context, programs,
                                            infeedOf(program), inputs, results);
  }
  if (outcome.status.ok()) {
    for (const reference::Value &value : results) {
      // Tokens hold nothing to compare.
      if (value.isTensor()) {
        outcome.results.push_back(value.tensor());
      }
    }
  }
  return outcome;
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

namespace {

bool areSameReal(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) ||
         (a == b && std::signbit(a) == std::signbit(b));
}

bool areSame(const Element &a, const Element &b) {
  ElementType type = a.type();
  if (!type.isFloat() && !type.isComplex()) {
    return a.bits() == b.bits();
  }
  return areSameReal(a.asReal(), b.asReal()) &&
         areSameReal(a.asImaginary(), b.asImaginary());
}

bool haveSameTypes(const Outcome &a, const Outcome &b) {
  return a.results.size() == b.results.size() &&
         llvm::all_of(llvm::zip(a.results, b.results), [](auto pair) {
           return std::get<0>(pair).type() == std::get<1>(pair).type();
         });
}

/// `[1, 2]` for a place in row-major order.
std::string indexText(const Tensor &tensor, int64_t at) {
  SmallVector<int64_t> index(tensor.rank());
  for (int64_t d = tensor.rank(); d-- > 0; at /= tensor.dimension(d)) {
    index[d] = at % tensor.dimension(d);
  }
  return llvm::formatv("[{0:$[, ]}]",
                       llvm::make_range(index.begin(), index.end()));
}

} // namespace

const Outcome &BoundedOutcome::get() {
  if (!outcome) {
    reference::Limits limits = program.limits;
    // Both ends, and bodies in several orders; in some of these a body with a
    // loop may turn as often as there are elements, for each of them, which
    // short programs are given the time for.
    limits.maxSteps =
        std::max(limits.maxSteps * 60,
                 std::min<uint64_t>(limits.maxSteps * 600, 300'000'000));
    limits.maxBytes *= 4;
    outcome = interpretWith(
        withKnownCalls(reference::boundedOpTable(program.liberties)),
        program.module.get(), program, limits);
  }
  return *outcome;
}

/// The bounds of results that are of the expected types.
static StatusOr<const Outcome *> boundsOf(BoundedOutcome &bounded,
                                          const Outcome &expected) {
  const Outcome &outcome = bounded.get();
  if (!outcome.status.ok()) {
    return outcome.status.withContext("the reference finds no bounds");
  }
  if (!haveSameTypes(expected, outcome)) {
    return Status::internal("bounds are those of other types");
  }
  return &outcome;
}

Status compareOutcomes(BoundedOutcome &bounded, const Outcome &expected,
                       const Outcome &actual, Exactness exactness) {
  if (!actual.status.ok()) {
    return actual.status.withContext("the program now fails");
  }
  bool isExact = exactness == Exactness::Same;
  bool haveTypesChanged = !haveSameTypes(expected, actual);
  for (size_t i = 0; i < expected.results.size(); ++i) {
    for (int64_t at = 0;
         haveTypesChanged || at < expected.results[i].elementCount(); ++at) {
      if (!haveTypesChanged &&
          areSame(expected.results[i].at(at), actual.results[i].at(at))) {
        continue;
      }
      StatusOr<const Outcome *> bounds = nullptr;
      if (!isExact) {
        bounds = boundsOf(bounded, expected);
        // There is no one shape to compare.
        if (reference::areSizesUncertain(bounds.status())) {
          return Status::success();
        }
      }
      if (haveTypesChanged) {
        return Status::internal("the types of results have changed");
      }
      if (!bounds.ok()) {
        return bounds.status();
      }
      const Tensor &old = expected.results[i];
      Element now = actual.results[i].at(at);
      std::string allowed;
      if (!isExact) {
        Range range = reference::ranges::rangeAt((*bounds)->results[i], at);
        if (range.allows(now)) {
          continue;
        }
        allowed = range.isExact() ? " exactly"
                                  : llvm::formatv(" or within [{0}, {1}]",
                                                  elementText(range.low),
                                                  elementText(range.high))
                                        .str();
      }
      return Status::internal(
          llvm::formatv("element {0} of result {1}, {2}, was {3}{4} and is {5}",
                        indexText(old, at), i, old.type(),
                        elementText(old.at(at)), allowed, elementText(now)));
    }
  }
  return Status::success();
}

Status compareOutcomes(const CheckedProgram &program, const Outcome &expected,
                       const Outcome &actual, Exactness exactness) {
  BoundedOutcome bounded(program);
  return compareOutcomes(bounded, expected, actual, exactness);
}

//===----------------------------------------------------------------------===//
// Checking
//===----------------------------------------------------------------------===//

CheckResult checkProgram(const CheckedProgram &program,
                         ArrayRef<CheckStage> stages) {
  ModuleOp module = program.module.get();
  std::string errors;
  ScopedDiagnosticHandler collect(module.getContext(),
                                  [&](Diagnostic &diagnostic) {
                                    errors += diagnostic.str() + "; ";
                                    return success();
                                  });
  if (failed(verify(module))) {
    return {CheckVerdict::Invalid, "", errors};
  }
  Outcome before = interpret(module, program);
  if (!before.status.ok()) {
    return {CheckVerdict::Fails, "", std::string(before.status.message())};
  }
  BoundedOutcome bounded(program);
  OwningOpRef<ModuleOp> copy(module.clone());
  for (const CheckStage &stage : stages) {
    if (stage.check) {
      CheckedProgram now = cloneProgram(program);
      now.module = copy->clone();
      CheckResult result = stage.check(now);
      if (result.verdict != CheckVerdict::Same) {
        return result;
      }
      continue;
    }
    if ((stage.apply && failed(stage.apply(*copy))) || failed(verify(*copy))) {
      return {CheckVerdict::Changed, stage.name,
              "the program is no longer valid: " + errors};
    }
    Outcome after =
        stage.run ? stage.run(*copy, program) : interpret(*copy, program);
    if (after.status.code() == StatusCode::Unimplemented) {
      return {CheckVerdict::Unimplemented, stage.name,
              std::string(after.status.message())};
    }
    Status same = compareOutcomes(bounded, before, after, stage.exactness);
    if (!same.ok()) {
      return {CheckVerdict::Changed, stage.name, std::string(same.message())};
    }
  }
  return {};
}

} // namespace weft
