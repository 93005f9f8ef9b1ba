// Devices that talk: native code on a grid, with an infeed, with different
// programs, and with prints, which come out whole.
// RUN: weft-run --check --compiled %s | FileCheck %s

module @infeed {
  func.func @program(%token: !stablehlo.token) -> (tensor<2xi64>, tensor<2xi64>) {
    %0:2 = "stablehlo.infeed"(%token) : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
    %1:2 = "stablehlo.infeed"(%0#1) : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
    %2 = stablehlo.add %0#0, %1#0 : tensor<2xi64>
    return %1#0, %2 : tensor<2xi64>, tensor<2xi64>
  }
  func.func @first() -> tensor<2xi64> {
    %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    return %0 : tensor<2xi64>
  }
  func.func @second() -> tensor<2xi64> {
    %0 = stablehlo.constant dense<[10, 20]> : tensor<2xi64>
    return %0 : tensor<2xi64>
  }
  func.func @main() {
    %token = stablehlo.after_all : !stablehlo.token
    %0:2 = "interpreter.run_parallel"(%token) {infeed = [@first, @second], programs = [[@program]]}
        : (!stablehlo.token) -> (tensor<2xi64>, tensor<2xi64>)
    check.expect_eq_const %0#0, dense<[10, 20]> : tensor<2xi64>
    check.expect_eq_const %0#1, dense<[11, 22]> : tensor<2xi64>
    return
  }
}

// -----

// By way of the host, and in order.
module @messages {
  func.func @sends(%value: tensor<2xf32>, %token: !stablehlo.token) -> !stablehlo.token {
    %0 = "stablehlo.send"(%value, %token) {channel_handle = #stablehlo.channel_handle<handle = 7, type = 2>, is_host_transfer = true}
        : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
    %1 = stablehlo.add %value, %value : tensor<2xf32>
    %2 = "stablehlo.send"(%1, %0) {channel_handle = #stablehlo.channel_handle<handle = 7, type = 2>, is_host_transfer = true}
        : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
    return %2 : !stablehlo.token
  }
  func.func @receives(%token: !stablehlo.token) -> (tensor<2xf32>, tensor<2xf32>) {
    %0:2 = "stablehlo.recv"(%token) {channel_handle = #stablehlo.channel_handle<handle = 7, type = 3>, is_host_transfer = true}
        : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
    %1:2 = "stablehlo.recv"(%0#1) {channel_handle = #stablehlo.channel_handle<handle = 7, type = 3>, is_host_transfer = true}
        : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
    return %0#0, %1#0 : tensor<2xf32>, tensor<2xf32>
  }
  func.func @main() {
    %0 = stablehlo.constant dense<[1.5, 2.5]> : tensor<2xf32>
    %token = stablehlo.after_all : !stablehlo.token
    %1:3 = "interpreter.run_parallel"(%0, %token, %token) {programs = [[@sends], [@receives]]}
        : (tensor<2xf32>, !stablehlo.token, !stablehlo.token) -> (!stablehlo.token, tensor<2xf32>, tensor<2xf32>)
    check.expect_eq_const %1#1, dense<[1.5, 2.5]> : tensor<2xf32>
    check.expect_eq_const %1#2, dense<[3.0, 5.0]> : tensor<2xf32>
    return
  }
}

// -----

module @prints {
  func.func @program(%x: tensor<2xi32>) -> tensor<2xi32> {
    %0 = stablehlo.add %x, %x : tensor<2xi32>
    interpreter.print %0 : tensor<2xi32>
    return %0 : tensor<2xi32>
  }
  // CHECK:      %0 = tensor<2xi32> {
  // CHECK-NEXT:   [2, 4]
  // CHECK-NEXT: }
  // CHECK-NEXT: %0 = tensor<2xi32> {
  // CHECK-NEXT:   [2, 4]
  // CHECK-NEXT: }
  // CHECK:      3 passed, 0 failed
  func.func @main() {
    %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %1:2 = "interpreter.run_parallel"(%0, %0) {programs = [[@program, @program]]}
        : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
    return
  }
}
