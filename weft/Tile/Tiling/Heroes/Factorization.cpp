// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cholesky and triangular factors and triangular systems, element by element.
//
// The lanes of a vector are matrices of a batch, or right-hand sides of one
// matrix: each computes what it would compute alone, so that nothing depends on
// how many there are. An element is one sum of products, which stays in
// registers until it is done; sums have the order of their terms in the matrix.
// What is found is kept beside the program where lanes lie far apart in memory,
// and in the result where there is one lane.

#include "weft/Machine/OperationCosts.h"
#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Heroes/FactorNumbers.h"
#include "weft/Tile/Tiling/Heroes/HeroKernel.h"

#include <llvm/Support/MathExtras.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// Steps of one vector wait for each other.
constexpr int64_t mostVectors = 4;

int64_t product(ArrayRef<int64_t> extents) {
  int64_t all = 1;
  for (int64_t extent : extents) {
    all = saturatingMultiply(all, extent);
  }
  return all;
}

RankedTensorType matrixType(Operation *op) {
  return cast<RankedTensorType>(op->getOperand(0).getType());
}

int64_t partBytes(Type element) {
  return typeOfSums(element).getIntOrFloatBitWidth() / 8;
}

/// How many lanes of a vector hold elements.
int64_t lanesOf(Type element, const Machine &machine) {
  return machine.isCpu()
             ? std::max<int64_t>(1, machine.vectorBytes / partBytes(element))
             : 1;
}

/// Lanes of a program, of `count` that are wanted. Each keeps so many bytes.
int64_t chooseWidth(int64_t count, int64_t laneBytes, Type element,
                    const Machine &machine) {
  int64_t lanes = lanesOf(element, machine);
  auto width = static_cast<int64_t>(llvm::PowerOf2Ceil(count));
  if (width <= lanes || lanes == 1) {
    return std::min(width, lanes);
  }
  width = std::min(width, mostVectors * lanes);
  auto padded = [&](int64_t width) { return llvm::alignTo(count, width); };
  while (width > lanes && (padded(width) * 8 > padded(width / 2) * 9 ||
                           width * laneBytes > machine.cacheBytes(1) / 2 ||
                           count < width * machine.costs.workers)) {
    width /= 2;
  }
  return width;
}

/// The matrices of one kernel, and which of them are lanes.
struct Batch {
  /// Of m x n matrices.
  Batch(Operation *op, const Machine &machine)
      : element(matrixType(op).getElementType()) {
    ArrayRef<int64_t> shape = matrixType(op).getShape();
    rows = shape[shape.size() - 2];
    columns = shape.back();
    counts.assign(shape.begin(), shape.end() - 2);
    int64_t bytes = rows * columns * partBytes(element) * partCount(element);
    if (!counts.empty()) {
      width = chooseWidth(counts.back(), bytes, element, machine);
      counts.back() = llvm::divideCeil(counts.back(), width);
    }
    vectors =
        llvm::divideCeil(width * partCount(element), lanesOf(element, machine));
  }

  Type element;
  int64_t rows = 0;
  int64_t columns = 0;
  /// Programs per dimension of the batch.
  llvm::SmallVector<int64_t> counts;
  int64_t width = 1;
  /// Vectors that hold an element of all lanes.
  int64_t vectors = 1;
};

/// Reads and writes elements of `width` matrices, in the type of sums.
class Lanes : public FactorNumbers {
public:
  Lanes(HeroKernel &hero, Type element, int64_t width)
      : FactorNumbers(hero.math), hero(hero), element(element), width(width),
        parts(partCount(element)), sum(typeOfSums(element)) {}

  HeroKernel &hero;
  Type element;
  int64_t width;
  unsigned parts;
  Type sum;

