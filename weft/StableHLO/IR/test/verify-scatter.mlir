// RUN: weft-opt %s -verify-diagnostics -split-input-file

// One broken constraint of the specification per function, named by operation
// and label.

// Valid, and what the next ones vary.
func.func @scatter(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<1x5x2xi32>, %update0: tensor<1x5x8xi32>) {
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>):
    stablehlo.return %a1 : tensor<i32>
  }) : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<1x5x8xi32>) -> tensor<2x4x9xi32>
  func.return
}

// -----

// Valid: accumulation in wider elements.
func.func @scatter_promotes(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<1x5x2xi32>, %update0: tensor<1x5x8xi32>) {
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i64>, %a1: tensor<i64>):
    stablehlo.return %a1 : tensor<i64>
  }) : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<1x5x8xi32>) -> tensor<2x4x9xi64>
  func.return
}

// -----

func.func @scatter_c1(%input0: tensor<2x4x9xi32>, %input1: tensor<2x4x8xi32>, %scatter_indices: tensor<1x5x2xi32>, %update0: tensor<1x5x8xi32>, %update1: tensor<1x5x8xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C1) the same shape for the first input and another, got 'tensor<2x4x9xi32>' and 'tensor<2x4x8xi32>'}}
  %0:2 = "stablehlo.scatter"(%input0, %input1, %scatter_indices, %update0, %update1) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>, %a2: tensor<i32>, %a3: tensor<i32>):
    stablehlo.return %a2, %a3 : tensor<i32>, tensor<i32>
  }) : (tensor<2x4x9xi32>, tensor<2x4x8xi32>, tensor<1x5x2xi32>, tensor<1x5x8xi32>, tensor<1x5x8xi32>) -> (tensor<2x4x9xi32>, tensor<2x4x8xi32>)
  func.return
}

// -----

func.func @scatter_c2(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<1x5x2xi32>, %update0: tensor<1x5x8xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C2) one of update_window_dims, inserted_window_dims and input_batching_dims per dimension of inputs, which is 3, got [2], [0] and []}}
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>):
    stablehlo.return %a1 : tensor<i32>
  }) : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<1x5x8xi32>) -> tensor<2x4x9xi32>
  func.return
}

// -----

func.func @scatter_c3(%input0: tensor<2x4x9xi32>, %input1: tensor<2x4x9xi32>, %scatter_indices: tensor<1x5x2xi32>, %update0: tensor<1x5x8xi32>, %update1: tensor<1x5x9xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C3) the same shape for the first update and another, got 'tensor<1x5x8xi32>' and 'tensor<1x5x9xi32>'}}
  %0:2 = "stablehlo.scatter"(%input0, %input1, %scatter_indices, %update0, %update1) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>, %a2: tensor<i32>, %a3: tensor<i32>):
    stablehlo.return %a2, %a3 : tensor<i32>, tensor<i32>
  }) : (tensor<2x4x9xi32>, tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<1x5x8xi32>, tensor<1x5x9xi32>) -> (tensor<2x4x9xi32>, tensor<2x4x9xi32>)
  func.return
}

// -----

func.func @scatter_c4_rank(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<1x5x2xi32>, %update0: tensor<1x5x8x1xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C4) updates of rank 3, for 2 dimensions of scatter_indices and 1 of the window, got 'tensor<1x5x8x1xi32>'}}
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>):
    stablehlo.return %a1 : tensor<i32>
  }) : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<1x5x8x1xi32>) -> tensor<2x4x9xi32>
  func.return
}

// -----

func.func @scatter_c4_scatter(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<1x5x2xi32>, %update0: tensor<1x6x8xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C4) dimension 1 of updates to have size 5 as in scatter_indices, got 6}}
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>):
    stablehlo.return %a1 : tensor<i32>
  }) : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<1x6x8xi32>) -> tensor<2x4x9xi32>
  func.return
}

// -----

