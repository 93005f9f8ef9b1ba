// RUN: weft-opt %s -verify-diagnostics -split-input-file

// One broken constraint of the specification per function, named by operation
// and label.

// Valid, and what the next ones vary.
func.func @gather(%operand: tensor<2x4x9xi32>, %start_indices: tensor<1x5x2xi32>) -> tensor<1x5x8xi32> {
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 8>
  }> : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> tensor<1x5x8xi32>
  func.return %0 : tensor<1x5x8xi32>
}

// -----

func.func @gather_c1(%operand: tensor<2x4x9xi32>, %start_indices: tensor<1x5x2xi32>) -> tensor<1x5x8xi32> {
  // expected-error@+1 {{'stablehlo.gather' op requires (C1) one of offset_dims, collapsed_slice_dims and operand_batching_dims per dimension of operand, which is 3, got [2], [0] and []}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 8>
  }> : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> tensor<1x5x8xi32>
  func.return %0 : tensor<1x5x8xi32>
}

// -----

func.func @gather_c2(%operand: tensor<2x4x9xi32>, %start_indices: tensor<1x5x2xi32>) -> tensor<1x5x8xi32> {
  // expected-error@+1 {{'stablehlo.gather' op requires (C2) index_vector_dim in [0, 3], got 4}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 4>,
    slice_sizes = array<i64: 1, 1, 8>
  }> : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> tensor<1x5x8xi32>
  func.return %0 : tensor<1x5x8xi32>
}

// -----

func.func @gather_c2_negative(%operand: tensor<2x4x9xi32>, %start_indices: tensor<1x5x2xi32>) -> tensor<1x5x8xi32> {
  // expected-error@+1 {{'stablehlo.gather' op requires (C2) index_vector_dim in [0, 3], got -1}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = -1>,
    slice_sizes = array<i64: 1, 1, 8>
  }> : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> tensor<1x5x8xi32>
  func.return %0 : tensor<1x5x8xi32>
}

// -----

func.func @gather_c3(%operand: tensor<2x4x9xi32>, %start_indices: tensor<1x5x2xi32>) -> tensor<1x5x8xi32> {
  // expected-error@+1 {{'stablehlo.gather' op requires (C3) one entry of start_index_map per component of an index, which is 2, got 1}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 8>
  }> : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> tensor<1x5x8xi32>
  func.return %0 : tensor<1x5x8xi32>
}

// -----

func.func @gather_c3_implicit(%operand: tensor<2x4x9xi32>, %start_indices: tensor<1x5x2xi32>) -> tensor<1x5x8xi32> {
  // expected-error@+1 {{'stablehlo.gather' op requires (C3) one entry of start_index_map per component of an index, which is 1, got 2}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 3>,
    slice_sizes = array<i64: 1, 1, 8>
  }> : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> tensor<1x5x8xi32>
  func.return %0 : tensor<1x5x8xi32>
}

// -----

func.func @gather_c4_unique(%operand: tensor<2x4x9xi32>, %start_indices: tensor<1x5x2xi32>) -> tensor<1x5x8xi32> {
  // expected-error@+1 {{'stablehlo.gather' op requires (C4) offset_dims without repetition, got [2, 2]}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 2], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 8>
  }> : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> tensor<1x5x8xi32>
  func.return %0 : tensor<1x5x8xi32>
}

// -----

func.func @gather_c4_sorted(%operand: tensor<2x4x9xi32>, %start_indices: tensor<1x5x2xi32>) -> tensor<1x5x8xi32> {
  // expected-error@+1 {{'stablehlo.gather' op requires (C4) offset_dims in ascending order, got [2, 1]}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2, 1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 8>
  }> : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> tensor<1x5x8xi32>
  func.return %0 : tensor<1x5x8xi32>
}

// -----

