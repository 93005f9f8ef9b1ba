tile.kernel @transpose(%x: !tile.ref<101x68xf32> {tile.readonly}, %y: !tile.ref<68x101xf32>) attributes {stage = "free", grid = 12} {
  %c32 = arith.constant 32 : index
  %c68 = arith.constant 68 : index
  %c101 = arith.constant 101 : index
  %program = tile.program_id
  %i, %j = tile.unrank %program in [3, 4]
  %row = arith.muli %i, %c32 : index
  %column = arith.muli %j, %c32 : index
  %0 = tile.load %x[%column, %row] bound [%c101, %c68] : !tile.ref<101x68xf32> -> tensor<32x32xf32>
  %1 = tile.transpose %0 [1, 0] : tensor<32x32xf32> -> tensor<32x32xf32>
  tile.store %1, %y[%row, %column] bound [%c68, %c101] : tensor<32x32xf32>, !tile.ref<68x101xf32>
  tile.return
}
