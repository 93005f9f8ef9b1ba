// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dialect, the vocabulary of types that operands and results are declared
// with, the traits shared by families of operations, and the base class of all
// operations.
//
// Naming: an operation's C++ class is its mnemonic in camel case plus `Op`
// (`count_leading_zeros` is `CountLeadingZerosOp`), its TableGen record the same
// behind `StableHLO_`. Operands, attributes and regions carry the names of the
// specification.

#ifndef WEFT_STABLEHLO_IR_BASE
#define WEFT_STABLEHLO_IR_BASE

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/CommonTypeConstraints.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// Dialect
//===----------------------------------------------------------------------===//

def StableHLO_Dialect : Dialect {
  let name = "stablehlo";
  let cppNamespace = "::weft::stablehlo";
  let summary = "programs on whole tensors, as the StableHLO specification defines them";
  let description = [{
    The program level of Weft. Every operation, type, attribute and its text
    form follow the published StableHLO specification, so that programs written
    by other front ends read in unchanged and the specification documents ours.
  }];
  let dependentDialects = ["::mlir::quant::QuantDialect"];
  let hasConstantMaterializer = 1;
  // Parsing is by hand: `#stablehlo.bounds<...>` is a second spelling of
  // `#stablehlo.type_extensions<bounds = [...]>`.
  let extraClassDeclaration = [{
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attribute,
                        ::mlir::DialectAsmPrinter &printer) const override;
    ::mlir::Type parseType(::mlir::DialectAsmParser &parser) const override;
    void printType(::mlir::Type type,
                   ::mlir::DialectAsmPrinter &printer) const override;

  private:
    // One definition per translation unit that holds what it registers.
    void registerAttributes();
    void registerTypes();
    void registerUnaryOperations();
    void registerElementwiseOperations();
    void registerMovementOperations();
    void registerComputeOperations();
    void registerControlOperations();
    void registerCollectiveOperations();
    void registerDynamicOperations();

  public:
  }];
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

def StableHLO_Pred : TypeAlias<I1, "bool">;

// Signless integers are the specification's signed ones.
def StableHLO_SInt : SignlessIntOfWidths<[2, 4, 8, 16, 32, 64]>;
def StableHLO_UInt : UnsignedIntOfWidths<[2, 4, 8, 16, 32, 64]>;
def StableHLO_Int : AnyTypeOf<[StableHLO_SInt, StableHLO_UInt],
                              "2/4/8/16/32/64-bit integer">;

def StableHLO_Float : AnyTypeOf<[
    F4E2M1FN, F6E2M3FN, F6E3M2FN, F8E3M4, F8E4M3, F8E4M3FN, F8E4M3FNUZ,
    F8E4M3B11FNUZ, F8E5M2, F8E5M2FNUZ, F8E8M0FNU, F16, F32, F64, BF16],
    "4/6/8/16/32/64-bit float">;
def StableHLO_Float32Or64 : AnyTypeOf<[F32, F64], "32/64-bit float">;

def StableHLO_Complex : Complex<StableHLO_Float32Or64>;

// Per-tensor and per-axis quantized integers, storage of 2 to 32 bits, zero
// points inside the storage range.
def StableHLO_QuantizedInt : Type<
    CPred<"::weft::stablehlo::isPerTensorQuantized($_self)">,
    "per-tensor integer quantized">;
def StableHLO_PerAxisQuantizedInt : Type<
    CPred<"::weft::stablehlo::isPerAxisQuantized($_self)">,
    "per-axis integer quantized">;

// On a tensor type: a per-axis element type has one scale per element of the
// quantized dimension.
def StableHLO_IsValidQuantizedDimension :
    CPred<"::weft::stablehlo::isValidQuantizedDimension($_self)">;

def StableHLO_DimensionValue : AnyTypeOf<[Index, StableHLO_Int]>;

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

defvar StableHLO_PlainElements = [StableHLO_Float, StableHLO_Pred, StableHLO_Int,
                                  StableHLO_Complex];
