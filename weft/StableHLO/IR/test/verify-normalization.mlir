// RUN: weft-opt %s -verify-diagnostics -split-input-file

// One broken constraint of the specification per function, named by operation
// and label.

// Valid.
func.func @batch_norm_training_valid(%operand: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>) {
  %0:3 = "stablehlo.batch_norm_training"(%operand, %scale, %offset) <{
    epsilon = 1.0e-3 : f32, feature_index = 1 : i64
  }> : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
    -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

// -----

// Valid.
func.func @batch_norm_training_dynamic(%operand: tensor<2x?x4xf32>, %scale: tensor<3xf32>, %offset: tensor<?xf32>) {
  %0:3 = "stablehlo.batch_norm_training"(%operand, %scale, %offset) <{
    epsilon = 1.0e-3 : f32, feature_index = 1 : i64
  }> : (tensor<2x?x4xf32>, tensor<3xf32>, tensor<?xf32>)
    -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

// -----

func.func @batch_norm_training_c1(%operand: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op requires (C1) feature_index in [0, 3), got 3}}
  %0:3 = "stablehlo.batch_norm_training"(%operand, %scale, %offset) <{
    epsilon = 1.0e-3 : f32, feature_index = 3 : i64
  }> : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
    -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

// -----

func.func @batch_norm_training_c1_largest(%operand: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op requires (C1) feature_index in [0, 3), got 9223372036854775807}}
  %0:3 = "stablehlo.batch_norm_training"(%operand, %scale, %offset) <{
    epsilon = 1.0e-3 : f32, feature_index = 9223372036854775807 : i64
  }> : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
    -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

// -----

func.func @batch_norm_training_c2(%operand: tensor<2x3x4xf32>, %scale: tensor<3xf64>, %offset: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op requires the same element type for all operands and results}}
  %0:3 = "stablehlo.batch_norm_training"(%operand, %scale, %offset) <{
    epsilon = 1.0e-3 : f32, feature_index = 1 : i64
  }> : (tensor<2x3x4xf32>, tensor<3xf64>, tensor<3xf32>)
    -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

// -----

func.func @batch_norm_training_c3(%operand: tensor<2x3x4xf32>, %scale: tensor<4xf32>, %offset: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op requires (C3) scale with an element per feature of operand, which is 3, got 'tensor<4xf32>'}}
  %0:3 = "stablehlo.batch_norm_training"(%operand, %scale, %offset) <{
    epsilon = 1.0e-3 : f32, feature_index = 1 : i64
  }> : (tensor<2x3x4xf32>, tensor<4xf32>, tensor<3xf32>)
    -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

// -----

func.func @batch_norm_training_c4(%operand: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %offset: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op requires (C4) offset with an element per feature of operand, which is 3, got 'tensor<4xf32>'}}
  %0:3 = "stablehlo.batch_norm_training"(%operand, %scale, %offset) <{
    epsilon = 1.0e-3 : f32, feature_index = 1 : i64
  }> : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<4xf32>)
    -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

// -----

func.func @batch_norm_training_c5(%operand: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op requires (C5-C7) a result of type 'tensor<3xf32>', got 'tensor<4xf32>'}}
  %0:3 = "stablehlo.batch_norm_training"(%operand, %scale, %offset) <{
    epsilon = 1.0e-3 : f32, feature_index = 1 : i64
  }> : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
    -> (tensor<2x3x4xf32>, tensor<4xf32>, tensor<3xf32>)
  func.return
}

// -----

func.func @batch_norm_training_c6(%operand: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op requires (C5-C7) a result of type 'tensor<3xf32>', got 'tensor<4xf32>'}}
  %0:3 = "stablehlo.batch_norm_training"(%operand, %scale, %offset) <{
    epsilon = 1.0e-3 : f32, feature_index = 1 : i64
  }> : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
    -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<4xf32>)
  func.return
}

// -----

func.func @batch_norm_training_c7(%operand: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_training' op requires (C5-C7) a result of type 'tensor<2x3x4xf32>', got 'tensor<2x3x5xf32>'}}
  %0:3 = "stablehlo.batch_norm_training"(%operand, %scale, %offset) <{
    epsilon = 1.0e-3 : f32, feature_index = 1 : i64
  }> : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
    -> (tensor<2x3x5xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

// -----

// Valid.
func.func @batch_norm_inference_valid(%operand: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>) {
  %0 = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) <{
    epsilon = 1.0e-3 : f32, feature_index = 1 : i64
  }> : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
    -> tensor<2x3x4xf32>
  func.return
}

// -----

func.func @batch_norm_inference_c1(%operand: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op requires (C1) feature_index in [0, 3), got 3}}
  %0 = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) <{
    epsilon = 1.0e-3 : f32, feature_index = 3 : i64
  }> : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
    -> tensor<2x3x4xf32>
  func.return
}

// -----

