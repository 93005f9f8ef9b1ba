// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/PriceFactors.h"

#include "weft/Tile/Tiling/ElementTypes.h"
#include "weft/Tile/Tiling/Heroes/BlockMatrix.h"

#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <cmath>

using namespace mlir;

namespace weft {
namespace {

using stablehlo::Factorization;
using stablehlo::FactorizationChoice;

// In seconds. Each number says where it is from: measured on an H200 by itself,
// fitted to what some programs took there, or assumed. What the numbers
// together predict, and medians of whole programs of one call there (us):
//
//   Cholesky factors of 64, of 32 of 48 rows   29, 21          23, 22
//   of 150, 256, 512 rows (panels)             161, 266, 540   95, 127, 264
//   three diagonals of 200, of 10^6 rows       9, 56           27, 75
//   eigenvalues of one 7x7, of 500 8x8         48, 68          70, 143
//
// They are of this algorithm or that, not of a machine: its description has
// none of them.

/// A thread takes its steps one after the other, each a product and its way to
/// memory. So many threads do so at full speed: rows of one matrix lie side by
/// side, those of many do not. Fitted: factors of 256 matrices of 128 rows took
/// 52 ms, of 4096 of 32 rows 1.1 ms, 1024 systems of 64 x 64 took 125 us.
constexpr double threadStep = 80e-9;
constexpr double threadsOfMatrices = 6'700;
constexpr double threadsOfSystems = 65'536;
/// In each step the threads of a block meet a few times, and reduce a tile.
/// Where rows are not exchanged, they meet for several steps at once. Fitted:
/// 65536 Cholesky factors of 9 rows took 289 us when each step had a meeting of
/// its own; that several steps at once take half of it is assumed.
constexpr double blockStep = 0.4e-6;
constexpr double blockStepOfSeveral = 0.2e-6;
/// Assumed: what a block of 256 threads computes of one number of its tile.
constexpr double blockElement = 0.06e-9;
/// Numbers of all tiles that a multiprocessor works on at a time: assumed, a
/// quarter of its 65,536 registers. The blocks are part of the fit above.
constexpr double elementsBeside = 16'384;
constexpr double mostBlocksBeside = 6;
/// Panels of larger matrices are kernels that wait for each other: assumed, a
/// launch in a graph (0.8 us) and a few waits for memory. How many a panel has
/// is counted.
constexpr double panelKernel = 3e-6;
constexpr double kernelsOfPanel = 3;
/// Products of f32 with all digits, in terms of all sums: assumed, an eighth of
/// what the machine computes at most, since what is left becomes small.
constexpr double termsPerSecond = 4e12;
/// Reflections, as loops over columns of all matrices. How many these are for
/// one is assumed; kernels and passes over all elements are counted.
constexpr int64_t fewestOfLoop = 8;
constexpr double kernelsOfReflection = 6;
constexpr double passesOfReflection = 8;
/// Assumed: less than half of what memory moves, since kernels are short.
constexpr double memoryPerSecond = 2e12;
/// Systems of three diagonals: what a block does about one level of the tree of
/// its rows, there and back, and how many pairs of rows all of them take in
/// that time. Assumed, before any was measured.
constexpr double tridiagonalLevel = 0.8e-6;
constexpr double tridiagonalPairs = 150'000;
/// Eigenvalues, by one thread: a rotation, in each for each row, and how many
/// of them there are for each element beside the diagonal. Assumed, before any
/// was measured: chains of quotients and roots, and as many sweeps as
/// Heroes/Eigen.cpp expects.
constexpr double rotation = 0.15e-6;
constexpr double rotatedRow = 0.03e-6;
constexpr double sweeps = 6;
/// Larger matrices do not stay close to a thread. Measured: 50 of 12 rows took
/// 2.6 ms, 500 of 8 rows 0.14.
constexpr int64_t largestOfThread = 8;
/// The library of the host, assumed throughout: copies there and back, with the
/// wait for them; copies by the byte, as memory moves that no driver has
/// locked; a call, and its steps of two operations or so a nanosecond, in one
/// thread. An eigenvalue takes several of a factor's steps.
constexpr double wayToHost = 60e-6;
constexpr double bytesPerSecond = 10e9;
constexpr double libraryCall = 2e-6;
constexpr double libraryStep = 0.3e-9;
constexpr double libraryRotation = 10;

class Pricing {
public:
  Pricing(const Factorization &what, const Machine &machine)
      : what(what), machine(machine), order(static_cast<double>(what.order)),
        batch(static_cast<double>(what.batch)),
        systems(static_cast<double>(what.systems)),
        parts(tile::partCount(what.element)),
        bytes(parts * tile::partType(what.element).getIntOrFloatBitWidth() /
              8.0) {}

  bool hasKernels() const {
    if (what.isEigen) {
      return what.order <= largestOfThread;
    }
    return !what.isByReflections || what.batch >= fewestOfLoop;
  }

