// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Fuse/FormLoopKernels.h"

#include "weft/Plan/Fuse/JoinKernels.h"
#include "weft/Plan/Fuse/LoopState.h"
#include "weft/Plan/Fuse/MachinePass.h"
#include "weft/Support/DecisionsDialect.h"

#include <llvm/ADT/SetVector.h>
#include <mlir/IR/IRMapping.h>
#include <mlir/Transforms/RegionUtils.h>

using namespace mlir;

namespace weft::plan {

#define GEN_PASS_DEF_FORMLOOPKERNELSPASS
#include "weft/Plan/Passes.h.inc"

namespace {

/// Whether kernels of a hero have no form as a part of another one. Threads of
/// a GPU share some that a core would do alone while others wait.
bool standsAlone(Hero hero, const Machine &machine) {
  switch (hero) {
  case Hero::Fft:
    return true;
  case Hero::Solve:
  case Hero::Convolution:
  case Hero::Sort:
  case Hero::TopK:
  case Hero::Scatter:
  case Hero::Window:
    return machine.isCpu();
  default:
    return false;
  }
}

/// What stands against the steps of a block being part of a kernel.
std::string refuseSteps(Block &block, const Machine &machine,
                        unsigned &operations) {
  for (Operation &step : block.without_terminator()) {
    if (!llvm::all_of(step.getResultTypes(), hasBytes)) {
      return "it has effects";
    }
    ++operations;
    if (auto kernel = dyn_cast<KernelOp>(step)) {
      operations += countOperations(kernel.getBody()) - 1;
      if (kernel.getHero() == Hero::Random) {
        return "it draws random numbers";
      }
      if (standsAlone(kernel.getHero(), machine)) {
        return ("it has a " + stringifyHero(kernel.getHero())).str();
      }
      if (llvm::any_of(kernel.getResultTypes(),
                       [](Type type) { return byteSize(type) == 0; })) {
        return "a value in it is empty";
      }
    } else if (isa<CaseOp>(step)) {
      for (Region &region : step.getRegions()) {
        std::string refusal = refuseSteps(region.front(), machine, operations);
        if (!refusal.empty()) {
          return refusal;
        }
      }
    } else if (isa<WhileOp>(step)) {
      return "a loop inside is no kernel";
    } else if (auto view = dyn_cast<ViewOp>(step); view && !view.isWhole()) {
      return "it slices in place";
    } else if (!isa<ConstantOp, ViewOp>(step)) {
      return ("'" + step.getName().getStringRef() + "' is inside").str();
    }
  }
  return {};
}

/// Writes steps of a plan as StableHLO operations.
class Translator {
public:
  Translator(OpBuilder &builder, IRMapping &mapping)
      : builder(builder), mapping(mapping) {}

  /// As the region of a StableHLO loop or branch.
  void translateRegion(Region &source, Region &target) {
    OpBuilder::InsertionGuard guard(builder);
    Block *block = builder.createBlock(&target);
    for (BlockArgument argument : source.getArguments()) {
      mapping.map(argument,
                  block->addArgument(argument.getType(), argument.getLoc()));
    }
    for (Operation &step : source.front().without_terminator()) {
      translate(&step);
    }
    Operation *yield = source.front().getTerminator();
    stablehlo::ReturnOp::create(builder, yield->getLoc(),
                                mapped(yield->getOperands()));
  }

  void translate(Operation *step) {
    if (auto kernel = dyn_cast<KernelOp>(step)) {
      IRMapping inner;
      Block &body = kernel.getBody().front();
      inner.map(body.getArguments(), mapped(kernel.getOperands()));
      for (Operation &operation : body.without_terminator()) {
        builder.clone(operation, inner);
      }
      for (auto [result, yielded] : llvm::zip_equal(
               kernel.getResults(), kernel.getYield()->getOperands())) {
        mapping.map(result, inner.lookup(yielded));
      }
    } else if (auto constant = dyn_cast<ConstantOp>(step)) {
      mapping.map(constant.getResult(),
                  stablehlo::ConstantOp::create(builder, constant.getLoc(),
                                                constant.getValue())
                      .getResult());
    } else if (auto view = dyn_cast<ViewOp>(step)) {
      Value source = mapping.lookup(view.getSource());
      bool isReshape =
          getElementTypeOrSelf(source) == getElementTypeOrSelf(view.getType());
      mapping.map(view.getResult(),
                  isReshape
                      ? stablehlo::ReshapeOp::create(builder, view.getLoc(),
                                                     view.getType(), source)
                            .getResult()
                      : stablehlo::BitcastConvertOp::create(
                            builder, view.getLoc(), view.getType(), source)
                            .getResult());
    } else {
      translateBranches(cast<CaseOp>(step));
    }
  }

