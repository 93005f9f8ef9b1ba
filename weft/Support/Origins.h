// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which operation of the user's program an operation of ours came from.
//
// Import gives every operation a number, its *origin*, and keeps it in the
// location: `fused<{weft.origin = 12}>[original location]`. Rewrites fuse the
// locations of what they replace, so an operation made from several has all
// of their numbers, and a kernel has those of everything in its region. The
// number is what decision records and reports join on; the original location
// inside is what diagnostics print.

#pragma once

#include <llvm/ADT/SmallVector.h>
#include <mlir/IR/Location.h>
#include <mlir/IR/Operation.h>

#include <optional>
#include <string>
#include <vector>

namespace weft {

/// Numbers `root` and everything in it in program order, from 0, replacing
/// numbers that were there. Element n of the result is the original location
/// of the operation with origin n.
std::vector<mlir::LocationAttr> numberOrigins(mlir::Operation *root);

/// The origins in a location, ascending, each once.
llvm::SmallVector<uint32_t> originsOf(mlir::Location location);

/// The origins of an operation and of all operations in its regions.
llvm::SmallVector<uint32_t> originsOf(mlir::Operation *operation);

/// The location of something made from operations at `locations`, without
/// repetition. The first sixteen speak for all, so that a long chain of
/// rewrites does not carry all its history.
mlir::Location fuseLocations(llvm::ArrayRef<mlir::Location> locations,
                             mlir::MLIRContext *context);

/// The location of an operation that was at `callee` in a function's body and
/// takes the place of a call at `caller`. Producers name what is in a function
/// relative to it: `sin` inlined into `jit(f)/jit(g)` is `jit(f)/jit(g)/sin`.
/// The call's place follows the operation's own in the stack of frames.
mlir::Location inlinedLocation(mlir::Location callee, mlir::Location caller);

/// A location as a user understands it.
struct ResolvedLocation {
  struct Frame {
    std::string file;
    unsigned line = 0;
    unsigned column = 0;
    /// Empty where the producer did not say.
    std::string function;
  };
  /// Innermost first, but frames of libraries after the user's own.
  std::vector<Frame> frames;
  /// The producer's name for the operation, such as `jit(f)/jit(main)/add`.
  std::string namePath;
};

/// Reads the shapes of location that producers write: a name around a call
/// stack of named file positions. Of fused locations the first one that has a
/// file speaks for all.
ResolvedLocation resolveLocation(mlir::Location location);

/// Whether a file belongs to an installed package or to Python itself.
bool isLibraryFile(llvm::StringRef file);

} // namespace weft
