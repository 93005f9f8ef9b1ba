// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/CPU/Candidates/Products.h"

#include "weft/Target/CPU/Candidates/FindProduct.h"
#include "weft/Target/CPU/Candidates/ProductBlocks.h"

#include "weft/Machine/OperationCosts.h"
#include "weft/Machine/Rows.h"
#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Support/Summation.h"
#include "weft/Tile/Tiling/ElementTypes.h"
#include "weft/Tile/Tiling/Packing.h"

#include <llvm/ADT/Sequence.h>
#include <llvm/Support/MathExtras.h>

#include <numeric>

using namespace mlir;
using namespace weft::tile;

namespace weft::cpu {
namespace {

/// Columns from which on a left operand that could stay where it is is worth
/// packing: by then it is read often enough.
constexpr int64_t manyColumns = 96;

/// Bytes of the vectors beside which the costs of packing were measured.
constexpr int64_t measuredBytes = 32;

/// Tiles of rows that a program has at least, where there are as many.
constexpr int64_t fewestTiles = 8;

/// How an instruction of the machine multiplies these numbers; nothing if none
/// does.
std::optional<ProductForm> formFor(const MatrixInstruction &row, Type lhs,
                                   Type rhs, Type result) {
  const unsigned bits = row.element == "i8" ? 8 : 16;
  constexpr unsigned laneBits = 32;
  // Registers for matrices have a row of terms on the left, and of the right
  // factor, as all others do, what fits into a lane.
  ProductForm form = {.leftGroup = row.k,
                      .group = row.holdsMatrices() ? laneBits / bits : row.k,
                      .bits = bits,
                      .movesLeft = false};
  if (row.element == "bf16") {
    const bool isSummed =
        isa<FloatType>(result) && result.getIntOrFloatBitWidth() <= laneBits;
    return lhs.isBF16() && rhs.isBF16() && isSummed ? std::optional(form)
                                                    : std::nullopt;
  }
  auto isNarrow = [&](Type element, unsigned bits) {
    auto integer = dyn_cast<IntegerType>(element);
    return integer && !isBoolean(element) && integer.getWidth() <= bits;
  };
  // All integers of eight bits fit into sixteen with their sign.
  const bool isRoomy = bits == 16 && isNarrow(lhs, 8) && isNarrow(rhs, 8);
  if (!isNarrow(lhs, bits) || !isNarrow(rhs, bits) ||
      !isNarrow(result, laneBits)) {
    return std::nullopt;
  }
  if (isRoomy || row.fits(isUnsigned(lhs), isUnsigned(rhs))) {
    return form;
  }
  form.movesLeft = row.signs == IntegerSigns::UnsignedBySigned;
  return form.movesLeft && row.fits(/*lhsIsUnsigned=*/true, isUnsigned(rhs))
             ? std::optional(form)
             : std::nullopt;
}

class ProductChoice {
public:
  ProductChoice(const TiledProgram &ones, const Product &product,
                const Machine &machine)
      : space(*ones.space), product(product), machine(machine),
        packedBytes(machine.cacheBytes(2) * 3 / 8),
        longBytes(machine.cacheBytes(2) * 2),
        smallBytes(machine.cacheBytes(1) / 2),
        fewestPrograms(machine.costs.workers * 2) {
    int64_t bytes = 4;
    for (Value value : llvm::concat<Value>(product.op->getOperands(),
                                           product.op->getResults())) {
      Type element = cast<RankedTensorType>(value.getType()).getElementType();
      bytes = std::max<int64_t>(
          bytes,
          llvm::divideCeil(partType(element).getIntOrFloatBitWidth(), 8));
      isComplex |= tile::isComplex(element);
    }
    elementBytes = bytes;
    findForm();
    for (unsigned operand : {0, 1}) {
      if (std::optional<Packing> packing = product.packings[operand]) {
        packing->group =
            operand == 0 ? instruction.leftGroup : instruction.group;
        panels[operand] =
            findPanel(product.op->getOperand(operand), *packing).value_or(0);
      }
    }
    lanes = std::max<int64_t>(1, machine.vectorBytes / bytes);
    candidate.sizes.assign(space.dimensions.size(), 1);
    candidate.keepsCostly = true;
    candidate.hasTotals = true;
  }

