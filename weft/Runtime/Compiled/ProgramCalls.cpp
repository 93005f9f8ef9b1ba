// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Compiled/ProgramCalls.h"

#include "weft/Runtime/Collectives/Exchange.h"
#include "weft/Runtime/Memory.h"
#include "weft/Runtime/Reference/RunDevices.h"

#include <cstring>

using weft::reference::Budget;
using weft::reference::Tensor;
using weft::reference::Values;

namespace weft::runtime {

Charge::~Charge() {
  if (bytes > 0) {
    memory->discharge(bytes);
  }
}

Status Charge::add(uint64_t count) {
  if (!memory || count == 0) {
    return Status::success();
  }
  WEFT_RETURN_IF_ERROR(memory->charge(count));
  bytes += count;
  return Status::success();
}

StatusOr<std::unique_ptr<ProgramCalls>>
ProgramCalls::load(const Executable &executable, std::vector<NativeCall> calls,
                   const CustomCallRegistry &customCalls,
                   const std::string &platform) {
  std::unique_ptr<ProgramCalls> loaded(
      new ProgramCalls(executable.manifest(), std::move(calls)));
  loaded->inPlace.resize(loaded->calls.size());
  for (const auto &[i, call] : llvm::enumerate(loaded->calls)) {
    const auto *outlined = std::get_if<OutlinedCall>(&call);
    if (!outlined) {
      continue;
    }
    if (!loaded->functions) {
      WEFT_ASSIGN_OR_RETURN(
          loaded->functions,
          ReferenceFunctions::load(executable.section(SectionKind::Calls),
                                   customCalls, platform));
    }
    std::string name = callName(i);
    const bool isKnown = loaded->functions->find(name) != nullptr;
    if (isKnown && outlined->isInPlace) {
      loaded->inPlace[i] = loaded->functions->prepareInPlace(name);
    }
    if (!isKnown || (outlined->isInPlace && !loaded->inPlace[i])) {
      return Status::dataLoss("the executable's calls are damaged");
    }
  }
  return loaded;
}

static uint64_t bytesOf(mlir::Type type) {
  auto tensor = mlir::cast<mlir::RankedTensorType>(type);
  return static_cast<uint64_t>(
      tensor.getNumElements() *
      reference::ElementType::from(tensor.getElementType())->byteWidth());
}

HostCalls::Arrays ProgramCalls::arraysOf(size_t site) const {
  Arrays arrays;
  if (const auto *collective = std::get_if<CollectiveCall>(&calls[site])) {
    for (const auto &array : collective->arrays) {
      arrays.operands.push_back(array.operandBytes);
      arrays.results.push_back(array.resultBytes);
    }
    return arrays;
  }
  mlir::Block *block = functions->find(callName(site))->body.block;
  for (mlir::Type type : block->getArgumentTypes()) {
    arrays.operands.push_back(bytesOf(type));
  }
  for (mlir::Type type : block->getTerminator()->getOperandTypes()) {
    arrays.results.push_back(bytesOf(type));
  }
  return arrays;
}

Status
ProgramCalls::run(RunPart &part, const RunServices &services,
                  const std::function<Status(const MakeCall &)> &body) const {
  return runDevices(manifest, {&part, 1}, services,
                    [&](RunningProcess &process) {
                      return body([&](size_t site, void *const *arrays) {
                        return make(process, site, arrays);
                      });
                    });
}

Status ProgramCalls::make(RunningProcess &process, size_t site,
                          void *const *pointers) const {
  const NativeCall &call = calls[site];
  if (const auto *collective = std::get_if<CollectiveCall>(&call)) {
    return exchange(*collective, process.grid(), process.id(),
                    manifest.partitions, pointers);
  }
  const auto &outlined = std::get<OutlinedCall>(call);
  if (const ReferenceFunctions::InPlace *known = inPlace[site]) {
    if (std::optional<Status> status =
            ReferenceFunctions::callInPlace(*known, process, pointers)) {
      return *std::move(status);
    }
  }
  std::string name = callName(site);
  Charge copies(process.part.memory);
  WEFT_RETURN_IF_ERROR(copies.add(outlined.copiedBytes));
  reference::Limits limits;
  limits.maxBytes = process.services.memoryLimit;
  limits.maxSteps = UINT64_MAX / 2;
  std::shared_ptr<Budget> budget = Budget::create(limits);
  Values arguments;
  for (mlir::Type type :
       functions->find(name)->body.block->getArgumentTypes()) {
    WEFT_ASSIGN_OR_RETURN(
        Tensor tensor,
        Tensor::fromBytes(
            *budget, mlir::cast<mlir::RankedTensorType>(type),
            {static_cast<const char *>(*pointers++), bytesOf(type)}));
    arguments.push_back(std::move(tensor));
  }
  Values results;
  WEFT_RETURN_IF_ERROR(
      functions->call(name, process, budget, arguments, results));
  for (const reference::Value &result : results) {
    llvm::ArrayRef<char> bytes = result.tensor().bytes();
    std::memcpy(*pointers++, bytes.data(), bytes.size());
  }
  return Status::success();
}

namespace {

class CallLoader final : public HostCallLoader {
public:
  StatusOr<std::unique_ptr<HostCalls>>
  load(const Executable &executable, std::vector<NativeCall> calls,
       const CustomCallRegistry &customCalls,
       const std::string &platform) override {
    WEFT_ASSIGN_OR_RETURN(std::unique_ptr<ProgramCalls> loaded,
                          ProgramCalls::load(executable, std::move(calls),
                                             customCalls, platform));
    return std::unique_ptr<HostCalls>(std::move(loaded));
  }
};

} // namespace

std::shared_ptr<HostCallLoader> createCallLoader() {
  return std::make_shared<CallLoader>();
}

} // namespace weft::runtime
