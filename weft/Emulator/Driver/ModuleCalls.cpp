// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code: loading, assembling, attributes.

#include "weft/Emulator/Driver/Exports.h"
#include "weft/Emulator/Driver/State.h"
#include "weft/Emulator/PtxParser.h"

#include <algorithm>
#include <charconv>
#include <cstring>

using namespace weft::emulator;
using namespace weft::emulator::driver;

namespace {

/// The logs that a caller gives among its options.
struct Logs {
  char *info = nullptr, *error = nullptr;
  size_t infoBytes = 0, errorBytes = 0;
  void **infoUsed = nullptr, **errorUsed = nullptr;

  Logs(unsigned count, const int *options, void **values) {
    for (unsigned i = 0; i < count; ++i) {
      const auto number = reinterpret_cast<uintptr_t>(values[i]);
      switch (options[i]) {
      case infoLog:
        info = static_cast<char *>(values[i]);
        break;
      case infoLogBytes:
        infoBytes = number;
        infoUsed = &values[i];
        break;
      case errorLog:
        error = static_cast<char *>(values[i]);
        break;
      case errorLogBytes:
        errorBytes = number;
        errorUsed = &values[i];
        break;
      default:
        break;
      }
    }
  }

  static void put(char *to, size_t bytes, void **used,
                  const std::string &text) {
    if (!to || bytes == 0) {
      return;
    }
    const size_t length = std::min(text.size(), bytes - 1);
    std::memcpy(to, text.data(), length);
    to[length] = '\0';
    if (used) {
      *used = reinterpret_cast<void *>(static_cast<uintptr_t>(length));
    }
  }
};

/// Whether code for "sm_90a" or "sm_80" runs on a device. The letter binds it
/// to one capability.
bool fits(const std::string &target, int capability) {
  int wanted = 0;
  const char *end = target.data() + target.size();
  if (target.rfind("sm_", 0) != 0) {
    return true;
  }
  const auto [rest, error] = std::from_chars(target.data() + 3, end, wanted);
  if (error != std::errc()) {
    return false;
  }
  return rest != end ? wanted == capability : wanted <= capability;
}

/// Ten times the newest version of PTX that a driver reads ("PTX ISA", release
/// notes).
int newestPtx(int driver) {
  struct Row {
    int driver, ptx;
  };
  constexpr Row rows[] = {{13000, 90}, {12090, 88}, {12080, 87}, {12070, 86},
                          {12050, 85}, {12040, 84}, {12030, 83}, {12020, 82},
                          {12010, 81}, {12000, 80}};
  for (const Row &row : rows) {
    if (driver >= row.driver) {
      return row.ptx;
    }
  }
  return 78;
}

/// `isText`: not assembled yet, which is what a driver may be too old for.
Result parse(const Device &device, const std::string &ptx, bool isText,
             std::unique_ptr<Module> &module, std::string &log) {
  weft::StatusOr<std::unique_ptr<Module>> parsed = parsePtx(ptx);
  if (!parsed.ok()) {
    log = "ptxas application ptx input, " + parsed.status().message() +
          "\nptxas fatal   : Ptx assembly aborted due to errors\n";
    return invalidPtx;
  }
  module = std::move(parsed).value();
  const int newest = newestPtx(device.settings.version);
  if (isText && module->version > newest) {
    auto nameOf = [](int version) {
      return std::to_string(version / 10) + "." + std::to_string(version % 10);
    };
    log = "ptxas application ptx input, fatal   : Unsupported .version " +
          nameOf(module->version) + "; current version is '" + nameOf(newest) +
          "'\n";
    return unsupportedPtxVersion;
  }
  if (!fits(module->target, device.settings.capability)) {
    log = "ptxas fatal   : code for " + module->target +
          " does not run on this device\n";
    return noBinaryForGpu;
  }
  return success;
}

/// As the assembler's own report reads.
std::string describe(const Module &module, const Settings &settings) {
  const std::string spilled = std::to_string(settings.spilledBytes);
  std::string text;
  for (const std::unique_ptr<Function> &function : module.functions) {
    if (!function->isEntry) {
      continue;
    }
    text +=
        "ptxas info    : Compiling entry function '" + function->name +
        "' for '" + module.target +
        "'\nptxas info    : Function properties for " + function->name +
        "\nptxas         .     " + std::to_string(function->localBytes) +
        " bytes stack frame, " + spilled + " bytes spill stores, " + spilled +
        " bytes spill loads\n"
        "ptxas info    : Used 32 registers, used 1 barriers, " +
        std::to_string(function->localBytes) + " bytes cumulative stack size\n";
  }
  return text;
}

/// As drivers do: memory for code is made while nothing runs.
void waitUntilIdle(Device &device) {
  if (device.settings.loadingWaits) {
    callGate().close();
    device.synchronize();
    callGate().open();
  }
}

Result load(void **module, const void *image, const Logs &logs) {
  Device *device = nullptr;
  if (Result result = checkContext(device)) {
    return result;
  }
  waitUntilIdle(*device);
  if (!image) {
    return invalidValue;
  }
  weft::StatusOr<std::string> ptx = readImage(image);
  if (!ptx.ok()) {
    return invalidImage;
  }
  auto loaded = std::make_shared<LoadedModule>();
  loaded->device = device;
  // What is assembled already is no work for an assembler.
  const bool isText = *static_cast<const char *>(image) != '\x7f';
  std::string log;
  if (Result result = parse(*device, *ptx, isText, loaded->module, log)) {
    Logs::put(logs.error, logs.errorBytes, logs.errorUsed, log);
    return result;
  }
  if (isText) {
    Logs::put(logs.info, logs.infoBytes, logs.infoUsed,
              describe(*loaded->module, device->settings));
  }
  bool hasRoom = false;
  {
    std::lock_guard turn(device->turns);
    hasRoom = loadVariables(*loaded->module, *device->memory).ok();
  }
  if (!hasRoom) {
    return outOfMemory;
  }
  *module = state().modules.add(std::move(loaded));
  return success;
}

} // namespace

