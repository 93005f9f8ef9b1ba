// Calls that give nothing back, in loops of which only the device knows when they end: arrays that the ring takes, and arrays of which it cannot hold two.
func.func @main(%x: tensor<SIZExf32>, %n: tensor<i32>) -> tensor<SIZExf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %told:2 = stablehlo.while(%i = %n, %s = %x) : tensor<i32>, tensor<SIZExf32>
    cond {
      %c = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.subtract %i, %one : tensor<i32>
      %t = stablehlo.sine %s : tensor<SIZExf32>
      stablehlo.custom_call @tell(%t) {api_version = 4 : i32, has_side_effect = true} : (tensor<SIZExf32>) -> ()
      stablehlo.return %j, %t : tensor<i32>, tensor<SIZExf32>
    }
  return %told#1 : tensor<SIZExf32>
}
