// RUN: weft-opt %s | weft-opt | FileCheck %s
// The text form of each operation in Movement.td survives printing.

// CHECK-LABEL: func @shapes
func.func @shapes(%x: tensor<1x3xi32>, %d: tensor<2x?xi32>, %n: tensor<i32>) {
  // CHECK-NEXT: stablehlo.broadcast %{{.*}}, sizes = [4, 2] : (tensor<1x3xi32>) -> tensor<4x2x1x3xi32>
  %0 = stablehlo.broadcast %x, sizes = [4, 2] : (tensor<1x3xi32>) -> tensor<4x2x1x3xi32>
  // CHECK-NEXT: stablehlo.broadcast_in_dim %{{.*}}, dims = [2, 1] : (tensor<1x3xi32>) -> tensor<2x3x2xi32>
  %1 = stablehlo.broadcast_in_dim %x, dims = [2, 1] : (tensor<1x3xi32>) -> tensor<2x3x2xi32>
  // CHECK-NEXT: stablehlo.broadcast_in_dim %{{.*}}, dims = [] : (tensor<i32>) -> tensor<7xi32>
  %2 = stablehlo.broadcast_in_dim %n, dims = [] : (tensor<i32>) -> tensor<7xi32>
  // CHECK-NEXT: stablehlo.reshape %{{.*}} : (tensor<1x3xi32>) -> tensor<3xi32>
  %3 = stablehlo.reshape %x : (tensor<1x3xi32>) -> tensor<3xi32>
  // CHECK-NEXT: stablehlo.transpose %{{.*}}, dims = [1, 0] : (tensor<2x?xi32>) -> tensor<?x2xi32>
  %4 = stablehlo.transpose %d, dims = [1, 0] : (tensor<2x?xi32>) -> tensor<?x2xi32>
  // CHECK-NEXT: stablehlo.reverse %{{.*}}, dims = [0, 1] : tensor<1x3xi32>
  %5 = stablehlo.reverse %x, dims = [0, 1] : tensor<1x3xi32>
  // CHECK-NEXT: stablehlo.get_dimension_size %{{.*}}, dim = 1 : (tensor<2x?xi32>) -> tensor<i32>
  %6 = stablehlo.get_dimension_size %d, dim = 1 : (tensor<2x?xi32>) -> tensor<i32>
  // CHECK-NEXT: stablehlo.set_dimension_size %{{.*}}, %{{.*}}, dim = 1 : (tensor<1x3xi32>, tensor<i32>) -> tensor<1x?xi32, #stablehlo.bounds<?, 3>>
  %7 = stablehlo.set_dimension_size %x, %n, dim = 1 : (tensor<1x3xi32>, tensor<i32>) -> tensor<1x?xi32, #stablehlo.type_extensions<bounds = [?, 3]>>
  return
}

