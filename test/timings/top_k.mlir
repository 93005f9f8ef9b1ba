module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x16001xf32>) -> (tensor<2x17xf32> {jax.result_info = "result[0]"}, tensor<2x17xi32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<1.000000e+03> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x16001xf32>
    %1 = stablehlo.multiply %0, %arg0 : tensor<2x16001xf32>
    %2 = stablehlo.iota dim = 0 : tensor<16001xi32>
    %c = stablehlo.constant dense<7919> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<16001xi32>
    %4 = stablehlo.multiply %2, %3 : tensor<16001xi32>
    %c_0 = stablehlo.constant dense<16001> : tensor<i32>
    %5 = call @remainder(%4, %c_0) : (tensor<16001xi32>, tensor<i32>) -> tensor<16001xi32>
    %6 = stablehlo.convert %5 : (tensor<16001xi32>) -> tensor<16001xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [1] : (tensor<16001xf32>) -> tensor<1x16001xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x16001xf32>) -> tensor<2x16001xf32>
    %9 = stablehlo.add %1, %8 : tensor<2x16001xf32>
    %10 = stablehlo.iota dim = 0 : tensor<2xi32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %12 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<2x1xi32>
    %13 = stablehlo.compare EQ, %11, %12, SIGNED : (tensor<2x1xi32>, tensor<2x1xi32>) -> tensor<2x1xi1>
    %14 = call @_where_0(%13, %arg0, %9) : (tensor<2x1xi1>, tensor<2x16001xf32>, tensor<2x16001xf32>) -> tensor<2x16001xf32>
    %values, %indices = chlo.top_k(%14, k = 17) : tensor<2x16001xf32> -> (tensor<2x17xf32>, tensor<2x17xi32>)
    return %values, %indices : tensor<2x17xf32>, tensor<2x17xi32>
  }
  func.func private @remainder(%arg0: tensor<16001xi32>, %arg1: tensor<i32>) -> tensor<16001xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<16001xi32>
    %4 = stablehlo.remainder %arg0, %3 : tensor<16001xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<16001xi32>
    %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<16001xi32>, tensor<16001xi32>) -> tensor<16001xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<16001xi32>
    %8 = stablehlo.compare LT, %4, %7, SIGNED : (tensor<16001xi32>, tensor<16001xi32>) -> tensor<16001xi1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<16001xi1>
    %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<16001xi1>, tensor<16001xi1>) -> tensor<16001xi1>
    %12 = stablehlo.and %11, %6 : tensor<16001xi1>
    %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<16001xi32>
    %14 = stablehlo.add %4, %13 : tensor<16001xi32>
    %15 = stablehlo.select %12, %14, %4 : tensor<16001xi1>, tensor<16001xi32>
    return %15 : tensor<16001xi32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @_where_0(%arg0: tensor<2x1xi1>, %arg1: tensor<2x16001xf32>, %arg2: tensor<2x16001xf32>) -> tensor<2x16001xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<2x1xi1>) -> tensor<2x16001xi1>
    %1 = stablehlo.select %0, %arg1, %arg2 : tensor<2x16001xi1>, tensor<2x16001xf32>
    return %1 : tensor<2x16001xf32>
  }
}
