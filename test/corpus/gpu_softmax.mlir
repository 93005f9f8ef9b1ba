// tiles: 4,128,128,128
func.func @softmax(%x: tensor<33x77xf32>) -> tensor<33x77xf32> {
  %c = stablehlo.constant dense<0.125> : tensor<33x77xf32>
  %s = stablehlo.multiply %x, %c : tensor<33x77xf32>
  %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%s init: %ninf) applies stablehlo.maximum across dimensions = [1] : (tensor<33x77xf32>, tensor<f32>) -> tensor<33xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<33xf32>) -> tensor<33x77xf32>
  %d = stablehlo.subtract %s, %mb : tensor<33x77xf32>
  %e = stablehlo.exponential %d : tensor<33x77xf32>
  %t = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [1] : (tensor<33x77xf32>, tensor<f32>) -> tensor<33xf32>
  %tb = stablehlo.broadcast_in_dim %t, dims = [0] : (tensor<33xf32>) -> tensor<33x77xf32>
  %o = stablehlo.divide %e, %tb : tensor<33x77xf32>
  return %o : tensor<33x77xf32>
}
