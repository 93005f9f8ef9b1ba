// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products in registers that hold whole matrices (AMX): 8 registers of 16 rows
// of 64 bytes. A tile of up to 32 x 32 sums takes four of them, two hold the
// left factor's rows and two the right one's:
//
//            right 0   right 1          left   rows x k terms
//   left 0   sums 0    sums 1           right  k terms x columns, those of a
//   left 1   sums 2    sums 3                  column in fours of bytes
//
// They are loaded from memory and stored to it only, so the factors are kept
// there as the instruction wants them (ProductForm), each row of a register
// behind the one before. The left one's rows may lie where they are, too: that
// is one loop less, and memory that is not written. A factor that is neither is
// written to scratch memory first. The sums stay in their registers through the
// loop over the terms.
//
// One layout of the registers, rows and columns of each, is set where the
// kernel's function starts, and given back where it ends: a thread that leaves
// them in use makes each switch between threads dearer.
//
// The instruction for bf16 takes subnormal numbers for zero, adds up even and
// odd terms apart in f32, and then both to the sum: k terms cost it as many
// roundings as the longer of two chains of k / 2, and two for the joining.

#include "weft/Target/CPU/KernelEmitter.h"
#include "weft/Target/Code/Factor.h"
#include "weft/Tile/IR/ArgumentUses.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <mlir/Dialect/SCF/IR/SCF.h>

#include <array>

namespace weft::cpu {

namespace Intrinsic = llvm::Intrinsic;
using llvm::Value;

namespace {

constexpr int64_t registerCount = 8;
/// Of a register.
constexpr int64_t lines = 16;
constexpr int64_t lineBytes = 64;
/// Of a sum, and of the terms of a column that lie side by side.
constexpr int64_t sumBytes = 4;

/// Which register holds what, for a product of so many rows and columns.
struct Registers {
  int64_t rows;
  int64_t columns;

  int64_t down() const { return llvm::divideCeil(rows, lines); }
  int64_t across() const { return llvm::divideCeil(columns, lines); }
  /// Columns that take turns in a register are as wide as it is.
  bool fit() const {
    const int64_t others = down() * across() + down();
    return columns % lines == 0 ? others < registerCount
                                : others + across() <= registerCount;
  }

  int64_t sums(int64_t i, int64_t j) const { return i * across() + j; }
  int64_t left(int64_t i) const { return down() * across() + i; }
  /// Columns take turns where there are more of them than registers.
  int64_t right(int64_t j) const {
    const int64_t first = down() * across() + down();
    return first + j % (registerCount - first);
  }

  int64_t rowsOf(int64_t i) const { return std::min(lines, rows - i * lines); }
  int64_t columnsOf(int64_t j) const {
    return std::min(lines, columns - j * lines);
  }

  /// What the machine is told, 64 bytes: a version, then the bytes of a line of
  /// each register in two bytes, and its lines in one.
  std::array<uint8_t, 64> describe() const {
    constexpr size_t bytesAt = 16;
    constexpr size_t linesAt = 48;
    std::array<uint8_t, 64> text = {1};
    auto set = [&](int64_t number, int64_t count, int64_t bytes) {
      const auto at = static_cast<size_t>(number);
      text[bytesAt + 2 * at] = static_cast<uint8_t>(bytes);
      text[linesAt + at] = static_cast<uint8_t>(count);
    };
    for (int64_t i = 0; i < down(); ++i) {
      set(left(i), rowsOf(i), lineBytes);
      for (int64_t j = 0; j < across(); ++j) {
        set(sums(i, j), rowsOf(i), columnsOf(j) * sumBytes);
        set(right(j), lines, columnsOf(j) * sumBytes);
      }
    }
    return text;
  }
};

/// The rows and columns of a product; nothing for several at a time.
std::optional<Registers> registersFor(tile::DotOp op) {
  llvm::ArrayRef<int64_t> shape = op.getType().getShape();
  Registers registers = {shape[shape.size() - 2], shape.back()};
  const bool isOne = code::elementCount(shape.drop_back(2)) == 1;
  return isOne && registers.fit() ? std::optional(registers) : std::nullopt;
}

/// Emits instructions on registers by their numbers.
class MatrixCode {
public:
  explicit MatrixCode(Builder &builder) : builder(builder) {}

