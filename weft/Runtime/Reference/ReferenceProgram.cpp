// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Reference/ReferenceProgram.h"

#include "weft/Compiler/Diagnostics.h"
#include "weft/Runtime/HostArray.h"
#include "weft/Runtime/Memory.h"
#include "weft/Runtime/Reference/HostTransfers.h"
#include "weft/Runtime/Reference/ReferenceLoader.h"
#include "weft/Runtime/ThreadPool.h"
#include "weft/StableHLO/Import/Import.h"

#include <cstdlib>
#include <list>

using namespace mlir;
using weft::reference::Budget;
using weft::reference::OpCall;
using weft::reference::Tensor;
using weft::reference::TensorBuilder;
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

/// From the interpreter's dense row-major bytes to a buffer of `type`.
void exportBytes(llvm::ArrayRef<char> bytes, const ArrayType &type,
                 void *destination) {
  std::vector<int64_t> rowMajor =
      (*ArrayType::create(type.element, type.dimensions)).byteStrides();
  copyStrided(elementBytes(type.element), type.dimensions, bytes.data(),
              rowMajor, destination, type.byteStrides());
  if (isSignedSubByte(type.element)) {
    signExtend({static_cast<char *>(destination), type.byteSize()},
               elementBits(type.element));
  }
}

/// The way back. The tensor clears unused bits itself.
StatusOr<Tensor> importBytes(const void *data, const ArrayType &type,
                             RankedTensorType tensorType, Budget &budget) {
  if (type.isRowMajor()) {
    return Tensor::fromBytes(budget, tensorType,
                             {static_cast<const char *>(data),
                              static_cast<size_t>(type.byteSize())});
  }
  std::vector<char> dense(type.byteSize());
  ArrayType target = *ArrayType::create(type.element, type.dimensions);
  copyStrided(elementBytes(type.element), type.dimensions, data,
              type.byteStrides(), dense.data(), target.byteStrides());
  return Tensor::fromBytes(budget, tensorType, {dense.data(), dense.size()});
}

} // namespace

ReferenceProgram::ReferenceProgram(const Manifest &manifest)
    : manifest(manifest), context(MLIRContext::Threading::DISABLED) {
  context.setThreadPool(executor);
}

StatusOr<std::shared_ptr<ProgramRunner>>
ReferenceProgram::load(const Executable &executable,
                       const CustomCallRegistry &customCalls,
                       const std::string &platform) {
  std::shared_ptr<ReferenceProgram> loaded(
      new ReferenceProgram(executable.manifest()));
  std::string_view bytes = executable.section(SectionKind::Program);
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
  const reference::FunctionPlan *entry =
      loaded->program->find(loaded->manifest.entry);
  if (!entry ||
      entry->body.arguments.size() != loaded->manifest.parameters.size() ||
      entry->body.results.size() != loaded->manifest.results.size()) {
    return Status::dataLoss("the manifest of the executable does not describe "
                            "its program");
  }
  return std::shared_ptr<ProgramRunner>(std::move(loaded));
}

