// Sums of short floats are rounded once for each list.

// RUN: env WEFT_CALIBRATION=%timings/instant_kernels.txt weft-check-timings %s --timings=4 | FileCheck %s
// CHECK: 4 timings agree

module @jit_short_rows_listed attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<37x520xi32>, %arg1: tensor<150x520xi32>) -> (tensor<37x520xbf16> {jax.result_info = "result[0]"}, tensor<37x520xbf16> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.iota dim = 0 : tensor<150xi32>
    %c = stablehlo.constant dense<6> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<150xi32>
    %2 = stablehlo.compare LT, %0, %1, SIGNED : (tensor<150xi32>, tensor<150xi32>) -> tensor<150xi1>
    %c_0 = stablehlo.constant dense<7> : tensor<i32>
    %3 = call @remainder(%0, %c_0) : (tensor<150xi32>, tensor<i32>) -> tensor<150xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<150xi32>
    %5 = stablehlo.compare EQ, %3, %4, SIGNED : (tensor<150xi32>, tensor<150xi32>) -> tensor<150xi1>
    %6 = stablehlo.multiply %0, %0 : tensor<150xi32>
    %c_2 = stablehlo.constant dense<31> : tensor<i32>
    %7 = call @remainder(%6, %c_2) : (tensor<150xi32>, tensor<i32>) -> tensor<150xi32>
    %c_3 = stablehlo.constant dense<1> : tensor<i32>
    %8 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<150xi32>
    %9 = stablehlo.add %8, %7 : tensor<150xi32>
    %10 = call @_where_0(%5, %0, %9) : (tensor<150xi1>, tensor<150xi32>, tensor<150xi32>) -> tensor<150xi32>
    %c_4 = stablehlo.constant dense<5> : tensor<i32>
    %11 = call @_where_1(%2, %c_4, %10) : (tensor<150xi1>, tensor<i32>, tensor<150xi32>) -> tensor<150xi32>
    %c_5 = stablehlo.constant dense<255> : tensor<i32>
    %12 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<37x520xi32>
    %13 = stablehlo.and %arg0, %12 : tensor<37x520xi32>
    %14 = stablehlo.convert %13 : (tensor<37x520xi32>) -> tensor<37x520xbf16>
    %c_6 = stablehlo.constant dense<255> : tensor<i32>
    %15 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<37x520xi32>
    %16 = stablehlo.and %arg0, %15 : tensor<37x520xi32>
    %17 = stablehlo.convert %16 : (tensor<37x520xi32>) -> tensor<37x520xbf16>
    %c_7 = stablehlo.constant dense<255> : tensor<i32>
    %18 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<150x520xi32>
    %19 = stablehlo.and %arg1, %18 : tensor<150x520xi32>
    %20 = stablehlo.convert %19 : (tensor<150x520xi32>) -> tensor<150x520xbf16>
    %c_8 = stablehlo.constant dense<0> : tensor<i32>
    %21 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<150xi32>
    %22 = stablehlo.compare LT, %11, %21, SIGNED : (tensor<150xi32>, tensor<150xi32>) -> tensor<150xi1>
    %c_9 = stablehlo.constant dense<37> : tensor<i32>
    %23 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<150xi32>
    %24 = stablehlo.add %11, %23 : tensor<150xi32>
    %25 = stablehlo.select %22, %24, %11 : tensor<150xi1>, tensor<150xi32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0] : (tensor<150xi32>) -> tensor<150x1xi32>
    %27 = "stablehlo.scatter"(%17, %26, %20) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      %28 = stablehlo.add %arg2, %arg3 : tensor<bf16>
      stablehlo.return %28 : tensor<bf16>
    }) : (tensor<37x520xbf16>, tensor<150x1xi32>, tensor<150x520xbf16>) -> tensor<37x520xbf16>
    return %14, %27 : tensor<37x520xbf16>, tensor<37x520xbf16>
  }
  func.func private @remainder(%arg0: tensor<150xi32>, %arg1: tensor<i32>) -> tensor<150xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<150xi32>
    %4 = stablehlo.remainder %arg0, %3 : tensor<150xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<150xi32>
    %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<150xi32>, tensor<150xi32>) -> tensor<150xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<150xi32>
    %8 = stablehlo.compare LT, %4, %7, SIGNED : (tensor<150xi32>, tensor<150xi32>) -> tensor<150xi1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<150xi1>
    %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<150xi1>, tensor<150xi1>) -> tensor<150xi1>
    %12 = stablehlo.and %11, %6 : tensor<150xi1>
    %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<150xi32>
    %14 = stablehlo.add %4, %13 : tensor<150xi32>
    %15 = stablehlo.select %12, %14, %4 : tensor<150xi1>, tensor<150xi32>
    return %15 : tensor<150xi32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @_where_0(%arg0: tensor<150xi1>, %arg1: tensor<150xi32>, %arg2: tensor<150xi32>) -> tensor<150xi32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<150xi1>, tensor<150xi32>
    return %0 : tensor<150xi32>
  }
  func.func private @_where_1(%arg0: tensor<150xi1>, %arg1: tensor<i32>, %arg2: tensor<150xi32>) -> tensor<150xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<150xi32>
    %2 = stablehlo.select %arg0, %1, %arg2 : tensor<150xi1>, tensor<150xi32>
    return %2 : tensor<150xi32>
  }
}
