// What nobody sends is zero, which is the zero point once it is quantized.
// RUN: weft-run --check %s
// RUN: weft-run --check --compiled %s

!q = !quant.uniform<i8:f32, 0.5:7>
func.func private @program(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %v = stablehlo.uniform_quantize %x : (tensor<3xf32>) -> tensor<3x!q>
  %0 = "stablehlo.collective_permute"(%v) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<3x!q>) -> tensor<3x!q>
  %1 = "stablehlo.collective_broadcast"(%v) <{replica_groups = dense<[[1]]> : tensor<1x1xi64>}> : (tensor<3x!q>) -> tensor<3x!q>
  %2 = "stablehlo.all_reduce"(%v) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<!q>, %b: tensor<!q>):
    %s = stablehlo.add %a, %b : tensor<!q>
    stablehlo.return %s : tensor<!q>
  }) : (tensor<3x!q>) -> tensor<3x!q>
  %3 = "stablehlo.collective_reduce"(%v) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<!q>, %b: tensor<!q>):
    %s = stablehlo.add %a, %b : tensor<!q>
    stablehlo.return %s : tensor<!q>
  }) : (tensor<3x!q>) -> tensor<3x!q>
  %w0 = stablehlo.uniform_dequantize %0 : (tensor<3x!q>) -> tensor<3xf32>
  %w1 = stablehlo.uniform_dequantize %1 : (tensor<3x!q>) -> tensor<3xf32>
  %w2 = stablehlo.uniform_dequantize %2 : (tensor<3x!q>) -> tensor<3xf32>
  %w3 = stablehlo.uniform_dequantize %3 : (tensor<3x!q>) -> tensor<3xf32>
  return %w0, %w1, %w2, %w3 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}
func.func @zeros() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %0:8 = "interpreter.run_parallel"(%x, %x) <{programs = [[@program], [@program]]}> : (tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
  check.expect_eq_const %0#0, dense<0.0> : tensor<3xf32>
  check.expect_eq_const %0#1, dense<0.0> : tensor<3xf32>
  check.expect_eq_const %0#2, dense<[2.0, 4.0, 6.0]> : tensor<3xf32>
  check.expect_eq_const %0#3, dense<[2.0, 4.0, 6.0]> : tensor<3xf32>
  check.expect_eq_const %0#4, dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  check.expect_eq_const %0#7, dense<0.0> : tensor<3xf32>
  return
}
