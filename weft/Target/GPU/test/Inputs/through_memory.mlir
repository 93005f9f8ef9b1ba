// Programs that load what they stored, by other threads: in global memory too
// these wait for each other.

// Rows in reverse order.
tile.kernel @reverse(%x: !tile.ref<64x64xf32> {tile.readonly}, %y: !tile.ref<64x64xf32>, %z: !tile.ref<64x64xf32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %c63 = arith.constant 63 : index
  %in = tile.load %x[%c0, %c0] : !tile.ref<64x64xf32> -> tensor<64x64xf32>
  tile.store %in, %y[%c0, %c0] : tensor<64x64xf32>, !tile.ref<64x64xf32>
  %back = tile.load %y[%c63, %c0] strides [-1, 1] : !tile.ref<64x64xf32> -> tensor<64x64xf32>
  tile.store %back, %z[%c0, %c0] : tensor<64x64xf32>, !tile.ref<64x64xf32>
  tile.return
}

// Each iteration moves what the one before has written by one element.
tile.kernel @creep(%x: !tile.ref<1024xi32> {tile.readonly}, %y: !tile.ref<1032xi32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant dense<1> : tensor<1024xi32>
  %in = tile.load %x[%c0] : !tile.ref<1024xi32> -> tensor<1024xi32>
  tile.store %in, %y[%c0] : tensor<1024xi32>, !tile.ref<1032xi32>
  scf.for %i = %c0 to %c8 step %c1 {
    %next = arith.addi %i, %c1 : index
    %a = tile.load %y[%i] : !tile.ref<1032xi32> -> tensor<1024xi32>
    %b = arith.addi %a, %one : tensor<1024xi32>
    tile.store %b, %y[%next] : tensor<1024xi32>, !tile.ref<1032xi32>
  }
  tile.return
}
