// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Memory/Overwrite.h"

#include "weft/StableHLO/Simplify/Match.h"

#include <llvm/ADT/SetVector.h>

#include <map>

using namespace mlir;

namespace weft::plan {

using stablehlo::typeOf;

/// Values computed from `value` inside its block, itself included.
static llvm::SetVector<Value> findDependents(Value value) {
  llvm::SetVector<Value> dependents;
  dependents.insert(value);
  for (size_t i = 0; i < dependents.size(); ++i) {
    for (Operation *user : dependents[i].getUsers()) {
      // A use in the body of a reduction is one of the reduction.
      Operation *step = value.getParentBlock()->findAncestorOpInBlock(*user);
      dependents.insert(step->result_begin(), step->result_end());
    }
  }
  return dependents;
}

/// Read element by element, at the element's own place only.
static bool isReadInPlace(Value operand, Value result) {
  llvm::ArrayRef<int64_t> shape = typeOf(operand).getShape();
  if (typeOf(result).getShape() != shape) {
    return false;
  }
  for (Value value : findDependents(operand)) {
    if (typeOf(value).getShape() != shape) {
      return false;
    }
    for (Operation *user : value.getUsers()) {
      if (isa<YieldOp>(user)) {
        continue;
      }
      // A scalar beside tensors (of select, clamp) is read at every place.
      if (user->getBlock() != value.getParentBlock() || !isElementwise(user) ||
          typeOf(user->getResult(0)).getShape() != shape) {
        return false;
      }
    }
  }
  return true;
}

/// Whether a dynamic-slice reads the window that a dynamic-update-slice
/// replaces, or one that has nothing in common with it: rows of a matrix are
/// the same or apart, whichever they are.
static bool isSameOrApart(stablehlo::DynamicSliceOp slice,
                          stablehlo::DynamicUpdateSliceOp update) {
  ArrayRef<int64_t> window = typeOf(slice).getShape();
  ArrayRef<int64_t> whole = typeOf(update.getOperand()).getShape();
  return slice.getOperand() == update.getOperand() &&
         window == typeOf(update.getUpdate()).getShape() &&
         llvm::all_of(llvm::seq(window.size()), [&](size_t d) {
           return window[d] == 1 || window[d] == whole[d] ||
                  slice.getStartIndices()[d] == update.getStartIndices()[d];
         });
}

/// A window of an array that is known when the program is compiled: its first
/// place and the one after its last, by dimension.
struct StaticWindow {
  SmallVector<int64_t, 4> begin;
  SmallVector<int64_t, 4> end;

  bool operator==(const StaticWindow &) const = default;

