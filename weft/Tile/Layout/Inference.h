// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of inferLayouts: what a kernel asks for its tiles
// (CollectRequests.cpp), what they get (InferLayouts.cpp), and how that is
// written into it (WriteLayouts.cpp).

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Tile/Layout/Access.h"
#include "weft/Tile/Layout/Conversion.h"
#include "weft/Tile/Layout/Layout.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/IntEqClasses.h>
#include <mlir/IR/Builders.h>

#include <functional>
#include <vector>

namespace weft::tile {

inline bool isTile(mlir::Value value) {
  return llvm::isa<mlir::RankedTensorType>(value.getType());
}

inline llvm::ArrayRef<int64_t> tileShape(mlir::Value value) {
  return llvm::cast<mlir::RankedTensorType>(value.getType()).getShape();
}

/// Of a tile that has one.
inline LayoutAttr layoutAttribute(mlir::Value value) {
  return llvm::cast<LayoutAttr>(
      llvm::cast<mlir::RankedTensorType>(value.getType()).getEncoding());
}

/// The layout of the indices of a gather or scatter that has each where its box
/// is read or written.
template <typename Op> Layout layoutOfIndices(Op op, const Layout &boxes) {
  return boxes.dropped(
      llvm::to_vector(llvm::seq(indexRank(op), op.getTileType().getRank())));
}

/// The operand's layout that makes a broadcast a matter of names.
Layout broadcastOperand(BroadcastOp op, const Layout &result);

/// The layout that elements of each digit are counted in.
inline Layout countLayout(int64_t bins, const Machine &machine, int64_t warps) {
  return blockedLayout({bins}, {0}, 1, machine.threads.lanes, warps);
}

/// Tiles that have one layout.
struct TileClass {
  llvm::SmallVector<int64_t> shape;
  int64_t elements = 0;
  /// How often it is computed, about.
  int64_t weight = 1;
  llvm::SmallVector<Access> accesses;
  /// A dim that is scanned, which no two warps share.
  std::optional<int64_t> scanned;
  /// Whether elements are numbered: neighbours lie in lanes, then registers,
  /// then warps.
  bool isRanked = false;
  /// Whether threads go to memory for one element at a time, so that lanes had
  /// better lie side by side.
  bool isIndexed = false;
  /// Whether products are summed in it, in the layout that their instruction
  /// asks for.
  bool isSum = false;
  std::optional<Layout> layout;
  LayoutAttr attribute;
};

/// How the layout of one class follows from that of another.
struct LayoutRelation {
  unsigned from;
  unsigned to;
  std::function<std::optional<Layout>(const Layout &)> derive;
};

class Inference {
public:
  Inference(KernelOp kernel, const Machine &machine, int64_t warps)
      : kernel(kernel), machine(machine), warps(warps) {}

  mlir::LogicalResult run();

private:
  // What the program asks for.
  void number();
  void tie(mlir::ValueRange values);
  void tie(mlir::ValueRange first, mlir::ValueRange second);
  void tieControl(mlir::Operation *op);
  void tieValuesOf(mlir::Operation *op);
  void makeClasses();
  mlir::LogicalResult collect(mlir::Operation *op);
  void relate(mlir::Value from, mlir::Value to,
              std::function<std::optional<Layout>(const Layout &)> derive);

  // What it gets.
  void settle();
  Layout choose(unsigned index);
  std::optional<Layout> derived(unsigned index, bool fromLargerOnly);
  Layout coalesced(const Access &access) const;

  // What is written.
  void setTypes();
  mlir::LogicalResult rewrite(mlir::Operation *op);
  void rewriteLoad(LoadOp op);
  void rewriteStore(StoreOp op);
  void rewriteGather(GatherOp op);
  void rewriteScatter(ScatterOp op);
  void rewriteSlice(SliceOp op);
  mlir::LogicalResult rewriteDot(DotOp op);
  void setNatural(mlir::Value result, const Layout &natural);
  mlir::Value converted(mlir::OpBuilder &builder, mlir::Value value,
                        LayoutAttr to);
  void convertOperand(mlir::OpOperand &operand, const Layout &to);
  Conversion conversionOf(mlir::Value tile, const Layout &from,
                          const Layout &to) const;
  Layout best(mlir::Operation *op, const Access &access,
              const Layout &given) const;

  TileClass &classOf(mlir::Value value) { return classes[classNumber(value)]; }
  unsigned classNumber(mlir::Value value) {
    return sets[numbers.lookup(value)];
  }
  const Layout &layoutOf(mlir::Value value) { return *classOf(value).layout; }
  mlir::MLIRContext *context() { return kernel.getContext(); }

  KernelOp kernel;
  const Machine &machine;
  int64_t warps;
  llvm::DenseMap<mlir::Value, unsigned> numbers;
  llvm::SmallVector<mlir::Value> values;
  llvm::IntEqClasses sets;
  std::vector<TileClass> classes;
  std::vector<LayoutRelation> relations;
};

} // namespace weft::tile
