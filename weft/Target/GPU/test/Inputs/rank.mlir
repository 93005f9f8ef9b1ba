// Elements are numbered by digit: the warps of a block count together.
tile.kernel @rank(%x: !tile.ref<2x1024xi32> {tile.readonly}, %y: !tile.ref<2x1024xi32>, %z: !tile.ref<2x16xi32>) attributes {stage = "free", grid = 2} {
  %c0 = arith.constant 0 : index
  %row = tile.program_id
  %in = tile.load %x[%row, %c0] : !tile.ref<2x1024xi32> -> tensor<1024xi32>
  // Digits from 16 on are none.
  %few = arith.constant dense<31> : tensor<1024xi32>
  %digit = arith.andi %in, %few : tensor<1024xi32>
  %rank, %count = tile.rank %digit bins 16 : tensor<1024xi32> -> tensor<1024xi32>, tensor<16xi32>
  tile.store %rank, %y[%row, %c0] : tensor<1024xi32>, !tile.ref<2x1024xi32>
  tile.store %count, %z[%row, %c0] : tensor<16xi32>, !tile.ref<2x16xi32>
  tile.return
}