  double kernels() const {
    if (what.isTridiagonal) {
      return tridiagonal();
    }
    if (what.isEigen) {
      return rotations();
    }
    if (what.isByReflections) {
      return loop();
    }
    if (tile::hasFactorBlocks(what.element)) {
      if (tile::fitsBlock(what.order, what.order, what.systems > 0,
                          what.element)) {
        return blocks();
      }
      if (tile::fitsPanels(what.order, what.isLu, what.element)) {
        return panels();
      }
    }
    return threads();
  }

  double library() const {
    const double arrays = what.isTridiagonal ? order * (3 + 2 * systems)
                          : what.systems > 0 ? order * (order + 2 * systems)
                                             : 2 * order * order;
    return wayToHost + batch * (libraryCall + arrays * bytes / bytesPerSecond +
                                steps() * std::max(1.0, systems) * libraryStep);
  }

private:
  /// Of one matrix, or of one system. A product of complex numbers is four.
  double steps() const {
    // Divisions, one behind the other: assumed.
    constexpr double stepsOfRow = 30;
    if (what.isTridiagonal) {
      return parts * parts * order * stepsOfRow;
    }
    if (what.isEigen) {
      return libraryRotation * order * order * order;
    }
    return parts * parts *
           (what.systems > 0 ? order * order / 2 : order * order * order / 3);
  }

  /// Reflections: each goes over all elements a few times.
  double loop() const {
    const double elements = batch * order * static_cast<double>(what.steps);
    return static_cast<double>(what.steps) *
           (kernelsOfReflection * panelKernel +
            passesOfReflection * elements * bytes / memoryPerSecond);
  }

  double rotations() const {
    return panelKernel + sweeps * order * (order - 1) / 2 *
                             (rotation + order * rotatedRow) *
                             std::max(1.0, batch / threadsOfMatrices);
  }

  double tridiagonal() const {
    const double pairs = batch * systems * order / 2;
    return panelKernel +
           std::log2(order + 2) * tridiagonalLevel *
               std::max(1.0, parts * parts * pairs / tridiagonalPairs);
  }

  double threads() const {
    const double all = batch * std::max(1.0, systems);
    const double beside =
        what.systems > 0 ? threadsOfSystems : threadsOfMatrices;
    return steps() * threadStep * std::max(1.0, all / beside);
  }

  /// A step of so many blocks with such tiles, in rounds.
  double step(int64_t blocks, int64_t rows, int64_t columns) const {
    const double numbers = parts * static_cast<double>(rows * columns);
    const double beside =
        static_cast<double>(machine.threads.multiprocessors) *
        std::clamp(elementsBeside / numbers, 1.0, mostBlocksBeside);
    return ((what.isLu ? blockStep : blockStepOfSeveral) +
            parts * numbers * blockElement) *
           std::ceil(static_cast<double>(blocks) / beside);
  }

  double blocks() const {
    const int64_t side = tile::sideOf(what.order);
    if (what.systems == 0) {
      return order * step(what.batch, side, side);
    }
    const int64_t width =
        tile::systemsOfBlock(what.order, what.systems, what.element);
    return order * step(what.batch * tilesOf(what.systems, width), side, width);
  }

  double panels() const {
    int64_t width = tile::panelSide;
    double eachStep = 0;
    if (what.systems > 0) {
      const int64_t beside =
          std::min(tile::panelSide, tile::sideOf(what.systems));
      eachStep = step(what.batch * tilesOf(what.systems, beside),
                      tile::panelSide, beside);
    } else {
      const int64_t further = what.batch * tilesOf(what.order, tile::panelSide);
      if (what.isLu) {
        width = tile::panelColumns(what.order, what.element);
        // Threads meet as often again to find the largest row.
        eachStep = blockStep +
                   step(what.batch, tile::sideOf(what.order), width) +
                   step(further, width, tile::panelSide);
      } else {
        eachStep = step(what.batch, tile::panelSide, tile::panelSide) +
                   step(further, tile::panelSide, tile::panelSide);
      }
    }
    return order * eachStep +
           static_cast<double>(tilesOf(what.order, width)) * kernelsOfPanel *
               panelKernel +
           batch * steps() * std::max(1.0, systems) / termsPerSecond;
  }

  static int64_t tilesOf(int64_t extent, int64_t tile) {
    return static_cast<int64_t>(llvm::divideCeil(extent, tile));
  }

  const Factorization &what;
  const Machine &machine;
  const double order;
  const double batch;
  const double systems;
  const double parts;
  const double bytes;
};

int64_t picoseconds(double seconds) {
  return static_cast<int64_t>(std::min(seconds * 1e12, 1e18));
}

} // namespace

FactorizationChoice priceFactorization(const Factorization &what,
                                       const Machine &machine) {
  const Pricing pricing(what, machine);
  if (!pricing.hasKernels()) {
    return {.isKernel = false};
  }
  FactorizationChoice choice;
  choice.isLoop = what.isByReflections;
  choice.kernelPicoseconds = picoseconds(pricing.kernels());
  choice.libraryPicoseconds = picoseconds(pricing.library());
  choice.isKernel = choice.kernelPicoseconds <= choice.libraryPicoseconds;
  return choice;
}

} // namespace weft
