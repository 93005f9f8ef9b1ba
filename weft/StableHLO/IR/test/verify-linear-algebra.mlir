// RUN: weft-opt %s -verify-diagnostics -split-input-file

// One broken constraint of the specification per function, named by operation
// and label.

// Valid.
func.func @cholesky_valid(%a: tensor<5x3x3xf32>) {
  %0 = "stablehlo.cholesky"(%a) <{lower = true}> : (tensor<5x3x3xf32>) -> tensor<5x3x3xf32>
  func.return
}

// -----

// Valid.
func.func @cholesky_dynamic(%a: tensor<?x?x3xf32>) {
  %0 = "stablehlo.cholesky"(%a) <{lower = true}> : (tensor<?x?x3xf32>) -> tensor<5x3x3xf32>
  func.return
}

// -----

func.func @cholesky_c1(%a: tensor<5x3x3xf32>) {
  // expected-error@+1 {{'stablehlo.cholesky' op requires (C1) a result of type 'tensor<5x3x3xf32>', got 'tensor<4x3x3xf32>'}}
  %0 = "stablehlo.cholesky"(%a) <{lower = true}> : (tensor<5x3x3xf32>) -> tensor<4x3x3xf32>
  func.return
}

// -----

func.func @cholesky_c2(%a: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.cholesky' op requires (C2) a of rank 2 at least, got 'tensor<3xf32>'}}
  %0 = "stablehlo.cholesky"(%a) <{lower = true}> : (tensor<3xf32>) -> tensor<3xf32>
  func.return
}

// -----

func.func @cholesky_c3(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.cholesky' op requires (C3) a of square matrices in the last two dimensions, got 'tensor<2x3xf32>'}}
  %0 = "stablehlo.cholesky"(%a) <{lower = true}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

// Valid.
func.func @triangular_solve_valid(%a: tensor<5x3x3xf32>, %b: tensor<5x3x4xf32>) {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<5x3x3xf32>, tensor<5x3x4xf32>) -> tensor<5x3x4xf32>
  func.return
}

// -----

// Valid.
func.func @triangular_solve_right(%a: tensor<5x3x3xf32>, %b: tensor<5x4x3xf32>) {
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = false, lower = true, unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<5x3x3xf32>, tensor<5x4x3xf32>) -> tensor<5x4x3xf32>
  func.return
}

// -----

func.func @triangular_solve_i6(%a: tensor<5x3x3xf32>, %b: tensor<5x3x4xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op requires (I6) transpose_a of NO_TRANSPOSE, TRANSPOSE or ADJOINT, got TRANSPOSE_INVALID}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = false,
    transpose_a = #stablehlo<transpose TRANSPOSE_INVALID>
  }> : (tensor<5x3x3xf32>, tensor<5x3x4xf32>) -> tensor<5x3x4xf32>
  func.return
}

// -----

func.func @triangular_solve_c2(%a: tensor<5x3x3xf32>, %b: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op requires (C2) a and b of one rank, 2 at least, got 'tensor<5x3x3xf32>' and 'tensor<3x4xf32>'}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<5x3x3xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  func.return
}

// -----

func.func @triangular_solve_c2_rank(%a: tensor<3xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op requires (C2) a and b of one rank, 2 at least, got 'tensor<3xf32>' and 'tensor<3xf32>'}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  func.return
}

// -----

func.func @triangular_solve_c3_batch(%a: tensor<5x3x3xf32>, %b: tensor<6x3x4xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op requires (C3) a and b of one shape but for the last two dimensions, got 'tensor<5x3x3xf32>' and 'tensor<6x3x4xf32>'}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<5x3x3xf32>, tensor<6x3x4xf32>) -> tensor<6x3x4xf32>
  func.return
}

// -----

func.func @triangular_solve_c3_square(%a: tensor<5x2x3xf32>, %b: tensor<5x3x4xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op requires (C3) a of square matrices in the last two dimensions, got 'tensor<5x2x3xf32>'}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x3x4xf32>
  func.return
}

