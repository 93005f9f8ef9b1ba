// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One execution of one operation: its operands, regions and results.

#pragma once

#include "weft/StableHLO/Interpreter/Context.h"
#include "weft/StableHLO/Interpreter/Program.h"
#include "weft/StableHLO/Interpreter/Value.h"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <mlir/IR/BuiltinTypes.h>
#include <mlir/IR/Operation.h>

namespace weft::reference {

class OpCall {
public:
  /// `types`, where given, are computed instead of those the operation
  /// declares: the same operation on wider numbers.
  OpCall(Context &context, Frame &frame, const Step &step,
         llvm::ArrayRef<mlir::RankedTensorType> types = {})
      : executionContext(context), frame(frame), step(step), otherTypes(types) {
  }

  mlir::Operation *operation() const { return step.operation; }
  Context &context() const { return executionContext; }
  Budget &budget() const { return executionContext.budget(); }

  size_t operandCount() const { return step.operands.size(); }
  const Value &operand(size_t i) const { return frame[step.operands[i]]; }
  /// Operand `i`, whose type is a tensor type.
  const Tensor &tensor(size_t i) const { return operand(i).tensor(); }
  /// `count` operands from `first` on, all of tensor type.
  llvm::SmallVector<Tensor, 2> tensors(size_t first, size_t count) const;
  llvm::SmallVector<Tensor, 2> tensors() const {
    return tensors(0, operandCount());
  }
  Values operands() const;

  size_t resultCount() const { return step.results.size(); }
  /// The declared type of a tensor result; dimensions may be dynamic.
  mlir::RankedTensorType resultType(size_t i = 0) const {
    return otherTypes.empty() ? mlir::cast<mlir::RankedTensorType>(
                                    step.operation->getResult(i).getType())
                              : otherTypes[i];
  }
  /// Results are checked against their declared types after the operation.
  void setResult(size_t i, Value value) {
    frame[step.results[i]] = std::move(value);
  }
  /// What was set.
  const Value &result(size_t i) const { return frame[step.results[i]]; }

  /// Ends an entry: stores what an eval function gave, or passes its failure
  /// on. The lists must have one value per result.
  Status finish(StatusOr<Tensor> result);
  Status finish(StatusOr<Values> results);
  Status finish(StatusOr<llvm::SmallVector<Tensor, 2>> results);

  /// Runs region `i` of the operation on `arguments`. Values captured from
  /// outside the region are those of the current execution. `results` is
  /// overwritten with what the region returns; reuse it between calls.
  Status callRegion(size_t i, llvm::ArrayRef<Value> arguments,
                    Values &results) const;
  bool hasRegion(size_t i) const { return step.regions[i] != nullptr; }

  /// What is needed to run region `i` elsewhere: its plan, and the size of the
  /// frame it runs in. Only for regions that capture nothing.
  const BlockPlan &regionPlan(size_t i) const { return *step.regions[i]; }
  size_t frameSize() const { return frame.size(); }
  /// All values of the function around the operation, by slot; empty before
  /// they are made and after their last use.
  const Frame &frameValues() const { return frame; }

  /// Calls a function of the module.
  Status callFunction(llvm::StringRef name, llvm::ArrayRef<Value> arguments,
                      Values &results) const {
    return executionContext.callFunction(name, arguments, results);
  }

private:
  Context &executionContext;
  Frame &frame;
  const Step &step;
  llvm::ArrayRef<mlir::RankedTensorType> otherTypes;
};

/// What eval functions take for a region (reduce, sort, scatter, ...).
using BodyFunction =
    llvm::function_ref<Status(llvm::ArrayRef<Value>, Values &)>;

/// A region as a function of values. Refers to the call it was made from.
class RegionFunction {
public:
  RegionFunction(const OpCall &call, size_t region)
      : call(&call), region(region) {}

  Status operator()(llvm::ArrayRef<Value> arguments, Values &results) const {
    return call->callRegion(region, arguments, results);
  }

private:
  const OpCall *call;
  size_t region;
};

} // namespace weft::reference
