// A row is in one warp.
tile.kernel @softmax(%x: !tile.ref<33x1000xf32> {tile.readonly}, %y: !tile.ref<33x1000xf32>) attributes {stage = "free", grid = 9} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c33 = arith.constant 33 : index
  %c1000 = arith.constant 1000 : index
  %scale = arith.constant dense<0.125> : tensor<4x1024xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<4x1024xf32>
  %zero = arith.constant dense<0.0> : tensor<4x1024xf32>
  %program = tile.program_id
  %row = arith.muli %program, %c4 : index
  %in = tile.load %x[%row, %c0] bound [%c33, %c1000] : !tile.ref<33x1000xf32> -> tensor<4x1024xf32>
  %live = tile.mask [%row, %c0] bound [_, %c1000] : tensor<4x1024xi1>
  %s = arith.mulf %in, %scale : tensor<4x1024xf32>
  %sm = arith.select %live, %s, %lowest : tensor<4x1024xi1>, tensor<4x1024xf32>
  %max = tile.reduce max %sm [1] : tensor<4x1024xf32> -> tensor<4xf32>
  %maxes = tile.broadcast %max [0] : tensor<4xf32> -> tensor<4x1024xf32>
  %d = arith.subf %s, %maxes : tensor<4x1024xf32>
  %e = math.exp %d : tensor<4x1024xf32>
  %em = arith.select %live, %e, %zero : tensor<4x1024xi1>, tensor<4x1024xf32>
  %sum = tile.reduce add %em [1] : tensor<4x1024xf32> -> tensor<4xf32>
  %sums = tile.broadcast %sum [0] : tensor<4xf32> -> tensor<4x1024xf32>
  %out = arith.divf %e, %sums : tensor<4x1024xf32>
  tile.store %out, %y[%row, %c0] bound [%c33, %c1000] : tensor<4x1024xf32>, !tile.ref<33x1000xf32>
  tile.return
}