func.func @scatter_c4_window(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<1x5x2xi32>, %update0: tensor<1x5x10xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C4) dimension 2 of updates to have size 9 at most as in inputs, got 10}}
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>):
    stablehlo.return %a1 : tensor<i32>
  }) : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<1x5x10xi32>) -> tensor<2x4x9xi32>
  func.return
}

// -----

func.func @scatter_c4_bound(%input0: tensor<2x4x?xi32, #stablehlo.bounds<?, ?, 9>>, %scatter_indices: tensor<1x5x2xi32>, %update0: tensor<1x5x10xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C4) dimension 2 of updates to have size 9 at most as in inputs, got 10}}
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>):
    stablehlo.return %a1 : tensor<i32>
  }) : (tensor<2x4x?xi32, #stablehlo.bounds<?, ?, 9>>, tensor<1x5x2xi32>, tensor<1x5x10xi32>) -> tensor<2x4x?xi32, #stablehlo.bounds<?, ?, 9>>
  func.return
}

// -----

func.func @scatter_c5(%scatter_indices: tensor<1x5x2xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C5) at least one input}}
  "stablehlo.scatter"(%scatter_indices) <{
    scatter_dimension_numbers = #stablehlo.scatter<index_vector_dim = 2>
  }> ({
    stablehlo.return
  }) : (tensor<1x5x2xi32>) -> ()
  func.return
}

// -----

func.func @scatter_c6(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<1x5x2xi32>, %update0: tensor<1x5x8xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C6) the same element type for inputs and updates, got 'i32' and 'i64'}}
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>):
    stablehlo.return %a1 : tensor<i32>
  }) : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<1x5x8xi64>) -> tensor<2x4x9xi32>
  func.return
}

// -----

func.func @scatter_c7_unique(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<1x5x2xi32>, %update0: tensor<1x5x8xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C7) update_window_dims without repetition, got [2, 2]}}
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>):
    stablehlo.return %a1 : tensor<i32>
  }) : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<1x5x8xi32>) -> tensor<2x4x9xi32>
  func.return
}

// -----

func.func @scatter_c7_sorted(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<1x5x2xi32>, %update0: tensor<1x5x8xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C7) update_window_dims in ascending order, got [2, 1]}}
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>):
    stablehlo.return %a1 : tensor<i32>
  }) : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<1x5x8xi32>) -> tensor<2x4x9xi32>
  func.return
}

// -----

func.func @scatter_c8(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<1x5x2xi32>, %update0: tensor<1x5x8xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C8) all of update_window_dims in [0, 3), got [3]}}
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>):
    stablehlo.return %a1 : tensor<i32>
  }) : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<1x5x8xi32>) -> tensor<2x4x9xi32>
  func.return
}

// -----

func.func @scatter_c9(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<1x5x2xi32>, %update0: tensor<1x5x8xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C9) inserted_window_dims and input_batching_dims without repetition, got [0] and [0]}}
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>):
    stablehlo.return %a1 : tensor<i32>
  }) : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<1x5x8xi32>) -> tensor<2x4x9xi32>
  func.return
}

// -----

func.func @scatter_c10(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<1x5x2xi32>, %update0: tensor<1x5x8xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C10) inserted_window_dims in ascending order, got [1, 0]}}
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1, 0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>):
    stablehlo.return %a1 : tensor<i32>
  }) : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<1x5x8xi32>) -> tensor<2x4x9xi32>
  func.return
}

// -----

func.func @scatter_c11(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<1x5x2xi32>, %update0: tensor<1x5x8xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C11) all of inserted_window_dims in [0, 3), got [0, 3]}}
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 3], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>):
    stablehlo.return %a1 : tensor<i32>
  }) : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<1x5x8xi32>) -> tensor<2x4x9xi32>
  func.return
}

// -----

// Valid, and what the next ones vary.
func.func @scatter_batching(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<2x4x1xi32>, %update0: tensor<2x4x8xi32>) {
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>):
    stablehlo.return %a1 : tensor<i32>
  }) : (tensor<2x4x9xi32>, tensor<2x4x1xi32>, tensor<2x4x8xi32>) -> tensor<2x4x9xi32>
  func.return
}

