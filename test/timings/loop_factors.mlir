module @jit_filtered attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<13x13xf32>, %arg1: tensor<5x13xf32>) -> (tensor<5x13xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.iota dim = 0 : tensor<13x13xi32>
    %1 = stablehlo.iota dim = 1 : tensor<13x13xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<13x13xi32>
    %3 = stablehlo.add %0, %2 : tensor<13x13xi32>
    %4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<13x13xi32>, tensor<13x13xi32>) -> tensor<13x13xi1>
    %5 = stablehlo.convert %4 : (tensor<13x13xi1>) -> tensor<13x13xf32>
    %6 = stablehlo.slice %arg1 [0:1, 0:13] : (tensor<5x13xf32>) -> tensor<1x13xf32>
    %7 = stablehlo.reshape %6 : (tensor<1x13xf32>) -> tensor<13xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5x13xf32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %9:7 = stablehlo.while(%iterArg = %arg1, %iterArg_1 = %arg0, %iterArg_2 = %5, %iterArg_3 = %c_0, %iterArg_4 = %7, %iterArg_5 = %5, %iterArg_6 = %8) : tensor<5x13xf32>, tensor<13x13xf32>, tensor<13x13xf32>, tensor<i32>, tensor<13xf32>, tensor<13x13xf32>, tensor<5x13xf32>
    cond {
      %c_7 = stablehlo.constant dense<5> : tensor<i32>
      %10 = stablehlo.compare LT, %iterArg_3, %c_7, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %10 : tensor<i1>
    } do {
      %10 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_3) : (tensor<5x13xf32>, tensor<i32>) -> tensor<13xf32>
      %11:3 = func.call @closed_call(%iterArg_1, %iterArg_2, %iterArg_4, %iterArg_5, %10) : (tensor<13x13xf32>, tensor<13x13xf32>, tensor<13xf32>, tensor<13x13xf32>, tensor<13xf32>) -> (tensor<13xf32>, tensor<13x13xf32>, tensor<13xf32>)
      %12 = func.call @dynamic_update_index_in_dim(%iterArg_6, %11#2, %iterArg_3) : (tensor<5x13xf32>, tensor<13xf32>, tensor<i32>) -> tensor<5x13xf32>
      %c_7 = stablehlo.constant dense<1> : tensor<i32>
      %13 = stablehlo.add %iterArg_3, %c_7 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_1, %iterArg_2, %13, %11#0, %11#1, %12 : tensor<5x13xf32>, tensor<13x13xf32>, tensor<13x13xf32>, tensor<i32>, tensor<13xf32>, tensor<13x13xf32>, tensor<5x13xf32>
    }
    return %9#6 : tensor<5x13xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<5x13xf32>, %arg1: tensor<i32>) -> tensor<13xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 13] : (tensor<5x13xf32>, tensor<i32>, tensor<i32>) -> tensor<1x13xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x13xf32>) -> tensor<13xf32>
    return %1 : tensor<13xf32>
  }
  func.func private @closed_call(%arg0: tensor<13x13xf32>, %arg1: tensor<13x13xf32>, %arg2: tensor<13xf32>, %arg3: tensor<13x13xf32>, %arg4: tensor<13xf32>) -> (tensor<13xf32>, tensor<13x13xf32>, tensor<13xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<13x13xf32>, tensor<13x13xf32>) -> tensor<13x13xf32>
    %1 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<13x13xf32>) -> tensor<13x13xf32>
    %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<13x13xf32>, tensor<13x13xf32>) -> tensor<13x13xf32>
    %cst = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<13x13xf32>
    %4 = stablehlo.multiply %2, %3 : tensor<13x13xf32>
    %5 = stablehlo.add %4, %arg1 : tensor<13x13xf32>
    %cst_0 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<13x13xf32>
    %7 = stablehlo.multiply %arg1, %6 : tensor<13x13xf32>
    %8 = stablehlo.add %5, %7 : tensor<13x13xf32>
    %9 = stablehlo.cholesky %8, lower = true : tensor<13x13xf32>
    %10 = stablehlo.iota dim = 0 : tensor<13x13xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %11 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<13x13xi32>
    %12 = stablehlo.add %10, %11 : tensor<13x13xi32>
    %13 = stablehlo.iota dim = 1 : tensor<13x13xi32>
    %14 = stablehlo.compare GE, %12, %13, SIGNED : (tensor<13x13xi32>, tensor<13x13xi32>) -> tensor<13x13xi1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<13x13xf32>
    %16 = stablehlo.select %14, %9, %15 : tensor<13x13xi1>, tensor<13x13xf32>
    %17 = "stablehlo.triangular_solve"(%16, %5) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<13x13xf32>, tensor<13x13xf32>) -> tensor<13x13xf32>
    %18 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<13x13xf32>, tensor<13xf32>) -> tensor<13xf32>
    %cst_2 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<13xf32>
    %20 = stablehlo.multiply %18, %19 : tensor<13xf32>
    %21 = stablehlo.transpose %17, dims = [1, 0] : (tensor<13x13xf32>) -> tensor<13x13xf32>
    %22 = stablehlo.broadcast_in_dim %arg4, dims = [0] : (tensor<13xf32>) -> tensor<13x1xf32>
    %23 = "stablehlo.triangular_solve"(%16, %22) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<13x13xf32>, tensor<13x1xf32>) -> tensor<13x1xf32>
    %24 = stablehlo.reshape %23 : (tensor<13x1xf32>) -> tensor<13xf32>
    %25 = stablehlo.dot_general %21, %24, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<13x13xf32>, tensor<13xf32>) -> tensor<13xf32>
    %26 = stablehlo.add %20, %25 : tensor<13xf32>
    %27 = stablehlo.transpose %17, dims = [1, 0] : (tensor<13x13xf32>) -> tensor<13x13xf32>
    %28 = stablehlo.dot_general %27, %17, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<13x13xf32>, tensor<13x13xf32>) -> tensor<13x13xf32>
    %29 = stablehlo.subtract %5, %28 : tensor<13x13xf32>
    return %26, %29, %26 : tensor<13xf32>, tensor<13x13xf32>, tensor<13xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<5x13xf32>, %arg1: tensor<13xf32>, %arg2: tensor<i32>) -> tensor<5x13xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<13xf32>) -> tensor<1x13xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<5x13xf32>, tensor<1x13xf32>, tensor<i32>, tensor<i32>) -> tensor<5x13xf32>
    return %1 : tensor<5x13xf32>
  }
}
