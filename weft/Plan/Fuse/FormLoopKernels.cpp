// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Fuse/FormLoopKernels.h"

#include "weft/Plan/Fuse/JoinKernels.h"
#include "weft/Plan/Fuse/NameKernels.h"
#include "weft/Plan/Passes.h"
#include "weft/Support/DecisionsDialect.h"

#include <llvm/ADT/SetVector.h>
#include <mlir/IR/IRMapping.h>
#include <mlir/Transforms/RegionUtils.h>

using namespace mlir;

namespace weft::plan {

#define GEN_PASS_DEF_FORMLOOPKERNELSPASS
#include "weft/Plan/Passes.h.inc"

namespace {

/// What stands against a loop being one kernel, and what one turn costs.
struct Estimate {
  std::string refusal;
  int64_t picoseconds = 0;
  int64_t bytes = 0;
  unsigned operations = 0;
};

void estimate(Block &block, const LoopOptions &options, Estimate &sum) {
  for (Operation &step : block.without_terminator()) {
    for (Value result : step.getResults()) {
      if (!hasBytes(result.getType())) {
        sum.refusal = "it has effects";
        return;
      }
    }
    if (auto kernel = dyn_cast<KernelOp>(step)) {
      int64_t bytes = 0;
      for (Type type : kernel.getOperandTypes()) {
        bytes += byteSize(type);
      }
      for (Type type : kernel.getResultTypes()) {
        bytes += byteSize(type);
      }
      sum.picoseconds += kernelPicoseconds(options.machine, bytes,
                                           unitsOf(kernel.getBody()), 1) -
                         options.machine.launchPicoseconds;
      sum.operations += 1 + countOperations(kernel.getBody());
      for (Value result : kernel.getResults()) {
        sum.bytes += byteSize(result.getType());
      }
      if (kernel.getHero() == Hero::Random) {
        sum.refusal = "it draws random numbers";
        return;
      }
    } else if (isa<CaseOp>(step)) {
      ++sum.operations;
      for (Region &region : step.getRegions()) {
        estimate(region.front(), options, sum);
      }
    } else if (auto view = dyn_cast<ViewOp>(step)) {
      ++sum.operations;
      if (!view.isWhole()) {
        sum.refusal = "it slices in place";
      }
    } else if (isa<ConstantOp>(step)) {
      ++sum.operations;
    } else if (isa<WhileOp>(step)) {
      sum.refusal = "a loop inside is none";
    } else {
      sum.refusal = ("'" + step.getName().getStringRef() + "' is inside").str();
    }
    if (!sum.refusal.empty()) {
      return;
    }
  }
}

/// Writes steps of a plan as the contents of a loop kernel.
class Translator {
public:
  Translator(OpBuilder &builder, IRMapping &mapping)
      : builder(builder), mapping(mapping) {}

  void translateBlock(Block &block) {
    for (Operation &step : block.without_terminator()) {
      translate(&step);
    }
  }

  /// As the region of a StableHLO loop or branch.
  void translateRegion(Region &source, Region &target) {
    OpBuilder::InsertionGuard guard(builder);
    Block *block = builder.createBlock(&target);
    for (BlockArgument argument : source.getArguments()) {
      mapping.map(argument,
                  block->addArgument(argument.getType(), argument.getLoc()));
    }
    translateBlock(source.front());
    Operation *yield = source.front().getTerminator();
    stablehlo::ReturnOp::create(builder, yield->getLoc(),
                                mapped(yield->getOperands()));
  }

  SmallVector<Value> mapped(ValueRange values) {
    return llvm::map_to_vector(
        values, [&](Value value) { return mapping.lookup(value); });
  }

private:
  void translate(Operation *step) {
    if (auto kernel = dyn_cast<KernelOp>(step)) {
      translateKernel(kernel);
    } else if (auto constant = dyn_cast<ConstantOp>(step)) {
      mapping.map(constant.getResult(),
                  stablehlo::ConstantOp::create(builder, constant.getLoc(),
                                                constant.getValue())
                      .getResult());
    } else if (auto view = dyn_cast<ViewOp>(step)) {
      Value source = mapping.lookup(view.getSource());
      bool isReshape = getElementTypeOrSelf(source) ==
                       getElementTypeOrSelf(view.getType());
      Value made = isReshape
                       ? stablehlo::ReshapeOp::create(builder, view.getLoc(),
                                                      view.getType(), source)
                             .getResult()
                       : stablehlo::BitcastConvertOp::create(
                             builder, view.getLoc(), view.getType(), source)
                             .getResult();
      mapping.map(view.getResult(), made);
    } else {
      translateBranches(cast<CaseOp>(step));
    }
  }

