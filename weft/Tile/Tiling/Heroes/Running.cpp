// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running sums and their like: a reduce_window whose window is all there is up
// to each place. As a window every place would cost its whole past; here each
// costs one step.
//
//   r[i] = r[i-1] + x[i],  r[-1] = the neutral element
//
// Places are taken in blocks of a few. What all before a block combine to is
// combined with what the block's own elements do, up to each of its places:
//
//   r[b + i] = past[b] + (x[b] + ... + x[b + i])
//
// Along rows a block is a tile that is scanned; along other dimensions a loop
// over rows, with neighbouring columns in registers.

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Support/PlantedFault.h"
#include "weft/Support/Summation.h"
#include "weft/Tile/Tiling/Body.h"
#include "weft/Tile/Tiling/Heroes/HeroKernel.h"
#include "weft/Tile/Tiling/Heroes/RunningCarry.h"
#include "weft/Tile/Tiling/OperationKinds.h"

using namespace mlir;

namespace weft::tile {
namespace {

/// One kernel: rows are scanned in vectors, columns side by side.
class RunningKernel {
public:
  RunningKernel(OpBuilder &builder, Location loc, StringRef name,
                const TilingSpace &space, Operation *op)
      : running(*findRunning(op)),
        type(cast<RankedTensorType>(op->getResult(0).getType())),
        element(type.getElementType()), minor(type.getRank() - 1),
        length(type.getDimSize(running.along)),
        kind(*combineKindOf(cast<stablehlo::ReduceWindowOp>(op).getBody())),
        hero(builder, loc, name, space, op, counts()), math(hero.math),
        carry(math, kind, element) {}

  KernelOp emit() {
    if (running.along == minor) {
      emitRow();
    } else {
      emitColumns();
    }
    return hero.kernel;
  }

private:
  static constexpr int64_t block = longestChainOfLanes / 2;
  /// Columns of a program.
  static constexpr int64_t piece = 256;

  llvm::SmallVector<int64_t> counts() const {
    llvm::SmallVector<int64_t> result;
    for (int64_t d = 0; d < type.getRank(); ++d) {
      if (d != running.along) {
        int64_t extent = type.getDimSize(d);
        result.push_back(d == minor ? llvm::divideCeil(extent, piece) : extent);
      }
    }
    return result;
  }

  /// Columns that are taken together, in registers.
  int64_t width() const {
    constexpr int64_t bytes = 128;
    unsigned bits = computeType(partType(element)).getIntOrFloatBitWidth();
    return std::min<int64_t>(type.getDimSize(minor),
                             bytes / std::max<int64_t>(bits / 8, 4));
  }

  TileValue initial(ArrayRef<int64_t> shape) {
    return mapParts(hero.load(hero.operand(1), {}, element), [&](Value value) {
      return math.widen(math.splat(value, shape));
    });
  }

  /// A tile of so many neighbours. `bound` is null where all are there.
  TileValue load(Value ref, ArrayRef<Value> at, int64_t size, Value bound) {
    TileValue parts;
    for (unsigned i = 0; i < partCount(element); ++i) {
      auto [indices, bounds, shape] = box(at, size, bound, i);
      Value loaded =
          math.make<LoadOp>(RankedTensorType::get(shape, partType(element)),
                            ref, indices, ArrayRef<Value>(bounds));
      parts.push_back(math.widen(math.reshape(loaded, {size})));
    }
    return parts;
  }

  void store(Value ref, ArrayRef<Value> at, int64_t size, Value bound,
             ValueRange parts) {
    for (auto [i, value] : llvm::enumerate(parts)) {
      auto [indices, bounds, shape] =
          box(at, size, bound, static_cast<unsigned>(i));
      Value narrow = math.narrow(value, partType(element));
      StoreOp::create(math.builder, math.loc, math.reshape(narrow, shape), ref,
                      indices, ArrayRef<Value>(bounds));
    }
  }

  struct Box {
    llvm::SmallVector<Value> indices;
    llvm::SmallVector<Value> bounds;
    llvm::SmallVector<int64_t> shape;
  };
  /// Where part `i` of neighbours lies in memory.
  Box box(ArrayRef<Value> at, int64_t size, Value bound, unsigned i) {
    Box result{llvm::to_vector(at), {}, {size}};
    if (isComplex(element)) {
      result.indices.push_back(hero.index(i));
      result.shape.push_back(1);
    }
    if (bound) {
      result.bounds.resize(result.indices.size());
      result.bounds[at.size() - 1] = bound;
    }
    return result;
  }

  void emitRow() {
    auto initials = initial({});
    Value blocks = hero.index(llvm::divideCeil(length, block));
    Value bound = length % block == 0 ? Value() : hero.index(length);
    hero.loop(
        hero.index(0), blocks, carry.start(initials),
        [&](Value i, ValueRange before) -> llvm::SmallVector<Value> {
          llvm::SmallVector<Value> at(hero.program);
          // From the end on, the last block may begin before the row does.
          at.push_back(running.reverse ? hero.sub(hero.index(length - block),
                                                  hero.mul(i, block))
                                       : hero.mul(i, block));
          TileValue tile = load(hero.operand(0), at, block, bound);
          llvm::SmallVector<Value> scanned;
          llvm::SmallVector<Value> chains;
          for (Value part : tile) {
            auto scan = ScanOp::create(math.builder, math.loc, kind, part,
                                       /*dimension=*/0, /*exclusive=*/false,
                                       running.reverse);
            scanned.push_back(scan.getScanned()[0]);
            chains.push_back(scan.getTotals()[0]);
          }
          auto past = llvm::map_to_vector(carry.read(before), [&](Value value) {
            return math.repeat(value, {block});
          });
          store(hero.result(0), at, block, bound, carry.combine(past, scanned));
          return carry.append(before, chains);
        });
  }

