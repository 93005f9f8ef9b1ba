// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Reference/HostTransfers.h"

#include "weft/Runtime/Reference/RunningProcess.h"
#include "weft/Runtime/Reference/TensorBytes.h"
#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Interpreter/Interpreter.h"

using namespace mlir;
using weft::reference::OpCall;
using weft::reference::OpFunction;
using weft::reference::Tensor;
using weft::reference::Token;
using weft::reference::Values;

namespace weft::runtime {
namespace {

RunningProcess &processOf(const OpCall &call) {
  // Every run of a loaded program has a process of this class.
  return static_cast<RunningProcess &>(*call.context().process());
}

std::vector<char> hostBytes(const Tensor &tensor) {
  std::vector<char> bytes(tensor.bytes().begin(), tensor.bytes().end());
  if (tensor.elementType().isSigned() && tensor.elementType().bitWidth() < 8) {
    signExtend(bytes, tensor.elementType().bitWidth());
  }
  return bytes;
}

Status noCallback(llvm::StringRef what, int64_t channel) {
  return Status::failedPrecondition(
      "the program " + what.str() + " the host on channel " +
      std::to_string(channel) + ", and the call gave no callback for it");
}

Status sendToHost(stablehlo::SendOp op, OpCall &call) {
  RunningProcess &process = processOf(call);
  int64_t channel = op.getChannelHandle().getHandle();
  const SendCallback *callback = nullptr;
  for (const SendCallback &candidate : process.part.sends) {
    if (candidate.channel == channel) {
      callback = &candidate;
    }
  }
  if (!callback) {
    return noCallback("sends to", channel);
  }
  size_t count = call.operandCount() - 1;
  for (size_t i = 0; i < count; ++i) {
    std::vector<char> bytes = hostBytes(call.tensor(i));
    Status status = Status::success();
    process.services.blocking(
        [&] { status = callback->send(bytes, bytes.size(), /*done=*/true); });
    WEFT_RETURN_IF_ERROR(status);
  }
  call.setResult(0, Token());
  return Status::success();
}

Status receiveFromHost(stablehlo::RecvOp op, OpCall &call) {
  RunningProcess &process = processOf(call);
  int64_t channel = op.getChannelHandle().getHandle();
  const ReceiveCallback *callback = nullptr;
  for (const ReceiveCallback &candidate : process.part.receives) {
    if (candidate.channel == channel) {
      callback = &candidate;
    }
  }
  if (!callback) {
    return noCallback("waits for", channel);
  }
  size_t count = call.resultCount() - 1;
  for (size_t i = 0; i < count; ++i) {
    RankedTensorType type = call.resultType(i);
    std::optional<reference::ElementType> element =
        reference::ElementType::from(type.getElementType());
    if (!element || !type.hasStaticShape()) {
      return Status::unimplemented(
          "the host can send only arrays of known shape");
    }
    uint64_t bytes =
        static_cast<uint64_t>(type.getNumElements()) * element->byteWidth();
    auto received = makeRef<ReceivedBytes>(bytes, element->byteWidth());
    if (bytes == 0) {
      (void)received->add({});
    }
    Status status = Status::success();
    Cancellation::Listener listener(
        process.services.cancellation,
        [&](const Status &reason) { received->fail(reason); });
    process.services.blocking([&] {
      callback->receive(makeRef<HostReceiver>(received));
      status = received->done()->await();
    });
    WEFT_RETURN_IF_ERROR(status);
    std::span<const char> data = received->bytes();
    WEFT_ASSIGN_OR_RETURN(
        Tensor tensor,
        Tensor::fromBytes(call.budget(), type, {data.data(), data.size()}));
    call.setResult(i, std::move(tensor));
  }
  call.setResult(count, Token());
  return Status::success();
}

} // namespace

void addHostTransfers(reference::OpTable &table) {
  OpFunction send = *table.find(stablehlo::SendOp::getOperationName());
  OpFunction receive = *table.find(stablehlo::RecvOp::getOperationName());
  table.add<stablehlo::SendOp>(
      [send](stablehlo::SendOp op, OpCall &call) -> Status {
        return op.getIsHostTransfer() ? sendToHost(op, call) : send(call);
      });
  table.add<stablehlo::RecvOp>([receive](stablehlo::RecvOp op,
                                         OpCall &call) -> Status {
    return op.getIsHostTransfer() ? receiveFromHost(op, call) : receive(call);
  });
}

} // namespace weft::runtime
