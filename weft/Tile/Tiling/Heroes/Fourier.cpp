// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Discrete Fourier transforms along one dimension: those along several have
// become one after the other (ExpandFourier.cpp).
//
// A program reads its lines into scratch memory, transforms them there
// (FourierLines.h) and writes them. Memory is outer x points x inner, where
// inner is there if the kernel begins and ends with a transposition; so lines
// lie one behind the other, or interleaved. Either a program takes as many
// lines as a vector has lanes, or a single line.
//
// Of real numbers, pairs of neighbours are taken as complex points: half of the
// work. The spectrum of n / 2 such points is folded into that of n real ones,
// and the other way round on the way back. That needs an even length. Of an odd
// one, half of each step is made on the way there; on the way back the other
// half of the spectrum is written out.

#include "weft/Tile/Tiling/Heroes/FourierLines.h"
#include "weft/Tile/Tiling/Heroes/FourierShape.h"

#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/MathExtras.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// What a program keeps in its caches.
constexpr int64_t mostScratchBytes = 256 << 10;
/// With fewer lines, lanes would be empty.
constexpr int64_t fewestLines = 3;
constexpr int64_t fewestLanes = 4;

/// What lines take in scratch memory.
struct ScratchShape : FourierShape {
  using FourierShape::FourierShape;

  /// Of what is computed with.
  int64_t partBytes() const {
    return FourierPlan::needsChirp(points()) ? 8
                                             : part.getIntOrFloatBitWidth() / 8;
  }
  /// What the steps walk over, about.
  int64_t walked() const {
    return FourierPlan::needsChirp(points()) ? 2 * points() : points();
  }
  int64_t scratchBytes(int64_t lanes) const {
    return 4 * std::max(walked(), length) * lanes * partBytes();
  }
  int64_t lanes(const Machine &machine) const {
    int64_t most = std::max(fewestLanes, machine.vectorBytes / partBytes());
    auto lanes = std::min<int64_t>(
        most, llvm::bit_ceil(static_cast<uint64_t>(neighbours())));
    while (lanes > fewestLanes && scratchBytes(lanes) > mostScratchBytes) {
      lanes /= 2;
    }
    return lanes;
  }
};

class FourierKernel {
public:
  /// `lanes` is 1 for programs of one line.
  FourierKernel(OpBuilder &builder, Location loc, StringRef name,
                const TilingSpace &space, Operation *op, const Machine &machine,
                int64_t lanes)
      : shape(op), lanes(lanes),
        registerLanes(std::max<int64_t>(
            2, machine.vectorBytes / (shape.part.getIntOrFloatBitWidth() / 8))),
        vector(std::max<int64_t>(2, machine.vectorBytes / shape.partBytes())),
        tables(op->getContext(), shape.points(), shape.part,
               /*hasEights=*/lanes <= vector,
               shape.isPaired() ? realRoots(shape.length, shape.isInverse())
                                : RealRoots(),
               isOddReal()),
        hero(builder, loc, name, space, op, counts(), tables.constants),
        math(hero.math), memory(hero, tables, lanes, vector, shape.length) {}

  KernelOp run() {
    bool isFolded = shape.isFromReal() && shape.isPaired();
    int64_t half = shape.length / 2 + 1;
    // Points of interleaved lines are vectors in memory.
    bool isDirect = lanes > 1 && shape.isInterleaved &&
                    shape.inner % lanes == 0 && !tables.plan.isChirped &&
                    shape.points() > 1;
    bool readsDirectly = isDirect && !shape.isToReal();
    bool writesDirectly = isDirect && !isFolded && !isMirrored();
    if (readsDirectly) {
      memory.source = [&](Value point) { return readPoint(point); };
    } else {
      read(shape.isToReal() ? half : shape.points());
    }
    if (writesDirectly) {
      memory.sink = [&](Value point, const TileValue &value) {
        writePoint(point, value);
      };
    }
    if (shape.isToReal()) {
      // Of a real signal's spectrum, elements that are their own mirrors have
      // no imaginary part.
      memory.dropImaginary(0);
      if (shape.isPaired()) {
        memory.dropImaginary(shape.points());
        memory.fold(1);
      } else {
        memory.mirror(shape.length);
      }
    }
    if (shape.isInverse()) {
      memory.exchangeParts();
    }
    if (isOddReal() && !tables.plan.isChirped) {
      memory.transformReal();
    } else {
      memory.transform();
    }
    if (shape.isInverse()) {
      memory.exchangeParts();
    }
    if (isFolded) {
      memory.repeat(0, shape.points());
      memory.fold(0.5);
    }
    if (isMirrored()) {
      memory.mirror(shape.length);
    }
    if (!writesDirectly) {
      write(shape.kind == stablehlo::FftType::RFFT ? half
            : shape.isToReal()                     ? shape.points()
                                                   : shape.length);
    }
    return hero.kernel;
  }

private:
  bool isOddReal() const { return shape.isFromReal() && !shape.isPaired(); }
  /// Whether all of a real signal's spectrum is wanted.
  bool isMirrored() const {
    return shape.isFromReal() && shape.kind == stablehlo::FftType::FFT;
  }

