// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations that work element by element, whatever the types.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"

namespace weft::tile {

template <typename... Ops> struct OperationList {};

using ElementwiseOps = OperationList<
    stablehlo::AbsOp, stablehlo::AddOp, stablehlo::AndOp, stablehlo::Atan2Op,
    stablehlo::CbrtOp, stablehlo::CeilOp, stablehlo::ClampOp,
    stablehlo::CompareOp, stablehlo::ComplexOp, stablehlo::ConvertOp,
    stablehlo::CosineOp, stablehlo::CountLeadingZerosOp, stablehlo::DivideOp,
    stablehlo::ExponentialOp, stablehlo::ExponentialMinusOneOp,
    stablehlo::FloorOp, stablehlo::ImagOp, stablehlo::IsFiniteOp,
    stablehlo::LogOp, stablehlo::LogPlusOneOp, stablehlo::LogisticOp,
    stablehlo::MaximumOp, stablehlo::MinimumOp, stablehlo::MultiplyOp,
    stablehlo::NegateOp, stablehlo::NotOp, stablehlo::OrOp, stablehlo::PopcntOp,
    stablehlo::PowerOp, stablehlo::RealOp, stablehlo::ReducePrecisionOp,
    stablehlo::RemainderOp, stablehlo::RoundNearestAfzOp,
    stablehlo::RoundNearestEvenOp, stablehlo::RsqrtOp, stablehlo::SelectOp,
    stablehlo::ShiftLeftOp, stablehlo::ShiftRightArithmeticOp,
    stablehlo::ShiftRightLogicalOp, stablehlo::SignOp, stablehlo::SineOp,
    stablehlo::SqrtOp, stablehlo::SubtractOp, stablehlo::TanOp,
    stablehlo::TanhOp, stablehlo::XorOp>;

} // namespace weft::tile
