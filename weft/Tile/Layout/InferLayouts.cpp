// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Layout/InferLayouts.h"

#include "weft/Tile/IR/Memory.h"
#include "weft/Tile/Layout/Conversion.h"
#include "weft/Tile/Layout/HeldWords.h"
#include "weft/Tile/Layout/Inference.h"
#include "weft/Tile/Layout/LoadsAhead.h"
#include "weft/Tile/Layout/Matrix.h"

#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// Made again at each use, in the layout of that use.
bool isFree(Operation *op) {
  return isa<MaskOp, IotaOp, tensor::SplatOp>(op) ||
         (isa<arith::ConstantOp>(op) && isTile(op->getResult(0)));
}

void makeAtEachUse(KernelOp kernel) {
  SmallVector<Operation *> ops;
  kernel.getBody().walk([&](Operation *op) {
    if (isFree(op)) {
      ops.push_back(op);
    }
  });
  for (Operation *op : ops) {
    for (OpOperand &use : llvm::make_early_inc_range(op->getUses())) {
      OpBuilder builder(use.getOwner());
      use.set(builder.clone(*op)->getResult(0));
    }
    op->erase();
  }
}

/// Half of what a block can have: two of them share a multiprocessor.
int64_t mostWarps(const Machine &machine) {
  return std::max(machine.threads.warpsPerTile,
                  machine.threads.threadsPerBlock /
                      (2 * machine.threads.lanes));
}

/// Wide enough that no thread holds more than about 32 elements of a tile, or
/// 128 where products are summed in registers: the larger a warp's part of a
/// product, the less it reads of the factors for each sum. Where there is more
/// than sums, registers for all tiles together are limited, too.
int64_t chooseWarps(KernelOp kernel, const Machine &machine) {
  // Who wrote the kernel may know better: how many tiles live together.
  if (auto wanted = kernel->getAttrOfType<IntegerAttr>(warpsAttributeName)) {
    return std::min(wanted.getInt(), mostWarps(machine));
  }
  int64_t largest = 1;
  int64_t computed = 0;
  bool hasDot = false;
  bool reduces = false;
  kernel.getBody().walk([&](Operation *op) {
    hasDot |= isa<DotOp>(op);
    reduces |= isa<DotOp, ReduceOp, ScanOp, RankOp>(op);
    computed += op->hasTrait<OpTrait::Elementwise>() ? 1 : 0;
    for (Value result : op->getResults()) {
      if (auto tile = dyn_cast<RankedTensorType>(result.getType())) {
        largest = std::max(largest, tile.getNumElements());
      }
    }
  });
  const int64_t lanes = machine.threads.lanes;
  const int64_t threads = largest <= 256 ? 32 : largest <= 1024 ? 64 : 128;
  // Sums of a product may take half of the registers where what becomes of them
  // needs few others, and its factors are multiplied as they are read.
  int64_t besideSums = 0;
  kernel.getBody().walk([&](Operation *op) {
    const int64_t least = isa<LoadOp>(op) ? largest : largest / 2;
    const bool isLarge = llvm::any_of(op->getResultTypes(), [&](Type type) {
      auto tile = dyn_cast<RankedTensorType>(type);
      return tile && tile.getNumElements() >= least;
    });
    besideSums +=
        isLarge && (isa<LoadOp>(op) || op->hasTrait<OpTrait::Elementwise>());
  });
  constexpr int64_t fewBesideSums = 2;
  constexpr int64_t manyBesideSums = 12;
  const int64_t most = !hasDot || besideSums > manyBesideSums ? 32
                       : besideSums > fewBesideSums           ? 64
                                                              : 128;
  int64_t warps = std::max<int64_t>(1, threads / lanes);
  // Elements that are numbered come with digits, ranks and what they carry, one
  // after the other.
  bool areNumbered = false;
  kernel.getBody().walk([&](RankOp) { areNumbered = true; });
  const int64_t widest =
      areNumbered ? mostWarps(machine) : machine.threads.warpsPerTile;
  while (warps < widest &&
         largest / (warps * lanes) > (areNumbered ? 8 : most)) {
    warps *= 2;
  }
  // Elements may be several words, and tiles parts of complex numbers. Sums of
  // products with totals beside them take 128 words and have room; much more
  // leaves none for what is computed from it. Factors of sums that have little
  // beside them are multiplied as they are read.
  constexpr int64_t mostWords = 144;
  const bool areSumsAlone = hasDot && besideSums <= fewBesideSums;
  const int64_t words = areSumsAlone ? 0 : mostWordsHeld(kernel);
  while (warps < machine.threads.warpsPerTile &&
         words / (warps * lanes) > mostWords) {
    warps *= 2;
  }
  // Factors that no copy brings wait in registers, beside the sums.
  const int64_t ahead = mostWordsAhead(kernel, machine);
  while (warps < machine.threads.warpsPerTile &&
         ahead / (warps * lanes) >
             machine.threads.registersPerThread - registersOfStep) {
    warps *= 2;
  }
  // Code of many operations for many elements each waits for itself to be
  // fetched, and takes long to assemble.
  constexpr int64_t mostComputed = 1024;
  constexpr int64_t fewest = 4;
  while (!reduces && warps < machine.threads.warpsPerTile &&
         largest / (warps * lanes) > fewest &&
         largest / (warps * lanes) * computed > mostComputed) {
    warps *= 2;
  }
  // Warps do not share what is scanned.
  kernel.getBody().walk([&](ScanOp scan) {
    auto tile = cast<RankedTensorType>(scan.getInputs()[0].getType());
    const int64_t beside =
        tile.getNumElements() /
        tile.getDimSize(static_cast<int64_t>(scan.getDimension()));
    while (tile.getNumElements() == largest && warps > beside) {
      warps /= 2;
    }
  });
  return warps;
}

} // namespace

