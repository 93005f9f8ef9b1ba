// A loop that the host has a part in, and one in which it has none.
func.func @main(%x: tensor<8xf32>, %n: tensor<i32>) -> (tensor<8xf32>, tensor<64x64xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %some = stablehlo.constant dense<0.5> : tensor<64x64xf32>
  %asked:2 = stablehlo.while(%i = %n, %s = %x) : tensor<i32>, tensor<8xf32>
    cond {
      %c = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.subtract %i, %one : tensor<i32>
      %t = stablehlo.custom_call @step(%s) {api_version = 4 : i32} : (tensor<8xf32>) -> tensor<8xf32>
      stablehlo.return %j, %t : tensor<i32>, tensor<8xf32>
    }
  %alone:2 = stablehlo.while(%i = %n, %s = %some) : tensor<i32>, tensor<64x64xf32>
    cond {
      %c = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.subtract %i, %one : tensor<i32>
      %t = stablehlo.dot_general %s, %s, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      stablehlo.return %j, %t : tensor<i32>, tensor<64x64xf32>
    }
  return %asked#1, %alone#1 : tensor<8xf32>, tensor<64x64xf32>
}
