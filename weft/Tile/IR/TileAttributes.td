// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stages, spaces, kinds of combination, and how a ref lies in memory.

#ifndef WEFT_TILE_IR_TILEATTRIBUTES
#define WEFT_TILE_IR_TILEATTRIBUTES

include "weft/Tile/IR/TileDialect.td"

class Tile_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::weft::tile";
  let genSpecializedAttr = 0;
}

/// An enumeration that is written as a bare keyword.
class Tile_EnumAttr<Tile_Enum information, string mnemonic>
    : EnumAttr<Tile_Dialect, information, mnemonic> {
  let assemblyFormat = "$value";
}

//===-- Enumerations -------------------------------------------------------===//

def Tile_Stage : Tile_Enum<"Stage", "how far a kernel is bound to a machine", [
  I32EnumAttrCase<"Free", 0, "free">,
  I32EnumAttrCase<"LaidOut", 1, "laid_out">,
  I32EnumAttrCase<"Planned", 2, "planned">,
  I32EnumAttrCase<"Synchronised", 3, "synchronised">
]>;

def Tile_Space : Tile_Enum<"Space", "where a ref lies", [
  I32EnumAttrCase<"Global", 0, "global">,
  I32EnumAttrCase<"Shared", 1, "shared">,
  I32EnumAttrCase<"TensorMemory", 2, "tensor_memory">
]>;

/// `min` and `max` compare signed integers, and pass a NaN on; `umin` and
/// `umax` compare unsigned ones.
def Tile_CombineKind : Tile_Enum<"CombineKind", "how two elements become one", [
  I32EnumAttrCase<"Add", 0, "add">,
  I32EnumAttrCase<"Mul", 1, "mul">,
  I32EnumAttrCase<"Min", 2, "min">,
  I32EnumAttrCase<"Max", 3, "max">,
  I32EnumAttrCase<"UMin", 4, "umin">,
  I32EnumAttrCase<"UMax", 5, "umax">,
  I32EnumAttrCase<"And", 6, "and">,
  I32EnumAttrCase<"Or", 7, "or">,
  I32EnumAttrCase<"Xor", 8, "xor">,
  I32EnumAttrCase<"Custom", 9, "custom">
]>;
def Tile_CombineKindAttr : Tile_EnumAttr<Tile_CombineKind, "combine_kind">;

def Tile_UpdateKind : Tile_Enum<"UpdateKind", "what is done to an element in memory", [
  I32EnumAttrCase<"Add", 0, "add">,
  I32EnumAttrCase<"Mul", 1, "mul">,
  I32EnumAttrCase<"Min", 2, "min">,
  I32EnumAttrCase<"Max", 3, "max">,
  I32EnumAttrCase<"UMin", 4, "umin">,
  I32EnumAttrCase<"UMax", 5, "umax">,
  I32EnumAttrCase<"And", 6, "and">,
  I32EnumAttrCase<"Or", 7, "or">,
  I32EnumAttrCase<"Xor", 8, "xor">,
  I32EnumAttrCase<"Set", 9, "set">,
  I32EnumAttrCase<"Exchange", 10, "exchange">,
  I32EnumAttrCase<"Load", 11, "load">
]>;
def Tile_UpdateKindAttr : Tile_EnumAttr<Tile_UpdateKind, "update_kind">;

def Tile_MemoryOrder : Tile_Enum<"MemoryOrder", "what an atomic access orders", [
  I32EnumAttrCase<"Relaxed", 0, "relaxed">,
  I32EnumAttrCase<"Acquire", 1, "acquire">,
  I32EnumAttrCase<"Release", 2, "release">,
  I32EnumAttrCase<"AcquireRelease", 3, "acquire_release">
]>;
def Tile_MemoryOrderAttr : Tile_EnumAttr<Tile_MemoryOrder, "memory_order">;

def Tile_Scope : Tile_Enum<"Scope", "among whom", [
  I32EnumAttrCase<"Role", 0, "role">,
  I32EnumAttrCase<"Program", 1, "program">,
  I32EnumAttrCase<"Cluster", 2, "cluster">,
  I32EnumAttrCase<"Device", 3, "device">
]>;
def Tile_ScopeAttr : Tile_EnumAttr<Tile_Scope, "scope">;

//===-- Memory -------------------------------------------------------------===//

def Tile_Memory : AttrDef<Tile_Dialect, "Memory"> {
  let mnemonic = "memory";
  let summary = "how the elements of a ref lie in memory";
  let description = [{
    Without any of these, row-major and dense. All counts are elements, except
    that of `swizzle`.

    - `strides`: one per dim, for global refs. Excludes all others.
    - `tile`: the trailing dims are split into tiles, which are contiguous. More
      than one: each splits the dims that the one before it made innermost. An
      extent that the first tile does not divide is rounded up in memory.
    - `order`: the order of the dims of whole tiles (of elements, where there
      is no tile), slowest first.
    - `swizzle`: 32, 64 or 128 bytes, the size of one row of the innermost tile;
      16-byte pieces of a row change places as the row number says.
    - `pad`: pairs of interval and amount; after each interval of elements,
      amount of them are left free. Excludes `swizzle`.

    ```mlir
    #tile.memory<strides = [1, 4096]>
    #tile.memory<tile = [8, 64], swizzle = 128>
    #tile.memory<tile = [256, 8][2, 4], order = [1, 0]>
    #tile.memory<pad = [64, 8]>
    ```
  }];
  let parameters = (ins
    OptionalArrayRefParameter<"int64_t">:$strides,
    OptionalArrayRefParameter<"::mlir::DenseI64ArrayAttr">:$tiles,
    DefaultValuedParameter<"int64_t", "0">:$swizzle,
    OptionalArrayRefParameter<"int64_t">:$order,
    OptionalArrayRefParameter<"int64_t">:$pad
  );
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

//===-- Layouts ------------------------------------------------------------===//

def Tile_Layout : AttrDef<Tile_Dialect, "Layout"> {
  let mnemonic = "layout";
  let summary = "which thread holds which elements of a tile";
  let description = [{
    The encoding of a tile from stage `laid_out` on. `base` is a part of the
    tile, a power of two per dim, that the threads of a program hold together;
    the tile is this part repeated, row-major, in further registers.

    `register`, `lane` and `warp` have one entry per bit of the number of a
    register, of a lane and of a warp, the lowest first. The entry `d:s` moves
    by s along dim d, `d:s+e:t` by both, and `*` moves nothing: threads that
    differ in such a bit hold copies. The place of an element is the xor of the
    entries of the bits that are set. A list that is left out is empty.

    ```mlir
    #tile.layout<base = [4, 128], register = [1:1, 1:2],
                 lane = [1:4, 1:8, 1:16, 1:32, 1:64], warp = [0:1, 0:2]>
    ```
  }];
  // An entry is a list of dims and steps in turn.
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$base,
    OptionalArrayRefParameter<"::mlir::DenseI64ArrayAttr">:$registers,
    OptionalArrayRefParameter<"::mlir::DenseI64ArrayAttr">:$lanes,
    OptionalArrayRefParameter<"::mlir::DenseI64ArrayAttr">:$warps
  );
  let extraClassDeclaration = [{
    /// Whether tiles of this shape can have the layout.
    bool fits(::llvm::ArrayRef<int64_t> shape) const;
  }];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let genMnemonicAlias = 1;
}

#endif // WEFT_TILE_IR_TILEATTRIBUTES
