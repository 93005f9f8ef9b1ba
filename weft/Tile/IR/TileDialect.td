// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `tile` dialect, and the vocabulary of operands and results that its
// operations are declared with. Each TileOps*.td holds the operations of one
// idea and can be processed alone.

#ifndef WEFT_TILE_IR_TILEDIALECT
#define WEFT_TILE_IR_TILEDIALECT

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/CommonAttrConstraints.td"
include "mlir/IR/CommonTypeConstraints.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Tile_Dialect : Dialect {
  let name = "tile";
  let cppNamespace = "::weft::tile";
  let summary = "programs on tiles: what one kernel does, apart from any machine";
  let description = [{
    A `tile.kernel` is a grid of programs. A program works on *tiles*, which are
    builtin tensors of static shape: elementwise work is `arith` and `math`,
    control flow is `scf`, and this dialect adds memory, shape, cross-element
    and matrix operations. Scalars (`index`, `i32`, `f32` ...) are uniform: a
    program has one of each.

    The attribute `stage` of a kernel says how far it is bound to a machine, and
    selects the rules that its body is verified by. In stage `free` it is bound
    to none. From `laid_out` on every tile has a layout, which says what each
    thread holds. From `planned` on threads meet in memory only: what changes
    hands is stored and loaded. In `synchronised` that memory has its places,
    and barriers keep the threads apart.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasRegionArgAttrVerify = 1;
  let extraClassDeclaration = [{
  private:
    // One definition per translation unit that holds what it registers.
    void registerAttributes();
    void registerTypes();
    void registerKernelOperations();
    void registerMemoryOperations();
    void registerShapeOperations();
    void registerCombineOperations();
    void registerMatrixOperations();
  }];
}

class Tile_Op<string mnemonic, list<Trait> traits = []>
    : Op<Tile_Dialect, mnemonic, traits>;

/// What an element of a tile can be. Complex numbers are two tiles, unsigned
/// integers are signless ones whose operations know the signedness.
def Tile_Element : AnyTypeOf<[AnyFloat, AnySignlessInteger, Index]>;

/// A tile of any rank. Its encoding, from stage `laid_out` on, is its layout.
def Tile_Tile : StaticShapeTensorOf<[Tile_Element]>;
def Tile_IntegerTile : StaticShapeTensorOf<[AnySignlessInteger, Index]>;
def Tile_BooleanTile : StaticShapeTensorOf<[I1]>;

/// A subscript that is the same for the whole access, or one per element.
def Tile_Subscript : AnyTypeOf<[Index, Tile_IntegerTile]>;

def Tile_Integers : DefaultValuedAttr<DenseI64ArrayAttr, "{}">;

#endif // WEFT_TILE_IR_TILEDIALECT
