// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Layout/Matrix.h"

#include <llvm/Support/raw_ostream.h>

using namespace mlir;

namespace weft::tile {
namespace {

std::string nameOf(Type type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << type;
  return text;
}

bool fits(const MatrixInstruction &instruction, DotOp op) {
  RankedTensorType lhs = op.getLhs().getType();
  RankedTensorType rhs = op.getRhs().getType();
  RankedTensorType sum = op.getAccumulator().getType();
  // Lanes round to narrow sums at every step, which products do not.
  Type added = sum.getElementType();
  const bool isWide = !isa<FloatType>(added) || added.isF32() || added.isF64();
  const bool hasTypes =
      (instruction.name == productOfLanesName && isWide) ||
      (nameOf(lhs.getElementType()) == instruction.element &&
       nameOf(rhs.getElementType()) == instruction.element &&
       nameOf(sum.getElementType()) == instruction.accumulatorElement &&
       (op.getCoarse() || !instruction.isCoarse) && !op.getRounded() &&
       instruction.fits(op.getLhsUnsigned(), op.getRhsUnsigned()));
  const int64_t rank = sum.getRank();
  return hasTypes && sum.getDimSize(rank - 2) % instruction.m == 0 &&
         sum.getDimSize(rank - 1) % instruction.n == 0 &&
         lhs.getDimSize(rank - 1) % instruction.k == 0;
}

/// Matrices that are multiplied, each by its own.
int64_t batchOf(DotOp op) {
  RankedTensorType sum = op.getAccumulator().getType();
  return sum.getRank() == 2 ? 1 : sum.getDimSize(0);
}

/// As many warps along a dim as there are, and as it has parts for.
int64_t most(int64_t warps, int64_t extent, int64_t part) {
  const int64_t parts = extent / part;
  return std::min(warps, parts & -parts);
}

/// How warps share a product: so many along its matrices, the rows and the
/// columns of each.
struct Shares {
  int64_t matrices;
  int64_t rows;
  int64_t columns;
  int64_t warps;
};

/// One warp's layout, repeated over warps: those that share rows along the dim
/// `rowDim` of the last two, those that share columns along `columnDim`; -1 for
/// none.
Layout overWarps(const Layout &one, const Shares &shares, int64_t rowDim,
                 int64_t columnDim) {
  Layout result = one;
  const int64_t matrix = one.rank() - 2;
  auto spread = [&](int64_t count, int64_t dim) {
    for (int64_t i = 1; i < count; i *= 2) {
      Layout::Column column(one.base.size(), 0);
      if (dim >= 0) {
        column[dim] = result.base[dim];
        result.base[dim] *= 2;
      }
      result.warps.push_back(std::move(column));
    }
  };
  spread(shares.matrices, 0);
  spread(shares.rows, rowDim < 0 ? rowDim : matrix + rowDim);
  spread(shares.columns, columnDim < 0 ? columnDim : matrix + columnDim);
  spread(shares.warps / (shares.matrices * shares.rows * shares.columns), -1);
  return result;
}

/// The layout of one warp's part of an operand of a product. Where there are
/// several matrices, lanes that have no sums of their own in one of them take
/// others.
Layout partOf(DotOp op, const MatrixInstruction &instruction,
              const FragmentMap &map, int64_t rows, int64_t columns) {
  const Layout matrix = fragmentLayout(map, rows, columns);
  if (op.getAccumulator().getType().getRank() == 2) {
    return matrix;
  }
  Layout layout = matrix.inserted({0});
  for (auto [lane, sums] :
       llvm::zip_equal(layout.lanes, instruction.accumulator.lanes)) {
    if (sums == FragmentMap::Column{0, 0} &&
        batchOf(op) % (2 * layout.base[0]) == 0) {
      lane[0] = layout.base[0];
      layout.base[0] *= 2;
    }
  }
  return layout;
}

/// Warps take matrices of their own first, which share nothing, then rows and
/// columns such that they share as few elements as possible.
Shares shareProduct(DotOp op, const MatrixInstruction &instruction,
                    int64_t ofLanes, int64_t warps) {
  RankedTensorType sum = op.getAccumulator().getType();
  const int64_t rows = sum.getDimSize(sum.getRank() - 2);
  const int64_t columns = sum.getDimSize(sum.getRank() - 1);
  Shares best = {most(warps, batchOf(op), ofLanes), 1, 1, warps};
  const int64_t left = warps / best.matrices;
  auto shared = [&](const Shares &one) {
    return rows / one.rows + columns / one.columns;
  };
  for (int64_t along = 1; along <= left; along *= 2) {
    Shares one = best;
    one.rows = most(along, rows, instruction.m);
    one.columns = most(left / one.rows, columns, instruction.n);
    if (shared(one) < shared(best)) {
      best = one;
    }
  }
  return best;
}

} // namespace

MatrixInstruction productOfLanes(DotOp op, const Machine &machine) {
  constexpr int64_t side = 4;
  const int64_t lanes = machine.threads.lanes;
  RankedTensorType sum = op.getAccumulator().getType();
  auto evenPart = [&](int64_t dim) {
    const int64_t extent = sum.getDimSize(sum.getRank() - 2 + dim);
    return extent & -extent;
  };
  MatrixInstruction row;
  row.name = productOfLanesName.str();
  row.k = 1;
  const int64_t rows = evenPart(0);
  const int64_t columns = evenPart(1);
  const int64_t matrices = batchOf(op) & -batchOf(op);
  row.m = std::min(side, rows);
  row.n = std::min(side, columns);
  // Rather fewer each than lanes without any.
  while (row.m * row.n > 1 &&
         rows * columns * matrices < lanes * row.m * row.n) {
    (row.m < row.n ? row.n : row.m) /= 2;
  }
  auto add = [](FragmentMap &map, bool toLanes, int64_t down, int64_t across) {
    (toLanes ? map.lanes : map.registers).push_back({down, across});
  };
  for (int64_t step = 1; step < row.n; step *= 2) {
    add(row.rhs, false, 0, step);
    add(row.accumulator, false, 0, step);
  }
  for (int64_t step = 1; step < row.m; step *= 2) {
    add(row.lhs, false, step, 0);
    add(row.accumulator, false, step, 0);
  }
  // Lanes that share rows or columns hold copies of them, and those that
  // nothing is left for copies of the sums.
  for (int64_t lane = 1; lane < lanes; lane *= 2) {
    const bool alongColumns =
        row.n < columns && (row.n <= row.m || row.m == rows);
    const bool alongRows = !alongColumns && row.m < rows;
    const int64_t down = alongRows ? row.m : 0;
    const int64_t across = alongColumns ? row.n : 0;
    add(row.lhs, true, down, 0);
    add(row.rhs, true, 0, across);
    add(row.accumulator, true, down, across);
    row.m *= alongRows ? 2 : 1;
    row.n *= alongColumns ? 2 : 1;
  }
  return row;
}

std::optional<MatrixInstruction> instructionOf(DotOp op,
                                               const Machine &machine) {
  auto name = op->getAttrOfType<StringAttr>("instruction");
  if (!name) {
    return std::nullopt;
  }
  if (name.getValue() == productOfLanesName) {
    return productOfLanes(op, machine);
  }
  auto found =
      llvm::find_if(machine.instructions, [&](const MatrixInstruction &one) {
        return name.getValue() == one.name;
      });
  return found == machine.instructions.end() ? std::nullopt
                                             : std::optional(*found);
}

Layout fragmentLayout(const FragmentMap &map, int64_t rows, int64_t columns) {
  Layout layout;
  layout.base = {rows, columns};
  for (const FragmentMap::Column &column : map.registers) {
    layout.registers.push_back({column[0], column[1]});
  }
  for (const FragmentMap::Column &column : map.lanes) {
    layout.lanes.push_back({column[0], column[1]});
  }
  return layout;
}

std::optional<DotLayouts> dotLayouts(DotOp op, const Machine &machine,
                                     int64_t warps) {
  if (op.getLhsScale() || op.getPromote()) {
    return std::nullopt;
  }
  std::vector<MatrixInstruction> instructions = machine.instructions;
  instructions.push_back(productOfLanes(op, machine));
  for (const MatrixInstruction &instruction : instructions) {
    if (!fits(instruction, op)) {
      continue;
    }
    const Layout lhs =
        partOf(op, instruction, instruction.lhs, instruction.m, instruction.k);
    const Layout rhs =
        partOf(op, instruction, instruction.rhs, instruction.k, instruction.n);
    const Layout sum = partOf(op, instruction, instruction.accumulator,
                              instruction.m, instruction.n);
    const Shares shares =
        shareProduct(op, instruction, sum.rank() == 2 ? 1 : sum.base[0], warps);
    return DotLayouts{instruction, overWarps(lhs, shares, 0, -1),
                      overWarps(rhs, shares, -1, 1),
                      overWarps(sum, shares, 0, 1)};
  }
  return std::nullopt;
}

} // namespace weft::tile
