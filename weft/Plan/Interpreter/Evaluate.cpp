// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Interpreter/Evaluate.h"

#include "weft/Plan/IR/Plan.h"
#include "weft/StableHLO/Interpreter/Process.h"

#include <algorithm>

using namespace mlir;
using weft::reference::Element;
using weft::reference::OpCall;
using weft::reference::OpTable;
using weft::reference::Tensor;
using weft::reference::Token;
using weft::reference::Values;

namespace weft::plan {
namespace {

/// An operation that is what its region is.
Status evalWork(OpCall &call) {
  Values results;
  WEFT_RETURN_IF_ERROR(call.callRegion(0, call.operands(), results));
  return call.finish(StatusOr<Values>(std::move(results)));
}

Status evalWhile(WhileOp op, OpCall &call) {
  Values state = call.operands();
  Values returned;
  for (uint64_t turn = 0;; ++turn) {
    bool goesOn = op.getCounted() && turn < *op.getTrip();
    if (!op.getCounted()) {
      WEFT_RETURN_IF_ERROR(call.callRegion(0, state, returned));
      goesOn = returned.front().tensor().scalar().asBoolean();
    }
    if (!goesOn) {
      return call.finish(StatusOr<Values>(std::move(state)));
    }
    WEFT_RETURN_IF_ERROR(call.callRegion(1, state, returned));
    std::swap(state, returned);
  }
}

Status evalCase(CaseOp op, OpCall &call) {
  Element index = call.tensor(0).scalar();
  uint64_t count = op.getBranches().size();
  // A negative index is a large unsigned one.
  uint64_t branch = std::min(index.asUnsigned(), count - 1);
  Values results;
  WEFT_RETURN_IF_ERROR(call.callRegion(branch, {}, results));
  return call.finish(StatusOr<Values>(std::move(results)));
}

Status evalView(ViewOp op, OpCall &call) {
  int64_t offset = op.getOffset();
  if (op.getIndex()) {
    offset += clampIndex(op, call.tensor(1)) * op.getStride();
  }
  llvm::ArrayRef<char> bytes = call.tensor(0).bytes();
  return call.finish(Tensor::fromBytes(
      call.budget(), call.resultType(),
      bytes.slice(offset, byteSize(op.getResult().getType()))));
}

Status evalCheck(CheckOp op, OpCall &call) {
  if (!call.tensor(0).scalar().asBoolean()) {
    return Status::failedPrecondition(op.getMessage().str());
  }
  call.setResult(0, Token());
  return Status::success();
}

Status finishId(OpCall &call, int64_t id) {
  Type type = call.resultType().getElementType();
  return call.finish(StatusOr<Tensor>(Tensor::scalar(
      type, Element::integer(*reference::ElementType::from(type), id))));
}

reference::ProcessId idOf(const OpCall &call) {
  reference::Process *process = call.context().process();
  return process ? process->id() : reference::ProcessId();
}

} // namespace

int64_t clampIndex(ViewOp view, const Tensor &index) {
  Element element = index.scalar();
  int64_t last = view.getLastIndex();
  if (element.type().isSigned()) {
    return std::clamp<int64_t>(element.asSigned(), 0, last);
  }
  return static_cast<int64_t>(
      std::min(element.asUnsigned(), static_cast<uint64_t>(last)));
}

void addPlanOps(OpTable &table) {
  table.add(KernelOp::getOperationName(), evalWork);
  table.add(FfiOp::getOperationName(), evalWork);
  table.add(CallbackOp::getOperationName(), evalWork);
  table.add(CollectiveOp::getOperationName(), evalWork);
  table.add(StartOp::getOperationName(), reference::startRegion);
  table.add(DoneOp::getOperationName(), [](OpCall &call) {
    return call.finish(call.operand(0).future().await());
  });
  table.add<ConstantOp>([](ConstantOp op, OpCall &call) {
    return call.finish(
        Tensor::fromAttribute(call.budget(), op.getValue(), call.resultType()));
  });
  // Layout and memory are not part of a value.
  table.add(CopyOp::getOperationName(), [](OpCall &call) {
    return call.finish(StatusOr<Values>(call.operands()));
  });
  table.add(BarrierOp::getOperationName(), [](OpCall &call) {
    return call.finish(StatusOr<Values>(call.operands()));
  });
  table.add<ViewOp>(evalView);
  table.add<CheckOp>(evalCheck);
  table.add(TokenOp::getOperationName(), [](OpCall &call) {
    call.setResult(0, Token());
    return Status::success();
  });
  table.add(PartitionIdOp::getOperationName(),
            [](OpCall &call) { return finishId(call, idOf(call).partition); });
  table.add(ReplicaIdOp::getOperationName(),
            [](OpCall &call) { return finishId(call, idOf(call).replica); });
  table.add<WhileOp>(evalWhile);
  table.add<CaseOp>(evalCase);
}

} // namespace weft::plan