  /// Instructions that take several terms at once need as many, those on
  /// matrices a good part of a register besides.
  void findForm() {
    auto elementOf = [](Value value) {
      return cast<RankedTensorType>(value.getType()).getElementType();
    };
    // It may ask for other sums than those of the instruction.
    if (auto dot = dyn_cast<stablehlo::DotGeneralOp>(product.op);
        dot && dot.getAlgorithm()) {
      return;
    }
    for (const MatrixInstruction &row : machine.instructions) {
      std::optional<ProductForm> form =
          formFor(row, elementOf(product.op->getOperand(0)),
                  elementOf(product.op->getOperand(1)),
                  elementOf(product.op->getResult(0)));
      const bool isLarge =
          product.columnsOfGroup == 0 && extentOf(product.depth) >= row.k &&
          (row.m == 1 ||
           (2 * countRows() >= row.m && extentOf(product.column) >= row.n));
      if (form && isLarge) {
        instruction = *form;
        squareSums = sumsSquares(row) ? row.m * row.n : 0;
        matrixRow = row.holdsMatrices() ? &row : nullptr;
        elementBytes = form->bits / 8;
        return;
      }
    }
  }

  /// The operands that had better be packed before the kernel runs.
  PackingChoice choosePackings(IsPackedFreely isFree) {
    choose();
    std::array<bool, 2> canShare = {false, false};
    std::array<bool, 2> isPaid = {false, false};
    for (unsigned operand : {0, 1}) {
      canShare[operand] = canPack(operand);
      isPaid[operand] = canShare[operand] &&
                        isFree(findMoved(product.op->getOperand(operand)));
    }
    const SharedPacking shared = chooseSharing(work, canShare, isPaid, machine);
    PackingChoice choice = {{}, shared.picoseconds, shared.otherwise};
    if (const int64_t saved = savedByOrder(isFree);
        saved > 0 && !shared.isShared[0]) {
      Packing &order = choice.packings.emplace_back();
      order.depth = depthOfInput();
      choice.picoseconds = std::max<int64_t>(0, choice.picoseconds - saved);
    }
    for (unsigned operand : {0, 1}) {
      if (shared.isShared[operand]) {
        Packing packing = *product.packings[operand];
        packing.panel = operand == 0 ? work.height : work.width;
        packing.group =
            operand == 0 ? instruction.leftGroup : instruction.group;
        choice.packings.push_back(std::move(packing));
      }
    }
    return choice;
  }

  Candidate run() {
    choose();
    return std::move(candidate);
  }

private:
  void choose() {
    int64_t rows = countRows();
    int64_t columns = extentOf(product.column);
    if (matrixRow) {
      chooseMatrixTiles(rows, columns);
    } else if (rows == 1 || columns == 1) {
      chooseVector(rows == 1);
    } else if (hasFewColumns(rows, columns)) {
      chooseThin(columns);
    } else {
      chooseTiles(rows, columns);
    }
  }

  int64_t extentOf(unsigned d) const {
    return d == none ? 1 : space.dimensions[d].extent;
  }

  int64_t countRows() const {
    int64_t rows = 1;
    for (unsigned d : product.rows) {
      rows *= extentOf(d);
    }
    return rows;
  }

  void setSize(unsigned d, int64_t size) {
    if (d != none) {
      candidate.sizes[d] = std::max<int64_t>(size, 1);
    }
  }

  /// Columns of a tile of at most `vectors`, all in one group.
  int64_t fitColumns(int64_t vectors) const {
    if (product.columnsOfGroup == 0) {
      return fit(product.column, vectors);
    }
    int64_t width = std::min(product.columnsOfGroup, lanes * vectors);
    while (product.columnsOfGroup % width != 0) {
      --width;
    }
    return width;
  }