// -----

func.func @triangular_solve_c3_shared(%a: tensor<5x3x3xf32>, %b: tensor<5x3x4xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op requires (C3) dimension 2 of b as large as the matrices of a, got 'tensor<5x3x3xf32>' and 'tensor<5x3x4xf32>'}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = false, lower = true, unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<5x3x3xf32>, tensor<5x3x4xf32>) -> tensor<5x3x4xf32>
  func.return
}

// -----

func.func @triangular_solve_c4(%a: tensor<5x3x3xf32>, %b: tensor<5x3x4xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op requires (C4) a result of type 'tensor<5x3x4xf32>', got 'tensor<5x4x3xf32>'}}
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<5x3x3xf32>, tensor<5x3x4xf32>) -> tensor<5x4x3xf32>
  func.return
}

// -----

// Valid.
func.func @fft_valid(%operand: tensor<3x4xcomplex<f32>>) {
  %0 = stablehlo.fft %operand, type = FFT, length = [4] : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
  func.return
}

// -----

// Valid.
func.func @fft_rfft(%operand: tensor<3x9xf32>) {
  %0 = stablehlo.fft %operand, type = RFFT, length = [9] : (tensor<3x9xf32>) -> tensor<3x5xcomplex<f32>>
  func.return
}

// -----

// Valid.
func.func @fft_irfft(%operand: tensor<3x5xcomplex<f32>>) {
  %0 = stablehlo.fft %operand, type = IRFFT, length = [9] : (tensor<3x5xcomplex<f32>>) -> tensor<3x9xf32>
  func.return
}

// -----

// Valid.
func.func @fft_empty(%operand: tensor<3x0xcomplex<f32>>) {
  %0 = stablehlo.fft %operand, type = IRFFT, length = [0] : (tensor<3x0xcomplex<f32>>) -> tensor<3x0xf32>
  func.return
}

// -----

// Valid.
func.func @fft_dynamic(%operand: tensor<?x?xf32>) {
  %0 = stablehlo.fft %operand, type = RFFT, length = [9] : (tensor<?x?xf32>) -> tensor<3x5xcomplex<f32>>
  func.return
}

// -----

func.func @fft_c1(%operand: tensor<3x4xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.fft' op requires (C1) no more entries of fft_length than dimensions of operand, got [3, 3, 4] for 'tensor<3x4xcomplex<f32>>'}}
  %0 = stablehlo.fft %operand, type = FFT, length = [3, 3, 4] : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
  func.return
}

// -----

func.func @fft_c2(%operand: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.fft' op requires (C2) operand of complex numbers for FFT, got 'f32'}}
  %0 = stablehlo.fft %operand, type = FFT, length = [4] : (tensor<3x4xf32>) -> tensor<3x4xf32>
  func.return
}

// -----

func.func @fft_c2_rfft(%operand: tensor<3x4xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.fft' op requires (C2) operand of f32 or f64 for RFFT, got 'complex<f32>'}}
  %0 = stablehlo.fft %operand, type = RFFT, length = [4] : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
  func.return
}

// -----

func.func @fft_c2_f16(%operand: tensor<3x4xf16>) {
  // expected-error@+1 {{'stablehlo.fft' op requires (C2) operand of f32 or f64 for RFFT, got 'f16'}}
  %0 = stablehlo.fft %operand, type = RFFT, length = [4] : (tensor<3x4xf16>) -> tensor<3x3xcomplex<f32>>
  func.return
}

// -----

func.func @fft_c3(%operand: tensor<3x4xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.fft' op requires (C3) one to three entries of fft_length, got 0}}
  %0 = stablehlo.fft %operand, type = FFT, length = [] : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
  func.return
}

// -----

