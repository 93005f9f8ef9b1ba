// Scatters in tiles and by several programs give what one update after the other
// gives, also where they meet at a place or miss the input.
// RUN: weft-fuzz-programs --file=%s --stages=pipeline

// Rows that are not moved along their last dimension, longer than a tile.
func.func public @long_rows(%x: tensor<40x70xf32>, %u: tensor<90x70xf32>, %i: tensor<90x1xi32>) -> tensor<40x70xf32> {
  %forty = stablehlo.constant dense<43> : tensor<90x1xi32>
  %r = stablehlo.remainder %i, %forty : tensor<90x1xi32>
  %0 = "stablehlo.scatter"(%x, %r, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<40x70xf32>, tensor<90x1xi32>, tensor<90x70xf32>) -> tensor<40x70xf32>
  return %0 : tensor<40x70xf32>
}

// Batches, with windows that an index moves along the last dimension.
func.func public @batches(%x: tensor<6x30x37xi32>, %u: tensor<6x5x34xi32>, %i: tensor<6x2xi32>) -> tensor<6x30x37xi32> {
  %many = stablehlo.constant dense<[30, 5]> : tensor<2xi32>
  %all = stablehlo.broadcast_in_dim %many, dims = [1] : (tensor<2xi32>) -> tensor<6x2xi32>
  %r = stablehlo.remainder %i, %all : tensor<6x2xi32>
  %0 = "stablehlo.scatter"(%x, %r, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) : (tensor<6x30x37xi32>, tensor<6x2xi32>, tensor<6x5x34xi32>) -> tensor<6x30x37xi32>
  return %0 : tensor<6x30x37xi32>
}

// Complex numbers, and windows that come before the indices.
func.func public @columns(%x: tensor<5x12xcomplex<f32>>, %u: tensor<5x20xcomplex<f32>>, %i: tensor<20xi32>) -> tensor<5x12xcomplex<f32>> {
  %many = stablehlo.constant dense<14> : tensor<20xi32>
  %r = stablehlo.remainder %i, %many : tensor<20xi32>
  %0 = "stablehlo.scatter"(%x, %r, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    %s = stablehlo.add %a, %b : tensor<complex<f32>>
    stablehlo.return %s : tensor<complex<f32>>
  }) : (tensor<5x12xcomplex<f32>>, tensor<20xi32>, tensor<5x20xcomplex<f32>>) -> tensor<5x12xcomplex<f32>>
  return %0 : tensor<5x12xcomplex<f32>>
}

// More rows than a list holds, for several programs with places of their own.
func.func public @many_rows(%x: tensor<50x32xf32>, %u: tensor<900x32xf32>, %i: tensor<900x1xi32>) -> tensor<50x32xf32> {
  %many = stablehlo.constant dense<53> : tensor<900x1xi32>
  %r = stablehlo.remainder %i, %many : tensor<900x1xi32>
  %0 = "stablehlo.scatter"(%x, %r, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %t = stablehlo.tanh %a : tensor<f32>
    %s = stablehlo.add %t, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<50x32xf32>, tensor<900x1xi32>, tensor<900x32xf32>) -> tensor<50x32xf32>
  return %0 : tensor<50x32xf32>
}

// Windows that have all of a dimension, of which programs have parts.
func.func public @planes(%x: tensor<9x64x5xi32>, %u: tensor<300x64x5xi32>, %i: tensor<300x1xi32>) -> tensor<9x64x5xi32> {
  %many = stablehlo.constant dense<10> : tensor<300x1xi32>
  %r = stablehlo.remainder %i, %many : tensor<300x1xi32>
  %0 = "stablehlo.scatter"(%x, %r, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %d = stablehlo.subtract %a, %b : tensor<i32>
    %s = stablehlo.multiply %d, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<9x64x5xi32>, tensor<300x1xi32>, tensor<300x64x5xi32>) -> tensor<9x64x5xi32>
  return %0 : tensor<9x64x5xi32>
}

// Rows that do not go evenly into as many parts as there could be programs: those
// without a part had all of them.
func.func public @uneven_rows(%x: tensor<17x8xf32>, %u: tensor<2500x8xf32>, %i: tensor<2500x1xi32>) -> tensor<17x8xf32> {
  %many = stablehlo.constant dense<19> : tensor<2500x1xi32>
  %r = stablehlo.remainder %i, %many : tensor<2500x1xi32>
  %0 = "stablehlo.scatter"(%x, %r, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %l = stablehlo.logistic %a : tensor<f32>
    %t = stablehlo.tanh %l : tensor<f32>
    %s = stablehlo.add %t, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<17x8xf32>, tensor<2500x1xi32>, tensor<2500x8xf32>) -> tensor<17x8xf32>
  return %0 : tensor<17x8xf32>
}
