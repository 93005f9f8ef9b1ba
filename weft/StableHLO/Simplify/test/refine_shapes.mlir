// Shapes that types leave open and the program tells.
// RUN: weft-opt --simplify %s | FileCheck %s
// RUN: weft-opt --simplify --explain %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=RECORD
// RECORD: stablehlo.dynamic_reshape rewritten by rule refine-shape

// CHECK-LABEL: func @computed
// CHECK-SAME: -> tensor<3x2xf32>
func.func @computed(%x: tensor<6xf32>) -> tensor<?x?xf32> {
  // CHECK: stablehlo.reshape %arg0 : (tensor<6xf32>) -> tensor<3x2xf32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<6xf32>) -> tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %half = stablehlo.divide %n, %two : tensor<i32>
  %a = stablehlo.reshape %half : (tensor<i32>) -> tensor<1xi32>
  %b = stablehlo.reshape %two : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<6xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// What follows a type that came to be known is known too, and so on.
// CHECK-LABEL: func @followers
// CHECK-SAME: -> (tensor<2x4xf32>, tensor<2x5xf32>, tensor<2xf64>, tensor<i32>)
func.func @followers(%x: tensor<4x2xf32>, %w: tensor<4x5xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf64>, tensor<i32>) {
  %shape = stablehlo.constant dense<[4, 2]> : tensor<2xi64>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<4x2xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %0 = stablehlo.transpose %open, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<?x?xf32>, tensor<4x5xf32>) -> tensor<?x?xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %3 = stablehlo.convert %2 : (tensor<?xf32>) -> tensor<?xf64>
  // CHECK: %[[SIZE:.*]] = stablehlo.constant dense<2> : tensor<i32>
  %4 = stablehlo.get_dimension_size %3, dim = 0 : (tensor<?xf64>) -> tensor<i32>
  // CHECK: return {{.*}}, %[[SIZE]]
  return %0, %1, %3, %4 : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf64>, tensor<i32>
}

