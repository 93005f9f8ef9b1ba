// A sort waits for what makes its keys, and its reader for the last of its kernels.
module {
  func.func public @main(%arg0: tensor<9000xf32>) -> tensor<9000xf32> {
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<9000xf32>
    %1 = "stablehlo.sort"(%0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %2 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    }) : (tensor<9000xf32>) -> tensor<9000xf32>
    %3 = stablehlo.reverse %1, dims = [0] : tensor<9000xf32>
    %4 = stablehlo.add %1, %3 : tensor<9000xf32>
    return %4 : tensor<9000xf32>
  }
}