//===----------------------------------------------------------------------===//
// What the program asks for
//===----------------------------------------------------------------------===//

void Inference::number() {
  auto add = [&](Value value) {
    if (isTile(value)) {
      numbers.try_emplace(value, values.size());
      values.push_back(value);
    }
  };
  kernel.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    llvm::for_each(op->getResults(), add);
    for (Region &region : op->getRegions()) {
      llvm::for_each(region.getArguments(), add);
    }
  });
  sets.grow(values.size());
}

void Inference::tie(ValueRange list) {
  std::optional<unsigned> first;
  for (Value value : list) {
    if (isTile(value)) {
      const unsigned number = numbers.lookup(value);
      sets.join(first.value_or(number), number);
      first = first.value_or(number);
    }
  }
}

void Inference::tie(ValueRange first, ValueRange second) {
  for (auto [a, b] : llvm::zip_equal(first, second)) {
    tie(ValueRange{a, b});
  }
}

void Inference::tieControl(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](scf::ForOp loop) {
        tie(loop.getInitArgs(), loop.getRegionIterArgs());
        tie(loop.getYieldedValues(), loop.getRegionIterArgs());
        tie(loop.getResults(), loop.getRegionIterArgs());
      })
      .Case([&](scf::WhileOp loop) {
        tie(loop.getInits(), loop.getBeforeArguments());
        tie(loop.getYieldOp().getOperands(), loop.getBeforeArguments());
        tie(loop.getConditionOp().getArgs(), loop.getAfterArguments());
        tie(loop.getResults(), loop.getAfterArguments());
      })
      .Case<scf::IfOp, scf::IndexSwitchOp>([&](Operation *branch) {
        for (Region &region : branch->getRegions()) {
          if (!region.empty() && branch->getNumResults() != 0) {
            tie(region.front().getTerminator()->getOperands(),
                branch->getResults());
          }
        }
      });
}

/// The tile that is read or written.
static Value indexedTile(Operation *op) {
  auto scatter = dyn_cast<ScatterOp>(op);
  return scatter ? Value(scatter.getValue()) : Value(op->getResult(0));
}

void Inference::relate(
    Value from, Value to,
    std::function<std::optional<Layout>(const Layout &)> derive) {
  relations.push_back({classNumber(from), classNumber(to), std::move(derive)});
}

