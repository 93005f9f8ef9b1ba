// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that the interpreter runs.
//
// Between buffers and the interpreter's tensors everything is copied: the
// interpreter has its own memory and its own idea of elements.

#pragma once

#include "weft/Runtime/Reference/ReferenceFunctions.h"

namespace weft::runtime {

class ReferenceProgram final : public ProgramRunner {
public:
  static StatusOr<std::shared_ptr<ProgramRunner>>
  load(const Executable &executable, const CustomCallRegistry &customCalls,
       const std::string &platform);

  Status run(std::span<RunPart> parts, const RunServices &services) override;
  bool needsCallersThread() const override {
    return functions->needsCallersThread();
  }

private:
  explicit ReferenceProgram(const Manifest &manifest) : manifest(manifest) {}

  Status runPart(RunningProcess &process,
                 const std::shared_ptr<reference::Budget> &budget);
  StatusOr<reference::Values> readArguments(const RunPart &part,
                                            reference::Budget &budget);
  void writeResults(const RunPart &part, const reference::Values &results);

  const Manifest manifest;
  std::unique_ptr<ReferenceFunctions> functions;
};

} // namespace weft::runtime
