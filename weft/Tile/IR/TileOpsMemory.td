// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that name a ref.
//
// A *box* is what a load or store touches: it starts at one index per dim of
// the ref, and goes as far as the tile's extents and strides. A tile of lower
// rank than the ref walks the trailing dims; the box is one wide in the others.

#ifndef WEFT_TILE_IR_TILEOPSMEMORY
#define WEFT_TILE_IR_TILEOPSMEMORY

include "weft/Tile/IR/TileTypes.td"

/// What operations with `bound` and `strides` share.
class Tile_BoxOp<string mnemonic, list<Trait> traits = []>
    : Tile_Op<mnemonic, traits # [AttrSizedOperandSegments]> {
  code boxDeclarations = [{
    /// The bound of dim `dim` of the ref, or null: promised to be inside.
    ::mlir::Value getBound(int64_t dim) {
      auto found = ::llvm::find(getBounded(), dim);
      return found == getBounded().end()
                 ? ::mlir::Value()
                 : getBounds()[found - getBounded().begin()];
    }
    bool hasBounds() { return !getBounded().empty(); }
  }];
  code strideDeclarations = [{
    /// How far dim `dim` of the tile walks per element.
    int64_t getStride(int64_t dim) {
      return getStrides().empty() ? 1 : getStrides()[dim];
    }
    /// Whether the box is known to be all of the ref.
    bool isWhole();
    /// The same but for leading dims that the tile lacks: all that lies at one
    /// index of them.
    bool isWholePart();
  }];
}

def Tile_LoadOp : Tile_BoxOp<"load", [
    OptionalTypesMatchWith<"the other value is an element", "result",
      "otherwise", "::mlir::cast<::mlir::ShapedType>($_self).getElementType()">]> {
  let summary = "reads a box";
  let description = [{
    Element (a, b) of the result is `ref[i + a * strides[0], j + b * strides[1]]`.
    A dim with a bound is *live* where 0 <= index < bound; dims without are
    promised to lie inside the ref. Elements that are not live are not read: they
    are `else`, or zero. Strides may be negative.

    From stage `planned` on, a thread moves `vector` registers at a time, which
    lie side by side; or the lanes of a warp read four matrices of 8 x 8 elements
    together (`matrices`).

    ```mlir
    %t = tile.load %r[%i, %j] bound [_, %n] else %f strides [1, 2]
        : !tile.ref<64x100xf32> -> tensor<4x32xf32>
    ```
  }];
  let arguments = (ins
    Arg<Tile_Ref, "", [MemRead]>:$ref, Variadic<Index>:$offsets,
    Variadic<Index>:$bounds, Optional<AnyType>:$otherwise,
    Tile_Integers:$bounded, Tile_Integers:$strides,
    OptionalAttr<I64Attr>:$vector, UnitAttr:$matrices);
  let results = (outs Tile_Tile:$result);
  let assemblyFormat = [{
    $ref `[` $offsets `]` custom<Bounds>($bounds, $bounded, ref($offsets))
    (`else` $otherwise^)? (`strides` $strides^)? attr-dict
    `:` qualified(type($ref)) `->` type($result)
  }];
  let builders = [
    /// `bounds` is empty, or has one value per dim of the ref, null for none.
    OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$ref,
      "::mlir::ValueRange":$offsets,
      CArg<"::llvm::ArrayRef<::mlir::Value>", "{}">:$bounds,
      CArg<"::mlir::Value", "{}">:$otherwise,
      CArg<"::llvm::ArrayRef<int64_t>", "{}">:$strides)>
  ];
  let extraClassDeclaration = boxDeclarations # strideDeclarations # [{
    ::mlir::RankedTensorType getTileType() { return getResult().getType(); }
    RefType getRefType() { return getRef().getType(); }
  }];
  let hasVerifier = 1;
}

