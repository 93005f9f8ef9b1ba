// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs from outside: MLIR text, MLIR bytecode, and the portable artifact
// (VHLO in bytecode) that JAX sends.
//
// Nothing in the file is trusted. Bytecode is read by code of our own, which
// checks every count against the bytes that are left and every index against
// its table (ByteReader.h, Container.h, EntryReader.h, OperationReader.h). Text
// is looked through before MLIR's parser gets it (TextScan.h). What comes out
// is within the limits of Limits.h, and verified.

#pragma once

#include <llvm/Support/MemoryBufferRef.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/MLIRContext.h>
#include <mlir/IR/OwningOpRef.h>

namespace weft::stablehlo {

struct ImportOptions {
  /// Larger files are refused.
  uint64_t maximumBytes = uint64_t(1) << 32;
};

/// The program in `file`, verified; or null after exactly one error diagnostic
/// was emitted in `context`. Errors in text have their line and column, errors
/// in bytecode line 1, column 1 and the byte offset in the message.
///
/// Adds our dialects to `context`. No other thread may emit diagnostics in it
/// meanwhile: they could not be told apart from those of the import.
mlir::OwningOpRef<mlir::ModuleOp>
importModule(llvm::MemoryBufferRef file, mlir::MLIRContext &context,
             const ImportOptions &options = {});

/// The bytecode that importModule reads.
std::string exportModule(mlir::ModuleOp module);

} // namespace weft::stablehlo
