// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Machine/Host.h"
#include "weft/Machine/Machine.h"
#include "weft/Machine/Rows.h"

namespace weft {

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
  std::string known;
  for (const std::string &other : machineNames()) {
    known += known.empty() ? "" : ", ";
    known += other;
  }
  return Status::invalidArgument("no machine is named '" + std::string(name) +
                                 "'; known are " + known);
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
