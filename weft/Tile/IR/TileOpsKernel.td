// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel and what a program knows about itself.

#ifndef WEFT_TILE_IR_TILEOPSKERNEL
#define WEFT_TILE_IR_TILEOPSKERNEL

include "weft/Tile/IR/TileTypes.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"

def Tile_KernelOp : Tile_Op<"kernel", [
    FunctionOpInterface, IsolatedFromAbove, Symbol,
    SingleBlock]> {
  let summary = "a grid of programs";
  let description = [{
    The body runs once per program, `grid` times in all, in any order and at the
    same time unless atomics say otherwise. Arguments are global refs and
    scalars. Attributes of arguments: `tile.align` (bytes), `tile.readonly`,
    `tile.aliases` (number of the argument whose bytes it shares), `tile.zeroed`
    (workspace that is zero when the kernel starts), `tile.part` (elements that
    each program has to itself, one part after the other).

    ```mlir
    tile.kernel @copy(%x: !tile.ref<64xf32> {tile.readonly}, %y: !tile.ref<64xf32>)
        attributes {stage = "free", grid = 4} {
      ...
      tile.return
    }
    ```
  }];
  let arguments = (ins
    SymbolNameAttr:$sym_name,
    TypeAttrOf<FunctionType>:$function_type,
    StrAttr:$stage,
    I64Attr:$grid,
    OptionalAttr<StrAttr>:$device,
    OptionalAttr<StrAttr>:$sym_visibility,
    OptionalAttr<DictArrayAttr>:$arg_attrs,
    OptionalAttr<DictArrayAttr>:$res_attrs
  );
  let regions = (region SizedRegion<1>:$body);
  let skipDefaultBuilders = 1;
  let builders = [
    /// A kernel in stage `free` with an empty block of these arguments.
    OpBuilder<(ins "::llvm::StringRef":$name, "::mlir::TypeRange":$arguments,
      "int64_t":$grid)>
  ];
  let extraClassDeclaration = [{
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() {
      return getFunctionType().getInputs();
    }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() {
      return getFunctionType().getResults();
    }
    ::mlir::Region *getCallableRegion() { return &getBody(); }
    bool isDeclaration() { return false; }
    /// The stage, in a kernel that verifies.
    Stage getStageKind() { return *symbolizeStage(getStage()); }
    ::mlir::Block &getBlock() { return getBody().front(); }
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Tile_ReturnOp : Tile_Op<"return", [
    Pure, HasParent<"KernelOp">, Terminator, ReturnLike]> {
  let summary = "the end of a kernel";
  let assemblyFormat = "attr-dict";
}

def Tile_ProgramIdOp : Tile_Op<"program_id", [Pure]> {
  let summary = "the number of this program, from 0";
  let results = (outs Index:$result);
  let assemblyFormat = "attr-dict";
}

def Tile_UnrankOp : Tile_Op<"unrank", [
    Pure, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "the tile that a linear number names";
  let description = [{
    A bijection from [0, product of the counts) to tuples of numbers below the
    counts, row-major. With `band`, of two counts: bands of so many rows are
    walked one after the other; inside of a band column by column, from left to
    right in the first band, back in the second, and so on. So neighbours in
    time share operands.

    ```mlir
    %i, %j = tile.unrank %program in [32, 16] band 8
    ```
  }];
  let arguments = (ins Index:$id, DenseI64ArrayAttr:$counts,
                       OptionalAttr<I64Attr>:$band);
  let results = (outs Variadic<Index>:$results);
  let assemblyFormat = [{
    $id `in` $counts (`band` $band^)? attr-dict
  }];
  let hasVerifier = 1;
}

def Tile_BarrierOp : Tile_Op<"barrier", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "all within a scope arrive before any goes on";
  let description = [{
    What was written before it can be read after it, in the whole scope. In
    stage `free` the scope is `cluster` or `device`: all programs of the grid,
    which then run at the same time. In stage `synchronised` it may be `program`:
    the threads of a program.

    ```mlir
    tile.barrier device
    ```
  }];
  let arguments = (ins Tile_ScopeAttr:$scope);
  let assemblyFormat = "$scope attr-dict";
}

#endif // WEFT_TILE_IR_TILEOPSKERNEL
