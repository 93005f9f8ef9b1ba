// Long sums are rounded once, where compiled code forms partial sums.
// RUN: weft-run --check %s

func.func @long_sums_are_rounded_once() {
  %x = stablehlo.constant dense<0.1> : tensor<1000xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1000xf32>, tensor<f32>) -> tensor<f32>
  check.expect_eq_const %0, dense<100.0> : tensor<f32>
  return
}

func.func @long_sums_of_negative_zeros() {
  %x = stablehlo.constant dense<-0.0> : tensor<1000xf32>
  %zero = stablehlo.constant dense<-0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1000xf32>, tensor<f32>) -> tensor<f32>
  // Zeros are told apart by what they divide.
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %1 = stablehlo.divide %one, %0 : tensor<f32>
  check.expect_eq_const %1, dense<0xFF800000> : tensor<f32>
  return
}

func.func @long_windows_are_rounded_once() {
  %x = stablehlo.constant dense<2.0> : tensor<145xf6E2M3FN>
  %y = stablehlo.constant dense<-2.0> : tensor<145xf6E2M3FN>
  %both = stablehlo.concatenate %x, %y, dim = 0 : (tensor<145xf6E2M3FN>, tensor<145xf6E2M3FN>) -> tensor<290xf6E2M3FN>
  %one = stablehlo.constant dense<1.0> : tensor<f6E2M3FN>
  %0 = "stablehlo.reduce_window"(%both, %one) <{window_dimensions = array<i64: 290>}> ({
  ^bb0(%a: tensor<f6E2M3FN>, %b: tensor<f6E2M3FN>):
    %sum = stablehlo.add %a, %b : tensor<f6E2M3FN>
    stablehlo.return %sum : tensor<f6E2M3FN>
  }) : (tensor<290xf6E2M3FN>, tensor<f6E2M3FN>) -> tensor<1xf6E2M3FN>
  // Step by step the sum would stay at the largest number, 7.5.
  check.expect_eq_const %0, dense<1.0> : tensor<1xf6E2M3FN>
  return
}