def Tile_StoreOp : Tile_BoxOp<"store"> {
  let summary = "writes a box";
  let description = [{
    The inverse of `tile.load`. Elements that are not live are not written.

    From stage `planned` on, what a load has read may be stored `in_flight`: it
    goes from one memory to the other by itself, while threads go on. It has
    arrived where an await says so.

    ```mlir
    tile.store %t, %r[%i, %j] bound [_, %n] strides [1, 2]
        : tensor<4x32xf32>, !tile.ref<64x100xf32>
    ```
  }];
  let arguments = (ins
    Tile_Tile:$value, Arg<Tile_Ref, "", [MemWrite]>:$ref,
    Variadic<Index>:$offsets, Variadic<Index>:$bounds,
    Tile_Integers:$bounded, Tile_Integers:$strides,
    OptionalAttr<I64Attr>:$vector, UnitAttr:$in_flight);
  let assemblyFormat = [{
    $value `,` $ref `[` $offsets `]`
    custom<Bounds>($bounds, $bounded, ref($offsets))
    (`strides` $strides^)? attr-dict `:` type($value) `,` qualified(type($ref))
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$value, "::mlir::Value":$ref,
      "::mlir::ValueRange":$offsets,
      CArg<"::llvm::ArrayRef<::mlir::Value>", "{}">:$bounds,
      CArg<"::llvm::ArrayRef<int64_t>", "{}">:$strides)>
  ];
  let extraClassDeclaration = boxDeclarations # strideDeclarations # [{
    ::mlir::RankedTensorType getTileType() { return getValue().getType(); }
    RefType getRefType() { return getRef().getType(); }
  }];
  let hasVerifier = 1;
}

def Tile_GatherOp : Tile_BoxOp<"gather", [
    OptionalTypesMatchWith<"the other value is an element", "result",
      "otherwise", "::mlir::cast<::mlir::ShapedType>($_self).getElementType()">]> {
  let summary = "reads where tiles of indices say";
  let description = [{
    Each subscript is an index, or a tile of indices, which are read with their
    sign. All tiles of indices have one shape, I. The result has the dims of I,
    then the box of the dims with a scalar subscript, which may have bounds as in
    `tile.load`; where the result has fewer dims, the leading ones of these have
    a box of 1. Where `mask`, of shape I, is false, nothing is read and the
    element is `else`, or zero. An index outside of the ref where the mask is
    true is undefined behaviour, which the model reports.

    ```mlir
    %t = tile.gather %r[%rows, %j] bound [_, %n] mask %m else %f
        : !tile.ref<64x100xf32>, tensor<8xi32>, index -> tensor<8x32xf32>
    ```
  }];
  let arguments = (ins
    Arg<Tile_Ref, "", [MemRead]>:$ref, Variadic<Tile_Subscript>:$subscripts,
    Variadic<Index>:$bounds, Optional<Tile_BooleanTile>:$mask,
    Optional<AnyType>:$otherwise, Tile_Integers:$bounded);
  let results = (outs Tile_Tile:$result);
  let assemblyFormat = [{
    $ref `[` $subscripts `]`
    custom<Bounds>($bounds, $bounded, ref($subscripts))
    (`mask` $mask^)? (`else` $otherwise^)? attr-dict
    `:` qualified(type($ref)) `` custom<Subscripts>(type($subscripts), type($mask), ref($mask))
    `->` type($result)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$ref,
      "::mlir::ValueRange":$subscripts,
      CArg<"::llvm::ArrayRef<::mlir::Value>", "{}">:$bounds,
      CArg<"::mlir::Value", "{}">:$mask,
      CArg<"::mlir::Value", "{}">:$otherwise)>
  ];
  let extraClassDeclaration = boxDeclarations # [{
    ::mlir::RankedTensorType getTileType() { return getResult().getType(); }
    RefType getRefType() { return getRef().getType(); }
  }];
  let hasVerifier = 1;
}

