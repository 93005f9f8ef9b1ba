// Which share of the whole do the largest items have? Sorts values together
// with their positions, largest first, and sums them up from the front with a
// sliding window (a running sum is a window padded by all that came before).

func.func @main() -> (tensor<6xi32>, tensor<6xf32>) {
  %values = stablehlo.constant dense<[3.0, 14.0, 1.0, 5.0, 9.0, 8.0]> : tensor<6xf32>
  %positions = stablehlo.iota dim = 0 : tensor<6xi32>
  %sorted:2 = "stablehlo.sort"(%values, %positions) <{
    dimension = 0 : i64, is_stable = true
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
    %first = stablehlo.compare GT, %a, %b, TOTALORDER
        : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %first : tensor<i1>
  }) : (tensor<6xf32>, tensor<6xi32>) -> (tensor<6xf32>, tensor<6xi32>)

  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %running = "stablehlo.reduce_window"(%sorted#0, %zero) <{
    window_dimensions = array<i64: 6>,
    padding = dense<[[5, 0]]> : tensor<1x2xi64>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<6xf32>, tensor<f32>) -> tensor<6xf32>

  %total = stablehlo.reduce(%values init: %zero)
      applies stablehlo.add across dimensions = [0]
      : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
  %totals = stablehlo.broadcast_in_dim %total, dims = []
      : (tensor<f32>) -> tensor<6xf32>
  %shares = stablehlo.divide %running, %totals : tensor<6xf32>
  return %sorted#1, %shares : tensor<6xi32>, tensor<6xf32>
}
