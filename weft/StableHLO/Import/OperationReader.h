// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations of a bytecode file.
//
// Values are numbered per isolated region: a region's values come after those
// of the regions around it, in the order of their definitions. A reference to a
// value that is not defined yet gets a placeholder. Each region announces its
// number of values; since every value takes bytes of its own, the values of all
// open regions together cannot be more than the file has bytes, and a region
// that has fewer than it announced is refused.

#pragma once

#include "weft/StableHLO/Import/EntryReader.h"

#include <llvm/ADT/DenseMap.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/OwningOpRef.h>

namespace weft::stablehlo {

/// Where in the file each operation is.
using OperationOffsets = llvm::DenseMap<mlir::Operation *, uint64_t>;

class OperationReader {
public:
  OperationReader(const Container &container, AttributeTable &table,
                  uint64_t fileSize);
  ~OperationReader();

  /// Null after an error.
  mlir::OwningOpRef<mlir::ModuleOp> read(OperationOffsets &offsets);

private:
  /// The regions of one operation, while they are being read.
  struct OpenOperation {
    mlir::Operation *operation;
    /// The bytes: those of the operation around it, or the operation's own.
    size_t reader;
    bool ownsScope;
    /// The next region, or one past the open one.
    unsigned region = 0;
    bool regionIsOpen = false;
    llvm::SmallVector<mlir::Block *> blocks = {};
    size_t block = 0;
    uint64_t operationsLeft = 0;
    size_t firstValue = 0;
    size_t nextValue = 0;
  };

  llvm::LogicalResult readTopLevel(mlir::ModuleOp module);
  /// Reads on until an operation with regions was opened, or one was closed.
  llvm::LogicalResult advance();
  llvm::LogicalResult openRegion(OpenOperation &open);
  llvm::LogicalResult closeRegion(OpenOperation &open);
  llvm::LogicalResult readBlockHeader(OpenOperation &open);
  llvm::LogicalResult readBlockArguments(EntryReader &reader,
                                         OpenOperation &open);
  llvm::LogicalResult readOperation(bool &openedRegions);
  llvm::LogicalResult openRegions(mlir::Operation *operation, bool isIsolated);

  struct Header;
  llvm::LogicalResult readHeader(EntryReader &reader, Header &header);
  llvm::LogicalResult readProperties(EntryReader &reader, Header &header);
  llvm::LogicalResult makeState(EntryReader &reader, Header &header);
  llvm::LogicalResult skipUseListOrders(EntryReader &reader, uint64_t values);

  mlir::Value getOperand(EntryReader &reader, uint64_t index);
  llvm::LogicalResult define(EntryReader &reader, mlir::ValueRange values);

  const Container &container;
  AttributeTable &table;
  uint64_t fileSize;
  mlir::MLIRContext *context;
  OperationOffsets *offsets = nullptr;

  /// Readers of sections; the file's first.
  std::vector<std::unique_ptr<EntryReader>> readers;
  std::vector<OpenOperation> stack;
  /// One per isolated operation that is open.
  std::vector<std::vector<mlir::Value>> scopes;
  uint64_t openValues = 0;
  mlir::Block placeholders;
  llvm::DenseMap<size_t, mlir::OperationName> names;
};

} // namespace weft::stablehlo
