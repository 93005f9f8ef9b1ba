// Each program tells the next one what all up to it have: it draws a ticket,
// waits for what the one before has told, adds its own and tells that. The last
// of the words is the ticket.

!x = !tile.ref<5x64xi32>
!cells = !tile.ref<70xi64>
!t = tensor<64xi64>
tile.kernel @told(%x: !x {tile.readonly}, %cells: !cells {tile.zeroed}, %y: !tile.ref<5xi32>) attributes {stage = "free", grid = 5, warps = 2} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ones = arith.constant dense<1> : !t
  %last = arith.constant dense<69> : !t
  %zeros = arith.constant dense<0> : !t
  %one = arith.constant dense<1> : tensor<1xi64>
  %places = tile.iota 0 : !t
  %isFirst = arith.cmpi eq, %places, %zeros : !t
  %drawn = tile.scatter add %ones, %cells[%last] mask %isFirst {unique} : !t, !cells, !t -> !t
  %sum = tile.reduce add %drawn [0] : !t -> tensor<i64>
  %number = tensor.extract %sum[] : tensor<i64>
  %ticket = arith.index_cast %number : i64 to index
  %isAlone = arith.cmpi eq, %ticket, %c0 : index
  %v = tile.load %x[%ticket, %c0] : !x -> tensor<64xi32>
  %total = tile.reduce add %v [0] : tensor<64xi32> -> tensor<i32>
  %own = tensor.extract %total[] : tensor<i32>
  %told = scf.while : () -> !t {
    %word = tile.atomic load relaxed device %cells[%ticket] : !cells -> !t
    %isUntold = arith.cmpi eq, %word, %zeros : !t
    %others = tensor.splat %isAlone : tensor<64xi1>
    %isNeeded = arith.cmpi ugt, %isFirst, %others : tensor<64xi1>
    %isMissing = arith.andi %isUntold, %isNeeded : tensor<64xi1>
    %any = tile.reduce or %isMissing [0] : tensor<64xi1> -> tensor<i1>
    %waits = tensor.extract %any[] : tensor<i1>
    scf.condition(%waits) %word : !t
  } do {
  ^bb0(%word: !t):
    scf.yield
  }
  %half = arith.shrui %told, %ones : !t
  %before = arith.select %isFirst, %half, %zeros : tensor<64xi1>, !t
  %all = tile.reduce add %before [0] : !t -> tensor<i64>
  %past = tensor.extract %all[] : tensor<i64>
  %past32 = arith.trunci %past : i64 to i32
  %with = arith.addi %past32, %own : i32
  %result = tensor.splat %with : tensor<i32>
  tile.store %result, %y[%ticket] : tensor<i32>, !tile.ref<5xi32>
  %wide = arith.extui %with : i32 to i64
  %words = tensor.splat %wide : tensor<1xi64>
  %twice = arith.shli %words, %one : tensor<1xi64>
  %telling = arith.ori %twice, %one : tensor<1xi64>
  %next = arith.addi %ticket, %c1 : index
  %gone = tile.atomic exchange relaxed device %cells[%next], %telling : tensor<1xi64> : !cells -> tensor<1xi64>
  tile.return
}

// Each element is looked at by one thread, as long as there are no more threads
// than elements.

tile.kernel @looked(%cells: !tile.ref<32xi64>, %y: !tile.ref<32xi64>) attributes {stage = "free", grid = 1, warps = 1} {
  %c0 = arith.constant 0 : index
  %w = tile.atomic load relaxed device %cells[%c0] : !tile.ref<32xi64> -> tensor<32xi64>
  tile.store %w, %y[%c0] : tensor<32xi64>, !tile.ref<32xi64>
  tile.return
}
