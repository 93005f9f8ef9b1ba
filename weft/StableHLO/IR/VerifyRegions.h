// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks of the functions that operations carry in regions: reducers,
// comparators, branches. Verifiers and inference meet regions before these have
// been verified themselves, so nothing here expects a block or a terminator.

#pragma once

#include "weft/StableHLO/IR/Shapes.h"

#include <mlir/IR/Region.h>

namespace weft::stablehlo {

/// The values that a region of one block returns; nothing for a region without
/// block or terminator.
std::optional<mlir::OperandRange> returnedValues(mlir::Region &region);

/// The region takes arguments of types compatible with `arguments` and returns
/// values of types compatible with `results`.
llvm::LogicalResult
checkRegionSignature(const Site &site, llvm::StringRef label,
                     llvm::StringRef name, mlir::Region &region,
                     mlir::TypeRange arguments, mlir::TypeRange results);

/// The region takes one argument per entry of `arguments`.
llvm::LogicalResult checkRegionArguments(const Site &site,
                                         llvm::StringRef label,
                                         llvm::StringRef name,
                                         mlir::Region &region,
                                         mlir::TypeRange arguments);

/// The region returns values of types compatible with `results`.
llvm::LogicalResult checkRegionResults(const Site &site, llvm::StringRef label,
                                       llvm::StringRef name,
                                       mlir::Region &region,
                                       mlir::TypeRange results);

/// The region is a reducer: `(tensor<E0>, ..., tensor<E0>, ...) -> (tensor<E0>,
/// ...)`, twice as many scalars in as out, where the elements of input i, and
/// of the initial value i if there are any, may be accumulated in Ei. Inputs
/// and initial values are given by their (tensor or element) types.
llvm::LogicalResult checkReducer(const Site &site, llvm::StringRef label,
                                 llvm::StringRef name, mlir::Region &region,
                                 mlir::TypeRange inputs,
                                 mlir::TypeRange initialValues);

/// The element types of what a reducer returns; fails, with an error, if the
/// region does not return `count` tensors.
mlir::FailureOr<llvm::SmallVector<mlir::Type>>
reducerElementTypes(const Site &site, llvm::StringRef label,
                    llvm::StringRef name, mlir::Region &region, size_t count);

} // namespace weft::stablehlo