  /// An element of an array in memory for each lane: those of the dimension
  /// `across` from the index on, or the same for all.
  TileValue load(Value ref, ArrayRef<Value> indices,
                 std::optional<int64_t> across) {
    TileValue value;
    for (unsigned part = 0; part < parts; ++part) {
      Box box = boxOf(ref, indices, across, element, part);
      Value loaded =
          math.make<LoadOp>(RankedTensorType::get(box.shape, partType(element)),
                            ref, box.indices, ArrayRef<Value>(box.bounds));
      loaded = math.toFloat(math.reshape(loaded, {across ? width : 1}), sum);
      value.push_back(across ? loaded : math.repeat(loaded, {width}));
    }
    return value;
  }
  void store(Value ref, ArrayRef<Value> indices, std::optional<int64_t> across,
             const TileValue &value) {
    for (auto [part, tile] : llvm::enumerate(value)) {
      storePart(ref, indices, across, element, part,
                math.toFloat(tile, partType(element)));
    }
  }
  void storePart(Value ref, ArrayRef<Value> indices,
                 std::optional<int64_t> across, Type type, unsigned part,
                 Value tile) {
    Box box = boxOf(ref, indices, across, type, part);
    StoreOp::create(math.builder, math.loc, math.reshape(tile, box.shape), ref,
                    box.indices, ArrayRef<Value>(box.bounds));
  }

  /// Moves `count` neighbours of the last dimension for each lane to rows of
  /// scratch, or back: in blocks, which are turned on the way.
  void moveBlock(Value ref, ArrayRef<Value> indices, int64_t across,
                 int64_t count, Value scratch, ArrayRef<Value> place,
                 bool isLoad) {
    Box box = boxOf(ref, indices, across, element, 0);
    box.shape[indices.size() - 1] = count;
    if (parts > 1) {
      box.shape.back() = parts;
    }
    int64_t numbers = count * parts;
    llvm::SmallVector<int64_t> rows = {1, count, static_cast<int64_t>(parts),
                                       width};
    if (isLoad) {
      Value loaded =
          math.make<LoadOp>(RankedTensorType::get(box.shape, partType(element)),
                            ref, box.indices, ArrayRef<Value>(box.bounds));
      Value turned =
          math.transpose(math.reshape(loaded, {width, numbers}), {1, 0});
      StoreOp::create(math.builder, math.loc,
                      math.reshape(math.toFloat(turned, sum), rows), scratch,
                      place, ArrayRef<Value>());
      return;
    }
    Value loaded = math.make<LoadOp>(RankedTensorType::get(rows, sum), scratch,
                                     place, ArrayRef<Value>());
    Value turned =
        math.transpose(math.reshape(loaded, {numbers, width}), {1, 0});
    StoreOp::create(
        math.builder, math.loc,
        math.reshape(math.toFloat(turned, partType(element)), box.shape), ref,
        box.indices, ArrayRef<Value>(box.bounds));
  }

  TileValue splat(double real) {
    TileValue value(parts, math.zero(tileType()));
    value[0] = math.real(tileType(), real);
    return value;
  }
  RankedTensorType tileType() { return RankedTensorType::get({width}, sum); }

  /// first - sum over k below `count` of terms(k).
  TileValue
  reduce(const TileValue &first, Value count,
         llvm::function_ref<std::pair<TileValue, TileValue>(Value)> factors) {
    llvm::SmallVector<Value> reduced = hero.loop(
        hero.index(0), count, first, [&](Value k, ValueRange carried) {
          auto [a, b] = factors(k);
          TileValue next =
              subtractProduct(llvm::to_vector_of<Value, 2>(carried), a, b);
          return llvm::SmallVector<Value>(next.begin(), next.end());
        });
    return llvm::to_vector_of<Value, 2>(reduced);
  }

private:
  struct Box {
    llvm::SmallVector<Value> indices;
    llvm::SmallVector<Value> bounds;
    llvm::SmallVector<int64_t> shape;
  };
  Box boxOf(Value ref, ArrayRef<Value> indices, std::optional<int64_t> across,
            Type type, unsigned part) {
    Box box;
    box.indices.assign(indices.begin(), indices.end());
    if (isComplex(type)) {
      box.indices.push_back(hero.index(part));
    }
    box.shape.assign(box.indices.size(), 1);
    if (across) {
      box.shape[*across] = width;
      int64_t extent = cast<RefType>(ref.getType()).getShape()[*across];
      if (extent % width != 0) {
        box.bounds.resize(box.indices.size());
        box.bounds[*across] = hero.index(extent);
      }
    }
    return box;
  }
};

/// Elements that are computed from others: in memory of the program's own,
/// lanes side by side, or in the result where there is one lane.
class WorkingMatrix {
public:
  WorkingMatrix(Lanes &lanes, int64_t rows, int64_t columns, Value result,
                ArrayRef<Value> batch)
      : lanes(lanes), rows(rows), columns(columns), batch(batch),
        isScratch(lanes.width > 1),
        ref(isScratch ? lanes.hero.scratch({rows, columns,
                                            static_cast<int64_t>(lanes.parts),
                                            lanes.width},
                                           lanes.sum)
                      : result) {}

