module @jit_alternate attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<137x70xf32>) -> (tensor<137x70xf32> {jax.result_info = "result[0]"}, tensor<137x70xf32> {jax.result_info = "result[1]"}, tensor<f32> {jax.result_info = "result[2]"}, tensor<f32> {jax.result_info = "result[3]"}, tensor<i32> {jax.result_info = "result[4]"}) {
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<137x70xf32>
    %1 = stablehlo.multiply %arg0, %0 : tensor<137x70xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<1> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %2:6 = stablehlo.while(%iterArg = %c_2, %iterArg_3 = %arg0, %iterArg_4 = %1, %iterArg_5 = %cst_0, %iterArg_6 = %cst_1, %iterArg_7 = %c) : tensor<i32>, tensor<137x70xf32>, tensor<137x70xf32>, tensor<f32>, tensor<f32>, tensor<i32>
    cond {
      %c_8 = stablehlo.constant dense<5> : tensor<i32>
      %3 = stablehlo.compare LT, %iterArg, %c_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %3:5 = func.call @closed_call(%iterArg_3, %iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7) : (tensor<137x70xf32>, tensor<137x70xf32>, tensor<f32>, tensor<f32>, tensor<i32>) -> (tensor<137x70xf32>, tensor<137x70xf32>, tensor<f32>, tensor<f32>, tensor<i32>)
      %c_8 = stablehlo.constant dense<1> : tensor<i32>
      %4 = stablehlo.add %iterArg, %c_8 : tensor<i32>
      stablehlo.return %4, %3#0, %3#1, %3#2, %3#3, %3#4 : tensor<i32>, tensor<137x70xf32>, tensor<137x70xf32>, tensor<f32>, tensor<f32>, tensor<i32>
    }
    return %2#1, %2#2, %2#3, %2#4, %2#5 : tensor<137x70xf32>, tensor<137x70xf32>, tensor<f32>, tensor<f32>, tensor<i32>
  }
  func.func private @closed_call(%arg0: tensor<137x70xf32>, %arg1: tensor<137x70xf32>, %arg2: tensor<f32>, %arg3: tensor<f32>, %arg4: tensor<i32>) -> (tensor<137x70xf32>, tensor<137x70xf32>, tensor<f32>, tensor<f32>, tensor<i32>) {
    %0 = call @cumsum(%arg1) : (tensor<137x70xf32>) -> tensor<137x70xf32>
    %cst = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<137x70xf32>
    %2 = stablehlo.multiply %0, %1 : tensor<137x70xf32>
    %3 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<137x70xf32>
    %4 = stablehlo.add %2, %3 : tensor<137x70xf32>
    %cst_0 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %5 = stablehlo.multiply %arg2, %cst_0 : tensor<f32>
    %6 = stablehlo.slice %arg0 [0:1, 0:1] : (tensor<137x70xf32>) -> tensor<1x1xf32>
    %7 = stablehlo.reshape %6 : (tensor<1x1xf32>) -> tensor<f32>
    %8 = stablehlo.add %5, %7 : tensor<f32>
    %c = stablehlo.constant dense<3> : tensor<i32>
    %9 = stablehlo.multiply %arg4, %c : tensor<i32>
    %c_1 = stablehlo.constant dense<7> : tensor<i32>
    %10 = call @remainder(%9, %c_1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    return %4, %arg0, %arg3, %8, %10 : tensor<137x70xf32>, tensor<137x70xf32>, tensor<f32>, tensor<f32>, tensor<i32>
  }
  func.func private @cumsum(%arg0: tensor<137x70xf32>) -> tensor<137x70xf32> {
    %0 = call @cumsum_0(%arg0) : (tensor<137x70xf32>) -> tensor<137x70xf32>
    return %0 : tensor<137x70xf32>
  }
  func.func private @cumsum_0(%arg0: tensor<137x70xf32>) -> tensor<137x70xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [69, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 70>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<137x70xf32>, tensor<f32>) -> tensor<137x70xf32>
    return %1 : tensor<137x70xf32>
  }
  func.func private @remainder(%arg0: tensor<i32>, %arg1: tensor<i32>) -> tensor<i32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.compare EQ, %arg1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %1 = call @_where(%0, %c_0, %arg1) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %2 = stablehlo.remainder %arg0, %1 : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %3 = stablehlo.compare NE, %2, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.compare LT, %2, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.compare LT, %1, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %6 = stablehlo.compare NE, %4, %5, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %7 = stablehlo.and %6, %3 : tensor<i1>
    %8 = stablehlo.add %2, %1 : tensor<i32>
    %9 = stablehlo.select %7, %8, %2 : tensor<i1>, tensor<i32>
    return %9 : tensor<i32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
}
