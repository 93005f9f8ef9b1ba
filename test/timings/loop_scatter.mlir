module @jit_scattered_updates attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<22x23xi32>, %arg1: tensor<17xi32>) -> (tensor<22x23xi32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<255> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<22x23xi32>
    %1 = stablehlo.and %arg0, %0 : tensor<22x23xi32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %2:4 = stablehlo.while(%iterArg = %arg1, %iterArg_2 = %c_1, %iterArg_3 = %c_0, %iterArg_4 = %1) : tensor<17xi32>, tensor<i32>, tensor<i32>, tensor<22x23xi32>
    cond {
      %c_5 = stablehlo.constant dense<4> : tensor<i32>
      %3 = stablehlo.compare LT, %iterArg_2, %c_5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %3:2 = func.call @closed_call(%iterArg, %iterArg_3, %iterArg_4) : (tensor<17xi32>, tensor<i32>, tensor<22x23xi32>) -> (tensor<i32>, tensor<22x23xi32>)
      %c_5 = stablehlo.constant dense<1> : tensor<i32>
      %4 = stablehlo.add %iterArg_2, %c_5 : tensor<i32>
      stablehlo.return %iterArg, %4, %3#0, %3#1 : tensor<17xi32>, tensor<i32>, tensor<i32>, tensor<22x23xi32>
    }
    return %2#3 : tensor<22x23xi32>
  }
  func.func private @closed_call(%arg0: tensor<17xi32>, %arg1: tensor<i32>, %arg2: tensor<22x23xi32>) -> (tensor<i32>, tensor<22x23xi32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg1, %c : tensor<i32>
    %c_0 = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.multiply %c_0, %arg1 : tensor<i32>
    %2 = stablehlo.convert %1 : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<17xi32>
    %4 = stablehlo.add %arg0, %3 : tensor<17xi32>
    %c_1 = stablehlo.constant dense<19> : tensor<i32>
    %5 = call @remainder(%4, %c_1) : (tensor<17xi32>, tensor<i32>) -> tensor<17xi32>
    %c_2 = stablehlo.constant dense<1> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<17xi32>
    %7 = stablehlo.subtract %5, %6 : tensor<17xi32>
    %8 = stablehlo.slice %arg2 [5:22, 0:23] : (tensor<22x23xi32>) -> tensor<17x23xi32>
    %c_3 = stablehlo.constant dense<3> : tensor<i32>
    %9 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<17x23xi32>
    %10 = stablehlo.multiply %8, %9 : tensor<17x23xi32>
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %11 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<17x23xi32>
    %12 = stablehlo.add %10, %11 : tensor<17x23xi32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %13 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<17xi32>
    %14 = stablehlo.compare LT, %7, %13, SIGNED : (tensor<17xi32>, tensor<17xi32>) -> tensor<17xi1>
    %c_6 = stablehlo.constant dense<22> : tensor<i32>
    %15 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<17xi32>
    %16 = stablehlo.add %7, %15 : tensor<17xi32>
    %17 = stablehlo.select %14, %16, %7 : tensor<17xi1>, tensor<17xi32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0] : (tensor<17xi32>) -> tensor<17x1xi32>
    %19 = "stablehlo.scatter"(%arg2, %18, %12) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
      %36 = stablehlo.add %arg3, %arg4 : tensor<i32>
      stablehlo.return %36 : tensor<i32>
    }) : (tensor<22x23xi32>, tensor<17x1xi32>, tensor<17x23xi32>) -> tensor<22x23xi32>
    %c_7 = stablehlo.constant dense<2> : tensor<i32>
    %20 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<17xi32>
    %21 = stablehlo.multiply %arg0, %20 : tensor<17xi32>
    %c_8 = stablehlo.constant dense<11> : tensor<i32>
    %22 = call @remainder(%21, %c_8) : (tensor<17xi32>, tensor<i32>) -> tensor<17xi32>
    %23 = stablehlo.slice %arg2 [0:1, 0:17] : (tensor<22x23xi32>) -> tensor<1x17xi32>
    %24 = stablehlo.reshape %23 : (tensor<1x17xi32>) -> tensor<17xi32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %25 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<17xi32>
    %26 = stablehlo.compare LT, %22, %25, SIGNED : (tensor<17xi32>, tensor<17xi32>) -> tensor<17xi1>
    %c_10 = stablehlo.constant dense<23> : tensor<i32>
    %27 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<17xi32>
    %28 = stablehlo.add %22, %27 : tensor<17xi32>
    %29 = stablehlo.select %26, %28, %22 : tensor<17xi1>, tensor<17xi32>
    %c_11 = stablehlo.constant dense<2> : tensor<i32>
    %30 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<i32>) -> tensor<17xi32>
    %31 = stablehlo.convert %30 : tensor<17xi32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [0] : (tensor<17xi32>) -> tensor<17x1xi32>
    %33 = stablehlo.broadcast_in_dim %29, dims = [0] : (tensor<17xi32>) -> tensor<17x1xi32>
    %34 = stablehlo.concatenate %32, %33, dim = 1 : (tensor<17x1xi32>, tensor<17x1xi32>) -> tensor<17x2xi32>
    %35 = "stablehlo.scatter"(%19, %34, %24) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
      stablehlo.return %arg4 : tensor<i32>
    }) : (tensor<22x23xi32>, tensor<17x2xi32>, tensor<17xi32>) -> tensor<22x23xi32>
    return %0, %35 : tensor<i32>, tensor<22x23xi32>
  }
  func.func private @remainder(%arg0: tensor<17xi32>, %arg1: tensor<i32>) -> tensor<17xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<17xi32>
    %4 = stablehlo.remainder %arg0, %3 : tensor<17xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<17xi32>
    %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<17xi32>, tensor<17xi32>) -> tensor<17xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<17xi32>
    %8 = stablehlo.compare LT, %4, %7, SIGNED : (tensor<17xi32>, tensor<17xi32>) -> tensor<17xi1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<17xi1>
    %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<17xi1>, tensor<17xi1>) -> tensor<17xi1>
    %12 = stablehlo.and %11, %6 : tensor<17xi1>
    %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<17xi32>
    %14 = stablehlo.add %4, %13 : tensor<17xi32>
    %15 = stablehlo.select %12, %14, %4 : tensor<17xi1>, tensor<17xi32>
    return %15 : tensor<17xi32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
}