  llvm::SmallVector<int64_t> counts() const {
    if (lanes == 1) {
      return {shape.outer, shape.inner};
    }
    int64_t groups = llvm::divideCeil(shape.neighbours(), lanes);
    return shape.isInterleaved ? llvm::SmallVector<int64_t>{shape.outer, groups}
                               : llvm::SmallVector<int64_t>{groups, 1};
  }

  /// Numbers in memory, of points from one on: those of a point side by side,
  /// or rows of them if lines are interleaved.
  struct Box {
    llvm::SmallVector<Value> indices;
    llvm::SmallVector<Value> bounds;
    llvm::SmallVector<int64_t> shape;
  };
  Box box(RankedTensorType type, Value first, int64_t count) {
    int64_t pair =
        !isComplex(type.getElementType()) && shape.isPaired() ? 2 : 1;
    Box box;
    auto add = [&](Value at, int64_t extent, int64_t end = 0) {
      box.indices.push_back(at);
      box.shape.push_back(extent);
      box.bounds.push_back(end != 0 ? hero.index(end) : Value());
    };
    auto addLines = [&](Value at, int64_t extent) {
      add(hero.mul(at, lanes), lanes, extent % lanes != 0 ? extent : 0);
    };
    bool hasLanes = lanes > 1;
    if (shape.rank > 1) {
      if (hasLanes && !shape.isInterleaved) {
        addLines(hero.program[0], shape.outer);
      } else {
        add(hero.program[0], 1);
      }
    }
    add(hero.mul(first, pair), count * pair);
    if (shape.isInterleaved) {
      if (hasLanes) {
        addLines(hero.program[1], shape.inner);
      } else {
        add(hero.program[1], 1);
      }
    }
    if (isComplex(type.getElementType())) {
      add(hero.index(0), 2);
    }
    return box;
  }

  /// How many numbers a point is in memory.
  int64_t numbersOf(RankedTensorType type) const {
    return isComplex(type.getElementType()) || shape.isPaired() ? 2 : 1;
  }
  /// Points that are moved together: squares of registers where lanes are lines
  /// that lie one behind the other.
  int64_t pointsAtOnce(RankedTensorType type) const {
    if (lanes == 1) {
      return registerLanes;
    }
    return shape.isInterleaved
               ? 1
               : std::max<int64_t>(1, registerLanes / numbersOf(type));
  }
  /// Whether the two numbers of a point are neighbours in a box; those of
  /// interleaved lines may be in rows.
  bool isPairwise(RankedTensorType type) const {
    return numbersOf(type) == 2 &&
           (lanes == 1 || isComplex(type.getElementType()));
  }

  Value loadBox(const Box &at) {
    return memory.convert(math.make<LoadOp>(
        RankedTensorType::get(at.shape, shape.part), hero.operand(0),
        at.indices, ArrayRef<Value>(at.bounds)));
  }
  void storeBox(Value tile, const Box &at) {
    tile = math.toFloat(memory.scaled(tile, scale()), shape.part);
    StoreOp::create(hero.builder, hero.loc, math.reshape(tile, at.shape),
                    hero.result(0), at.indices, ArrayRef<Value>(at.bounds));
  }
  double scale() const {
    return shape.isInverse() ? 1 / static_cast<double>(shape.length) : 1;
  }

  /// One point of interleaved lines.
  TileValue readPoint(Value point) {
    RankedTensorType type = shape.from;
    Value tile = loadBox(box(type, point, 1));
    if (numbersOf(type) == 1) {
      return {math.reshape(tile, {lanes}), memory.zeros(1)};
    }
    tile = isPairwise(type)
               ? math.transpose(math.reshape(tile, {lanes, 2}), {1, 0})
               : math.reshape(tile, {2, lanes});
    TileValue value;
    for (int64_t i = 0; i < 2; ++i) {
      Value row =
          math.make<SliceOp>(RankedTensorType::get({1, lanes}, elementOf(tile)),
                             tile, ArrayRef<int64_t>{i, 0});
      value.push_back(math.reshape(row, {lanes}));
    }
    return value;
  }

  void writePoint(Value point, const TileValue &value) {
    RankedTensorType type = shape.to;
    Box at = box(type, point, 1);
    if (isPairwise(type)) {
      return storeBox(memory.join(value), at);
    }
    at.shape[1] = 1;
    for (int64_t i = 0; i < numbersOf(type); ++i) {
      storeBox(value[i], at);
      at.indices[1] = hero.add(at.indices[1], hero.index(1));
    }
  }

