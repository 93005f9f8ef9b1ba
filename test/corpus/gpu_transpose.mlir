// tiles: 32,32
func.func @transpose(%x: tensor<101x67xf32>) -> tensor<67x101xf32> {
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<101x67xf32>) -> tensor<67x101xf32>
  return %t : tensor<67x101xf32>
}
