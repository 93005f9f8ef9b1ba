// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/KernelFrame.h"

#include "weft/Tile/Tiling/ElementTypes.h"

using namespace mlir;

namespace weft::tile {

RefType refTypeOf(RankedTensorType type) {
  return RefType::get(memoryShape(type), partType(type.getElementType()));
}

/// Marks the arguments of roots that share memory with others.
static void setAliases(const KernelFrame &frame, const TilingSpace &space) {
  KernelOp kernel = frame.kernel;
  Builder builder(kernel.getContext());
  for (TilingSpace::InPlace place : space.inPlace) {
    kernel.removeArgAttr(place.argument, "tile.readonly");
    kernel.setArgAttr(frame.firstRoot + place.root, "tile.aliases",
                      builder.getI64IntegerAttr(place.argument));
  }
}

KernelFrame makeKernelFrame(OpBuilder &builder, Location loc, StringRef name,
                            const TilingSpace &space,
                            ArrayRef<ElementsAttr> constants, int64_t grid,
                            std::optional<int64_t> flat) {
  llvm::SmallVector<Type> types;
  auto add = [&](Type value) {
    auto type = cast<RankedTensorType>(value);
    if (flat && type.getRank() != 0 && type.getNumElements() == *flat) {
      type = RankedTensorType::get({*flat}, type.getElementType());
    }
    types.push_back(refTypeOf(type));
  };
  llvm::for_each(space.block->getArgumentTypes(), add);
  KernelFrame frame;
  frame.firstConstant = types.size();
  for (ElementsAttr constant : constants) {
    add(constant.getType());
  }
  frame.firstRoot = types.size();
  for (Value root : space.roots) {
    add(root.getType());
  }
  KernelOp kernel = KernelOp::create(builder, loc, name, types, grid);
  frame.kernel = kernel;
  auto readonly = StringAttr::get(kernel.getContext(), "tile.readonly");
  for (unsigned i = 0; i < frame.firstRoot; ++i) {
    kernel.setArgAttr(i, readonly, builder.getUnitAttr());
  }
  setAliases(frame, space);
  llvm::SmallVector<Attribute> listed;
  for (auto [i, constant] : llvm::enumerate(constants)) {
    listed.push_back(builder.getArrayAttr(
        {builder.getI64IntegerAttr(frame.firstConstant + i), constant}));
  }
  if (!listed.empty()) {
    kernel->setAttr(constantsAttributeName, builder.getArrayAttr(listed));
  }
  builder.setInsertionPointToEnd(&kernel.getBlock());
  builder.setInsertionPoint(ReturnOp::create(builder, loc));
  return frame;
}

unsigned Workspace::add(RefType type) {
  parts.push_back({type, bytes});
  bytes += llvm::alignTo(type.getElementCount() * type.getElementBytes(),
                         workspaceAlignment);
  return parts.size() - 1;
}

static Value addArgument(KernelOp kernel, RefType type, int64_t place) {
  Builder builder(kernel.getContext());
  llvm::SmallVector<int64_t> places = workspaceOf(kernel);
  places.push_back(place);
  unsigned last = kernel.getNumArguments();
  if (failed(kernel.insertArgument(last, type, DictionaryAttr(),
                                   kernel.getLoc()))) {
    llvm_unreachable("kernels take any ref");
  }
  kernel->setAttr(workspaceAttributeName, builder.getDenseI64ArrayAttr(places));
  return kernel.getBlock().getArgument(last);
}

Value Workspace::argument(KernelOp kernel, unsigned number) const {
  return addArgument(kernel, parts[number].type, parts[number].begin);
}

static Value markZeroed(KernelOp kernel, Value argument) {
  kernel.setArgAttr(cast<BlockArgument>(argument).getArgNumber(),
                    zeroedAttributeName, UnitAttr::get(kernel.getContext()));
  return argument;
}

Value Workspace::zeroed(KernelOp kernel, unsigned number) const {
  return markZeroed(kernel, argument(kernel, number));
}

void Workspace::zeroFirst(KernelOp kernel, unsigned number) const {
  const Part &part = parts[number];
  RefType first = RefType::get({1}, part.type.getElementType());
  markZeroed(kernel, addArgument(kernel, first, part.begin));
}

Value Workspace::again(KernelOp kernel, Value argument, RefType type) {
  const unsigned number = cast<BlockArgument>(argument).getArgNumber();
  const llvm::SmallVector<int64_t> places = workspaceOf(kernel);
  const size_t first = kernel.getNumArguments() - places.size();
  return addArgument(kernel, type,
                     number < first ? -1 - static_cast<int64_t>(number)
                                    : places[number - first]);
}

llvm::SmallVector<Value> emitProgramNumbers(OpBuilder &builder, Location loc,
                                            ArrayRef<int64_t> counts) {
  return emitProgramNumbers(builder, loc, ProgramIdOp::create(builder, loc),
                            counts);
}

llvm::SmallVector<Value> emitProgramNumbers(OpBuilder &builder, Location loc,
                                            Value id,
                                            ArrayRef<int64_t> counts) {
  if (counts.size() == 1) {
    return {id};
  }
  auto unrank = UnrankOp::create(
      builder, loc, id, builder.getDenseI64ArrayAttr(counts), IntegerAttr());
  return llvm::to_vector_of<Value>(unrank.getResults());
}

} // namespace weft::tile
