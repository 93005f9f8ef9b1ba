// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Pjrt/ClientOptions.h"

#include "weft/Compiler/Options.h"
#include "weft/Runtime/Compiled/Loader.h"
#include "weft/Runtime/Compiled/ProgramCalls.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string_view>

namespace weft::pjrt {

/// The platform that is the processor whatever else there is.
static constexpr std::string_view kCpuPlatform = "weft_cpu";

static StatusOr<int64_t> readNumber(std::string_view name,
                                    const PJRT_NamedValue &option,
                                    int64_t lowest, int64_t highest) {
  int64_t number = 0;
  bool readable = false;
  if (option.type == PJRT_NamedValue_kInt64) {
    number = option.int64_value;
    readable = true;
  } else if (option.type == PJRT_NamedValue_kString) {
    const char *end = option.string_value + option.value_size;
    auto parsed = std::from_chars(option.string_value, end, number);
    readable = parsed.ec == std::errc() && parsed.ptr == end;
  }
  if (!readable) {
    return Status::invalidArgument("client option '" + std::string(name) +
                                   "' must be a whole number");
  }
  if (number < lowest || number > highest) {
    return Status::invalidArgument("client option '" + std::string(name) +
                                   "' is " + std::to_string(number) +
                                   ", allowed are " + std::to_string(lowest) +
                                   " to " + std::to_string(highest));
  }
  return number;
}

static StatusOr<DeviceChoice> readDevice(std::string_view text,
                                         const std::string &what) {
  if (text == "auto") {
    return DeviceChoice::Auto;
  }
  if (text == "cpu") {
    return DeviceChoice::Cpu;
  }
  if (text == "gpu") {
    return DeviceChoice::Gpu;
  }
  return Status::invalidArgument(what + " is '" + std::string(text) +
                                 "': use auto, cpu or gpu");
}

StatusOr<ClientOptions> readClientOptions(const PJRT_NamedValue *options,
                                          size_t count) {
  ClientOptions result;
  if (const char *device = std::getenv("WEFT_DEVICE")) {
    WEFT_ASSIGN_OR_RETURN(
        result.device,
        readDevice(device, "the environment variable WEFT_DEVICE"));
  }
  if (const char *limit = std::getenv("WEFT_DEADLINE_MS")) {
    WEFT_ASSIGN_OR_RETURN(
        result.cpu.timeLimit,
        parseTimeLimit(limit, "the environment variable WEFT_DEADLINE_MS"));
    result.cuda.timeLimit = result.cpu.timeLimit;
  }
  for (size_t i = 0; i < count; ++i) {
    const PJRT_NamedValue &option = options[i];
    std::string_view name(option.name, option.name_size);
    if (name == "platform_name") {
      std::string_view text;
      if (option.type == PJRT_NamedValue_kString) {
        text = {option.string_value, option.value_size};
      }
      if (text != "weft" && text != kCpuPlatform) {
        return Status::invalidArgument(
            "client option 'platform_name' must be weft or weft_cpu");
      }
      result.cpu.platformName = text;
    } else if (name == "device") {
      if (option.type != PJRT_NamedValue_kString) {
        return Status::invalidArgument("client option 'device' must be text");
      }
      WEFT_ASSIGN_OR_RETURN(result.device,
                            readDevice({option.string_value, option.value_size},
                                       "client option 'device'"));
    } else if (name == "num_devices") {
      WEFT_ASSIGN_OR_RETURN(int64_t number, readNumber(name, option, 1, 1024));
      result.cpu.deviceCount = static_cast<int>(number);
    } else if (name == "num_threads") {
      WEFT_ASSIGN_OR_RETURN(int64_t number, readNumber(name, option, 0, 4096));
      result.cpu.threads = static_cast<int>(number);
      result.cuda.threads = result.cpu.threads;
    } else if (name == "memory_limit_bytes") {
      WEFT_ASSIGN_OR_RETURN(
          int64_t number,
          readNumber(name, option, 0, std::numeric_limits<int64_t>::max()));
      result.cpu.memoryLimit = static_cast<uint64_t>(number);
      result.cuda.memoryLimit = result.cpu.memoryLimit;
    } else if (name == "num_nodes") {
      WEFT_ASSIGN_OR_RETURN(
          int64_t number,
          readNumber(name, option, 0, std::numeric_limits<int32_t>::max()));
      if (number > 1) {
        return Status::unimplemented(
            "client option 'num_nodes' is " + std::to_string(number) +
            ", but programs of several processes are not supported; use "
            "'num_devices' for several devices in one process");
      }
    }
  }
  result.cuda.kernelCache = CacheOptions::fromEnvironment("kernels");
  if (result.cpu.platformName == kCpuPlatform) {
    result.device = DeviceChoice::Cpu;
  }
  return result;
}

StatusOr<Ref<runtime::Client>> createClient(const ClientOptions &options) {
  if (options.device != DeviceChoice::Cpu) {
    StatusOr<Ref<runtime::Client>> gpus =
        cuda::createCudaClient(options.cuda, runtime::createCallLoader());
    if (gpus.ok() || options.device == DeviceChoice::Gpu) {
      return gpus;
    }
    // Without one the processor is what there is; one that does not work is
    // worth a word.
    if (gpus.status().code() != StatusCode::Unavailable) {
      std::fprintf(stderr, "weft: programs run on the processor: %s\n",
                   std::string(gpus.status().message()).c_str());
    }
  }
  return runtime::createCpuClient(options.cpu, runtime::createLoader());
}

} // namespace weft::pjrt
