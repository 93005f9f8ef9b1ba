// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/CPU/WalkTiles.h"

#include "weft/Target/Code/Types.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/IR/IRMapping.h>

using namespace mlir;
using namespace weft::tile;

namespace weft::cpu {
namespace {

/// Vectors of the largest tile that a turn should have: so many that they do
/// not wait for each other.
constexpr int64_t vectorsOfTurn = 4;

/// How a tile is taken: so much of one dimension in each turn.
struct Cut {
  int64_t dimension = 0;
  int64_t size = 0;
  bool operator==(const Cut &) const = default;
};

RankedTensorType tileType(Value value) {
  return dyn_cast<RankedTensorType>(value.getType());
}

int64_t bytesOf(RankedTensorType type) {
  return type.getNumElements() * code::memoryBytes(type.getElementType());
}

RankedTensorType partOf(RankedTensorType type, const Cut &cut) {
  llvm::SmallVector<int64_t> shape(type.getShape());
  shape[cut.dimension] = cut.size;
  return type.clone(shape);
}

/// Stores that follow each other, and all that they need, in a number of turns.
class Walk {
public:
  /// What lies side by side in memory is cut into runs of so many bytes, and
  /// no shorter ones.
  Walk(ArrayRef<StoreOp> stores, int64_t shortestRun, const Machine &cpu)
      : stores(stores), block(StoreOp(stores.front())->getBlock()),
        shortestRun(shortestRun), cpu(cpu) {}

  /// Whether there are lines to walk: of the first store, so much of a
  /// dimension in each turn.
  bool fits(int64_t dimension, int64_t turns) {
    this->turns = turns;
    cuts.clear();
    wholes.clear();
    slice.clear();
    inMemory.clear();
    largest = 0;
    for (StoreOp store : stores) {
      ArrayRef<int64_t> shape = store.getTileType().getShape();
      // All stores are of the same lines, in most cases of the same dimension.
      auto dimensions = llvm::to_vector(
          llvm::seq<int64_t>(0, static_cast<int64_t>(shape.size())));
      if (store == stores.front()) {
        dimensions = {dimension};
      } else if (dimension < static_cast<int64_t>(shape.size())) {
        std::swap(dimensions[0], dimensions[dimension]);
      }
      if (llvm::none_of(dimensions,
                        [&](int64_t d) { return adds(store, d); })) {
        return false;
      }
    }
    return isAlone() && keepsOrder();
  }

  /// Of what one turn computes.
  int64_t largestPart() const { return largest / turns; }
  int64_t largestTile() const { return largest; }

  void rewrite() {
    for (auto &[value, scratch] : inMemory) {
      OpBuilder builder = OpBuilder::atBlockBegin(
          &block->getParent()->getParentOfType<KernelOp>().getBlock());
      auto type = tileType(value);
      scratch = AllocOp::create(
          builder, value.getLoc(),
          RefType::get(type.getShape(), type.getElementType(), Space::Shared),
          StringAttr(), IntegerAttr());
      llvm::SmallVector<Value> start(
          type.getRank(),
          arith::ConstantIndexOp::create(builder, value.getLoc(), 0));
      builder.setInsertionPointAfterValue(value);
      StoreOp::create(builder, value.getLoc(), value, scratch, start);
    }
    StoreOp last = stores.back();
    OpBuilder builder(last);
    loc = last.getLoc();
    auto index = [&](int64_t number) -> Value {
      return arith::ConstantIndexOp::create(builder, loc, number);
    };
    Value zero = index(0);
    Value upper = index(turns);
    Value one = index(1);
    auto loop = scf::ForOp::create(builder, loc, zero, upper, one);
    turn = loop.getInductionVar();
    builder.setInsertionPointToStart(loop.getBody());
    IRMapping map;
    for (auto [value, scratch] : inMemory) {
      auto type = tileType(value);
      const Cut cut = cuts.lookup(value);
      llvm::SmallVector<Value> at(type.getRank(), zero);
      at[cut.dimension] = offsetOf(builder, zero, cut.size);
      map.map(value, LoadOp::create(builder, value.getLoc(), partOf(type, cut),
                                    scratch, at)
                         .getResult());
    }
    for (Operation &op :
         llvm::make_range(block->begin(), loop->getIterator())) {
      copy(builder, &op, map);
    }
    copy(builder, last, map);
    for (StoreOp store : llvm::reverse(stores)) {
      store.erase();
    }
    // Those inside of others go with them.
    slice.remove_if([&](Operation *op) { return op->getBlock() != block; });
    for (Operation *op : llvm::reverse(slice)) {
      if (op->use_empty()) {
        op->erase();
      }
    }
  }

private:
  /// Takes a store of so much of a dimension, and all that it needs.
  bool adds(StoreOp store, int64_t dimension) {
    const auto knownCuts = cuts;
    const auto knownWholes = wholes;
    const auto knownSlice = slice;
    const auto knownMemory = inMemory;
    const int64_t knownLargest = largest;
    auto type = store.getTileType();
    Cut cut = {dimension, type.getShape()[dimension] / turns};
    if (type.getShape()[dimension] % turns == 0 &&
        hasLongRuns(type, cut, store.getStrides()) &&
        needs(store.getValue(), cut)) {
      storeCuts[store] = cut;
      return true;
    }
    cuts = knownCuts;
    wholes = knownWholes;
    slice = knownSlice;
    inMemory = knownMemory;
    largest = knownLargest;
    return false;
  }