static SmallVector<int64_t> inverse(ArrayRef<int64_t> permutation) {
  SmallVector<int64_t> result(permutation.size());
  for (auto [i, dim] : llvm::enumerate(permutation)) {
    result[dim] = static_cast<int64_t>(i);
  }
  return result;
}

LogicalResult Inference::collect(Operation *op) {
  auto hasTile = [](ValueRange list) { return llvm::any_of(list, isTile); };
  if (!hasTile(op->getOperands()) && !hasTile(op->getResults())) {
    return success();
  }
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<scf::ForOp, scf::WhileOp, scf::IfOp, scf::IndexSwitchOp,
            scf::YieldOp, scf::ConditionOp, tensor::ExtractOp, tensor::SplatOp,
            MaskOp, IotaOp, arith::ConstantOp>(
          [](Operation *) { return success(); })
      .Case<LoadOp, StoreOp>([&](auto access) -> LogicalResult {
        if (access.getRefType().getSpace() == Space::Shared &&
            access.isWholePart() && !access.getRefType().getMemory()) {
          return success();
        }
        std::optional<Access> found = accessOf(access, machine);
        if (!found || access.getRefType().getSpace() != Space::Global) {
          return access.emitOpError()
                 << "on " << access.getRefType()
                 << " has no layout yet: only global refs with strides, and "
                    "boxes below 2^31, do";
        }
        Value tile;
        if constexpr (std::is_same_v<decltype(access), LoadOp>) {
          tile = access.getResult();
        } else {
          tile = access.getValue();
        }
        classOf(tile).accesses.push_back(*found);
        return success();
      })
      .Case([&](GatherOp gather) -> LogicalResult {
        if (isOfElements(gather)) {
          classOf(gather.getResult()).isIndexed = true;
          return success();
        }
        std::optional<Access> found = accessOf(gather, machine);
        if (!found || gather.getRefType().getSpace() != Space::Global) {
          return gather.emitOpError()
                 << "from " << gather.getRefType()
                 << " has no layout yet: only single elements, and boxes of "
                    "global refs with strides, do";
        }
        classOf(gather.getResult()).accesses.push_back(*found);
        for (Value operand : gather->getOperands()) {
          if (isTile(operand)) {
            relate(gather.getResult(), operand, [gather](const Layout &layout) {
              return layoutOfIndices(gather, layout);
            });
          }
        }
        return success();
      })
      .Case([&](ScatterOp scatter) -> LogicalResult {
        if (isOfElements(scatter)) {
          classOf(scatter.getValue()).isIndexed = true;
          return success();
        }
        std::optional<Access> found = accessOf(scatter, machine);
        if (!found || scatter.getRefType().getSpace() != Space::Global) {
          return scatter.emitOpError()
                 << "on " << scatter.getRefType()
                 << " has no layout yet: only single elements, and boxes of "
                    "global refs with strides, do";
        }
        TileClass &own = classOf(scatter.getValue());
        own.accesses.push_back(*found);
        own.isIndexed |= found->vector == 1;
        for (Value operand : scatter->getOperands()) {
          if (isTile(operand) && operand != scatter.getValue()) {
            relate(scatter.getValue(), operand,
                   [scatter](const Layout &layout) {
                     return layoutOfIndices(scatter, layout);
                   });
          }
        }
        return success();
      })
      .Case([&](AtomicOp atomic) {
        classOf(atomic.getResult()).isIndexed = true;
        return success();
      })
      .Case([&](DotOp dot) -> LogicalResult {
        std::optional<DotLayouts> layouts = dotLayouts(dot, machine, warps);
        if (!layouts) {
          return dot.emitOpError()
                 << "of " << dot.getLhs().getType() << " and "
                 << dot.getRhs().getType() << " to "
                 << dot.getAccumulator().getType()
                 << " has no matrix instruction on " << machine.name << " yet";
        }
        TileClass &sum = classOf(dot.getAccumulator());
        if (!sum.layout) {
          sum.layout = layouts->accumulator;
          sum.isSum = true;
        }
        return success();
      })
      .Case([&](ReduceOp reduce) -> LogicalResult {
        SmallVector<int64_t> dims(reduce.getDimensions());
        for (Value result : reduce.getResults()) {
          relate(reduce.getInputs()[0], result,
                 [dims](const Layout &layout) { return layout.dropped(dims); });
        }
        return success();
      })
      .Case([&](RankOp rank) -> LogicalResult {
        const int64_t elements = tileShape(rank.getInput())[0];
        if (!llvm::isPowerOf2_64(static_cast<uint64_t>(elements)) ||
            elements < machine.threads.lanes * warps) {
          return rank.emitOpError()
                 << "of " << rank.getInput().getType()
                 << " has no layout yet: a power of two, and one element for "
                    "each thread, have";
        }
        classOf(rank.getInput()).isRanked = true;
        return success();
      })
      .Case([&](ScanOp scan) -> LogicalResult {
        if (scan.getKind() == CombineKind::Custom) {
          return scan.emitOpError("of kind custom has no layout yet");
        }
        const auto dim = static_cast<int64_t>(scan.getDimension());
        TileClass &own = classOf(scan.getInputs()[0]);
        if (own.scanned && *own.scanned != dim) {
          return scan.emitOpError("along another dim than one before it has no "
                                  "layout yet");
        }
        own.scanned = dim;
        relate(scan.getInputs()[0], scan.getTotals()[0],
               [dim](const Layout &layout) { return layout.dropped({dim}); });
        return success();
      })
      .Case([&](BroadcastOp broadcast) {
        relate(broadcast.getResult(), broadcast.getInput(),
               [broadcast](const Layout &layout) {
                 return broadcastOperand(broadcast, layout);
               });
        return success();
      })
      .Case([&](TransposeOp transpose) {
        SmallVector<int64_t> permutation(transpose.getPermutation());
        relate(transpose.getInput(), transpose.getResult(),
               [permutation](const Layout &layout) {
                 return layout.permuted(permutation);
               });
        relate(transpose.getResult(), transpose.getInput(),
               [permutation](const Layout &layout) {
                 return layout.permuted(inverse(permutation));
               });
        return success();
      })
      .Case([&](ReshapeOp reshape) {
        SmallVector<int64_t> from(tileShape(reshape.getInput()));
        SmallVector<int64_t> to(tileShape(reshape.getResult()));
        relate(reshape.getInput(), reshape.getResult(),
               [from, to](const Layout &layout) {
                 return layout.reshaped(from, to);
               });
        relate(reshape.getResult(), reshape.getInput(),
               [from, to](const Layout &layout) {
                 return layout.reshaped(to, from);
               });
        return success();
      })
      .Case([&](SliceOp slice) {
        SmallVector<int64_t> offsets(slice.getOffsets());
        SmallVector<int64_t> from(tileShape(slice.getInput()));
        SmallVector<int64_t> to(tileShape(slice.getResult()));
        relate(slice.getInput(), slice.getResult(),
               [offsets, from, to](const Layout &layout) {
                 return layout.sliced(offsets, from, to);
               });
        relate(slice.getResult(), slice.getInput(),
               [](const Layout &layout) { return layout; });
        return success();
      })
      .Case([&](JoinOp join) {
        const auto count = static_cast<int64_t>(join.getInputs().size());
        const int64_t minor = join.getResult().getType().getRank() - 1;
        relate(join.getInputs()[0], join.getResult(),
               [count](const Layout &layout) { return layout.joined(count); });
        relate(join.getResult(), join.getInputs()[0],
               [minor](const Layout &layout) {
                 return layout.isInRegisters(minor)
                            ? std::optional(layout.dropped({minor}))
                            : std::nullopt;
               });
        return success();
      })
      .Default([&](Operation *other) -> LogicalResult {
        if (other->hasTrait<OpTrait::Elementwise>() ||
            isa<arith::SelectOp>(other)) {
          return success();
        }
        return other->emitOpError("has no layout yet");
      });
}

