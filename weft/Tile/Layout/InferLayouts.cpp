// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Layout/InferLayouts.h"

#include "weft/Tile/Layout/Access.h"
#include "weft/Tile/Layout/Conversion.h"
#include "weft/Tile/Layout/Matrix.h"

#include <llvm/ADT/IntEqClasses.h>
#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>

#include <functional>

using namespace mlir;

namespace weft::tile {
namespace {

bool isTile(Value value) { return isa<RankedTensorType>(value.getType()); }

ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

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

/// Wide enough that no thread holds more than about 64 elements of a tile.
int64_t chooseWarps(KernelOp kernel, const DeviceDescription &device) {
  int64_t largest = 1;
  kernel.getBody().walk([&](Operation *op) {
    for (Value result : op->getResults()) {
      if (auto tile = dyn_cast<RankedTensorType>(result.getType())) {
        largest = std::max(largest, tile.getNumElements());
      }
    }
  });
  int64_t warps = largest <= 256 ? 1 : largest <= 1024 ? 2 : 4;
  while (warps < device.mostWarps && largest / (warps * device.lanes) > 64) {
    warps *= 2;
  }
  return warps;
}

/// Tiles that have one layout.
struct TileClass {
  SmallVector<int64_t> shape;
  int64_t elements = 0;
  /// How often it is computed, about.
  int64_t weight = 1;
  SmallVector<Access> accesses;
  std::optional<Layout> layout;
  LayoutAttr attribute;
};

/// How the layout of one class follows from that of another.
struct Relation {
  unsigned from;
  unsigned to;
  std::function<std::optional<Layout>(const Layout &)> derive;
};

class Inference {
public:
  Inference(KernelOp kernel, const DeviceDescription &device, int64_t warps)
      : kernel(kernel), device(device), warps(warps) {}

  LogicalResult run();

private:
  // What the program asks for.
  void number();
  void tie(ValueRange values);
  void tie(ValueRange first, ValueRange second);
  void tieControl(Operation *op);
  LogicalResult collect(Operation *op);
  void relate(Value from, Value to,
              std::function<std::optional<Layout>(const Layout &)> derive);

  // What it gets.
  void settle();
  Layout choose(unsigned index);
  std::optional<Layout> derived(unsigned index, bool fromLargerOnly);
  Layout coalesced(const Access &access) const;

  // What is written.
  void setTypes();
  LogicalResult rewrite(Operation *op);
  void rewriteLoad(LoadOp op);
  void rewriteStore(StoreOp op);
  LogicalResult rewriteDot(DotOp op);
  void setNatural(Value result, const Layout &natural);
  Value converted(OpBuilder &builder, Value value, LayoutAttr to);
  void convertOperand(OpOperand &operand, const Layout &to);
  Layout best(const Access &access, const Layout &given, bool isLoad) const;

  TileClass &classOf(Value value) { return classes[classNumber(value)]; }
  unsigned classNumber(Value value) { return sets[numbers.lookup(value)]; }
  const Layout &layoutOf(Value value) { return *classOf(value).layout; }
  MLIRContext *context() { return kernel.getContext(); }

