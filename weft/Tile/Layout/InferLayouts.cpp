// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Layout/InferLayouts.h"

#include "weft/Tile/Layout/ChooseWarps.h"
#include "weft/Tile/Layout/Inference.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
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

} // namespace

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
    tieValuesOf(op);
  }
  makeClasses();
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
