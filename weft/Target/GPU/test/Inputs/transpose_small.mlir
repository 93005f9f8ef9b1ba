// Matrices of which one warp has several: their elements change lanes, and no warp.
tile.kernel @transpose_small(%x: !tile.ref<100x8x16xf32>, %y: !tile.ref<100x16x8xf32>) attributes {stage = "free", grid = 50} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %program = tile.program_id
  %first = arith.muli %program, %c2 : index
  %0 = tile.load %x[%first, %c0, %c0] : !tile.ref<100x8x16xf32> -> tensor<2x8x16xf32>
  %1 = tile.transpose %0 [0, 2, 1] : tensor<2x8x16xf32> -> tensor<2x16x8xf32>
  tile.store %1, %y[%first, %c0, %c0] : tensor<2x16x8xf32>, !tile.ref<100x16x8xf32>
  tile.return
}
