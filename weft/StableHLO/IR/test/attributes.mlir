// RUN: weft-opt %s | weft-opt | FileCheck %s
// Types, and attributes with several fields, wherever they stand.

// CHECK-LABEL: func private @types
// CHECK-SAME: !stablehlo.token, !stablehlo.future<tensor<2xf32>, tensor<i1>>
// CHECK-SAME: tensor<2x?x?xf32, #stablehlo.bounds<?, 4, ?>>
func.func private @types(!stablehlo.token, !stablehlo.future<tensor<2xf32>, tensor<i1>>,
    tensor<2x?x?xf32, #stablehlo.type_extensions<bounds = [?, 4, ?]>>)

// CHECK-LABEL: func private @dimension_numbers
// CHECK-SAME: t.conv = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[1, b, f, 0]>
// CHECK-SAME: t.conv_raw = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 0,
// CHECK-SAME: t.conv_tame = #stablehlo.conv<[b, f]x[i, o]->[b, f]>
// CHECK-SAME: t.dot = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>
// CHECK-SAME: t.gather = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], index_vector_dim = 2>
// CHECK-SAME: t.none = #stablehlo.dot<>
// CHECK-SAME: t.scatter = #stablehlo.scatter<input_batching_dims = [0], scatter_indices_batching_dims = [2]>
func.func private @dimension_numbers() attributes {
  t.conv = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[1, b, f, 0]>,
  t.conv_raw = #stablehlo.conv<raw input_batch_dimension = 0>,
  t.conv_tame = #stablehlo.conv<raw input_feature_dimension = 1,
    kernel_output_feature_dimension = 1, output_feature_dimension = 1>,
  t.dot = #stablehlo.dot<rhs_contracting_dimensions = [0], lhs_contracting_dimensions = [1]>,
  t.gather = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0],
    start_indices_batching_dims = [1], index_vector_dim = 2>,
  t.none = #stablehlo.dot<>,
  t.scatter = #stablehlo.scatter<input_batching_dims = [0], scatter_indices_batching_dims = [2]>
}

// CHECK-LABEL: func private @others
// CHECK-SAME: t.algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 3, num_primitive_operations = 6, allow_imprecise_accumulation = true>
// CHECK-SAME: t.alias = #stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 1, operand_tuple_indices = []>
// CHECK-SAME: t.axis = #stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>
// CHECK-SAME: t.channel = #stablehlo.channel_handle<handle = 5, type = 2>
// CHECK-SAME: t.direction = #stablehlo<comparison_direction EQ>
// CHECK-SAME: t.groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>]>, axes = [#stablehlo.axis_ref<name = "x">]>
// CHECK-SAME: t.mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>], device_ids=dense<[1, 0]> : tensor<2xi64>>
func.func private @others() attributes {
  t.algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = bf16,
    accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 3,
    num_primitive_operations = 6, allow_imprecise_accumulation = true>,
  t.alias = #stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 1, operand_tuple_indices = []>,
  t.axis = #stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>,
  t.channel = #stablehlo.channel_handle<handle = 5, type = 2>,
  t.direction = #stablehlo<comparison_direction EQ>,
  t.groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[#stablehlo.mesh_axis<name = "x", size = 2>]>, axes = [#stablehlo.axis_ref<name = "x">]>,
  t.mesh = #stablehlo.mesh<axes=[#stablehlo.mesh_axis<name = "x", size = 2>], device_ids=dense<[1, 0]> : tensor<2xi64>>
}