// Kernels of GPUs that scatter or sort will make it.
def Tile_ScatterOp : Tile_BoxOp<"scatter", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "writes where tiles of indices say";
  let description = [{
    The inverse of `tile.gather`. Kind `set` writes, and needs `unique`: no two
    elements of this scatter go to one place, and no other program writes there.
    The other kinds combine with what is there, atomically, in any order;
    `unique` then says that no two elements of this scatter go to one place.
    Elements that are combined one by one, each at the place of its index, may
    be given what was there before them; where the mask is false that is zero.

    ```mlir
    tile.scatter add %t, %r[%rows, %j] mask %m
        : tensor<8x32xf32>, !tile.ref<64x100xf32>, tensor<8xi32>, index
    %before = tile.scatter add %ones, %counts[%k]
        : tensor<8xi32>, !tile.ref<64xi32>, tensor<8xi32> -> tensor<8xi32>
    ```
  }];
  let arguments = (ins
    Tile_UpdateKindAttr:$kind, Tile_Tile:$value, Tile_Ref:$ref,
    Variadic<Tile_Subscript>:$subscripts, Variadic<Index>:$bounds,
    Optional<Tile_BooleanTile>:$mask, Tile_Integers:$bounded,
    UnitAttr:$unique);
  let results = (outs Optional<Tile_Tile>:$before);
  let assemblyFormat = [{
    $kind $value `,` $ref `[` $subscripts `]`
    custom<Bounds>($bounds, $bounded, ref($subscripts))
    (`mask` $mask^)? attr-dict `:` type($value) `,` qualified(type($ref))
    `` custom<Subscripts>(type($subscripts), type($mask), ref($mask))
    (`->` type($before)^)?
  }];
  let builders = [
    OpBuilder<(ins "UpdateKind":$kind, "::mlir::Value":$value,
      "::mlir::Value":$ref, "::mlir::ValueRange":$subscripts,
      CArg<"::llvm::ArrayRef<::mlir::Value>", "{}">:$bounds,
      CArg<"::mlir::Value", "{}">:$mask, CArg<"bool", "false">:$unique,
      CArg<"bool", "false">:$givesBefore)>
  ];
  let extraClassDeclaration = boxDeclarations # [{
    ::mlir::RankedTensorType getTileType() { return getValue().getType(); }
    RefType getRefType() { return getRef().getType(); }
  }];
  let hasVerifier = 1;
}

// Kernels of GPUs whose blocks wait for each other (scans, sums across blocks)
// will make it.
def Tile_AtomicOp : Tile_Op<"atomic", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "reads and changes memory in one step";
  let description = [{
    Gives what was there before. The value is a scalar, for one element once per
    program, or a tile, for each element of a box. Kind `load` changes nothing and
    has no value; `exchange` writes the value.

    ```mlir
    %t = tile.atomic add relaxed device %ticket[%c0], %one : i32 : !tile.ref<1xi32> -> i32
    %w = tile.atomic load acquire device %state[%t] : !tile.ref<64xi64> -> i64
    ```
  }];
  let arguments = (ins
    Tile_UpdateKindAttr:$kind, Tile_MemoryOrderAttr:$order,
    Tile_ScopeAttr:$scope, Tile_Ref:$ref, Variadic<Index>:$offsets,
    Optional<AnyTypeOf<[Tile_Element, Tile_Tile]>>:$value);
  let results = (outs AnyTypeOf<[Tile_Element, Tile_Tile]>:$result);
  let assemblyFormat = [{
    $kind $order $scope $ref `[` $offsets `]` (`,` $value^ `:` type($value))?
    attr-dict `:` qualified(type($ref)) `->` type($result)
  }];
  let extraClassDeclaration = [{
    RefType getRefType() { return getRef().getType(); }
  }];
  let hasVerifier = 1;
}

def Tile_CommitOp : Tile_Op<"commit", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "makes a group of what is in flight";
  let description = [{
    The stores in flight that this thread has begun since the last commit are
    one group, which may be empty. From stage `planned` on.
  }];
  let assemblyFormat = "attr-dict";
}

def Tile_AwaitOp : Tile_Op<"await", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "waits for groups of what is in flight";
  let description = [{
    All groups of this thread but the last `outstanding` have arrived. What the
    other threads have awaited is there behind the next barrier. From stage
    `planned` on.

    ```mlir
    tile.await outstanding 2
    ```
  }];
  let arguments = (ins I64Attr:$outstanding);
  let assemblyFormat = "`outstanding` $outstanding attr-dict";
}

def Tile_AllocOp : Tile_Op<"alloc", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "memory of this program, on the chip";
  let description = [{
    Lives as long as the region it stands in; not initialised. Allocations of
    one `alias` share their bytes. `at` is the place that allocation chose, in
    bytes.

    ```mlir
    %histogram = tile.alloc : !tile.ref<256xi32, shared>
    ```
  }];
  let arguments = (ins OptionalAttr<StrAttr>:$alias, OptionalAttr<I64Attr>:$at);
  let results = (outs Tile_Ref:$result);
  let assemblyFormat = [{
    (`alias` $alias^)? (`at` $at^)? attr-dict `:` qualified(type($result))
  }];
  let hasVerifier = 1;
}

#endif // WEFT_TILE_IR_TILEOPSMEMORY
