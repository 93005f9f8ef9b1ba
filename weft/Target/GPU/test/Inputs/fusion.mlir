// tanh(x * y + b): rows and columns end inside of tiles, and vectors of 4 do not divide a row.
tile.kernel @fusion(%x: !tile.ref<37x1111xf32> {tile.readonly}, %y: !tile.ref<37x1111xf32> {tile.readonly}, %b: !tile.ref<1111xf32> {tile.readonly}, %z: !tile.ref<37x1111xf32>) attributes {stage = "free", grid = 50} {
  %c4 = arith.constant 4 : index
  %c37 = arith.constant 37 : index
  %c256 = arith.constant 256 : index
  %c1111 = arith.constant 1111 : index
  %program = tile.program_id
  %i, %j = tile.unrank %program in [10, 5]
  %row = arith.muli %i, %c4 : index
  %column = arith.muli %j, %c256 : index
  %0 = tile.load %x[%row, %column] bound [%c37, %c1111] : !tile.ref<37x1111xf32> -> tensor<4x256xf32>
  %1 = tile.load %y[%row, %column] bound [%c37, %c1111] : !tile.ref<37x1111xf32> -> tensor<4x256xf32>
  %2 = arith.mulf %0, %1 : tensor<4x256xf32>
  %3 = tile.load %b[%column] bound [%c1111] : !tile.ref<1111xf32> -> tensor<256xf32>
  %4 = tile.broadcast %3 [1] : tensor<256xf32> -> tensor<4x256xf32>
  %5 = arith.addf %2, %4 : tensor<4x256xf32>
  %6 = math.tanh %5 : tensor<4x256xf32>
  tile.store %6, %z[%row, %column] bound [%c37, %c1111] : tensor<4x256xf32>, !tile.ref<37x1111xf32>
  tile.return
}