  /// Whether enough lies side by side in memory.
  bool hasLongRuns(RankedTensorType type, const Cut &cut,
                   ArrayRef<int64_t> strides) const {
    int64_t run = code::memoryBytes(type.getElementType()) * cut.size;
    bool isInner = true;
    for (int64_t extent : type.getShape().drop_front(cut.dimension + 1)) {
      run *= extent;
      isInner &= extent == 1;
    }
    return run >= shortestRun && !(isInner && !strides.empty());
  }

  /// Takes so much of a value in each turn.
  bool needs(Value value, Cut cut) {
    auto type = tileType(value);
    if (wholes.contains(value)) {
      return false;
    }
    if (auto [known, isNew] = cuts.try_emplace(value, cut); !isNew) {
      return known->second == cut;
    }
    largest = std::max(largest, bytesOf(type));
    Operation *op = value.getDefiningOp();
    if (!op || !block->findAncestorOpInBlock(*op)) {
      return isInMemory(value);
    }
    const bool isTaken =
        llvm::TypeSwitch<Operation *, bool>(op)
            .Case([&](arith::ConstantOp constant) {
              return isa<SplatElementsAttr>(constant.getValue());
            })
            .Case([&](LoadOp load) {
              // Of a number per line a few are loaded.
              return bytesOf(type) <= vectorsOfTurn * cpu.vectorBytes ||
                     hasLongRuns(type, cut, load.getStrides());
            })
            .Case([&](MaskOp) { return true; })
            .Case([&](BroadcastOp broadcast) {
              ArrayRef<int64_t> dimensions = broadcast.getDimensions();
              const auto *from = llvm::find(dimensions, cut.dimension);
              const int64_t number = from - dimensions.begin();
              if (from == dimensions.end() ||
                  broadcast.getInput().getType().getDimSize(number) == 1) {
                return needsAll(broadcast.getInput());
              }
              return needs(broadcast.getInput(), {number, cut.size});
            })
            .Case([&](TransposeOp transpose) {
              return needs(
                  transpose.getInput(),
                  {transpose.getPermutation()[cut.dimension], cut.size});
            })
            .Case([&](ReshapeOp reshape) {
              std::optional<Cut> before =
                  beforeReshape(reshape.getInput().getType(), type, cut);
              return before && needs(reshape.getInput(), *before);
            })
            .Case([&](scf::IfOp branch) {
              return branch.getNumResults() == 1 &&
                     llvm::all_of(branch->getRegions(), [&](Region &region) {
                       return llvm::all_of(region.front().without_terminator(),
                                           isRead) &&
                              needs(
                                  region.front().getTerminator()->getOperand(0),
                                  cut);
                     });
            })
            .Default([&](Operation *other) {
              return OpTrait::hasElementwiseMappableTraits(other) &&
                     llvm::all_of(other->getOperands(), [&](Value operand) {
                       return !tileType(operand) || needs(operand, cut);
                     });
            });
    if (isTaken) {
      slice.insert(op);
      return true;
    }
    return op->getBlock() == block && isa<scf::ForOp, DotOp>(op) &&
           isInMemory(value);
  }

  /// Inside of a choice: what has no effect but to be read.
  static bool isRead(Operation &op) {
    return isPure(&op) || isa<LoadOp, scf::IfOp>(op);
  }

  /// The same lines before they got another shape: cut at the same place among
  /// all elements.
  std::optional<Cut> beforeReshape(RankedTensorType from, RankedTensorType to,
                                   const Cut &cut) const {
    int64_t outside = 1;
    for (int64_t extent : to.getShape().take_front(cut.dimension)) {
      outside *= extent;
    }
    int64_t before = 1;
    for (auto [number, extent] : llvm::enumerate(from.getShape())) {
      if (before == outside && extent % turns == 0) {
        return Cut{static_cast<int64_t>(number), extent / turns};
      }
      before *= extent;
    }
    return std::nullopt;
  }