  /// At most `vectors`, and no more than there is.
  int64_t fit(unsigned d, int64_t vectors) const {
    int64_t extent = extentOf(d);
    return extent <= lanes
               ? extent
               : std::min(lanes * vectors,
                          static_cast<int64_t>(llvm::alignTo(extent, lanes)));
  }

  /// A matrix and a vector.
  void chooseVector(bool leftIsVector) {
    unsigned line = leftIsVector           ? product.column
                    : product.rows.empty() ? none
                                           : product.rows.back();
    bool isAlong = leftIsVector ? product.rightIsAlong : product.leftIsAlong;
    if (line == none || isAlong) {
      // Rows of the matrix, added up vector by vector.
      setSize(line, std::min<int64_t>(extentOf(line), 4));
      setSize(product.depth, fit(product.depth, 4));
    } else {
      Value matrix = product.op->getOperand(leftIsVector ? 1 : 0);
      setSize(line, fit(line, vectorsAcross(line, matrix)));
    }
  }

  /// Vectors of a row of a matrix that programs walk row by row. Twice as many
  /// are worth it as long as there are enough programs: a page is left after so
  /// many lines, before the machine has seen that it reads them in turn. Narrow
  /// floats take as long to be converted.
  int64_t vectorsAcross(unsigned line, Value matrix) const {
    Type element = cast<RankedTensorType>(matrix.getType()).getElementType();
    const int64_t vectors = vectorsOfLongRow(machine);
    const bool isWorthIt =
        (isa<IntegerType>(element) || isAsNeeded(matrix)) &&
        4 * vectors <= machine.vectorRegisters &&
        extentOf(line) * countOthers() >= 2 * vectors * lanes * fewestPrograms;
    return isWorthIt ? 2 * vectors : vectors;
  }

  /// Columns that do not fill two vectors, and long rows of the left operand to
  /// walk along instead.
  bool hasFewColumns(int64_t rows, int64_t columns) const {
    return panels[1] == 0 && product.columnsOfGroup == 0 && columns < lanes &&
           rows >= 16 && product.leftIsAlong && !isComplex &&
           isAsNeeded(product.op->getOperand(0)) &&
           extentOf(product.depth) >= thinDepth();
  }

  /// Terms of a step along rows that are worth adding up the lanes of their
  /// products; of more it does not count.
  int64_t thinDepth() const {
    constexpr int64_t fewest = 32;
    return std::min(8 * lanes, fewest);
  }

  void chooseThin(int64_t columns) {
    // Half of the registers, if that is whole rows.
    const int64_t half = machine.vectorRegisters / 2;
    const int64_t sums = half % columns == 0 ? std::max<int64_t>(12, half) : 12;
    int64_t height = chooseRows(std::max<int64_t>(1, sums / columns));
    setSize(product.column, columns);
    int64_t depth =
        extentOf(product.depth) >= 8 * lanes ? 8 * lanes : thinDepth();
    for (int64_t longer = 2 * depth; longer >= depth; longer -= lanes) {
      if (extentOf(product.depth) % longer == 0) {
        depth = longer;
        break;
      }
    }
    setSize(product.depth, depth);
    candidate.inner.assign(product.rows.begin(), product.rows.end());
    candidate.inner.push_back(product.column);
    candidate.blocks.assign(space.dimensions.size(), 0);
    cutRows(std::clamp(countRows() / fewestPrograms, height * fewestTiles,
                       height * 64));
    candidate.kept.push_back({product.op, 1});
  }

  /// The features of a convolution's input.
  int64_t depthOfInput() const {
    return static_cast<int64_t>(cast<stablehlo::ConvolutionOp>(product.op)
                                    .getDimensionNumbers()
                                    .getInputFeatureDimension());
  }

