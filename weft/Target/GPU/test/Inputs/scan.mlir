// Scans in all directions: along lanes and registers, from either end, with and
// without the element itself.

// Rows, a warp each; what all rows before a tile combine to is carried.
tile.kernel @rows(%x: !tile.ref<6x1000xf32> {tile.readonly}, %y: !tile.ref<6x1000xf32>) attributes {stage = "free", grid = 2} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %c256 = arith.constant 256 : index
  %c1000 = arith.constant 1000 : index
  %none = arith.constant dense<0.0> : tensor<4xf32>
  %program = tile.program_id
  %row = arith.muli %program, %c4 : index
  %sum = scf.for %i = %c0 to %c1000 step %c256 iter_args(%before = %none) -> (tensor<4xf32>) {
    %in = tile.load %x[%row, %i] bound [%c6, %c1000] : !tile.ref<6x1000xf32> -> tensor<4x256xf32>
    %s, %total = tile.scan add %in along 1 : tensor<4x256xf32> -> tensor<4x256xf32>, tensor<4xf32>
    %past = tile.broadcast %before [0] : tensor<4xf32> -> tensor<4x256xf32>
    %out = arith.addf %s, %past : tensor<4x256xf32>
    tile.store %out, %y[%row, %i] bound [%c6, %c1000] : tensor<4x256xf32>, !tile.ref<6x1000xf32>
    %next = arith.addf %before, %total : tensor<4xf32>
    scf.yield %next : tensor<4xf32>
  }
  tile.return
}

// Columns, and the totals.
tile.kernel @columns(%x: !tile.ref<16x512xi32> {tile.readonly}, %y: !tile.ref<16x512xi32>, %z: !tile.ref<512xi32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %in = tile.load %x[%c0, %c0] : !tile.ref<16x512xi32> -> tensor<16x512xi32>
  %s, %total = tile.scan max %in along 0 reverse : tensor<16x512xi32> -> tensor<16x512xi32>, tensor<512xi32>
  tile.store %s, %y[%c0, %c0] : tensor<16x512xi32>, !tile.ref<16x512xi32>
  tile.store %total, %z[%c0] : tensor<512xi32>, !tile.ref<512xi32>
  tile.return
}

// Without the element itself, through registers, lanes and registers again.
tile.kernel @exclusive(%x: !tile.ref<4x512xi32> {tile.readonly}, %y: !tile.ref<4x512xi32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %in = tile.load %x[%c0, %c0] : !tile.ref<4x512xi32> -> tensor<4x512xi32>
  %s, %total = tile.scan add %in along 1 exclusive : tensor<4x512xi32> -> tensor<4x512xi32>, tensor<4xi32>
  tile.store %s, %y[%c0, %c0] : tensor<4x512xi32>, !tile.ref<4x512xi32>
  tile.return
}

tile.kernel @exclusive_reverse(%x: !tile.ref<4x512xi32> {tile.readonly}, %y: !tile.ref<4x512xi32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %in = tile.load %x[%c0, %c0] : !tile.ref<4x512xi32> -> tensor<4x512xi32>
  %s, %total = tile.scan add %in along 1 exclusive reverse : tensor<4x512xi32> -> tensor<4x512xi32>, tensor<4xi32>
  tile.store %s, %y[%c0, %c0] : tensor<4x512xi32>, !tile.ref<4x512xi32>
  tile.return
}
