// Sums of rows and of columns, the first place of the largest, and rows that indices name.
func.func @main(%x: tensor<16384x4096xbf16>, %y: tensor<8192x8192xf32>, %i: tensor<512x1xi32>)
    -> (tensor<16384xf32>, tensor<4096xf32>, tensor<8192xi32>, tensor<512x8192xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %first = stablehlo.constant dense<0> : tensor<i32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %wide = stablehlo.convert %x : (tensor<16384x4096xbf16>) -> tensor<16384x4096xf32>
  %rows = stablehlo.reduce(%wide init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<16384x4096xf32>, tensor<f32>) -> tensor<16384xf32>
  %columns = stablehlo.reduce(%wide init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<16384x4096xf32>, tensor<f32>) -> tensor<4096xf32>
  %places = stablehlo.iota dim = 1 : tensor<8192x8192xi32>
  %most:2 = stablehlo.reduce(%y init: %least), (%places init: %first) across dimensions = [1] : (tensor<8192x8192xf32>, tensor<8192x8192xi32>, tensor<f32>, tensor<i32>) -> (tensor<8192xf32>, tensor<8192xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%ia: tensor<i32>, %ib: tensor<i32>) {
    %more = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %odd = stablehlo.compare NE, %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %left = stablehlo.or %more, %odd : tensor<i1>
    %element = stablehlo.select %left, %a, %b : tensor<i1>, tensor<f32>
    %place = stablehlo.select %left, %ia, %ib : tensor<i1>, tensor<i32>
    stablehlo.return %element, %place : tensor<f32>, tensor<i32>
  }
  %named = "stablehlo.gather"(%y, %i) {
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 8192>
  } : (tensor<8192x8192xf32>, tensor<512x1xi32>) -> tensor<512x8192xf32>
  return %rows, %columns, %most#1, %named : tensor<16384xf32>, tensor<4096xf32>, tensor<8192xi32>, tensor<512x8192xf32>
}
