// tiles: 4,256
func.func @fusion(%x: tensor<37x1111xf32>, %y: tensor<37x1111xf32>, %b: tensor<1111xf32>) -> tensor<37x1111xf32> {
  %bb = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<1111xf32>) -> tensor<37x1111xf32>
  %m = stablehlo.multiply %x, %y : tensor<37x1111xf32>
  %a = stablehlo.add %m, %bb : tensor<37x1111xf32>
  %t = stablehlo.tanh %a : tensor<37x1111xf32>
  return %t : tensor<37x1111xf32>
}
