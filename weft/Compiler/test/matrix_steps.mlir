// Convolutions, factors of matrices, triangular systems and Fourier transforms are steps that the threads of a block share.

// What eight places of a window need is loaded together. Weights wait for nothing.
// RUN: weft explain --target=sm_90 %s | FileCheck %s
// CHECK: loop_0: the loop is one kernel of {{.*}} [loop-kernel]
// CHECK: loop_0 is run by 1 blocks of 96 threads, {{.*}} [blocks-chosen]
// RUN: weft explain --target=sm_90 --stage=tile-blocks %s | FileCheck %s --check-prefix=WINDOW
// WINDOW: scf.for {{.*}} step %c1
// WINDOW-NOT: scf.for
// WINDOW-COUNT-9: tile.load {{.*}}!tile.ref<1x1x3x3xf32>
// WINDOW: tile.store
// WINDOW: tile.barrier cluster

// Of many features four are written out with the places of their windows, in a loop over the others.
// RUN: weft explain --target=sm_90 --function=features --stage=tile-blocks %s | FileCheck %s --check-prefix=FEATURES
// FEATURES: scf.for {{.*}} step %c1
// FEATURES: scf.for {{.*}} = %c0{{.*}} to %c4{{.*}} iter_args
// FEATURES-COUNT-36: tile.load {{.*}}!tile.ref<4x16x3x3xf32>
// FEATURES-NOT: !tile.ref<4x16x3x3xf32>
// FEATURES: tile.store

// A column at a time, and all elements behind it.
// RUN: weft explain --target=sm_90 --function=cholesky --stage=tile-blocks %s | FileCheck %s --check-prefix=CHOLESKY
// CHOLESKY: grid = 64
// CHOLESKY: scf.for {{.*}} step %c1
// CHOLESKY: scf.for {{.*}} = %c0{{.*}} to %c7{{.*}} step %c1
// CHOLESKY-NOT: tile.barrier
// CHOLESKY: math.sqrt
// CHOLESKY: tile.store
// CHOLESKY: tile.barrier cluster
// CHOLESKY-NEXT: }
// CHOLESKY: math.sqrt

// One thread looks for the largest of a column, eight exchange its row, and all subtract.
// RUN: weft explain --target=sm_90 --function=lu --stage=tile-blocks %s | FileCheck %s --check-prefix=LU
// LU: scf.for {{.*}} = %c0{{.*}} to %c8{{.*}} step %c1
// LU: arith.cmpi slt, %{{.*}}, %c1
// LU: scf.for
// LU: arith.cmpf ogt
// LU: tile.barrier cluster
// LU: arith.cmpi slt, %{{.*}}, %c8
// LU: tile.barrier cluster
// LU: arith.subf
// LU: tile.barrier cluster
// LU-NEXT: }

// An unknown at a time, from the last one on.
// RUN: weft explain --target=sm_90 --function=solve --stage=tile-blocks %s | FileCheck %s --check-prefix=SOLVE
// SOLVE: scf.for %[[K:.*]] = %c0{{.*}} to %c7{{.*}} step %c1
// SOLVE: %[[KNOWN:.*]] = arith.subi %c7{{.*}}, %[[K]]
// SOLVE: arith.divf
// SOLVE: arith.subf
// SOLVE: tile.barrier cluster
// SOLVE-NEXT: }

// A transform of few points is a product with its matrix, one of more points two of them.
// RUN: weft explain --target=sm_90 --function=fourier %s | FileCheck %s --check-prefix=FOURIER
// FOURIER: the Fourier transform of 12 points is products with its matrices [fourier-multiplied]
// FOURIER: loop_0: the loop is one kernel of {{.*}} [loop-kernel]
// RUN: weft explain --target=sm_90 --function=fourier --stage=expand-operations %s | FileCheck %s --check-prefix=MATRIX
// MATRIX-LABEL: @main
// MATRIX: stablehlo.while
// MATRIX-NOT: stablehlo.fft
// MATRIX: stablehlo.dot_general {{.*}} precision = [HIGHEST, HIGHEST] {{.*}} tensor<12x12xcomplex<f32>>
// MATRIX-NOT: stablehlo.dot_general
// RUN: weft explain --target=sm_90 --function=longer --stage=expand-operations %s | FileCheck %s --check-prefix=LONGER
// LONGER: stablehlo.dot_general {{.*}} tensor<8x8xcomplex<f32>>
// LONGER: stablehlo.multiply
// LONGER: stablehlo.dot_general {{.*}} tensor<12x12xcomplex<f32>>

// One that is in no such loop has a kernel of its own, and so has one of a prime number of many points.
// RUN: weft explain --target=sm_90 --function=outside --stage=expand-operations %s | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: stablehlo.fft
// RUN: weft explain --target=sm_90 --function=prime %s | FileCheck %s --check-prefix=PRIME
// PRIME: its kernels are launched in each iteration: it has a fft [loop-apart]