// CHECK-LABEL: func @each
// CHECK-SAME: -> (tensor<4x3xi32>, tensor<2x3xf32>, tensor<6xf32>, tensor<2xf32>, tensor<2xf32>)
func.func @each(%x: tensor<3xf32>, %v: tensor<f32>) -> (tensor<?x3xi32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32, #stablehlo.bounds<3>>) {
  // CHECK-DAG: stablehlo.constant dense<{{\[}}[0, 0, 0], [1
  %sizes = stablehlo.constant dense<[4, 3]> : tensor<2xi64>
  %0 = stablehlo.dynamic_iota %sizes, dim = 0 : (tensor<2xi64>) -> tensor<?x3xi32>
  // CHECK-DAG: stablehlo.broadcast_in_dim %arg0
  %larger = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %1 = stablehlo.dynamic_broadcast_in_dim %x, %larger, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  // CHECK-DAG: stablehlo.pad %arg0, %arg1, low = [1], high = [2], interior = [0]
  %one = stablehlo.constant dense<1> : tensor<1xi64>
  %two = stablehlo.constant dense<2> : tensor<1xi64>
  %none = stablehlo.constant dense<0> : tensor<1xi64>
  %2 = stablehlo.dynamic_pad %x, %v, %one, %two, %none : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  // CHECK-DAG: stablehlo.slice %arg0 [1:3]
  %three = stablehlo.constant dense<3> : tensor<1xi64>
  %3 = stablehlo.real_dynamic_slice %x, %one, %three, %one : (tensor<3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  // CHECK-DAG: stablehlo.slice %arg0 [0:2]
  %n = stablehlo.constant dense<2> : tensor<i32>
  %4 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<3xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<3>>
  return %0, %1, %2, %3, %4 : tensor<?x3xi32>, tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32, #stablehlo.bounds<3>>
}

// CHECK-LABEL: func @gather_and_convolution
// CHECK-SAME: -> (tensor<2x3xf32>, tensor<1x4x1xf32>)
func.func @gather_and_convolution(%x: tensor<8x5xf32>, %i: tensor<2xi32>, %y: tensor<1x4x1xf32>, %k: tensor<3x1x1xf32>) -> (tensor<?x?xf32>, tensor<1x?x1xf32>) {
  // CHECK: "stablehlo.gather"
  %sizes = stablehlo.constant dense<[1, 3]> : tensor<2xi64>
  %0 = "stablehlo.dynamic_gather"(%x, %i, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<8x5xf32>, tensor<2xi32>, tensor<2xi64>) -> tensor<?x?xf32>
  // CHECK: stablehlo.convolution
  %padding = stablehlo.constant dense<1> : tensor<1x2xi64>
  %1 = "stablehlo.dynamic_conv"(%y, %k, %padding) <{batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>}> : (tensor<1x4x1xf32>, tensor<3x1x1xf32>, tensor<1x2xi64>) -> tensor<1x?x1xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<1x?x1xf32>
}

// The elements there are leave one size to choose.
// CHECK-LABEL: func @size_from_count
// CHECK-SAME: -> tensor<3x2xf32>
func.func @size_from_count(%x: tensor<6xf32>, %shape: tensor<2xi64>) -> tensor<?x2xf32> {
  // CHECK: stablehlo.reshape %arg0
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<6xf32>, tensor<2xi64>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// CHECK-LABEL: func @called_with_two_shapes
func.func @called_with_two_shapes(%x: tensor<6xf32>) -> (tensor<3xf32>, tensor<2xf32>) {
  // CHECK: stablehlo.reduce{{.*}}(tensor<3x2xf32>, tensor<f32>) -> tensor<3xf32>
  %tall = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %0 = stablehlo.dynamic_reshape %x, %tall : (tensor<6xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %1 = func.call @sums(%0) : (tensor<?x?xf32>) -> tensor<?xf32>
  %2 = stablehlo.reshape %1 : (tensor<?xf32>) -> tensor<3xf32>
  // CHECK: stablehlo.reduce{{.*}}(tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %wide = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %3 = stablehlo.dynamic_reshape %x, %wide : (tensor<6xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %4 = func.call @sums(%3) : (tensor<?x?xf32>) -> tensor<?xf32>
  %5 = stablehlo.reshape %4 : (tensor<?xf32>) -> tensor<2xf32>
  return %2, %5 : tensor<3xf32>, tensor<2xf32>
}
func.func private @sums(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// A loop keeps the shape it starts with if its body does. The counter is not
// what it starts with, the list of sizes is.
// CHECK-LABEL: func @loop
// CHECK-SAME: -> tensor<2x2xf32>
func.func @loop(%x: tensor<4xf32>, %limit: tensor<i32>) -> tensor<?x?xf32> {
  // CHECK: stablehlo.while
  // CHECK-NOT: ?
  // CHECK: return
  %shape = stablehlo.constant dense<2> : tensor<2xi64>
  %start = stablehlo.dynamic_reshape %x, %shape : (tensor<4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %v = %start, %s = %shape) : tensor<i32>, tensor<?x?xf32>, tensor<2xi64>
  cond {
    %c = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %flat = stablehlo.reshape %v : (tensor<?x?xf32>) -> tensor<4xf32>
    %turned = stablehlo.reverse %flat, dims = [0] : tensor<4xf32>
    %again = stablehlo.dynamic_reshape %turned, %s : (tensor<4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
    stablehlo.return %next, %again, %s : tensor<i32>, tensor<?x?xf32>, tensor<2xi64>
  }
  return %0#1 : tensor<?x?xf32>
}

// CHECK-LABEL: func @branches
// CHECK-SAME: -> tensor<4xf32>
func.func @branches(%x: tensor<4xf32>, %p: tensor<i1>) -> tensor<?xf32> {
  // CHECK-NOT: ?
  // CHECK: return
  %shape = stablehlo.constant dense<4> : tensor<1xi64>
  %open = stablehlo.dynamic_reshape %x, %shape : (tensor<4xf32>, tensor<1xi64>) -> tensor<?xf32>
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %open : tensor<?xf32>
  }, {
    %turned = stablehlo.reverse %open, dims = [0] : tensor<?xf32>
    stablehlo.return %turned : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func @others
// CHECK-SAME: -> (tensor<12xf32>, tensor<3xf32>, tensor<5x2xf32>, tensor<2x2x3xf32>, tensor<6x4xi8>)
func.func @others(%x: tensor<4xf32>, %y: tensor<2xf32>, %m: tensor<2x3xf32>, %w: tensor<3x5xf32>, %i: tensor<2x2xi32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?x?xf32>, tensor<?x?x?xf32>, tensor<?x?xi8>) {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<4xf32>, tensor<2xf32>) -> tensor<?xf32>
  %1 = "stablehlo.all_gather"(%0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<?xf32>) -> tensor<?xf32>
  %2 = "stablehlo.reduce_scatter"(%0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<?xf32>) -> tensor<?xf32>
  %3 = "stablehlo.einsum"(%m, %w) <{einsum_config = "ab,bc->ca"}> : (tensor<2x3xf32>, tensor<3x5xf32>) -> tensor<?x?xf32>
  %4 = "stablehlo.torch_index_select"(%m, %i) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<2x3xf32>, tensor<2x2xi32>) -> tensor<?x?x?xf32>
  %5 = stablehlo.bitcast_convert %0 : (tensor<?xf32>) -> tensor<?x?xi8>
  return %1, %2, %3, %4, %5 : tensor<?xf32>, tensor<?xf32>, tensor<?x?xf32>, tensor<?x?x?xf32>, tensor<?x?xi8>
}
