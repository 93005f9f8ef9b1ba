// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The passes of all folders of this room, in the order in which they run.

#ifndef WEFT_PLAN_PASSES_TD
#define WEFT_PLAN_PASSES_TD

include "mlir/Pass/PassBase.td"

def BuildPlanPass : Pass<"build-plan", "::mlir::ModuleOp"> {
  let summary = "turn functions into plans with one kernel per operation";
  let description = [{
    Each public function, and `main`, becomes a program of stage built. What it
    calls is inlined, operations keep their locations. Fails at the operation
    that a plan cannot hold: shapes that are not static, recursion, buffers.
  }];
  let options = [
    Option<"keepOthers", "keep-others", "bool", "false",
           "Leave functions that have no plan as they are, without an error">
  ];
  let dependentDialects = ["::weft::plan::PlanDialect",
                           "::weft::stablehlo::StableHLODialect"];
}

def FormLoopKernelsPass
    : Pass<"form-loop-kernels", "::weft::plan::ProgramOp"> {
  let summary = "make one kernel of a loop that fits into one";
  let description = [{
    On a plan of stage built: loops that hold only kernels, and branches and
    loops of such, with values that are small or stay where they are.
  }];
  let options = [
    Option<"machine", "machine", "std::string", "\"arm64\"",
      "The machine whose costs are weighed">
  ];
  let dependentDialects = ["::weft::stablehlo::StableHLODialect"];
}

def JoinConditionsPass : Pass<"join-conditions", "::weft::plan::ProgramOp"> {
  let summary = "compute what says whether a loop goes on with its body";
  let description = [{
    On a plan of stage built: loops whose number of turns is known are counted,
    and what only their conditions needed is dropped; a condition of single
    numbers is carried by the loop, and computed at the end of a turn.
  }];
  let dependentDialects = ["::weft::stablehlo::StableHLODialect"];
}

def JoinBranchesPass : Pass<"join-branches", "::weft::plan::ProgramOp"> {
  let summary = "compute all of small branches, and choose";
  let description = [{
    On a plan of stage built: branches without effects and loops, where that
    takes less time than a branch of the machine around their kernels.
  }];
  let options = [
    Option<"machine", "machine", "std::string", "\"sm_90\"",
      "The machine whose costs are weighed">
  ];
  let dependentDialects = ["::weft::stablehlo::StableHLODialect"];
}

def FuseKernelsPass : Pass<"fuse-kernels", "::weft::plan::ProgramOp"> {
  let summary = "join kernels where that saves time";
  let description = [{
    Stage built to stage fused. What can be tiled together is asked of an oracle
    that knows little; the compiler asks its tiler.
  }];
  let options = [
    Option<"machine", "machine", "std::string", "\"arm64\"",
      "The machine whose costs are weighed">
  ];
  let dependentDialects = ["::weft::stablehlo::StableHLODialect"];
}

def OrderPlanPass : Pass<"order-plan", "::weft::plan::ProgramOp"> {
  let summary = "put the operations of a plan into an order that needs less memory";
  let description = [{
    Stage fused or tiled to stage ordered. The order of the program is kept
    unless another one needs fewer bytes at once.
  }];
}

def PairIterationsPass : Pass<"pair-iterations", "::weft::plan::ProgramOp"> {
  let summary = "let loops do two iterations in a turn where that saves copies";
  let description = [{
    On a plan of stage ordered: loops that would copy what they carry in every
    iteration write it to a second place and back.
  }];
}

def ShareStoragePass : Pass<"share-storage", "::weft::plan::ProgramOp"> {
  let summary = "decide which values of a plan share bytes";
  let description = [{
    Stage ordered to stage shared: inserts the copies that are needed, marks
    kernels that write over operands, makes views of slices, and gives each
    value its storage class.
  }];
}

def JoinCopiesPass : Pass<"join-copies", "::weft::plan::ProgramOp"> {
  let summary = "copy single numbers in kernels that compute such";
  let description = [{
    On a plan of stage shared. What can be tiled together is asked of an oracle
    that knows little; the compiler asks its tiler.
  }];
  let dependentDialects = ["::weft::stablehlo::StableHLODialect"];
}

def GuardBranchesPass : Pass<"guard-branches", "::weft::plan::ProgramOp"> {
  let summary = "have the steps of small branches look whether they are wanted";
  let description = [{
    On a plan of stage shared: branches of kernels and copies, where that takes
    less time than a branch of the machine around them.
  }];
  let options = [
    Option<"machine", "machine", "std::string", "\"sm_90\"",
      "The machine whose costs are weighed">
  ];
}

def GroupTurnsPass : Pass<"group-turns", "::weft::plan::ProgramOp"> {
  let summary = "tell several turns of a loop for each test of its condition";
  let description = [{
    On a plan of stage shared: loops of kernels and copies, or of any steps
    where the number of turns is known, where that takes less time than a test
    for each turn.
  }];
  let options = [
    Option<"machine", "machine", "std::string", "\"sm_90\"",
      "The machine whose costs are weighed">
  ];
}

def PlaceValuesPass : Pass<"place-values", "::weft::plan::ProgramOp"> {
  let summary = "give every value of a plan its place in memory";
  let description = [{
    Stage shared to stage placed. Arguments, results and constants have arenas
    of their own; everything else is packed into the temp arena.
  }];
  let options = [
    Option<"alignment", "alignment", "int64_t", "64",
           "Bytes that places in the temp and constants arenas are multiples of">,
    Option<"room", "room", "int64_t", "0",
           "Bytes by which the temp arena may be larger so that steps run beside each other">
  ];
}

def PlaceWorkspacesPass : Pass<"place-workspaces", "::weft::plan::ProgramOp"> {
  let summary = "give what kernels have for themselves its place in memory";
  let description = [{
    On a plan of stage placed: the bytes that `workspace` says go between
    values of the temp arena, or behind them.
  }];
}

def VerifyPlanMemoryPass
    : Pass<"verify-plan-memory", "::weft::plan::ProgramOp"> {
  let summary = "check the rules P7 to P10 of a plan";
}

def ReportPlanMemoryPass
    : Pass<"report-plan-memory", "::weft::plan::ProgramOp"> {
  let summary = "print what a placed plan needs in memory to standard error";
}

#endif // WEFT_PLAN_PASSES_TD