//===----------------------------------------------------------------------===//
// What it gets
//===----------------------------------------------------------------------===//

Layout Inference::coalesced(const Access &access) const {
  return blockedLayout(access.tile.getShape(), access.order(), access.vector,
                       machine.threads.lanes, warps);
}

std::optional<Layout> Inference::derived(unsigned index, bool fromLargerOnly) {
  for (const LayoutRelation &relation : relations) {
    const TileClass &from = classes[relation.from];
    // Sums stay where they are while a loop adds to them, whatever their shape
    // is called.
    if (relation.to != index || !from.layout ||
        (fromLargerOnly && !from.isSum &&
         from.elements <= classes[index].elements)) {
      continue;
    }
    std::optional<Layout> layout = relation.derive(*from.layout);
    if (layout && layout->fits(classes[index].shape)) {
      return layout;
    }
  }
  return std::nullopt;
}

/// Spread such that no two warps share the dim `scanned`: they take the others,
/// from the slowest on, before lanes do.
static Layout scannedLayout(ArrayRef<int64_t> shape, int64_t scanned,
                            ArrayRef<int64_t> order, int64_t vector,
                            int64_t lanes, int64_t warps) {
  SmallVector<int64_t> left(shape);
  SmallVector<int64_t> taken;
  int64_t wanted = warps;
  for (int64_t dim : llvm::reverse(order)) {
    for (; dim != scanned && wanted > 1 && left[dim] % 2 == 0; wanted /= 2) {
      left[dim] /= 2;
      taken.push_back(dim);
    }
  }
  Layout layout = blockedLayout(left, order, vector, lanes, 1);
  for (int64_t dim : taken) {
    // Warps lie beyond all lanes, so what lanes leave is repeated below.
    while (layout.base[dim] < left[dim]) {
      Layout::Column column(shape.size(), 0);
      column[dim] = layout.base[dim];
      layout.registers.push_back(column);
      layout.base[dim] *= 2;
    }
    Layout::Column column(shape.size(), 0);
    column[dim] = layout.base[dim];
    layout.warps.push_back(column);
    layout.base[dim] *= 2;
    left[dim] *= 2;
  }
  for (; wanted > 1; wanted /= 2) {
    layout.warps.push_back(Layout::Column(shape.size(), 0));
  }
  return layout;
}

