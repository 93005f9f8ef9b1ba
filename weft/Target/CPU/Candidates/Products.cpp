// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/CPU/Candidates/Products.h"

#include "weft/Machine/OperationCosts.h"
#include "weft/Machine/Rows.h"
#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Support/Summation.h"
#include "weft/Tile/Tiling/ElementTypes.h"

#include <llvm/Support/MathExtras.h>

#include <numeric>

using namespace mlir;
using namespace weft::tile;

namespace weft::cpu {
namespace {

constexpr unsigned none = ~0u;

/// Columns from which on a left operand that could stay where it is is worth
/// packing: by then it is read often enough.
constexpr int64_t manyColumns = 96;

/// Tiles of rows that a program has at least, where there are as many.
constexpr int64_t fewestTiles = 8;

/// The product of a block, in terms of the dimensions of the space.
struct Product {
  Operation *op = nullptr;
  /// Dimensions that only the left operand has, outermost first.
  llvm::SmallVector<unsigned> rows;
  /// Innermost column and contracted dimension; `none` where there is none.
  unsigned column = none;
  unsigned depth = none;
  /// How many elements all contracted dimensions have.
  int64_t terms = 1;
  /// Whether the last dimension of an operand is the contracted one.
  bool leftIsAlong = false;
  bool rightIsAlong = false;
};

std::optional<Product> findProduct(const TiledProgram &ones) {
  const TilingSpace &space = *ones.space;
  Product product;
  const Instance *found = nullptr;
  for (const Instance &instance : ones.instances) {
    Operation *op = instance.value ? instance.value.getDefiningOp() : nullptr;
    if (instance.kind == Instance::Kind::Compute &&
        isa_and_present<stablehlo::DotGeneralOp, stablehlo::DotOp,
                        stablehlo::ConvolutionOp>(op)) {
      // Of several products none leads.
      if (found) {
        return std::nullopt;
      }
      found = &instance;
      product.op = op;
    }
  }
  if (!found || found->operandTiles.size() != 2 || found->sequential.empty()) {
    return std::nullopt;
  }
  auto dimensionOf = [](const DimensionTile &tile) {
    auto dim = dyn_cast<AffineDimExpr>(tile.offset);
    return dim ? dim.getPosition() : none;
  };
  ArrayRef<unsigned> contracted = space.sequential.find(product.op)->second;
  product.depth = contracted.back();
  for (unsigned d : contracted) {
    product.terms *= space.dimensions[d].extent;
  }
  const Tile &left = found->operandTiles[0].tile;
  const Tile &right = found->operandTiles[1].tile;
  auto isIn = [&](unsigned d, const Tile &tile) {
    return llvm::any_of(tile, [&](const DimensionTile &each) {
      return each.offset.isFunctionOfDim(d);
    });
  };
  for (const DimensionTile &tile : found->tile) {
    unsigned d = dimensionOf(tile);
    if (d == none) {
      if (isa<AffineConstantExpr>(tile.offset)) {
        continue;
      }
      return std::nullopt;
    }
    if (isIn(d, left) && !isIn(d, right)) {
      product.rows.push_back(d);
    } else if (isIn(d, right) && !isIn(d, left)) {
      product.column = d;
    }
  }
  // Groups, and a single place, have too little in common to be packed.
  if (isa<stablehlo::ConvolutionOp>(product.op) &&
      (product.rows.empty() || product.column == none)) {
    return std::nullopt;
  }
  product.leftIsAlong = dimensionOf(left.back()) == product.depth;
  product.rightIsAlong = dimensionOf(right.back()) == product.depth;
  return product;
}

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
      const bool isLarge = extentOf(product.depth) >= row.k &&
                           (row.m == 1 || (2 * countRows() >= row.m &&
                                           extentOf(product.column) >= row.n));
      if (form && isLarge) {
        instruction = *form;
        squareSums = sumsSquares(row) ? row.m * row.n : 0;
        matrixRow = row.holdsMatrices() ? &row : nullptr;
        elementBytes = form->bits / 8;
        return;
      }
    }
  }

  Candidate run() {
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
    return std::move(candidate);
  }