  bool isApartFrom(const StaticWindow &other) const {
    return llvm::any_of(llvm::seq(begin.size()), [&](size_t d) {
      return end[d] <= other.begin[d] || other.end[d] <= begin[d];
    });
  }
};

/// What an update replaces; nothing where data decide that.
static std::optional<StaticWindow>
findWindow(stablehlo::DynamicUpdateSliceOp update) {
  StaticWindow window;
  ArrayRef<int64_t> whole = typeOf(update.getOperand()).getShape();
  ArrayRef<int64_t> replaced = typeOf(update.getUpdate()).getShape();
  for (auto [d, index] : llvm::enumerate(update.getStartIndices())) {
    auto constant = index.getDefiningOp<stablehlo::ConstantOp>();
    if (!constant) {
      return std::nullopt;
    }
    APInt start = *constant.getValue().getValues<APInt>().begin();
    bool isUnsigned = typeOf(index).getElementType().isUnsignedInteger();
    int64_t first =
        isUnsigned ? start.getLimitedValue(std::numeric_limits<int64_t>::max())
                   : start.getSExtValue();
    window.begin.push_back(
        std::clamp<int64_t>(first, 0, whole[d] - replaced[d]));
    window.end.push_back(window.begin.back() + replaced[d]);
  }
  return window;
}

/// Whether what is read there ends in the update alone, element by element.
static bool isReplacedInPlace(Value read,
                              stablehlo::DynamicUpdateSliceOp update) {
  ArrayRef<int64_t> shape = typeOf(read).getShape();
  for (Value value : findDependents(read)) {
    if (value == update.getResult()) {
      continue;
    }
    if (typeOf(value).getShape() != shape) {
      return false;
    }
    for (Operation *user : value.getUsers()) {
      bool isTarget = user == update && update.getUpdate() == value &&
                      llvm::count(update->getOperands(), value) == 1;
      if (!isTarget && (user->getBlock() != value.getParentBlock() ||
                        !isElementwise(user))) {
        return false;
      }
    }
  }
  return true;
}

/// Whether an operation reads of an operand only what the update leaves as it
/// is, or what it replaces, each element for the one that takes its place.
static bool isReadBeforeUpdate(Operation *reader,
                               stablehlo::DynamicUpdateSliceOp update) {
  if (auto slice = dyn_cast<stablehlo::DynamicSliceOp>(reader)) {
    return isSameOrApart(slice, update) &&
           isReplacedInPlace(slice.getResult(), update);
  }
  auto slice = dyn_cast<stablehlo::SliceOp>(reader);
  std::optional<StaticWindow> replaced;
  if (slice) {
    replaced = findWindow(update);
  }
  if (!replaced) {
    return false;
  }
  StaticWindow read{SmallVector<int64_t, 4>(slice.getStartIndices()),
                    SmallVector<int64_t, 4>(slice.getLimitIndices())};
  bool isDense = llvm::all_of(slice.getStrides(),
                              [](int64_t stride) { return stride == 1; });
  return read.isApartFrom(*replaced) ||
         (isDense && read == *replaced &&
          isReplacedInPlace(slice.getResult(), update));
}

/// The result is the operand with a window replaced.
static bool isUpdate(Value operand, Value result) {
  auto update = result.getDefiningOp<stablehlo::DynamicUpdateSliceOp>();
  if (!update || update.getOperand() != operand) {
    return false;
  }
  // Windows may be read to compute what replaces this one; nothing else may
  // depend on the operand.
  return llvm::count(update->getOperands(), operand) == 1 &&
         llvm::all_of(operand.getUsers(), [&](Operation *user) {
           return user == update || isReadBeforeUpdate(user, update);
         });
}

static bool isScatter(Value operand, Value result) {
  auto scatter = result.getDefiningOp<stablehlo::ScatterOp>();
  if (!scatter) {
    return false;
  }
  unsigned number = cast<OpResult>(result).getResultNumber();
  return scatter.getInputs()[number] == operand && operand.hasOneUse();
}

/// A loop reads what it starts with once, before anything is written.
static bool isCarried(Value operand, Value result) {
  auto loop = result.getDefiningOp<stablehlo::WhileOp>();
  return loop && operand.hasOneUse() &&
         loop.getOperand()[cast<OpResult>(result).getResultNumber()] == operand;
}

bool regionAllowsOverwrite(KernelOp kernel, unsigned operand, unsigned result) {
  Value input = kernel.getBody().getArgument(operand);
  Value output = kernel.getYield()->getOperand(result);
  if (kernel.getHero() == Hero::Loop) {
    return isCarried(input, output);
  }
  if (byteSize(input.getType()) != byteSize(output.getType())) {
    return false;
  }
  return isReadInPlace(input, output) || isUpdate(input, output) ||
         isScatter(input, output);
}

OverwriteRule remember(OverwriteRule rule) {
  using Key = std::tuple<const void *, unsigned, unsigned>;
  auto known = std::make_shared<std::map<Key, bool>>();
  return [rule = std::move(rule), known](KernelOp kernel, unsigned operand,
                                         unsigned result) {
    // Attributes are unique.
    const void *digest = kernel.getDigestAttr()
                             ? kernel.getDigestAttr().getAsOpaquePointer()
                             : kernel.getAsOpaquePointer();
    auto [entry, isNew] = known->try_emplace({digest, operand, result}, false);
    if (isNew) {
      entry->second = rule(kernel, operand, result);
    }
    return entry->second;
  };
}

/// What a result is but for some of its elements; null for other results.
static Value updatedValue(Value result) {
  if (auto update = result.getDefiningOp<stablehlo::DynamicUpdateSliceOp>()) {
    return update.getOperand();
  }
  if (auto scatter = result.getDefiningOp<stablehlo::ScatterOp>()) {
    return scatter.getInputs()[cast<OpResult>(result).getResultNumber()];
  }
  return {};
}

SmallVector<std::pair<unsigned, unsigned>, 1>
findUpdates(KernelOp kernel, const OverwriteRule &rule) {
  SmallVector<std::pair<unsigned, unsigned>, 1> pairs;
  for (auto [number, output] :
       llvm::enumerate(kernel.getYield()->getOperands())) {
    auto input = dyn_cast_or_null<BlockArgument>(updatedValue(output));
    if (!input || input.getOwner() != &kernel.getBody().front()) {
      continue;
    }
    unsigned operand = input.getArgNumber();
    Value source = kernel.getOperand(operand);
    int64_t bytes = byteSize(source.getType());
    if ((isUpdate(input, output) || isScatter(input, output)) && bytes > 0 &&
        bytes == byteSize(kernel.getResult(number).getType()) &&
        llvm::count(kernel.getOperands(), source) == 1 &&
        rule(kernel, operand, number)) {
      pairs.push_back({number, operand});
    }
  }
  return pairs;
}

} // namespace weft::plan