  void emitColumns() {
    int64_t columns = type.getDimSize(minor);
    int64_t size = width();
    int64_t tiles = llvm::divideCeil(std::min(piece, columns), size);
    Value begin = hero.mul(hero.program.back(), piece);
    Value bound = columns % size == 0 ? Value() : hero.index(columns);
    Value count = hero.index(tiles);
    if (columns > piece && columns % piece != 0 &&
        !isPlanted(Fault::RunsBehindRow)) {
      // The last program has fewer.
      Value before = hero.mul(hero.program.back(), piece / size);
      count = hero.smaller(
          count, hero.sub(hero.index(llvm::divideCeil(columns, size)), before));
    }
    auto zero = hero.index(0);
    auto columnOf = [&](Value tile) {
      return hero.add(begin, hero.mul(tile, size));
    };
    if (length <= block) {
      // Nothing goes from block to block.
      hero.loop(zero, count, [&](Value tile) {
        emitRows(zero, hero.index(length), columnOf(tile), size, bound,
                 initial({size}), [](ValueRange sum) { return sum; });
      });
      return;
    }
    llvm::SmallVector<Value> first = carry.start(initial({size}));
    llvm::SmallVector<Value> kept;
    for (Value value : first) {
      kept.push_back(hero.scratch({tiles, size}, elementOf(value)));
    }
    auto keep = [&](Value tile, ValueRange values) {
      for (auto [ref, value] : llvm::zip_equal(kept, values)) {
        StoreOp::create(math.builder, math.loc, value, ref,
                        ValueRange{tile, zero}, ArrayRef<Value>());
      }
    };
    hero.loop(zero, count, [&](Value tile) { keep(tile, first); });
    Value blocks = hero.index(llvm::divideCeil(length, block));
    hero.loop(zero, blocks, [&](Value b) {
      Value from = hero.mul(b, block);
      Value to =
          hero.smaller(hero.add(from, hero.index(block)), hero.index(length));
      hero.loop(zero, count, [&](Value tile) {
        auto before =
            llvm::map_to_vector(llvm::zip_equal(kept, first), [&](auto pair) {
              auto [ref, value] = pair;
              return math.make<LoadOp>(value.getType(), ref,
                                       ValueRange{tile, zero},
                                       ArrayRef<Value>());
            });
        llvm::SmallVector<Value> past = carry.read(before);
        llvm::SmallVector<Value> nothing =
            llvm::map_to_vector(past, [&](Value value) {
              return emitNeutral(math, kind, value.getType());
            });
        keep(tile,
             carry.append(before, emitRows(from, to, columnOf(tile), size,
                                           bound, nothing, [&](ValueRange sum) {
                                             return carry.combine(past, sum);
                                           })));
      });
    });
  }

  /// The rows from `from` to `to` of some columns, combined with `start` one
  /// after the other; each place holds `resultOf` what was combined so far.
  llvm::SmallVector<Value>
  emitRows(Value from, Value to, Value column, int64_t size, Value bound,
           ValueRange start,
           llvm::function_ref<llvm::SmallVector<Value>(ValueRange)> resultOf) {
    return hero.loop(
        from, to, start,
        [&](Value i, ValueRange sum) -> llvm::SmallVector<Value> {
          llvm::SmallVector<Value> at(ArrayRef(hero.program).drop_back());
          at.push_back(column);
          at.insert(at.begin() + running.along,
                    running.reverse ? hero.sub(hero.index(length - 1), i) : i);
          llvm::SmallVector<Value> next =
              carry.combine(sum, load(hero.operand(0), at, size, bound));
          store(hero.result(0), at, size, bound, resultOf(next));
          return next;
        });
  }

  Running running;
  RankedTensorType type;
  Type element;
  int64_t minor;
  int64_t length;
  CombineKind kind;
  HeroKernel hero;
  Arithmetic &math;
  RunningCarry carry;
};

bool isRunning(Operation *op) { return findRunning(op).has_value(); }

bool isAlongRows(Operation *op) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  return findRunning(op)->along + 1 == type.getRank();
}

std::optional<Refusal> refuseRows(const TilingSpace &, Operation *op) {
  return isAlongRows(op) ? std::nullopt
                         : std::optional(Refusal{op, "scan.rows",
                                                 "places that are combined do "
                                                 "not lie side by side"});
}

std::optional<Refusal> refuseColumns(const TilingSpace &, Operation *op) {
  return isAlongRows(op) ? std::optional(Refusal{op, "scan.columns",
                                                 "places that are combined lie "
                                                 "side by side"})
                         : std::nullopt;
}

AlgorithmWork workOfRunning(const TilingSpace &, Operation *op,
                            const Machine &) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  int64_t length = type.getDimSize(findRunning(op)->along);
  auto window = cast<stablehlo::ReduceWindowOp>(op);
  // Read, combined and written.
  return {type.getNumElements() / std::max<int64_t>(length, 1),
          length * (2 + unitsOfBody(window.getBody()))};
}

KernelOp emitRunning(OpBuilder &builder, Location loc, StringRef name,
                     const TilingSpace &space, Operation *op, const Machine &) {
  return RunningKernel(builder, loc, name, space, op).emit();
}

} // namespace

const Algorithm scanOfRows = {"scan of rows in vectors", isRunning, refuseRows,
                              workOfRunning, emitRunning};
const Algorithm scanOfColumns = {"scan of columns side by side", isRunning,
                                 refuseColumns, workOfRunning, emitRunning};

} // namespace weft::tile
