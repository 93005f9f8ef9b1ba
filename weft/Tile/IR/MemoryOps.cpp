// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/IR/Assembly.h"
#include "weft/Tile/IR/Memory.h"
#include "weft/Tile/IR/Tile.h"

#include <mlir/Dialect/Utils/StaticValueUtils.h>

using namespace mlir;

namespace weft::tile {

/// `, type...` of the subscripts; that of the mask follows from them.
static ParseResult
parseSubscripts(OpAsmParser &parser, SmallVectorImpl<Type> &subscripts,
                Type &maskType,
                std::optional<OpAsmParser::UnresolvedOperand> mask) {
  while (succeeded(parser.parseOptionalComma())) {
    if (parser.parseType(subscripts.emplace_back())) {
      return failure();
    }
  }
  if (!mask) {
    return success();
  }
  for (Type type : subscripts) {
    if (auto tile = dyn_cast<RankedTensorType>(type)) {
      maskType = tile.clone(parser.getBuilder().getI1Type());
      return success();
    }
  }
  return parser.emitError(mask->location)
         << "a mask has the shape of the tiles of indices, but there are none";
}

static void printSubscripts(OpAsmPrinter &printer, Operation * /*operation*/,
                            TypeRange subscripts, Type /*maskType*/,
                            Value /*mask*/) {
  for (Type type : subscripts) {
    printer << ", " << type;
  }
}

} // namespace weft::tile

#define GET_OP_CLASSES
#include "weft/Tile/IR/TileOpsMemory.cpp.inc"