// One core would do alone what all do.
// RUN: weft explain --target=arm64 --function=cholesky %s | FileCheck %s --check-prefix=CORE
// CORE: refused: {{.*}}: it has a solve [loop-apart]
// RUN: weft explain --target=arm64 %s | FileCheck %s --check-prefix=CORES
// CORES: refused: {{.*}}: it has a conv [loop-apart]

func.func public @main(%x: tensor<1x1x9x10xf32>, %w: tensor<1x1x3x3xf32>) -> tensor<1x1x9x10xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<1x1x9x10xf32>
  cond {
    %n = stablehlo.constant dense<100> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %t = stablehlo.convolution(%s, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x9x10xf32>, tensor<1x1x3x3xf32>) -> tensor<1x1x9x10xf32>
    stablehlo.return %j, %t : tensor<i32>, tensor<1x1x9x10xf32>
  }
  return %r#1 : tensor<1x1x9x10xf32>
}

func.func public @features(%x: tensor<1x16x5x6xf32>, %w: tensor<4x16x3x3xf32>) -> tensor<1x16x5x6xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<1x16x5x6xf32>
  cond {
    %n = stablehlo.constant dense<100> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %y = stablehlo.convolution(%s, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x16x5x6xf32>, tensor<4x16x3x3xf32>) -> tensor<1x4x5x6xf32>
    %t = stablehlo.concatenate %y, %y, %y, %y, dim = 1 : (tensor<1x4x5x6xf32>, tensor<1x4x5x6xf32>, tensor<1x4x5x6xf32>, tensor<1x4x5x6xf32>) -> tensor<1x16x5x6xf32>
    stablehlo.return %j, %t : tensor<i32>, tensor<1x16x5x6xf32>
  }
  return %r#1 : tensor<1x16x5x6xf32>
}

func.func public @cholesky(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<8x8xf32>
  cond {
    %n = stablehlo.constant dense<100> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %t = stablehlo.cholesky %s, lower = true : tensor<8x8xf32>
    stablehlo.return %j, %t : tensor<i32>, tensor<8x8xf32>
  }
  return %r#1 : tensor<8x8xf32>
}

func.func public @lu(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<8x8xf32>
  cond {
    %n = stablehlo.constant dense<100> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %t, %p = stablehlo.lu %s : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8xi32>)
    stablehlo.return %j, %t : tensor<i32>, tensor<8x8xf32>
  }
  return %r#1 : tensor<8x8xf32>
}

func.func public @solve(%x: tensor<8x3xf32>, %a: tensor<8x8xf32>) -> tensor<8x3xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<8x3xf32>
  cond {
    %n = stablehlo.constant dense<100> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %t = "stablehlo.triangular_solve"(%a, %s) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<8x8xf32>, tensor<8x3xf32>) -> tensor<8x3xf32>
    stablehlo.return %j, %t : tensor<i32>, tensor<8x3xf32>
  }
  return %r#1 : tensor<8x3xf32>
}

func.func public @fourier(%x: tensor<5x12xcomplex<f32>>) -> tensor<5x12xcomplex<f32>> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<5x12xcomplex<f32>>
  cond {
    %n = stablehlo.constant dense<100> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %t = stablehlo.fft %s, type = FFT, length = [12] : (tensor<5x12xcomplex<f32>>) -> tensor<5x12xcomplex<f32>>
    stablehlo.return %j, %t : tensor<i32>, tensor<5x12xcomplex<f32>>
  }
  return %r#1 : tensor<5x12xcomplex<f32>>
}

func.func public @longer(%x: tensor<5x96xcomplex<f32>>) -> tensor<5x96xcomplex<f32>> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<5x96xcomplex<f32>>
  cond {
    %n = stablehlo.constant dense<100> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %t = stablehlo.fft %s, type = FFT, length = [96] : (tensor<5x96xcomplex<f32>>) -> tensor<5x96xcomplex<f32>>
    stablehlo.return %j, %t : tensor<i32>, tensor<5x96xcomplex<f32>>
  }
  return %r#1 : tensor<5x96xcomplex<f32>>
}

func.func public @prime(%x: tensor<5x97xcomplex<f32>>) -> tensor<5x97xcomplex<f32>> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<5x97xcomplex<f32>>
  cond {
    %n = stablehlo.constant dense<100> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %t = stablehlo.fft %s, type = FFT, length = [97] : (tensor<5x97xcomplex<f32>>) -> tensor<5x97xcomplex<f32>>
    stablehlo.return %j, %t : tensor<i32>, tensor<5x97xcomplex<f32>>
  }
  return %r#1 : tensor<5x97xcomplex<f32>>
}

func.func public @outside(%x: tensor<5x12xcomplex<f32>>) -> tensor<5x12xcomplex<f32>> {
  %t = stablehlo.fft %x, type = FFT, length = [12] : (tensor<5x12xcomplex<f32>>) -> tensor<5x12xcomplex<f32>>
  return %t : tensor<5x12xcomplex<f32>>
}