Layout Inference::choose(unsigned index) {
  if (classes[index].isRanked) {
    return stripedLayout(classes[index].shape[0], machine.threads.lanes, warps);
  }
  if (std::optional<int64_t> scanned = classes[index].scanned) {
    const TileClass &own = classes[index];
    auto order = llvm::to_vector(llvm::reverse(
        llvm::seq<int64_t>(0, static_cast<int64_t>(own.shape.size()))));
    // Where nothing else asks for another, lanes have neighbours: registers are
    // combined without an exchange.
    int64_t vector = 1;
    if (order.front() == *scanned) {
      vector = std::max<int64_t>(
          1, std::min<int64_t>(8, own.shape[static_cast<size_t>(*scanned)] /
                                      machine.threads.lanes));
    }
    if (!own.accesses.empty()) {
      const Access &widest = *llvm::max_element(
          own.accesses,
          [](const Access &a, const Access &b) { return a.vector < b.vector; });
      order = widest.order();
      vector = widest.vector;
    }
    return scannedLayout(own.shape, *scanned, order, vector,
                         machine.threads.lanes, warps);
  }
  if (std::optional<Layout> layout = derived(index, true)) {
    return *layout;
  }
  TileClass &own = classes[index];
  if (!own.accesses.empty()) {
    const Access *largest = &own.accesses.front();
    for (const Access &access : own.accesses) {
      if (access.elementBytes > largest->elementBytes) {
        largest = &access;
      }
    }
    if (own.isIndexed) {
      return blockedLayout(own.shape, largest->order(), 1,
                           machine.threads.lanes, warps);
    }
    Layout fast = coalesced(*largest);
    // What a neighbour has is as good if memory does not mind.
    std::optional<Layout> given = derived(index, false);
    return given && accessCost(*largest, *given, machine) <=
                        accessCost(*largest, fast, machine)
               ? *given
               : fast;
  }
  if (std::optional<Layout> layout = derived(index, false)) {
    return *layout;
  }
  auto order = llvm::to_vector(llvm::reverse(
      llvm::seq<int64_t>(0, static_cast<int64_t>(own.shape.size()))));
  return blockedLayout(own.shape, order, own.isIndexed ? 1 : 4,
                       machine.threads.lanes, warps);
}

