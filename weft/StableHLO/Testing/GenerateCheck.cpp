// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Testing/GenerateCheck.h"

#include "weft/StableHLO/Interpreter/Interpreter.h"
#include "weft/StableHLO/Interpreter/Process.h"
#include "weft/StableHLO/Testing/PrintValue.h"

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

namespace weft::generate {

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

static OpTable makeTable(const Wobble &how) {
  OpTable table = reference::standardOpTable();
  reference::OpFunction unknown =
      *table.find(stablehlo::CustomCallOp::getOperationName());
  table.add<stablehlo::CustomCallOp>(
      [how, unknown](stablehlo::CustomCallOp op, OpCall &call) {
        if (op.getCallTargetName() == identityTarget) {
          return call.finish(StatusOr<Tensor>(call.tensor(0)));
        }
        if (op.getCallTargetName() != wobbleTarget) {
          return unknown(call);
        }
        Wobble own = how;
        if (const reference::Process *process = call.context().process()) {
          own.process = static_cast<uint64_t>(process->id().replica * 4096 +
                                              process->id().partition);
        }
        return call.finish(wobble(call.budget(), call.tensors(), op, own));
      });
  return table;
}

Outcome interpret(ModuleOp module, const GeneratedProgram &program,
                  const std::optional<Wobble> &wobble) {
  reference::Limits limits = program.limits;
  // What is put in to be off takes steps of its own.
  limits.maxSteps *= wobble ? 5 : 1;
  return interpretWith(makeTable(wobble.value_or(Wobble())), module, program,
                       limits);
}

std::deque<reference::Values> infeedOf(const GeneratedProgram &program) {
  size_t count = program.infeed.empty() ? 0 : program.processes();
  return {count, {program.infeed.begin(), program.infeed.end()}};
}

Outcome interpretWith(const OpTable &table, ModuleOp module,
                      const GeneratedProgram &program,
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

/// What a number may be instead, from what it was in runs a little off.
class Latitude {
public:
  explicit Latitude(double number) : number(number) {}

  void include(double other) {
    // Zeros of either sign, too, are told apart by nobody but who is exact.
    if (areSameReal(number, other) || number == other) {
      return;
    }
    double apart = std::fabs(number - other);
    isAnything |= !std::isfinite(apart);
    farthest = std::max(farthest, apart);
  }

  bool allows(double other) const {
    // Runs that are off by as much as is allowed need not find the farthest
    // there is.
    constexpr double margin = 4;
    return isAnything || areSameReal(number, other) || number == other ||
           std::fabs(number - other) <= margin * farthest;
  }

private:
  double number;
  double farthest = 0;
  bool isAnything = false;
};

bool allows(const Element &expected, ArrayRef<Element> others,
            const Element &actual) {
  ElementType type = expected.type();
  if (!type.isFloat() && !type.isComplex()) {
    // A number that comes out one way or another comes out in any way.
    return llvm::any_of(others, [&](const Element &other) {
      return other.bits() != expected.bits();
    });
  }
  Latitude real(expected.asReal());
  Latitude imaginary(expected.asImaginary());
  for (const Element &other : others) {
    real.include(other.asReal());
    imaginary.include(other.asImaginary());
  }
  return real.allows(actual.asReal()) && imaginary.allows(actual.asImaginary());
}

bool haveSameTypes(const Outcome &a, const Outcome &b) {
  return a.results.size() == b.results.size() &&
         llvm::all_of(llvm::zip(a.results, b.results), [](auto pair) {
           return std::get<0>(pair).type() == std::get<1>(pair).type();
         });
}

/// The program's results in runs a little off, made when they are asked for.
class RunsOff {
public:
  RunsOff(const GeneratedProgram &program, const Outcome &expected)
      : program(program), expected(expected) {}

  /// False where a run fails or has results of other types, so that anything
  /// may happen.
  bool makeUpTo(size_t count) {
    using Direction = Wobble::Direction;
    if (!module) {
      module = withWobble(program.module.get());
    }
    while (isSteady && runs.size() < count) {
      Wobble how;
      how.direction = runs.empty()       ? Direction::Up
                      : runs.size() == 1 ? Direction::Down
                                         : Direction::Either;
      how.seed = runs.size();
      runs.push_back(interpret(*module, program, how));
      isSteady =
          runs.back().status.ok() && haveSameTypes(expected, runs.back());
    }
    return isSteady;
  }

  bool allow(const Outcome &actual, size_t result, int64_t at) {
    // Most of what is allowed shows at once; nothing is a finding before it has
    // had every chance.
    constexpr size_t few = 10;
    constexpr size_t many = 64;
    for (size_t count : {few, many}) {
      if (!makeUpTo(count)) {
        return true;
      }
      SmallVector<Element> others;
      for (const Outcome &run : runs) {
        others.push_back(run.results[result].at(at));
      }
      if (allows(expected.results[result].at(at), others,
                 actual.results[result].at(at))) {
        return true;
      }
    }
    return false;
  }

  /// For results of other types than the expected ones.
  bool allowOtherTypes() {
    constexpr size_t some = 10;
    return !makeUpTo(some);
  }

private:
  const GeneratedProgram &program;
  const Outcome &expected;
  OwningOpRef<ModuleOp> module;
  std::vector<Outcome> runs;
  bool isSteady = true;
};

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

Status compareOutcomes(const GeneratedProgram &program, const Outcome &expected,
                       const Outcome &actual, Exactness exactness) {
  if (!actual.status.ok()) {
    return actual.status.withContext("the program now fails");
  }
  bool isExact = exactness == Exactness::Same;
  RunsOff runs(program, expected);
  if (!haveSameTypes(expected, actual)) {
    // Sizes may depend on numbers.
    return !isExact && runs.allowOtherTypes()
               ? Status::success()
               : Status::internal("the types of results have changed");
  }
  for (size_t i = 0; i < expected.results.size(); ++i) {
    const Tensor &old = expected.results[i];
    const Tensor &now = actual.results[i];
    for (int64_t at = 0; at < old.elementCount(); ++at) {
      if (areSame(old.at(at), now.at(at)) ||
          (!isExact && runs.allow(actual, i, at))) {
        continue;
      }
      return Status::internal(
          llvm::formatv("element {0} of result {1}, {2}, was {3} and is {4}",
                        indexText(old, at), i, old.type(),
                        elementText(old.at(at)), elementText(now.at(at))));
    }
  }
  return Status::success();
}

//===----------------------------------------------------------------------===//
// Checking
//===----------------------------------------------------------------------===//

CheckResult checkProgram(const GeneratedProgram &program,
                         ArrayRef<Stage> stages) {
  ModuleOp module = program.module.get();
  std::string errors;
  ScopedDiagnosticHandler collect(module.getContext(),
                                  [&](Diagnostic &diagnostic) {
                                    errors += diagnostic.str() + "; ";
                                    return success();
                                  });
  if (failed(verify(module))) {
    return {Verdict::Invalid, "", errors};
  }
  Outcome before = interpret(module, program);
  if (!before.status.ok()) {
    return {Verdict::Fails, "", std::string(before.status.message())};
  }
  OwningOpRef<ModuleOp> copy(module.clone());
  for (const Stage &stage : stages) {
    if (stage.check) {
      GeneratedProgram now = cloneProgram(program);
      now.module = copy->clone();
      CheckResult result = stage.check(now);
      if (result.verdict != Verdict::Same) {
        return result;
      }
      continue;
    }
    if ((stage.apply && failed(stage.apply(*copy))) || failed(verify(*copy))) {
      return {Verdict::Changed, stage.name,
              "the program is no longer valid: " + errors};
    }
    Outcome after =
        stage.run ? stage.run(*copy, program) : interpret(*copy, program);
    if (after.status.code() == StatusCode::Unimplemented) {
      return {Verdict::Unimplemented, stage.name,
              std::string(after.status.message())};
    }
    Status same = compareOutcomes(program, before, after, stage.exactness);
    if (!same.ok()) {
      return {Verdict::Changed, stage.name, std::string(same.message())};
    }
  }
  return {};
}

} // namespace weft::generate