  /// Picoseconds of one thread that it saves to bring the features of each
  /// place of a convolution's input together before the kernel runs. Where they
  /// lie apart, an element takes so many products longer to load, for each
  /// place of the window and each tile of columns (Sapphire Rapids: 0.34 ns,
  /// and 1.1 ns to be brought into order).
  int64_t savedByOrder(IsPackedFreely isFree) const {
    constexpr int64_t fewTerms = 4;
    constexpr int64_t perApart = 7;
    constexpr int64_t perMove = 28;
    constexpr int64_t perKernel = int64_t{1} << 16;
    if (!isa<stablehlo::ConvolutionOp>(product.op) || product.leftIsAlong ||
        product.columnsOfGroup > 0 || extentOf(product.depth) < fewTerms ||
        !canMove(0)) {
      return 0;
    }
    Value input = product.op->getOperand(0);
    const int64_t elements =
        cast<RankedTensorType>(input.getType()).getNumElements();
    const auto tiles = static_cast<int64_t>(llvm::divideCeil(
        extentOf(product.column), candidate.sizes[product.column]));
    const int64_t loads = product.terms / extentOf(product.depth) * tiles;
    const int64_t moves =
        isFree(findMoved(input)) ? 0 : elements * perMove + perKernel;
    return (elements * loads * perApart - moves) *
           machine.costs.unitPicoseconds;
  }

  /// Whether an operand can be packed by whoever knows nothing of products: an
  /// array that is multiplied as it is, in whatever order, and whole steps of
  /// its terms.
  bool canPack(unsigned operand) const {
    return product.packings[operand] && canMove(operand) &&
           extentOf(product.depth) % candidate.sizes[product.depth] == 0;
  }

  /// Whether an operand is an array that is multiplied as it is, in whatever
  /// order.
  bool canMove(unsigned operand) const {
    Value value = product.op->getOperand(operand);
    Type element = cast<RankedTensorType>(value.getType()).getElementType();
    Type result = cast<RankedTensorType>(product.op->getResult(0).getType())
                      .getElementType();
    auto dot = dyn_cast<stablehlo::DotGeneralOp>(product.op);
    const bool isOther = isComplex || (dot && dot.getAlgorithm()) ||
                         isa<FloatType>(element) != isa<FloatType>(result);
    const int64_t bits = partType(element).getIntOrFloatBitWidth();
    const bool isAsItIs = instruction.bits == 0
                              ? bits >= 32
                              : bits == instruction.bits &&
                                    !(operand == 0 && instruction.movesLeft);
    return findMoved(value) && !isOther && isAsItIs;
  }

  /// Whether an operand can be multiplied as it lies in memory.
  static bool isAsNeeded(Value operand) {
    Type element = cast<RankedTensorType>(operand.getType()).getElementType();
    return isa<BlockArgument>(operand) && !tile::isComplex(element) &&
           llvm::divideCeil(element.getIntOrFloatBitWidth(), 8) >= 4;
  }

  /// Terms of a step: so many that the loop around is not felt, and no more,
  /// since each is code for all sums of a tile; and so that the last step is
  /// full, where that can be. An operand that lies along them is read in longer
  /// pieces: its lines lie far apart, and may push each other out of the cache.
  int64_t chooseDepth() const {
    if (instruction.group > 1) {
      return chooseGroups() * instruction.group;
    }
    // So many make one step, and more where loops over a window with few turns
    // are around it, unless its code turned wide vectors.
    constexpr int64_t most = 16;
    const bool isWindow = isa<stablehlo::ConvolutionOp>(product.op) &&
                          (product.leftIsAlong || lanes <= 4);
    const int64_t few = isWindow ? most : 8;
    int64_t extent = extentOf(product.depth);
    if (extent <= few) {
      return extent;
    }
    const int64_t usual =
        std::min<int64_t>(lanes, product.rightIsAlong ? 8 : 4);
    for (int64_t depth = usual; depth > 2; depth /= 2) {
      if (extent % depth == 0) {
        return depth;
      }
    }
    if (usual > 2 && extent % 3 == 0) {
      return 3;
    }
    return extent <= most ? extent : usual;
  }