func.func @gather_c5(%operand: tensor<2x4x9xi32>, %start_indices: tensor<1x5x2xi32>) -> tensor<1x5x8xi32> {
  // expected-error@+1 {{'stablehlo.gather' op requires (C5) all of offset_dims in [0, 3), got [3]}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [3], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 8>
  }> : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> tensor<1x5x8xi32>
  func.return %0 : tensor<1x5x8xi32>
}

// -----

func.func @gather_c5_negative(%operand: tensor<2x4x9xi32>, %start_indices: tensor<1x5x2xi32>) -> tensor<1x5x8xi32> {
  // expected-error@+1 {{'stablehlo.gather' op requires (C5) all of offset_dims in [0, 3), got [-1]}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [-1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 8>
  }> : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> tensor<1x5x8xi32>
  func.return %0 : tensor<1x5x8xi32>
}

// -----

func.func @gather_c6(%operand: tensor<2x4x9xi32>, %start_indices: tensor<1x5x2xi32>) -> tensor<1x5x8xi32> {
  // expected-error@+1 {{'stablehlo.gather' op requires (C6) collapsed_slice_dims and operand_batching_dims without repetition, got [0] and [0]}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [0, 1], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 8>
  }> : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> tensor<1x5x8xi32>
  func.return %0 : tensor<1x5x8xi32>
}

// -----

func.func @gather_c7(%operand: tensor<2x4x9xi32>, %start_indices: tensor<1x5x2xi32>) -> tensor<1x5x8xi32> {
  // expected-error@+1 {{'stablehlo.gather' op requires (C7) collapsed_slice_dims in ascending order, got [1, 0]}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1, 0], start_index_map = [0, 1], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 8>
  }> : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> tensor<1x5x8xi32>
  func.return %0 : tensor<1x5x8xi32>
}

// -----

func.func @gather_c8(%operand: tensor<2x4x9xi32>, %start_indices: tensor<1x5x2xi32>) -> tensor<1x5x8xi32> {
  // expected-error@+1 {{'stablehlo.gather' op requires (C8) all of collapsed_slice_dims in [0, 3), got [0, 3]}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 3], start_index_map = [0, 1], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 8>
  }> : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> tensor<1x5x8xi32>
  func.return %0 : tensor<1x5x8xi32>
}

// -----

func.func @gather_c8_negative(%operand: tensor<2x4x9xi32>, %start_indices: tensor<1x5x2xi32>) -> tensor<1x5x8xi32> {
  // expected-error@+1 {{'stablehlo.gather' op requires (C8) all of collapsed_slice_dims in [0, 3), got [-1, 0]}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [-1, 0], start_index_map = [0, 1], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 8>
  }> : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> tensor<1x5x8xi32>
  func.return %0 : tensor<1x5x8xi32>
}

// -----

func.func @gather_c9(%operand: tensor<2x4x9xi32>, %start_indices: tensor<1x5x2xi32>) -> tensor<1x5x8xi32> {
  // expected-error@+1 {{'stablehlo.gather' op requires (C9) slice_sizes of at most 1 in collapsed_slice_dims, got 2 in dimension 1}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 2, 8>
  }> : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> tensor<1x5x8xi32>
  func.return %0 : tensor<1x5x8xi32>
}

// -----

// Valid, and what the next ones vary.
func.func @gather_batching(%operand: tensor<2x4x9xi32>, %start_indices: tensor<2x4x1xi32>) -> tensor<2x4x8xi32> {
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 8>
  }> : (tensor<2x4x9xi32>, tensor<2x4x1xi32>) -> tensor<2x4x8xi32>
  func.return %0 : tensor<2x4x8xi32>
}

// -----

func.func @gather_c10(%operand: tensor<2x4x9xi32>, %start_indices: tensor<2x4x1xi32>) -> tensor<2x4x8xi32> {
  // expected-error@+1 {{'stablehlo.gather' op requires (C10) operand_batching_dims in ascending order, got [1, 0]}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], operand_batching_dims = [1, 0], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 8>
  }> : (tensor<2x4x9xi32>, tensor<2x4x1xi32>) -> tensor<2x4x8xi32>
  func.return %0 : tensor<2x4x8xi32>
}