func.func @fft_c3_many(%operand: tensor<1x1x3x4xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.fft' op requires (C3) one to three entries of fft_length, got 4}}
  %0 = stablehlo.fft %operand, type = FFT, length = [1, 1, 3, 4] : (tensor<1x1x3x4xcomplex<f32>>) -> tensor<1x1x3x4xcomplex<f32>>
  func.return
}

// -----

func.func @fft_c4(%operand: tensor<3x9xf32>) {
  // expected-error@+1 {{'stablehlo.fft' op requires (C4) operand to end in the sizes that fft_length [8] gives RFFT, got 'tensor<3x9xf32>'}}
  %0 = stablehlo.fft %operand, type = RFFT, length = [8] : (tensor<3x9xf32>) -> tensor<3x5xcomplex<f32>>
  func.return
}

// -----

func.func @fft_c4_negative(%operand: tensor<3x?xf32>) {
  // expected-error@+1 {{'stablehlo.fft' op requires (C4) operand to end in the sizes that fft_length [-1] gives RFFT, got 'tensor<3x?xf32>'}}
  %0 = stablehlo.fft %operand, type = RFFT, length = [-1] : (tensor<3x?xf32>) -> tensor<3x?xcomplex<f32>>
  func.return
}

// -----

func.func @fft_c5(%operand: tensor<3x4xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.fft' op requires (C5) operand to end in the sizes that fft_length [8] gives IRFFT, got 'tensor<3x4xcomplex<f32>>'}}
  %0 = stablehlo.fft %operand, type = IRFFT, length = [8] : (tensor<3x4xcomplex<f32>>) -> tensor<3x8xf32>
  func.return
}

// -----

func.func @fft_c5_lowest(%operand: tensor<3x?xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.fft' op requires (C5) operand to end in the sizes that fft_length [?] gives IRFFT, got 'tensor<3x?xcomplex<f32>>'}}
  %0 = stablehlo.fft %operand, type = IRFFT, length = [-9223372036854775808] : (tensor<3x?xcomplex<f32>>) -> tensor<3x?xf32>
  func.return
}

// -----

func.func @fft_c5_result(%operand: tensor<3x9xf32>) {
  // expected-error@+1 {{'stablehlo.fft' op requires (C5) a result of type 'tensor<3x5xcomplex<f32>>', got 'tensor<3x4xcomplex<f32>>'}}
  %0 = stablehlo.fft %operand, type = RFFT, length = [9] : (tensor<3x9xf32>) -> tensor<3x4xcomplex<f32>>
  func.return
}

// -----

func.func @lu_c1(%a: tensor<?x3xf32>) {
  // expected-error@+1 {{'stablehlo.lu' op requires (C1) a of rank 2 at least and of known shape, got 'tensor<?x3xf32>'}}
  %0:2 = stablehlo.lu %a : (tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<3xi32>)
  func.return
}

// -----

func.func @lu_c2(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.lu' op requires (C2)}}
  %0:2 = stablehlo.lu %a : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xi32>)
  func.return
}

// -----

func.func @pivots_to_permutation_c1(%pivots: tensor<?xi32>) {
  // expected-error@+1 {{'stablehlo.pivots_to_permutation' op requires (C1) pivots of rank 1 at least and of known shape, got 'tensor<?xi32>'}}
  %0 = stablehlo.pivots_to_permutation %pivots, size = 3 : (tensor<?xi32>) -> tensor<3xi32>
  func.return
}

// -----

func.func @pivots_to_permutation_c2(%pivots: tensor<4xi32>) {
  // expected-error@+1 {{'stablehlo.pivots_to_permutation' op requires (C2) size to be the number of rows, at least as many as there are pivots, got 3 for 'tensor<4xi32>'}}
  %0 = stablehlo.pivots_to_permutation %pivots, size = 3 : (tensor<4xi32>) -> tensor<3xi32>
  func.return
}

// -----

