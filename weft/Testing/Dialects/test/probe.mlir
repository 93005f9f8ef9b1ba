// RUN: rm -rf %t && weft-run --check --probe-output-dir=%t %s | FileCheck %s
// RUN: FileCheck %s --check-prefix=INDEX --input-file=%t/index.csv
// RUN: not weft-run --check %s | FileCheck %s --check-prefix=NODIR

// CHECK: PASS small_floats
// CHECK: PASS narrow_integers
// CHECK: PASS loop
// CHECK: PASS other_program
// CHECK: 4 passed, 0 failed
// NODIR: FAIL small_floats: {{.*}}probe.mlir:[[#]]:8: error: {{.*}}probe 'a,"b"' has no directory to write to; name one with --probe-output-dir

// INDEX: "a,""b""",tensor<3xf8E4M3FN>,{{.*}}probe1.npy
// INDEX-NEXT: i4,tensor<2x2xi4>,{{.*}}probe2.npy
// INDEX-NEXT: loop,tensor<i64>,{{.*}}probe3.npy
// INDEX-NEXT: loop,tensor<i64>,{{.*}}probe4.npy

func.func @small_floats() {
  %0 = stablehlo.constant dense<[1.0, -2.5, 448.0]> : tensor<3xf8E4M3FN>
  %1 = interpreter.probe %0, probe_id = "a,\22b\22" : tensor<3xf8E4M3FN>
  check.expect_serialized_eq %0, probe_id = "a,\22b\22" : tensor<3xf8E4M3FN>
  check.expect_eq %0, %1 : tensor<3xf8E4M3FN>
  return
}

// -----

func.func @narrow_integers() {
  %0 = stablehlo.constant dense<[[1, -8], [7, 0]]> : tensor<2x2xi4>
  %1 = interpreter.probe %0, probe_id = "i4" : tensor<2x2xi4>
  check.expect_serialized_eq %1, probe_id = "i4" : tensor<2x2xi4>
  return
}

// -----

func.func @loop() {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %two = stablehlo.constant dense<2> : tensor<i64>
  %last = stablehlo.while(%i = %zero) : tensor<i64>
  cond {
    %more = stablehlo.compare LT, %i, %two : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i64>
    %probed = interpreter.probe %next, probe_id = "loop" : tensor<i64>
    stablehlo.return %probed : tensor<i64>
  }
  check.expect_serialized_eq %one, probe_id = "loop" : tensor<i64>
  check.expect_serialized_eq %two, probe_id = "loop", iter = 1 : tensor<i64>
  return
}

// -----

// Probes of other parts of the file are not seen.
func.func @other_program() {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  // expected-error@+1 {{probe 'loop' has run 0 times, so there is no value of iteration 0}}
  check.expect_serialized_eq %zero, probe_id = "loop" : tensor<i64>
  return
}
