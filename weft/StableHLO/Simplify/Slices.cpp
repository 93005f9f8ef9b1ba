// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts at places known at compile time. A slice goes as early as it can: what
// is not asked for need not be made. Per dimension a slice takes the elements
// start, start + stride, ..., below limit.

#include "weft/StableHLO/Simplify/Rule.h"

using namespace mlir;

namespace weft::stablehlo {
namespace {

bool hasUnitStrides(SliceOp op) {
  return llvm::all_of(op.getStrides(),
                      [](int64_t stride) { return stride == 1; });
}

/// slice(x) = x where all of x is taken.
Value sliceIdentity(SliceOp op, Rewriter &) {
  return op.getOperand().getType() == op.getType() ? op.getOperand() : Value();
}

/// slice(c) = c for a constant of equal elements.
Value sliceOfSplat(SliceOp op, Rewriter &rewriter) {
  return isSplat(op.getOperand())
             ? rewriter.splatLike(op.getOperand(), shapeOf(op))
             : Value();
}

/// slice(slice(x, s1, t1), s2, t2) = slice(x, s1 + t1 * s2, t1 * t2), with
/// starts s and strides t.
Value sliceOfSlice(SliceOp op, Rewriter &rewriter) {
  auto inner = rewriter.producer<SliceOp>(op.getOperand());
  if (!inner) {
    return {};
  }
  Dimensions starts;
  Dimensions limits;
  Dimensions strides;
  for (int64_t d = 0; d < rankOf(op); ++d) {
    int64_t stride = inner.getStrides()[d];
    int64_t start =
        inner.getStartIndices()[d] + stride * op.getStartIndices()[d];
    // Just behind the last element taken.
    int64_t size = shapeOf(op)[d];
    int64_t step = stride * op.getStrides()[d];
    starts.push_back(start);
    strides.push_back(step);
    limits.push_back(size == 0 ? start : start + (size - 1) * step + 1);
  }
  return rewriter.slice(inner.getOperand(), starts, limits, strides);
}

/// slice(broadcast(x)) = broadcast(slice(x)): along dimensions that repeat x
/// the broadcast gets smaller, along the others x does.
Value sliceOfBroadcast(SliceOp op, Rewriter &rewriter) {
  auto broadcast = rewriter.producer<BroadcastInDimOp>(op.getOperand());
  if (!broadcast) {
    return {};
  }
  Value source = broadcast.getOperand();
  Dimensions starts(rankOf(source), 0);
  Dimensions limits(shapeOf(source));
  Dimensions strides(rankOf(source), 1);
  for (auto [d, to] : llvm::enumerate(broadcast.getBroadcastDimensions())) {
    if (shapeOf(source)[d] == shapeOf(broadcast)[to]) {
      starts[d] = op.getStartIndices()[to];
      limits[d] = op.getLimitIndices()[to];
      strides[d] = op.getStrides()[to];
    }
  }
  return rewriter.broadcast(rewriter.slice(source, starts, limits, strides),
                            shapeOf(op), broadcast.getBroadcastDimensions());
}

/// slice(concatenate(x1, ..., xn)) = slice(concatenate(xi, ..., xj)), the
/// operands that it touches.
Value sliceOfConcatenate(SliceOp op, Rewriter &rewriter) {
  auto concatenate = rewriter.producer<ConcatenateOp>(op.getOperand());
  if (!concatenate) {
    return {};
  }
  int64_t dimension = concatenate.getDimension();
  int64_t start = op.getStartIndices()[dimension];
  int64_t size = shapeOf(op)[dimension];
  int64_t last = start + (size - 1) * op.getStrides()[dimension];
  SmallVector<Value> touched;
  int64_t offset = 0;
  int64_t firstOffset = 0;
  for (Value input : concatenate.getInputs()) {
    int64_t end = offset + shapeOf(input)[dimension];
    if (offset <= last && start < end) {
      if (touched.empty()) {
        firstOffset = offset;
      }
      touched.push_back(input);
    }
    offset = end;
  }
  // A concatenation that is there anyway is not made twice.
  if (touched.size() == concatenate.getInputs().size() ||
      (touched.size() > 1 && !concatenate->hasOneUse())) {
    return {};
  }
  Dimensions starts(op.getStartIndices());
  Dimensions limits(op.getLimitIndices());
  starts[dimension] = start - firstOffset;
  limits[dimension] = last + 1 - firstOffset;
  return rewriter.slice(rewriter.concatenate(touched, dimension), starts,
                        limits, op.getStrides());
}

/// slice(pad(x, v)) = slice(x) where no padding is taken, and v everywhere
/// where only padding is taken.
Value sliceOfPad(SliceOp op, Rewriter &rewriter) {
  auto pad = rewriter.producer<PadOp>(op.getOperand());
  if (!pad || llvm::any_of(pad.getInteriorPadding(),
                           [](int64_t amount) { return amount != 0; })) {
    return {};
  }
  bool inside = true;
  Dimensions starts;
  Dimensions limits;
  for (int64_t d = 0; d < rankOf(op); ++d) {
    int64_t start = op.getStartIndices()[d] - pad.getEdgePaddingLow()[d];
    int64_t last = start + (shapeOf(op)[d] - 1) * op.getStrides()[d];
    int64_t size = shapeOf(pad.getOperand())[d];
    if (last < 0 || start >= size) {
      return rewriter.broadcastScalar(pad.getPaddingValue(), shapeOf(op));
    }
    inside &= start >= 0 && last < size;
    starts.push_back(start);
    limits.push_back(last + 1);
  }
  return inside
             ? rewriter.slice(pad.getOperand(), starts, limits, op.getStrides())
             : Value();
}

/// slice(transpose(x, p)) = transpose(slice(x), p) where nothing else needs
/// the whole.
Value sliceOfTranspose(SliceOp op, Rewriter &rewriter) {
  auto transpose = rewriter.producer<TransposeOp>(op.getOperand());
  if (!transpose || !transpose->hasOneUse()) {
    return {};
  }
  Dimensions inverse = inversePermutation(transpose.getPermutation());
  return rewriter.transpose(
      rewriter.slice(transpose.getOperand(),
                     gatherEntries(op.getStartIndices(), inverse),
                     gatherEntries(op.getLimitIndices(), inverse),
                     gatherEntries(op.getStrides(), inverse)),
      transpose.getPermutation());
}

//===----------------------------------------------------------------------===//
// Concatenate
//===----------------------------------------------------------------------===//

/// concatenate(x) = x, and operands without elements are left out.
Value concatenateEmpty(ConcatenateOp op, Rewriter &rewriter) {
  SmallVector<Value> kept;
  for (Value input : op.getInputs()) {
    if (elementCount(input) != 0) {
      kept.push_back(input);
    }
  }
  if (kept.empty() ||
      (kept.size() > 1 && kept.size() == op.getInputs().size())) {
    return {};
  }
  return rewriter.concatenate(kept, op.getDimension());
}

/// concatenate(..., concatenate(x, y), ...) = concatenate(..., x, y, ...) along
/// one dimension, where the inner one has no other use. Long lists are left
/// alone: taking over a list step by step would take quadratic time.
Value concatenateOfConcatenate(ConcatenateOp op, Rewriter &rewriter) {
  constexpr size_t mostOperands = 64;
  SmallVector<Value> inputs;
  for (Value input : op.getInputs()) {
    auto inner = rewriter.producer<ConcatenateOp>(input);
    if (inner && inner.getDimension() == op.getDimension() &&
        inner->hasOneUse() && inner.getInputs().size() <= mostOperands) {
      llvm::append_range(inputs, inner.getInputs());
    } else {
      inputs.push_back(input);
    }
  }
  return inputs.size() == op.getInputs().size()
             ? Value()
             : rewriter.concatenate(inputs, op.getDimension());
}

/// concatenate(c, c') = c in the joint shape, for constants of equal elements.
Value concatenateOfSplats(ConcatenateOp op, Rewriter &rewriter) {
  Value first = op.getInputs().front();
  for (Value input : op.getInputs()) {
    if (!areSameSplat(first, input)) {
      return {};
    }
  }
  return rewriter.splatLike(first, shapeOf(op));
}

/// concatenate(x[a:b], x[b:c]) = x[a:c] for slices that differ along the
/// concatenated dimension only.
Value concatenateOfSlices(ConcatenateOp op, Rewriter &rewriter) {
  int64_t dimension = op.getDimension();
  auto continues = [&](SliceOp first, SliceOp second) {
    if (!first || !second || first.getOperand() != second.getOperand() ||
        !hasUnitStrides(first) || !hasUnitStrides(second)) {
      return false;
    }
    for (int64_t d = 0; d < rankOf(op); ++d) {
      bool fits =
          d == dimension
              ? first.getLimitIndices()[d] == second.getStartIndices()[d]
              : first.getStartIndices()[d] == second.getStartIndices()[d];
      if (!fits) {
        return false;
      }
    }
    return true;
  };
  SmallVector<Value> inputs;
  bool merged = false;
  for (size_t i = 0; i < op.getInputs().size();) {
    Value input = op.getInputs()[i];
    auto first = rewriter.producer<SliceOp>(input);
    SliceOp last = first;
    size_t next = i + 1;
    while (next < op.getInputs().size()) {
      auto slice = rewriter.producer<SliceOp>(op.getInputs()[next]);
      if (!continues(last, slice)) {
        break;
      }
      last = slice;
      ++next;
    }
    if (next > i + 1) {
      merged = true;
      Dimensions limits(first.getLimitIndices());
      limits[dimension] = last.getLimitIndices()[dimension];
      input = rewriter.slice(first.getOperand(), first.getStartIndices(),
                             limits, first.getStrides());
    }
    inputs.push_back(input);
    i = next;
  }
  return merged ? rewriter.concatenate(inputs, dimension) : Value();
}

} // namespace

void addSliceRules(RuleSet &rules) {
  rules.add<SliceOp>("slice-identity", sliceIdentity);
  rules.add<SliceOp>("slice-of-splat", sliceOfSplat);
  rules.add<SliceOp>("slice-of-slice", sliceOfSlice);
  rules.add<SliceOp>("slice-of-broadcast", sliceOfBroadcast);
  rules.add<SliceOp>("slice-of-concatenate", sliceOfConcatenate);
  rules.add<SliceOp>("slice-of-pad", sliceOfPad);
  rules.add<SliceOp>("slice-of-transpose", sliceOfTranspose);
  rules.add<ConcatenateOp>("concatenate-empty", concatenateEmpty);
  rules.add<ConcatenateOp>("concatenate-of-splats", concatenateOfSplats);
  rules.add<ConcatenateOp>("concatenate-of-slices", concatenateOfSlices);
  rules.add<ConcatenateOp>("concatenate-of-concatenate",
                           concatenateOfConcatenate);
}

} // namespace weft::stablehlo