  void translateKernel(KernelOp kernel) {
    if (kernel.getHero() == Hero::Loop) {
      // Already of the form that is wanted.
      mapping.map(kernel.getBody().getArguments(),
                  mapped(kernel.getOperands()));
      for (Operation &operation : kernel.getBody().front().without_terminator()) {
        builder.clone(operation, mapping);
      }
      for (auto [result, yielded] :
           llvm::zip_equal(kernel.getResults(),
                           kernel.getYield()->getOperands())) {
        mapping.map(result, mapping.lookup(yielded));
      }
      return;
    }
    auto phase = PhaseOp::create(
        builder, kernel.getLoc(), kernel.getResultTypes(), kernel.getNameAttr(),
        mapped(kernel.getOperands()),
        HeroAttr::get(kernel.getContext(), kernel.getHero()));
    IRMapping inner;
    kernel.getBody().cloneInto(&phase.getBody(), inner);
    mapping.map(kernel.getResults(), phase.getResults());
  }

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
    auto made = stablehlo::CaseOp::create(builder, location,
                                          branches.getResultTypes(), index,
                                          branches.getBranches().size());
    for (auto [source, target] :
         llvm::zip_equal(branches.getBranches(), made.getBranches())) {
      translateRegion(source, target);
    }
    mapping.map(branches.getResults(), made.getResults());
  }

  OpBuilder &builder;
  IRMapping &mapping;
};

KernelOp formKernel(WhileOp loop) {
  llvm::SetVector<Value> read(loop->operand_begin(), loop->operand_end());
  getUsedValuesDefinedAbove(loop->getRegions(), read);
  llvm::SetVector<Value> inputs;
  for (Value value : read) {
    if (!isa_and_present<ConstantOp>(value.getDefiningOp()) ||
        !isFree(value.getDefiningOp())) {
      inputs.insert(value);
    }
  }
  OpBuilder builder(loop);
  auto kernel = KernelOp::create(
      builder, loop.getLoc(), loop.getResultTypes(),
      builder.getStringAttr("loop"), inputs.getArrayRef(), Hero::Loop);
  kernel.setScope(Scope::Thread);
  Block *block = builder.createBlock(&kernel.getBody());
  IRMapping mapping;
  for (Value input : inputs) {
    mapping.map(input, block->addArgument(input.getType(), input.getLoc()));
  }
  for (Value value : read) {
    if (!mapping.contains(value)) {
      auto constant = value.getDefiningOp<ConstantOp>();
      mapping.map(value, stablehlo::ConstantOp::create(
                             builder, constant.getLoc(), constant.getValue())
                             .getResult());
    }
  }
  Translator translator(builder, mapping);
  auto made = stablehlo::WhileOp::create(builder, loop.getLoc(),
                                         loop.getResultTypes(),
                                         translator.mapped(loop.getInits()));
  translator.translateRegion(loop.getCond(), made.getCond());
  translator.translateRegion(loop.getBody(), made.getBody());
  YieldOp::create(builder, loop.getLoc(), made.getResults());
  return kernel;
}

class LoopFormer {
public:
  explicit LoopFormer(const LoopOptions &options) : options(options) {}

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
    Estimate sum;
    for (Value value : loop.getResults()) {
      if (!hasBytes(value.getType())) {
        sum.refusal = "it has effects";
      }
      sum.bytes += byteSize(value.getType());
    }
    if (loop.getResults().empty()) {
      sum.refusal = "it carries nothing";
    }
    for (Region &region : loop->getRegions()) {
      if (sum.refusal.empty()) {
        estimate(region.front(), options, sum);
      }
    }
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(loop->getRegions(), captured);
    for (Value value : captured) {
      sum.bytes += byteSize(value.getType());
    }
    if (sum.refusal.empty() && sum.bytes > options.maximumBytes) {
      sum.refusal = "its values take " + std::to_string(sum.bytes) + " bytes";
    }
    if (sum.refusal.empty() &&
        sum.picoseconds > options.maximumStepPicoseconds) {
      sum.refusal = "a turn takes " + std::to_string(sum.picoseconds / 1000) +
                    " ns";
    }
    if (sum.refusal.empty() &&
        (sum.operations + 1 > kMaximumLoopOperations ||
         loop.getNumOperands() + loop.getNumResults() + captured.size() >
             kMaximumPointers)) {
      sum.refusal = "it is too large";
    }
    if (!sum.refusal.empty()) {
      decide(loop, DecisionKind::Loop, Reason::LoopApart, Verdict::Refused)
          << arg(sum.refusal);
      return;
    }
    KernelOp kernel = formKernel(loop);
    setRecord(kernel, "loop-kernel");
    decide(kernel, DecisionKind::Loop, Reason::LoopKernel)
        .subject(kernel.getName())
        .cost({sum.picoseconds, sum.bytes})
        << arg(sum.operations);
    loop.replaceAllUsesWith(kernel.getResults());
    loop.erase();
  }

  const LoopOptions &options;
};

struct FormLoopKernels : impl::FormLoopKernelsPassBase<FormLoopKernels> {
  void runOnOperation() override { formLoopKernels(getOperation()); }
};

} // namespace

void formLoopKernels(ProgramOp program, const LoopOptions &options) {
  LoopFormer(options).visit(program.getBody().front());
  nameKernels(program);
}

} // namespace weft::plan
