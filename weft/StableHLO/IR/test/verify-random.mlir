// RUN: weft-opt %s -verify-diagnostics -split-input-file

// One broken constraint of the specification per function, named by operation
// and label.

// Valid.
func.func @rng_valid(%a: tensor<f32>, %b: tensor<f32>, %shape: tensor<2xi64>) {
  %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  func.return
}

// -----

// Valid.
func.func @rng_constant(%a: tensor<f32>, %b: tensor<f32>) {
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @rng_c2(%a: tensor<i32>, %b: tensor<i32>, %shape: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.rng' op requires (C2) a and b of floats for NORMAL, got 'i32'}}
  %0 = stablehlo.rng %a, %b, %shape, distribution = NORMAL : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> tensor<?x?xi32>
  func.return
}

// -----

func.func @rng_c3(%a: tensor<f32>, %b: tensor<f32>) {
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  // expected-error@+1 {{'stablehlo.rng' op requires (C3) a result of type 'tensor<2x3xf32>', got 'tensor<2x4xf32>'}}
  %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @rng_c3_rank(%a: tensor<f32>, %b: tensor<f32>, %shape: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.rng' op requires (C3) one entry of shape per dimension of the result, which is 1, got 2}}
  %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?xf32>
  func.return
}

// -----

func.func @rng_c3_huge(%a: tensor<f32>, %b: tensor<f32>, %shape: tensor<4611686018427387904xi64>) {
  // expected-error@+1 {{'stablehlo.rng' op requires (C3) one entry of shape per dimension of the result, which is 1, got 4611686018427387904}}
  %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<4611686018427387904xi64>) -> tensor<?xf32>
  func.return
}

// -----

func.func @rng_c3_negative(%a: tensor<f32>, %b: tensor<f32>) {
  %shape = stablehlo.constant dense<[2, -1]> : tensor<2xi64>
  // expected-error@+1 {{'stablehlo.rng' op requires (C3) shape of at least 0, got [2, -1]}}
  %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  func.return
}

// -----

func.func @rng_c3_lowest(%a: tensor<f32>, %b: tensor<f32>) {
  %shape = stablehlo.constant dense<[2, -9223372036854775808]> : tensor<2xi64>
  // expected-error@+1 {{'stablehlo.rng' op requires (C3) shape of at least 0, got [2, ?]}}
  %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  func.return
}

// -----

// Valid.
func.func @rng_bit_generator_valid(%state: tensor<2xui64>) {
  %0, %1 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  func.return
}

// -----

// Valid.
func.func @rng_bit_generator_philox(%state: tensor<3xui64>) {
  %0, %1 = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  func.return
}

// -----

// Valid.
func.func @rng_bit_generator_default(%state: tensor<7xui64>) {
  %0, %1 = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<7xui64>) -> (tensor<7xui64>, tensor<4xui32>)
  func.return
}

// -----

// Valid.
func.func @rng_bit_generator_dynamic(%state: tensor<?xui64>) {
  %0, %1 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<?xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  func.return
}

// -----

func.func @rng_bit_generator_c1(%state: tensor<2xui64>) {
  // expected-error@+1 {{'stablehlo.rng_bit_generator' op requires (C1) the same type for initial_state and output_state, got 'tensor<2xui64>' and 'tensor<3xui64>'}}
  %0, %1 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  func.return
}

// -----

func.func @rng_bit_generator_c1_element(%state: tensor<2xui64>) {
  // expected-error@+1 {{'stablehlo.rng_bit_generator' op requires (C1) the same type for initial_state and output_state, got 'tensor<2xui64>' and 'tensor<2xi64>'}}
  %0, %1 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xi64>, tensor<4xui32>)
  func.return
}

// -----

func.func @rng_bit_generator_c2(%state: tensor<3xui64>) {
  // expected-error@+1 {{'stablehlo.rng_bit_generator' op requires (C2) initial_state of 2 elements for THREE_FRY, got 'tensor<3xui64>'}}
  %0, %1 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  func.return
}

// -----

func.func @rng_bit_generator_c2_philox(%state: tensor<4xui64>) {
  // expected-error@+1 {{'stablehlo.rng_bit_generator' op requires (C2) initial_state of 2 or 3 elements for PHILOX, got 'tensor<4xui64>'}}
  %0, %1 = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<4xui64>) -> (tensor<4xui64>, tensor<4xui32>)
  func.return
}