  /// The same value in all turns.
  bool needsAll(Value value) {
    wholes.insert(value);
    return !cuts.contains(value);
  }

  /// A value that comes from elsewhere has a place in memory, if the registers
  /// do not hold it; and gets one, if it is small. Others would be taken out of
  /// registers that were chosen for them.
  bool isInMemory(Value value) {
    const int64_t bytes = bytesOf(tileType(value));
    if (bytes > vectorsOfTurn * cpu.vectorBytes &&
        bytes < cpu.vectorBytes * cpu.vectorRegisters) {
      return false;
    }
    inMemory.insert({value, Value()});
    return true;
  }

  /// Whether nothing else uses what the turns compute.
  bool isAlone() const {
    return llvm::all_of(slice, [&](Operation *op) {
      return isa<arith::ConstantOp>(op) || op->getBlock() != block ||
             llvm::all_of(op->getUsers(), [&](Operation *user) {
               return slice.contains(user) ||
                      llvm::is_contained(stores, user) ||
                      (user->getBlock() != block &&
                       slice.contains(block->findAncestorOpInBlock(*user)));
             });
    });
  }

  /// Whether turn after turn is the same as all loads and then all stores, at
  /// the place of the last store.
  bool keepsOrder() const {
    llvm::SmallVector<LoadOp> loads;
    for (Operation *op : slice) {
      if (auto load = dyn_cast<LoadOp>(op)) {
        loads.push_back(load);
      }
    }
    auto isStored = [&](Value ref) {
      return llvm::any_of(stores,
                          [&](StoreOp store) { return store.getRef() == ref; });
    };
    auto isLoaded = [&](Value ref) {
      return llvm::any_of(loads,
                          [&](LoadOp load) { return load.getRef() == ref; });
    };
    for (LoadOp load : loads) {
      for (StoreOp store : stores) {
        if (store.getRef() == load.getRef() &&
            (load->getBlock() != block || store->isBeforeInBlock(load) ||
             !isSameBox(load, store))) {
          return false;
        }
      }
    }
    for (auto [number, store] : llvm::enumerate(stores)) {
      Value ref = StoreOp(store).getRef();
      if (llvm::any_of(stores.drop_front(number + 1),
                       [&](StoreOp other) { return other.getRef() == ref; })) {
        return false;
      }
    }
    Operation *first = stores.front();
    for (LoadOp load : loads) {
      Operation *around = block->findAncestorOpInBlock(*load);
      first = around->isBeforeInBlock(first) ? around : first;
    }
    for (Operation &op : llvm::make_range(
             first->getIterator(), StoreOp(stores.back())->getIterator())) {
      const bool isOther =
          op.walk([&](Operation *inner) {
              if (slice.contains(inner) || llvm::is_contained(stores, inner)) {
                return WalkResult::advance();
              }
              for (Value operand : inner->getOperands()) {
                if (isa<RefType>(operand.getType()) &&
                    (isStored(operand) ||
                     (isLoaded(operand) && !isa<LoadOp>(inner)))) {
                  return WalkResult::interrupt();
                }
              }
              return WalkResult::advance();
            }).wasInterrupted();
      if (isOther) {
        return false;
      }
    }
    return true;
  }

  bool isSameBox(LoadOp load, StoreOp store) const {
    return load.getOffsets() == store.getOffsets() &&
           load.getStrides() == store.getStrides() &&
           load.getTileType().getShape() == store.getTileType().getShape() &&
           cuts.lookup(load.getResult()) == storeCuts.lookup(store);
  }

  /// `offset`, so far on in each turn.
  Value offsetOf(OpBuilder &builder, Value offset, int64_t step) {
    Value size = arith::ConstantIndexOp::create(builder, loc, step);
    Value far = arith::MulIOp::create(builder, loc, turn, size);
    return arith::AddIOp::create(builder, loc, offset, far);
  }

  template <typename Op>
  void advance(OpBuilder &builder, Op op, const Cut &cut, size_t refRank,
               size_t tileRank) {
    const auto at = static_cast<unsigned>(refRank - tileRank + cut.dimension);
    Value offset = op.getOffsets()[at];
    op.getOffsetsMutable()[at].set(
        offsetOf(builder, offset, cut.size * op.getStride(cut.dimension)));
  }