  void clear(int64_t number) {
    builder.CreateIntrinsic(Intrinsic::x86_tilezero, {}, {name(number)});
  }
  void load(int64_t number, Value *start, int64_t byte, int64_t stride) {
    builder.CreateIntrinsic(
        Intrinsic::x86_tileloadd64, {},
        {name(number), at(start, byte), builder.getInt64(stride)});
  }
  void store(int64_t number, Value *start, int64_t byte, int64_t stride) {
    builder.CreateIntrinsic(
        Intrinsic::x86_tilestored64, {},
        {name(number), at(start, byte), builder.getInt64(stride)});
  }
  void multiply(const MatrixInstruction &row, int64_t sums, int64_t left,
                int64_t right) {
    const auto number = llvm::StringSwitch<Intrinsic::ID>(row.name)
                            .Case("tdpbf16ps", Intrinsic::x86_tdpbf16ps)
                            .Case("tdpbssd", Intrinsic::x86_tdpbssd)
                            .Case("tdpbuud", Intrinsic::x86_tdpbuud)
                            .Case("tdpbusd", Intrinsic::x86_tdpbusd)
                            .Default(Intrinsic::x86_tdpbsud);
    builder.CreateIntrinsic(number, {}, {name(sums), name(left), name(right)});
  }

private:
  Value *name(int64_t number) {
    return builder.getInt8(static_cast<uint8_t>(number));
  }
  Value *at(Value *start, int64_t byte) {
    return builder.CreateConstGEP1_64(builder.getInt8Ty(), start,
                                      static_cast<uint64_t>(byte));
  }

