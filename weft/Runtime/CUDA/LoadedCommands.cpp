// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/CUDA/LoadedCommands.h"

#include "weft/Executable/KernelMark.h"
#include "weft/Runtime/CUDA/Functions.h"
#include "weft/Support/InParallel.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace weft::cuda {

/// Of the driver's interface: programmatic serialisation of a stream.
static constexpr int launchAhead = 6;

LoadedCommands::~LoadedCommands() {
  // A driver may let kernels end before it lets go of a module, and one of them
  // may never do so: nobody waits for that.
  auto unload = [modules = std::move(modules), gpu = gpu,
                 marks = std::move(marks)]() mutable {
    const DeviceScope scope(gpu->device());
    modules.clear();
    marks = nullptr;
  };
  if (gpu->compute().completed() == gpu->compute().submitted() ||
      gpu->device().isInherited()) {
    unload();
  } else {
    std::thread(std::move(unload)).detach();
  }
}

/// Whether kernels that begin by waiting are launched while those before them
/// run: unless the environment variable WEFT_EARLY_LAUNCH is 0.
static bool launchesEarly() {
  const char *value = std::getenv("WEFT_EARLY_LAUNCH");
  return value == nullptr || std::string_view(value) != "0";
}

/// Which kernels have a line on standard error as they are loaded: all of them
/// or those that spill, by the environment variable WEFT_KERNEL_REPORT.
static bool isReported(const std::optional<KernelResources> &resources) {
  const char *value = std::getenv("WEFT_KERNEL_REPORT");
  const std::string_view which = value == nullptr ? "" : value;
  if (which == "spills") {
    return resources && resources->spills();
  }
  return !which.empty() && which != "0";
}

static std::string nameOf(LoadedKernel::From from) {
  switch (from) {
  case LoadedKernel::From::Ahead:
    return "assembled ahead of time";
  case LoadedKernel::From::Cache:
    return "found in the cache";
  case LoadedKernel::From::Driver:
    return "assembled by the driver";
  }
  return "";
}

Status LoadedCommands::loadKernel(size_t number, std::string_view code,
                                  std::span<const AssembledKernel> ahead) {
  const CommandKernel &kernel = program.kernels[number];
  constexpr uint64_t mostBlocks = (uint64_t(1) << 31) - 1;
  if (kernel.blocks > mostBlocks) {
    return Status::unimplemented(
        marks->describe(kernel) + " has " + std::to_string(kernel.blocks) +
        " blocks, a launch has at most " + std::to_string(mostBlocks));
  }
  const DeviceScope scope(gpu->device());
  WEFT_RETURN_IF_ERROR(scope.status());
  std::string text(code.substr(kernel.codeOffset, kernel.codeBytes));
  const bool isEarly = launchesEarly() && allowEarlyLaunch(text);
  const bool leavesMark = leaveMark(text);
  WEFT_ASSIGN_OR_RETURN(LoadedKernel loaded, gpu->kernels().load(text, ahead));
  Function &function = kernels[number];
  WEFT_ASSIGN_OR_RETURN(function,
                        loaded.module.find(kernel.name, kernel.sharedBytes));
  function.beginsByWaiting = isEarly;
  function.leavesMark = leavesMark;
  if (loaded.resources) {
    function.resources = loaded.resources;
  }
  if (isReported(function.resources)) {
    std::string line = "weft: " + marks->describe(kernel) + ": ";
    line += function.resources ? function.resources->text() + "; " : "";
    line += nameOf(loaded.from);
    if (!loaded.refusal.empty()) {
      line += ", not ahead of time: " + loaded.refusal;
    }
    std::fprintf(stderr, "%s\n", line.c_str());
  }
  modules[number].emplace(std::move(loaded.module));
  return Status::success();
}