void Inference::settle() {
  auto order = llvm::to_vector(llvm::seq<unsigned>(0, classes.size()));
  // Of what is equally large, memory is asked last: it may not mind what a
  // neighbour has.
  llvm::stable_sort(order, [&](unsigned a, unsigned b) {
    auto key = [&](unsigned i) {
      return std::pair(classes[i].elements * classes[i].weight,
                       classes[i].accesses.empty());
    };
    return key(a) > key(b);
  });
  llvm::erase_if(order,
                 [&](unsigned i) { return classes[i].layout.has_value(); });
  while (!order.empty()) {
    // What no memory asks for, such as sums on their way, waits for a neighbour
    // that it can follow, but for what is scanned, which follows nobody.
    auto *next = llvm::find_if(order, [&](unsigned i) {
      return !classes[i].accesses.empty() || classes[i].scanned ||
             derived(i, false);
    });
    if (next == order.end()) {
      next = order.begin();
    }
    Layout layout = choose(*next);
    classes[*next].layout = std::move(layout);
    order.erase(next);
  }
  for (TileClass &own : classes) {
    own.attribute = own.layout->toAttribute(context());
  }
}

/// Whether a tile is what a loop reads from memory, in other places at most, or
/// what steps of products compute of that alone: for later steps it can be on
/// its way to the chip (PipelineLoops.h), and not to registers of other lanes.
static bool isReadInLoop(Value tile) {
  Operation *op = tile.getDefiningOp();
  while (isa_and_present<TransposeOp, ReshapeOp, ConvertLayoutOp>(op)) {
    op = op->getOperand(0).getDefiningOp();
  }
  if (auto load = dyn_cast_or_null<LoadOp>(op)) {
    return load.getRefType().getSpace() == Space::Global &&
           load->getParentOfType<scf::ForOp>();
  }
  auto loop = op ? dyn_cast<scf::ForOp>(op->getParentOp()) : scf::ForOp();
  return loop && !loop.getBody()->getOps<DotOp>().empty() &&
         !hasOneStep(loop) && !madeFromLoads(tile, loop).empty();
}

Conversion Inference::conversionOf(Value tile, const Layout &from,
                                   const Layout &to) const {
  const int64_t bytes =
      RefType::get({}, cast<RankedTensorType>(tile.getType()).getElementType())
          .getElementBytes();
  return machine.threads.flightBytes != 0 && isReadInLoop(tile)
             ? planThroughMemory(from, to, tileShape(tile), bytes, machine)
             : planConversion(from, to, tileShape(tile), bytes, machine);
}

/// The layout to access memory in, if the program wants the tile in `given`:
/// that one, the one that memory likes best, or what comes next to it without
/// an element that changes its warp.
Layout Inference::best(Operation *op, const Access &access,
                       const Layout &given) const {
  ArrayRef<int64_t> shape = access.tile.getShape();
  const bool isRead = isa<LoadOp, GatherOp>(op);
  Layout chosen = given;
  int64_t least = accessCost(access, given, machine);
  // What lanes read beside each other is near by when they read on: to be worth
  // a conversion, it has to gain more than what they write.
  auto priceOf = [&](const Layout &layout) {
    return isRead ? planThroughMemory(layout, given, shape, access.elementBytes,
                                      machine)
                        .cost
                  : conversionOf(op->getOperand(0), given, layout).cost;
  };
  auto consider = [&](Layout layout) {
    if (layout.isSame(given, shape)) {
      return;
    }
    const int64_t accessed = accessCost(access, layout, machine);
    if (accessed >= least) {
      return;
    }
    if (const int64_t cost = accessed + priceOf(layout); cost < least) {
      least = cost;
      chosen = std::move(layout);
    }
  };
  consider(coalesced(access));
  // Indices of a scatter would have to follow.
  for (int64_t vector = isa<StoreOp>(op) ? access.vector : 0; vector >= 1;
       vector /= 2) {
    consider(spreadInWarps(given, shape, access.order(), vector));
  }
  return chosen;
}

