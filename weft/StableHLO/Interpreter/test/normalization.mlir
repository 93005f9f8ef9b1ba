// Batch normalisation.
// RUN: weft-run --check %s

func.func @inference_normalizes_each_feature() {
  %x = stablehlo.constant dense<[[1.0, 10.0], [3.0, 14.0]]> : tensor<2x2xf32>
  %scale = stablehlo.constant dense<[2.0, 1.0]> : tensor<2xf32>
  %offset = stablehlo.constant dense<[0.5, -1.0]> : tensor<2xf32>
  %mean = stablehlo.constant dense<[1.0, 12.0]> : tensor<2xf32>
  %variance = stablehlo.constant dense<[3.0, 15.0]> : tensor<2xf32>
  %0 = "stablehlo.batch_norm_inference"(%x, %scale, %offset, %mean, %variance) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %0, dense<[[0.5, -1.5], [2.5, -0.5]]> : tensor<2x2xf32>
  return
}

func.func @inference_feature_dimension_first() {
  %x = stablehlo.constant dense<[[1.0, 3.0], [12.0, 16.0]]> : tensor<2x2xf64>
  %one = stablehlo.constant dense<1.0> : tensor<2xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<2xf64>
  %mean = stablehlo.constant dense<[1.0, 12.0]> : tensor<2xf64>
  %variance = stablehlo.constant dense<[4.0, 16.0]> : tensor<2xf64>
  %0 = "stablehlo.batch_norm_inference"(%x, %one, %zero, %mean, %variance) <{epsilon = 0.0 : f32, feature_index = 0 : i64}> : (tensor<2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<2x2xf64>
  check.expect_eq_const %0, dense<[[0.0, 1.0], [0.0, 1.0]]> : tensor<2x2xf64>
  return
}

// The variance is that of the batch: divided by the number of elements.
func.func @training_gives_mean_and_variance() {
  %x = stablehlo.constant dense<[[1.0, 10.0], [3.0, 18.0]]> : tensor<2x2xf32>
  %scale = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %offset = stablehlo.constant dense<[0.0, 1.0]> : tensor<2xf32>
  %0:3 = "stablehlo.batch_norm_training"(%x, %scale, %offset) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  check.expect_eq_const %0#0, dense<[[-1.0, -1.0], [1.0, 3.0]]> : tensor<2x2xf32>
  check.expect_eq_const %0#1, dense<[2.0, 14.0]> : tensor<2xf32>
  check.expect_eq_const %0#2, dense<[1.0, 16.0]> : tensor<2xf32>
  return
}

func.func @training_feature_dimension_in_the_middle() {
  %x = stablehlo.constant dense<[[[1.0, 2.0], [0.0, 0.0]], [[3.0, 6.0], [8.0, 8.0]]]> : tensor<2x2x2xf32>
  %one = stablehlo.constant dense<1.0> : tensor<2xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
  %0:3 = "stablehlo.batch_norm_training"(%x, %one, %zero) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  check.expect_eq_const %0#1, dense<[3.0, 4.0]> : tensor<2xf32>
  check.expect_eq_const %0#2, dense<[3.5, 16.0]> : tensor<2xf32>
  check.expect_almost_eq_const %0#0, dense<[[[-1.0690450, -0.5345225], [-1.0, -1.0]], [[0.0, 1.6035675], [1.0, 1.0]]]> : tensor<2x2x2xf32>, tolerance = 1.0e-6
  return
}

func.func @training_without_elements_is_nan() {
  %x = stablehlo.constant dense<> : tensor<0x1xf32>
  %one = stablehlo.constant dense<1.0> : tensor<1xf32>
  %0:3 = "stablehlo.batch_norm_training"(%x, %one, %one) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<0x1xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<0x1xf32>, tensor<1xf32>, tensor<1xf32>)
  check.expect_eq_const %0#0, dense<> : tensor<0x1xf32>
  check.expect_eq_const %0#1, dense<0x7FC00000> : tensor<1xf32>
  check.expect_eq_const %0#2, dense<0x7FC00000> : tensor<1xf32>
  return
}

func.func @training_without_features() {
  %x = stablehlo.constant dense<> : tensor<2x0xf32>
  %none = stablehlo.constant dense<> : tensor<0xf32>
  %0:3 = "stablehlo.batch_norm_training"(%x, %none, %none) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x0xf32>, tensor<0xf32>, tensor<0xf32>) -> (tensor<2x0xf32>, tensor<0xf32>, tensor<0xf32>)
  check.expect_eq_const %0#1, dense<> : tensor<0xf32>
  return
}

// With mean 0, variance 3 and epsilon 1 the deviation is 2.
func.func @gradients() {
  %x = stablehlo.constant dense<[[-2.0], [0.0], [2.0], [0.0]]> : tensor<4x1xf32>
  %scale = stablehlo.constant dense<8.0> : tensor<1xf32>
  %mean = stablehlo.constant dense<0.0> : tensor<1xf32>
  %variance = stablehlo.constant dense<3.0> : tensor<1xf32>
  %grad = stablehlo.constant dense<[[1.0], [2.0], [3.0], [6.0]]> : tensor<4x1xf32>
  %0:3 = "stablehlo.batch_norm_grad"(%x, %scale, %mean, %variance, %grad) <{epsilon = 1.0 : f32, feature_index = 1 : i64}> : (tensor<4x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<4x1xf32>) -> (tensor<4x1xf32>, tensor<1xf32>, tensor<1xf32>)
  // sum(grad) = 12, sum(grad * x) = 4, per element: 4*grad - 12 - 4*x/4
  check.expect_eq_const %0#0, dense<[[-6.0], [-4.0], [-2.0], [12.0]]> : tensor<4x1xf32>
  check.expect_eq_const %0#1, dense<2.0> : tensor<1xf32>
  check.expect_eq_const %0#2, dense<12.0> : tensor<1xf32>
  return
}
