// Products of which the machine copies one factor at most. All extents end inside of tiles.

// No row begins at a multiple of four bytes.
tile.kernel @odd(%a: !tile.ref<75x107xbf16> {tile.readonly}, %b: !tile.ref<107x83xbf16> {tile.readonly}, %c: !tile.ref<75x83xf32>) attributes {stage = "free", grid = 4} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %rows = arith.constant 75 : index
  %terms = arith.constant 107 : index
  %columns = arith.constant 83 : index
  %side = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %program = tile.program_id
  %i, %j = tile.unrank %program in [2, 2]
  %row = arith.muli %i, %side : index
  %column = arith.muli %j, %side : index
  %sum = scf.for %k = %c0 to %terms step %c32 iter_args(%before = %zero) -> (tensor<64x64xf32>) {
    %x = tile.load %a[%row, %k] bound [%rows, %terms] : !tile.ref<75x107xbf16> -> tensor<64x32xbf16>
    %y = tile.load %b[%k, %column] bound [%terms, %columns] : !tile.ref<107x83xbf16> -> tensor<32x64xbf16>
    %d = tile.dot %x, %y, %before : tensor<64x32xbf16>, tensor<32x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %sum, %c[%row, %column] bound [%rows, %columns] : tensor<64x64xf32>, !tile.ref<75x83xf32>
  tile.return
}

// Bytes that are converted on the way, and a factor that is copied.
tile.kernel @converted(%a: !tile.ref<75x104xbf16> {tile.readonly}, %b: !tile.ref<104x80xi8> {tile.readonly}, %c: !tile.ref<75x80xf32>) attributes {stage = "free", grid = 4} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %rows = arith.constant 75 : index
  %terms = arith.constant 104 : index
  %columns = arith.constant 80 : index
  %side = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %program = tile.program_id
  %i, %j = tile.unrank %program in [2, 2]
  %row = arith.muli %i, %side : index
  %column = arith.muli %j, %side : index
  %sum = scf.for %k = %c0 to %terms step %c32 iter_args(%before = %zero) -> (tensor<64x64xf32>) {
    %x = tile.load %a[%row, %k] bound [%rows, %terms] : !tile.ref<75x104xbf16> -> tensor<64x32xbf16>
    %y = tile.load %b[%k, %column] bound [%terms, %columns] : !tile.ref<104x80xi8> -> tensor<32x64xi8>
    %h = arith.sitofp %y : tensor<32x64xi8> to tensor<32x64xf32>
    %w = arith.truncf %h : tensor<32x64xf32> to tensor<32x64xbf16>
    %d = tile.dot %x, %w, %before : tensor<64x32xbf16>, tensor<32x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %sum, %c[%row, %column] bound [%rows, %columns] : tensor<64x64xf32>, !tile.ref<75x80xf32>
  tile.return
}

// There is no next step.
tile.kernel @single(%a: !tile.ref<75x31xbf16> {tile.readonly}, %b: !tile.ref<31x83xbf16> {tile.readonly}, %c: !tile.ref<75x83xf32>) attributes {stage = "free", grid = 4} {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %rows = arith.constant 75 : index
  %terms = arith.constant 31 : index
  %columns = arith.constant 83 : index
  %side = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %program = tile.program_id
  %i, %j = tile.unrank %program in [2, 2]
  %row = arith.muli %i, %side : index
  %column = arith.muli %j, %side : index
  %sum = scf.for %k = %c0 to %terms step %c32 iter_args(%before = %zero) -> (tensor<64x64xf32>) {
    %x = tile.load %a[%row, %k] bound [%rows, %terms] : !tile.ref<75x31xbf16> -> tensor<64x32xbf16>
    %y = tile.load %b[%k, %column] bound [%terms, %columns] : !tile.ref<31x83xbf16> -> tensor<32x64xbf16>
    %d = tile.dot %x, %y, %before : tensor<64x32xbf16>, tensor<32x64xbf16>, tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %sum, %c[%row, %column] bound [%rows, %columns] : tensor<64x64xf32>, !tile.ref<75x83xf32>
  tile.return
}

// Sums and factors take the registers of more threads.
tile.kernel @wide(%a: !tile.ref<250x107xbf16> {tile.readonly}, %b: !tile.ref<107x251xbf16> {tile.readonly}, %c: !tile.ref<250x251xf32>) attributes {stage = "free", grid = 4} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %rows = arith.constant 250 : index
  %terms = arith.constant 107 : index
  %columns = arith.constant 251 : index
  %side = arith.constant 128 : index
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %program = tile.program_id
  %i, %j = tile.unrank %program in [2, 2]
  %row = arith.muli %i, %side : index
  %column = arith.muli %j, %side : index
  %sum = scf.for %k = %c0 to %terms step %c64 iter_args(%before = %zero) -> (tensor<128x128xf32>) {
    %x = tile.load %a[%row, %k] bound [%rows, %terms] : !tile.ref<250x107xbf16> -> tensor<128x64xbf16>
    %y = tile.load %b[%k, %column] bound [%terms, %columns] : !tile.ref<107x251xbf16> -> tensor<64x128xbf16>
    %d = tile.dot %x, %y, %before : tensor<128x64xbf16>, tensor<64x128xbf16>, tensor<128x128xf32>
    scf.yield %d : tensor<128x128xf32>
  }
  tile.store %sum, %c[%row, %column] bound [%rows, %columns] : tensor<128x128xf32>, !tile.ref<250x251xf32>
  tile.return
}

// There are registers for the bytes of one factor alone.
tile.kernel @bytes(%a: !tile.ref<250x331xi8> {tile.readonly}, %b: !tile.ref<331x251xi8> {tile.readonly}, %c: !tile.ref<250x251xi32>) attributes {stage = "free", grid = 4} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %rows = arith.constant 250 : index
  %terms = arith.constant 331 : index
  %columns = arith.constant 251 : index
  %side = arith.constant 128 : index
  %zero = arith.constant dense<0> : tensor<128x128xi32>
  %program = tile.program_id
  %i, %j = tile.unrank %program in [2, 2]
  %row = arith.muli %i, %side : index
  %column = arith.muli %j, %side : index
  %sum = scf.for %k = %c0 to %terms step %c128 iter_args(%before = %zero) -> (tensor<128x128xi32>) {
    %x = tile.load %a[%row, %k] bound [%rows, %terms] : !tile.ref<250x331xi8> -> tensor<128x128xi8>
    %y = tile.load %b[%k, %column] bound [%terms, %columns] : !tile.ref<331x251xi8> -> tensor<128x128xi8>
    %d = tile.dot %x, %y, %before : tensor<128x128xi8>, tensor<128x128xi8>, tensor<128x128xi32>
    scf.yield %d : tensor<128x128xi32>
  }
  tile.store %sum, %c[%row, %column] bound [%rows, %columns] : tensor<128x128xi32>, !tile.ref<250x251xi32>
  tile.return
}
