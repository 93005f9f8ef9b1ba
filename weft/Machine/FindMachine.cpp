// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Machine/Host.h"
#include "weft/Machine/Machine.h"
#include "weft/Machine/Products.h"
#include "weft/Machine/Rows.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringRef.h>

namespace weft {

/// 90 for "sm_90", and for "sm_90a"; zero for what is no such name.
static int capabilityIn(llvm::StringRef name) {
  int capability = 0;
  return name.consume_front("sm_") && !name.consumeInteger(10, capability)
             ? capability
             : 0;
}

/// NVIDIA's GPUs of a compute capability without a row: the numbers of the row
/// before it, and that one's code without what only its own devices have, which
/// all later ones run.
static StatusOr<Machine> laterThanRow(llvm::StringRef name) {
  const int capability = capabilityIn(name);
  if (name != "sm_" + std::to_string(capability) || capability < 80 ||
      capability >= 200) {
    return Status::invalidArgument("no such capability");
  }
  Machine machine;
  for (Machine &row : nvidiaMachines()) {
    if (capabilityIn(row.name) < capability) {
      machine = std::move(row);
    }
  }
  machine.product = "compute capability " + std::to_string(capability / 10) +
                    "." + std::to_string(capability % 10) +
                    ", with the numbers of " + machine.name;
  machine.processor = "sm_" + std::to_string(capabilityIn(machine.processor));
  machine.name = name.str();
  return machine;
}

static std::vector<Machine> allRows() {
  std::vector<Machine> rows = cpuMachines();
  for (std::vector<Machine> more : {nvidiaMachines(), amdMachines()}) {
    std::move(more.begin(), more.end(), std::back_inserter(rows));
  }
  return rows;
}

StatusOr<Machine> findMachine(std::string_view name) {
  if (name == "host") {
    return describeHost();
  }
  for (Machine &row : allRows()) {
    if (row.name == name) {
      return std::move(row);
    }
  }
  for (const ProductName &product : productNames()) {
    if (product.name == name) {
      return findMachine(product.row);
    }
  }
  if (StatusOr<Machine> machine = laterThanRow(name); machine.ok()) {
    return machine;
  }
  std::string known;
  for (const std::string &other : machineNames()) {
    known += known.empty() ? "" : ", ";
    known += other;
  }
  return Status::invalidArgument("no machine is named '" + std::string(name) +
                                 "'; known are " + known +
                                 ", and products as weft machine lists them");
}

std::vector<std::string> machineNames() {
  std::vector<std::string> names = {"host"};
  for (const Machine &row : allRows()) {
    names.push_back(row.name);
  }
  return names;
}

std::vector<std::string> cpuNames() {
  std::vector<std::string> names = {"host"};
  for (const Machine &row : cpuMachines()) {
    names.push_back(row.name);
  }
  return names;
}

} // namespace weft