defvar StableHLO_Elements = StableHLO_PlainElements # [StableHLO_QuantizedInt];
defvar StableHLO_AllElements = StableHLO_Elements # [StableHLO_PerAxisQuantizedInt];

// "Tensor" without qualification: any element type but the per-axis quantized
// ones, static, dynamic or bounded dimensions.
def StableHLO_Tensor : RankedTensorOf<StableHLO_Elements>;
def StableHLO_NonQuantizedTensor : RankedTensorOf<StableHLO_PlainElements>;
def StableHLO_TensorOrPerAxisQuantizedTensor :
    RankedTensorOf<StableHLO_AllElements, [StableHLO_IsValidQuantizedDimension]>;

def StableHLO_PredTensor : RankedTensorOf<[StableHLO_Pred]>;
def StableHLO_IntTensor : RankedTensorOf<[StableHLO_Int]>;
def StableHLO_SI32Tensor : RankedTensorOf<[I32]>;
def StableHLO_UI32Tensor : RankedTensorOf<[UI32]>;
def StableHLO_FpTensor : RankedTensorOf<[StableHLO_Float]>;
def StableHLO_Fp32Or64Tensor : RankedTensorOf<[StableHLO_Float32Or64]>;
def StableHLO_ComplexTensor : RankedTensorOf<[StableHLO_Complex]>;
def StableHLO_QuantizedIntTensor : RankedTensorOf<[StableHLO_QuantizedInt]>;
def StableHLO_PerAxisQuantizedIntTensor :
    RankedTensorOf<[StableHLO_PerAxisQuantizedInt],
                   [StableHLO_IsValidQuantizedDimension]>;
def StableHLO_QuantizedIntOrPerAxisQuantizedIntTensor :
    RankedTensorOf<[StableHLO_QuantizedInt, StableHLO_PerAxisQuantizedInt],
                   [StableHLO_IsValidQuantizedDimension]>;

def StableHLO_IntOrFpTensor : RankedTensorOf<[StableHLO_Int, StableHLO_Float]>;
def StableHLO_PredOrIntTensor : RankedTensorOf<[StableHLO_Pred, StableHLO_Int]>;
def StableHLO_FpOrComplexTensor : RankedTensorOf<[StableHLO_Float, StableHLO_Complex]>;
def StableHLO_FpOrQuantizedIntTensor :
    RankedTensorOf<[StableHLO_Float, StableHLO_QuantizedInt]>;
def StableHLO_FpComplexOrQuantizedIntTensor :
    RankedTensorOf<[StableHLO_Float, StableHLO_Complex, StableHLO_QuantizedInt]>;
def StableHLO_FpOrAnyQuantizedIntTensor :
    RankedTensorOf<[StableHLO_Float, StableHLO_QuantizedInt,
                    StableHLO_PerAxisQuantizedInt],
                   [StableHLO_IsValidQuantizedDimension]>;
def StableHLO_SIntFpComplexOrQuantizedIntTensor :
    RankedTensorOf<[StableHLO_SInt, StableHLO_Float, StableHLO_Complex,
                    StableHLO_QuantizedInt]>;
def StableHLO_SIntFpOrQuantizedIntTensor :
    RankedTensorOf<[StableHLO_SInt, StableHLO_Float, StableHLO_QuantizedInt]>;
def StableHLO_IntFpComplexOrQuantizedIntTensor :
    RankedTensorOf<[StableHLO_Int, StableHLO_Float, StableHLO_Complex,
                    StableHLO_QuantizedInt]>;
def StableHLO_PredIntOrFpTensor :
    RankedTensorOf<[StableHLO_Pred, StableHLO_Int, StableHLO_Float]>;

// Rank 0.
def StableHLO_ScalarTensor : 0DTensorOf<StableHLO_Elements>;
def StableHLO_ScalarIntTensor : 0DTensorOf<[StableHLO_Int]>;
def StableHLO_ScalarPredIntOrFpTensor :
    0DTensorOf<[StableHLO_Pred, StableHLO_Int, StableHLO_Float]>;