  Builder &builder;
};

/// Whether the elements of a tile follow each other in memory.
bool isContiguous(tile::LoadOp load) {
  llvm::ArrayRef<int64_t> shape = load.getTileType().getShape();
  llvm::ArrayRef<int64_t> ref =
      load.getRefType().getShape().take_back(shape.size());
  // Behind the first dimension of more than one element all are whole.
  const auto *outer =
      llvm::find_if(shape, [](int64_t extent) { return extent != 1; });
  const auto inner = static_cast<size_t>(shape.end() - outer);
  return llvm::all_of(load.getStrides(),
                      [](int64_t step) { return step == 1; }) &&
         (inner == 0 || shape.take_back(inner - 1) == ref.take_back(inner - 1));
}

/// The first address of a factor that lies in memory in groups, without gaps.
Value *startOfGroups(KernelEmitter &emitter, tile::DotOp op, unsigned side,
                     int64_t group) {
  mlir::Value factor = side == 0 ? op.getLhs() : op.getRhs();
  tile::LoadOp load = code::loadOfFactor(emitter, factor, op);
  if (!load || !isContiguous(load)) {
    return nullptr;
  }
  llvm::ArrayRef<int64_t> shape = code::shapeOf(factor).take_back(2);
  const int64_t rows = shape[side == 0 ? 0 : 1];
  const int64_t terms = shape[side == 0 ? 1 : 0];
  const llvm::SmallVector<int64_t> numbers =
      code::numbersInSource(factor, load.getResult());
  for (int64_t row : llvm::seq(rows)) {
    for (int64_t term : llvm::seq(terms)) {
      const int64_t number = side == 0 ? row * terms + term : term * rows + row;
      if (numbers[static_cast<size_t>(number)] !=
          (term / group * rows + row) * group + term % group) {
        return nullptr;
      }
    }
  }
  return code::Box(emitter, load.getRef(), load.getTileType().getShape(),
                   load.getOffsets(), load.getStrides())
      .addressOf(0);
}

/// Rows of a left factor that lie in memory each by itself, so far apart.
struct RowsInMemory {
  Value *start;
  int64_t pitchBytes;
};

/// The load of a tile that has the same rows, of what no one writes.
tile::LoadOp loadOfRows(mlir::Value factor) {
  auto extentsOf = [](mlir::Value value) {
    return llvm::to_vector(llvm::make_filter_range(
        code::shapeOf(value), [](int64_t extent) { return extent != 1; }));
  };
  const auto extents = extentsOf(factor);
  while (mlir::Operation *op = factor.getDefiningOp()) {
    if (auto load = llvm::dyn_cast<tile::LoadOp>(op)) {
      return tile::isReadOnly(load.getRef()) ? load : tile::LoadOp();
    }
    // A transposition may only move dimensions of one element.
    bool isOrdered = llvm::isa<tile::ReshapeOp>(op);
    if (auto transpose = llvm::dyn_cast<tile::TransposeOp>(op)) {
      llvm::SmallVector<int64_t> moved(transpose.getPermutation());
      llvm::erase_if(moved, [&](int64_t from) {
        return code::shapeOf(transpose.getInput())[from] == 1;
      });
      isOrdered = llvm::is_sorted(moved);
    }
    if (!isOrdered || extentsOf(op->getOperand(0)) != extents) {
      return {};
    }
    factor = op->getOperand(0);
  }
  return {};
}

/// The rows of a left factor that is loaded as it lies, without bounds: its
/// tile has two dimensions of more than one element, rows and all their terms.
std::optional<RowsInMemory> rowsInMemory(KernelEmitter &emitter,
                                         tile::DotOp op) {
  tile::LoadOp load = loadOfRows(op.getLhs());
  if (!load || load.hasBounds() ||
      !llvm::all_of(load.getStrides(),
                    [](int64_t step) { return step == 1; })) {
    return std::nullopt;
  }
  llvm::ArrayRef<int64_t> tile = load.getTileType().getShape();
  llvm::ArrayRef<int64_t> ref =
      load.getRefType().getShape().take_back(tile.size());
  llvm::ArrayRef<int64_t> product = op.getLhs().getType().getShape();
  const int64_t rows = product[product.size() - 2];
  // From the terms outwards: all others but the rows are one.
  size_t at = tile.size() - 1;
  if (tile.empty() || tile[at] != product.back() || rows == 1) {
    return std::nullopt;
  }
  int64_t pitch = ref[at];
  while (at > 0 && tile[--at] == 1) {
    pitch *= ref[at];
  }
  if (tile[at] != rows || code::elementCount(tile.take_front(at)) != 1) {
    return std::nullopt;
  }
  return RowsInMemory{
      code::Box(emitter, load.getRef(), tile, load.getOffsets(),
                load.getStrides())
          .addressOf(0),
      pitch * code::memoryBytes(load.getRefType().getElementType())};
}

} // namespace

bool KernelEmitter::fitsMatrixRegisters(tile::DotOp op) const {
  const std::optional<Registers> wanted = registersFor(op);
  return wanted && matrices && matrices->rows == wanted->rows &&
         matrices->columns == wanted->columns;
}

void KernelEmitter::chooseMatrixRegisters() {
  kernel()->walk([&](tile::DotOp op) {
    if (const std::optional<Registers> wanted = registersFor(op)) {
      matrices = {wanted->rows, wanted->columns};
      const MatrixInstruction *row = findInstruction(op);
      if (row != nullptr && row->holdsMatrices()) {
        return mlir::WalkResult::interrupt();
      }
      matrices.reset();
    }
    return mlir::WalkResult::advance();
  });
}

void KernelEmitter::emitMatrixSetup() {
  if (!matrices) {
    return;
  }
  const Registers registers = {matrices->rows, matrices->columns};
  const std::array<uint8_t, 64> layout = registers.describe();
  Value *place = temporary(static_cast<int64_t>(layout.size()));
  builder.CreateAlignedStore(
      llvm::ConstantDataVector::get(builder.getContext(), layout), place,
      llvm::Align(64));
  builder.CreateIntrinsic(Intrinsic::x86_ldtilecfg, {}, {place});
}

void KernelEmitter::emitMatrixRelease() {
  if (matrices) {
    builder.CreateIntrinsic(Intrinsic::x86_tilerelease,
                            llvm::ArrayRef<llvm::Type *>(), {});
  }
}

void KernelEmitter::loadMatrixSums(const Pieces &sums) {
  const Registers registers = {matrices->rows, matrices->columns};
  MatrixCode code(builder);
  const bool isZero = llvm::all_of(sums, [](Value *piece) {
    auto *constant = llvm::dyn_cast<llvm::Constant>(piece);
    return constant != nullptr && constant->isNullValue();
  });
  Value *buffer =
      isZero ? nullptr
             : temporary(registers.rows * registers.columns * sumBytes);
  int64_t at = 0;
  for (Value *piece : sums) {
    if (!isZero) {
      builder.CreateAlignedStore(
          piece, builder.CreateConstGEP1_64(builder.getInt8Ty(), buffer, at),
          llvm::Align(sumBytes));
      at += code::widthOf(piece) * sumBytes;
    }
  }
  const int64_t stride = registers.columns * sumBytes;
  for (int64_t i = 0; i < registers.down(); ++i) {
    for (int64_t j = 0; j < registers.across(); ++j) {
      if (isZero) {
        code.clear(registers.sums(i, j));
      } else {
        code.load(registers.sums(i, j), buffer,
                  i * lines * stride + j * lines * sumBytes, stride);
      }
    }
  }
}

/// Where sums are stored next, if that is all that becomes of them.
static Value *placeOfSums(KernelEmitter &emitter, mlir::Value sums) {
  auto store = sums.hasOneUse()
                   ? llvm::dyn_cast<tile::StoreOp>(*sums.user_begin())
                   : tile::StoreOp();
  const bool isScratch =
      store && store.isWhole() &&
      store.getRef().getDefiningOp<tile::AllocOp>() != nullptr;
  return isScratch ? code::Box(emitter, store.getRef(),
                               store.getTileType().getShape(),
                               store.getOffsets(), store.getStrides())
                         .addressOf(0)
                   : nullptr;
}

Pieces KernelEmitter::storeMatrixSums(mlir::Value result) {
  const Registers registers = {matrices->rows, matrices->columns};
  MatrixCode code(builder);
  mlir::Type type = result.getType();
  // What is loaded from there and stored there again is nothing to do.
  Value *buffer = placeOfSums(*this, result);
  if (buffer == nullptr) {
    buffer = temporary(registers.rows * registers.columns * sumBytes);
  }
  const int64_t stride = registers.columns * sumBytes;
  for (int64_t i = 0; i < registers.down(); ++i) {
    for (int64_t j = 0; j < registers.across(); ++j) {
      code.store(registers.sums(i, j), buffer,
                 i * lines * stride + j * lines * sumBytes, stride);
    }
  }
  Pieces sums;
  for (const code::Piece &piece : cut(type)) {
    sums.push_back(builder.CreateAlignedLoad(
        code::withWidth(elementType(code::elementTypeOf(type)), piece.width),
        builder.CreateConstGEP1_64(builder.getInt8Ty(), buffer,
                                   piece.start * sumBytes),
        llvm::Align(sumBytes)));
  }
  return sums;
}

Value *KernelEmitter::factorInMemory(tile::DotOp op, unsigned side,
                                     int64_t group, Value *spare) {
  if (Value *start = startOfGroups(*this, op, side, group)) {
    return start;
  }
  code::Factor factor(*this, op, side, group);
  llvm::ArrayRef<int64_t> shape =
      code::shapeOf(side == 0 ? op.getLhs() : op.getRhs());
  const size_t line = shape.size() - (side == 0 ? 2 : 1);
  const size_t term = shape.size() - (side == 0 ? 1 : 2);
  // A line of a register at a time: the terms of one row, or of all columns.
  const int64_t together = side == 0 ? 1 : shape[line];
  int64_t at = 0;
  for (int64_t k = 0; k < shape[term]; k += group) {
    for (int64_t first = 0; first < shape[line]; first += together) {
      llvm::SmallVector<llvm::SmallVector<int64_t>> places;
      for (int64_t number = first; number < first + together; ++number) {
        llvm::SmallVector<int64_t> &place =
            places.emplace_back(shape.size(), 0);
        place[line] = number;
        place[term] = k;
      }
      builder.CreateAlignedStore(
          factor.lanes(places),
          builder.CreateConstGEP1_64(builder.getInt8Ty(), spare,
                                     static_cast<uint64_t>(at)),
          llvm::Align(sumBytes));
      at += side == 0 ? lineBytes : shape[line] * sumBytes;
    }
  }
  return spare;
}

void KernelEmitter::emitRegisterProduct(tile::DotOp op,
                                        const MatrixInstruction &row) {
  const Registers registers = {matrices->rows, matrices->columns};
  const int64_t elementBytes = lineBytes / row.k;
  const int64_t depth = op.getLhs().getType().getShape().back();
  MatrixCode code(builder);

  const Pieces sums(pieces(op.getAccumulator()));
  const bool isHeld = sums.empty();
  if (!isHeld) {
    loadMatrixSums(sums);
  }
  const int64_t leftBytes = registers.rows * depth * elementBytes;
  const int64_t rightBytes = registers.columns * depth * elementBytes;
  Value *spare = temporary(leftBytes + rightBytes);
  // Rows need not follow each other, if a register takes all of their terms.
  const std::optional<RowsInMemory> inPlace =
      depth == row.k ? rowsInMemory(*this, op) : std::nullopt;
  const int64_t pitch = inPlace ? inPlace->pitchBytes : lineBytes;
  Value *left = inPlace ? inPlace->start : factorInMemory(op, 0, row.k, spare);
  Value *right = factorInMemory(
      op, 1, sumBytes / elementBytes,
      builder.CreateConstGEP1_64(builder.getInt8Ty(), spare, leftBytes));
  for (int64_t k = 0; k < depth; k += row.k) {
    const int64_t leftStart = k * elementBytes * registers.rows;
    const int64_t rightStart = k * elementBytes * registers.columns;
    for (int64_t i = 0; i < registers.down(); ++i) {
      code.load(registers.left(i), left, leftStart + i * lines * pitch, pitch);
    }
    for (int64_t j = 0; j < registers.across(); ++j) {
      code.load(registers.right(j), right, rightStart + j * lines * sumBytes,
                registers.columns * sumBytes);
      for (int64_t i = 0; i < registers.down(); ++i) {
        code.multiply(row, registers.sums(i, j), registers.left(i),
                      registers.right(j));
      }
    }
  }
  define(op.getResult(), isHeld ? Pieces() : storeMatrixSums(op.getResult()));
}

} // namespace weft::cpu
