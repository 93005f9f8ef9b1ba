// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A CPU: all kernels, and the plan as a function that calls them, are one
// object file.

#pragma once

#include "weft/Compiler/Target.h"
#include "weft/Target/CPU/Candidates/CpuCandidates.h"

namespace weft {

class CpuTarget : public Target {
public:
  using Target::Target;

  const tile::CandidateSource &candidates() const override { return source; }
  stablehlo::FactorizationChoice
  chooseFactorization(const stablehlo::Factorization &what) const override;
  Status lowerTiles(plan::ProgramOp program, TiledKernels &tiled,
                    CompileTrace &trace) const override;
  StatusOr<EmittedProgram> emit(plan::ProgramOp program,
                                const TiledKernels &tiled,
                                CompileTrace &trace) const override;

private:
  cpu::CpuCandidates source;
};

} // namespace weft