  /// The same for groups of terms.
  int64_t chooseGroups() const {
    const int64_t most = product.rightIsAlong ? 8 : 4;
    int64_t groups =
        llvm::divideCeil(extentOf(product.depth), instruction.group);
    for (int64_t depth = most; depth > 3; depth /= 2) {
      if (groups % depth == 0) {
        return depth;
      }
    }
    return std::min(groups, most);
  }

  /// Columns of a tile, at most so many vectors: the fewer of them, the more a
  /// step costs besides its products. A last tile that is not full has code of
  /// its own.
  int64_t chooseWidth(int64_t height, int64_t mostVectors) const {
    return panels[1] > 0 ? panels[1] : ownWidth(height, mostVectors);
  }

  /// The same where no panels say it.
  int64_t ownWidth(int64_t height, int64_t mostVectors) const {
    constexpr int64_t perStep = 4;
    int64_t extent = extentOf(product.column);
    int64_t best = fitColumns(1);
    int64_t bestCost = INT64_MAX;
    for (int64_t vectors = mostVectors; vectors >= 1; --vectors) {
      int64_t width = fitColumns(vectors);
      int64_t tiles = llvm::divideCeil(extent, width);
      int64_t cost = tiles * (height * vectors + perStep);
      if (extent % width != 0) {
        cost += cost / 18;
      }
      if (cost < bestCost) {
        best = width;
        bestCost = cost;
      }
    }
    return best;
  }

  /// Tiles of at most so many rows, in several dimensions where the innermost
  /// has few: as few tiles as can be, none of them wasted. Returns how many
  /// rows a tile has.
  int64_t chooseRows(int64_t most) {
    if (panels[0] > 0) {
      setSize(product.rows.front(), panels[0]);
      return panels[0];
    }
    llvm::SmallVector<int64_t> best;
    int64_t bestCost = INT64_MAX;
    llvm::SmallVector<int64_t> sizes(product.rows.size(), 1);
    // What a step costs besides its rows.
    constexpr int64_t perStep = 2;
    auto tryFrom = [&](auto &&tryFrom, size_t open, int64_t height,
                       int64_t tiles) -> void {
      if (open == 0) {
        int64_t cost = tiles * (height + perStep);
        if (cost < bestCost) {
          bestCost = cost;
          best = sizes;
        }
        return;
      }
      int64_t extent = extentOf(product.rows[open - 1]);
      for (int64_t size = std::min(extent, most / height); size >= 1; --size) {
        sizes[open - 1] = size;
        tryFrom(tryFrom, open - 1, height * size,
                tiles * static_cast<int64_t>(llvm::divideCeil(extent, size)));
      }
    };
    tryFrom(tryFrom, sizes.size(), 1, 1);
    int64_t height = 1;
    for (auto [d, size] : llvm::zip_equal(product.rows, best)) {
      setSize(d, size);
      height *= size;
    }
    return height;
  }

  /// How far a program goes in each dimension of rows, so that it has at most
  /// so many: the outermost ones are cut first, into equal parts.
  void cutRows(int64_t most) {
    llvm::SmallVector<int64_t> blocks;
    int64_t rows = 1;
    for (unsigned d : product.rows) {
      blocks.push_back(llvm::alignTo(extentOf(d), candidate.sizes[d]));
      rows *= blocks.back();
    }
    for (auto [d, block] : llvm::zip_equal(product.rows, blocks)) {
      const int64_t others = rows / block;
      const int64_t parts = llvm::divideCeil(rows, most);
      block = llvm::alignTo(llvm::divideCeil(extentOf(d), parts),
                            candidate.sizes[d]);
      rows = others * block;
      candidate.blocks[d] = block;
    }
  }