func.func @pivots_to_permutation_c3(%pivots: tensor<2x3xi32>) {
  // expected-error@+1 {{'stablehlo.pivots_to_permutation' op requires (C3) a result of type 'tensor<2x4xi32>', got 'tensor<2x5xi32>'}}
  %0 = stablehlo.pivots_to_permutation %pivots, size = 4 : (tensor<2x3xi32>) -> tensor<2x5xi32>
  func.return
}

// -----

func.func @qr_c1(%a: tensor<?x3xf32>) {
  // expected-error@+1 {{'stablehlo.qr' op requires (C1) a of rank 2 at least and of known shape, got 'tensor<?x3xf32>'}}
  %0:2 = stablehlo.qr %a : (tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<3xf32>)
  func.return
}

// -----

func.func @qr_c2(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.qr' op requires (C2)}}
  %0:2 = stablehlo.qr %a : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  func.return
}

// -----

func.func @reflections_c1(%factors: tensor<2x3xf32>, %scales: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.reflections' op requires (C1) factors of rank 2 at least, of known shape and with no more columns than rows, got 'tensor<2x3xf32>'}}
  %0 = stablehlo.reflections %factors, %scales : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @reflections_c2(%factors: tensor<3x2xf32>, %scales: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.reflections' op requires (C2) at most as many scales as factors have columns, got 'tensor<3xf32>' for 'tensor<3x2xf32>'}}
  %0 = stablehlo.reflections %factors, %scales : (tensor<3x2xf32>, tensor<3xf32>) -> tensor<3x2xf32>
  func.return
}

// -----

func.func @reflections_c3(%factors: tensor<3x2xf32>, %scales: tensor<1xf32>) {
  // expected-error@+1 {{'stablehlo.reflections' op requires (C3)}}
  %0 = stablehlo.reflections %factors, %scales : (tensor<3x2xf32>, tensor<1xf32>) -> tensor<3x3xf32>
  func.return
}

// -----

func.func @tridiagonal_solve_c1(%lower: tensor<2xf32>, %diagonal: tensor<3xf32>, %b: tensor<3x1xf32>) {
  // expected-error@+1 {{'stablehlo.tridiagonal_solve' op requires (C1) three diagonals of one type, got 'tensor<2xf32>' beside 'tensor<3xf32>'}}
  %0 = stablehlo.tridiagonal_solve %lower, %diagonal, %diagonal, %b : (tensor<2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3x1xf32>) -> tensor<3x1xf32>
  func.return
}

// -----

func.func @tridiagonal_solve_c2(%d: tensor<3xf32>, %b: tensor<2x1xf32>) {
  // expected-error@+1 {{'stablehlo.tridiagonal_solve' op requires (C2) b of known shape, with a row for each element of a diagonal, got 'tensor<2x1xf32>' for 'tensor<3xf32>'}}
  %0 = stablehlo.tridiagonal_solve %d, %d, %d, %b : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  func.return
}

// -----

func.func @tridiagonal_solve_c3(%d: tensor<3xf32>, %b: tensor<3x1xf32>) {
  // expected-error@+1 {{'stablehlo.tridiagonal_solve' op requires (C3)}}
  %0 = stablehlo.tridiagonal_solve %d, %d, %d, %b : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
  func.return
}

// -----

func.func @eigh_c1(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.eigh' op requires (C1) square matrices of known shape, got 'tensor<2x3xf32>'}}
  %0:2 = stablehlo.eigh %a, lower = true : (tensor<2x3xf32>) -> (tensor<2xf32>, tensor<2x3xf32>)
  func.return
}

// -----

func.func @eigh_c2(%a: tensor<3x3xf32>) {
  // expected-error@+1 {{'stablehlo.eigh' op requires (C2)}}
  %0:2 = stablehlo.eigh %a, lower = true : (tensor<3x3xf32>) -> (tensor<2xf32>, tensor<3x3xf32>)
  func.return
}
