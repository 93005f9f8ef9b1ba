module @jit_orders attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x150xf32>) -> (tensor<3x150xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.iota dim = 0 : tensor<150xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1:4 = stablehlo.while(%iterArg = %c_0, %iterArg_1 = %c, %iterArg_2 = %arg0, %iterArg_3 = %0) : tensor<i32>, tensor<i32>, tensor<3x150xf32>, tensor<150xi32>
    cond {
      %c_4 = stablehlo.constant dense<3> : tensor<i32>
      %2 = stablehlo.compare LT, %iterArg, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2:3 = func.call @closed_call(%iterArg_1, %iterArg_2, %iterArg_3) : (tensor<i32>, tensor<3x150xf32>, tensor<150xi32>) -> (tensor<i32>, tensor<3x150xf32>, tensor<150xi32>)
      %c_4 = stablehlo.constant dense<1> : tensor<i32>
      %3 = stablehlo.add %iterArg, %c_4 : tensor<i32>
      stablehlo.return %3, %2#0, %2#1, %2#2 : tensor<i32>, tensor<i32>, tensor<3x150xf32>, tensor<150xi32>
    }
    return %1#2 : tensor<3x150xf32>
  }
  func.func private @closed_call(%arg0: tensor<i32>, %arg1: tensor<3x150xf32>, %arg2: tensor<150xi32>) -> (tensor<i32>, tensor<3x150xf32>, tensor<150xi32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg0, %c : tensor<i32>
    %cst = stablehlo.constant dense<9.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x150xf32>
    %2 = stablehlo.multiply %arg1, %1 : tensor<3x150xf32>
    %3 = stablehlo.sine %2 : tensor<3x150xf32>
    %4 = call @sort(%3) : (tensor<3x150xf32>) -> tensor<3x150xf32>
    %5 = stablehlo.convert %arg2 : (tensor<150xi32>) -> tensor<150xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [1] : (tensor<150xf32>) -> tensor<1x150xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<1x150xf32>) -> tensor<3x150xf32>
    %8 = stablehlo.add %4, %7 : tensor<3x150xf32>
    %9 = stablehlo.slice %arg1 [1:2, 0:150] : (tensor<3x150xf32>) -> tensor<1x150xf32>
    %10 = stablehlo.reshape %9 : (tensor<1x150xf32>) -> tensor<150xf32>
    %cst_0 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %11 = call @floor_divide(%10, %cst_0) : (tensor<150xf32>, tensor<f32>) -> tensor<150xf32>
    %12 = call @argsort(%11) : (tensor<150xf32>) -> tensor<150xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %13 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<150xi32>
    %14 = stablehlo.compare LT, %12, %13, SIGNED : (tensor<150xi32>, tensor<150xi32>) -> tensor<150xi1>
    %c_2 = stablehlo.constant dense<150> : tensor<i32>
    %15 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<150xi32>
    %16 = stablehlo.add %12, %15 : tensor<150xi32>
    %17 = stablehlo.select %14, %16, %12 : tensor<150xi1>, tensor<150xi32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0] : (tensor<150xi32>) -> tensor<150x1xi32>
    %19 = "stablehlo.gather"(%arg2, %18) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<150xi32>, tensor<150x1xi32>) -> tensor<150xi32>
    %20 = stablehlo.convert %arg0 : tensor<i32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<i32>) -> tensor<150xi32>
    %22 = stablehlo.add %19, %21 : tensor<150xi32>
    return %0, %8, %22 : tensor<i32>, tensor<3x150xf32>, tensor<150xi32>
  }
  func.func private @sort(%arg0: tensor<3x150xf32>) -> tensor<3x150xf32> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %2 = stablehlo.select %1, %cst_0, %arg1 : tensor<i1>, tensor<f32>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<f32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %5 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %6 = stablehlo.select %5, %cst_3, %arg2 : tensor<i1>, tensor<f32>
      %7 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<f32>
      %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    }) : (tensor<3x150xf32>) -> tensor<3x150xf32>
    return %0 : tensor<3x150xf32>
  }
  func.func private @floor_divide(%arg0: tensor<150xf32>, %arg1: tensor<f32>) -> tensor<150xf32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<150xf32>
    %2 = stablehlo.remainder %arg0, %1 : tensor<150xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.compare EQ, %0, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.subtract %arg0, %2 : tensor<150xf32>
    %5 = call @_where(%3, %arg0, %4) : (tensor<i1>, tensor<150xf32>, tensor<150xf32>) -> tensor<150xf32>
    %6 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<150xf32>
    %7 = stablehlo.divide %5, %6 : tensor<150xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<150xf32>
    %9 = stablehlo.compare NE, %2, %8, FLOAT : (tensor<150xf32>, tensor<150xf32>) -> tensor<150xi1>
    %10 = stablehlo.sign %0 : tensor<f32>
    %11 = stablehlo.sign %2 : tensor<150xf32>
    %12 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f32>) -> tensor<150xf32>
    %13 = stablehlo.compare NE, %12, %11, FLOAT : (tensor<150xf32>, tensor<150xf32>) -> tensor<150xi1>
    %14 = stablehlo.and %9, %13 : tensor<150xi1>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<150xf32>
    %16 = stablehlo.subtract %7, %15 : tensor<150xf32>
    %17 = stablehlo.select %14, %16, %7 : tensor<150xi1>, tensor<150xf32>
    %18 = stablehlo.round_nearest_afz %17 : tensor<150xf32>
    return %18 : tensor<150xf32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<150xf32>, %arg2: tensor<150xf32>) -> tensor<150xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<150xf32>
    return %0 : tensor<150xf32>
  }
  func.func private @argsort(%arg0: tensor<150xf32>) -> tensor<150xi32> {
    %0 = stablehlo.iota dim = 0 : tensor<150xi32>
    %1:2 = "stablehlo.sort"(%arg0, %0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<i32>, %arg4: tensor<i32>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %2 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %3 = stablehlo.select %2, %cst_0, %arg1 : tensor<i1>, tensor<f32>
      %4 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %5 = stablehlo.select %4, %cst_1, %3 : tensor<i1>, tensor<f32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %6 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %7 = stablehlo.select %6, %cst_3, %arg2 : tensor<i1>, tensor<f32>
      %8 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %9 = stablehlo.select %8, %cst_4, %7 : tensor<i1>, tensor<f32>
      %10 = stablehlo.compare LT, %5, %9, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %10 : tensor<i1>
    }) : (tensor<150xf32>, tensor<150xi32>) -> (tensor<150xf32>, tensor<150xi32>)
    return %1#1 : tensor<150xi32>
  }
}