namespace weft::tile {

void TileDialect::registerMemoryOperations() {
  addOperations<
#define GET_OP_LIST
#include "weft/Tile/IR/TileOpsMemory.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Builders
//===----------------------------------------------------------------------===//

void LoadOp::build(OpBuilder &builder, OperationState &state, Type result,
                   Value ref, ValueRange offsets, ArrayRef<Value> bounds,
                   Value otherwise, ArrayRef<int64_t> strides) {
  SmallVector<Value> operands;
  SmallVector<int64_t> bounded;
  splitBounds(bounds, operands, bounded);
  build(builder, state, result, ref, offsets, operands, otherwise, bounded,
        strides, IntegerAttr());
}

void StoreOp::build(OpBuilder &builder, OperationState &state, Value value,
                    Value ref, ValueRange offsets, ArrayRef<Value> bounds,
                    ArrayRef<int64_t> strides) {
  SmallVector<Value> operands;
  SmallVector<int64_t> bounded;
  splitBounds(bounds, operands, bounded);
  build(builder, state, value, ref, offsets, operands, bounded, strides,
        IntegerAttr(), /*in_flight=*/false);
}

void GatherOp::build(OpBuilder &builder, OperationState &state, Type result,
                     Value ref, ValueRange subscripts, ArrayRef<Value> bounds,
                     Value mask, Value otherwise) {
  SmallVector<Value> operands;
  SmallVector<int64_t> bounded;
  splitBounds(bounds, operands, bounded);
  build(builder, state, result, ref, subscripts, operands, mask, otherwise,
        bounded);
}

void ScatterOp::build(OpBuilder &builder, OperationState &state,
                      UpdateKind kind, Value value, Value ref,
                      ValueRange subscripts, ArrayRef<Value> bounds, Value mask,
                      bool unique, bool givesBefore) {
  SmallVector<Value> operands;
  SmallVector<int64_t> bounded;
  splitBounds(bounds, operands, bounded);
  build(builder, state, givesBefore ? value.getType() : Type(), kind, value,
        ref, subscripts, operands, mask, bounded, unique);
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

using Effects =
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

void ScatterOp::getEffects(Effects &effects) {
  if (getKind() != UpdateKind::Set) {
    effects.emplace_back(MemoryEffects::Read::get(), &getRefMutable());
  }
  effects.emplace_back(MemoryEffects::Write::get(), &getRefMutable());
}

void AtomicOp::getEffects(Effects &effects) {
  // An acquiring load orders the accesses around it: it is not dead when its
  // result is not used, and moves past nothing.
  effects.emplace_back(MemoryEffects::Read::get(), &getRefMutable());
  if (getKind() != UpdateKind::Load || getOrder() != MemoryOrder::Relaxed) {
    effects.emplace_back(MemoryEffects::Write::get(), &getRefMutable());
  }
}

void AllocOp::getEffects(Effects &effects) {
  effects.emplace_back(MemoryEffects::Allocate::get(),
                       cast<OpResult>(getResult()));
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

/// The rules of a box: what `tile.load`, `tile.store` and a tile in
/// `tile.atomic` share.
static LogicalResult verifyBox(Operation *operation, RefType ref,
                               size_t offsets, RankedTensorType tile) {
  if (static_cast<int64_t>(offsets) != ref.getRank()) {
    return operation->emitOpError() << offsets << " offsets do not fit " << ref
                                    << "; give one per dim of the ref";
  }
  if (tile.getRank() > ref.getRank()) {
    return operation->emitOpError()
           << "tile " << tile << " has more dims than " << ref;
  }
  if (tile.getElementType() != ref.getElementType()) {
    return operation->emitOpError()
           << "elements of " << tile << " and " << ref << " differ";
  }
  return success();
}

LogicalResult LoadOp::verify() {
  if (failed(
          verifyBox(*this, getRefType(), getOffsets().size(), getTileType())) ||
      failed(verifyBounds(*this, getBounded(), getBounds().size(),
                          getRefType().getRank()))) {
    return failure();
  }
  return verifyStrides(*this, getStrides(), getTileType());
}

LogicalResult StoreOp::verify() {
  if (failed(
          verifyBox(*this, getRefType(), getOffsets().size(), getTileType())) ||
      failed(verifyBounds(*this, getBounded(), getBounds().size(),
                          getRefType().getRank()))) {
    return failure();
  }
  return verifyStrides(*this, getStrides(), getTileType());
}

template <typename Op> static bool isWholeBehind(Op op, int64_t leading) {
  const auto dims = static_cast<size_t>(leading);
  return leading >= 0 &&
         op.getTileType().getShape() ==
             op.getRefType().getShape().drop_front(dims) &&
         !op.hasBounds() && op.getStrides().empty() &&
         llvm::all_of(op.getOffsets().drop_front(dims), [](Value offset) {
           return isConstantIntValue(offset, 0);
         });
}

template <typename Op> static int64_t leadingDims(Op op) {
  return op.getRefType().getRank() - op.getTileType().getRank();
}

bool LoadOp::isWhole() {
  return leadingDims(*this) == 0 && isWholeBehind(*this, 0);
}
bool LoadOp::isWholePart() { return isWholeBehind(*this, leadingDims(*this)); }

bool StoreOp::isWhole() {
  return leadingDims(*this) == 0 && isWholeBehind(*this, 0);
}
bool StoreOp::isWholePart() { return isWholeBehind(*this, leadingDims(*this)); }

/// The rules that gather and scatter share.
static LogicalResult verifySubscripts(Operation *operation, RefType ref,
                                      ValueRange subscripts,
                                      ArrayRef<int64_t> bounded, size_t bounds,
                                      Value mask, RankedTensorType tile) {
  if (static_cast<int64_t>(subscripts.size()) != ref.getRank()) {
    return operation->emitOpError()
           << subscripts.size() << " subscripts do not fit " << ref
           << "; give one per dim of the ref";
  }
  if (tile.getElementType() != ref.getElementType()) {
    return operation->emitOpError()
           << "elements of " << tile << " and " << ref << " differ";
  }
  if (failed(verifyBounds(operation, bounded, bounds, ref.getRank()))) {
    return failure();
  }
  RankedTensorType indices;
  int64_t scalars = 0;
  for (auto [dim, subscript] : llvm::enumerate(subscripts)) {
    auto type = dyn_cast<RankedTensorType>(subscript.getType());
    if (!type) {
      ++scalars;
      continue;
    }
    if (llvm::is_contained(bounded, static_cast<int64_t>(dim))) {
      return operation->emitOpError()
             << "dim " << dim
             << " has a tile of indices and a bound; put the bound into the "
                "mask";
    }
    if (indices && indices.getShape() != type.getShape()) {
      return operation->emitOpError()
             << "tiles of indices must have one shape, got " << indices
             << " and " << type;
    }
    indices = indices ? indices : type;
  }
  if (!indices) {
    return operation->emitOpError()
           << "needs a tile of indices; with scalars alone use tile.load or "
              "tile.store";
  }
  int64_t box = tile.getRank() - indices.getRank();
  if (box < 0 || box > scalars ||
      tile.getShape().take_front(indices.getRank()) != indices.getShape()) {
    return operation->emitOpError()
           << "tile " << tile << " must have the dims of the indices, "
           << indices << ", then at most " << scalars
           << " for the dims with a scalar subscript";
  }
  if (mask &&
      cast<RankedTensorType>(mask.getType()).getShape() != indices.getShape()) {
    return operation->emitOpError()
           << "mask " << mask.getType()
           << " must have the shape of the indices, " << indices;
  }
  return success();
}

LogicalResult GatherOp::verify() {
  return verifySubscripts(*this, getRefType(), getSubscripts(), getBounded(),
                          getBounds().size(), getMask(), getTileType());
}

static bool isBitwise(UpdateKind kind) {
  return kind == UpdateKind::And || kind == UpdateKind::Or ||
         kind == UpdateKind::Xor;
}

/// Bits and unsigned order are for integers.
static LogicalResult verifyKind(Operation *operation, UpdateKind kind,
                                Type elementType) {
  bool integerOnly =
      isBitwise(kind) || kind == UpdateKind::UMin || kind == UpdateKind::UMax;
  if (integerOnly && !elementType.isIntOrIndex()) {
    return operation->emitOpError() << "kind " << stringifyUpdateKind(kind)
                                    << " is for integers, got " << elementType;
  }
  return success();
}

LogicalResult ScatterOp::verify() {
  if (getKind() == UpdateKind::Load || getKind() == UpdateKind::Exchange) {
    return emitOpError() << "kind " << stringifyUpdateKind(getKind())
                         << " belongs to tile.atomic";
  }
  if (getKind() == UpdateKind::Set && !getUnique()) {
    return emitOpError("kind set needs unique: the order of two writes to one "
                       "place is not defined");
  }
  if (failed(verifyKind(*this, getKind(), getTileType().getElementType()))) {
    return failure();
  }
  if (getBefore()) {
    auto isElement = [&](Value subscript) {
      auto tile = dyn_cast<RankedTensorType>(subscript.getType());
      return !tile || tile.getShape() == getTileType().getShape();
    };
    if (getKind() == UpdateKind::Set || hasBounds() ||
        !llvm::all_of(getSubscripts(), isElement)) {
      return emitOpError("gives what was there before only to elements that it "
                         "combines one by one, without bounds");
    }
    if (getBefore().getType() != getTileType()) {
      return emitOpError() << "value and result must have one type, got "
                           << getTileType() << " and " << getBefore().getType();
    }
  }
  return verifySubscripts(*this, getRefType(), getSubscripts(), getBounded(),
                          getBounds().size(), getMask(), getTileType());
}

LogicalResult AtomicOp::verify() {
  UpdateKind kind = getKind();
  if (kind == UpdateKind::Set) {
    return emitOpError("kind set belongs to tile.scatter; use exchange");
  }
  if ((kind == UpdateKind::Load) == static_cast<bool>(getValue())) {
    return emitOpError() << "kind " << stringifyUpdateKind(kind)
                         << (kind == UpdateKind::Load ? " takes no value"
                                                      : " needs a value");
  }
  if (kind == UpdateKind::Load && (getOrder() == MemoryOrder::Release ||
                                   getOrder() == MemoryOrder::AcquireRelease)) {
    return emitOpError() << "kind load cannot be "
                         << stringifyMemoryOrder(getOrder())
                         << ", as it writes nothing";
  }
  Type type = getResult().getType();
  if (getValue() && getValue().getType() != type) {
    return emitOpError() << "value and result must have one type, got "
                         << getValue().getType() << " and " << type;
  }
  auto tile = dyn_cast<RankedTensorType>(type);
  if (!tile) {
    tile = RankedTensorType::get({}, type);
  }
  if (failed(verifyBox(*this, getRefType(), getOffsets().size(), tile))) {
    return failure();
  }
  return verifyKind(*this, kind, tile.getElementType());
}

LogicalResult AllocOp::verify() {
  if (getResult().getType().getSpace() == Space::Global) {
    return emitOpError("makes shared or tensor memory, not global");
  }
  if (getAtAttr() && getAtAttr().getInt() < 0) {
    return emitOpError() << "cannot lie at " << getAtAttr().getInt();
  }
  return success();
}

} // namespace weft::tile