  SmallVector<Value> mapped(ValueRange values) {
    return llvm::map_to_vector(
        values, [&](Value value) { return mapping.lookup(value); });
  }

private:
  void translateBranches(CaseOp branches) {
    Location location = branches.getLoc();
    Value index = mapping.lookup(branches.getIndex());
    if (getElementTypeOrSelf(index).isInteger(1)) {
      auto made = stablehlo::IfOp::create(builder, location,
                                          branches.getResultTypes(), index);
      // Out of range takes the last: with one branch it is both.
      Region &last = branches.getBranches().back();
      translateRegion(branches.getBranches().front(), made.getFalseBranch());
      translateRegion(last, made.getTrueBranch());
      mapping.map(branches.getResults(), made.getResults());
      return;
    }
    auto made =
        stablehlo::CaseOp::create(builder, location, branches.getResultTypes(),
                                  index, branches.getBranches().size());
    for (auto [source, target] :
         llvm::zip_equal(branches.getBranches(), made.getBranches())) {
      translateRegion(source, target);
    }
    mapping.map(branches.getResults(), made.getResults());
  }

  OpBuilder &builder;
  IRMapping &mapping;
};

/// The kernel of one loop; beside the plan until it is accepted.
class LoopKernel {
public:
  LoopKernel(WhileOp loop, unsigned number, const Machine &machine)
      : loop(loop), number(number), machine(machine),
        builder(loop.getContext()) {}

  /// Why the loop is no kernel; empty if `kernel` is it.
  std::string build();
  /// The same by the times of a step.
  std::string refuseTime() const {
    return times && times->inBlock > times->apart
               ? "a step takes one block " +
                     std::to_string(times->inBlock / 1'000'000) + " us"
               : "";
  }

  KernelOp kernel;
  /// The loop's results that are the kernel's.
  SmallVector<Value> results;
  unsigned operations = 0;
  std::optional<StepTimes> times;

private:
  /// Makes a value from around the loop available in the kernel.
  void bring(Value value);
  std::string refuse();

  WhileOp loop;
  unsigned number;
  const Machine &machine;
  OpBuilder builder;
  IRMapping mapping;
  llvm::SetVector<Value> inputs;
  Block *block = nullptr;
};

void LoopKernel::bring(Value value) {
  if (mapping.contains(value)) {
    return;
  }
  // What is free is made inside, but for views of memory.
  Operation *definer = lookThroughViews(value).getDefiningOp();
  if (definer && isFree(definer)) {
    definer = value.getDefiningOp();
    for (Value operand : definer->getOperands()) {
      bring(operand);
    }
    Translator(builder, mapping).translate(definer);
    return;
  }
  inputs.insert(value);
  mapping.map(value, block->addArgument(value.getType(), value.getLoc()));
}

std::string LoopKernel::refuse() {
  if (loop.getResults().empty()) {
    return "it carries nothing";
  }
  if (!llvm::all_of(loop.getResultTypes(), hasBytes)) {
    return "it has effects";
  }
  if (llvm::any_of(loop.getResultTypes(),
                   [](Type type) { return byteSize(type) == 0; })) {
    return "a value in it is empty";
  }
  for (Region &region : loop->getRegions()) {
    std::string refusal = refuseSteps(region.front(), machine, operations);
    if (!refusal.empty()) {
      return refusal;
    }
  }
  return operations + 1 > kMaximumLoopOperations ? "it is too large" : "";
}

std::string LoopKernel::build() {
  if (std::string refusal = refuse(); !refusal.empty()) {
    return refusal;
  }
  llvm::SetVector<Value> read(loop->operand_begin(), loop->operand_end());
  getUsedValuesDefinedAbove(loop->getRegions(), read);
  Region region;
  block = &region.emplaceBlock();
  builder.setInsertionPointToStart(block);
  for (Value value : read) {
    bring(value);
  }
  Translator translator(builder, mapping);
  auto made =
      stablehlo::WhileOp::create(builder, loop.getLoc(), loop.getResultTypes(),
                                 translator.mapped(loop.getInits()));
  translator.translateRegion(loop.getCond(), made.getCond());
  translator.translateRegion(loop.getBody(), made.getBody());
  SmallVector<Value> yielded;
  for (auto [i, result] : llvm::enumerate(loop.getResults())) {
    // The memory that slices are written to is a result in any case.
    if (!result.use_empty() ||
        classifyState(made, i, machine) == LoopStateKind::Stacked) {
      results.push_back(result);
      yielded.push_back(made.getResult(i));
    }
  }
  if (yielded.empty()) {
    return "nobody needs its results";
  }
  YieldOp::create(builder, loop.getLoc(), yielded);
  LoopAnswer answer = askLoop(made, machine);
  times = answer.times;
  if (!answer.refusal.empty()) {
    return answer.refusal;
  }
  // It takes a while to tell how long one takes exactly.
  constexpr int64_t beyondDoubt = 8;
  if (times && times->inBlock / beyondDoubt > times->apart) {
    return refuseTime();
  }
  if (inputs.size() + results.size() > kMaximumPointers) {
    return "it is too large";
  }
  builder.clearInsertionPoint();
  kernel =
      KernelOp::create(builder, loop.getLoc(), TypeRange(ValueRange(results)),
                       builder.getStringAttr("loop_" + Twine(number)),
                       inputs.getArrayRef(), Hero::Loop);
  kernel.setScope(Scope::Thread);
  kernel.getBody().takeBody(region);
  return {};
}

class LoopFormer {
public:
  LoopFormer(TilingOracle &oracle, const Machine &machine)
      : oracle(oracle), machine(machine) {}