WEFT_DRIVER_EXPORT cuModuleLoadDataEx(void **module, const void *image,
                                      unsigned count, int *options,
                                      void **values) {
  WEFT_DRIVER_CALL();
  return load(module, image, Logs(count, options, values));
}

WEFT_DRIVER_EXPORT cuModuleLoadData(void **module, const void *image) {
  WEFT_DRIVER_CALL();
  return load(module, image, Logs(0, nullptr, nullptr));
}

WEFT_DRIVER_EXPORT cuModuleUnload(void *module) {
  WEFT_DRIVER_CALL();
  std::shared_ptr<LoadedModule> removed = state().modules.remove(module);
  if (!removed) {
    return invalidHandle;
  }
  // Its functions go with it.
  state().functions.removeIf(
      [&](const LoadedFunction &one) { return one.owner == removed; });
  return success;
}

WEFT_DRIVER_EXPORT cuModuleGetFunction(void **function, void *module,
                                       const char *name) {
  WEFT_DRIVER_CALL();
  std::shared_ptr<LoadedModule> owner = state().modules.find(module);
  if (!owner) {
    return invalidHandle;
  }
  const Function *entry = owner->module->findEntry(name);
  if (!entry) {
    return notFound;
  }
  auto found = std::make_shared<LoadedFunction>();
  found->owner = owner;
  found->function = entry;
  *function = state().functions.add(std::move(found));
  return success;
}

WEFT_DRIVER_EXPORT cuModuleGetGlobal_v2(DeviceAddress *address, size_t *bytes,
                                        void *module, const char *name) {
  WEFT_DRIVER_CALL();
  std::shared_ptr<LoadedModule> owner = state().modules.find(module);
  if (!owner) {
    return invalidHandle;
  }
  const Variable *variable = owner->module->findVariable(name);
  if (!variable || (variable->space != Space::Global &&
                    variable->space != Space::Constant)) {
    return notFound;
  }
  if (address) {
    *address = variable->address;
  }
  if (bytes) {
    *bytes = variable->size;
  }
  return success;
}