// -----

func.func @gather_c11(%operand: tensor<2x4x9xi32>, %start_indices: tensor<2x4x1xi32>) -> tensor<2x4x8xi32> {
  // expected-error@+1 {{'stablehlo.gather' op requires (C11) all of operand_batching_dims in [0, 3), got [0, 3]}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], operand_batching_dims = [0, 3], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 8>
  }> : (tensor<2x4x9xi32>, tensor<2x4x1xi32>) -> tensor<2x4x8xi32>
  func.return %0 : tensor<2x4x8xi32>
}

// -----

func.func @gather_c12(%operand: tensor<2x4x9xi32>, %start_indices: tensor<2x4x1xi32>) -> tensor<2x4x8xi32> {
  // expected-error@+1 {{'stablehlo.gather' op requires (C12) slice_sizes of at most 1 in operand_batching_dims, got 2 in dimension 0}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 2>,
    slice_sizes = array<i64: 2, 1, 8>
  }> : (tensor<2x4x9xi32>, tensor<2x4x1xi32>) -> tensor<2x4x8xi32>
  func.return %0 : tensor<2x4x8xi32>
}

// -----

func.func @gather_c13(%operand: tensor<2x4x9xi32>, %start_indices: tensor<2x4x1xi32>) -> tensor<2x4x8xi32> {
  // expected-error@+1 {{'stablehlo.gather' op requires (C13) start_indices_batching_dims without repetition, got [0, 0]}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 0], start_index_map = [2], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 8>
  }> : (tensor<2x4x9xi32>, tensor<2x4x1xi32>) -> tensor<2x4x8xi32>
  func.return %0 : tensor<2x4x8xi32>
}

// -----

func.func @gather_c14(%operand: tensor<2x4x9xi32>, %start_indices: tensor<2x4x1xi32>) -> tensor<2x4x8xi32> {
  // expected-error@+1 {{'stablehlo.gather' op requires (C14) all of start_indices_batching_dims in [0, 3), got [0, 3]}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 3], start_index_map = [2], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 8>
  }> : (tensor<2x4x9xi32>, tensor<2x4x1xi32>) -> tensor<2x4x8xi32>
  func.return %0 : tensor<2x4x8xi32>
}

// -----

func.func @gather_c15(%operand: tensor<2x4x9xi32>, %start_indices: tensor<2x4x1xi32>) -> tensor<2x4x8xi32> {
  // expected-error@+1 {{'stablehlo.gather' op requires (C15) index_vector_dim not to be one of start_indices_batching_dims, got 2 and [0, 2]}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 2], start_index_map = [2], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 8>
  }> : (tensor<2x4x9xi32>, tensor<2x4x1xi32>) -> tensor<2x4x8xi32>
  func.return %0 : tensor<2x4x8xi32>
}

// -----

func.func @gather_c16(%operand: tensor<2x4x9xi32>, %start_indices: tensor<2x4x1xi32>) -> tensor<2x4x8xi32> {
  // expected-error@+1 {{'stablehlo.gather' op requires (C16) as many operand_batching_dims as start_indices_batching_dims, got [0, 1] and [0]}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0], start_index_map = [2], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 8>
  }> : (tensor<2x4x9xi32>, tensor<2x4x1xi32>) -> tensor<2x4x8xi32>
  func.return %0 : tensor<2x4x8xi32>
}

// -----

func.func @gather_c17(%operand: tensor<2x4x9xi32>, %start_indices: tensor<2x4x1xi32>) -> tensor<2x4x8xi32> {
  // expected-error@+1 {{'stablehlo.gather' op requires (C17) batching dimensions of one size, got 2 for dimension 0 of operand and 4 for dimension 1 of start_indices}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [1, 0], start_index_map = [2], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 8>
  }> : (tensor<2x4x9xi32>, tensor<2x4x1xi32>) -> tensor<2x4x8xi32>
  func.return %0 : tensor<2x4x8xi32>
}

