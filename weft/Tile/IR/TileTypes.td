// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef WEFT_TILE_IR_TILETYPES
#define WEFT_TILE_IR_TILETYPES

include "weft/Tile/IR/TileAttributes.td"

def Tile_Ref : TypeDef<Tile_Dialect, "Ref"> {
  let mnemonic = "ref";
  let summary = "an array in memory";
  let description = [{
    Extents are static; zero is allowed. Without a space the ref is global;
    `shared` is the program's own memory on the chip (on a CPU: scratch of one
    worker). Boolean elements take a byte, and so does any element narrower than
    a byte.

    ```mlir
    !tile.ref<128x64xbf16>
    !tile.ref<f32>
    !tile.ref<128x64xbf16, shared, #tile.memory<tile = [8, 64], swizzle = 128>>
    ```
  }];
  let parameters = (ins
    OptionalArrayRefParameter<"int64_t">:$shape,
    "::mlir::Type":$elementType,
    DefaultValuedParameter<"Space", "Space::Global">:$space,
    OptionalParameter<"MemoryAttr">:$memory
  );
  let builders = [
    TypeBuilderWithInferredContext<(ins
      "::llvm::ArrayRef<int64_t>":$shape, "::mlir::Type":$elementType,
      CArg<"Space", "Space::Global">:$space, CArg<"MemoryAttr", "{}">:$memory), [{
      return $_get(elementType.getContext(), shape, elementType, space, memory);
    }]>
  ];
  let extraClassDeclaration = [{
    int64_t getRank() const { return getShape().size(); }
    int64_t getExtent(int64_t dim) const { return getShape()[dim]; }
    /// The number of elements it names, not counting what memory adds.
    int64_t getElementCount() const;
    /// Bytes of one element in memory.
    int64_t getElementBytes() const;
  }];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

#endif // WEFT_TILE_IR_TILETYPES
