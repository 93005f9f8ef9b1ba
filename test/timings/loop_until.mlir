module @jit_relax attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<150x70xf32>, %arg1: tensor<1xi32>) -> (tensor<150x70xf32> {jax.result_info = "result[0]"}, tensor<f32> {jax.result_info = "result[1]"}, tensor<i32> {jax.result_info = "result[2]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0:4 = stablehlo.while(%iterArg = %arg1, %iterArg_0 = %arg0, %iterArg_1 = %cst, %iterArg_2 = %c) : tensor<1xi32>, tensor<150x70xf32>, tensor<f32>, tensor<i32>
    cond {
      %1 = stablehlo.reshape %iterArg : (tensor<1xi32>) -> tensor<i32>
      %c_3 = stablehlo.constant dense<4> : tensor<i32>
      %2 = func.call @remainder(%1, %c_3) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %c_4 = stablehlo.constant dense<5> : tensor<i32>
      %3 = stablehlo.add %c_4, %2 : tensor<i32>
      %4 = stablehlo.convert %iterArg_2 : tensor<i32>
      %5 = stablehlo.compare LT, %4, %3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
    } do {
      %1 = func.call @_roll_static(%iterArg_0) : (tensor<150x70xf32>) -> tensor<150x70xf32>
      %2 = func.call @_roll_static_0(%iterArg_0) : (tensor<150x70xf32>) -> tensor<150x70xf32>
      %3 = stablehlo.add %1, %2 : tensor<150x70xf32>
      %4 = func.call @_roll_static_1(%iterArg_0) : (tensor<150x70xf32>) -> tensor<150x70xf32>
      %5 = stablehlo.add %3, %4 : tensor<150x70xf32>
      %6 = func.call @_roll_static_2(%iterArg_0) : (tensor<150x70xf32>) -> tensor<150x70xf32>
      %7 = stablehlo.add %5, %6 : tensor<150x70xf32>
      %cst_3 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
      %8 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<150x70xf32>
      %9 = stablehlo.multiply %8, %7 : tensor<150x70xf32>
      %10 = func.call @_roll_static(%iterArg_0) : (tensor<150x70xf32>) -> tensor<150x70xf32>
      %11 = func.call @_roll_static_0(%iterArg_0) : (tensor<150x70xf32>) -> tensor<150x70xf32>
      %12 = stablehlo.add %10, %11 : tensor<150x70xf32>
      %13 = func.call @_roll_static_1(%iterArg_0) : (tensor<150x70xf32>) -> tensor<150x70xf32>
      %14 = stablehlo.add %12, %13 : tensor<150x70xf32>
      %15 = func.call @_roll_static_2(%iterArg_0) : (tensor<150x70xf32>) -> tensor<150x70xf32>
      %16 = stablehlo.add %14, %15 : tensor<150x70xf32>
      %cst_4 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
      %17 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<150x70xf32>
      %18 = stablehlo.multiply %17, %16 : tensor<150x70xf32>
      %19 = stablehlo.subtract %18, %iterArg_0 : tensor<150x70xf32>
      %20 = stablehlo.abs %19 : tensor<150x70xf32>
      %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %21 = stablehlo.reduce(%20 init: %cst_5) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<150x70xf32>, tensor<f32>) -> tensor<f32>
      %c_6 = stablehlo.constant dense<1> : tensor<i32>
      %22 = stablehlo.add %iterArg_2, %c_6 : tensor<i32>
      stablehlo.return %iterArg, %9, %21, %22 : tensor<1xi32>, tensor<150x70xf32>, tensor<f32>, tensor<i32>
    }
    return %0#1, %0#2, %0#3 : tensor<150x70xf32>, tensor<f32>, tensor<i32>
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
  func.func private @_roll_static(%arg0: tensor<150x70xf32>) -> tensor<150x70xf32> {
    %0 = stablehlo.slice %arg0 [149:150, 0:70] : (tensor<150x70xf32>) -> tensor<1x70xf32>
    %1 = stablehlo.slice %arg0 [0:149, 0:70] : (tensor<150x70xf32>) -> tensor<149x70xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1x70xf32>, tensor<149x70xf32>) -> tensor<150x70xf32>
    return %2 : tensor<150x70xf32>
  }
  func.func private @_roll_static_0(%arg0: tensor<150x70xf32>) -> tensor<150x70xf32> {
    %0 = stablehlo.slice %arg0 [1:150, 0:70] : (tensor<150x70xf32>) -> tensor<149x70xf32>
    %1 = stablehlo.slice %arg0 [0:1, 0:70] : (tensor<150x70xf32>) -> tensor<1x70xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<149x70xf32>, tensor<1x70xf32>) -> tensor<150x70xf32>
    return %2 : tensor<150x70xf32>
  }
  func.func private @_roll_static_1(%arg0: tensor<150x70xf32>) -> tensor<150x70xf32> {
    %0 = stablehlo.slice %arg0 [0:150, 69:70] : (tensor<150x70xf32>) -> tensor<150x1xf32>
    %1 = stablehlo.slice %arg0 [0:150, 0:69] : (tensor<150x70xf32>) -> tensor<150x69xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 1 : (tensor<150x1xf32>, tensor<150x69xf32>) -> tensor<150x70xf32>
    return %2 : tensor<150x70xf32>
  }
  func.func private @_roll_static_2(%arg0: tensor<150x70xf32>) -> tensor<150x70xf32> {
    %0 = stablehlo.slice %arg0 [0:150, 1:70] : (tensor<150x70xf32>) -> tensor<150x69xf32>
    %1 = stablehlo.slice %arg0 [0:150, 0:1] : (tensor<150x70xf32>) -> tensor<150x1xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 1 : (tensor<150x69xf32>, tensor<150x1xf32>) -> tensor<150x70xf32>
    return %2 : tensor<150x70xf32>
  }
}