  TileValue get(Value row, Value column) {
    if (!isScratch) {
      return lanes.load(ref, place(row, column), std::nullopt);
    }
    TileValue value;
    for (unsigned part = 0; part < lanes.parts; ++part) {
      Value loaded = lanes.math.make<LoadOp>(
          RankedTensorType::get({1, 1, 1, lanes.width}, lanes.sum), ref,
          scratchPlace(row, column, part, lanes.hero.index(0)),
          ArrayRef<Value>());
      value.push_back(lanes.math.reshape(loaded, {lanes.width}));
    }
    return value;
  }
  void set(Value row, Value column, const TileValue &value) {
    if (!isScratch) {
      lanes.store(ref, place(row, column), std::nullopt, value);
      return;
    }
    for (auto [part, tile] : llvm::enumerate(value)) {
      StoreOp::create(lanes.math.builder, lanes.math.loc,
                      lanes.math.reshape(tile, {1, 1, 1, lanes.width}), ref,
                      scratchPlace(row, column, static_cast<unsigned>(part),
                                   lanes.hero.index(0)),
                      ArrayRef<Value>());
    }
  }
  /// Reads all elements from an array, or writes them to one.
  void move(Value array, std::optional<int64_t> across, bool isLoad) {
    HeroKernel &hero = lanes.hero;
    if (!isScratch) {
      if (isLoad) {
        hero.loops({rows, columns}, [&](ArrayRef<Value> at) {
          set(at[0], at[1],
              lanes.load(array, place(at[0], at[1]), std::nullopt));
        });
      }
      return;
    }
    // As many neighbours as the smallest vectors hold.
    constexpr int64_t blockBytes = 16;
    int64_t block = std::max<int64_t>(
        1, blockBytes / (partBytes(lanes.element) * lanes.parts));
    int64_t whole = columns / block * block;
    auto moveColumns = [&](Value row, Value column, int64_t count) {
      lanes.moveBlock(array, place(row, column), *across, count, ref,
                      scratchPlace(row, column, 0, hero.index(0)), isLoad);
    };
    hero.loop(hero.index(0), hero.index(rows), [&](Value row) {
      if (whole > 0) {
        hero.loop(hero.index(0), hero.index(whole / block), [&](Value i) {
          moveColumns(row, hero.mul(i, block), block);
        });
      }
      if (whole < columns) {
        moveColumns(row, hero.index(whole), columns - whole);
      }
    });
  }
  /// Exchanges two elements of one lane.
  void exchange(Value row, Value other, Value column, Value lane) {
    HeroKernel &hero = lanes.hero;
    if (!isScratch) {
      TileValue a = hero.load(ref, place(row, column), lanes.element);
      TileValue b = hero.load(ref, place(other, column), lanes.element);
      hero.store(ref, place(row, column), b, lanes.element);
      hero.store(ref, place(other, column), a, lanes.element);
      return;
    }
    for (unsigned part = 0; part < lanes.parts; ++part) {
      auto here = scratchPlace(row, column, part, lane);
      auto there = scratchPlace(other, column, part, lane);
      TileValue a = hero.load(ref, here, lanes.sum);
      TileValue b = hero.load(ref, there, lanes.sum);
      hero.store(ref, here, b, lanes.sum);
      hero.store(ref, there, a, lanes.sum);
    }
  }

private:
  llvm::SmallVector<Value> place(Value row, Value column) {
    llvm::SmallVector<Value> indices(batch);
    indices.append({row, column});
    return indices;
  }
  llvm::SmallVector<Value> scratchPlace(Value row, Value column, unsigned part,
                                        Value lane) {
    return {row, column, lanes.hero.index(part), lane};
  }

  Lanes &lanes;
  int64_t rows;
  int64_t columns;
  llvm::SmallVector<Value> batch;
  bool isScratch;
  Value ref;
};

