module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<777xui64>) -> (tensor<777xui64> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<7> : tensor<ui64>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui64>) -> tensor<777xui64>
    %1 = stablehlo.shift_right_logical %arg0, %0 : tensor<777xui64>
    %c_0 = stablehlo.constant dense<9> : tensor<ui64>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui64>) -> tensor<777xui64>
    %3 = stablehlo.shift_left %arg0, %2 : tensor<777xui64>
    %c_1 = stablehlo.constant dense<13> : tensor<i64>
    %4 = call @remainder(%3, %c_1) : (tensor<777xui64>, tensor<i64>) -> tensor<777xui64>
    %5 = stablehlo.xor %1, %4 : tensor<777xui64>
    return %5 : tensor<777xui64>
  }
  func.func private @remainder(%arg0: tensor<777xui64>, %arg1: tensor<i64>) -> tensor<777xui64> {
    %0 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<ui64>
    %c = stablehlo.constant dense<0> : tensor<ui64>
    %1 = stablehlo.compare EQ, %0, %c, UNSIGNED : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<ui64>
    %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<ui64>, tensor<ui64>) -> tensor<ui64>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<ui64>) -> tensor<777xui64>
    %4 = stablehlo.remainder %arg0, %3 : tensor<777xui64>
    %c_1 = stablehlo.constant dense<0> : tensor<ui64>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui64>) -> tensor<777xui64>
    %6 = stablehlo.compare NE, %4, %5, UNSIGNED : (tensor<777xui64>, tensor<777xui64>) -> tensor<777xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<ui64>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<ui64>) -> tensor<777xui64>
    %8 = stablehlo.compare LT, %4, %7, UNSIGNED : (tensor<777xui64>, tensor<777xui64>) -> tensor<777xi1>
    %c_3 = stablehlo.constant dense<0> : tensor<ui64>
    %9 = stablehlo.compare LT, %2, %c_3, UNSIGNED : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<777xi1>
    %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<777xi1>, tensor<777xi1>) -> tensor<777xi1>
    %12 = stablehlo.and %11, %6 : tensor<777xi1>
    %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<ui64>) -> tensor<777xui64>
    %14 = stablehlo.add %4, %13 : tensor<777xui64>
    %15 = stablehlo.select %12, %14, %4 : tensor<777xi1>, tensor<777xui64>
    return %15 : tensor<777xui64>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<ui64>, %arg2: tensor<ui64>) -> tensor<ui64> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<ui64>
    return %0 : tensor<ui64>
  }
}