WEFT_DRIVER_EXPORT cuFuncSetAttribute(void *function, int attribute,
                                      int value) {
  WEFT_DRIVER_CALL();
  std::shared_ptr<LoadedFunction> found = state().functions.find(function);
  if (!found) {
    return invalidHandle;
  }
  if (attribute == functionMaxDynamicShared) {
    if (value < 0 || value > (227 << 10)) {
      return invalidValue;
    }
    found->dynamicShared = static_cast<uint32_t>(value);
  }
  return success;
}

WEFT_DRIVER_EXPORT cuFuncGetAttribute(int *value, int attribute,
                                      void *function) {
  WEFT_DRIVER_CALL();
  std::shared_ptr<LoadedFunction> found = state().functions.find(function);
  if (!found) {
    return invalidHandle;
  }
  const int capability = found->owner->device->settings.capability;
  switch (attribute) {
  case functionMaxThreads:
    *value = found->function->maximumThreads
                 ? static_cast<int>(found->function->maximumThreads)
                 : 1024;
    return success;
  case functionShared:
    *value = static_cast<int>(found->owner->module->sharedBytes);
    return success;
  case functionLocal:
    *value = static_cast<int>(found->function->localBytes);
    return success;
  case functionRegisters:
    *value = 32;
    return success;
  case functionPtxVersion:
  case functionBinaryVersion:
    *value = capability;
    return success;
  case functionMaxDynamicShared:
    *value = static_cast<int>(found->dynamicShared.load());
    return success;
  default:
    *value = 0;
    return success;
  }
}

WEFT_DRIVER_EXPORT cuLinkCreate_v2(unsigned count, int *options, void **values,
                                   void **linker) {
  WEFT_DRIVER_CALL();
  Device *device = nullptr;
  if (Result result = checkContext(device)) {
    return result;
  }
  auto made = std::make_shared<Linker>();
  const Logs logs(count, options, values);
  made->infoLog = logs.info;
  made->infoLogBytes = logs.infoBytes;
  made->errorLog = logs.error;
  made->errorLogBytes = logs.errorBytes;
  *linker = state().linkers.add(std::move(made));
  return success;
}

WEFT_DRIVER_EXPORT cuLinkAddData_v2(void *linker, int kind, void *data,
                                    size_t size, const char *, unsigned, int *,
                                    void **) {
  WEFT_DRIVER_CALL();
  Device *device = nullptr;
  if (Result result = checkContext(device)) {
    return result;
  }
  std::shared_ptr<Linker> found = state().linkers.find(linker);
  if (!found) {
    return invalidHandle;
  }
  std::string ptx;
  if (kind == jitPtx) {
    ptx.assign(static_cast<const char *>(data), size);
    ptx.resize(std::min(ptx.find('\0'), ptx.size()));
  } else if (kind == jitCubin) {
    weft::StatusOr<std::string> inside = readImage(data);
    if (!inside.ok()) {
      return invalidImage;
    }
    ptx = *inside;
  } else {
    return notSupported;
  }
  // Two pieces at once would have to agree about each other's names.
  if (!found->ptx.empty()) {
    return notSupported;
  }
  std::unique_ptr<Module> module;
  std::string log;
  if (Result result = parse(*device, ptx, kind == jitPtx, module, log)) {
    Logs::put(static_cast<char *>(found->errorLog), found->errorLogBytes,
              nullptr, log);
    return result;
  }
  Logs::put(static_cast<char *>(found->infoLog), found->infoLogBytes, nullptr,
            describe(*module, device->settings));
  found->ptx = std::move(ptx);
  return success;
}

WEFT_DRIVER_EXPORT cuLinkComplete(void *linker, void **image, size_t *size) {
  WEFT_DRIVER_CALL();
  std::shared_ptr<Linker> found = state().linkers.find(linker);
  if (!found) {
    return invalidHandle;
  }
  found->image = makeImage(found->ptx);
  *image = found->image.data();
  *size = found->image.size();
  return success;
}

WEFT_DRIVER_EXPORT cuLinkDestroy(void *linker) {
  WEFT_DRIVER_CALL();
  return state().linkers.remove(linker) ? success : invalidHandle;
}
