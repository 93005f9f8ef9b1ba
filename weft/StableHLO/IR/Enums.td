// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The closed sets of keywords that attributes choose from. The numbers are those
// of the serialized form.

#ifndef WEFT_STABLEHLO_IR_ENUMS
#define WEFT_STABLEHLO_IR_ENUMS

include "mlir/IR/EnumAttr.td"
include "weft/StableHLO/IR/Base.td"

class StableHLO_Enum<string name, string summary, list<I32EnumAttrCase> cases> :
    I32EnumAttr<name, summary, cases> {
  let genSpecializedAttr = 0;
  let cppNamespace = "::weft::stablehlo";
}

def StableHLO_Precision : StableHLO_Enum<"Precision",
    "how exactly the multiplications of a dot or convolution are carried out", [
      I32EnumAttrCase<"DEFAULT", 0>,
      I32EnumAttrCase<"HIGH", 1>,
      I32EnumAttrCase<"HIGHEST", 2>]>;
def StableHLO_PrecisionAttr :
    EnumAttr<StableHLO_Dialect, StableHLO_Precision, "precision">;
// One precision per operand.
def StableHLO_PrecisionConfigAttr :
    TypedArrayAttrBase<StableHLO_PrecisionAttr, "Precision Config attribute">;

def StableHLO_ResultAccuracyMode : StableHLO_Enum<"ResultAccuracyMode",
    "how the accuracy of a transcendental function is chosen", [
      I32EnumAttrCase<"DEFAULT", 0>,
      I32EnumAttrCase<"HIGHEST", 1>,
      I32EnumAttrCase<"TOLERANCE", 2>]>;
def StableHLO_ResultAccuracyModeAttr :
    EnumAttr<StableHLO_Dialect, StableHLO_ResultAccuracyMode,
             "result_accuracy_mode"> {
  let assemblyFormat = "`<` $value `>`";
}

def StableHLO_FftType : StableHLO_Enum<"FftType",
    "direction of a Fourier transform, and which side is real", [
      I32EnumAttrCase<"FFT", 0>,
      I32EnumAttrCase<"IFFT", 1>,
      I32EnumAttrCase<"RFFT", 2>,
      I32EnumAttrCase<"IRFFT", 3>]>;
def StableHLO_FftTypeAttr :
    EnumAttr<StableHLO_Dialect, StableHLO_FftType, "fft_type">;

// Stored as a plain i32 attribute, unlike the other enumerations.
def StableHLO_CustomCallApiVersionAttr : I32EnumAttr<"CustomCallApiVersion",
    "calling convention of a custom call", [
      I32EnumAttrCase<"API_VERSION_UNSPECIFIED", 0>,
      I32EnumAttrCase<"API_VERSION_ORIGINAL", 1>,
      I32EnumAttrCase<"API_VERSION_STATUS_RETURNING", 2>,
      I32EnumAttrCase<"API_VERSION_STATUS_RETURNING_UNIFIED", 3>,
      I32EnumAttrCase<"API_VERSION_TYPED_FFI", 4>]> {
  let cppNamespace = "::weft::stablehlo";
}

def StableHLO_ComparisonDirection : StableHLO_Enum<"ComparisonDirection",
    "the relation a comparison tests", [
      I32EnumAttrCase<"EQ", 0>,
      I32EnumAttrCase<"NE", 1>,
      I32EnumAttrCase<"GE", 2>,
      I32EnumAttrCase<"GT", 3>,
      I32EnumAttrCase<"LE", 4>,
      I32EnumAttrCase<"LT", 5>]>;
def StableHLO_ComparisonDirectionAttr :
    EnumAttr<StableHLO_Dialect, StableHLO_ComparisonDirection,
             "comparison_direction">;

def StableHLO_ComparisonType : StableHLO_Enum<"ComparisonType",
    "the order a comparison uses", [
      I32EnumAttrCase<"NOTYPE", 0>,
      I32EnumAttrCase<"FLOAT", 1>,
      I32EnumAttrCase<"TOTALORDER", 2>,
      I32EnumAttrCase<"SIGNED", 3>,
      I32EnumAttrCase<"UNSIGNED", 4>]>;
def StableHLO_ComparisonTypeAttr :
    EnumAttr<StableHLO_Dialect, StableHLO_ComparisonType, "comparison_type">;

def StableHLO_Transpose : StableHLO_Enum<"Transpose",
    "how the matrix of a triangular solve is read", [
      I32EnumAttrCase<"TRANSPOSE_INVALID", 0>,
      I32EnumAttrCase<"NO_TRANSPOSE", 1>,
      I32EnumAttrCase<"TRANSPOSE", 2>,
      I32EnumAttrCase<"ADJOINT", 3>]>;
def StableHLO_TransposeAttr :
    EnumAttr<StableHLO_Dialect, StableHLO_Transpose, "transpose">;

def StableHLO_RngDistribution : StableHLO_Enum<"RngDistribution",
    "distribution of random numbers", [
      I32EnumAttrCase<"UNIFORM", 1>,
      I32EnumAttrCase<"NORMAL", 2>]>;
def StableHLO_RngDistributionAttr :
    EnumAttr<StableHLO_Dialect, StableHLO_RngDistribution, "rng_distribution">;

def StableHLO_RngAlgorithm : StableHLO_Enum<"RngAlgorithm",
    "generator of random bits", [
      I32EnumAttrCase<"DEFAULT", 0>,
      I32EnumAttrCase<"THREE_FRY", 1>,
      I32EnumAttrCase<"PHILOX", 2>]>;
def StableHLO_RngAlgorithmAttr :
    EnumAttr<StableHLO_Dialect, StableHLO_RngAlgorithm, "rng_algorithm">;

#endif // WEFT_STABLEHLO_IR_ENUMS