// CHECK-LABEL: func @parts
func.func @parts(%x: tensor<4x8xf32>, %u: tensor<2x2xf32>, %i: tensor<i32>, %v: tensor<f32>) {
  // CHECK-NEXT: stablehlo.concatenate %{{.*}}, %{{.*}}, dim = 0 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %0 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  // CHECK-NEXT: stablehlo.concatenate %{{.*}}, dim = 1 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.concatenate %x, dim = 1 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK-NEXT: stablehlo.slice %{{.*}} [1:3, 0:8:3] : (tensor<4x8xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.slice %x [1:3:1, 0:8:3] : (tensor<4x8xf32>) -> tensor<2x3xf32>
  // CHECK-NEXT: stablehlo.slice %{{.*}} [] : (tensor<f32>) -> tensor<f32>
  %3 = stablehlo.slice %v [] : (tensor<f32>) -> tensor<f32>
  // CHECK-NEXT: stablehlo.dynamic_slice %{{.*}}, %{{.*}}, %{{.*}}, sizes = [2, 2] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  %4 = stablehlo.dynamic_slice %x, %i, %i, sizes = [2, 2] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  // CHECK-NEXT: stablehlo.dynamic_slice %{{.*}}, , sizes = [] : (tensor<f32>) -> tensor<f32>
  %scalar = stablehlo.dynamic_slice %v, , sizes = [] : (tensor<f32>) -> tensor<f32>
  // CHECK-NEXT: stablehlo.dynamic_update_slice %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4x8xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  %5 = stablehlo.dynamic_update_slice %x, %u, %i, %i : (tensor<4x8xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  // CHECK-NEXT: stablehlo.pad %{{.*}}, %{{.*}}, low = [0, -1], high = [2, 1], interior = [1, 0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<5x2xf32>
  %6 = stablehlo.pad %u, %v, low = [0, -1], high = [2, 1], interior = [1, 0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<5x2xf32>
  return
}

// CHECK-LABEL: func @by_index
func.func @by_index(%x: tensor<8x5xf32>, %g: tensor<2x3x1xi64>, %s: tensor<3x1xi32>, %u: tensor<3x5xf32>) {
  // CHECK-NEXT: "stablehlo.gather"(%{{.*}}, %{{.*}}) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 5>}> : (tensor<8x5xf32>, tensor<2x3x1xi64>) -> tensor<2x3x5xf32>
  %0 = "stablehlo.gather"(%x, %g) <{
    dimension_numbers = #stablehlo.gather<index_vector_dim = 2, offset_dims = [2],
      collapsed_slice_dims = [0], start_index_map = [0]>,
    slice_sizes = array<i64: 1, 5>
  }> : (tensor<8x5xf32>, tensor<2x3x1xi64>) -> tensor<2x3x5xf32>
  // CHECK-NEXT: "stablehlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>):
  // CHECK-NEXT:   stablehlo.add
  // CHECK-NEXT:   stablehlo.return
  // CHECK-NEXT: }) : (tensor<8x5xf32>, tensor<3x1xi32>, tensor<3x5xf32>) -> tensor<8x5xf32>
  %1 = "stablehlo.scatter"(%x, %s, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1,>,
    unique_indices = true
  }> ({
    ^bb0(%old: tensor<f32>, %new: tensor<f32>):
      %2 = stablehlo.add %old, %new : tensor<f32>
      stablehlo.return %2 : tensor<f32>
  }) : (tensor<8x5xf32>, tensor<3x1xi32>, tensor<3x5xf32>) -> tensor<8x5xf32>
  return
}

// CHECK-LABEL: func @torch_index_select
func.func @torch_index_select(%x: tensor<5x1x5xi32>, %i: tensor<2xi32>) -> tensor<2x1x5xi32> {
  // CHECK-NEXT: "stablehlo.torch_index_select"(%{{.*}}, %{{.*}}) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<5x1x5xi32>, tensor<2xi32>) -> tensor<2x1x5xi32>
  %0 = "stablehlo.torch_index_select"(%x, %i) <{dim = 0 : i64, batch_dims = 0 : i64}> : (tensor<5x1x5xi32>, tensor<2xi32>) -> tensor<2x1x5xi32>
  return %0 : tensor<2x1x5xi32>
}

// CHECK-LABEL: func @with_functions
func.func @with_functions(%x: tensor<4x4xf32>, %s: tensor<2x2xf32>, %v: tensor<f32>) {
  // CHECK-NEXT: "stablehlo.map"(%{{.*}}, %{{.*}}) <{dimensions = array<i64: 0, 1>}> ({
  %0 = "stablehlo.map"(%x, %x) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.multiply %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: "stablehlo.sort"(%{{.*}}) <{dimension = 0 : i64, is_stable = true}> ({
  %2 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %3 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: "stablehlo.select_and_scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  // CHECK: }, {
  // CHECK: }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  %4 = "stablehlo.select_and_scatter"(%x, %s, %v) <{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>
  }> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %5 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %5 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %5 : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  return
}

// CHECK-LABEL: func @tuples_and_tokens
func.func @tuples_and_tokens(%x: tensor<2xf32>, %y: tensor<i1>) {
  // CHECK-NEXT: stablehlo.tuple %{{.*}}, %{{.*}} : tuple<tensor<2xf32>, tensor<i1>>
  %0 = stablehlo.tuple %x, %y : tuple<tensor<2xf32>, tensor<i1>>
  // CHECK-NEXT: stablehlo.get_tuple_element %{{.*}}[1] : (tuple<tensor<2xf32>, tensor<i1>>) -> tensor<i1>
  %1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<2xf32>, tensor<i1>>) -> tensor<i1>
  // CHECK-NEXT: stablehlo.create_token : !stablehlo.token
  %2 = stablehlo.create_token : !stablehlo.token
  // CHECK-NEXT: stablehlo.after_all %{{.*}}, %{{.*}} : !stablehlo.token
  %3 = stablehlo.after_all %2, %2 : !stablehlo.token
  // CHECK-NEXT: stablehlo.after_all : !stablehlo.token
  %4 = stablehlo.after_all : !stablehlo.token
  // CHECK-NEXT: stablehlo.optimization_barrier %{{.*}}, %{{.*}} : tensor<2xf32>, !stablehlo.token
  %5:2 = stablehlo.optimization_barrier %x, %3 : tensor<2xf32>, !stablehlo.token
  // CHECK-NEXT: stablehlo.optimization_barrier()
  stablehlo.optimization_barrier()
  return
}
