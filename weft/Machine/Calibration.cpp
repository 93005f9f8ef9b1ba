// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Machine/Calibration.h"

#include <llvm/ADT/StringRef.h>

#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>

namespace weft {
namespace {

/// The number that a name stands for; null where there is none.
int64_t *find(Machine &machine, llvm::StringRef name) {
  auto [level, rate] = name.split('.');
  if (rate == "bytesPerNanosecond") {
    for (MemoryLevel &memory : machine.memories) {
      if (level == memory.name) {
        return &memory.bytesPerNanosecond;
      }
    }
    return nullptr;
  }
  MachineCosts &costs = machine.costs;
  const std::pair<llvm::StringRef, int64_t *> numbers[] = {
      {"kernelPicoseconds", &costs.kernelPicoseconds},
      {"launchPicoseconds", &costs.launchPicoseconds},
      {"iterationPicoseconds", &costs.iterationPicoseconds},
      {"guardPicoseconds", &costs.guardPicoseconds},
      {"unitPicoseconds", &costs.unitPicoseconds},
      {"piecePicoseconds", &costs.piecePicoseconds},
      {"handedLinePicoseconds", &costs.handedLinePicoseconds},
      {"workers", &costs.workers},
      {"largestNarrowNumber", &machine.largestNarrowNumber}};
  for (auto [known, number] : numbers) {
    if (name == known) {
      return number;
    }
  }
  return nullptr;
}

/// Whether a file says that its numbers are of this processor.
bool isOf(llvm::StringRef text, llvm::StringRef processor) {
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    auto [key, value] = line.split('#').first.split('=');
    if (key.trim() == "processor") {
      return value.trim() == processor;
    }
    text = rest;
  }
  return false;
}

} // namespace

std::string printCalibration(const Machine &machine,
                             const Calibration &calibration) {
  std::string text = "# weft calibrate, " + machine.product +
                     "\nprocessor = " + machine.processor + "\n";
  for (const auto &[name, value] : calibration) {
    text += name + " = " + std::to_string(value) + "\n";
  }
  return text;
}

Status applyCalibration(std::string_view text, std::string_view file,
                        Machine &machine) {
  Machine changed = machine;
  bool namesProcessor = false;
  llvm::StringRef rest(text.data(), text.size());
  for (int number = 1; !rest.empty(); ++number) {
    auto [whole, after] = rest.split('\n');
    rest = after;
    llvm::StringRef line = whole.split('#').first.trim();
    if (line.empty()) {
      continue;
    }
    auto wrong = [&](const std::string &what) {
      return Status::invalidArgument(std::string(file) + ":" +
                                     std::to_string(number) + ": " + what);
    };
    auto [key, text] = line.split('=');
    llvm::StringRef name = key.trim();
    llvm::StringRef value = text.trim();
    if (name == "processor") {
      namesProcessor = true;
      if (value != machine.processor) {
        return wrong("the calibration is of processor '" + value.str() +
                     "', and code is made for '" + machine.processor +
                     "': measure that one with weft calibrate");
      }
      continue;
    }
    int64_t *target = find(changed, name);
    if (!target) {
      return wrong("'" + name.str() + "' is no number of a calibration");
    }
    const bool isNarrow = target == &changed.largestNarrowNumber;
    const int64_t most =
        isNarrow ? std::numeric_limits<int32_t>::max() : int64_t(1) << 40;
    int64_t given = 0;
    if (value.getAsInteger(10, given) || given < 1 || given > most) {
      return wrong("'" + value.str() + "' for " + name.str() +
                   " is no whole number from 1 to " +
                   (isNarrow ? "2^31 - 1" : "2^40"));
    }
    *target = given;
  }
  if (!namesProcessor) {
    return Status::invalidArgument(
        std::string(file) + ": no line `processor = NAME` says which processor "
                            "the numbers are of");
  }
  machine = std::move(changed);
  return Status::success();
}

Status applyNamedCalibration(Machine &machine) {
  const char *path = std::getenv("WEFT_CALIBRATION");
  if (path == nullptr || *path == '\0') {
    return Status::success();
  }
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  if (!file) {
    return Status::invalidArgument(
        std::string("the calibration that WEFT_CALIBRATION names, ") + path +
        ", cannot be read");
  }
  // Beside a CPU that was measured a GPU keeps the numbers of its row.
  if (!machine.isCpu() && !isOf(text.str(), machine.processor)) {
    return Status::success();
  }
  return applyCalibration(text.str(), path, machine);
}

} // namespace weft
