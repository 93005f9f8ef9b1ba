// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Reference/ReferenceFunctions.h"

#include "weft/Runtime/Memory.h"
#include "weft/Runtime/Reference/HostTransfers.h"
#include "weft/Runtime/Reference/TensorBytes.h"
#include "weft/Runtime/Team.h"
#include "weft/StableHLO/IR/CallArrays.h"
#include "weft/StableHLO/Import/Import.h"
#include "weft/Support/Diagnostics.h"

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
    call->isInOrder = stablehlo::isInOrder(op);
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

/// Which of the function's arrays are the call's operands and results; tokens
/// are none.
struct ReferenceFunctions::InPlace {
  Operation *operation = nullptr;
  const Call *call = nullptr;
  std::vector<std::optional<size_t>> operands;
  std::vector<std::optional<size_t>> results;
};

ReferenceFunctions::~ReferenceFunctions() = default;

ArrayType ReferenceFunctions::Call::heldAs(const ArrayType &type) const {
  const int64_t count = type.elementCount();
  return isInOrder ? *ArrayType::create(type.element, {&count, 1}) : type;
}

const ReferenceFunctions::InPlace *
ReferenceFunctions::prepareInPlace(llvm::StringRef name) {
  Block &block = *program->find(name)->body.block;
  Operation *terminator = block.getTerminator();
  InPlace found;
  for (Operation &op : block.without_terminator()) {
    auto known = calls.find(&op);
    bool isFirst = known != calls.end() && !found.call;
    if (!isFirst && !isa<stablehlo::CreateTokenOp>(op)) {
      return nullptr;
    }
    if (isFirst) {
      found.operation = &op;
      found.call = known->second.get();
    }
  }
  if (!found.call) {
    return nullptr;
  }
  for (auto [value, type] : llvm::zip_equal(found.operation->getOperands(),
                                            found.call->site.operands)) {
    std::optional<size_t> &place = found.operands.emplace_back();
    if (!type.isToken()) {
      auto argument = dyn_cast<BlockArgument>(value);
      if (!argument) {
        return nullptr;
      }
      place = argument.getArgNumber();
    }
  }
  for (auto [value, type] : llvm::zip_equal(found.operation->getResults(),
                                            found.call->site.results)) {
    std::optional<size_t> &place = found.results.emplace_back();
    if (!type.isToken()) {
      // Each result has its memory.
      if (!value.hasOneUse() || *value.user_begin() != terminator) {
        return nullptr;
      }
      place = block.getNumArguments() + value.use_begin()->getOperandNumber();
    }
  }
  if (terminator->getNumOperands() !=
      static_cast<size_t>(llvm::count_if(
          found.results, [](auto place) { return place.has_value(); }))) {
    return nullptr;
  }
  inPlace.push_back(std::make_unique<const InPlace>(std::move(found)));
  return inPlace.back().get();
}

CustomCallFrame ReferenceFunctions::makeFrame(const Call &call,
                                              RunningProcess &process) {
  CustomCallFrame frame{call.site, {}, {}};
  frame.operands.reserve(call.site.operands.size());
  frame.results.reserve(call.site.results.size());
  frame.deviceOrdinal = process.part.deviceOrdinal;
  frame.runId = process.services.runId;
  frame.context = process.services.customCallContext;
  frame.schedule = &process.services.schedule;
  frame.threadCount = process.services.threadCount;
  frame.device = call.handler.worksOnDevice ? process.services.device : nullptr;
  return frame;
}

bool ReferenceFunctions::worksOnDevice(const InPlace &known) {
  return known.call->handler.worksOnDevice;
}

Status ReferenceFunctions::execute(const Call &call, RunningProcess &process,
                                   CustomCallFrame &frame) {
  if (call.handler.worksOnDevice && frame.device == nullptr) {
    return Status::unimplemented("custom call '" + call.site.target +
                                 "' works on arrays of a GPU, and is made here "
                                 "on arrays of the host");
  }
  // Calls on less than this compute in one thread.
  constexpr uint64_t kManyBytes = 64 << 10;
  uint64_t bytes = 0;
  for (const CallOperand &operand : frame.operands) {
    bytes += operand.type.isToken() ? 0 : operand.type.byteSize();
  }
  std::optional<Team::Rest> rest;
  if (process.services.team && bytes >= kManyBytes) {
    rest.emplace(*process.services.team);
  }
  Status status = Status::success();
  process.services.blocking([&] { status = call.handler.execute(frame); });
  return status;
}

std::optional<Status> ReferenceFunctions::callInPlace(const InPlace &known,
                                                      RunningProcess &process,
                                                      void *const *pointers) {
  const CustomCallSite &site = known.call->site;
  CustomCallFrame frame = makeFrame(*known.call, process);
  for (auto [type, place] : llvm::zip_equal(site.operands, known.operands)) {
    frame.operands.push_back({type, place ? pointers[*place] : nullptr});
  }
  for (auto [type, place] : llvm::zip_equal(site.results, known.results)) {
    frame.results.push_back({type, place ? pointers[*place] : nullptr});
  }
  auto isAligned = [](const auto &array) {
    return reinterpret_cast<uintptr_t>(array.data) % kAlignment == 0;
  };
  if (!llvm::all_of(frame.operands, isAligned) ||
      !llvm::all_of(frame.results, isAligned)) {
    return std::nullopt;
  }
  for (auto [i, alias] : llvm::enumerate(known.call->aliases)) {
    CallResult &result = frame.results[i];
    if (!alias ||
        frame.operands[*alias].type.byteSize() != result.type.byteSize()) {
      continue;
    }
    // The plan gives both the same memory where it can.
    const void *&operand = frame.operands[*alias].data;
    if (operand != result.data && frame.device != nullptr) {
      if (Status copied =
              frame.device->copy(result.data, operand, result.type.byteSize());
          !copied.ok()) {
        return copied;
      }
    } else if (operand != result.data) {
      std::memcpy(result.data, operand, result.type.byteSize());
    }
    operand = result.data;
  }
  Status status = execute(*known.call, process, frame);
  for (const CallResult &result : frame.results) {
    // Code takes a truth value to be 0 or 1. Kernels write nothing else.
    if (frame.device == nullptr && result.type.element == ElementType::Pred) {
      auto *truths = static_cast<char *>(result.data);
      for (uint64_t i = 0; i < result.type.byteSize(); ++i) {
        truths[i] = truths[i] != 0;
      }
    }
  }
  std::string place =
      status.ok() ? "" : describeLocation(known.operation->getLoc());
  return place.empty() ? status : status.withContext(place);
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
  CustomCallFrame frame = makeFrame(known, process);
  frame.device = nullptr;
  CallMemory memory;
  std::vector<void *> operandData;
  for (size_t i = 0; i < known.site.operands.size(); ++i) {
    const ArrayType &type = known.site.operands[i];
    void *data = nullptr;
    if (!type.isToken()) {
      WEFT_ASSIGN_OR_RETURN(data, memory.allocate(type.byteSize()));
      exportBytes(call.tensor(i).bytes(), known.heldAs(type), data);
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

  WEFT_RETURN_IF_ERROR(execute(known, process, frame));
  for (size_t i = 0; i < frame.results.size(); ++i) {
    const CallResult &result = frame.results[i];
    if (result.type.isToken()) {
      call.setResult(i, Token());
      continue;
    }
    WEFT_ASSIGN_OR_RETURN(Tensor tensor,
                          importBytes(result.data, known.heldAs(result.type),
                                      call.resultType(i), call.budget()));
    call.setResult(i, std::move(tensor));
  }
  return Status::success();
}

} // namespace weft::runtime