Status ReferenceProgram::findCalls(const CustomCallRegistry &customCalls,
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

reference::OpTable ReferenceProgram::makeTable() {
  reference::OpTable table = reference::standardOpTable();
  addHostTransfers(table);
  table.add<stablehlo::CustomCallOp>(
      [this](stablehlo::CustomCallOp op, OpCall &call) {
        return callCustom(op, call);
      });
  return table;
}

Status ReferenceProgram::callCustom(Operation *operation, OpCall &call) {
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

StatusOr<Values> ReferenceProgram::readArguments(const RunPart &part,
                                                 Budget &budget) {
  Block &block = *program->find(manifest.entry)->body.block;
  Values arguments;
  for (size_t i = 0; i < part.arguments.size(); ++i) {
    const ArrayType &type = *part.argumentTypes[i];
    if (isa<stablehlo::TokenType>(block.getArgument(i).getType())) {
      arguments.push_back(Token());
      continue;
    }
    auto declared = dyn_cast<RankedTensorType>(block.getArgument(i).getType());
    if (!declared) {
      return Status::dataLoss("the manifest of the executable does not "
                              "describe its program");
    }
    WEFT_ASSIGN_OR_RETURN(
        Tensor tensor, importBytes(part.arguments[i], type, declared, budget));
    arguments.push_back(std::move(tensor));
  }
  return arguments;
}

void ReferenceProgram::writeResults(const RunPart &part,
                                    const Values &results) {
  for (size_t i = 0; i < results.size(); ++i) {
    if (results[i].isTensor()) {
      exportBytes(results[i].tensor().bytes(), manifest.results[i].type,
                  part.results[i]);
    }
  }
}

Status ReferenceProgram::runPart(RunningProcess &process,
                                 const std::shared_ptr<Budget> &budget) {
  WEFT_ASSIGN_OR_RETURN(Values arguments, readArguments(process.part, *budget));
  reference::Context run(*program, budget, &process);
  Values results;
  Status status = run.callFunction(manifest.entry, arguments, results);
  if (!status.ok()) {
    std::string place;
    if (std::optional<Location> location = run.failureLocation()) {
      place = describeLocation(*location);
    }
    return place.empty() ? status : status.withContext(place);
  }
  for (size_t i = 0; i < results.size(); ++i) {
    const ArrayType &type = manifest.results[i].type;
    bool agrees = type.isToken() ? results[i].isToken()
                                 : results[i].isTensor() &&
                                       results[i].tensor().bytes().size() ==
                                           type.byteSize();
    if (!agrees) {
      return Status::dataLoss("the manifest of the executable does not "
                              "describe its program");
    }
  }
  writeResults(process.part, results);
  return Status::success();
}

Status ReferenceProgram::run(std::span<RunPart> parts,
                             const RunServices &services) {
  reference::Limits limits;
  limits.maxBytes = services.memoryLimit;
  limits.maxSteps = UINT64_MAX / 2;
  std::shared_ptr<Budget> budget = Budget::create(limits);
  reference::ProcessGrid grid(manifest.replicas, manifest.partitions);
  std::list<RunningProcess> processes;
  for (RunPart &part : parts) {
    processes.emplace_back(grid,
                           reference::ProcessId{part.replica, part.partition},
                           part, services);
  }
  std::vector<RunningProcess *> byIndex;
  for (RunningProcess &process : processes) {
    byIndex.push_back(&process);
    // All are counted before any starts, or the first to wait would look
    // stuck.
    grid.enter();
  }

  std::vector<Status> outcomes(parts.size(), Status::success());
  auto runOne = [&](size_t i) {
    outcomes[i] = runPart(*byIndex[i], budget);
    if (!outcomes[i].ok()) {
      grid.fail(Status::cancelled("another device of the run failed"));
    }
    grid.leave();
  };
  if (parts.size() > 1 && manifest.traits.collectives) {
    WEFT_RETURN_IF_ERROR(runTogether(parts.size(), runOne));
  } else {
    for (size_t i = 0; i < parts.size(); ++i) {
      runOne(i);
    }
  }

  // The failure to report is the first that is not a mere consequence.
  Status reported = Status::success();
  for (const Status &outcome : outcomes) {
    if (!outcome.ok() &&
        (reported.ok() || (reported.code() == StatusCode::Cancelled &&
                           outcome.code() != StatusCode::Cancelled))) {
      reported = outcome;
    }
  }
  return reported;
}

namespace {

class ReferenceLoader final : public ProgramLoader {
public:
  StatusOr<std::shared_ptr<ProgramRunner>>
  load(const Executable &executable, const CustomCallRegistry &customCalls,
       const std::string &platform) override {
    return ReferenceProgram::load(executable, customCalls, platform);
  }
};

} // namespace

std::shared_ptr<ProgramLoader> createReferenceLoader() {
  return std::make_shared<ReferenceLoader>();
}

} // namespace weft::runtime