Status LoadedCommands::loadKernels(std::string_view code,
                                   std::string_view assembled) {
  WEFT_ASSIGN_OR_RETURN(marks, KernelMarks::create(name, shared, gpu));
  const size_t count = program.kernels.size();
  modules.resize(count);
  kernels.resize(count);
  std::vector<AssembledKernel> ahead;
  if (!assembled.empty()) {
    // Damage costs time, and nothing else: the text is there.
    StatusOr<std::vector<AssembledKernel>> read =
        decodeAssembledKernels(assembled);
    if (read.ok()) {
      ahead = *std::move(read);
    } else if (isReported(std::nullopt)) {
      std::fprintf(stderr, "weft: '%s': %s\n", name.c_str(),
                   std::string(read.status().message()).c_str());
    }
  }
  std::vector<Status> outcomes(count, Status::success());
  // The driver takes 40 to 150 ms for a kernel, and takes several at a time.
  constexpr size_t mostThreads = 8;
  inParallel(count, mostThreads,
             [&](size_t i) { outcomes[i] = loadKernel(i, code, ahead); });
  for (Status &outcome : outcomes) {
    WEFT_RETURN_IF_ERROR(std::move(outcome));
  }
  return Status::success();
}

void LoadedCommands::appendParameters(size_t number, const RunPlaces &places,
                                      std::vector<uint64_t> &to) const {
  const auto &launch = std::get<LaunchCommand>(program.commands[number]);
  for (const CommandAddress &argument : launch.arguments) {
    to.push_back(places.addressOf(argument));
  }
  if (kernels[launch.kernel].leavesMark) {
    std::ranges::copy(marks->of(number), std::back_inserter(to));
  }
}

Status LoadedCommands::enqueueLaunch(size_t number, const RunPlaces &places,
                                     const DriverFunctions &driver,
                                     void *stream) const {
  std::vector<uint64_t> values;
  appendParameters(number, places, values);
  std::vector<void *> pointers;
  for (uint64_t &value : values) {
    pointers.push_back(&value);
  }
  const uint32_t which =
      std::get<LaunchCommand>(program.commands[number]).kernel;
  const CommandKernel &kernel = program.kernels[which];
  const Function &function = kernels[which];
  const auto blocks = static_cast<unsigned>(kernel.blocks);
  Result result = 0;
  if (function.beginsByWaiting && driver.launchKernelEx != nullptr) {
    // It may begin while the kernel before it in the stream still runs.
    LaunchAttribute early = {launchAhead, 0, 1, {}};
    const LaunchConfig config = {{blocks, 1, 1},
                                 {kernel.threads, 1, 1},
                                 kernel.sharedBytes,
                                 stream,
                                 &early,
                                 1};
    result = driver.launchKernelEx(&config, function.handle, pointers.data(),
                                   nullptr);
  } else {
    result = driver.launchKernel(function.handle, blocks, 1, 1, kernel.threads,
                                 1, 1, kernel.sharedBytes, stream,
                                 pointers.data(), nullptr);
  }
  return driver.check(result, ("launching " + marks->describe(kernel)).c_str());
}

static Result enqueueFill(const FillCommand &fill, uint64_t to,
                          const DriverFunctions &driver, void *stream) {
  switch (fill.width) {
  case 1:
    return driver.memoryFillBytesAsync(
        to, static_cast<unsigned char>(fill.pattern), fill.count(), stream);
  case 2:
    return driver.memoryFillHalvesAsync(
        to, static_cast<unsigned short>(fill.pattern), fill.count(), stream);
  default:
    return driver.memoryFillWordsAsync(to, fill.pattern, fill.count(), stream);
  }
}

Status LoadedCommands::enqueue(const Command &command, const RunPlaces &places,
                               const DriverFunctions &driver,
                               void *stream) const {
  if (std::holds_alternative<LaunchCommand>(command)) {
    return enqueueLaunch(
        static_cast<size_t>(&command - program.commands.data()), places, driver,
        stream);
  }
  if (const auto *copy = std::get_if<CopyCommand>(&command)) {
    return driver.check(driver.memoryCopyAsync(places.addressOf(copy->to),
                                               places.addressOf(copy->from),
                                               copy->bytes, stream),
                        "copying on the device");
  }
  if (const auto *fill = std::get_if<FillCommand>(&command)) {
    return driver.check(
        enqueueFill(*fill, places.addressOf(fill->to), driver, stream),
        "filling memory of the device");
  }
  if (const auto *id = std::get_if<DeviceNumberCommand>(&command)) {
    return driver.check(driver.memoryFillWordsAsync(places.addressOf(id->to),
                                                    places.numberOf(id->kind),
                                                    1, stream),
                        "writing the number of the device");
  }
  return Status::internal("a command that cannot be put into a queue");
}

} // namespace weft::cuda