// A shape, or another list of one number per dimension, given at run time.
def StableHLO_DimensionTensor : 1DTensorOf<[StableHLO_DimensionValue]>;
def StableHLO_StaticDimensionTensor :
    RankedTensorOf<[StableHLO_DimensionValue],
                   [HasStaticShapePred, HasAnyRankOfPred<[1]>],
                   "statically shaped 1-dimensional tensor">;
def StableHLO_Static1DIntTensor :
    RankedTensorOf<[StableHLO_Int], [HasStaticShapePred, HasAnyRankOfPred<[1]>],
                   "statically shaped 1-dimensional integer tensor">;
def StableHLO_Static2DIntTensor :
    RankedTensorOf<[StableHLO_Int], [HasStaticShapePred, HasAnyRankOfPred<[2]>],
                   "statically shaped 2-dimensional integer tensor">;

// Static shapes.
def StableHLO_StaticShapeTensor : StaticShapeTensorOf<StableHLO_Elements>;
def StableHLO_StaticShapeTensorOrPerAxisQuantizedTensor :
    RankedTensorOf<StableHLO_AllElements,
                   [StableHLO_IsValidQuantizedDimension, HasStaticShapePred],
                   "statically shaped tensor">;
def StableHLO_StaticShapeIntOrFpTensor :
    StaticShapeTensorOf<[StableHLO_Int, StableHLO_Float]>;
def StableHLO_StaticShapeIntFpComplexOrQuantizedTensor :
    StaticShapeTensorOf<[StableHLO_Int, StableHLO_Float, StableHLO_Complex,
                         StableHLO_QuantizedInt]>;
// Static but for at most one dimension, which is then bounded.
def StableHLO_StaticOrSingleBoundedShapeTensorOrPerAxisQuantizedTensor :
    RankedTensorOf<StableHLO_AllElements,
                   [StableHLO_IsValidQuantizedDimension,
                    Or<[HasStaticShapePred,
                        CPred<"::weft::stablehlo::hasSingleBoundedDimension($_self)">]>],
                   "statically shaped or single bounded dimension tensor">;

// Ranked or unranked; only custom calls allow the latter.
def StableHLO_AnyTensor :
    TensorOf<StableHLO_AllElements, [StableHLO_IsValidQuantizedDimension]>;

//===----------------------------------------------------------------------===//
// Values that are not tensors, and unions with them
//===----------------------------------------------------------------------===//

def StableHLO_Token :
    Type<CPred<"::llvm::isa<::weft::stablehlo::TokenType>($_self)">, "token">;
def StableHLO_Future :
    Type<CPred<"::llvm::isa<::weft::stablehlo::FutureType>($_self)">, "future">;
def StableHLO_Buffer : MemRefOf<StableHLO_Elements>;
def StableHLO_Tuple : NestedTupleOf<[
    StableHLO_Tensor, StableHLO_Buffer, StableHLO_PerAxisQuantizedIntTensor,
    StableHLO_Token]>;

def StableHLO_TensorOrToken : AnyTypeOf<[StableHLO_Tensor, StableHLO_Token]>;
def StableHLO_TensorOrPerAxisQuantizedTensorOrToken : AnyTypeOf<[
    StableHLO_Tensor, StableHLO_PerAxisQuantizedIntTensor, StableHLO_Token]>;
def StableHLO_TensorOrPerAxisQuantizedTensorOrTokenOrBuffer : AnyTypeOf<[
    StableHLO_TensorOrPerAxisQuantizedTensorOrToken, StableHLO_Buffer]>;
def StableHLO_TensorOrPerAxisQuantizedTensorOrTokenOrTuple : AnyTypeOf<[
    StableHLO_Tensor, StableHLO_PerAxisQuantizedIntTensor, StableHLO_Token,
    StableHLO_Tuple]>;
