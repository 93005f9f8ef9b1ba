// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Compiled/RunTensors.h"

#include "weft/Runtime/BuiltinCalls.h"
#include "weft/Runtime/Compiled/Arena.h"
#include "weft/Runtime/Compiled/Loader.h"
#include "weft/Runtime/Machine.h"
#include "weft/Runtime/Reference/TensorBytes.h"
#include "weft/Runtime/ThreadPool.h"

using namespace mlir;
using weft::reference::Tensor;
using weft::reference::Token;
using weft::reference::Values;

namespace weft::runtime {
namespace {

/// One device's arrays.
struct Arrays {
  std::vector<Arena> storage;
  std::vector<ArrayType> argumentTypes;

  StatusOr<void *> add(const ArrayType &type) {
    // An empty array has an address too.
    WEFT_ASSIGN_OR_RETURN(Arena arena,
                          Arena::allocate(std::max<uint64_t>(type.byteSize(), 1),
                                          "an array"));
    storage.push_back(std::move(arena));
    return storage.back().data();
  }
};

} // namespace

StatusOr<std::vector<Values>>
runTensors(const Executable &executable, const std::vector<Values> &arguments,
           TypeRange resultTypes, reference::Budget &budget) {
  CustomCallRegistry customCalls;
  addBuiltinCalls(customCalls);
  WEFT_ASSIGN_OR_RETURN(
      std::shared_ptr<ProgramRunner> runner,
      createLoader()->load(executable, customCalls, "weft"));
  const Manifest &manifest = executable.manifest();
  std::vector<Arrays> arrays(arguments.size());
  std::vector<RunPart> parts(arguments.size());
  for (size_t p = 0; p < parts.size(); ++p) {
    RunPart &part = parts[p];
    part.replica = static_cast<uint32_t>(p / manifest.partitions);
    part.partition = static_cast<uint32_t>(p % manifest.partitions);
    part.deviceOrdinal = static_cast<int>(p);
    if (arguments[p].size() != manifest.parameters.size()) {
      return Status::invalidArgument(
          "the program takes " + std::to_string(manifest.parameters.size()) +
          " arguments, " + std::to_string(arguments[p].size()) + " were given");
    }
    for (size_t i = 0; i < manifest.parameters.size(); ++i) {
      const ArrayType &type = manifest.parameters[i].type;
      part.argumentTypes.push_back(&type);
      void *data = nullptr;
      if (!type.isToken()) {
        WEFT_ASSIGN_OR_RETURN(data, arrays[p].add(type));
        exportBytes(arguments[p][i].tensor().bytes(), type, data);
      }
      part.arguments.push_back(data);
    }
    for (const ResultInfo &result : manifest.results) {
      void *data = nullptr;
      if (!result.type.isToken()) {
        WEFT_ASSIGN_OR_RETURN(data, arrays[p].add(result.type));
      }
      part.results.push_back(data);
    }
  }

  ThreadPool pool(usableProcessors());
  RunServices services;
  services.blocking = ThreadPool::whileBlocked;
  services.schedule = [&pool](std::function<void()> work) {
    pool.submit(std::move(work));
  };
  services.threadCount = pool.threadCount();
  services.memoryLimit = budget.limits().maxBytes;
  WEFT_RETURN_IF_ERROR(runner->run(parts, services));

  std::vector<Values> all;
  for (const RunPart &part : parts) {
    Values &results = all.emplace_back();
    for (size_t i = 0; i < manifest.results.size(); ++i) {
      const ArrayType &type = manifest.results[i].type;
      if (type.isToken()) {
        results.push_back(Token());
        continue;
      }
      WEFT_ASSIGN_OR_RETURN(
          Tensor tensor,
          importBytes(part.results[i], type,
                      cast<RankedTensorType>(resultTypes[i]), budget));
      results.push_back(std::move(tensor));
    }
  }
  return all;
}

} // namespace weft::runtime