  void chooseTiles(int64_t rows, int64_t columns) {
    if (instruction.group > 1) {
      chooseGroupedTiles(rows, columns);
      return;
    }
    // Sums in half of the registers, where the left operand takes the others
    // with several columns of its rows at a time. One that is packed is read
    // column by column, and leaves more of them.
    // Complex numbers have four sums each.
    const int64_t registers = machine.vectorRegisters;
    constexpr int64_t rowsOfComplex = 3;
    int64_t height = chooseRows(isComplex ? rowsOfComplex : registers / 4);
    const int64_t vectors =
        isComplex ? std::max<int64_t>(1, registers * 3 / 16 / height)
                  : registers / 2 / height;
    int64_t width = chooseWidth(height, vectors);
    // What is kept does not depend on who packs the right operand.
    const int64_t least = ownWidth(height, vectors);
    bool isLong = product.terms * 2 * least * elementBytes > longBytes;
    bool isConvolution = isa<stablehlo::ConvolutionOp>(product.op);
    bool keepsLeft =
        panels[0] == 0 && !isLong && product.columnsOfGroup == 0 &&
        columns > 2 * least &&
        (isConvolution || !product.leftIsAlong ||
         !isAsNeeded(product.op->getOperand(0)) || columns >= manyColumns);
    if ((keepsLeft || panels[0] > 0) && !isComplex) {
      width = chooseWidth(height, registers * 3 / 4 / height);
    }
    setSize(product.column, width);
    setSize(product.depth, chooseDepth());
    bool keepsRight = panels[1] == 0 && !isLong && rows > 2 * height &&
                      (product.terms * columns * elementBytes > smallBytes ||
                       product.rightIsAlong || rightLiesApart() ||
                       !isAsNeeded(product.op->getOperand(1)));
    candidate.inner.assign(product.rows.begin(), product.rows.end());
    candidate.inner.push_back(product.column);
    chooseBlocks(rows, columns, height, width, keepsLeft, keepsRight);
  }

  /// Products by instructions that take terms in groups. The right operand is
  /// brought into groups once for all rows, and so is a left one whose terms do
  /// not lie side by side. A row of the tile has as many sums as the narrow
  /// factors have lanes, so that registers of both are full.
  void chooseGroupedTiles(int64_t rows, int64_t columns) {
    candidate.product = instruction;
    const int64_t registers = machine.vectorRegisters * 3 / 4;
    int64_t height = 0;
    int64_t width = 0;
    if (squareSums > 0) {
      constexpr int64_t mostColumns = 16;
      constexpr int64_t mostRows = 12;
      width = panels[1] > 0 ? panels[1]
                            : fit(product.column,
                                  std::max<int64_t>(1, mostColumns / lanes));
      height = chooseRows(std::min(mostRows, registers * squareSums / width));
    } else {
      const int64_t vectors = 4;
      // What is counted beside the sums is a row more.
      height =
          chooseRows(registers / vectors - (instruction.movesLeft ? 1 : 0));
      width = panels[1] > 0 ? panels[1] : fit(product.column, vectors);
    }
    setSize(product.column, width);
    setSize(product.depth, chooseDepth());
    candidate.inner.assign(product.rows.begin(), product.rows.end());
    // Squares take terms so fast that it counts how much of a step comes from
    // the second cache: the columns of a tile, which are more than its rows,
    // stay in the first one.
    walksRowsInside = squareSums > 0;
    candidate.inner.insert(walksRowsInside ? candidate.inner.begin()
                                           : candidate.inner.end(),
                           product.column);
    const bool isLong = product.terms * 2 * width * elementBytes > longBytes;
    chooseBlocks(rows, columns, height, width,
                 panels[0] == 0 && !isLong && columns > 2 * width,
                 panels[1] == 0 && !isLong && rows > height, instruction.group);
  }