// -----

func.func @gather_c18(%operand: tensor<2x4x9xi32>, %start_indices: tensor<2x4x1xi32>) -> tensor<2x4x8xi32> {
  // expected-error@+1 {{'stablehlo.gather' op requires (C18) start_index_map and operand_batching_dims without repetition, got [1] and [0, 1]}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [1], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 8>
  }> : (tensor<2x4x9xi32>, tensor<2x4x1xi32>) -> tensor<2x4x8xi32>
  func.return %0 : tensor<2x4x8xi32>
}

// -----

func.func @gather_c19(%operand: tensor<2x4x9xi32>, %start_indices: tensor<1x5x2xi32>) -> tensor<1x5x8xi32> {
  // expected-error@+1 {{'stablehlo.gather' op requires (C19) all of start_index_map in [0, 3), got [0, -1]}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, -1], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 8>
  }> : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> tensor<1x5x8xi32>
  func.return %0 : tensor<1x5x8xi32>
}

// -----

func.func @gather_c20(%operand: tensor<2x4x9xi32>, %start_indices: tensor<1x5x2xi32>) -> tensor<1x5x8xi32> {
  // expected-error@+1 {{'stablehlo.gather' op requires (C20) one entry of slice_sizes per dimension of operand, which is 3, got 2}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1>
  }> : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> tensor<1x5x8xi32>
  func.return %0 : tensor<1x5x8xi32>
}

// -----

func.func @gather_c21(%operand: tensor<2x4x9xi32>, %start_indices: tensor<1x5x2xi32>) -> tensor<1x5x8xi32> {
  // expected-error@+1 {{'stablehlo.gather' op requires (C21) slice_sizes from 0 to the size of operand, got [1, 1, 10] for 'tensor<2x4x9xi32>'}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 10>
  }> : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> tensor<1x5x8xi32>
  func.return %0 : tensor<1x5x8xi32>
}

// -----

func.func @gather_c21_negative(%operand: tensor<2x4x9xi32>, %start_indices: tensor<1x5x2xi32>) -> tensor<1x5x8xi32> {
  // expected-error@+1 {{'stablehlo.gather' op requires (C21) slice_sizes from 0 to the size of operand, got [1, 1, -1] for 'tensor<2x4x9xi32>'}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, -1>
  }> : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> tensor<1x5x8xi32>
  func.return %0 : tensor<1x5x8xi32>
}

// -----

func.func @gather_c22(%operand: tensor<2x4x9xi32>, %start_indices: tensor<1x5x2xi32>) -> tensor<1x5x9xi32> {
  // expected-error@+1 {{'stablehlo.gather' op requires (C22) a result of type 'tensor<1x5x8xi32>', got 'tensor<1x5x9xi32>'}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 8>
  }> : (tensor<2x4x9xi32>, tensor<1x5x2xi32>) -> tensor<1x5x9xi32>
  func.return %0 : tensor<1x5x9xi32>
}

// -----

func.func @gather_c22_bounds(%operand: tensor<2x4x9xi32>, %start_indices: tensor<?x?x2xi32, #stablehlo.bounds<3, 5, ?>>) -> tensor<1x6x8xi32> {
  // expected-error@+1 {{'stablehlo.gather' op requires (C22) a result of type 'tensor<?x?x8xi32, #stablehlo.bounds<3, 5, ?>>', got 'tensor<1x6x8xi32>'}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1, 8>
  }> : (tensor<2x4x9xi32>, tensor<?x?x2xi32, #stablehlo.bounds<3, 5, ?>>) -> tensor<1x6x8xi32>
  func.return %0 : tensor<1x6x8xi32>
}

// -----