/// One kernel that factors matrices; lanes are matrices.
class FactorKernel {
public:
  FactorKernel(OpBuilder &builder, Location loc, StringRef name,
               const TilingSpace &space, Operation *op, const Machine &machine)
      : sizes(op, machine), hero(builder, loc, name, space, op, sizes.counts),
        math(hero.math), lanes(hero, sizes.element, sizes.width),
        batch(hero.program) {
    if (sizes.width > 1) {
      batch.back() = hero.mul(batch.back(), sizes.width);
      across = static_cast<int64_t>(batch.size()) - 1;
    }
  }

protected:
  llvm::SmallVector<Value> place(ArrayRef<Value> indices) {
    llvm::SmallVector<Value> all(batch);
    llvm::append_range(all, indices);
    return all;
  }

  Batch sizes;
  HeroKernel hero;
  Arithmetic &math;
  Lanes lanes;
  /// The first matrix of the program.
  llvm::SmallVector<Value> batch;
  /// The dimension that lanes lie in.
  std::optional<int64_t> across;
};

//===----------------------------------------------------------------------===//
// Cholesky factors
//===----------------------------------------------------------------------===//

/// Row by row, the lower factor L of a = L L^H; the upper one is its adjoint.
class CholeskyKernel : FactorKernel {
public:
  using FactorKernel::FactorKernel;

  KernelOp emit(bool isLower) {
    WorkingMatrix factor(lanes, sizes.rows, sizes.columns, hero.result(0),
                         batch);
    Value zero = hero.index(0);
    Value end = hero.index(sizes.rows);
    auto at = [&](Value row, Value column) {
      return isLower ? factor.get(row, column)
                     : lanes.conjugate(factor.get(column, row));
    };
    auto set = [&](Value row, Value column, const TileValue &value) {
      if (isLower) {
        factor.set(row, column, value);
      } else {
        factor.set(column, row, lanes.conjugate(value));
      }
    };
    auto reduced = [&](Value i, Value j) {
      return lanes.reduce(at(i, j), j, [&](Value k) {
        return std::pair(at(i, k), lanes.conjugate(at(j, k)));
      });
    };
    factor.move(hero.operand(0), across, /*isLoad=*/true);
    // The other triangle is zero.
    hero.loop(zero, end, [&](Value i) {
      hero.loop(hero.add(i, hero.index(1)), end, [&](Value j) {
        factor.set(isLower ? i : j, isLower ? j : i, lanes.splat(0));
      });
    });
    hero.loop(zero, end, [&](Value i) {
      hero.loop(zero, i, [&](Value j) {
        set(i, j, lanes.divideByReal(reduced(i, j), at(j, j)[0]));
      });
      Value root = lanes.rootOf(reduced(i, i)[0]);
      TileValue diagonal = lanes.splat(0);
      diagonal[0] = root;
      set(i, i, diagonal);
    });
    factor.move(hero.result(0), across, /*isLoad=*/false);
    return hero.kernel;
  }
};

//===----------------------------------------------------------------------===//
// Triangular factors
//===----------------------------------------------------------------------===//

/// Column k of L and row k of U, one after the other; a row is exchanged when
/// its column is known.
class LuKernel : FactorKernel {
public:
  LuKernel(OpBuilder &builder, Location loc, StringRef name,
           const TilingSpace &space, Operation *op, const Machine &machine)
      : FactorKernel(builder, loc, name, space, op, machine),
        factor(lanes, sizes.rows, sizes.columns, hero.result(0), batch),
        rows(hero.index(sizes.rows)), columns(hero.index(sizes.columns)) {}

  KernelOp emit() {
    factor.move(hero.operand(0), across, /*isLoad=*/true);
    Value steps = hero.index(std::min(sizes.rows, sizes.columns));
    hero.loop(hero.index(0), steps, [&](Value k) {
      Value after = hero.add(k, hero.index(1));
      Value pivots = reduceColumn(k, after);
      storePivots(k, pivots);
      exchangeRows(k, pivots);
      hero.loop(after, columns,
                [&](Value j) { factor.set(k, j, reduced(k, j, k)); });
      TileValue divisor = factor.get(k, k);
      Value isZero = lanes.isZero(divisor);
      hero.loop(after, rows, [&](Value i) {
        TileValue value = factor.get(i, k);
        factor.set(i, k,
                   lanes.select(isZero, value, lanes.divide(value, divisor)));
      });
    });
    factor.move(hero.result(0), across, /*isLoad=*/false);
    return hero.kernel;
  }

private:
  /// What the factors found so far leave of an element.
  TileValue reduced(Value i, Value j, Value count) {
    return lanes.reduce(factor.get(i, j), count, [&](Value k) {
      return std::pair(factor.get(i, k), factor.get(k, j));
    });
  }
  Value numbered(Value row) {
    return math.splat(
        math.make<arith::IndexCastOp>(math.builder.getI32Type(), row),
        {sizes.width});
  }

