// RUN: weft-opt %s --infer-layouts -split-input-file -verify-diagnostics

// What has no layout yet is an error at the operation.

tile.kernel @dot(%x: !tile.ref<8x8xf16>, %y: !tile.ref<8x8xf16>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<8x8xf16>
  %0 = tile.load %x[%c0, %c0] : !tile.ref<8x8xf16> -> tensor<8x8xf16>
  // expected-error @+1 {{has no matrix instruction on sm_90 yet}}
  %1 = tile.dot %0, %0, %zero : tensor<8x8xf16>, tensor<8x8xf16>, tensor<8x8xf16>
  tile.store %1, %y[%c0, %c0] : tensor<8x8xf16>, !tile.ref<8x8xf16>
  tile.return
}

// -----

tile.kernel @shared(%y: !tile.ref<64xf32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %one = arith.constant dense<1.0> : tensor<32xf32>
  %m = tile.alloc : !tile.ref<64xf32, shared>
  // expected-error @+1 {{only global refs with strides}}
  tile.store %one, %m[%c0] : tensor<32xf32>, !tile.ref<64xf32, shared>
  tile.return
}

// -----

tile.kernel @reshape(%x: !tile.ref<12x10xf32>, %y: !tile.ref<120xf32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %0 = tile.load %x[%c0, %c0] : !tile.ref<12x10xf32> -> tensor<12x10xf32>
  // expected-error @+1 {{has no layout yet: extents are not powers of two}}
  %1 = tile.reshape %0 : tensor<12x10xf32> -> tensor<120xf32>
  tile.store %1, %y[%c0] : tensor<120xf32>, !tile.ref<120xf32>
  tile.return
}

// -----

tile.kernel @large(%x: !tile.ref<4096x256xf32>, %y: !tile.ref<4096x256xf32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{gives each thread 4096 elements, but 512 is the most; make tiles smaller}}
  %0 = tile.load %x[%c0, %c0] : !tile.ref<4096x256xf32> -> tensor<4096x256xf32>
  tile.store %0, %y[%c0, %c0] : tensor<4096x256xf32>, !tile.ref<4096x256xf32>
  tile.return
}