func.func @gather_c23(%operand: tensor<2xi32>, %start_indices: tensor<1xi32>) -> tensor<1xi64> {
  // expected-error@+1 {{failed to verify that all of {operand, result} have same element type}}
  %0 = "stablehlo.gather"(%operand, %start_indices) <{
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1>
  }> : (tensor<2xi32>, tensor<1xi32>) -> tensor<1xi64>
  func.return %0 : tensor<1xi64>
}

// -----

func.func @torch_index_select_index(%operand: tensor<8x128x3072x64xf32>, %index: tensor<8x16x1024xf32>) -> tensor<8x128x16x1024x64xf32> {
  // expected-error@+1 {{'stablehlo.torch_index_select' op requires index of integer type, got 'tensor<8x16x1024xf32>'}}
  %0 = "stablehlo.torch_index_select"(%operand, %index) <{dim = 2 : i64, batch_dims = 1 : i64}> : (tensor<8x128x3072x64xf32>, tensor<8x16x1024xf32>) -> tensor<8x128x16x1024x64xf32>
  func.return %0 : tensor<8x128x16x1024x64xf32>
}

// -----

func.func @torch_index_select_dim(%operand: tensor<8x128x3072x64xf32>, %index: tensor<8x16x1024xi32>) -> tensor<8x128x16x1024x64xf32> {
  // expected-error@+1 {{'stablehlo.torch_index_select' op requires dim in [0, 4), got 4}}
  %0 = "stablehlo.torch_index_select"(%operand, %index) <{dim = 4 : i64, batch_dims = 1 : i64}> : (tensor<8x128x3072x64xf32>, tensor<8x16x1024xi32>) -> tensor<8x128x16x1024x64xf32>
  func.return %0 : tensor<8x128x16x1024x64xf32>
}

// -----

func.func @torch_index_select_batch_dims(%operand: tensor<8x128x3072x64xf32>, %index: tensor<8x16x1024xi32>) -> tensor<8x128x16x1024x64xf32> {
  // expected-error@+1 {{'stablehlo.torch_index_select' op requires batch_dims in [0, 2], got 3}}
  %0 = "stablehlo.torch_index_select"(%operand, %index) <{dim = 2 : i64, batch_dims = 3 : i64}> : (tensor<8x128x3072x64xf32>, tensor<8x16x1024xi32>) -> tensor<8x128x16x1024x64xf32>
  func.return %0 : tensor<8x128x16x1024x64xf32>
}

// -----

func.func @torch_index_select_batch_size(%operand: tensor<8x128x3072x64xf32>, %index: tensor<7x16x1024xi32>) -> tensor<8x128x16x1024x64xf32> {
  // expected-error@+1 {{'stablehlo.torch_index_select' op requires batch dimensions of one size, got 'tensor<8x128x3072x64xf32>' and 'tensor<7x16x1024xi32>'}}
  %0 = "stablehlo.torch_index_select"(%operand, %index) <{dim = 2 : i64, batch_dims = 1 : i64}> : (tensor<8x128x3072x64xf32>, tensor<7x16x1024xi32>) -> tensor<8x128x16x1024x64xf32>
  func.return %0 : tensor<8x128x16x1024x64xf32>
}

// -----

func.func @torch_index_select_result(%operand: tensor<8x128x3072x64xf32>, %index: tensor<8x16x1024xi32>) -> tensor<8x128x16x64xf32> {
  // expected-error@+1 {{'stablehlo.torch_index_select' op requires a result of type 'tensor<8x128x16x1024x64xf32>', got 'tensor<8x128x16x64xf32>'}}
  %0 = "stablehlo.torch_index_select"(%operand, %index) <{dim = 2 : i64, batch_dims = 1 : i64}> : (tensor<8x128x3072x64xf32>, tensor<8x16x1024xi32>) -> tensor<8x128x16x64xf32>
  func.return %0 : tensor<8x128x16x64xf32>
}