  /// The row of the first largest element of column k, for each lane.
  Value reduceColumn(Value k, Value after) {
    TileValue first = reduced(k, k, k);
    factor.set(k, k, first);
    llvm::SmallVector<Value> best =
        hero.loop(after, rows, ValueRange{lanes.magnitude(first), numbered(k)},
                  [&](Value i, ValueRange carried) -> llvm::SmallVector<Value> {
                    TileValue value = reduced(i, k, k);
                    factor.set(i, k, value);
                    Value size = lanes.magnitude(value);
                    Value isLarger = math.compare(arith::CmpFPredicate::OGT,
                                                  size, carried[0]);
                    return {math.select(isLarger, size, carried[0]),
                            math.select(isLarger, numbered(i), carried[1])};
                  });
    return best[1];
  }

  void storePivots(Value k, Value pivots) {
    // Counted from one.
    Value counted =
        math.make<arith::AddIOp>(pivots, math.integer(pivots.getType(), 1));
    lanes.storePart(hero.result(1), place({k}), across,
                    math.builder.getI32Type(), 0, counted);
  }

  void exchangeRows(Value k, Value pivots) {
    Type word = math.builder.getI32Type();
    auto exchange = [&](Value lane, Value pivot) {
      Value row = hero.toIndex({pivot}, word);
      hero.loop(hero.index(0), columns,
                [&](Value j) { factor.exchange(k, row, j, lane); });
    };
    if (sizes.width == 1) {
      return exchange(hero.index(0), math.scalarOf(pivots));
    }
    StoreOp::create(math.builder, math.loc, pivots, chosen(),
                    ValueRange{hero.index(0)}, ArrayRef<Value>());
    hero.loop(hero.index(0), hero.index(sizes.width), [&](Value lane) {
      exchange(lane, hero.load(chosen(), lane, word)[0]);
    });
  }

  /// The rows that are exchanged, lane by lane.
  Value chosen() {
    if (!chosenRows) {
      OpBuilder::InsertionGuard guard(math.builder);
      math.builder.setInsertionPointToStart(&hero.kernel.getBlock());
      chosenRows = hero.scratch({sizes.width}, math.builder.getI32Type());
    }
    return chosenRows;
  }

  WorkingMatrix factor;
  Value chosenRows;
  Value rows;
  Value columns;
};

//===----------------------------------------------------------------------===//
// Triangular systems
//===----------------------------------------------------------------------===//

/// What is solved, and how it is spread over lanes.
struct Systems {
  Systems(stablehlo::TriangularSolveOp op, const Machine &machine) : op(op) {
    auto type = cast<RankedTensorType>(op.getResult().getType());
    element = type.getElementType();
    ArrayRef<int64_t> shape = type.getShape();
    isLeft = op.getLeftSide();
    order = isLeft ? shape[shape.size() - 2] : shape.back();
    systems = isLeft ? shape.back() : shape[shape.size() - 2];
    programs.assign(shape.begin(), shape.end() - 2);
    int64_t number = partBytes(element) * partCount(element);
    int64_t lanes = lanesOf(element, machine);
    // Right-hand sides lie side by side, matrices do not.
    bool isWide = systems >= lanes || programs.empty() || programs.back() == 1;
    if (isWide || lanes == 1) {
      width = chooseWidth(systems, order * number, element, machine);
      programs.push_back(llvm::divideCeil(systems, width));
    } else {
      lanesAreMatrices = true;
      width = chooseWidth(programs.back(), order * (order + 1) * number,
                          element, machine);
      programs.back() = llvm::divideCeil(programs.back(), width);
    }
    vectors = llvm::divideCeil(width * partCount(element), lanes);
  }

  stablehlo::TriangularSolveOp op;
  Type element;
  bool isLeft = false;
  int64_t order = 0;
  int64_t systems = 0;
  /// Those of each dimension of the batch; then, where lanes are systems,
  /// those of a matrix.
  llvm::SmallVector<int64_t> programs;
  bool lanesAreMatrices = false;
  int64_t width = 1;
  int64_t vectors = 1;
};

