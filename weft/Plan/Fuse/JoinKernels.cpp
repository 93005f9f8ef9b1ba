// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Fuse/JoinKernels.h"

#include <llvm/ADT/MapVector.h>
#include <mlir/IR/IRMapping.h>

using namespace mlir;

namespace weft::plan {

/// Constants up to this size are written into kernels.
constexpr int64_t kLargestInlineConstant = 16;

bool isFree(Operation *step) {
  if (auto constant = dyn_cast<ConstantOp>(step)) {
    return byteSize(constant.getType()) <= kLargestInlineConstant;
  }
  if (auto view = dyn_cast<ViewOp>(step)) {
    return view.isWhole();
  }
  auto kernel = dyn_cast<KernelOp>(step);
  if (!kernel || !llvm::hasNItems(kernel.getBody().front(), 2)) {
    return false;
  }
  Operation &only = kernel.getBody().front().front();
  if (auto broadcast = dyn_cast<stablehlo::BroadcastInDimOp>(only)) {
    return cast<RankedTensorType>(broadcast.getOperand().getType()).getRank() ==
           0;
  }
  if (auto constant = dyn_cast<stablehlo::ConstantOp>(only)) {
    return constant.getValue().isSplat();
  }
  return isa<stablehlo::IotaOp>(only);
}

Value lookThroughViews(Value value) {
  while (auto view = value.getDefiningOp<ViewOp>()) {
    if (!isFree(view)) {
      break;
    }
    value = view.getSource();
  }
  return value;
}

namespace {

class Joiner {
public:
  Joiner(OpBuilder &builder, ArrayRef<KernelOp> parts)
      : builder(builder), parts(parts) {
    for (KernelOp part : parts) {
      inside.insert(part);
    }
  }

  JoinedKernel run(function_ref<bool(Value)> isNeeded);

private:
  Value resolve(Value value);
  /// Whether a value is made in the joined kernel, or is free.
  bool isInside(Value value);
  Value findSameView(Operation *step) const;
  void inlineRegion(KernelOp part);

  OpBuilder &builder;
  ArrayRef<KernelOp> parts;
  llvm::SmallPtrSet<Operation *, 16> inside;
  IRMapping mapping;
  /// Operands of the new kernel, with their block arguments.
  llvm::MapVector<Value, Value> inputs;
  Block *block = nullptr;
};

bool Joiner::isInside(Value value) {
  Operation *definer = lookThroughViews(value).getDefiningOp();
  return definer && (inside.contains(definer) || isFree(definer));
}

/// The argument of a step's result, if it is another name for the same bytes as
/// one that there is.
Value Joiner::findSameView(Operation *step) const {
  for (auto [value, argument] : inputs) {
    Operation *other = value.getDefiningOp();
    if (isa_and_present<ViewOp>(step) && isa_and_present<ViewOp>(other) &&
        OperationEquivalence::isEquivalentTo(
            step, other, OperationEquivalence::IgnoreLocations)) {
      return argument;
    }
  }
  return {};
}

Value Joiner::resolve(Value value) {
  if (Value known = mapping.lookupOrNull(value)) {
    return known;
  }
  Operation *definer = value.getDefiningOp();
  Value made;
  if (definer && isFree(definer)) {
    if (auto constant = dyn_cast<ConstantOp>(definer)) {
      made = stablehlo::ConstantOp::create(builder, constant.getLoc(),
                                           constant.getValue());
    } else if (auto view = dyn_cast<ViewOp>(definer)) {
      // A view of what stays outside stays outside.
      if (isInside(view.getSource())) {
        Value source = resolve(view.getSource());
        bool isReshape = getElementTypeOrSelf(source) ==
                         getElementTypeOrSelf(view.getType());
        made = isReshape ? stablehlo::ReshapeOp::create(builder, view.getLoc(),
                                                        view.getType(), source)
                               .getResult()
                         : stablehlo::BitcastConvertOp::create(
                               builder, view.getLoc(), view.getType(), source)
                               .getResult();
      }
    } else {
      inlineRegion(cast<KernelOp>(definer));
      return mapping.lookup(value);
    }
  }
  if (!made) {
    made = findSameView(definer);
  }
  if (!made) {
    made = block->addArgument(value.getType(), value.getLoc());
    inputs[value] = made;
  }
  mapping.map(value, made);
  return made;
}

void Joiner::inlineRegion(KernelOp part) {
  IRMapping own;
  Block &body = part.getBody().front();
  for (auto [argument, operand] :
       llvm::zip_equal(body.getArguments(), part.getOperands())) {
    own.map(argument, resolve(operand));
  }
  for (Operation &operation : body.without_terminator()) {
    builder.clone(operation, own);
  }
  for (auto [result, yielded] :
       llvm::zip_equal(part.getResults(), part.getYield()->getOperands())) {
    mapping.map(result, own.lookup(yielded));
  }
}

JoinedKernel Joiner::run(function_ref<bool(Value)> isNeeded) {
  JoinedKernel joined;
  SmallVector<Location> locations;
  for (KernelOp part : parts) {
    locations.push_back(part.getLoc());
    for (Value result : part.getResults()) {
      if (isNeeded(result)) {
        joined.results.push_back(result);
      }
    }
  }
  Region region;
  block = &region.emplaceBlock();
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(block);
    for (KernelOp part : parts) {
      inlineRegion(part);
    }
    SmallVector<Value> yielded;
    for (Value result : joined.results) {
      yielded.push_back(mapping.lookup(result));
    }
    YieldOp::create(builder, locations.back(), yielded);
  }
  // What none of the needed results uses is not computed, and not read.
  for (Operation &operation :
       llvm::make_early_inc_range(llvm::reverse(*block))) {
    if (!isa<YieldOp>(operation) && operation.use_empty()) {
      operation.erase();
    }
  }
  SmallVector<Value> operands;
  for (auto [operand, argument] : inputs) {
    if (!argument.use_empty()) {
      operands.push_back(operand);
    }
  }
  block->eraseArguments(
      [](BlockArgument argument) { return argument.use_empty(); });
  auto kernel = KernelOp::create(builder, builder.getFusedLoc(locations),
                                 TypeRange(ValueRange(joined.results)),
                                 KernelOp(parts.back()).getNameAttr(), operands,
                                 chooseHero(region));
  kernel.getBody().takeBody(region);
  joined.kernel = kernel;
  return joined;
}

} // namespace

JoinedKernel joinKernels(OpBuilder &builder, ArrayRef<KernelOp> parts,
                         function_ref<bool(Value)> isNeeded) {
  return Joiner(builder, parts).run(isNeeded);
}

Hero chooseHero(Region &region) {
  // What decides more comes first.
  static constexpr Hero kPrecedence[] = {
      Hero::Loop,    Hero::Dot,    Hero::Convolution, Hero::Sort,
      Hero::Scatter, Hero::Window, Hero::Fft,         Hero::Solve,
      Hero::Random,  Hero::Reduce, Hero::Gather,      Hero::None,
  };
  const Hero *best = std::end(kPrecedence) - 1;
  unsigned reductions = 0;
  bool isUsedOn = false;
  for (Operation &operation : region.front()) {
    Hero own = heroOf(&operation);
    best = std::min(best, llvm::find(kPrecedence, own));
    if (own == Hero::Reduce) {
      ++reductions;
      isUsedOn |= llvm::any_of(operation.getUsers(), [](Operation *user) {
        return isa<stablehlo::BroadcastInDimOp>(user);
      });
    }
  }
  if (*best == Hero::Reduce && (reductions > 1 || isUsedOn)) {
    return Hero::Chain;
  }
  return *best;
}

} // namespace weft::plan
