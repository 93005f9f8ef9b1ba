// Arrays of more elements than 2^32.
func.func @add(%x: tensor<4294967307xf32>, %y: tensor<4294967307xf32>) -> tensor<4294967307xf32> {
  %0 = stablehlo.add %x, %y : tensor<4294967307xf32>
  return %0 : tensor<4294967307xf32>
}
func.func @sum(%x: tensor<4294967307xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4294967307xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @gather(%x: tensor<4294967307xi8>, %at: tensor<1000x1xi64>) -> tensor<1000xi8> {
  %0 = "stablehlo.gather"(%x, %at) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<4294967307xi8>, tensor<1000x1xi64>) -> tensor<1000xi8>
  return %0 : tensor<1000xi8>
}
func.func @transpose(%x: tensor<50021x50021xi8>) -> tensor<50021x50021xi8> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<50021x50021xi8>) -> tensor<50021x50021xi8>
  return %0 : tensor<50021x50021xi8>
}
func.func @sort(%x: tensor<2147483659x2xi8>) -> tensor<2147483659x2xi8> {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2147483659x2xi8>) -> tensor<2147483659x2xi8>
  return %0 : tensor<2147483659x2xi8>
}
