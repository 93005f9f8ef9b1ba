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
  table.add<stablehlo::CustomCallOp>(
      [how](stablehlo::CustomCallOp op, OpCall &call) {
        if (call.resultCount() == 0) {
          return Status::success();
        }
        if (op.getCallTargetName() != wobbleTarget) {
          return call.finish(StatusOr<Tensor>(call.tensor(0)));
        }
        auto site = op->getAttrOfType<IntegerAttr>("site");
        return call.finish(wobble(call.budget(), call.tensors(),
                                  static_cast<uint64_t>(site.getInt()), how));
      });
  return table;
}

Outcome interpret(ModuleOp module, const GeneratedProgram &program,
                  const std::optional<Wobble> &wobble) {
  Outcome outcome;
  reference::Limits limits;
  limits.maxBytes = uint64_t(64) << 20;
  // What is put in to be off takes steps of its own.
  limits.maxSteps = wobble ? 1'000'000 : 200'000;
  OpTable table = makeTable(wobble.value_or(Wobble()));
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
    // The same for each process.
    std::vector<std::string> infeed(
        program.infeed.empty() ? 0 : program.processes(), program.infeed);
    outcome.status =
        reference::runParallel(context, programs, infeed, inputs, results);
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

/// The program's results in runs a little off; nothing if one fails, so that
/// anything may happen.
std::optional<std::vector<Outcome>> runOff(const GeneratedProgram &program) {
  using Direction = Wobble::Direction;
  OwningOpRef<ModuleOp> module = withWobble(program.module.get());
  std::vector<Outcome> runs;
  constexpr uint64_t mostRuns = 10;
  for (uint64_t run = 0; run < mostRuns; ++run) {
    Wobble how;
    how.direction = run == 0   ? Direction::Up
                    : run == 1 ? Direction::Down
                               : Direction::Either;
    how.seed = run;
    runs.push_back(interpret(*module, program, how));
    if (!runs.back().status.ok()) {
      return std::nullopt;
    }
  }
  return runs;
}

bool haveSameTypes(const Outcome &a, const Outcome &b) {
  return a.results.size() == b.results.size() &&
         llvm::all_of(llvm::zip(a.results, b.results), [](auto pair) {
           return std::get<0>(pair).type() == std::get<1>(pair).type();
         });
}

} // namespace

Status compareOutcomes(const GeneratedProgram &program, const Outcome &expected,
                       const Outcome &actual, Exactness exactness) {
  if (!actual.status.ok()) {
    return actual.status.withContext("the program now fails");
  }
  std::optional<std::vector<Outcome>> runs;
  if (!haveSameTypes(expected, actual)) {
    // Sizes may depend on numbers.
    runs = exactness == Exactness::Rounded ? runOff(program) : std::nullopt;
    bool isAllowed = exactness == Exactness::Rounded &&
                     (!runs || llvm::any_of(*runs, [&](const Outcome &run) {
                       return !haveSameTypes(expected, run);
                     }));
    return isAllowed ? Status::success()
                     : Status::internal("the types of results have changed");
  }
  for (size_t i = 0; i < expected.results.size(); ++i) {
    const Tensor &old = expected.results[i];
    const Tensor &now = actual.results[i];
    for (int64_t at = 0; at < old.elementCount(); ++at) {
      if (areSame(old.at(at), now.at(at))) {
        continue;
      }
      if (exactness == Exactness::Rounded) {
        runs = runs ? std::move(runs) : runOff(program);
        if (!runs) {
          return Status::success();
        }
        SmallVector<Element> others;
        for (const Outcome &run : *runs) {
          if (!haveSameTypes(expected, run)) {
            return Status::success();
          }
          others.push_back(run.results[i].at(at));
        }
        if (allows(old.at(at), others, now.at(at))) {
          continue;
        }
      }
      return Status::internal(llvm::formatv(
          "element {0} of result {1}, {2}, was {3} and is {4}", at, i,
          old.type(), elementText(old.at(at)), elementText(now.at(at))));
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