func.func @batch_norm_inference_c3(%operand: tensor<2x3x4xf32>, %scale: tensor<4xf32>, %offset: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op requires (C3) scale with an element per feature of operand, which is 3, got 'tensor<4xf32>'}}
  %0 = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) <{
    epsilon = 1.0e-3 : f32, feature_index = 1 : i64
  }> : (tensor<2x3x4xf32>, tensor<4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
    -> tensor<2x3x4xf32>
  func.return
}

// -----

func.func @batch_norm_inference_c4(%operand: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %offset: tensor<4xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op requires (C4) offset with an element per feature of operand, which is 3, got 'tensor<4xf32>'}}
  %0 = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) <{
    epsilon = 1.0e-3 : f32, feature_index = 1 : i64
  }> : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<4xf32>, tensor<3xf32>, tensor<3xf32>)
    -> tensor<2x3x4xf32>
  func.return
}

// -----

func.func @batch_norm_inference_c5(%operand: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>, %mean: tensor<4xf32>, %variance: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op requires (C5) mean with an element per feature of operand, which is 3, got 'tensor<4xf32>'}}
  %0 = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) <{
    epsilon = 1.0e-3 : f32, feature_index = 1 : i64
  }> : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4xf32>, tensor<3xf32>)
    -> tensor<2x3x4xf32>
  func.return
}

// -----

func.func @batch_norm_inference_c6(%operand: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op requires (C6) variance with an element per feature of operand, which is 3, got 'tensor<4xf32>'}}
  %0 = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) <{
    epsilon = 1.0e-3 : f32, feature_index = 1 : i64
  }> : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4xf32>)
    -> tensor<2x3x4xf32>
  func.return
}

// -----

func.func @batch_norm_inference_c7(%operand: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_inference' op requires (C7) a result of type 'tensor<2x3x4xf32>', got 'tensor<2x3x5xf32>'}}
  %0 = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) <{
    epsilon = 1.0e-3 : f32, feature_index = 1 : i64
  }> : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
    -> tensor<2x3x5xf32>
  func.return
}

// -----

// Valid.
func.func @batch_norm_grad_valid(%operand: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>, %grad_output: tensor<2x3x4xf32>) {
  %0:3 = "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) <{
    epsilon = 1.0e-3 : f32, feature_index = 1 : i64
  }> : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3x4xf32>)
    -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

// -----

func.func @batch_norm_grad_c1(%operand: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>, %grad_output: tensor<2x3x4xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op requires (C1) feature_index in [0, 3), got 3}}
  %0:3 = "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) <{
    epsilon = 1.0e-3 : f32, feature_index = 3 : i64
  }> : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3x4xf32>)
    -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

// -----

func.func @batch_norm_grad_c3(%operand: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>, %grad_output: tensor<2x3x5xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op requires (C3) the same shape for operand and grad_output, got 'tensor<2x3x4xf32>' and 'tensor<2x3x5xf32>'}}
  %0:3 = "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) <{
    epsilon = 1.0e-3 : f32, feature_index = 1 : i64
  }> : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3x5xf32>)
    -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

// -----

func.func @batch_norm_grad_c4(%operand: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %mean: tensor<4xf32>, %variance: tensor<3xf32>, %grad_output: tensor<2x3x4xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op requires (C4) the same shape for scale and mean, got 'tensor<3xf32>' and 'tensor<4xf32>'}}
  %0:3 = "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) <{
    epsilon = 1.0e-3 : f32, feature_index = 1 : i64
  }> : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<4xf32>, tensor<3xf32>, tensor<2x3x4xf32>)
    -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

// -----

func.func @batch_norm_grad_c4_variance(%operand: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<4xf32>, %grad_output: tensor<2x3x4xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op requires (C4) the same shape for scale and variance, got 'tensor<3xf32>' and 'tensor<4xf32>'}}
  %0:3 = "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) <{
    epsilon = 1.0e-3 : f32, feature_index = 1 : i64
  }> : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4xf32>, tensor<2x3x4xf32>)
    -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

// -----

func.func @batch_norm_grad_c5(%operand: tensor<2x3x4xf32>, %scale: tensor<4xf32>, %mean: tensor<4xf32>, %variance: tensor<4xf32>, %grad_output: tensor<2x3x4xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op requires (C5) scale with an element per feature of operand, which is 3, got 'tensor<4xf32>'}}
  %0:3 = "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) <{
    epsilon = 1.0e-3 : f32, feature_index = 1 : i64
  }> : (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x3x4xf32>)
    -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  func.return
}

// -----

func.func @batch_norm_grad_c4_result(%operand: tensor<2x3x4xf32>, %scale: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>, %grad_output: tensor<2x3x4xf32>) {
  // expected-error@+1 {{'stablehlo.batch_norm_grad' op requires (C3-C4) a result of type 'tensor<3xf32>', got 'tensor<4xf32>'}}
  %0:3 = "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) <{
    epsilon = 1.0e-3 : f32, feature_index = 1 : i64
  }> : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3x4xf32>)
    -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<4xf32>)
  func.return
}
