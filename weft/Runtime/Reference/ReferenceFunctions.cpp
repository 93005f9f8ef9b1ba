// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Reference/ReferenceFunctions.h"

#include "weft/Compiler/Diagnostics.h"
#include "weft/Runtime/Memory.h"
#include "weft/Runtime/Reference/HostTransfers.h"
#include "weft/Runtime/Reference/TensorBytes.h"
#include "weft/StableHLO/Import/Import.h"

#include <cstdlib>

using namespace mlir;
using weft::reference::Budget;
using weft::reference::OpCall;
using weft::reference::Tensor;
using weft::reference::Token;
using weft::reference::Values;

namespace weft::runtime {
namespace {

/// Memory of a call's operands and results, in the order the call wants.
class CallMemory {
public:
  StatusOr<void *> allocate(uint64_t bytes) {
    uint64_t size = (std::max<uint64_t>(bytes, 1) + kAlignment - 1) /
                    kAlignment * kAlignment;
    void *data = std::aligned_alloc(kAlignment, size);
    if (!data) {
      return Status::resourceExhausted("the machine has no " +
                                       std::to_string(size) +
                                       " bytes for a custom call");
    }
    pieces.emplace_back(data, std::free);
    return data;
  }

private:
  std::vector<std::unique_ptr<void, void (*)(void *)>> pieces;
};

} // namespace

ReferenceFunctions::ReferenceFunctions()
    : context(MLIRContext::Threading::DISABLED) {
  context.setThreadPool(executor);
}

StatusOr<std::unique_ptr<ReferenceFunctions>>
ReferenceFunctions::load(std::string_view bytes,
                         const CustomCallRegistry &customCalls,
                         const std::string &platform) {
  std::unique_ptr<ReferenceFunctions> loaded(new ReferenceFunctions());
  {
    DiagnosticCollector diagnostics(loaded->context);
    loaded->module = stablehlo::importModule(
        llvm::MemoryBufferRef(llvm::StringRef(bytes), "executable"),
        loaded->context);
    if (!loaded->module) {
      return Status::dataLoss(
          diagnostics.status("the executable's program could not be read")
              .message());
    }
  }
  WEFT_RETURN_IF_ERROR(loaded->findCalls(customCalls, platform));
  reference::OpTable table = loaded->makeTable();
  WEFT_ASSIGN_OR_RETURN(loaded->program,
                        reference::Program::create(*loaded->module, table));
  return loaded;
}

Status ReferenceFunctions::call(llvm::StringRef name, RunningProcess &process,
                                const std::shared_ptr<Budget> &budget,
                                const Values &arguments, Values &results) {
  reference::Context run(*program, budget, &process);
  Status status = run.callFunction(name, arguments, results);
  if (!status.ok()) {
    std::string place;
    if (std::optional<Location> location = run.failureLocation()) {
      place = describeLocation(*location);
    }
    return place.empty() ? status : status.withContext(place);
  }
  return status;
}

Status ReferenceFunctions::findCalls(const CustomCallRegistry &customCalls,
                                   const std::string &platform) {
  SmallVector<stablehlo::CustomCallOp> found;
  module->walk([&](stablehlo::CustomCallOp call) { found.push_back(call); });
  for (stablehlo::CustomCallOp op : found) {
    auto locate = [&](const Status &status) {
      std::string place = describeLocation(op.getLoc());
      return place.empty() ? status : status.withContext(place);
    };
    auto call = std::make_unique<Call>();
    StatusOr<CustomCallSite> site = describeCall(op);
    if (!site.ok()) {
      return locate(site.status().withContext(
          "custom call '" + op.getCallTargetName().str() + "'"));
    }
    call->site = *std::move(site);
    StatusOr<CustomCallHandler> handler =
        customCalls.find(call->site.target, platform);
    if (!handler.ok()) {
      return locate(handler.status());
    }
    call->handler = *std::move(handler);
    inCallersThread |= call->handler.needsCallersThread;
    call->aliases = aliasesOf(op);
    for (std::optional<size_t> alias : call->aliases) {
      if (alias && *alias >= call->site.operands.size()) {
        return locate(Status::invalidArgument(
            "custom call '" + call->site.target + "' aliases operand " +
            std::to_string(*alias) + ", which it does not have"));
      }
    }
    if (call->handler.instantiate) {
      Status status = call->handler.instantiate(call->site);
      if (!status.ok()) {
        return locate(status);
      }
    }
    calls[op] = std::move(call);
  }
  return Status::success();
}

reference::OpTable ReferenceFunctions::makeTable() {
  reference::OpTable table = reference::standardOpTable();
  addHostTransfers(table);
  table.add<stablehlo::CustomCallOp>(
      [this](stablehlo::CustomCallOp op, OpCall &call) {
        return callCustom(op, call);
      });
  return table;
}

Status ReferenceFunctions::callCustom(Operation *operation, OpCall &call) {
  const Call &known = *calls.find(operation)->second;
  auto &process = static_cast<RunningProcess &>(*call.context().process());
  CustomCallFrame frame{known.site, {}, {}, 0, 0, nullptr, {}, 1};
  frame.deviceOrdinal = process.part.deviceOrdinal;
  frame.runId = process.services.runId;
  frame.context = process.services.customCallContext;
  frame.schedule = process.services.schedule;
  frame.threadCount = process.services.threadCount;

  CallMemory memory;
  std::vector<void *> operandData;
  for (size_t i = 0; i < known.site.operands.size(); ++i) {
    const ArrayType &type = known.site.operands[i];
    void *data = nullptr;
    if (!type.isToken()) {
      WEFT_ASSIGN_OR_RETURN(data, memory.allocate(type.byteSize()));
      exportBytes(call.tensor(i).bytes(), type, data);
    }
    operandData.push_back(data);
    frame.operands.push_back({type, data});
  }
  for (size_t i = 0; i < known.site.results.size(); ++i) {
    const ArrayType &type = known.site.results[i];
    void *data = nullptr;
    std::optional<size_t> alias = known.aliases[i];
    if (alias && known.site.operands[*alias].byteSize() == type.byteSize()) {
      data = operandData[*alias];
    } else if (!type.isToken()) {
      WEFT_ASSIGN_OR_RETURN(data, memory.allocate(type.byteSize()));
    }
    frame.results.push_back({type, data});
  }

  Status status = Status::success();
  process.services.blocking([&] { status = known.handler.execute(frame); });
  WEFT_RETURN_IF_ERROR(status);

  for (size_t i = 0; i < frame.results.size(); ++i) {
    const CallResult &result = frame.results[i];
    if (result.type.isToken()) {
      call.setResult(i, Token());
      continue;
    }
    WEFT_ASSIGN_OR_RETURN(Tensor tensor,
                          importBytes(result.data, result.type,
                                      call.resultType(i), call.budget()));
    call.setResult(i, std::move(tensor));
  }
  return Status::success();
}

} // namespace weft::runtime
