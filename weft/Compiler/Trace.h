// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What somebody who watches a compilation gets to see: the program after each
// stage, and the time each took.

#pragma once

#include "weft/Support/Status.h"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <mlir/IR/Operation.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

class CompileTrace {
public:
  struct Stage {
    std::string name;
    double milliseconds = 0;
  };

  /// Is shown the program after each stage, as a module; a failure ends the
  /// compilation. The object code is the last stage, and has no module.
  std::function<Status(std::string_view stage, mlir::Operation *module)>
      afterStage;

  /// Runs a stage of the pipeline.
  Status run(std::string_view name, mlir::Operation *module,
             llvm::function_ref<Status()> work);

  const std::vector<Stage> &stages() const { return past; }
  /// One line per stage, and their sum.
  std::string text() const;

private:
  std::vector<Stage> past;
};

/// Writes DIRECTORY/01-import.mlir and so on; the directory is made.
std::function<Status(std::string_view, mlir::Operation *)>
dumpStages(std::string directory);

} // namespace weft