private:
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
      setSize(line, fit(line, vectorsOfLongRow(machine, lanes)));
    }
  }

  /// Columns that do not fill two vectors, and long rows of the left operand to
  /// walk along instead.
  bool hasFewColumns(int64_t rows, int64_t columns) const {
    return columns < lanes && rows >= 16 && product.leftIsAlong && !isComplex &&
           !isa<stablehlo::ConvolutionOp>(product.op) &&
           isAsNeeded(product.op->getOperand(0)) &&
           extentOf(product.depth) >= thinDepth();
  }

  /// Terms of a step along rows: enough vectors that adding up their lanes does
  /// not count.
  int64_t thinDepth() const { return 8 * lanes; }

  void chooseThin(int64_t columns) {
    int64_t height = chooseRows(std::max<int64_t>(1, 12 / columns));
    setSize(product.column, columns);
    int64_t depth = thinDepth();
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
    constexpr int64_t perStep = 4;
    int64_t extent = extentOf(product.column);
    int64_t best = fit(product.column, 1);
    int64_t bestCost = INT64_MAX;
    for (int64_t vectors = mostVectors; vectors >= 1; --vectors) {
      int64_t width = fit(product.column, vectors);
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
    int64_t width = chooseWidth(
        height, isComplex ? std::max<int64_t>(1, registers * 3 / 16 / height)
                          : registers / 2 / height);
    bool isLong = product.terms * 2 * width * elementBytes > longBytes;
    bool isConvolution = isa<stablehlo::ConvolutionOp>(product.op);
    bool keepsLeft =
        !isLong && columns > 2 * width &&
        (isConvolution || !product.leftIsAlong ||
         !isAsNeeded(product.op->getOperand(0)) || columns >= manyColumns);
    if (keepsLeft && !isComplex) {
      width = chooseWidth(height, registers * 3 / 4 / height);
    }
    setSize(product.column, width);
    setSize(product.depth, chooseDepth());
    bool keepsRight =
        !isLong && rows > 2 * height &&
        (product.terms * columns * elementBytes > smallBytes ||
         product.rightIsAlong || !isAsNeeded(product.op->getOperand(1)));
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
      width = fit(product.column, std::max<int64_t>(1, mostColumns / lanes));
      height = chooseRows(std::min(mostRows, registers * squareSums / width));
    } else {
      const int64_t vectors = 4;
      // What is counted beside the sums is a row more.
      height =
          chooseRows(registers / vectors - (instruction.movesLeft ? 1 : 0));
      width = fit(product.column, vectors);
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
    chooseBlocks(rows, columns, height, width, !isLong && columns > 2 * width,
                 !isLong && rows > height, instruction.group);
  }

  /// Products in registers that hold matrices: two by two of them, or four
  /// beside each other where there are few rows. Both factors are kept in the
  /// form they are loaded in.
  void chooseMatrixTiles(int64_t rows, int64_t columns) {
    candidate.product = instruction;
    const int64_t lines = matrixRow->m;
    const int64_t height = chooseRows(rows <= lines ? lines : 2 * lines);
    const int64_t wide = height <= lines && columns >= 4 * lines ? 4 : 2;
    const int64_t width = std::min(columns, wide * lines);
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
    chooseBlocks(rows, columns, height, width, !hasRowsInPlace(height, columns),
                 /*keepsRight=*/true, matrixRow->k / 2);
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

  /// How far a program goes, and what it keeps. Larger programs pack less for
  /// what they multiply, smaller ones are shared better: the block is taken
  /// that all numbers of threads up to sixteen together lose least by.
  void chooseBlocks(int64_t rows, int64_t columns, int64_t height,
                    int64_t width, bool keepsLeft, bool keepsRight,
                    int64_t rate = 1) {
    // In products of one lane: what it costs to start a program, and to pack an
    // element. One of the left operand is brought into another order.
    constexpr int64_t perProgram = 100'000;
    // Of an array that windows are cut out of, elements are looked for.
    const int64_t perLeft =
        (isa<stablehlo::ConvolutionOp>(product.op) ? 48 : 12) * elementBytes *
        rate;
    const int64_t perRight = 4 * elementBytes * rate;
    constexpr int64_t mostParts = 64;
    constexpr int64_t mostWorkers = 16;
    const int64_t others = countOthers();
    const bool hasPacked = keepsLeft || keepsRight;
    // Lines of the operand that is walked inside stay in the second cache.
    const int64_t mostLines = packedBytes / (product.terms * elementBytes);
    const int64_t mostColumns =
        walksRowsInside ? width * 64 : std::max(width * 2, mostLines);
    const int64_t mostRows =
        walksRowsInside ? std::max(height * 2, mostLines) : height * 64;
    int64_t rowBlock = llvm::alignTo(rows, height);
    int64_t columnBlock = llvm::alignTo(columns, width);
    int64_t best = INT64_MAX;
    auto partOf = [](int64_t extent, int64_t parts, int64_t size) {
      return static_cast<int64_t>(
          llvm::alignTo(llvm::divideCeil(extent, parts), size));
    };
    // From the fewest parts that are allowed on.
    const int64_t acrossFirst =
        hasPacked ? llvm::divideCeil(columns, mostColumns) : 1;
    const int64_t downFirst = llvm::divideCeil(rows, mostRows);
    for (int64_t across = acrossFirst; across < acrossFirst + mostParts;
         ++across) {
      const int64_t wide = partOf(columns, across, width);
      for (int64_t down = downFirst; down < downFirst + mostParts; ++down) {
        const int64_t high = partOf(rows, down, height);
        const int64_t packed = (keepsLeft ? high * perLeft : 0) +
                               (keepsRight ? wide * perRight : 0);
        const int64_t perTerm = (high * wide + packed) / rate;
        const int64_t one =
            saturatingMultiply(perTerm, product.terms) + perProgram;
        const int64_t programs = others * llvm::divideCeil(rows, high) *
                                 llvm::divideCeil(columns, wide);
        int64_t cost = 0;
        for (int64_t workers = 1; workers <= mostWorkers; workers *= 2) {
          cost = std::min(
              cost + saturatingMultiply(one, llvm::alignTo(programs, workers)),
              mostUnits);
        }
        if (cost < best) {
          best = cost;
          rowBlock = high;
          columnBlock = wide;
        }
        if (high == height) {
          break;
        }
      }
      if (wide == width) {
        break;
      }
    }
    candidate.blocks.assign(space.dimensions.size(), 0);
    candidate.blocks[product.column] = columnBlock;
    cutRows(rowBlock);
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
  Candidate candidate;
};

} // namespace

int64_t vectorsOfLongRow(const Machine &machine, int64_t lanes) {
  constexpr int64_t enough = 128;
  return std::max<int64_t>(
      1, std::min<int64_t>(machine.vectorRegisters / 2, enough / lanes));
}

std::optional<Candidate> proposeProduct(const TiledProgram &simple,
                                        const Machine &machine) {
  std::optional<Product> product = findProduct(simple);
  // Other loops would be walked again in every block.
  if (!product ||
      llvm::any_of(simple.space->sequential, [&](const auto &entry) {
        return entry.first != product->op;
      })) {
    return std::nullopt;
  }
  return ProductChoice(simple, *product, machine).run();
}

} // namespace weft::cpu