  void read(int64_t points) {
    RankedTensorType type = shape.from;
    int64_t numbers = numbersOf(type);
    memory.pieces(points, pointsAtOnce(type), [&](Value first, int64_t count) {
      Value tile = loadBox(box(type, first, count));
      if (lanes > 1 && !shape.isInterleaved) {
        tile = math.transpose(math.reshape(tile, {lanes, count * numbers}),
                              {1, 0});
      } else if (isPairwise(type)) {
        tile = math.transpose(math.reshape(tile, {count * lanes, 2}), {1, 0});
      }
      if (numbers == 1) {
        memory.store(first,
                     {math.reshape(tile, {count * lanes}), memory.zeros(count)},
                     count);
        return;
      }
      memory.storeWhole(first, math.reshape(tile, wholeShape(count)));
    });
  }

  void write(int64_t points) {
    RankedTensorType type = shape.to;
    int64_t numbers = numbersOf(type);
    memory.pieces(points, pointsAtOnce(type), [&](Value first, int64_t count) {
      Value tile = numbers == 2 ? memory.loadWhole(first, count)
                                : memory.load(first, count)[0];
      if (lanes > 1 && !shape.isInterleaved) {
        tile = math.transpose(math.reshape(tile, {count * numbers, lanes}),
                              {1, 0});
      } else if (isPairwise(type)) {
        tile = math.transpose(math.reshape(tile, {2, count * lanes}), {1, 0});
      }
      storeBox(tile, box(type, first, count));
    });
  }

  llvm::SmallVector<int64_t> wholeShape(int64_t count) const {
    return lanes > 1 ? llvm::SmallVector<int64_t>{count, 2, lanes}
                     : llvm::SmallVector<int64_t>{2, count};
  }

  ScratchShape shape;
  int64_t lanes;
  /// Of a register, in numbers of memory and in those of arithmetic.
  int64_t registerLanes;
  int64_t vector;
  FourierTables tables;
  HeroKernel hero;
  Arithmetic &math;
  FourierLines memory;
};

bool isFourier(Operation *op) { return isa<stablehlo::FftOp>(op); }

std::optional<Refusal> refuseSideBySide(const TilingSpace &space,
                                        Operation *op) {
  if (std::optional<Refusal> reason = refuseFourierShape(space, op)) {
    return reason;
  }
  ScratchShape shape(op);
  if (shape.neighbours() < fewestLines) {
    return Refusal{op, "fourier.few",
                   llvm::formatv("{0} lines lie beside each other, and lanes "
                                 "would be empty",
                                 shape.neighbours())};
  }
  if (shape.scratchBytes(fewestLanes) > mostScratchBytes) {
    return Refusal{
        op, "fourier.long",
        llvm::formatv("lines of {0} points fill the caches", shape.length)};
  }
  return std::nullopt;
}

/// Of a line: each point is a product with a root for each factor's places.
int64_t stepsOfLine(const ScratchShape &shape) {
  auto passes = static_cast<int64_t>(
      llvm::Log2_64_Ceil(std::max<int64_t>(shape.walked(), 2)));
  if (FourierPlan::needsChirp(shape.points())) {
    passes = 2 * passes + 4;
  }
  return shape.walked() * passes * 4;
}

AlgorithmWork workSideBySide(const TilingSpace &, Operation *op,
                             const Machine &machine) {
  ScratchShape shape(op);
  int64_t lanes = shape.lanes(machine);
  int64_t programs =
      shape.lines() / std::max<int64_t>(1, shape.neighbours()) *
      llvm::divideCeil(std::max<int64_t>(1, shape.neighbours()), lanes);
  return {programs, stepsOfLine(shape)};
}

/// Vectors of a line are shuffled, and not all of them are full.
AlgorithmWork workLineByLine(const TilingSpace &, Operation *op,
                             const Machine &machine) {
  ScratchShape shape(op);
  int64_t vector =
      std::max<int64_t>(2, machine.vectorBytes / shape.partBytes());
  return {shape.lines(), stepsOfLine(shape) * 2 / vector};
}

KernelOp emitSideBySide(OpBuilder &builder, Location loc, StringRef name,
                        const TilingSpace &space, Operation *op,
                        const Machine &machine) {
  return FourierKernel(builder, loc, name, space, op, machine,
                       ScratchShape(op).lanes(machine))
      .run();
}

KernelOp emitLineByLine(OpBuilder &builder, Location loc, StringRef name,
                        const TilingSpace &space, Operation *op,
                        const Machine &machine) {
  return FourierKernel(builder, loc, name, space, op, machine, 1).run();
}

} // namespace

const Algorithm fourierSideBySide = {"transforms of lines side by side",
                                     isFourier, refuseSideBySide,
                                     workSideBySide, emitSideBySide};
const Algorithm fourierLineByLine = {"transforms line by line", isFourier,
                                     refuseFourierShape, workLineByLine,
                                     emitLineByLine};

} // namespace weft::tile
