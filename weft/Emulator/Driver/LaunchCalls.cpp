// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches.

#include "weft/Emulator/Driver/Exports.h"
#include "weft/Emulator/Driver/State.h"

#include <algorithm>
#include <cstring>

namespace weft::emulator::driver {
namespace {

Result takeParameters(const Function &function, void **parameters, void **extra,
                      std::vector<uint8_t> &bytes) {
  uint32_t size = 0;
  for (const Parameter &parameter : function.parameters) {
    size = std::max(size, parameter.offset + parameter.size);
  }
  bytes.assign(size, 0);
  if (parameters) {
    for (size_t i = 0; i < function.parameters.size(); ++i) {
      const Parameter &parameter = function.parameters[i];
      if (!parameters[i]) {
        return invalidValue;
      }
      std::memcpy(bytes.data() + parameter.offset, parameters[i],
                  parameter.size);
    }
    return success;
  }
  const void *buffer = nullptr;
  size_t given = 0;
  for (; extra && reinterpret_cast<uintptr_t>(*extra) != launchEnd;
       extra += 2) {
    const auto key = reinterpret_cast<uintptr_t>(extra[0]);
    if (key == launchBuffer) {
      buffer = extra[1];
    } else if (key == launchBufferSize) {
      given = *static_cast<size_t *>(extra[1]);
    }
  }
  if (size > 0 && (!buffer || given < size)) {
    return invalidValue;
  }
  if (size > 0) {
    std::memcpy(bytes.data(), buffer, size);
  }
  return success;
}

} // namespace

Result prepareLaunch(void *function, const unsigned grid[3],
                     const unsigned block[3], unsigned sharedBytes,
                     void **parameters, void **extra, PreparedLaunch &result) {
  result.function = state().functions.find(function);
  if (!result.function) {
    return invalidHandle;
  }
  const Function &kernel = *result.function->function;
  std::copy_n(grid, 3, result.shape.blocks);
  std::copy_n(block, 3, result.shape.threads);
  result.shape.dynamicShared = sharedBytes;
  const uint64_t threads = result.shape.threadCount();
  if (result.shape.blockCount() == 0 || threads == 0 || grid[0] > 2147483647u ||
      grid[1] > 65535 || grid[2] > 65535 || block[0] > 1024 ||
      block[1] > 1024 || block[2] > 64 || threads > 1024 ||
      sharedBytes > result.function->dynamicShared) {
    return invalidValue;
  }
  if (kernel.maximumThreads &&
      (threads > kernel.maximumThreads ||
       (kernel.threadsAreExact && threads != kernel.maximumThreads))) {
    return kernel.threadsAreExact ? invalidValue : launchOutOfResources;
  }
  return takeParameters(kernel, parameters, extra, result.parameters);
}

void runLaunch(Device &device, const PreparedLaunch &prepared) {
  if (device.error()) {
    return;
  }
  LaunchOptions options;
  options.seed = device.nextSeed();
  options.checksRaces = device.settings.checksRaces;
  options.maximumInstructions = device.settings.instructions;
  options.blocks = &device.blocks;
  options.turns = &device.turns;
  options.isAhead = prepared.isAhead;
  options.setConditional = [](uint64_t handle, uint32_t value) {
    std::shared_ptr<Condition> condition =
        state().conditions.find(reinterpret_cast<void *>(handle));
    if (condition) {
      condition->value = value;
    }
    return condition != nullptr;
  };
  const LoadedModule &owner = *prepared.function->owner;
  LaunchResult result =
      launch(*owner.module, *prepared.function->function, prepared.shape,
             prepared.parameters, *device.memory, options);
  if (result.fault) {
    device.fail(*result.fault);
  }
}

} // namespace weft::emulator::driver

using namespace weft::emulator;
using namespace weft::emulator::driver;

namespace {

Result start(void *function, const unsigned grid[3], const unsigned block[3],
             unsigned sharedBytes, void *stream, void **parameters,
             void **extra, bool isAhead = false) {
  Device *device = nullptr;
  if (Result result = checkContext(device)) {
    return result;
  }
  std::shared_ptr<Stream> queue = findStream(*device, stream);
  if (!queue) {
    return invalidHandle;
  }
  auto prepared = std::make_shared<PreparedLaunch>();
  if (Result result = prepareLaunch(function, grid, block, sharedBytes,
                                    parameters, extra, *prepared)) {
    return result;
  }
  if (prepared->function->owner->device != device) {
    return invalidContext;
  }
  prepared->isAhead = isAhead;
  device->submit(*queue, [device, prepared] { runLaunch(*device, *prepared); });
  return success;
}

} // namespace

WEFT_DRIVER_EXPORT cuLaunchKernel(void *function, unsigned gridX,
                                  unsigned gridY, unsigned gridZ,
                                  unsigned blockX, unsigned blockY,
                                  unsigned blockZ, unsigned sharedBytes,
                                  void *stream, void **parameters,
                                  void **extra) {
  WEFT_DRIVER_CALL();
  const unsigned grid[3] = {gridX, gridY, gridZ};
  const unsigned block[3] = {blockX, blockY, blockZ};
  return start(function, grid, block, sharedBytes, stream, parameters, extra);
}

WEFT_DRIVER_EXPORT cuLaunchKernelEx(const LaunchConfig *config, void *function,
                                    void **parameters, void **extra) {
  WEFT_DRIVER_CALL();
  bool isAhead = false;
  for (unsigned i = 0; i < config->attributeCount; ++i) {
    const LaunchAttribute &attribute = config->attributes[i];
    isAhead |= attribute.kind == launchAhead && attribute.value != 0;
  }
  return start(function, config->grid, config->block, config->sharedBytes,
               config->stream, parameters, extra, isAhead);
}
