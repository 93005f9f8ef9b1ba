// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values kept on disk by `interpreter.probe`.

#pragma once

#include "weft/StableHLO/Interpreter/Tensor.h"
#include "weft/Support/Status.h"

#include <llvm/ADT/StringMap.h>

#include <mutex>
#include <string>
#include <vector>

namespace weft {

/// Writes one file per recorded value, `probe1.npy`, `probe2.npy`, ..., into a
/// directory, and a line `probe_id,type,file` for each into `index.csv`. File
/// names do not contain the probe's name, which may be any string. Safe to use
/// from all devices of a parallel run at once.
class Probes {
public:
  /// Empty: no directory; recording is then an error.
  explicit Probes(std::string directory) : directory(std::move(directory)) {}

  Status record(llvm::StringRef probe, const reference::Tensor &value);

  /// What the `iteration`-th (from zero) execution of this probe wrote since
  /// startProgram, read back from its file.
  StatusOr<reference::Tensor> read(reference::Budget &budget,
                                   llvm::StringRef probe, uint64_t iteration,
                                   mlir::RankedTensorType type);

  /// Forgets which values belong to which probe, so that the programs of one
  /// file do not see one another's. The files and their numbers stay.
  void startProgram();

private:
  struct Record {
    std::string type;
    std::string file;
  };

  std::string directory;
  std::mutex lock;
  uint64_t written = 0;
  llvm::StringMap<std::vector<Record>> records;
};

} // namespace weft
