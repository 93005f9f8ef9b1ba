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
  return hasTypes && sum.getRank() == 2 &&
         sum.getDimSize(0) % instruction.m == 0 &&
         sum.getDimSize(1) % instruction.n == 0 &&
         lhs.getDimSize(1) % instruction.k == 0;
}

/// As many warps along a dim as there are, and as it has parts for.
int64_t most(int64_t warps, int64_t extent, int64_t part) {
  const int64_t parts = extent / part;
  return std::min(warps, parts & -parts);
}

/// One warp's layout, repeated over warps along the dims; -1 for none.
Layout overWarps(const Layout &one, int64_t rowWarps, int64_t rowDim,
                 int64_t columnWarps, int64_t columnDim, int64_t warps) {
  Layout result = one;
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
  spread(rowWarps, rowDim);
  spread(columnWarps, columnDim);
  spread(warps / (rowWarps * columnWarps), -1);
  return result;
}

} // namespace

MatrixInstruction productOfLanes(DotOp op, const Machine &machine) {
  constexpr int64_t side = 4;
  const int64_t lanes = machine.threads.lanes;
  auto partOf = [&](int64_t dim) {
    const int64_t extent = op.getAccumulator().getType().getShape()[dim];
    return extent & -extent;
  };
  MatrixInstruction row;
  row.name = productOfLanesName.str();
  row.k = 1;
  const int64_t rows = partOf(0);
  const int64_t columns = partOf(1);
  row.m = std::min(side, rows);
  row.n = std::min(side, columns);
  // Rather fewer each than lanes without any.
  while (row.m * row.n > 1 && rows * columns < lanes * row.m * row.n) {
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
  if (op.getAccumulator().getType().getRank() == 2) {
    instructions.push_back(productOfLanes(op, machine));
  }
  for (const MatrixInstruction &instruction : instructions) {
    if (!fits(instruction, op)) {
      continue;
    }
    const int64_t rows = op.getAccumulator().getType().getDimSize(0);
    const int64_t columns = op.getAccumulator().getType().getDimSize(1);
    std::pair<int64_t, int64_t> best = {1, 1};
    auto shared = [&](std::pair<int64_t, int64_t> split) {
      return rows / split.first + columns / split.second;
    };
    for (int64_t along = 1; along <= warps; along *= 2) {
      const int64_t rowWarps = most(along, rows, instruction.m);
      const std::pair split = {rowWarps,
                               most(warps / rowWarps, columns, instruction.n)};
      if (shared(split) < shared(best)) {
        best = split;
      }
    }
    auto [rowWarps, columnWarps] = best;
    return DotLayouts{
        instruction,
        overWarps(fragmentLayout(instruction.lhs, instruction.m, instruction.k),
                  rowWarps, 0, columnWarps, -1, warps),
        overWarps(fragmentLayout(instruction.rhs, instruction.k, instruction.n),
                  rowWarps, -1, columnWarps, 1, warps),
        overWarps(fragmentLayout(instruction.accumulator, instruction.m,
                                 instruction.n),
                  rowWarps, 0, columnWarps, 1, warps)};
  }
  return std::nullopt;
}

} // namespace weft::tile