  /// Products in registers that hold matrices: two by two of them, or four
  /// beside each other where there are few rows. Both factors are kept in the
  /// form they are loaded in.
  void chooseMatrixTiles(int64_t rows, int64_t columns) {
    candidate.product = instruction;
    const int64_t lines = matrixRow->m;
    const int64_t height = chooseRows(rows <= lines ? lines : 2 * lines);
    const int64_t wide = height <= lines && columns >= 4 * lines ? 4 : 2;
    const int64_t width =
        panels[1] > 0 ? panels[1] : std::min(columns, wide * lines);
    setSize(product.column, width);
    setSize(product.depth, matrixRow->k);
    candidate.inner.assign(product.rows.begin(), product.rows.end());
    candidate.inner.push_back(product.column);
    // A register adds up its terms before they meet the sum.
    candidate.hasTotals =
        product.terms > longestChainOfProducts * matrixRow->k / 2;

    // Registers are loaded from memory only, so both are kept, unless the left
    // one can stay where it is. Half of its terms are products that a vector
    // would take as long for.
    chooseBlocks(rows, columns, height, width,
                 panels[0] == 0 && !hasRowsInPlace(height, columns),
                 /*keepsRight=*/panels[1] == 0, matrixRow->k / 2);
  }

  /// Whether rows of the left operand are loaded into registers for matrices
  /// from where they lie: whole ones, each with all terms of a step.
  bool hasRowsInPlace(int64_t height, int64_t columns) const {
    Value left = product.op->getOperand(0);
    auto type = cast<RankedTensorType>(left.getType());
    const auto bytes = static_cast<int64_t>(
        llvm::divideCeil(type.getElementTypeBitWidth(), 8));
    const bool isWhole = isa<stablehlo::DotGeneralOp>(product.op) &&
                         isa<BlockArgument>(left) && product.leftIsAlong &&
                         bytes == elementBytes &&
                         extentOf(product.depth) % matrixRow->k == 0 &&
                         product.terms == extentOf(product.depth);
    // One dimension of rows, which its tiles divide.
    if (!isWhole ||
        llvm::count_if(product.rows,
                       [&](unsigned d) { return candidate.sizes[d] > 1; }) !=
            1 ||
        llvm::any_of(product.rows, [&](unsigned d) {
          return extentOf(d) % candidate.sizes[d] != 0;
        })) {
      return false;
    }
    // Rows that lie a large power of two apart push each other out of the first
    // cache: most have 64 sets of lines of 64 bytes, and a few lines in each.
    // They are worth copying where they are read more often than that takes.
    constexpr int64_t lineBytes = 64;
    constexpr int64_t sets = 64;
    constexpr int64_t mostOfSet = 4;
    constexpr int64_t mostReads = 4;
    const int64_t pitch = type.getShape().back() * bytes / lineBytes;
    const int64_t used = sets / std::gcd(std::max<int64_t>(pitch, 1), sets);
    return height <= mostOfSet * used ||
           columns <= mostReads * candidate.sizes[product.column];
  }

  /// Programs that other dimensions make.
  int64_t countOthers() const {
    int64_t others = 1;
    for (unsigned d = 0; d < space.parallelCount(); ++d) {
      if (d != product.column && !llvm::is_contained(product.rows, d)) {
        others *= space.dimensions[d].extent;
      }
    }
    return others;
  }

  /// Whether neither lines nor terms of the right operand are neighbours in
  /// memory, as in windows whose features come first.
  bool rightLiesApart() const {
    const std::optional<Packing> &packing = product.packings[1];
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(product.op->getOperand(1).getType()).getShape();
    int64_t minor = static_cast<int64_t>(shape.size()) - 1;
    while (minor > 0 && shape[static_cast<size_t>(minor)] == 1) {
      --minor;
    }
    return packing && packing->line != minor && packing->depth != minor;
  }

  /// Vectors of products in the time that an element takes to be packed which
  /// is moved by itself.
  static constexpr int64_t perSingle = 4;

  /// What sixteen threads of an Emerald Rapids lose: a line that another has
  /// packed takes 70 to 140 ns, as many products as these; and f32 of 1024 took
  /// 2.3 ms by 16 programs, 2.0 by 64. Two threads of a Neoverse V1, where the
  /// other costs were measured, felt neither.
  static constexpr int64_t perHandedLine = 2200;
  static constexpr int64_t lateTurns = 1;