  /// One turn of an operation.
  void copy(OpBuilder &builder, Operation *op, IRMapping &map) {
    if (auto store = dyn_cast<StoreOp>(op);
        store && llvm::is_contained(stores, store)) {
      auto turned = cast<StoreOp>(builder.clone(*op, map));
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPoint(turned);
      advance(builder, turned, storeCuts.lookup(store),
              store.getRefType().getRank(), store.getTileType().getRank());
      return;
    }
    if (!slice.contains(op)) {
      return;
    }
    const Cut cut = cuts.lookup(op->getResult(0));
    RankedTensorType type = partOf(tileType(op->getResult(0)), cut);
    if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      auto splat = cast<SplatElementsAttr>(constant.getValue());
      map.map(op->getResult(0),
              arith::ConstantOp::create(builder, op->getLoc(),
                                        splat.resizeSplat(type))
                  .getResult());
      return;
    }
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      auto turned = scf::IfOp::create(
          builder, op->getLoc(), TypeRange(type),
          map.lookupOrDefault(branch.getCondition()), /*withElseRegion=*/true);
      for (auto [from, to] :
           llvm::zip_equal(branch->getRegions(), turned->getRegions())) {
        OpBuilder inner = OpBuilder::atBlockEnd(&to.front());
        for (Operation &each : from.front()) {
          if (slice.contains(&each)) {
            copy(inner, &each, map);
          } else {
            inner.clone(each, map);
          }
        }
      }
      map.map(op->getResult(0), turned.getResult(0));
      return;
    }
    Operation *turned = builder.clone(*op, map);
    turned->getResult(0).setType(type);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(turned);
    if (auto load = dyn_cast<LoadOp>(turned)) {
      advance(builder, load, cut, load.getRefType().getRank(), type.getRank());
    } else if (auto mask = dyn_cast<MaskOp>(turned)) {
      advance(builder, mask, cut, type.getRank(), type.getRank());
    }
  }

  ArrayRef<StoreOp> stores;
  Block *block;
  int64_t shortestRun;
  const Machine &cpu;
  int64_t turns = 1;
  /// What is taken in turns, what is the same in all of them, and what is
  /// computed in them.
  llvm::DenseMap<Value, Cut> cuts;
  llvm::DenseMap<Operation *, Cut> storeCuts;
  llvm::DenseSet<Value> wholes;
  llvm::SetVector<Operation *> slice;
  /// What comes from elsewhere, and where it is put.
  llvm::MapVector<Value, Value> inMemory;
  int64_t largest = 0;
  Location loc = UnknownLoc::get(block->getTerminator()->getContext());
  Value turn;
};

/// Walks the lines of the stores in as many turns as make their vectors few.
/// Returns whether they have any, or need none.
bool walkStores(ArrayRef<StoreOp> stores, int64_t shortestRun,
                const Machine &cpu) {
  const int64_t registerBytes = cpu.vectorBytes * cpu.vectorRegisters;
  ArrayRef<int64_t> shape = StoreOp(stores.front()).getTileType().getShape();
  Walk walk(stores, shortestRun, cpu);
  for (auto [dimension, extent] : llvm::enumerate(shape)) {
    int64_t best = 1;
    for (int64_t turns = 2; turns <= extent; ++turns) {
      if (extent % turns != 0 || !walk.fits(dimension, turns)) {
        continue;
      }
      if (walk.largestTile() <= registerBytes / 2) {
        return true;
      }
      best = turns;
      if (walk.largestPart() <= vectorsOfTurn * cpu.vectorBytes) {
        break;
      }
    }
    if (best > 1) {
      walk.fits(dimension, best);
      walk.rewrite();
      return true;
    }
  }
  return false;
}

} // namespace

void walkTiles(KernelOp kernel, const Machine &cpu) {
  // Stores with nothing between them that runs in turns itself.
  std::vector<llvm::SmallVector<StoreOp>> groups;
  kernel->walk([&](Block *block) {
    groups.emplace_back();
    for (Operation &op : *block) {
      if (auto store = dyn_cast<StoreOp>(op)) {
        groups.back().push_back(store);
      } else if (isa<scf::ForOp, scf::WhileOp>(op)) {
        groups.emplace_back();
      }
    }
  });
  // Whole vectors side by side, if there are as many.
  auto walk = [&](ArrayRef<StoreOp> stores) {
    return walkStores(stores, cpu.vectorBytes, cpu) ||
           walkStores(stores, cpu.vectorBytes / 2, cpu);
  };
  for (ArrayRef<StoreOp> stores : groups) {
    if (stores.empty() || walk(stores)) {
      continue;
    }
    // Those that have no lines in common may have some each.
    for (StoreOp store : stores) {
      walk(store);
    }
  }
}

} // namespace weft::cpu