class SubstitutionKernel {
public:
  SubstitutionKernel(OpBuilder &builder, Location loc, StringRef name,
                     const TilingSpace &space, stablehlo::TriangularSolveOp op,
                     const Machine &machine)
      : whole(op, machine), hero(builder, loc, name, space, op, whole.programs),
        lanes(hero, whole.element, whole.width), batch(hero.program) {
    stablehlo::Transpose transpose = op.getTransposeA();
    isConjugated = transpose == stablehlo::Transpose::ADJOINT;
    bool isTransposed =
        isConjugated || transpose == stablehlo::Transpose::TRANSPOSE;
    // x * op(a) = b is op(a)^T * x^T = b^T: seen so, both sides solve from the
    // left.
    isSwapped = isTransposed != !whole.isLeft;
    isForward = op.getLower() != isSwapped;
    Value lane = hero.mul(batch.back(), whole.width);
    if (whole.lanesAreMatrices) {
      batch.back() = lane;
    } else {
      system = lane;
      batch.pop_back();
    }
  }

  KernelOp emit() {
    if (!whole.lanesAreMatrices) {
      solve();
      return hero.kernel;
    }
    // Read by every system of a matrix.
    if (whole.systems > 1) {
      keepCoefficients();
    }
    hero.loop(hero.index(0), hero.index(whole.systems), [&](Value number) {
      system = number;
      solve();
    });
    return hero.kernel;
  }

private:
  llvm::SmallVector<Value> place(Value row, Value column) {
    llvm::SmallVector<Value> indices(batch);
    indices.append({row, column});
    return indices;
  }
  /// Where element i of the systems lies.
  llvm::SmallVector<Value> placeOf(Value i) {
    return whole.isLeft ? place(i, system) : place(system, i);
  }
  /// The dimensions of a and b that lanes lie in.
  std::optional<int64_t> acrossMatrices() {
    return whole.lanesAreMatrices && whole.width > 1
               ? std::optional<int64_t>(batch.size() - 1)
               : std::nullopt;
  }
  std::optional<int64_t> across() {
    if (whole.lanesAreMatrices || whole.width == 1) {
      return acrossMatrices();
    }
    return static_cast<int64_t>(batch.size()) + (whole.isLeft ? 1 : 0);
  }
  Value ordered(Value step) {
    return isForward ? step : hero.sub(hero.index(whole.order - 1), step);
  }
  /// Of row and column in the order of the substitution.
  TileValue loadCoefficient(Value row, Value column) {
    Value i = ordered(row);
    Value j = ordered(column);
    TileValue value =
        lanes.load(hero.operand(0), isSwapped ? place(j, i) : place(i, j),
                   acrossMatrices());
    return isConjugated ? lanes.conjugate(value) : value;
  }
  TileValue coefficient(Value row, Value column) {
    return coefficients ? coefficients->get(row, column)
                        : loadCoefficient(row, column);
  }
  void keepCoefficients() {
    if (whole.width == 1) {
      return;
    }
    coefficients.emplace(lanes, whole.order, whole.order, Value(),
                         ArrayRef<Value>());
    Value one = hero.index(1);
    bool isUnit = whole.op.getUnitDiagonal();
    hero.loop(hero.index(0), hero.index(whole.order), [&](Value i) {
      hero.loop(hero.index(0), isUnit ? i : hero.add(i, one), [&](Value j) {
        coefficients->set(i, j, loadCoefficient(i, j));
      });
    });
  }

  void solve() {
    Value zero = hero.index(0);
    // With several lanes they are kept side by side.
    if (whole.width > 1 && !solution) {
      OpBuilder::InsertionGuard guard(hero.builder);
      hero.builder.setInsertionPointToStart(&hero.kernel.getBlock());
      solution.emplace(lanes, whole.order, 1, Value(), ArrayRef<Value>());
    }
    auto known = [&](Value k) {
      return solution ? solution->get(k, zero)
                      : lanes.load(hero.result(0), placeOf(ordered(k)),
                                   std::nullopt);
    };
    hero.loop(zero, hero.index(whole.order), [&](Value step) {
      llvm::SmallVector<Value> at = placeOf(ordered(step));
      TileValue value = lanes.reduce(
          lanes.load(hero.operand(1), at, across()), step,
          [&](Value k) { return std::pair(coefficient(step, k), known(k)); });
      if (!whole.op.getUnitDiagonal()) {
        value = lanes.divide(value, coefficient(step, step));
      }
      if (solution) {
        solution->set(step, zero, value);
      }
      lanes.store(hero.result(0), at, across(), value);
    });
  }