  /// How far a program goes, and what it keeps.
  void chooseBlocks(int64_t rows, int64_t columns, int64_t height,
                    int64_t width, bool keepsLeft, bool keepsRight,
                    int64_t rate = 1) {
    // Instructions that take several terms have been measured as they are.
    const int64_t pace =
        rate > 1 ? 1
                 : std::max<int64_t>(1, machine.vectorBytes / measuredBytes);
    const bool isX86 = machine.architecture == Architecture::X86;
    work = {.rows = rows,
            .columns = columns,
            .terms = product.terms,
            .others = countOthers(),
            .height = height,
            .width = width,
            .elementBytes = elementBytes,
            .rate = rate,
            .pace = pace,
            .keeps = {keepsLeft, keepsRight},
            .walksRight = !keepsRight && panels[1] == 0 &&
                          product.terms * columns * elementBytes > smallBytes,
            .hasPanels = panels[0] > 0 || panels[1] > 0,
            .hasLeftGroups = product.leftIsAlong && instruction.group > 1,
            .repeatsLeft = isX86,
            .hasWindows = isa<stablehlo::ConvolutionOp>(product.op),
            .walksRowsInside = walksRowsInside,
            .perRight = rightLiesApart() ? lanes * perSingle
                                         : ProductWork().perRight * pace,
            .lateTurns = isX86 ? lateTurns : 0,
            .perHandedLine = isX86 ? perHandedLine * pace : 0,
            .packedBytes = packedBytes};
    const ProductBlock block = chooseBlock(work);
    candidate.blocks.assign(space.dimensions.size(), 0);
    candidate.blocks[product.column] = block.columns;
    cutRows(block.rows);
    if (keepsLeft) {
      candidate.kept.push_back({product.op, 0});
    }
    if (keepsRight) {
      candidate.kept.push_back({product.op, 1});
    }
  }

  const TilingSpace &space;
  const Product &product;
  const Machine &machine;
  /// How much of the packed right operand a program holds.
  int64_t packedBytes;
  /// Beyond that, columns are too long to be packed at all.
  int64_t longBytes;
  /// A right operand that stays in the first cache all by itself.
  int64_t smallBytes;
  /// Enough programs to keep all workers busy to the end.
  int64_t fewestPrograms;
  int64_t elementBytes = 4;
  int64_t lanes = 1;
  /// What an instruction makes of the factors, if one does; and its row, if it
  /// has registers of its own.
  ProductForm instruction;
  const MatrixInstruction *matrixRow = nullptr;
  /// Sums in a register, where they are squares; else 0.
  int64_t squareSums = 0;
  /// Whether a program takes all rows to a tile of columns before the next.
  bool walksRowsInside = false;
  /// Whether sums are two numbers each.
  bool isComplex = false;
  /// Lines of the panels of an operand that comes packed; 0 for one that does
  /// not.
  int64_t panels[2] = {0, 0};
  ProductWork work;
  Candidate candidate;
};

} // namespace

int64_t vectorsOfLongRow(const Machine &machine) {
  constexpr int64_t enoughBytes = 512;
  return std::max<int64_t>(1, std::min(machine.vectorRegisters / 2,
                                       enoughBytes / machine.vectorBytes));
}

std::optional<Candidate> proposeProduct(const TiledProgram &simple,
                                        const Machine &machine) {
  std::optional<Product> product = findLeader(simple);
  return product ? std::optional(ProductChoice(simple, *product, machine).run())
                 : std::nullopt;
}

PackingChoice chooseProductPackings(const TiledProgram &simple,
                                    const Machine &machine,
                                    IsPackedFreely isFree) {
  std::optional<Product> product = findLeader(simple);
  return product
             ? ProductChoice(simple, *product, machine).choosePackings(isFree)
             : PackingChoice();
}

} // namespace weft::cpu
