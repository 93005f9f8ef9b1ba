// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function per chlo operation, each in the file of its idea. Functions on
// expressions take operands of f32, f64 or a complex type of these: the pass
// widens narrower floats before and narrows the result after.

#pragma once

#include "weft/StableHLO/Chlo/Chlo.h"
#include "weft/StableHLO/Chlo/Expression.h"

namespace weft::chlo {

// ExpandInverseTrigonometric.cpp
Expression expandAcos(Expression x);
Expression expandAcosh(Expression x);
Expression expandAsin(Expression x);
Expression expandAsinh(Expression x);
Expression expandAtan(Expression x);
Expression expandAtanh(Expression x);
Expression expandAsinAcosKernel(Expression z);

// ExpandHyperbolic.cpp
Expression expandCosh(Expression x);
Expression expandSinh(Expression x);

// ExpandErrorFunction.cpp
Expression expandErf(Expression x);
Expression expandErfc(Expression x);
Expression expandErfInv(Expression x);

// ExpandGamma.cpp
Expression expandLgamma(Expression x);
Expression expandDigamma(Expression x);
Expression expandZeta(Expression x, Expression q);
Expression expandPolygamma(Expression n, Expression x);

// ExpandBessel.cpp
Expression expandBesselI1e(Expression x);

// ExpandElementary.cpp; these take any float type.
Expression expandConj(Expression x);
Expression expandSquare(Expression x);
Expression expandIsInf(Expression x);
Expression expandIsPosInf(Expression x);
Expression expandIsNegInf(Expression x);
Expression expandNextAfter(Expression x, Expression y);
Expression expandMulhi(Expression lhs, Expression rhs);

/// The results that replace an operation, or failure after one diagnostic.
using Replacement = mlir::FailureOr<llvm::SmallVector<mlir::Value>>;

// ExpandBroadcasting.cpp: the operands brought to their common shape.
// `broadcastDimensions` is as for the binary operations.
Replacement
broadcastOperands(mlir::Operation *op, mlir::OpBuilder &builder,
                  std::optional<llvm::ArrayRef<int64_t>> broadcastDimensions);

// ExpandTopK.cpp, ExpandRaggedDot.cpp, ExpandScan.cpp
Replacement expandTopK(TopKOp op, mlir::OpBuilder &builder);
Replacement expandRaggedDot(RaggedDotOp op, mlir::OpBuilder &builder);
Replacement expandScan(ScanOp op, mlir::OpBuilder &builder);

} // namespace weft::chlo