// -----

func.func @scatter_c12(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<2x4x1xi32>, %update0: tensor<2x4x8xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C12) input_batching_dims in ascending order, got [1, 0]}}
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], input_batching_dims = [1, 0], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>):
    stablehlo.return %a1 : tensor<i32>
  }) : (tensor<2x4x9xi32>, tensor<2x4x1xi32>, tensor<2x4x8xi32>) -> tensor<2x4x9xi32>
  func.return
}

// -----

func.func @scatter_c13(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<2x4x1xi32>, %update0: tensor<2x4x8xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C13) all of input_batching_dims in [0, 3), got [0, 3]}}
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], input_batching_dims = [0, 3], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>):
    stablehlo.return %a1 : tensor<i32>
  }) : (tensor<2x4x9xi32>, tensor<2x4x1xi32>, tensor<2x4x8xi32>) -> tensor<2x4x9xi32>
  func.return
}

// -----

func.func @scatter_c14(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<2x4x1xi32>, %update0: tensor<2x4x8xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C14) scatter_indices_batching_dims without repetition, got [0, 0]}}
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 0], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>):
    stablehlo.return %a1 : tensor<i32>
  }) : (tensor<2x4x9xi32>, tensor<2x4x1xi32>, tensor<2x4x8xi32>) -> tensor<2x4x9xi32>
  func.return
}

// -----

func.func @scatter_c15(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<2x4x1xi32>, %update0: tensor<2x4x8xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C15) all of scatter_indices_batching_dims in [0, 3), got [0, 3]}}
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 3], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>):
    stablehlo.return %a1 : tensor<i32>
  }) : (tensor<2x4x9xi32>, tensor<2x4x1xi32>, tensor<2x4x8xi32>) -> tensor<2x4x9xi32>
  func.return
}

// -----

func.func @scatter_c16(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<2x4x1xi32>, %update0: tensor<2x4x8xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C16) index_vector_dim not to be one of scatter_indices_batching_dims, got 2 and [0, 2]}}
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 2], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>):
    stablehlo.return %a1 : tensor<i32>
  }) : (tensor<2x4x9xi32>, tensor<2x4x1xi32>, tensor<2x4x8xi32>) -> tensor<2x4x9xi32>
  func.return
}

// -----

func.func @scatter_c17(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<2x4x1xi32>, %update0: tensor<2x4x8xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C17) as many input_batching_dims as scatter_indices_batching_dims, got [0, 1] and [0]}}
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>):
    stablehlo.return %a1 : tensor<i32>
  }) : (tensor<2x4x9xi32>, tensor<2x4x1xi32>, tensor<2x4x8xi32>) -> tensor<2x4x9xi32>
  func.return
}

// -----

func.func @scatter_c18(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<2x4x1xi32>, %update0: tensor<2x4x8xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C18) batching dimensions of one size, got 2 for dimension 0 of inputs and 4 for dimension 1 of scatter_indices}}
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [1, 0], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>):
    stablehlo.return %a1 : tensor<i32>
  }) : (tensor<2x4x9xi32>, tensor<2x4x1xi32>, tensor<2x4x8xi32>) -> tensor<2x4x9xi32>
  func.return
}

// -----

func.func @scatter_c19(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<1x5x2xi32>, %update0: tensor<1x5x8xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C19) one entry of scatter_dims_to_operand_dims per component of an index, which is 2, got 1}}
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>):
    stablehlo.return %a1 : tensor<i32>
  }) : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<1x5x8xi32>) -> tensor<2x4x9xi32>
  func.return
}

// -----

func.func @scatter_c20(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<2x4x1xi32>, %update0: tensor<2x4x8xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C20) scatter_dims_to_operand_dims and input_batching_dims without repetition, got [1] and [0, 1]}}
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>):
    stablehlo.return %a1 : tensor<i32>
  }) : (tensor<2x4x9xi32>, tensor<2x4x1xi32>, tensor<2x4x8xi32>) -> tensor<2x4x9xi32>
  func.return
}

