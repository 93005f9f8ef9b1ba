// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What programs are compiled for, as the pipeline sees it: a machine, and a way
// to write a placed plan and its kernels down for it. All stages before that
// are the same for every target; they read the machine.

#pragma once

#include "weft/Compiler/Compiler.h"
#include "weft/Compiler/TileKernels.h"
#include "weft/Compiler/Trace.h"
#include "weft/Executable/Executable.h"
#include "weft/StableHLO/Expand/ExpandFactorizations.h"

#include <memory>

namespace weft {

/// A program as a target's runtime takes it.
struct EmittedProgram {
  std::map<SectionKind, std::string> sections;
  /// What a run needs beside the arrays that the plan placed.
  uint64_t temporaryBytes = 0;
  std::vector<HelperScratch> helpers;
};

class Target {
public:
  explicit Target(Machine machine) : description(std::move(machine)) {}
  virtual ~Target() = default;

  const Machine &machine() const { return description; }
  /// The tiles that are worth trying.
  virtual const tile::CandidateSource &candidates() const = 0;
  /// Those that blocks of threads share; null where there are none.
  virtual const tile::CandidateSource *sharedCandidates() const {
    return nullptr;
  }

  /// Whether kernels factor such matrices faster than a library; always where
  /// there is none.
  virtual stablehlo::FactorizationChoice
  chooseFactorization(const stablehlo::Factorization &) const {
    return {};
  }

  /// The stages between tile programs and code that only this target has, each
  /// run by the trace under its name.
  virtual Status lowerTiles(plan::ProgramOp, TiledKernels &,
                            CompileTrace &) const {
    return Status::success();
  }

  /// The code of all kernels, and the plan that runs them. `trace` learns about
  /// the kernels, and gets the code as text if it keeps it.
  virtual StatusOr<EmittedProgram> emit(plan::ProgramOp program,
                                        const TiledKernels &tiled,
                                        CompileTrace &trace) const = 0;

private:
  Machine description;
};

/// The target that the options name, with the calibration that the environment
/// names.
StatusOr<std::unique_ptr<Target>> createTarget(const CompileOptions &options);

} // namespace weft
