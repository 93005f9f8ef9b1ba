module @jit_wander attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<141x67xf32>, %arg1: tensor<1xi32>) -> (tensor<141x67xf32> {jax.result_info = "result[0]"}, tensor<i32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:3 = stablehlo.while(%iterArg = %arg1, %iterArg_0 = %arg0, %iterArg_1 = %c) : tensor<1xi32>, tensor<141x67xf32>, tensor<i32>
    cond {
      %1 = stablehlo.reshape %iterArg : (tensor<1xi32>) -> tensor<i32>
      %c_2 = stablehlo.constant dense<4> : tensor<i32>
      %2 = func.call @remainder(%1, %c_2) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %c_3 = stablehlo.constant dense<3> : tensor<i32>
      %3 = stablehlo.add %c_3, %2 : tensor<i32>
      %4 = stablehlo.convert %iterArg_1 : tensor<i32>
      %5 = stablehlo.compare LT, %4, %3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
    } do {
      %c_2 = stablehlo.constant dense<3> : tensor<i32>
      %1 = func.call @remainder_0(%iterArg_1, %c_2) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %2 = stablehlo.convert %1 : tensor<i32>
      %c_3 = stablehlo.constant dense<0> : tensor<i32>
      %c_4 = stablehlo.constant dense<2> : tensor<i32>
      %3 = stablehlo.clamp %c_3, %2, %c_4 : tensor<i32>
      %4 = "stablehlo.case"(%3) ({
        %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %8 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<f32>
        %9 = "stablehlo.reduce_window"(%iterArg_0, %8) <{base_dilations = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 1, 1>}> ({
        ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
          %10 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
          stablehlo.return %10 : tensor<f32>
        }) : (tensor<141x67xf32>, tensor<f32>) -> tensor<141x67xf32>
        stablehlo.return %9 : tensor<141x67xf32>
      }, {
        stablehlo.return %iterArg_0 : tensor<141x67xf32>
      }, {
        %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
        %8 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<f32>
        %9 = "stablehlo.reduce_window"(%iterArg_0, %8) <{base_dilations = array<i64: 1, 1>, padding = dense<1> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 3>, window_strides = array<i64: 1, 1>}> ({
        ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
          %11 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
          stablehlo.return %11 : tensor<f32>
        }) : (tensor<141x67xf32>, tensor<f32>) -> tensor<141x67xf32>
        %10 = func.call @_flip(%9) : (tensor<141x67xf32>) -> tensor<141x67xf32>
        stablehlo.return %10 : tensor<141x67xf32>
      }) : (tensor<i32>) -> tensor<141x67xf32>
      %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<141x67xf32>
      %6 = stablehlo.add %4, %5 : tensor<141x67xf32>
      %c_5 = stablehlo.constant dense<1> : tensor<i32>
      %7 = stablehlo.add %iterArg_1, %c_5 : tensor<i32>
      stablehlo.return %iterArg, %6, %7 : tensor<1xi32>, tensor<141x67xf32>, tensor<i32>
    }
    return %0#1, %0#2 : tensor<141x67xf32>, tensor<i32>
  }
  func.func private @remainder(%arg0: tensor<i32>, %arg1: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.remainder %arg0, %2 : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.compare NE, %3, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.compare LT, %3, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %7 = stablehlo.compare NE, %5, %6, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %8 = stablehlo.and %7, %4 : tensor<i1>
    %9 = stablehlo.add %3, %2 : tensor<i32>
    %10 = stablehlo.select %8, %9, %3 : tensor<i1>, tensor<i32>
    return %10 : tensor<i32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @remainder_0(%arg0: tensor<i32>, %arg1: tensor<i32>) -> tensor<i32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.compare EQ, %arg1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %1 = call @_where_1(%0, %c_0, %arg1) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
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
  func.func private @_where_1(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @_flip(%arg0: tensor<141x67xf32>) -> tensor<141x67xf32> {
    %0 = stablehlo.reverse %arg0, dims = [0, 1] : tensor<141x67xf32>
    return %0 : tensor<141x67xf32>
  }
}
