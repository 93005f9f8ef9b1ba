// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Memory/BorderCopies.h"

#include <mlir/IR/Builders.h>

using namespace mlir;

namespace weft::plan {

SmallVector<CallAlias> callAliases(FfiOp call) {
  SmallVector<CallAlias> aliases;
  auto inner = cast<stablehlo::CustomCallOp>(call.getCall());
  for (auto alias : inner.getOutputOperandAliases()
                        .getAsRange<stablehlo::OutputOperandAliasAttr>()) {
    ArrayRef<int64_t> path = alias.getOutputTupleIndices();
    unsigned result = path.empty() ? 0 : path.front();
    unsigned operand = alias.getOperandIndex();
    if (path.size() > 1 || !alias.getOperandTupleIndices().empty() ||
        operand >= inner->getNumOperands()) {
      continue;
    }
    // Tokens of the inner call are not among the operands of the outer one,
    // except that of the chain, which is the last.
    auto argument = dyn_cast<BlockArgument>(inner->getOperand(operand));
    if (!argument || argument.getOwner() != &call.getBody().front() ||
        result >= call->getNumResults()) {
      continue;
    }
    operand = argument.getArgNumber();
    // What the call reads elsewhere, too, is not to change under it.
    if (llvm::count(call->getOperands(), call->getOperand(operand)) > 1) {
      continue;
    }
    if (byteSize(call->getResult(result).getType()) ==
            byteSize(call->getOperand(operand).getType()) &&
        hasBytes(call->getResult(result).getType())) {
      aliases.push_back({result, operand});
    }
  }
  return aliases;
}

namespace {

/// What a value's bytes are, looking through names for them.
Value lookThrough(Value value) {
  while (Operation *definer = value.getDefiningOp()) {
    if (auto view = dyn_cast<ViewOp>(definer)) {
      value = view.getSource();
    } else if (isa<BarrierOp>(definer)) {
      value = definer->getOperand(cast<OpResult>(value).getResultNumber());
    } else {
      break;
    }
  }
  return value;
}

class CopyInserter {
public:
  explicit CopyInserter(const OverwriteRule &rule) : rule(rule) {}

  std::vector<BorderCopy> run(ProgramOp program) {
    visit(program.getBody().front(), 1);
    insertAtReturn(program);
    return std::move(copies);
  }

private:
  /// A loop of unknown length is taken for one of this many iterations.
  static constexpr int64_t kUnknownIterations = 16;
  static constexpr int64_t kMostTimes = int64_t(1) << 30;

  void insert(OpOperand &operand, CopyCause cause, int64_t times) {
    Value source = operand.get();
    OpBuilder builder(operand.getOwner());
    auto copy = CopyOp::create(builder, operand.getOwner()->getLoc(),
                               source.getType(), source, cause);
    operand.set(copy.getResult());
    copies.push_back({copy, times});
  }

  void visit(Block &block, int64_t times) {
    for (Operation &operation : llvm::make_early_inc_range(block)) {
      if (auto loop = dyn_cast<WhileOp>(operation)) {
        visitLoop(loop, times);
      } else if (auto branches = dyn_cast<CaseOp>(operation)) {
        visitBranches(branches, times);
      } else if (auto call = dyn_cast<FfiOp>(operation)) {
        for (CallAlias alias : callAliases(call)) {
          insert(call->getOpOperand(alias.operand), CopyCause::Interference,
                 times);
        }
      } else if (auto kernel = dyn_cast<KernelOp>(operation)) {
        for (auto [result, operand] : findUpdates(kernel, rule)) {
          insert(kernel->getOpOperand(operand), CopyCause::Interference, times);
        }
      }
    }
  }

  void visitLoop(WhileOp loop, int64_t times) {
    for (OpOperand &init : loop->getOpOperands()) {
      if (hasBytes(init.get().getType())) {
        insert(init, CopyCause::Interference, times);
      }
    }
    int64_t iterations =
        loop.getTripAttr() ? loop.getTripAttr().getInt() : kUnknownIterations;
    int64_t inside =
        std::min(times * std::min(iterations, kMostTimes), kMostTimes);
    visit(loop.getCond().front(), inside);
    Block &body = loop.getBody().front();
    visit(body, inside);

    // When all carried values have been read that become others, any of them
    // may be written.
    Operation *yield = loop.getBodyYield();
    auto isCarriedOn = [&](OpOperand &operand) {
      return operand.get() == body.getArgument(operand.getOperandNumber());
    };
    SmallVector<bool> permuted(yield->getNumOperands());
    for (OpOperand &operand : yield->getOpOperands()) {
      if (!hasBytes(operand.get().getType()) || isCarriedOn(operand)) {
        continue;
      }
      auto argument = dyn_cast<BlockArgument>(lookThrough(operand.get()));
      if (argument && argument.getOwner() == &body) {
        insert(operand, CopyCause::Permutation, inside);
        permuted[operand.getOperandNumber()] = true;
      }
    }
    for (OpOperand &operand : yield->getOpOperands()) {
      if (hasBytes(operand.get().getType()) && !isCarriedOn(operand)) {
        insert(operand,
               permuted[operand.getOperandNumber()] ? CopyCause::Permutation
                                                    : CopyCause::Interference,
               inside);
      }
    }
  }

  void visitBranches(CaseOp branches, int64_t times) {
    for (Region &branch : branches.getBranches()) {
      // One that only passes values on is taken for the seldom one, as it is
      // at the end of a loop: if there has to be a copy, it is there.
      bool isSeldom = branch.front().without_terminator().empty();
      int64_t inside = isSeldom ? (times + 1) / 2 : times;
      visit(branch.front(), inside);
      for (OpOperand &operand :
           branch.front().getTerminator()->getOpOperands()) {
        if (hasBytes(operand.get().getType())) {
          insert(operand, CopyCause::Interference, inside);
        }
      }
    }
  }

  /// As at the end of a loop's body: what results read of arguments that are
  /// to hold other results is read first.
  void insertAtReturn(ProgramOp program) {
    Operation *terminator = program.getBody().front().getTerminator();
    for (OpOperand &operand : terminator->getOpOperands()) {
      auto argument = dyn_cast<BlockArgument>(lookThrough(operand.get()));
      auto donate = argument ? program.getArgAttrOfType<DonateAttr>(
                                   argument.getArgNumber(), kDonateName)
                             : DonateAttr();
      if (donate && donate.getKind() == DonateKind::Must &&
          donate.getResult() != operand.getOperandNumber() &&
          hasBytes(operand.get().getType())) {
        insert(operand, CopyCause::Boundary, 1);
      }
    }
    for (OpOperand &operand : terminator->getOpOperands()) {
      if (hasBytes(operand.get().getType())) {
        insert(operand, CopyCause::Boundary, 1);
      }
    }
  }

  const OverwriteRule &rule;
  std::vector<BorderCopy> copies;
};

} // namespace

std::vector<BorderCopy> insertBorderCopies(ProgramOp program,
                                           const OverwriteRule &rule) {
  return CopyInserter(rule).run(program);
}

} // namespace weft::plan
