// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/OpCall.h"

namespace weft::reference {

llvm::SmallVector<Tensor, 2> OpCall::tensors(size_t first, size_t count) const {
  llvm::SmallVector<Tensor, 2> result;
  result.reserve(count);
  for (size_t i = first; i < first + count; ++i) {
    result.push_back(tensor(i));
  }
  return result;
}

Values OpCall::operands() const {
  Values result;
  result.reserve(operandCount());
  for (size_t i = 0; i < operandCount(); ++i) {
    result.push_back(operand(i));
  }
  return result;
}

Status OpCall::finish(StatusOr<Tensor> result) {
  assert(resultCount() == 1 && "one value for several results");
  if (!result.ok()) {
    return result.status();
  }
  setResult(0, std::move(result).value());
  return Status::success();
}

Status OpCall::finish(StatusOr<Values> results) {
  if (!results.ok()) {
    return results.status();
  }
  if (results->size() != resultCount()) {
    return Status::internal("as many values as results are needed");
  }
  for (size_t i = 0; i < results->size(); ++i) {
    setResult(i, std::move((*results)[i]));
  }
  return Status::success();
}

Status OpCall::finish(StatusOr<llvm::SmallVector<Tensor, 2>> results) {
  if (!results.ok()) {
    return results.status();
  }
  return finish(StatusOr<Values>(Values(results->begin(), results->end())));
}

Status OpCall::callRegion(size_t i, llvm::ArrayRef<Value> arguments,
                          Values &results) const {
  if (!hasRegion(i)) {
    return Status::invalidArgument("a region that is executed is empty");
  }
  return executionContext.runBlock(*step.regions[i], frame, arguments, results);
}

} // namespace weft::reference
