// tiles: 64,64,32
func.func @gemm(%a: tensor<200x72xbf16>, %b: tensor<72x136xbf16>, %bias: tensor<136xf32>) -> tensor<200x136xbf16> {
  %d = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<200x72xbf16>, tensor<72x136xbf16>) -> tensor<200x136xf32>
  %bb = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<136xf32>) -> tensor<200x136xf32>
  %x = stablehlo.add %d, %bb : tensor<200x136xf32>
  %half = stablehlo.constant dense<0.5> : tensor<200x136xf32>
  %one = stablehlo.constant dense<1.0> : tensor<200x136xf32>
  %c0 = stablehlo.constant dense<0.797884583> : tensor<200x136xf32>
  %c1 = stablehlo.constant dense<0.044715> : tensor<200x136xf32>
  %x2 = stablehlo.multiply %x, %x : tensor<200x136xf32>
  %x3 = stablehlo.multiply %x2, %x : tensor<200x136xf32>
  %p = stablehlo.multiply %x3, %c1 : tensor<200x136xf32>
  %q = stablehlo.add %x, %p : tensor<200x136xf32>
  %r = stablehlo.multiply %q, %c0 : tensor<200x136xf32>
  %h = stablehlo.tanh %r : tensor<200x136xf32>
  %h1 = stablehlo.add %h, %one : tensor<200x136xf32>
  %xh = stablehlo.multiply %x, %half : tensor<200x136xf32>
  %g = stablehlo.multiply %xh, %h1 : tensor<200x136xf32>
  %o = stablehlo.convert %g : (tensor<200x136xf32>) -> tensor<200x136xbf16>
  return %o : tensor<200x136xbf16>
}
