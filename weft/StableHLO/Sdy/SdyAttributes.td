// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef WEFT_STABLEHLO_SDY_SDYATTRIBUTES_TD
#define WEFT_STABLEHLO_SDY_SDYATTRIBUTES_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def Sdy_Dialect : Dialect {
  let name = "sdy";
  let cppNamespace = "::weft::sdy";
  let summary = "how tensors are spread over a mesh of devices";
  let description = [{
    The part of the Shardy dialect that JAX emits: named meshes, shardings on
    arguments, results and operations, and computations written per device.
    Weft keeps these as they arrive; sharding propagation and partitioning read
    them. Text form and meaning are those of Shardy 0.0.2.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
  }];
}

//===-- Enumerations -------------------------------------------------------===//

def Sdy_PropagationDirection : I32EnumAttr<"PropagationDirection",
    "the directions in which a sharding may pass", [
      I32EnumAttrCase<"None", 0, "NONE">,
      I32EnumAttrCase<"Forward", 1, "FORWARD">,
      I32EnumAttrCase<"Backward", 2, "BACKWARD">,
      I32EnumAttrCase<"Both", 3, "BOTH">]> {
  let cppNamespace = "::weft::sdy";
}

def Sdy_ReductionOp : I32EnumAttr<"ReductionOp",
    "how partial values along unreduced axes combine", [
      I32EnumAttrCase<"Sum", 0, "sum">,
      I32EnumAttrCase<"Max", 1, "max">,
      I32EnumAttrCase<"Min", 2, "min">]> {
  let cppNamespace = "::weft::sdy";
}

//===-- Meshes -------------------------------------------------------------===//

class Sdy_Attr<string name, string attrMnemonic> : AttrDef<Sdy_Dialect, name> {
  let mnemonic = attrMnemonic;
}

def Sdy_MeshAxis : Sdy_Attr<"MeshAxis", "mesh_axis"> {
  let summary = "a named axis of a mesh and its size";
  let parameters = (ins StringRefParameter<"name">:$name, "int64_t":$size);
  let assemblyFormat = "`` $name `` `=` `` $size";
  let genVerifyDecl = 1;
}

def Sdy_Mesh : Sdy_Attr<"Mesh", "mesh"> {
  let summary = "named axes over a list of devices";
  let description = [{
    Devices are counted along the axes, the last axis fastest. `device_ids`
    gives another order of the devices and is dropped where it is the counting
    order. Without axes a mesh is either empty, or *maximal*: one device id, on
    which everything lies.

    ```mlir
    sdy.mesh @rows = <["x"=4, "y"=2]>
    sdy.mesh @swapped = <["x"=2], device_ids=[1, 0]>
    sdy.mesh @device_3 = <[], device_ids=[3]>
    ```
  }];
  let parameters = (ins
    OptionalArrayRefParameter<"MeshAxisAttr">:$axes,
    OptionalArrayRefParameter<"int64_t">:$device_ids
  );
  let assemblyFormat = [{
    `<` `[` (`]`) : ($axes^ `]`)?
    (`,` `device_ids` `` `=` `` `[` $device_ids^ `]`)? `>`
  }];
  let genVerifyDecl = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    AttrBuilder<(ins "::llvm::ArrayRef<MeshAxisAttr>":$axes,
                     CArg<"::llvm::ArrayRef<int64_t>", "{}">:$device_ids), [{
      return $_get($_ctxt, axes,
                   isCountingOrder(axes, device_ids) ? ::llvm::ArrayRef<int64_t>()
                                                     : device_ids);
    }]>
  ];
  let extraClassDeclaration = [{
    /// Whether `deviceIds` are 0, 1, 2, ... up to the number of devices.
    static bool isCountingOrder(::llvm::ArrayRef<MeshAxisAttr> axes,
                                ::llvm::ArrayRef<int64_t> deviceIds);
    bool empty() const { return getAxes().empty() && getDeviceIds().empty(); }
    bool isMaximal() const { return getAxes().empty() && !getDeviceIds().empty(); }
    /// The size of the axis, or nothing where the mesh has no such axis.
    std::optional<int64_t> getAxisSize(::llvm::StringRef name) const;
    /// The number of devices; the verifier makes sure that it fits.
    int64_t getDeviceCount() const;
  }];
}

