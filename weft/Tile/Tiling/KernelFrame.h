// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The frame of a kernel.
//
// Its arguments are, in this order: the arguments of the block, constants that
// are in memory, and one ref per root. The kernel's attribute `constants` lists
// pairs of an argument's number and the value it must hold. All but the roots
// are only read, unless a root has the memory of an argument.

#pragma once

#include "weft/Tile/IR/Workspace.h"
#include "weft/Tile/Tiling/TilingSpace.h"

#include <mlir/IR/Builders.h>

namespace weft::tile {

inline constexpr llvm::StringLiteral constantsAttributeName = "constants";

/// The ref type of a kernel's argument that holds `type`.
RefType refTypeOf(mlir::RankedTensorType type);

struct KernelFrame {
  KernelOp kernel;
  /// Numbers of arguments.
  unsigned firstConstant = 0;
  unsigned firstRoot = 0;
};

/// A kernel of `grid` programs. The builder stands before its return
/// afterwards. `flat`: values of that many elements are lists.
KernelFrame makeKernelFrame(mlir::OpBuilder &builder, mlir::Location loc,
                            llvm::StringRef name, const TilingSpace &space,
                            mlir::ArrayRef<mlir::ElementsAttr> constants,
                            int64_t grid,
                            std::optional<int64_t> flat = std::nullopt);

/// Of each ref in memory that kernels share, in bytes.
inline constexpr int64_t workspaceAlignment = 256;

/// Memory that several kernels share.
class Workspace {
public:
  /// Room for a ref of that type; its number.
  unsigned add(RefType type);
  /// A further argument of a kernel: the ref with that number.
  mlir::Value argument(KernelOp kernel, unsigned number) const;
  /// The same, of zeros when the kernel starts.
  mlir::Value zeroed(KernelOp kernel, unsigned number) const;
  /// Has the first element of a ref be zero when the kernel starts.
  void zeroFirst(KernelOp kernel, unsigned number) const;
  /// A further argument of a kernel with the memory of one that it has, as a
  /// ref of that type.
  static mlir::Value again(KernelOp kernel, mlir::Value argument, RefType type);

private:
  struct Part {
    RefType type;
    int64_t begin;
  };
  llvm::SmallVector<Part> parts;
  int64_t bytes = 0;
};

/// Which program this is, of so many: one number per count. There is more than
/// one program.
llvm::SmallVector<mlir::Value>
emitProgramNumbers(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::ArrayRef<int64_t> counts);
/// The same for the program with this number.
llvm::SmallVector<mlir::Value>
emitProgramNumbers(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value number, mlir::ArrayRef<int64_t> counts);

} // namespace weft::tile