LogicalResult Inference::run() {
  makeAtEachUse(kernel);
  number();
  SmallVector<Operation *> ops;
  kernel.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!op->getParentOfType<ReduceOp>()) {
      ops.push_back(op);
    }
  });
  for (Operation *op : ops) {
    tieControl(op);
    if (op->hasTrait<OpTrait::Elementwise>() || isa<arith::SelectOp>(op)) {
      SmallVector<Value> all(op->getOperands());
      llvm::append_range(all, op->getResults());
      tie(all);
    } else if (isOfElements(op)) {
      SmallVector<Value> all = {indexedTile(op)};
      for (Value operand : op->getOperands()) {
        if (isTile(operand) && tileShape(operand) == tileShape(all.front())) {
          all.push_back(operand);
        }
      }
      llvm::append_range(all, op->getResults());
      tie(all);
    } else if (auto atomic = dyn_cast<AtomicOp>(op);
               atomic && atomic.getValue()) {
      tie(ValueRange{atomic.getValue(), atomic.getResult()});
    } else if (auto rank = dyn_cast<RankOp>(op)) {
      tie(ValueRange{rank.getInput(), rank.getRank()});
    } else if (auto scan = dyn_cast<ScanOp>(op)) {
      tie(scan.getInputs(), scan.getScanned());
    } else if (auto dot = dyn_cast<DotOp>(op)) {
      tie(ValueRange{dot.getAccumulator(), dot.getResult()});
    } else if (auto reduce = dyn_cast<ReduceOp>(op)) {
      tie(reduce.getInputs());
    } else if (auto join = dyn_cast<JoinOp>(op)) {
      tie(join.getInputs());
    }
  }
  sets.compress();
  classes.resize(sets.getNumClasses());
  for (Value value : values) {
    TileClass &own = classOf(value);
    own.shape.assign(tileShape(value).begin(), tileShape(value).end());
    own.elements = cast<RankedTensorType>(value.getType()).getNumElements();
    int64_t weight = 1;
    for (Operation *op = value.getParentRegion()->getParentOp(); op != kernel;
         op = op->getParentOp()) {
      weight *= isa<LoopLikeOpInterface>(op) ? 8 : 1;
    }
    own.weight = std::max(own.weight, weight);
  }
  for (Operation *op : ops) {
    if (failed(collect(op))) {
      return failure();
    }
  }
  settle();
  setTypes();
  for (Operation *op : ops) {
    if (failed(rewrite(op))) {
      return failure();
    }
  }
  return success();
}

/// More than this many elements in the registers of a thread is a mistake.
static constexpr int64_t mostRegisters = 512;

static LogicalResult checkRegisters(KernelOp kernel) {
  WalkResult result = kernel.getBody().walk([&](Operation *op) {
    for (Value value : op->getResults()) {
      if (!isTile(value)) {
        continue;
      }
      const int64_t count =
          Layout(layoutAttribute(value)).registerCount(tileShape(value));
      if (count > mostRegisters) {
        op->emitOpError() << "gives each thread " << count << " elements, but "
                          << mostRegisters
                          << " is the most; make tiles smaller";
        return WalkResult::interrupt();
      }
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult inferLayouts(KernelOp kernel, const Machine &machine,
                           const LayoutOptions &options) {
  if (kernel.getStageKind() != Stage::Free) {
    return kernel.emitOpError() << "has layouts already";
  }
  const int64_t warps =
      options.warps != 0 ? options.warps : chooseWarps(kernel, machine);
  if (!llvm::isPowerOf2_64(warps) || warps > mostWarps(machine)) {
    return kernel.emitOpError()
           << "cannot have " << warps << " warps on " << machine.name
           << ": a power of two, at most " << mostWarps(machine) << ", can";
  }
  if (failed(Inference(kernel, machine, warps).run()) ||
      failed(checkRegisters(kernel))) {
    return failure();
  }
  OpBuilder builder(kernel);
  kernel.setStage(stringifyStage(Stage::LaidOut));
  kernel.setDevice(machine.name);
  kernel->setAttr(warpsAttributeName, builder.getI64IntegerAttr(warps));
  return success();
}

} // namespace weft::tile
