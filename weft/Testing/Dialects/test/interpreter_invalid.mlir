// RUN: weft-opt %s -split-input-file -verify-diagnostics

func.func @run_parallel_no_programs() {
  // expected-error@+1 {{`programs` attribute cannot be empty}}
  "interpreter.run_parallel"() {programs = []} : () -> ()
  return
}

// -----

func.func @run_parallel_no_partitions() {
  // expected-error@+1 {{`programs` attribute cannot be empty}}
  "interpreter.run_parallel"() {programs = [[]]} : () -> ()
  return
}

// -----

func.func @f() {
  return
}
func.func @run_parallel_ragged_grid() {
  // expected-error@+1 {{Sizes of second dimension of `programs` should all match 1 but got 2}}
  "interpreter.run_parallel"() {programs = [[@f], [@f, @f]]} : () -> ()
  return
}

// -----

func.func @run_parallel_unknown_function() {
  // expected-error@+1 {{Function "missing" not found}}
  "interpreter.run_parallel"() {programs = [[@missing]]} : () -> ()
  return
}

// -----

func.func private @declared()
func.func @run_parallel_declaration() {
  // expected-error@+1 {{Function "declared" has no body}}
  "interpreter.run_parallel"() {programs = [[@declared]]} : () -> ()
  return
}

// -----

func.func @f(%x: tensor<i32>) {
  return
}
func.func @run_parallel_inputs(%x: tensor<i32>) {
  // expected-error@+1 {{Number of inputs (1) should match the sum of the number of inputs of all programs (2)}}
  "interpreter.run_parallel"(%x) {programs = [[@f, @f]]} : (tensor<i32>) -> ()
  return
}

// -----

func.func @f(%x: tensor<i32>) -> tensor<i32> {
  return %x : tensor<i32>
}
func.func @run_parallel_results(%x: tensor<i32>) {
  // expected-error@+1 {{Number of results (0) should match the sum of the number of results of all programs (1)}}
  "interpreter.run_parallel"(%x) {programs = [[@f]]} : (tensor<i32>) -> ()
  return
}

// -----

func.func @f() {
  return
}
func.func @run_parallel_empty_infeed() {
  // expected-error@+1 {{infeed attribute is optional or should not be empty}}
  "interpreter.run_parallel"() {infeed = [], programs = [[@f]]} : () -> ()
  return
}

// -----

func.func @f() {
  return
}
func.func @run_parallel_infeed_results() {
  // expected-error@+1 {{Function "f" should return 1 tensor but returns 0}}
  "interpreter.run_parallel"() {infeed = [@f], programs = [[@f]]} : () -> ()
  return
}

// -----

func.func @f() {
  return
}
func.func @token() -> !stablehlo.token {
  %t = stablehlo.after_all : !stablehlo.token
  return %t : !stablehlo.token
}
func.func @run_parallel_infeed_token() {
  // expected-error@+1 {{Function "token" should return a tensor type, but instead returns '!stablehlo.token'}}
  "interpreter.run_parallel"() {infeed = [@token], programs = [[@f]]} : () -> ()
  return
}

// -----

func.func @probe_type(%x: tensor<i32>) {
  // expected-error@+1 {{requires the same type for all operands and results}}
  %y = "interpreter.probe"(%x) <{probe_id = "p"}> : (tensor<i32>) -> tensor<i64>
  return
}
