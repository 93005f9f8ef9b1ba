// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream dialects allow more than tiles can carry: `tensor` has operations
// that change an encoding without saying so, and `scf` has loops that are not
// uniform. So the rules are lists of what is allowed, not of what is not.

#include "weft/Tile/IR/Stage.h"

#include "weft/Tile/IR/ArgumentUses.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>

#include <llvm/ADT/StringSwitch.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// Upstream operations outside of `arith` and `math`.
bool isAllowedByName(StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("scf.for", "scf.if", "scf.while", "scf.index_switch", true)
      .Cases("scf.yield", "scf.condition", true)
      .Cases("tensor.splat", "tensor.extract", "cf.assert", true)
      .Default(false);
}

LogicalResult verifyOperation(Operation *operation, Stage stage) {
  StringRef dialect = operation->getName().getDialectNamespace();
  StringRef name = operation->getName().getStringRef();
  if (auto barrier = dyn_cast<BarrierOp>(operation)) {
    bool fits = barrier.getScope() == Scope::Cluster ||
                barrier.getScope() == Scope::Device;
    return fits ? success()
                : operation->emitOpError()
                      << "of scope " << stringifyScope(barrier.getScope())
                      << " is not allowed in stage " << stringifyStage(stage)
                      << ", where a program is one agent";
  }
  if (isa<ConvertLayoutOp>(operation) && stage == Stage::Free) {
    return operation->emitOpError()
           << "is not allowed in stage free, where tiles have no layout";
  }
  if (dialect == TileDialect::getDialectNamespace()) {
    return success();
  }
  // The second operand of fpowi has another shape or encoding unnoticed.
  bool allowed = dialect == "arith" ||
                 (dialect == "math" && name != "math.fpowi") ||
                 isAllowedByName(name);
  if (!allowed) {
    return operation->emitOpError()
           << "is not allowed in a kernel of stage " << stringifyStage(stage);
  }
  if (auto extract = dyn_cast<tensor::ExtractOp>(operation);
      extract && extract.getTensor().getType().getRank() != 0) {
    return operation->emitOpError()
           << "in a kernel takes a tile of rank 0, got "
           << extract.getTensor().getType() << "; use tile.slice and "
           << "tile.reshape first";
  }
  if (auto constant = dyn_cast<arith::ConstantOp>(operation)) {
    auto elements = dyn_cast<ElementsAttr>(constant.getValue());
    if (elements && !elements.isSplat()) {
      return operation->emitOpError()
             << "of a tile must have one value for all elements; read other "
                "constants from memory";
    }
  }
  return success();
}

/// Every tile has a layout for the threads of its kernel.
LogicalResult verifyLayout(Operation *operation, RankedTensorType tile) {
  auto layout = dyn_cast_if_present<LayoutAttr>(tile.getEncoding());
  if (!layout) {
    return operation->emitOpError()
           << "has a value of type " << tile
           << ": tiles have a layout in stage laid_out";
  }
  if (!layout.fits(tile.getShape())) {
    return operation->emitOpError()
           << "has a value of type " << tile
           << ": the layout's base does not divide the tile";
  }
  auto kernel = operation->getParentOfType<KernelOp>();
  auto warps = kernel->getAttrOfType<IntegerAttr>(warpsAttributeName);
  if ((int64_t(1) << layout.getWarps().size()) != warps.getInt()) {
    return operation->emitOpError()
           << "has a value of type " << tile << ": the layout is for "
           << (int64_t(1) << layout.getWarps().size())
           << " warps, the kernel has " << warps.getInt();
  }
  return success();
}

LogicalResult verifyType(Operation *operation, Type type, Stage stage) {
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    if (!tensor.hasStaticShape() || llvm::is_contained(tensor.getShape(), 0)) {
      return operation->emitOpError()
             << "has a value of type " << type
             << ": the extents of a tile are static and at least 1";
    }
    if (stage == Stage::LaidOut) {
      if (failed(verifyLayout(operation, tensor))) {
        return failure();
      }
    } else if (tensor.getEncoding()) {
      return operation->emitOpError()
             << "has a value of type " << type
             << ": tiles have no layout in stage " << stringifyStage(stage);
    }
    type = tensor.getElementType();
  } else if (isa<RefType>(type)) {
    return success();
  }
  if (isa<FloatType>(type) || type.isIndex() || type.isSignlessInteger()) {
    return success();
  }
  return operation->emitOpError()
         << "has a value with " << type
         << ": values in a kernel are refs, tiles and scalars of floats, "
            "signless integers and index";
}

/// Refs come from arguments and allocations only, so that what an access
/// touches can always be found.
LogicalResult verifyRefs(Operation *operation) {
  bool makesRef = llvm::any_of(operation->getResultTypes(),
                               [](Type type) { return isa<RefType>(type); });
  if (makesRef && !isa<AllocOp>(operation)) {
    return operation->emitOpError()
           << "has a result that is a ref; refs do not pass through control "
              "flow";
  }
  for (Region &region : operation->getRegions()) {
    for (Type type : region.getArgumentTypes()) {
      if (isa<RefType>(type)) {
        return operation->emitOpError()
               << "has a region argument that is a ref; refs do not pass "
                  "through control flow";
      }
    }
  }
  return success();
}

LogicalResult verifyReadonly(KernelOp kernel) {
  for (auto [i, use] : llvm::enumerate(argumentUses(kernel))) {
    if ((use.isWritten || use.isUpdated) &&
        kernel.getArgAttr(i, readonlyAttributeName)) {
      return kernel.emitOpError()
             << "writes to argument " << i << ", which is readonly";
    }
  }
  return success();
}

} // namespace

LogicalResult verifyStage(KernelOp kernel) {
  Stage stage = kernel.getStageKind();
  if (stage == Stage::LaidOut) {
    auto warps = kernel->getAttrOfType<IntegerAttr>(warpsAttributeName);
    if (!warps || !llvm::isPowerOf2_64(warps.getInt())) {
      return kernel.emitOpError(
          "of stage laid_out has an attribute 'warps', a power of two");
    }
  }
  auto verifyOne = [&](Operation *operation) {
    if (failed(verifyOperation(operation, stage)) ||
        failed(verifyRefs(operation))) {
      return WalkResult::interrupt();
    }
    for (Type type : operation->getResultTypes()) {
      if (failed(verifyType(operation, type, stage))) {
        return WalkResult::interrupt();
      }
    }
    for (Region &region : operation->getRegions()) {
      for (Type type : region.getArgumentTypes()) {
        if (failed(verifyType(operation, type, stage))) {
          return WalkResult::interrupt();
        }
      }
    }
    return WalkResult::advance();
  };
  WalkResult result = kernel.getBody().walk<WalkOrder::PreOrder>(verifyOne);
  return result.wasInterrupted() ? failure() : verifyReadonly(kernel);
}

} // namespace weft::tile
