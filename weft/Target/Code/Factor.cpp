// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/Factor.h"

#include "weft/Support/RowMajor.h"
#include "weft/Target/Code/Exchange.h"
#include "weft/Target/Code/FloatConversion.h"
#include "weft/Target/Code/Multiply.h"

#include <llvm/ADT/Sequence.h>

namespace weft::code {

using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::Value;

namespace {

/// Whether all elements of a load are known to be live.
bool isAllLive(const CodeEmitter &emitter, tile::LoadOp load) {
  return llvm::all_of(llvm::seq(load.getRefType().getRank()), [&](int64_t dim) {
    return !load.getBound(dim) || emitter.knownLive.contains({load, dim});
  });
}

/// The load that made a tile, if all it read is there, and cannot have changed
/// since.
tile::LoadOp loadBefore(const CodeEmitter &emitter, mlir::Value value,
                        mlir::Operation *use) {
  auto load = value.getDefiningOp<tile::LoadOp>();
  if (!load || load->getBlock() != use->getBlock() ||
      !isAllLive(emitter, load)) {
    return {};
  }
  for (mlir::Operation *op = load->getNextNode(); op != use;
       op = op->getNextNode()) {
    auto effects = llvm::dyn_cast<mlir::MemoryEffectOpInterface>(op);
    const bool writes = effects
                            ? effects.hasEffect<mlir::MemoryEffects::Write>()
                            : !mlir::isMemoryEffectFree(op);
    if (writes) {
      return {};
    }
  }
  return load;
}

/// The tile that a factor has the elements of, in another order or shape; the
/// factor itself if it is not such a tile. Elements with scales stay where they
/// are.
mlir::Value sourceOf(mlir::Value factor, bool hasScales) {
  while (!hasScales) {
    mlir::Operation *op = factor.getDefiningOp();
    const bool isMoved =
        llvm::isa_and_present<tile::TransposeOp>(op) ||
        (llvm::isa_and_present<tile::ReshapeOp>(op) && factor.hasOneUse());
    if (!isMoved) {
      break;
    }
    factor = op->getOperand(0);
  }
  return factor;
}

} // namespace

SmallVector<int64_t> numbersInSource(mlir::Value factor, mlir::Value source) {
  auto numbers = llvm::to_vector(llvm::seq(elementCount(shapeOf(factor))));
  for (mlir::Value moved = factor; moved != source;
       moved = moved.getDefiningOp()->getOperand(0)) {
    // A change of shape leaves the numbers as they are.
    auto transpose = moved.getDefiningOp<tile::TransposeOp>();
    if (!transpose) {
      continue;
    }
    ArrayRef<int64_t> shape = shapeOf(moved);
    const SmallVector<int64_t> steps =
        rowMajorStrides(shapeOf(transpose.getInput()));
    for (int64_t &number : numbers) {
      const SmallVector<int64_t> at = coordinatesOf(number, shape);
      number = 0;
      for (auto [coordinate, from] :
           llvm::zip_equal(at, transpose.getPermutation())) {
        number += coordinate * steps[static_cast<size_t>(from)];
      }
    }
  }
  return numbers;
}

tile::LoadOp loadOfFactor(const CodeEmitter &emitter, mlir::Value factor,
                          tile::DotOp dot) {
  if (dot.getLhsScale() || dot.getRhsScale()) {
    return {};
  }
  mlir::Value source = sourceOf(factor, /*hasScales=*/false);
  for (mlir::Value each = factor;; each = each.getDefiningOp()->getOperand(0)) {
    if (!each.hasOneUse()) {
      return {};
    }
    if (each == source) {
      return loadBefore(emitter, source, dot);
    }
  }
}

bool isLoadedByProduct(const CodeEmitter &emitter, mlir::Operation *op) {
  if (!llvm::isa<tile::LoadOp, tile::TransposeOp, tile::ReshapeOp>(op)) {
    return false;
  }
  // Down to the product, through what factors are looked through.
  mlir::Value factor = op->getResult(0);
  while (factor.hasOneUse()) {
    mlir::Operation *user = *factor.user_begin();
    if (auto dot = llvm::dyn_cast<tile::DotOp>(user)) {
      tile::LoadOp load = factor != dot.getAccumulator()
                              ? loadOfFactor(emitter, factor, dot)
                              : tile::LoadOp();
      // What is behind the load is computed by itself.
      return load && (load == op || !llvm::isa<tile::LoadOp>(op));
    }
    if (!llvm::isa<tile::TransposeOp, tile::ReshapeOp>(user)) {
      return false;
    }
    factor = user->getResult(0);
  }
  return false;
}

Factor::Factor(CodeEmitter &emitter, tile::DotOp op, unsigned side)
    : emitter(emitter), factor(side == 0 ? op.getLhs() : op.getRhs()),
      scales(side == 0 ? op.getLhsScale() : op.getRhsScale()),
      isUnsigned(side == 0 ? op.getLhsUnsigned() : op.getRhsUnsigned()),
      element(elementTypeOf(factor.getType())),
      depthDimension(shapeOf(factor).size() - (side == 0 ? 1 : 2)),
      strides(rowMajorStrides(shapeOf(factor))) {
  source = sourceOf(factor, scales != nullptr);
}

Factor::Factor(CodeEmitter &emitter, tile::DotOp op, unsigned side,
               mlir::Type computed)
    : Factor(emitter, op, side) {
  this->computed = computed;
  findElements(op);
  if (scales && floatKindOf(computed)) {
    multiplyBy(scales);
  }
}

Factor::Factor(CodeEmitter &emitter, tile::DotOp op, unsigned side,
               int64_t terms)
    : Factor(emitter, op, side) {
  this->terms = terms;
  findElements(op);
}

void Factor::findElements(tile::DotOp op) {
  elements = numbersInSource(factor, source);
  cut = emitter.cut(source);
  sources = lanesOfElements(cut);
  tile::LoadOp late = emitter.style.loadsFactorsLate
                          ? loadOfFactor(emitter, factor, op)
                          : tile::LoadOp();
  if (tile::LoadOp load = late ? late : loadBefore(emitter, source, op)) {
    memory.emplace(emitter, load.getRef(), load.getTileType().getShape(),
                   load.getOffsets(), load.getStrides());
  }
  if (late && memory->rowShifts()) {
    pieces.assign(cut.size(), nullptr);
  } else {
    pieces = late ? memory->load() : Pieces(emitter.pieces(source));
    for (Value *&piece : pieces) {
      piece = convert(piece);
    }
  }
  // A conversion would have to be done again, too.
  repeatsFromMemory = emitter.style.repeatsFromMemory && memory &&
                      (!computed || element == computed) && !scales;
}

SmallVector<int64_t> Factor::numbersOf(ArrayRef<int64_t> at) const {
  int64_t first = 0;
  for (auto [coordinate, stride] : llvm::zip_equal(at, strides)) {
    first += coordinate * stride;
  }
  SmallVector<int64_t> numbers;
  for (int64_t term : llvm::seq(terms)) {
    numbers.push_back(
        elements[static_cast<size_t>(first + term * strides[depthDimension])]);
  }
  return numbers;
}

bool Factor::areNeighbours(ArrayRef<int64_t> numbers) const {
  const LaneSource first = sources[static_cast<size_t>(numbers.front())];
  return llvm::all_of(llvm::seq<size_t>(1, numbers.size()), [&](size_t term) {
    const LaneSource one = sources[static_cast<size_t>(numbers[term])];
    return one.value == first.value &&
           one.lane == first.lane + static_cast<int64_t>(term);
  });
}

Value *Factor::repeated(ArrayRef<int64_t> at, int64_t width) {
  Builder &builder = emitter.builder;
  const SmallVector<int64_t> numbers = numbersOf(at);
  const LaneSource first = sources[static_cast<size_t>(numbers.front())];
  const bool isTogether = areNeighbours(numbers);
  if (terms == 1) {
    if (repeatsFromMemory) {
      return splat(builder,
                   emitter.loadPiece(element,
                                     memory->addressOf(numbers.front()), 1,
                                     memory->ref()),
                   width);
    }
    Value *piece = pieceAt(first.value);
    if (widthOf(piece) == 1 || width == 1) {
      return splat(builder, extractLane(builder, piece, first.lane), width);
    }
    return builder.CreateShuffleVector(
        piece, SmallVector<int>(static_cast<size_t>(width),
                                static_cast<int>(first.lane)));
  }
  // The terms as one wide integer, which is what is repeated.
  const auto bits = static_cast<unsigned>(
      terms * emitter.elementType(element)->getIntegerBitWidth());
  llvm::Type *whole = builder.getIntNTy(bits);
  Value *group = nullptr;
  if (isTogether && repeatsFromMemory && memory->rowShifts()) {
    group = builder.CreateBitCast(
        emitter.loadPiece(element, memory->addressOf(numbers.front()), terms,
                          memory->ref()),
        whole);
  } else if (isTogether && first.lane % terms == 0) {
    Value *piece = pieceAt(first.value);
    Value *groups =
        builder.CreateBitCast(piece, withWidth(whole, widthOf(piece) / terms));
    if (widthOf(groups) > 1 && width > 1) {
      Value *all = builder.CreateShuffleVector(
          groups, SmallVector<int>(static_cast<size_t>(width),
                                   static_cast<int>(first.lane / terms)));
      return builder.CreateBitCast(
          all, withWidth(emitter.elementType(element), width * terms));
    }
    group = extractLane(builder, groups, first.lane / terms);
  } else {
    group = builder.CreateBitCast(assembled(numbers), whole);
  }
  return builder.CreateBitCast(
      splat(builder, group, width),
      withWidth(emitter.elementType(element), width * terms));
}

Value *Factor::lanes(ArrayRef<SmallVector<int64_t>> places) {
  SmallVector<int64_t> numbers;
  bool areWhole = terms > 1;
  for (const SmallVector<int64_t> &at : places) {
    const SmallVector<int64_t> group = numbersOf(at);
    areWhole = areWhole && areNeighbours(group) &&
               sources[static_cast<size_t>(group.front())].lane % terms == 0 &&
               widthOfPiece(group.front()) % terms == 0;
    numbers.append(group);
  }
  return assembled(numbers, areWhole ? terms : 1);
}

int64_t Factor::widthOfPiece(int64_t number) const {
  return cut[sources[static_cast<size_t>(number)].value].width;
}

Value *Factor::assembled(ArrayRef<int64_t> numbers, int64_t together) {
  Builder &builder = emitter.builder;
  llvm::Type *each = emitter.elementType(element);
  // Neighbours move as one wide integer.
  llvm::Type *whole = together == 1
                          ? nullptr
                          : builder.getIntNTy(static_cast<unsigned>(
                                together * each->getIntegerBitWidth()));
  Pieces used;
  SmallVector<LaneSource> wanted;
  llvm::SmallDenseMap<size_t, size_t> places;
  for (size_t i = 0; i < numbers.size(); i += static_cast<size_t>(together)) {
    const LaneSource from = sources[static_cast<size_t>(numbers[i])];
    auto [place, isNew] = places.try_emplace(from.value, used.size());
    if (isNew) {
      Value *piece = pieceAt(from.value);
      used.push_back(
          whole == nullptr
              ? piece
              : builder.CreateBitCast(
                    piece, withWidth(whole, widthOf(piece) / together)));
    }
    wanted.push_back({place->second, from.lane / together});
  }
  Value *all = assemble(builder, used, wanted);
  return whole == nullptr
             ? all
             : builder.CreateBitCast(
                   all, withWidth(each, static_cast<int64_t>(numbers.size())));
}

Value *Factor::pieceAt(size_t number) {
  Value *&piece = pieces[number];
  if (piece == nullptr) {
    const Piece &where = cut[number];
    piece = convert(emitter.loadPiece(element, memory->addressOf(where.start),
                                      where.width, memory->ref()));
  }
  return piece;
}

void Factor::multiplyBy(mlir::Value scales) {
  ArrayRef<int64_t> blocks = shapeOf(scales);
  ArrayRef<int64_t> shape = shapeOf(source);
  const Pieces spread =
      moveElements(emitter.builder, emitter.pieces(scales), emitter.cut(scales),
                   emitter.cut(source), [&](int64_t number) {
                     SmallVector<int64_t> at = coordinatesOf(number, shape);
                     for (size_t dim = 0; dim < at.size(); ++dim) {
                       at[dim] /= shape[dim] / blocks[dim];
                     }
                     return elementAt(at, blocks);
                   });
  const FloatKind from = *floatKindOf(elementTypeOf(scales.getType()));
  for (auto [piece, scale] : llvm::zip_equal(pieces, spread)) {
    piece = emitter.builder.CreateFMul(
        piece,
        convertFloat(emitter.builder, scale, from, *floatKindOf(computed)));
  }
}

Value *Factor::convert(Value *piece) {
  if (!computed) {
    return piece;
  }
  return convertFactor(emitter.builder, piece, element, computed, isUnsigned,
                       emitter.style.underflow);
}

} // namespace weft::code
