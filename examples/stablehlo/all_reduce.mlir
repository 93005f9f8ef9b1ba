// Two logical devices in one process: each squares its part of a vector, then
// all devices sum their parts. `interpreter.run_parallel` runs @device once per
// device and gives the results of all of them.

func.func @device(%part: tensor<3xf32>) -> tensor<3xf32> {
  %squares = stablehlo.multiply %part, %part : tensor<3xf32>
  %sum = "stablehlo.all_reduce"(%squares) <{
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<3xf32>) -> tensor<3xf32>
  return %sum : tensor<3xf32>
}

func.func @main() -> (tensor<3xf32>, tensor<3xf32>) {
  %a = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %b = stablehlo.constant dense<[4.0, 5.0, 6.0]> : tensor<3xf32>
  %sums:2 = "interpreter.run_parallel"(%a, %b) {
    programs = [[@device], [@device]]
  } : (tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  return %sums#0, %sums#1 : tensor<3xf32>, tensor<3xf32>
}