  KernelOp kernel;
  const DeviceDescription &device;
  int64_t warps;
  DenseMap<Value, unsigned> numbers;
  SmallVector<Value> values;
  llvm::IntEqClasses sets;
  std::vector<TileClass> classes;
  std::vector<Relation> relations;
};

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

void Inference::relate(
    Value from, Value to,
    std::function<std::optional<Layout>(const Layout &)> derive) {
  relations.push_back({classNumber(from), classNumber(to), std::move(derive)});
}

/// The dims of a broadcast's result that its operand has nothing to say about.
SmallVector<int64_t> grownDims(BroadcastOp op) {
  SmallVector<int64_t> dims;
  for (int64_t dim = 0; dim < op.getResult().getType().getRank(); ++dim) {
    const auto *found = llvm::find(op.getDimensions(), dim);
    if (found == op.getDimensions().end() ||
        shapeOf(op.getInput())[found - op.getDimensions().begin()] !=
            shapeOf(op.getResult())[dim]) {
      dims.push_back(dim);
    }
  }
  return dims;
}

/// The operand's layout that makes a broadcast a matter of names.
Layout broadcastOperand(BroadcastOp op, const Layout &result) {
  SmallVector<int64_t> ones;
  for (auto [i, dim] : llvm::enumerate(op.getDimensions())) {
    if (shapeOf(op.getInput())[i] != shapeOf(op.getResult())[dim]) {
      ones.push_back(static_cast<int64_t>(i));
    }
  }
  return result.dropped(grownDims(op)).inserted(ones);
}

SmallVector<int64_t> inverse(ArrayRef<int64_t> permutation) {
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
        std::optional<Access> found = accessOf(access, device);
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
      .Case([&](DotOp dot) -> LogicalResult {
        std::optional<DotLayouts> layouts = dotLayouts(dot, device, warps);
        if (!layouts) {
          return dot.emitOpError()
                 << "of " << dot.getLhs().getType() << " and "
                 << dot.getRhs().getType() << " to "
                 << dot.getAccumulator().getType()
                 << " has no matrix instruction on " << device.name << " yet";
        }
        TileClass &sum = classOf(dot.getAccumulator());
        if (!sum.layout) {
          sum.layout = layouts->accumulator;
        }
        return success();
      })
      .Case([&](ReduceOp reduce) -> LogicalResult {
        if (reduce.getKind() == CombineKind::Custom) {
          return reduce.emitOpError("of kind custom has no layout yet");
        }
        SmallVector<int64_t> dims(reduce.getDimensions());
        relate(reduce.getInputs()[0], reduce.getResults()[0],
               [dims](const Layout &layout) { return layout.dropped(dims); });
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
        SmallVector<int64_t> from(shapeOf(reshape.getInput()));
        SmallVector<int64_t> to(shapeOf(reshape.getResult()));
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
        auto same = [](const Layout &layout) { return layout; };
        relate(slice.getInput(), slice.getResult(), same);
        relate(slice.getResult(), slice.getInput(), same);
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
                       device.lanes, warps);
}

std::optional<Layout> Inference::derived(unsigned index, bool fromLargerOnly) {
  for (const Relation &relation : relations) {
    const TileClass &from = classes[relation.from];
    if (relation.to != index || !from.layout ||
        (fromLargerOnly && from.elements <= classes[index].elements)) {
      continue;
    }
    std::optional<Layout> layout = relation.derive(*from.layout);
    if (layout && layout->fits(classes[index].shape)) {
      return layout;
    }
  }
  return std::nullopt;
}

Layout Inference::choose(unsigned index) {
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
    Layout fast = coalesced(*largest);
    // What a neighbour has is as good if memory does not mind.
    std::optional<Layout> given = derived(index, false);
    return given && accessCost(*largest, *given, device) <=
                        accessCost(*largest, fast, device)
               ? *given
               : fast;
  }
  if (std::optional<Layout> layout = derived(index, false)) {
    return *layout;
  }
  auto order = llvm::to_vector(llvm::reverse(
      llvm::seq<int64_t>(0, static_cast<int64_t>(own.shape.size()))));
  return blockedLayout(own.shape, order, 4, device.lanes, warps);
}

void Inference::settle() {
  auto order = llvm::to_vector(llvm::seq<unsigned>(0, classes.size()));
  std::stable_sort(order.begin(), order.end(), [&](unsigned a, unsigned b) {
    auto work = [&](unsigned i) {
      return classes[i].elements * classes[i].weight;
    };
    return work(a) > work(b);
  });
  for (unsigned index : order) {
    if (!classes[index].layout) {
      Layout layout = choose(index);
      classes[index].layout = std::move(layout);
    }
  }
  for (TileClass &own : classes) {
    own.attribute = own.layout->toAttribute(context());
  }
}

/// The layout to access memory in, if the program wants the tile in `given`.
Layout Inference::best(const Access &access, const Layout &given,
                       bool isLoad) const {
  Layout fast = coalesced(access);
  ArrayRef<int64_t> shape = access.tile.getShape();
  if (fast.isSame(given, shape)) {
    return given;
  }
  const Conversion conversion =
      isLoad ? planConversion(fast, given, shape, access.elementBytes, device)
             : planConversion(given, fast, shape, access.elementBytes, device);
  return accessCost(access, given, device) <=
                 accessCost(access, fast, device) + conversion.cost
             ? given
             : fast;
}

//===----------------------------------------------------------------------===//
// What is written
//===----------------------------------------------------------------------===//

RankedTensorType withLayout(Type type, LayoutAttr layout) {
  auto tile = cast<RankedTensorType>(type);
  return RankedTensorType::get(tile.getShape(), tile.getElementType(), layout);
}

LayoutAttr attributeOf(Value value) {
  return cast<LayoutAttr>(
      cast<RankedTensorType>(value.getType()).getEncoding());
}

void Inference::setTypes() {
  for (Value value : values) {
    value.setType(withLayout(value.getType(), classOf(value).attribute));
    if (auto constant = value.getDefiningOp<arith::ConstantOp>()) {
      constant.setValueAttr(
          cast<DenseElementsAttr>(constant.getValue())
              .resizeSplat(cast<ShapedType>(value.getType())));
    }
  }
}

Value Inference::converted(OpBuilder &builder, Value value, LayoutAttr to) {
  if (attributeOf(value) == to) {
    return value;
  }
  auto tile = cast<RankedTensorType>(value.getType());
  const int64_t bytes =
      RefType::get({}, tile.getElementType()).getElementBytes();
  const Conversion plan = planConversion(Layout(attributeOf(value)), Layout(to),
                                         tile.getShape(), bytes, device);
  MemoryAttr through;
  if (plan.scratch) {
    through = plan.scratch->toAttribute(context(), tile.getShape());
  }
  return ConvertLayoutOp::create(builder, value.getLoc(), withLayout(tile, to),
                                 value, through);
}

void Inference::convertOperand(OpOperand &operand, const Layout &to) {
  OpBuilder builder(operand.getOwner());
  // Two ways to write one layout are one.
  Layout own(attributeOf(operand.get()));
  if (own.isSame(to, shapeOf(operand.get()))) {
    return;
  }
  operand.set(converted(builder, operand.get(), to.toAttribute(context())));
}

/// An operation gives its result in a layout of its own; the class's follows.
void Inference::setNatural(Value result, const Layout &natural) {
  LayoutAttr wanted = attributeOf(result);
  if (natural.isSame(Layout(wanted), shapeOf(result))) {
    return;
  }
  result.setType(withLayout(result.getType(), natural.toAttribute(context())));
  OpBuilder builder(context());
  builder.setInsertionPointAfterValue(result);
  Value moved = converted(builder, result, wanted);
  result.replaceAllUsesExcept(moved, moved.getDefiningOp());
}

void Inference::rewriteLoad(LoadOp op) {
  const Access access = *accessOf(op, device);
  setNatural(op.getResult(), best(access, layoutOf(op.getResult()), true));
}

void Inference::rewriteStore(StoreOp op) {
  const Access access = *accessOf(op, device);
  convertOperand(op.getValueMutable(),
                 best(access, Layout(attributeOf(op.getValue())), false));
}

LogicalResult Inference::rewriteDot(DotOp op) {
  const DotLayouts layouts = *dotLayouts(op, device, warps);
  if (!layouts.accumulator.isSame(Layout(attributeOf(op.getResult())),
                                  shapeOf(op.getResult()))) {
    return op.emitOpError("shares its accumulator with another product that "
                          "wants it in another layout, which is not done yet");
  }
  convertOperand(op.getLhsMutable(), layouts.lhs);
  convertOperand(op.getRhsMutable(), layouts.rhs);
  op->setAttr("instruction",
              StringAttr::get(context(), layouts.instruction->name));
  return success();
}

LogicalResult Inference::rewrite(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](LoadOp load) {
        rewriteLoad(load);
        return success();
      })
      .Case([&](StoreOp store) {
        rewriteStore(store);
        return success();
      })
      .Case([&](DotOp dot) { return rewriteDot(dot); })
      .Case([&](ReduceOp reduce) {
        Layout input(attributeOf(reduce.getInputs()[0]));
        setNatural(reduce.getResults()[0],
                   input.dropped(reduce.getDimensions()));
        return success();
      })
      .Case([&](BroadcastOp broadcast) {
        Layout result(attributeOf(broadcast.getResult()));
        convertOperand(broadcast.getInputMutable(),
                       broadcastOperand(broadcast, result));
        return success();
      })
      .Case([&](TransposeOp transpose) {
        Layout input(attributeOf(transpose.getInput()));
        setNatural(transpose.getResult(),
                   input.permuted(transpose.getPermutation()));
        return success();
      })
      .Case([&](ReshapeOp reshape) -> LogicalResult {
        Layout input(attributeOf(reshape.getInput()));
        std::optional<Layout> natural = input.reshaped(
            shapeOf(reshape.getInput()), shapeOf(reshape.getResult()));
        if (!natural) {
          return reshape.emitOpError()
                 << "of " << reshape.getInput().getType() << " to "
                 << reshape.getResult().getType()
                 << " has no layout yet: extents are not powers of two";
        }
        setNatural(reshape.getResult(), *natural);
        return success();
      })
      .Case([&](SliceOp slice) -> LogicalResult {
        Layout input(attributeOf(slice.getInput()));
        bool divides = input.fits(shapeOf(slice.getResult()));
        for (auto [offset, part] :
             llvm::zip_equal(slice.getOffsets(), input.base)) {
          divides &= offset % part == 0;
        }
        if (!divides) {
          return slice.emitOpError()
                 << "from " << slice.getInput().getType()
                 << " has no layout yet: it cuts through the layout's base";
        }
        setNatural(slice.getResult(), input);
        return success();
      })
      .Default([](Operation *) { return success(); });
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
    } else if (auto dot = dyn_cast<DotOp>(op)) {
      tie(ValueRange{dot.getAccumulator(), dot.getResult()});
    }
  }
  sets.compress();
  classes.resize(sets.getNumClasses());
  for (Value value : values) {
    TileClass &own = classOf(value);
    own.shape.assign(shapeOf(value).begin(), shapeOf(value).end());
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
constexpr int64_t mostRegisters = 512;

LogicalResult checkRegisters(KernelOp kernel) {
  WalkResult result = kernel.getBody().walk([&](Operation *op) {
    for (Value value : op->getResults()) {
      if (!isTile(value)) {
        continue;
      }
      const int64_t count =
          Layout(attributeOf(value)).registerCount(shapeOf(value));
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

} // namespace

LogicalResult inferLayouts(KernelOp kernel, const DeviceDescription &device,
                           const LayoutOptions &options) {
  if (kernel.getStageKind() != Stage::Free) {
    return kernel.emitOpError() << "has layouts already";
  }
  const int64_t warps =
      options.warps != 0 ? options.warps : chooseWarps(kernel, device);
  if (!llvm::isPowerOf2_64(warps) || warps > device.mostWarps) {
    return kernel.emitOpError()
           << "cannot have " << warps << " warps on " << device.name
           << ": a power of two, at most " << device.mostWarps << ", can";
  }
  if (failed(Inference(kernel, device, warps).run()) ||
      failed(checkRegisters(kernel))) {
    return failure();
  }
  OpBuilder builder(kernel);
  kernel.setStage(stringifyStage(Stage::LaidOut));
  kernel.setDevice(device.name);
  kernel->setAttr(warpsAttributeName, builder.getI64IntegerAttr(warps));
  return success();
}

} // namespace weft::tile
