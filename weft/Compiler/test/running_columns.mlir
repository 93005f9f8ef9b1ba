// Columns of a running sum are shared out among programs. The last one has fewer, and stops at the end of its rows.
// RUN: weft-run --check-passes %s

func.func @main(%columns: tensor<3x288xi32>) -> tensor<3x288xi32> {
  %none = stablehlo.constant dense<0> : tensor<i32>
  %sums = "stablehlo.reduce_window"(%columns, %none) <{padding = dense<[[0, 2], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %sum = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) : (tensor<3x288xi32>, tensor<i32>) -> tensor<3x288xi32>
  return %sums : tensor<3x288xi32>
}