// -----

func.func @scatter_c21(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<1x5x2xi32>, %update0: tensor<1x5x8xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C21) all of scatter_dims_to_operand_dims in [0, 3), got [0, 3]}}
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 3], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>):
    stablehlo.return %a1 : tensor<i32>
  }) : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<1x5x8xi32>) -> tensor<2x4x9xi32>
  func.return
}

// -----

func.func @scatter_c22(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<1x5x2xi32>, %update0: tensor<1x5x8xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C22) index_vector_dim in [0, 3], got 4}}
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 4>
  }> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>):
    stablehlo.return %a1 : tensor<i32>
  }) : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<1x5x8xi32>) -> tensor<2x4x9xi32>
  func.return
}

// -----

func.func @scatter_c23_arguments(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<1x5x2xi32>, %update0: tensor<1x5x8xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C23) update_computation with arguments ('tensor<i32>', 'tensor<i32>'), got ('tensor<i32>')}}
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i32>):
    stablehlo.return %a0 : tensor<i32>
  }) : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<1x5x8xi32>) -> tensor<2x4x9xi32>
  func.return
}

// -----

func.func @scatter_c23_argument_type(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<1x5x2xi32>, %update0: tensor<1x5x8xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C23) update_computation with arguments ('tensor<i32>', 'tensor<i32>'), got ('tensor<i64>', 'tensor<i32>')}}
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i64>, %a1: tensor<i32>):
    stablehlo.return %a1 : tensor<i32>
  }) : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<1x5x8xi32>) -> tensor<2x4x9xi32>
  func.return
}

// -----

func.func @scatter_c23_results(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<1x5x2xi32>, %update0: tensor<1x5x8xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C23) update_computation that returns 1 scalars, got 2}}
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>):
    stablehlo.return %a0, %a1 : tensor<i32>, tensor<i32>
  }) : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<1x5x8xi32>) -> tensor<2x4x9xi32>
  func.return
}

// -----

func.func @scatter_c23_rank(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<1x5x2xi32>, %update0: tensor<1x5x8xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C23) update_computation that returns tensors of rank 0, got 'tensor<1xi32>'}}
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<1xi32>, %a1: tensor<1xi32>):
    stablehlo.return %a1 : tensor<1xi32>
  }) : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<1x5x8xi32>) -> tensor<2x4x9xi32>
  func.return
}

// -----

func.func @scatter_c23_narrow(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<1x5x2xi32>, %update0: tensor<1x5x8xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C23) update_computation on elements that hold those of the input, 'i32', got 'i16'}}
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i16>, %a1: tensor<i16>):
    stablehlo.return %a1 : tensor<i16>
  }) : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<1x5x8xi32>) -> tensor<2x4x9xi32>
  func.return
}

// -----

func.func @scatter_c24(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<1x5x2xi32>, %update0: tensor<1x5x8xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C25) a result of type 'tensor<2x4x9xi32>', got 'tensor<2x4x8xi32>'}}
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>):
    stablehlo.return %a1 : tensor<i32>
  }) : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<1x5x8xi32>) -> tensor<2x4x8xi32>
  func.return
}

// -----

func.func @scatter_c25(%input0: tensor<2x4x9xi32>, %scatter_indices: tensor<1x5x2xi32>, %update0: tensor<1x5x8xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op requires (C25) a result of type 'tensor<2x4x9xi64>', got 'tensor<2x4x9xi32>'}}
  %0 = "stablehlo.scatter"(%input0, %scatter_indices, %update0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2>
  }> ({
  ^bb0(%a0: tensor<i64>, %a1: tensor<i64>):
    stablehlo.return %a1 : tensor<i64>
  }) : (tensor<2x4x9xi32>, tensor<1x5x2xi32>, tensor<1x5x8xi32>) -> tensor<2x4x9xi32>
  func.return
}