//===-- Shardings ----------------------------------------------------------===//

def Sdy_SubAxisInfo : Sdy_Attr<"SubAxisInfo", "sub_axis_info"> {
  let summary = "which factor of an axis is meant";
  let description = [{
    An axis of size n = m * k * r seen as [m, k, r]: `(m)k` names the middle
    factor.
  }];
  let parameters = (ins "int64_t":$pre_size, "int64_t":$size);
  let assemblyFormat = "`(` $pre_size `)` `` $size";
}

def Sdy_AxisRef : Sdy_Attr<"AxisRef", "axis_ref"> {
  let summary = "an axis of a mesh, or a factor of one";
  let parameters = (ins
    StringRefParameter<"name">:$name,
    OptionalParameter<"SubAxisInfoAttr">:$sub_axis_info
  );
  let assemblyFormat = "`` $name (`` `:` `` $sub_axis_info^)?";
  let builders = [
    AttrBuilder<(ins "::llvm::StringRef":$name), [{
      return $_get($_ctxt, name, SubAxisInfoAttr());
    }]>
  ];
  let extraClassDeclaration = [{
    /// The number of devices along this axis or factor of `mesh`, or nothing
    /// where the mesh has no such axis.
    std::optional<int64_t> getSize(MeshAttr mesh) const;
  }];
}

