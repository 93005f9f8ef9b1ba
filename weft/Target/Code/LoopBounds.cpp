// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/LoopBounds.h"

#include "weft/Target/Code/Places.h"
#include "weft/Tile/IR/IndexFact.h"

#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/IR/Matchers.h>

namespace weft::code {

namespace scf = mlir::scf;
using llvm::Value;

static bool isNotNegative(mlir::Value index) {
  return tile::factOf(index).isNotNegative();
}

static std::optional<int64_t> constantOf(mlir::Value value) {
  llvm::APInt number;
  if (!mlir::matchPattern(value, mlir::m_ConstantInt(&number))) {
    return std::nullopt;
  }
  return number.getSExtValue();
}

LoopBounds::LoopBounds(const CodeEmitter &emitter, scf::ForOp loop)
    : emitter(emitter), loop(loop) {
  if (loop.getUnsignedCmp() || !loop.getInductionVar().getType().isIndex()) {
    return;
  }
  std::optional<int64_t> lower = constantOf(loop.getLowerBound());
  std::optional<int64_t> upper = constantOf(loop.getUpperBound());
  std::optional<int64_t> step = constantOf(loop.getStep());
  if (lower && upper && step && *lower < *upper && *step > 0) {
    range = {*lower, *upper, *step};
  }
  findConditions(*loop.getBody());
}

LoopBounds::LoopBounds(const CodeEmitter &emitter, tile::KernelOp kernel)
    : emitter(emitter) {
  range = {0, static_cast<int64_t>(kernel.getGrid()), 1};
  findConditions(kernel.getBlock());
}

void LoopBounds::findConditions(mlir::Block &body) {
  // Elements that the operations of the body make, which is what its code
  // grows with.
  constexpr int64_t mostElements = 1 << 13;
  int64_t elements = 0;
  body.walk([&](mlir::Operation *op) {
    for (mlir::Type type : op->getResultTypes()) {
      auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
      elements += tensor ? tensor.getNumElements() : 1;
    }
    auto memory = [&](auto access) {
      const int64_t rank = access.getRefType().getRank();
      llvm::ArrayRef<int64_t> shape = access.getTileType().getShape();
      const int64_t dropped = rank - static_cast<int64_t>(shape.size());
      llvm::ArrayRef<int64_t> strides = access.getStrides();
      for (int64_t dim = 0; dim < rank; ++dim) {
        int64_t reach = 0;
        if (dim >= dropped) {
          const auto walk = static_cast<size_t>(dim - dropped);
          reach = (shape[walk] - 1) * (strides.empty() ? 1 : strides[walk]);
        }
        consider(op, dim, access.getOffsets()[static_cast<size_t>(dim)],
                 access.getBound(dim), reach);
      }
    };
    llvm::TypeSwitch<mlir::Operation *>(op)
        .Case([&](tile::LoadOp load) { memory(load); })
        .Case([&](tile::StoreOp store) { memory(store); })
        .Case([&](tile::MaskOp mask) {
          llvm::ArrayRef<int64_t> shape = mask.getResult().getType().getShape();
          for (size_t dim = 0; dim < shape.size(); ++dim) {
            const auto number = static_cast<int64_t>(dim);
            consider(op, number, mask.getOffsets()[dim], mask.getBound(number),
                     (shape[dim] - 1) * mask.getStride(number));
          }
        });
  });
  if (elements <= mostElements && !conditions.empty()) {
    findStretches();
  }
}

bool LoopBounds::isFixed(mlir::Value value) {
  return constantOf(value) ||
         (loop && !loop.getRegion().isAncestor(value.getParentRegion()));
}

bool LoopBounds::isIndex(mlir::Value value) {
  return loop ? value == loop.getInductionVar()
              : value.getDefiningOp<tile::ProgramIdOp>() != nullptr;
}

bool LoopBounds::addTo(Condition &condition, mlir::Value offset,
                       int64_t factor) {
  if (isIndex(offset)) {
    condition.factor += factor;
    return true;
  }
  if (std::optional<int64_t> number = constantOf(offset)) {
    condition.fixed += factor * *number;
    return true;
  }
  if (factor == 1 && isFixed(offset)) {
    condition.addends.push_back(offset);
    return true;
  }
  if (auto sum = offset.getDefiningOp<mlir::arith::AddIOp>()) {
    return addTo(condition, sum.getLhs(), factor) &&
           addTo(condition, sum.getRhs(), factor);
  }
  auto product = offset.getDefiningOp<mlir::arith::MulIOp>();
  std::optional<int64_t> times =
      product ? constantOf(product.getRhs()) : std::nullopt;
  return times && *times != 0 && std::abs(*times) < (int64_t(1) << 32) &&
         factor == 1 && addTo(condition, product.getLhs(), *times);
}

void LoopBounds::consider(mlir::Operation *op, int64_t dim, mlir::Value offset,
                          mlir::Value bound, int64_t reach) {
  if (!bound || !isFixed(bound) || emitter.knownLive.contains({op, dim}) ||
      emitter.knownDead.contains({op, dim})) {
    return;
  }
  Condition condition;
  condition.bound = bound;
  condition.low = std::min<int64_t>(reach, 0);
  condition.high = std::max<int64_t>(reach, 0);
  if (!addTo(condition, offset)) {
    return;
  }
  auto *same = llvm::find_if(conditions, [&](const Condition &other) {
    return other.factor == condition.factor &&
           other.addends == condition.addends &&
           other.fixed == condition.fixed && other.bound == condition.bound &&
           other.low == condition.low && other.high == condition.high;
  });
  if (same == conditions.end()) {
    conditions.push_back(std::move(condition));
    same = &conditions.back();
  }
  same->accesses.push_back({op, dim});
}

LoopBounds::Side LoopBounds::Limits::sideOf(int64_t index) const {
  const int64_t least = index * condition->factor + low;
  const int64_t most = index * condition->factor + high;
  if (most < 0) {
    return Side::Below;
  }
  if (least >= bound) {
    return Side::Above;
  }
  return least >= 0 && most < bound ? Side::Inside : Side::Across;
}

std::optional<LoopBounds::Limits>
LoopBounds::limitsOf(const Condition &condition) {
  std::optional<int64_t> bound = constantOf(condition.bound);
  if (condition.factor == 0 || !bound || !condition.addends.empty()) {
    return std::nullopt;
  }
  return Limits{&condition, condition.fixed + condition.low,
                condition.fixed + condition.high, *bound};
}

bool LoopBounds::isNeverInside(const Condition &condition) {
  std::optional<int64_t> bound = constantOf(condition.bound);
  return condition.factor == 0 && condition.addends.empty() && bound &&
         (condition.fixed + condition.low < 0 ||
          condition.fixed + condition.high >= *bound);
}

void LoopBounds::findStretches() {
  for (const Condition &condition : conditions) {
    std::optional<Limits> numbers = range ? limitsOf(condition) : std::nullopt;
    if (numbers) {
      limits.push_back(*numbers);
    } else if (loop && !isNeverInside(condition) &&
               (condition.factor == 0 || condition.factor == 1)) {
      open.push_back(&condition);
    }
  }
  if (!limits.empty()) {
    cutSteps();
  } else if (!open.empty()) {
    known.emplace_back();
    after = leavesOneStep() ? 1 : -1;
  }
  for (Stretch &stretch : known) {
    for (const Condition *condition : open) {
      llvm::append_range(stretch.live, condition->accesses);
    }
  }
}

LoopBounds::Stretch LoopBounds::stepAt(int64_t index) const {
  Stretch stretch;
  for (const Limits &limit : limits) {
    const Side side = limit.sideOf(index);
    if (side != Side::Across) {
      llvm::append_range(side == Side::Inside ? stretch.live : stretch.dead,
                         limit.condition->accesses);
    }
  }
  return stretch;
}

void LoopBounds::cutSteps() {
  const auto [lower, upper, step] = *range;
  // Steps at which something can be on another side than in the step before.
  const int64_t count = llvm::divideCeil(upper - lower, step);
  llvm::SmallVector<int64_t> places = {0, count};
  for (const Limits &limit : limits) {
    for (int64_t place : {-limit.high, -limit.low, limit.bound - limit.high,
                          limit.bound - limit.low}) {
      const int64_t factor = limit.condition->factor;
      const int64_t index = factor > 0
                                ? llvm::divideCeilSigned(place, factor)
                                : llvm::divideFloorSigned(place, factor) + 1;
      if (index > lower && index < upper) {
        places.push_back(llvm::divideCeil(index - lower, step));
      }
    }
  }
  llvm::sort(places);
  places.erase(llvm::unique(places), places.end());

  struct Row {
    int64_t begin;
    int64_t end;
    int64_t size() const { return end - begin; }
  };
  llvm::SmallVector<Row> rows;
  for (auto [begin, end] : llvm::zip(places, llvm::drop_begin(places))) {
    const int64_t index = lower + begin * step;
    if (end <= count && llvm::none_of(limits, [&](const Limits &limit) {
          return limit.sideOf(index) == Side::Across;
        })) {
      rows.push_back({begin, end});
    }
  }
  // Code is written for each: two that have most of the steps.
  llvm::stable_sort(
      rows, [](const Row &a, const Row &b) { return a.size() > b.size(); });
  constexpr size_t mostRows = 2;
  constexpr int64_t leastShare = 4;
  rows.truncate(std::min(mostRows, rows.size()));
  if (rows.size() == mostRows && rows.back().size() < count / leastShare) {
    rows.pop_back();
  }
  llvm::sort(rows,
             [](const Row &a, const Row &b) { return a.begin < b.begin; });
  int64_t done = 0;
  for (const Row &row : rows) {
    Stretch &stretch = known.emplace_back(stepAt(lower + row.begin * step));
    stretch.begin = lower + row.begin * step;
    stretch.end = std::min(upper, lower + row.end * step);
    stretch.before = open.empty() ? row.begin - done : -1;
    done = row.end;
  }
  after = open.empty() ? count - done : -1;
}

bool LoopBounds::leavesOneStep() {
  llvm::APInt step, upper, bound;
  if (!mlir::matchPattern(loop.getStep(), mlir::m_ConstantInt(&step)) ||
      !isNotNegative(loop.getLowerBound())) {
    return false;
  }
  return llvm::all_of(conditions, [&](const Condition &condition) {
    const bool sameEnd =
        condition.bound == loop.getUpperBound() ||
        (mlir::matchPattern(condition.bound, mlir::m_ConstantInt(&bound)) &&
         mlir::matchPattern(loop.getUpperBound(),
                            mlir::m_ConstantInt(&upper)) &&
         bound == upper);
    return condition.factor == 1 && condition.addends.empty() &&
           condition.fixed == 0 && sameEnd && condition.low == 0 &&
           condition.high <= step.getSExtValue();
  });
}

/// Of what is fixed. A constant may stand in the loop and not be written yet.
static Value *emitFixed(CodeEmitter &emitter, mlir::Value value) {
  std::optional<int64_t> number = constantOf(value);
  return number ? emitter.index(*number) : emitter.scalar(value);
}

Value *LoopBounds::emitEnd(CodeEmitter &emitter, const Stretch &stretch,
                           Value *begin) {
  Builder &builder = emitter.builder;
  Value *end = stretch.end ? emitter.index(*stretch.end)
                           : emitter.scalar(loop.getUpperBound());
  Value *possible = builder.getTrue();
  for (const Condition *condition : open) {
    Value *fixed = emitter.index(condition->fixed);
    for (mlir::Value addend : condition->addends) {
      fixed = builder.CreateAdd(fixed, emitFixed(emitter, addend));
    }
    Value *least =
        condition->factor == 1 ? builder.CreateAdd(fixed, begin) : fixed;
    const bool isKnown =
        condition->low == 0 && condition->fixed >= 0 &&
        llvm::all_of(condition->addends, isNotNegative) &&
        (condition->factor == 0 || isNotNegative(loop.getLowerBound()));
    if (!isKnown) {
      possible = builder.CreateAnd(
          possible, builder.CreateICmpSGE(
                        builder.CreateAdd(least, emitter.index(condition->low)),
                        emitter.index(0)));
    }
    // The first index that is not inside.
    Value *first = builder.CreateSub(
        builder.CreateSub(emitFixed(emitter, condition->bound),
                          emitter.index(condition->high)),
        fixed);
    if (condition->factor == 1) {
      end = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smin, end, first);
    } else {
      possible = builder.CreateAnd(
          possible, builder.CreateICmpSGT(first, emitter.index(0)));
    }
  }
  if (auto *known = llvm::dyn_cast<llvm::ConstantInt>(possible)) {
    return known->isOne() ? end : nullptr;
  }
  return builder.CreateSelect(possible, end, begin);
}

KnownAccesses::KnownAccesses(CodeEmitter &emitter,
                             const LoopBounds::Stretch &stretch)
    : emitter(emitter) {
  for (const LoopBounds::Access &access : stretch.live) {
    if (emitter.knownLive.insert(access).second) {
      live.push_back(access);
    }
  }
  for (const LoopBounds::Access &access : stretch.dead) {
    if (emitter.knownDead.insert(access).second) {
      dead.push_back(access);
    }
  }
}

KnownAccesses::~KnownAccesses() {
  for (const LoopBounds::Access &access : live) {
    emitter.knownLive.erase(access);
  }
  for (const LoopBounds::Access &access : dead) {
    emitter.knownDead.erase(access);
  }
}

} // namespace weft::code
