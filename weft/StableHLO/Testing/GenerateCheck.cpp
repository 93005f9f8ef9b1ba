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

static OpTable makeTable() {
  OpTable table = reference::standardOpTable();
  table.add<stablehlo::CustomCallOp>([](stablehlo::CustomCallOp, OpCall &call) {
    return call.resultCount() == 0
               ? Status::success()
               : call.finish(StatusOr<Tensor>(call.tensor(0)));
  });
  return table;
}

Outcome interpret(ModuleOp module, const GeneratedProgram &program) {
  Outcome outcome;
  reference::Limits limits;
  limits.maxBytes = uint64_t(64) << 20;
  limits.maxSteps = 200'000;
  OpTable table = makeTable();
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

double largestMagnitude(const Tensor &tensor) {
  double largest = 0;
  for (int64_t i = 0; i < tensor.elementCount(); ++i) {
    for (double part : {tensor.at(i).asReal(), tensor.at(i).asImaginary()}) {
      if (std::isfinite(part)) {
        largest = std::max(largest, std::fabs(part));
      }
    }
  }
  return largest;
}

bool areNear(double a, double b, double allowed) {
  if (areSameReal(a, b) || a == b) {
    return true;
  }
  return std::fabs(a - b) <= allowed;
}

bool agree(const Element &a, const Element &b, const Tolerance &tolerance,
           double allowed) {
  ElementType type = a.type();
  if (!type.isFloat() && !type.isComplex()) {
    return a.bits() == b.bits();
  }
  if (tolerance.isExact) {
    return areSameReal(a.asReal(), b.asReal()) &&
           areSameReal(a.asImaginary(), b.asImaginary());
  }
  return areNear(a.asReal(), b.asReal(), allowed) &&
         areNear(a.asImaginary(), b.asImaginary(), allowed);
}

} // namespace

Status compareOutcomes(const Outcome &before, const Outcome &after,
                       const Tolerance &tolerance) {
  if (!after.status.ok()) {
    return after.status.withContext("the program now fails");
  }
  if (before.results.size() != after.results.size()) {
    return Status::internal("the number of results has changed");
  }
  for (size_t i = 0; i < before.results.size(); ++i) {
    const Tensor &old = before.results[i];
    const Tensor &now = after.results[i];
    if (old.type() != now.type()) {
      return Status::internal(llvm::formatv(
          "result {0} was of {1} and is of {2}", i, old.type(), now.type()));
    }
    double allowed = 0;
    ElementType type = old.elementType();
    if (type.isFloat() || type.isComplex()) {
      double unit = std::ldexp(1.0, -formatOf(type.floatKind()).mantissaBits);
      allowed = tolerance.units * unit * largestMagnitude(old);
    }
    for (int64_t at = 0; at < old.elementCount(); ++at) {
      if (!agree(old.at(at), now.at(at), tolerance, allowed)) {
        return Status::internal(llvm::formatv(
            "element {0} of result {1}, {2}, was {3} and is {4}", at, i,
            old.type(), elementText(old.at(at)), elementText(now.at(at))));
      }
    }
  }
  return Status::success();
}

//===----------------------------------------------------------------------===//
// Checking
//===----------------------------------------------------------------------===//

CheckResult checkProgram(const GeneratedProgram &program,
                         ArrayRef<CheckedPass> passes) {
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
  for (const CheckedPass &pass : passes) {
    if (failed(pass.apply(*copy)) || failed(verify(*copy))) {
      return {Verdict::Changed, pass.name,
              "the program is no longer valid: " + errors};
    }
    Outcome after =
        pass.run ? pass.run(*copy, program) : interpret(*copy, program);
    Status same = compareOutcomes(before, after, pass.tolerance);
    if (!same.ok()) {
      return {Verdict::Changed, pass.name, std::string(same.message())};
    }
  }
  return {};
}

} // namespace weft::generate
