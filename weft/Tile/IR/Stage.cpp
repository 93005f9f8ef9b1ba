// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream dialects allow more than tiles can carry: `tensor` has operations
// that change an encoding without saying so, and `scf` has loops that are not
// uniform. So the rules are lists of what is allowed, not of what is not.

#include "weft/Tile/IR/Stage.h"

#include "weft/Tile/IR/ArgumentUses.h"
#include "weft/Tile/IR/Memory.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>

#include <llvm/ADT/StringSwitch.h>
#include <llvm/ADT/TypeSwitch.h>

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

bool hasLayouts(Stage stage) { return stage != Stage::Free; }

/// Whether warps meet in memory only.
bool isPlanned(Stage stage) {
  return stage == Stage::Planned || stage == Stage::Synchronised;
}

LayoutAttr layoutOf(Value tile) {
  return cast<LayoutAttr>(cast<RankedTensorType>(tile.getType()).getEncoding());
}

/// No element changes its warp but through memory. Of what several warps have,
/// each may keep a part.
LogicalResult verifyWarps(ConvertLayoutOp op) {
  const LayoutAttr from = layoutOf(op.getInput());
  const LayoutAttr to = layoutOf(op.getResult());
  auto keepsElements = [](auto pair) {
    auto [before, after] = pair;
    return before == after || before.empty();
  };
  if (op.getThroughAttr() || from.getWarps().size() != to.getWarps().size() ||
      !llvm::all_of(llvm::zip(from.getWarps(), to.getWarps()), keepsElements)) {
    return op.emitOpError("moves elements between warps: from stage planned on "
                          "that is a store and a load");
  }
  return success();
}

LogicalResult verifyWarps(ReduceOp op) {
  for (DenseI64ArrayAttr entry : layoutOf(op.getInputs()[0]).getWarps()) {
    for (int64_t i = 0; i < entry.size(); i += 2) {
      if (llvm::is_contained(op.getDimensions(), entry[i])) {
        return op.emitOpError("combines elements of several warps: from stage "
                              "planned on they meet in memory");
      }
    }
  }
  return success();
}

/// How registers are moved is known, and what is on the chip is moved as a
/// whole.
template <typename Op> LogicalResult verifyMethod(Op op, bool matrices) {
  const auto layout = cast<LayoutAttr>(op.getTileType().getEncoding());
  IntegerAttr vector = op.getVectorAttr();
  if (matrices == static_cast<bool>(vector) ||
      (vector && (!llvm::isPowerOf2_64(vector.getInt()) ||
                  vector.getInt() >> layout.getRegisters().size() > 1))) {
    return op.emitOpError()
           << "moves a power of two of registers of " << op.getTileType()
           << " at a time, 'vector', or 'matrices', from stage planned on";
  }
  if (op.getRefType().getSpace() != Space::Global && !op.isWholePart()) {
    return op.emitOpError()
           << "moves all of " << op.getRefType() << ", from stage planned on";
  }
  return success();
}

/// What goes from memory to memory was loaded for nothing else.
LogicalResult verifyFlight(StoreOp op) {
  auto load = op.getValue().getDefiningOp<LoadOp>();
  if (op.getInFlight() && (!load || !load->hasOneUse() || load.getMatrices() ||
                           load.getVector() != op.getVector() ||
                           load.getRefType().getSpace() != Space::Global ||
                           op.getRefType().getSpace() != Space::Shared)) {
    return op.emitOpError("is in flight, but does not take what one load of "
                          "global memory moves to the chip");
  }
  return success();
}

LogicalResult verifyAt(AllocOp op) {
  RefType type = op.getResult().getType();
  if (type.getSpace() != Space::Shared) {
    return success();
  }
  const int64_t all = op->getParentOfType<KernelOp>()
                          ->getAttrOfType<IntegerAttr>(sharedBytesAttributeName)
                          .getInt();
  if (!op.getAtAttr()) {
    return op.emitOpError("has no place yet: in stage synchronised it has one");
  }
  const int64_t end = op.getAtAttr().getInt() +
                      MemoryPlaces(type).size() * type.getElementBytes();
  if (end > all) {
    return op.emitOpError() << "ends at byte " << end << ", but the kernel has "
                            << all << " bytes on the chip";
  }
  return success();
}

LogicalResult verifyPlanned(Operation *operation, Stage stage) {
  if (!isPlanned(stage)) {
    return success();
  }
  return llvm::TypeSwitch<Operation *, LogicalResult>(operation)
      .Case([](ConvertLayoutOp op) { return verifyWarps(op); })
      .Case([](ReduceOp op) { return verifyWarps(op); })
      .Case([](LoadOp op) { return verifyMethod(op, op.getMatrices()); })
      .Case([](StoreOp op) {
        return success(succeeded(verifyMethod(op, false)) &&
                       succeeded(verifyFlight(op)));
      })
      .Case([&](AllocOp op) {
        return stage == Stage::Synchronised ? verifyAt(op) : success();
      })
      .Default([](Operation *) { return success(); });
}

LogicalResult verifyBarrier(BarrierOp op, Stage stage) {
  const bool fits =
      op.getScope() == Scope::Cluster || op.getScope() == Scope::Device ||
      (op.getScope() == Scope::Program && stage == Stage::Synchronised);
  return fits ? success()
              : op.emitOpError()
                    << "of scope " << stringifyScope(op.getScope())
                    << " is not allowed in stage " << stringifyStage(stage)
                    << ", where a program is one agent";
}

LogicalResult verifyOperation(Operation *operation, Stage stage) {
  StringRef dialect = operation->getName().getDialectNamespace();
  StringRef name = operation->getName().getStringRef();
  if (auto barrier = dyn_cast<BarrierOp>(operation)) {
    return verifyBarrier(barrier, stage);
  }
  const bool isOfFlight =
      isa<CommitOp, AwaitOp>(operation) ||
      (isa<StoreOp>(operation) && cast<StoreOp>(operation).getInFlight());
  if (isOfFlight && !isPlanned(stage)) {
    return operation->emitOpError()
           << "is not allowed before stage planned, which decides what is in "
              "flight";
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
LogicalResult verifyLayout(Operation *operation, RankedTensorType tile,
                           Stage stage) {
  auto layout = dyn_cast_if_present<LayoutAttr>(tile.getEncoding());
  if (!layout) {
    return operation->emitOpError()
           << "has a value of type " << tile
           << ": tiles have a layout in stage " << stringifyStage(stage);
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
    if (hasLayouts(stage)) {
      if (failed(verifyLayout(operation, tensor, stage))) {
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
  if (hasLayouts(stage)) {
    auto warps = kernel->getAttrOfType<IntegerAttr>(warpsAttributeName);
    if (!warps || !llvm::isPowerOf2_64(warps.getInt())) {
      return kernel.emitOpError()
             << "of stage " << stringifyStage(stage)
             << " has an attribute 'warps', a power of two";
    }
  }
  if (stage == Stage::Synchronised &&
      !kernel->getAttrOfType<IntegerAttr>(sharedBytesAttributeName)) {
    return kernel.emitOpError("of stage synchronised has an attribute "
                              "'shared_bytes', its bytes on the chip");
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
    // What the rules of threads look at has layouts by now.
    if (failed(verifyPlanned(operation, stage))) {
      return WalkResult::interrupt();
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
