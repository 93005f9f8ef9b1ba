// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Testing/Dialects/Evaluate.h"

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Interpreter/Process.h"
#include "weft/Testing/Dialects/Compare.h"

#include <mlir/IR/AsmState.h>
#include <mlir/Interfaces/FunctionInterfaces.h>

using weft::reference::Element;
using weft::reference::OpCall;
using weft::reference::OpFunction;
using weft::reference::OpTable;
using weft::reference::Tensor;

namespace weft {
namespace {

// Test programs made by frameworks call these instead of using the dialect;
// their allowances are those of the format.
constexpr double kCustomCallTolerance = 1e-3;
constexpr uint64_t kCustomCallUlp = 3;
constexpr double kCheckEqTolerance = 1e-4;

void addCheckOps(OpTable &table, TestEnvironment &environment) {
  table.add<check::ExpectEqOp>([](check::ExpectEqOp, OpCall &call) {
    return check::compareEqual(call.tensor(0), call.tensor(1));
  });
  table.add<check::ExpectEqConstOp>([](check::ExpectEqConstOp op,
                                       OpCall &call) -> Status {
    WEFT_ASSIGN_OR_RETURN(Tensor expected,
                          Tensor::fromAttribute(call.budget(), op.getValue(),
                                                call.tensor(0).type()));
    return check::compareEqual(call.tensor(0), expected);
  });
  table.add<check::ExpectAlmostEqOp>(
      [](check::ExpectAlmostEqOp op, OpCall &call) {
        return check::compareAlmostEqual(call.tensor(0), call.tensor(1),
                                         op.getTolerance().convertToDouble());
      });
  table.add<check::ExpectAlmostEqConstOp>([](check::ExpectAlmostEqConstOp op,
                                             OpCall &call) -> Status {
    WEFT_ASSIGN_OR_RETURN(Tensor expected,
                          Tensor::fromAttribute(call.budget(), op.getValue(),
                                                call.tensor(0).type()));
    return check::compareAlmostEqual(call.tensor(0), expected,
                                     op.getTolerance().convertToDouble());
  });
  table.add<check::ExpectCloseOp>([](check::ExpectCloseOp op, OpCall &call) {
    return check::compareClose(call.tensor(0), call.tensor(1),
                               op.getMinUlpDifference(),
                               op.getMaxUlpDifference());
  });
  table.add<check::ExpectSerializedEqOp>(
      [&environment](check::ExpectSerializedEqOp op, OpCall &call) -> Status {
        const Tensor &expected = call.tensor(0);
        WEFT_ASSIGN_OR_RETURN(
            Tensor written,
            environment.probes.read(call.budget(), op.getProbeId(),
                                    op.getIteration(), expected.type()));
        return check::compareEqual(written, expected);
      });
}

/// The name the program's text gives a value: `%0`, `%arg1`.
std::string nameInText(mlir::Value value, mlir::Operation *user) {
  mlir::Operation *scope = user->getParentOfType<mlir::FunctionOpInterface>();
  std::string name;
  llvm::raw_string_ostream stream(name);
  mlir::AsmState state(scope ? scope : user);
  value.printAsOperand(stream, state);
  return name;
}

} // namespace

StatusOr<std::deque<reference::Values>>
makeInfeed(interpreter::RunParallelOp op, reference::Context &context) {
  std::deque<reference::Values> infeed;
  if (std::optional<mlir::ArrayAttr> functions = op.getInfeed()) {
    for (auto function : functions->getAsRange<mlir::FlatSymbolRefAttr>()) {
      WEFT_RETURN_IF_ERROR(
          context.callFunction(function.getValue(), {}, infeed.emplace_back()));
    }
  }
  return infeed;
}

namespace {

std::string symbolText(mlir::Attribute symbol) {
  return mlir::cast<mlir::FlatSymbolRefAttr>(symbol).getValue().str();
}

Status runParallel(interpreter::RunParallelOp op, OpCall &call) {
  std::vector<std::vector<std::string>> programs;
  for (auto row : op.getPrograms().getAsRange<mlir::ArrayAttr>()) {
    programs.emplace_back();
    for (mlir::Attribute program : row) {
      programs.back().push_back(symbolText(program));
    }
  }
  WEFT_ASSIGN_OR_RETURN(std::deque<reference::Values> infeed,
                        makeInfeed(op, call.context()));
  reference::Values results;
  WEFT_RETURN_IF_ERROR(reference::runParallel(
      call.context(), programs, std::move(infeed), call.operands(), results));
  return call.finish(StatusOr<reference::Values>(std::move(results)));
}

void addInterpreterOps(OpTable &table, TestEnvironment &environment) {
  table.add<interpreter::PrintOp>(
      [&environment](interpreter::PrintOp op, OpCall &call) {
        std::string name = nameInText(op.getOperand(), op);
        std::lock_guard<std::mutex> guard(environment.outputLock);
        environment.output << name << " = ";
        printTensor(environment.output, call.tensor(0), environment.print);
        environment.output << "\n";
        return Status::success();
      });
  table.add<interpreter::ProbeOp>(
      [&environment](interpreter::ProbeOp op, OpCall &call) -> Status {
        WEFT_RETURN_IF_ERROR(
            environment.probes.record(op.getProbeId(), call.tensor(0)));
        return call.finish(StatusOr<Tensor>(call.tensor(0)));
      });
  table.add<interpreter::RunParallelOp>(runParallel);
}

Status checkEq(OpCall &call) {
  const Tensor &actual = call.tensor(0);
  const Tensor &expected = call.tensor(1);
  bool isInexact =
      actual.elementType().isFloat() || actual.elementType().isComplex();
  WEFT_RETURN_IF_ERROR(
      isInexact ? check::compareAlmostEqual(actual, expected, kCheckEqTolerance)
                : check::compareEqual(actual, expected));
  if (call.resultCount() == 0) {
    return Status::success();
  }
  return call.finish(StatusOr<Tensor>(Tensor::scalar(
      call.resultType().getElementType(), Element::boolean(true))));
}

/// The custom calls tests are made of; null for any other target.
OpFunction checkFunction(llvm::StringRef target) {
  if (target == "check.eq") {
    return checkEq;
  }
  if (target == "check.expect_eq") {
    return [](OpCall &call) {
      return check::compareEqual(call.tensor(0), call.tensor(1));
    };
  }
  if (target == "check.expect_almost_eq") {
    return [](OpCall &call) {
      return check::compareAlmostEqual(call.tensor(0), call.tensor(1),
                                       kCustomCallTolerance);
    };
  }
  if (target == "check.expect_close") {
    return [](OpCall &call) {
      return check::compareClose(call.tensor(0), call.tensor(1), 0,
                                 kCustomCallUlp);
    };
  }
  return nullptr;
}

/// `check.eq` may return one boolean, the others return nothing.
Status checkResults(stablehlo::CustomCallOp op, bool mayReturnBoolean) {
  if (op->getNumResults() == 0) {
    return Status::success();
  }
  auto type =
      mlir::dyn_cast<mlir::RankedTensorType>(op->getResult(0).getType());
  if (mayReturnBoolean && op->getNumResults() == 1 && type &&
      type.getRank() == 0 && type.getElementType().isInteger(1)) {
    return Status::success();
  }
  return Status::invalidArgument(llvm::formatv(
      "custom call '{0}' returns {1}, but {2} results are declared",
      op.getCallTargetName(),
      mayReturnBoolean ? "nothing or one tensor<i1>" : "nothing",
      op->getNumResults()));
}

void addCheckCustomCalls(OpTable &table) {
  const OpFunction *found =
      table.find(stablehlo::CustomCallOp::getOperationName());
  OpFunction others = found ? *found : nullptr;
  table.add<stablehlo::CustomCallOp>(
      [others](stablehlo::CustomCallOp op, OpCall &call) -> Status {
        llvm::StringRef target = op.getCallTargetName();
        OpFunction function = checkFunction(target);
        if (!function) {
          return others ? others(call)
                        : Status::unimplemented(llvm::formatv(
                              "no custom call '{0}' is known", target));
        }
        if (call.operandCount() != 2 || !call.operand(0).isTensor() ||
            !call.operand(1).isTensor()) {
          return Status::invalidArgument(llvm::formatv(
              "custom call '{0}' compares two tensors, but has {1} operands",
              target, call.operandCount()));
        }
        WEFT_RETURN_IF_ERROR(checkResults(op, target == "check.eq"));
        return function(call);
      });
}

} // namespace

void addTestOps(OpTable &table, TestEnvironment &environment) {
  addCheckOps(table, environment);
  addInterpreterOps(table, environment);
  addCheckCustomCalls(table);
}

} // namespace weft
