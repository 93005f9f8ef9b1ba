// RUN: weft-opt %s -verify-diagnostics -split-input-file

// One broken constraint of the specification per function, named by operation
// and label.

// Valid.
func.func @send_valid(%a: tensor<4xf32>, %t: !stablehlo.token) {
  %0 = "stablehlo.send"(%a, %t) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>
  }> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  func.return
}

// -----

// Valid.
func.func @send_host(%a: tensor<4xf32>, %t: !stablehlo.token) {
  %0 = "stablehlo.send"(%a, %t) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>,
    is_host_transfer = true
  }> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  func.return
}

// -----

func.func @send_c1(%a: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.send' op requires (C1) source_target_pairs of two columns, got 'tensor<1x3xi64>'}}
  %0 = "stablehlo.send"(%a, %t) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>
  }> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  func.return
}

// -----

func.func @send_c2(%a: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.send' op requires (C2) source_target_pairs without repeated sources, got 0 more than once}}
  %0 = "stablehlo.send"(%a, %t) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>
  }> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  func.return
}

// -----

func.func @send_c3(%a: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.send' op requires (C3) source_target_pairs without repeated targets, got 1 more than once}}
  %0 = "stablehlo.send"(%a, %t) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>
  }> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  func.return
}

// -----

func.func @send_c4(%a: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.send' op requires (C4) source_target_pairs without negative ids, got [-1, 0]}}
  %0 = "stablehlo.send"(%a, %t) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    source_target_pairs = dense<[[-1, 0]]> : tensor<1x2xi64>
  }> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  func.return
}

// -----

func.func @send_c5(%a: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.send' op requires (C5) a channel of type 1 with is_host_transfer false, got 2}}
  %0 = "stablehlo.send"(%a, %t) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>,
    source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>
  }> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  func.return
}

// -----

func.func @send_c5_host(%a: tensor<4xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.send' op requires (C5) a channel of type 2 with is_host_transfer true, got 1}}
  %0 = "stablehlo.send"(%a, %t) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    is_host_transfer = true
  }> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  func.return
}

// -----

// Valid.
func.func @recv_valid(%t: !stablehlo.token) {
  %0:2 = "stablehlo.recv"(%t) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>
  }> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  func.return
}

// -----

// Valid.
func.func @recv_host(%t: !stablehlo.token) {
  %0:2 = "stablehlo.recv"(%t) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>,
    is_host_transfer = true
  }> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  func.return
}

// -----

func.func @recv_c1(%t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.recv' op requires (C1) source_target_pairs of two columns, got 'tensor<1x3xi64>'}}
  %0:2 = "stablehlo.recv"(%t) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>
  }> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  func.return
}

// -----

func.func @recv_c2(%t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.recv' op requires (C2) source_target_pairs without repeated sources, got 0 more than once}}
  %0:2 = "stablehlo.recv"(%t) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>
  }> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  func.return
}

// -----

func.func @recv_c3(%t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.recv' op requires (C3) source_target_pairs without repeated targets, got 1 more than once}}
  %0:2 = "stablehlo.recv"(%t) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>
  }> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  func.return
}

// -----

func.func @recv_c4(%t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.recv' op requires (C4) source_target_pairs without negative ids, got [-1, 0]}}
  %0:2 = "stablehlo.recv"(%t) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    source_target_pairs = dense<[[-1, 0]]> : tensor<1x2xi64>
  }> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  func.return
}

// -----

func.func @recv_c5(%t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.recv' op requires (C5) a channel of type 1 with is_host_transfer false, got 3}}
  %0:2 = "stablehlo.recv"(%t) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>,
    source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>
  }> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  func.return
}

// -----

func.func @recv_c5_host(%t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.recv' op requires (C5) a channel of type 3 with is_host_transfer true, got 1}}
  %0:2 = "stablehlo.recv"(%t) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    is_host_transfer = true
  }> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  func.return
}

// -----

func.func @recv_none(%t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.recv' op requires at least one result, a token}}
  "stablehlo.recv"(%t) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>
  }> : (!stablehlo.token) -> ()
  func.return
}

// -----

func.func @recv_tensors(%t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.recv' op requires tensors for all results but the last, got '!stablehlo.token'}}
  %0:2 = "stablehlo.recv"(%t) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>
  }> : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  func.return
}

// -----

func.func @recv_token(%t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.recv' op requires a token for the last result, got 'tensor<4xf32>'}}
  %0 = "stablehlo.recv"(%t) <{
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>
  }> : (!stablehlo.token) -> tensor<4xf32>
  func.return
}

// -----

// Valid.
func.func @infeed_valid(%t: !stablehlo.token) {
  %0:2 = "stablehlo.infeed"(%t) <{
    layout = [[0, 1]]
  }> : (!stablehlo.token) -> (tensor<4x2xf32>, !stablehlo.token)
  func.return
}

// -----

func.func @infeed_c1(%t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.infeed' op requires (C1) at least one result, a token}}
  "stablehlo.infeed"(%t) <{
    infeed_config = ""
  }> : (!stablehlo.token) -> ()
  func.return
}

// -----

func.func @infeed_c2(%t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.infeed' op requires (C2) tensors for all results but the last, got '!stablehlo.token'}}
  %0:2 = "stablehlo.infeed"(%t) <{
    infeed_config = ""
  }> : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  func.return
}

// -----

func.func @infeed_c3(%t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.infeed' op requires (C3) a token for the last result, got 'tensor<4x2xf32>'}}
  %0 = "stablehlo.infeed"(%t) <{
    infeed_config = ""
  }> : (!stablehlo.token) -> tensor<4x2xf32>
  func.return
}

// -----

func.func @infeed_layout_count(%t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.infeed' op requires one entry of layout per tensor, which is 1, got 2}}
  %0:2 = "stablehlo.infeed"(%t) <{
    layout = [[0, 1], [0]]
  }> : (!stablehlo.token) -> (tensor<4x2xf32>, !stablehlo.token)
  func.return
}

// -----

func.func @infeed_layout_list(%t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.infeed' op requires a list of integers per entry of layout, got 0 : i64}}
  %0:2 = "stablehlo.infeed"(%t) <{
    layout = [0]
  }> : (!stablehlo.token) -> (tensor<4x2xf32>, !stablehlo.token)
  func.return
}

// -----

func.func @infeed_layout_integers(%t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.infeed' op requires a list of integers per entry of layout, got ["a"]}}
  %0:2 = "stablehlo.infeed"(%t) <{
    layout = [["a"]]
  }> : (!stablehlo.token) -> (tensor<4x2xf32>, !stablehlo.token)
  func.return
}

// -----

func.func @partition_id_result() {
  // expected-error@+1 {{'stablehlo.partition_id' op requires a result of type 'tensor<ui32>', got 'tensor<1xui32>'}}
  %0 = stablehlo.partition_id : tensor<1xui32>
  func.return
}

// -----

func.func @replica_id_result() {
  // expected-error@+1 {{'stablehlo.replica_id' op requires a result of type 'tensor<ui32>', got 'tensor<1xui32>'}}
  %0 = stablehlo.replica_id : tensor<1xui32>
  func.return
}
