// A tile that is larger than the update leaves alone what lies behind it.
// RUN: weft-run --check --compiled %s

func.func @column() {
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0], [10.0, 11.0, 12.0], [13.0, 14.0, 15.0]]> : tensor<5x3xf32>
  %update = stablehlo.constant dense<[[-1.0], [-2.0], [-3.0]]> : tensor<3x1xf32>
  %row = stablehlo.constant dense<1> : tensor<i64>
  %column = stablehlo.constant dense<1> : tensor<i64>
  %0 = stablehlo.dynamic_update_slice %x, %update, %row, %column : (tensor<5x3xf32>, tensor<3x1xf32>, tensor<i64>, tensor<i64>) -> tensor<5x3xf32>
  check.expect_eq_const %0, dense<[[1.0, 2.0, 3.0], [4.0, -1.0, 6.0], [7.0, -2.0, 9.0], [10.0, -3.0, 12.0], [13.0, 14.0, 15.0]]> : tensor<5x3xf32>
  return
}

func.func @last_rows() {
  %x = stablehlo.constant dense<0> : tensor<9xi32>
  %update = stablehlo.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %far = stablehlo.constant dense<7> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %x, %update, %far : (tensor<9xi32>, tensor<5xi32>, tensor<i32>) -> tensor<9xi32>
  %near = stablehlo.constant dense<2> : tensor<i32>
  %1 = stablehlo.dynamic_update_slice %0, %update, %near : (tensor<9xi32>, tensor<5xi32>, tensor<i32>) -> tensor<9xi32>
  check.expect_eq_const %1, dense<[0, 0, 1, 2, 3, 4, 5, 4, 5]> : tensor<9xi32>
  return
}