  Systems whole;
  HeroKernel hero;
  Lanes lanes;
  /// The matrix, or the first of them.
  llvm::SmallVector<Value> batch;
  /// The right-hand side, or the first of them.
  Value system;
  bool isConjugated = false;
  bool isSwapped = false;
  bool isForward = false;
  std::optional<WorkingMatrix> coefficients;
  std::optional<WorkingMatrix> solution;
};

//===----------------------------------------------------------------------===//
// Rows of the table
//===----------------------------------------------------------------------===//

/// A term of a sum is read twice and added, in each vector.
constexpr int64_t stepsOfTerm = 3;
/// An element is moved by itself, where lanes lie apart.
constexpr int64_t stepsOfMove = 2;

bool isCholesky(Operation *op) { return isa<stablehlo::CholeskyOp>(op); }
bool isLu(Operation *op) { return isa<stablehlo::LuOp>(op); }
bool isTriangularSolve(Operation *op) {
  return isa<stablehlo::TriangularSolveOp>(op);
}

/// Of matrices with `terms` to be subtracted in all.
AlgorithmWork workOf(const Batch &sizes, int64_t terms) {
  int64_t elements = saturatingMultiply(sizes.rows, sizes.columns);
  int64_t moves = saturatingMultiply(elements, 2 * sizes.width * stepsOfMove);
  return {product(sizes.counts),
          moves + saturatingMultiply(terms, sizes.vectors * stepsOfTerm)};
}

AlgorithmWork workOfCholesky(const TilingSpace &, Operation *op,
                             const Machine &machine) {
  Batch sizes(op, machine);
  int64_t n = sizes.rows;
  return workOf(sizes, saturatingMultiply(saturatingMultiply(n, n), n) / 6);
}

AlgorithmWork workOfLu(const TilingSpace &, Operation *op,
                       const Machine &machine) {
  Batch sizes(op, machine);
  int64_t elements = saturatingMultiply(sizes.rows, sizes.columns);
  return workOf(
      sizes,
      saturatingMultiply(elements, std::min(sizes.rows, sizes.columns)) / 3);
}

AlgorithmWork workOfSubstitution(const TilingSpace &, Operation *op,
                                 const Machine &machine) {
  Systems whole(cast<stablehlo::TriangularSolveOp>(op), machine);
  int64_t n = whole.order;
  int64_t times = whole.lanesAreMatrices ? whole.systems : 1;
  int64_t moved = whole.lanesAreMatrices ? n * whole.width : n;
  int64_t steps = saturatingMultiply(n, n) / 2 * whole.vectors * stepsOfTerm +
                  (n + 2 * times) * moved * stepsOfMove;
  return {product(whole.programs), saturatingMultiply(times, steps)};
}

KernelOp emitCholesky(OpBuilder &builder, Location loc, StringRef name,
                      const TilingSpace &space, Operation *op,
                      const Machine &machine) {
  return CholeskyKernel(builder, loc, name, space, op, machine)
      .emit(cast<stablehlo::CholeskyOp>(op).getLower());
}

KernelOp emitLu(OpBuilder &builder, Location loc, StringRef name,
                const TilingSpace &space, Operation *op,
                const Machine &machine) {
  return LuKernel(builder, loc, name, space, op, machine).emit();
}

KernelOp emitTriangularSolve(OpBuilder &builder, Location loc, StringRef name,
                             const TilingSpace &space, Operation *op,
                             const Machine &machine) {
  return SubstitutionKernel(builder, loc, name, space,
                            cast<stablehlo::TriangularSolveOp>(op), machine)
      .emit();
}

} // namespace

const Algorithm choleskyByRows = {"factors row by row", isCholesky,
                                  refuseNothing, workOfCholesky, emitCholesky};
const Algorithm luByColumns = {"factors column by column", isLu, refuseNothing,
                               workOfLu, emitLu};
const Algorithm substitution = {"substitution row by row", isTriangularSolve,
                                refuseNothing, workOfSubstitution,
                                emitTriangularSolve};

} // namespace weft::tile