def StableHLO_TensorOrPerAxisQuantizedTensorOrTokenOrTupleOrBuffer : AnyTypeOf<[
    StableHLO_TensorOrPerAxisQuantizedTensorOrTokenOrTuple, StableHLO_Buffer]>;
def StableHLO_StaticShapeTensorOrPerAxisQuantizedTensorOrToken : AnyTypeOf<[
    StableHLO_StaticShapeTensor, StableHLO_StaticShapeTensorOrPerAxisQuantizedTensor,
    StableHLO_Token]>;

def StableHLO_CustomCallTuple :
    NestedTupleOf<[StableHLO_AnyTensor, StableHLO_Buffer, StableHLO_Token]>;
def StableHLO_CustomCallValue : AnyTypeOf<[
    StableHLO_AnyTensor, StableHLO_Buffer, StableHLO_Token,
    StableHLO_CustomCallTuple, StableHLO_Future]>;

//===----------------------------------------------------------------------===//
// Traits
//===----------------------------------------------------------------------===//

class StableHLO_Trait<string name> : NativeOpTrait<name> {
  let cppNamespace = "::weft::stablehlo::traits";
}

// The order of the two operands does not matter. MLIR's own trait would let its
// folder reorder operands; programs keep theirs.
def StableHLO_Commutative : StableHLO_Trait<"Commutative">;

// Operand i and result i have the same (element) type, for all i.
def StableHLO_PairwiseSameOperandAndResultType :
    StableHLO_Trait<"PairwiseSameOperandAndResultType">;
def StableHLO_PairwiseSameOperandAndResultElementType :
    StableHLO_Trait<"PairwiseSameOperandAndResultElementType">;

// All operand and result (element) types agree up to what is unknown: dynamic
// dimensions match any size, bounds admit smaller sizes, quantized types agree
// in their storage and expressed types.
def StableHLO_CompatibleOperandsElementType :
    StableHLO_Trait<"CompatibleOperandsElementType">;
def StableHLO_CompatibleOperandsAndResultElementType :
    StableHLO_Trait<"CompatibleOperandsAndResultElementType">;

// The same for whole types, and the result type is inferred: the most specific
// type that all operands agree on.
def StableHLO_CompatibleOperandsAndResultType : TraitList<[
    InferTypeOpInterface, StableHLO_Trait<"CompatibleOperandsAndResultType">]>;

// The operation defines `inferReturnTypes`.
def StableHLO_InferType : TraitList<[DeclareOpInterfaceMethods<InferTypeOpInterface>]>;

// May be executed although the program might not have, when no operand has a
// dynamic dimension: then the verifier has checked all sizes. With regions, only
// if the operations inside may as well.
def StableHLO_SpeculatableIfInputsStatic : TraitList<[
    ConditionallySpeculatable, StableHLO_Trait<"SpeculatableIfInputsStatic">]>;

// The same when each static dimension of each result is static in the first
// operand too, so that the type of the result asserts nothing new.
def StableHLO_SpeculatableIfResultDimsKnown : TraitList<[
    ConditionallySpeculatable, StableHLO_Trait<"SpeculatableIfResultDimsKnown">]>;

// The first, and the last operand, a shape, is a constant.
def StableHLO_SpeculatableIfInputsStaticAndShapeConstant : TraitList<[
    ConditionallySpeculatable,
    StableHLO_Trait<"SpeculatableIfInputsStaticAndShapeConstant">]>;

//===----------------------------------------------------------------------===//
// The base of all operations
//===----------------------------------------------------------------------===//

class StableHLO_Op<string mnemonic, list<Trait> traits = []> :
    Op<StableHLO_Dialect, mnemonic, traits> {
  // An operation with declarations of its own concatenates them to these.
  string commonDeclarations = [{
    static bool isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                        ::mlir::TypeRange actual) {
      return ::weft::stablehlo::areCompatibleTypes(inferred, actual);
    }
  }];
  let extraClassDeclaration = commonDeclarations;
}

#endif // WEFT_STABLEHLO_IR_BASE