def Sdy_DimensionSharding : Sdy_Attr<"DimensionSharding", "dimension_sharding"> {
  let summary = "the axes that split one dimension, the slowest first";
  let description = [{
    An open dimension (`?`) may be split along further axes by propagation. A
    lower priority (`p0`) is propagated earlier; none is the most urgent.
  }];
  let parameters = (ins
    OptionalArrayRefParameter<"AxisRefAttr">:$axes,
    "bool":$is_closed,
    OptionalParameter<"std::optional<int64_t>">:$priority
  );
  let builders = [
    AttrBuilder<(ins "::llvm::ArrayRef<AxisRefAttr>":$axes, "bool":$is_closed), [{
      return $_get($_ctxt, axes, is_closed, std::nullopt);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
}

def Sdy_TensorSharding : Sdy_Attr<"TensorSharding", "sharding"> {
  let summary = "how one tensor is spread over a mesh";
  let description = [{
    One entry per dimension; axes named nowhere hold copies, and so do
    `replicated` axes, which propagation must not use. Along `unreduced` axes
    each device holds a partial value, combined by `reduction_op`.

    ```mlir
    #sdy.sharding<@mesh, [{"x", ?}, {"z"} ], replicated={"y"}>
    #sdy.sharding<mesh<["x"=2]>, [{?} ], unreduced=max{"x"}>
    ```
  }];
  let parameters = (ins
    AttrOrTypeParameter<"::mlir::Attribute", "a symbol of a mesh, or a mesh">:$mesh_or_ref,
    OptionalArrayRefParameter<"DimensionShardingAttr">:$dim_shardings,
    OptionalArrayRefParameter<"AxisRefAttr">:$replicated_axes,
    OptionalArrayRefParameter<"AxisRefAttr">:$unreduced_axes,
    EnumParameter<Sdy_ReductionOp>:$reduction_op
  );
  let builders = [
    AttrBuilder<(ins "::mlir::Attribute":$mesh_or_ref,
                     "::llvm::ArrayRef<DimensionShardingAttr>":$dim_shardings,
                     CArg<"::llvm::ArrayRef<AxisRefAttr>", "{}">:$replicated_axes,
                     CArg<"::llvm::ArrayRef<AxisRefAttr>", "{}">:$unreduced_axes), [{
      return $_get($_ctxt, mesh_or_ref, dim_shardings, replicated_axes,
                   unreduced_axes, ReductionOp::Sum);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getRank() const { return getDimShardings().size(); }
    /// The mesh itself, looked up from `operation` where it is a symbol; null
    /// where there is none.
    MeshAttr getMesh(::mlir::Operation *operation) const;
    /// Whether no axis is named at all.
    bool isFullyReplicated() const;
  }];
}

def Sdy_TensorShardingPerValue
    : Sdy_Attr<"TensorShardingPerValue", "sharding_per_value"> {
  let summary = "one sharding per operand or result";
  let parameters = (ins OptionalArrayRefParameter<"TensorShardingAttr">:$shardings);
  let assemblyFormat = "`<` `[` (`]`) : ($shardings^ `]`)? `>`";
  let extraClassDeclaration = [{
    size_t size() const { return getShardings().size(); }
    bool empty() const { return getShardings().empty(); }
  }];
}

def Sdy_ManualAxes
    : ArrayOfAttr<Sdy_Dialect, "ManualAxes", "manual_axes", "::mlir::StringAttr"> {
  let summary = "the axes along which a body is written per device";
  let assemblyFormat = "`{` (`}`) : ($value^ `` `}`)?";
}

//===-- Sharding rules of operations ---------------------------------------===//

def Sdy_DimMapping : Sdy_Attr<"DimMapping", "dim_mapping"> {
  let summary = "the factors whose product is one dimension";
  let description = [{
    Factors are numbered and written as letters: i, j, ... z, z_1, z_2, ...
    so that `ij` is a dimension made of factors 0 and 1.
  }];
  let parameters = (ins OptionalArrayRefParameter<"int64_t">:$factor_indices);
  let hasCustomAssemblyFormat = 1;
}

def Sdy_TensorMapping : Sdy_Attr<"TensorMapping", "tensor_mapping"> {
  let summary = "the factors of each dimension of one tensor";
  let parameters = (ins OptionalArrayRefParameter<"DimMappingAttr">:$dim_mappings);
  let assemblyFormat = "`` `[` (`]`) : ($dim_mappings^ `]`)? ``";
  let extraClassDeclaration = [{
    int64_t getRank() const { return getDimMappings().size(); }
  }];
}

def Sdy_OpShardingRule : Sdy_Attr<"OpShardingRule", "op_sharding_rule"> {
  let summary = "how the dimensions of an operation's values correspond";
  let description = [{
    An einsum-like statement: dimensions with a common factor are split alike.
    A reduction factor needs a reduction where it is split, a replication factor
    must not be split, a permutation factor needs neighbours exchanged, and
    shardings do not pass along a blocked factor. A custom rule is the user's.

    ```mlir
    #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=16, k=8} reduction={k}>
    ```
  }];
  let parameters = (ins
    OptionalArrayRefParameter<"int64_t">:$factor_sizes,
    OptionalArrayRefParameter<"TensorMappingAttr">:$operand_mappings,
    OptionalArrayRefParameter<"TensorMappingAttr">:$result_mappings,
    OptionalArrayRefParameter<"int64_t">:$reduction_factors,
    OptionalArrayRefParameter<"int64_t">:$need_replication_factors,
    OptionalArrayRefParameter<"int64_t">:$permutation_factors,
    OptionalArrayRefParameter<"int64_t">:$blocked_propagation_factors,
    DefaultValuedParameter<"bool", "false">:$is_custom_rule
  );
  let hasCustomAssemblyFormat = 1;
}

//===-- Parameters of collective operations --------------------------------===//

def Sdy_AxisRefList
    : ArrayOfAttr<Sdy_Dialect, "AxisRefList", "axis_ref_list", "AxisRefAttr"> {
  let summary = "axes, the slowest first";
  let assemblyFormat = "`{` (`}`) : ($value^ `` `}`)?";
}

def Sdy_ListOfAxisRefLists
    : ArrayOfAttr<Sdy_Dialect, "ListOfAxisRefLists", "list_of_axis_ref_lists",
                  "AxisRefListAttr"> {
  let summary = "axes per dimension";
}

def Sdy_AllToAllParam : Sdy_Attr<"AllToAllParam", "all_to_all_param"> {
  let summary = "axes that move from one dimension to another";
  let parameters = (ins
    ArrayRefParameter<"AxisRefAttr">:$axes, "int64_t":$src_dim, "int64_t":$tgt_dim
  );
  let assemblyFormat = "`` `{` $axes `}` `` `:` $src_dim `` `->` `` $tgt_dim";
}

def Sdy_AllToAllParamList
    : ArrayOfAttr<Sdy_Dialect, "AllToAllParamList", "all_to_all_param_list",
                  "AllToAllParamAttr"> {
  let summary = "the moves of one all-to-all";
}

#endif // WEFT_STABLEHLO_SDY_SDYATTRIBUTES_TD