  void visit(Block &block) {
    for (Operation &step : llvm::make_early_inc_range(block)) {
      if (!isa<WhileOp, CaseOp>(step)) {
        continue;
      }
      for (Region &region : step.getRegions()) {
        visit(region.front());
      }
      if (auto loop = dyn_cast<WhileOp>(step)) {
        tryForm(loop);
      }
    }
  }

private:
  void tryForm(WhileOp loop) {
    LoopKernel formed(loop, count++, machine);
    std::string refusal = formed.build();
    if (refusal.empty()) {
      TilingAnswer answer = oracle.ask(formed.kernel.getBody(), Hero::Loop);
      refusal = answer.refusal;
      if (refusal.empty() && formed.times) {
        formed.times->inBlock =
            answer.stepPicoseconds.value_or(formed.times->inBlock);
        refusal = formed.refuseTime();
      }
      if (!refusal.empty()) {
        formed.kernel.erase();
      }
    }
    if (!refusal.empty()) {
      auto decision =
          decide(loop, DecisionKind::Loop, Reason::LoopApart, Verdict::Refused);
      decision << arg(refusal);
      if (decision && formed.times) {
        decision.cost({formed.times->apart, {}}, {formed.times->inBlock, {}});
      }
      return;
    }
    KernelOp kernel = formed.kernel;
    OpBuilder(loop).insert(kernel);
    setRecord(kernel, "loop-kernel");
    auto decision = decide(kernel, DecisionKind::Loop, Reason::LoopKernel);
    decision.subject(kernel.getName()) << arg(formed.operations);
    if (decision && formed.times) {
      decision.cost({formed.times->inBlock, {}}, {formed.times->apart, {}});
    }
    for (auto [old, result] :
         llvm::zip_equal(formed.results, kernel.getResults())) {
      old.replaceAllUsesWith(result);
    }
    loop.erase();
  }

  TilingOracle &oracle;
  const Machine &machine;
  unsigned count = 0;
};

struct FormLoopKernels
    : MachinePass<impl::FormLoopKernelsPassBase<FormLoopKernels>> {
  using MachinePass::MachinePass;

  void run(ProgramOp program, const Machine &machine) override {
    ShapeOracle oracle;
    formLoopKernels(program, oracle, machine);
  }
};

} // namespace

void formLoopKernels(ProgramOp program, TilingOracle &oracle,
                     const Machine &machine) {
  LoopFormer(oracle, machine).visit(program.getBody().front());
}

} // namespace weft::plan
