// RUN: weft-run --check %s
//
// Expansions of real functions against values from a library of higher
// precision, with the special values of each. Goldens of lgamma and digamma stay
// away from their zeros, where the approximation loses relative accuracy.

func.func @acos_f32() {
  %0 = stablehlo.constant dense<[0.0, 1.0, -1.0, 0.5, -0.5, 0.001, 0.999, 1.5, -2.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<12xf32>
  %1 = chlo.acos %0 : tensor<12xf32> -> tensor<12xf32>
  %2 = stablehlo.constant dense<[1.5707964, 0.0, 3.1415927, 1.0471976, 2.0943952, 1.5697963, 0.0447248, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<12xf32>
  check.expect_close %1, %2, max_ulp_difference = 3 : tensor<12xf32>, tensor<12xf32>
  return
}

// -----

func.func @acos_f64() {
  %0 = stablehlo.constant dense<[0.0, 1.0, -1.0, 0.5, -0.5, 0.001, 0.999, 1.5, -2.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<12xf64>
  %1 = chlo.acos %0 : tensor<12xf64> -> tensor<12xf64>
  %2 = stablehlo.constant dense<[1.5707963267948966, 0.0, 3.141592653589793, 1.0471975511965979, 2.0943951023931957, 1.56979632662823, 0.044725087168733454, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<12xf64>
  check.expect_close %1, %2, max_ulp_difference = 3 : tensor<12xf64>, tensor<12xf64>
  return
}

// -----

func.func @asin_f32() {
  %0 = stablehlo.constant dense<[0.0, 1.0, -1.0, 0.5, -0.5, 0.001, 0.999, 1.5, -2.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<12xf32>
  %1 = chlo.asin %0 : tensor<12xf32> -> tensor<12xf32>
  %2 = stablehlo.constant dense<[0.0, 1.5707964, -1.5707964, 0.5235988, -0.5235988, 0.0010000002, 1.5260715, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<12xf32>
  check.expect_close %1, %2, max_ulp_difference = 3 : tensor<12xf32>, tensor<12xf32>
  return
}

// -----

func.func @asin_f64() {
  %0 = stablehlo.constant dense<[0.0, 1.0, -1.0, 0.5, -0.5, 0.001, 0.999, 1.5, -2.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<12xf64>
  %1 = chlo.asin %0 : tensor<12xf64> -> tensor<12xf64>
  %2 = stablehlo.constant dense<[0.0, 1.5707963267948966, -1.5707963267948966, 0.5235987755982989, -0.5235987755982989, 0.0010000001666667416, 1.526071239626163, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<12xf64>
  check.expect_close %1, %2, max_ulp_difference = 3 : tensor<12xf64>, tensor<12xf64>
  return
}

// -----

func.func @acosh_f32() {
  %0 = stablehlo.constant dense<[1.0, 1.0001, 2.0, 10.0, 10000000000.0, 1.0e+38, 0.5, 0.0, -1.0, -10000000000.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<13xf32>
  %1 = chlo.acosh %0 : tensor<13xf32> -> tensor<13xf32>
  %2 = stablehlo.constant dense<[0.0, 0.014143191, 1.316958, 2.993223, 23.718998, 88.19138, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7F800000, 0x7FC00000, 0x7FC00000]> : tensor<13xf32>
  check.expect_close %1, %2, max_ulp_difference = 3 : tensor<13xf32>, tensor<13xf32>
  return
}

// -----

func.func @acosh_f64() {
  %0 = stablehlo.constant dense<[1.0, 1.0001, 2.0, 10.0, 10000000000.0, 1.0e+38, 0.5, 0.0, -1.0, -10000000000.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<13xf64>
  %1 = chlo.acosh %0 : tensor<13xf64> -> tensor<13xf64>
  %2 = stablehlo.constant dense<[0.0, 0.014142017775251545, 1.3169578969248168, 2.993222846126381, 23.7189981105004, 88.19138071433368, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<13xf64>
  check.expect_close %1, %2, max_ulp_difference = 3 : tensor<13xf64>, tensor<13xf64>
  return
}

// -----

func.func @asinh_f32() {
  %0 = stablehlo.constant dense<[0.0, 1.0e-05, -1.0e-05, 0.5, -0.5, 3.0, 10000000000.0, -1.0e+38, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<11xf32>
  %1 = chlo.asinh %0 : tensor<11xf32> -> tensor<11xf32>
  %2 = stablehlo.constant dense<[0.0, 1.0e-05, -1.0e-05, 0.4812118, -0.4812118, 1.8184465, 23.718998, -88.19138, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<11xf32>
  check.expect_close %1, %2, max_ulp_difference = 3 : tensor<11xf32>, tensor<11xf32>
  return
}

// -----

func.func @asinh_f64() {
  %0 = stablehlo.constant dense<[0.0, 1.0e-05, -1.0e-05, 0.5, -0.5, 3.0, 10000000000.0, -1.0e+38, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<11xf64>
  %1 = chlo.asinh %0 : tensor<11xf64> -> tensor<11xf64>
  %2 = stablehlo.constant dense<[0.0, 9.999999999833334e-06, -9.999999999833334e-06, 0.48121182505960347, -0.48121182505960347, 1.8184464592320668, 23.7189981105004, -88.19138071433368, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<11xf64>
  check.expect_close %1, %2, max_ulp_difference = 3 : tensor<11xf64>, tensor<11xf64>
  return
}

// -----

func.func @atan_f32() {
  %0 = stablehlo.constant dense<[0.0, 1.0, -1.0, 0.5, 10000000000.0, -10000000000.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<9xf32>
  %1 = chlo.atan %0 : tensor<9xf32> -> tensor<9xf32>
  %2 = stablehlo.constant dense<[0.0, 0.7853982, -0.7853982, 0.4636476, 1.5707964, -1.5707964, 1.5707964, -1.5707964, 0x7FC00000]> : tensor<9xf32>
  check.expect_close %1, %2, max_ulp_difference = 3 : tensor<9xf32>, tensor<9xf32>
  return
}

// -----

func.func @atan_f64() {
  %0 = stablehlo.constant dense<[0.0, 1.0, -1.0, 0.5, 10000000000.0, -10000000000.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<9xf64>
  %1 = chlo.atan %0 : tensor<9xf64> -> tensor<9xf64>
  %2 = stablehlo.constant dense<[0.0, 0.7853981633974483, -0.7853981633974483, 0.4636476090008061, 1.5707963266948965, -1.5707963266948965, 1.5707963267948966, -1.5707963267948966, 0x7FF8000000000000]> : tensor<9xf64>
  check.expect_close %1, %2, max_ulp_difference = 3 : tensor<9xf64>, tensor<9xf64>
  return
}

// -----

func.func @atanh_f32() {
  %0 = stablehlo.constant dense<[0.0, 1.0e-05, 0.5, -0.5, 0.9999, 1.0, -1.0, 1.5, -2.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<12xf32>
  %1 = chlo.atanh %0 : tensor<12xf32> -> tensor<12xf32>
  %2 = stablehlo.constant dense<[0.0, 1.0e-05, 0.54930615, -0.54930615, 4.951636, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<12xf32>
  check.expect_close %1, %2, max_ulp_difference = 3 : tensor<12xf32>, tensor<12xf32>
  return
}

// -----

func.func @atanh_f64() {
  %0 = stablehlo.constant dense<[0.0, 1.0e-05, 0.5, -0.5, 0.9999, 1.0, -1.0, 1.5, -2.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<12xf64>
  %1 = chlo.atanh %0 : tensor<12xf64> -> tensor<12xf64>
  %2 = stablehlo.constant dense<[0.0, 1.0000000000333334e-05, 0.5493061443340549, -0.5493061443340549, 4.951718775643099, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<12xf64>
  check.expect_close %1, %2, max_ulp_difference = 3 : tensor<12xf64>, tensor<12xf64>
  return
}

// -----

func.func @sinh_f32() {
  %0 = stablehlo.constant dense<[0.0, 1.0e-05, 0.5, -0.5, 0.999, 1.0, -1.0, 3.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<11xf32>
  %1 = chlo.sinh %0 : tensor<11xf32> -> tensor<11xf32>
  %2 = stablehlo.constant dense<[0.0, 1.0e-05, 0.5210953, -0.5210953, 1.1736587, 1.1752012, -1.1752012, 10.017875, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<11xf32>
  check.expect_close %1, %2, max_ulp_difference = 6 : tensor<11xf32>, tensor<11xf32>
  return
}

// -----

func.func @sinh_f64() {
  %0 = stablehlo.constant dense<[0.0, 1.0e-05, 0.5, -0.5, 0.999, 1.0, -1.0, 3.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<11xf64>
  %1 = chlo.sinh %0 : tensor<11xf64> -> tensor<11xf64>
  %2 = stablehlo.constant dense<[0.0, 1.0000000000166668e-05, 0.5210953054937474, -0.5210953054937474, 1.173658700352452, 1.1752011936438014, -1.1752011936438014, 10.017874927409903, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<11xf64>
  check.expect_close %1, %2, max_ulp_difference = 6 : tensor<11xf64>, tensor<11xf64>
  return
}

// -----

func.func @cosh_f32() {
  %0 = stablehlo.constant dense<[0.0, 1.0e-05, 0.5, -0.5, 1.0, -3.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<9xf32>
  %1 = chlo.cosh %0 : tensor<9xf32> -> tensor<9xf32>
  %2 = stablehlo.constant dense<[1.0, 1.0, 1.127626, 1.127626, 1.5430807, 10.067662, 0x7F800000, 0x7F800000, 0x7FC00000]> : tensor<9xf32>
  check.expect_close %1, %2, max_ulp_difference = 6 : tensor<9xf32>, tensor<9xf32>
  return
}

// -----

func.func @cosh_f64() {
  %0 = stablehlo.constant dense<[0.0, 1.0e-05, 0.5, -0.5, 1.0, -3.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<9xf64>
  %1 = chlo.cosh %0 : tensor<9xf64> -> tensor<9xf64>
  %2 = stablehlo.constant dense<[1.0, 1.00000000005, 1.1276259652063807, 1.1276259652063807, 1.5430806348152437, 10.067661995777765, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<9xf64>
  check.expect_close %1, %2, max_ulp_difference = 6 : tensor<9xf64>, tensor<9xf64>
  return
}

// -----

func.func @erf_f32() {
  %0 = stablehlo.constant dense<[0.0, 1.0e-05, 0.5, -0.5, 0.999, 1.0, -1.0, 2.0, -3.0, 10.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<13xf32>
  %1 = chlo.erf %0 : tensor<13xf32> -> tensor<13xf32>
  %2 = stablehlo.constant dense<[0.0, 1.12837915e-05, 0.5204999, -0.5204999, 0.8422853, 0.8427008, -0.8427008, 0.9953223, -0.9999779, 1.0, 1.0, -1.0, 0x7FC00000]> : tensor<13xf32>
  check.expect_close %1, %2, max_ulp_difference = 4 : tensor<13xf32>, tensor<13xf32>
  return
}

// -----

func.func @erf_f64() {
  %0 = stablehlo.constant dense<[0.0, 1.0e-05, 0.5, -0.5, 0.999, 1.0, -1.0, 2.0, -3.0, 10.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<13xf64>
  %1 = chlo.erf %0 : tensor<13xf64> -> tensor<13xf64>
  %2 = stablehlo.constant dense<[0.0, 1.1283791670579e-05, 0.5204998778130465, -0.5204998778130465, 0.8422852702064969, 0.8427007929497149, -0.8427007929497149, 0.9953222650189527, -0.9999779095030014, 1.0, 1.0, -1.0, 0x7FF8000000000000]> : tensor<13xf64>
  check.expect_close %1, %2, max_ulp_difference = 4 : tensor<13xf64>, tensor<13xf64>
  return
}

// -----

func.func @erfc_f32() {
  %0 = stablehlo.constant dense<[0.0, 1.0e-05, 0.5, -0.5, 1.0, -1.0, 2.0, -3.0, 5.0, 9.0, 10.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<14xf32>
  %1 = chlo.erfc %0 : tensor<14xf32> -> tensor<14xf32>
  %2 = stablehlo.constant dense<[1.0, 0.99998873, 0.47950011, 1.5204998, 0.1572992, 1.8427008, 0.004677735, 1.999978, 1.5374598e-12, 4.1370317e-37, 1.0e-45, 0.0, 2.0, 0x7FC00000]> : tensor<14xf32>
  check.expect_close %1, %2, max_ulp_difference = 8 : tensor<14xf32>, tensor<14xf32>
  return
}

// -----

func.func @erfc_f64() {
  %0 = stablehlo.constant dense<[0.0, 1.0e-05, 0.5, -0.5, 1.0, -1.0, 2.0, -3.0, 5.0, 9.0, 10.0, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<14xf64>
  %1 = chlo.erfc %0 : tensor<14xf64> -> tensor<14xf64>
  %2 = stablehlo.constant dense<[1.0, 0.9999887162083294, 0.4795001221869535, 1.5204998778130465, 0.15729920705028513, 1.8427007929497148, 0.004677734981047266, 1.9999779095030015, 1.537459794428035e-12, 4.13703174651381e-37, 2.088487583762545e-45, 0.0, 2.0, 0x7FF8000000000000]> : tensor<14xf64>
  check.expect_close %1, %2, max_ulp_difference = 8 : tensor<14xf64>, tensor<14xf64>
  return
}

// -----

func.func @erf_inv_f32() {
  %0 = stablehlo.constant dense<[0.0, 1.0e-05, 0.5, -0.5, 0.9, -0.99, 1.0, -1.0, 1.5, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<12xf32>
  %1 = chlo.erf_inv %0 : tensor<12xf32> -> tensor<12xf32>
  %2 = stablehlo.constant dense<[0.0, 8.862269e-06, 0.47693628, -0.47693628, 1.1630871, -1.8213866, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<12xf32>
  check.expect_close %1, %2, max_ulp_difference = 4 : tensor<12xf32>, tensor<12xf32>
  return
}

// -----

// How far x is from 1 is kept.
func.func @erf_inv_near_one() {
  %0 = stablehlo.constant dense<[0.9998779296875, -0.9999961853027344, 0.9999999403953552]> : tensor<3xf32>
  %1 = chlo.erf_inv %0 : tensor<3xf32> -> tensor<3xf32>
  %2 = stablehlo.constant dense<[2.7166553, -3.2677038, 3.832507]> : tensor<3xf32>
  check.expect_close %1, %2, max_ulp_difference = 6 : tensor<3xf32>, tensor<3xf32>
  %3 = stablehlo.constant dense<[0.9999999925494194, -0.9999999999990905, 0.9999999999999999]> : tensor<3xf64>
  %4 = chlo.erf_inv %3 : tensor<3xf64> -> tensor<3xf64>
  %5 = stablehlo.constant dense<[4.08738784457644, -5.05125408524939, 5.863584748755169]> : tensor<3xf64>
  check.expect_close %4, %5, max_ulp_difference = 6 : tensor<3xf64>, tensor<3xf64>
  return
}

// -----

func.func @erf_inv_f64() {
  %0 = stablehlo.constant dense<[0.0, 1.0e-05, 0.5, -0.5, 0.9, -0.99, 1.0, -1.0, 1.5, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<12xf64>
  %1 = chlo.erf_inv %0 : tensor<12xf64> -> tensor<12xf64>
  %2 = stablehlo.constant dense<[0.0, 8.862269254759594e-06, 0.4769362762044699, -0.4769362762044699, 1.1630871536766743, -1.8213863677184494, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<12xf64>
  check.expect_close %1, %2, max_ulp_difference = 4 : tensor<12xf64>, tensor<12xf64>
  return
}

// -----

func.func @lgamma_f32() {
  %0 = stablehlo.constant dense<[0.0, -1.0, -2.0, 0.25, 0.5, 3.0, 4.5, 10.0, 100.0, 10000000000.0, -0.5, -1.5, -3.25, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<16xf32>
  %1 = chlo.lgamma %0 : tensor<16xf32> -> tensor<16xf32>
  %2 = stablehlo.constant dense<[0x7F800000, 0x7F800000, 0x7F800000, 1.2880225, 0.5723649, 0.6931472, 2.4537365, 12.801827, 359.13422, 220258520000.0, 1.2655121, 0.86004704, -0.62315345, 0x7F800000, 0x7F800000, 0x7FC00000]> : tensor<16xf32>
  check.expect_close %1, %2, max_ulp_difference = 32 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @lgamma_f64() {
  %0 = stablehlo.constant dense<[0.0, -1.0, -2.0, 0.25, 0.5, 3.0, 4.5, 10.0, 100.0, 10000000000.0, -0.5, -1.5, -3.25, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<16xf64>
  %1 = chlo.lgamma %0 : tensor<16xf64> -> tensor<16xf64>
  %2 = stablehlo.constant dense<[0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000, 1.2880225246980774, 0.5723649429247001, 0.6931471805599453, 2.4537365708424423, 12.801827480081469, 359.1342053695754, 220258509288.81058, 1.2655121234846454, 0.860047015376481, -0.6231534513209986, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<16xf64>
  check.expect_close %1, %2, max_ulp_difference = 32 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @digamma_f32() {
  %0 = stablehlo.constant dense<[0.0, -1.0, -2.0, 0.25, 0.5, 1.0, 2.0, 3.0, 10.0, 100.0, -0.25, -1.75, -3.25, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<16xf32>
  %1 = chlo.digamma %0 : tensor<16xf32> -> tensor<16xf32>
  %2 = stablehlo.constant dense<[0x7FC00000, 0x7FC00000, 0x7FC00000, -4.2274537, -1.96351, -0.5772157, 0.42278433, 0.9227843, 2.2517526, 4.600162, 2.914139, -2.3226917, 4.4662757, 0x7F800000, 0x7FC00000, 0x7FC00000]> : tensor<16xf32>
  check.expect_close %1, %2, max_ulp_difference = 32 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @digamma_f64() {
  %0 = stablehlo.constant dense<[0.0, -1.0, -2.0, 0.25, 0.5, 1.0, 2.0, 3.0, 10.0, 100.0, -0.25, -1.75, -3.25, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000]> : tensor<16xf64>
  %1 = chlo.digamma %0 : tensor<16xf64> -> tensor<16xf64>
  %2 = stablehlo.constant dense<[0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, -4.2274535333762655, -1.9635100260214235, -0.5772156649015329, 0.42278433509846713, 0.9227843350984671, 2.251752589066721, 4.600161852738087, 2.9141391202135276, -2.322691628614361, 4.46627587235028, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<16xf64>
  check.expect_close %1, %2, max_ulp_difference = 32 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @bessel_i1e_f32() {
  %0 = stablehlo.constant dense<[0.0, 0.001, 0.5, -0.5, 1.0, 4.0, -8.0, 8.5, -20.0, 100.0]> : tensor<10xf32>
  %1 = chlo.bessel_i1e %0 : tensor<10xf32> -> tensor<10xf32>
  %2 = stablehlo.constant dense<[0.0, 0.0004995003, 0.1564208, -0.1564208, 0.20791042, 0.17875084, -0.13414249, 0.13054936, -0.08750622, 0.039744154]> : tensor<10xf32>
  check.expect_close %1, %2, max_ulp_difference = 16 : tensor<10xf32>, tensor<10xf32>
  return
}

// -----

func.func @bessel_i1e_f64() {
  %0 = stablehlo.constant dense<[0.0, 0.001, 0.5, -0.5, 1.0, 4.0, -8.0, 8.5, -20.0, 100.0]> : tensor<10xf64>
  %1 = chlo.bessel_i1e %0 : tensor<10xf64> -> tensor<10xf64>
  %2 = stablehlo.constant dense<[0.0, 0.0004995003123542213, 0.1564208031848717, -0.1564208031848717, 0.20791041534970844, 0.17875083950243534, -0.13414249329269817, 0.13054935509459586, -0.08750622218328867, 0.03974415302513025]> : tensor<10xf64>
  check.expect_close %1, %2, max_ulp_difference = 16 : tensor<10xf64>, tensor<10xf64>
  return
}

// -----

func.func @zeta_f32() {
  %0 = stablehlo.constant dense<[2.0, 1.5, 4.0, 3.0, 2.0, 4.0, 1.0, 0.5, 2.0, 3.0, 2.5, 20.0, 0x7FC00000, 2.0]> : tensor<14xf32>
  %1 = stablehlo.constant dense<[1.0, 2.5, 10.0, 0.25, -0.5, -1.5, 2.0, 2.0, -2.0, -2.0, -0.5, 3.0, 1.0, 0x7FC00000]> : tensor<14xf32>
  %2 = chlo.zeta %0, %1 : tensor<14xf32>, tensor<14xf32> -> tensor<14xf32>
  %3 = stablehlo.constant dense<[1.644934, 1.4037797, 0.0003866502, 64.66387, 8.934802, 32.43238, 0x7F800000, 0x7FC00000, 0x7F800000, 0x7FC00000, 0x7FC00000, 2.8771746e-10, 0x7FC00000, 0x7FC00000]> : tensor<14xf32>
  check.expect_close %2, %3, max_ulp_difference = 8 : tensor<14xf32>, tensor<14xf32>
  return
}

// -----

func.func @zeta_f64() {
  %0 = stablehlo.constant dense<[2.0, 1.5, 4.0, 3.0, 2.0, 4.0, 1.0, 0.5, 2.0, 3.0, 2.5, 20.0, 0x7FF8000000000000, 2.0]> : tensor<14xf64>
  %1 = stablehlo.constant dense<[1.0, 2.5, 10.0, 0.25, -0.5, -1.5, 2.0, 2.0, -2.0, -2.0, -0.5, 3.0, 1.0, 0x7FF8000000000000]> : tensor<14xf64>
  %2 = chlo.zeta %0, %1 : tensor<14xf64>, tensor<14xf64> -> tensor<14xf64>
  %3 = stablehlo.constant dense<[1.6449340668482264, 1.4037797688568259, 0.00038665021738164474, 64.66386996876847, 8.934802200544679, 32.432379369864606, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 2.8771746654611316e-10, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<14xf64>
  check.expect_close %2, %3, max_ulp_difference = 8 : tensor<14xf64>, tensor<14xf64>
  return
}

// -----

func.func @polygamma_f32() {
  %0 = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 1.0, -1.0, 0.5]> : tensor<8xf32>
  %1 = stablehlo.constant dense<[2.5, 0.5, 1.5, 10.0, 2.5, 20.0, 1.0, 1.0]> : tensor<8xf32>
  %2 = chlo.polygamma %0, %1 : tensor<8xf32>, tensor<8xf32> -> tensor<8xf32>
  %3 = stablehlo.constant dense<[0.70315665, 4.934802, -0.8287966, 0.0023199013, -0.313756, 0.051270824, 0x7FC00000, 0x7FC00000]> : tensor<8xf32>
  check.expect_close %2, %3, max_ulp_difference = 32 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @polygamma_f64() {
  %0 = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 1.0, -1.0, 0.5]> : tensor<8xf64>
  %1 = stablehlo.constant dense<[2.5, 0.5, 1.5, 10.0, 2.5, 20.0, 1.0, 1.0]> : tensor<8xf64>
  %2 = chlo.polygamma %0, %1 : tensor<8xf64>, tensor<8xf64> -> tensor<8xf64>
  %3 = stablehlo.constant dense<[0.7031566406452432, 4.934802200544679, -0.82879664423432, 0.0023199013042898686, -0.3137559995067314, 0.05127082293520312, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<8xf64>
  check.expect_close %2, %3, max_ulp_difference = 32 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

// Bits tell more than decimals here.
func.func @next_after_f32() {
  %0 = stablehlo.constant dense<[0x00000000, 0x80000000, 0x00000000, 0x3F800000, 0x3F800000, 0xBF800000, 0xBF800000, 0x00000001, 0x7F7FFFFF, 0x3F800000, 0x7FC00000, 0x7F800000]> : tensor<12xf32>
  %1 = stablehlo.constant dense<[0x3F800000, 0x3F800000, 0xBF800000, 0x40000000, 0x00000000, 0x00000000, 0xC0000000, 0xBF800000, 0x7F800000, 0x3F800000, 0x3F800000, 0x00000000]> : tensor<12xf32>
  %2 = chlo.next_after %0, %1 : tensor<12xf32>, tensor<12xf32> -> tensor<12xf32>
  check.expect_eq_const %2, dense<[0x00000001, 0x00000001, 0x80000001, 0x3F800001, 0x3F7FFFFF, 0xBF7FFFFF, 0xBF800001, 0x00000000, 0x7F800000, 0x3F800000, 0x7FC00000, 0x7F7FFFFF]> : tensor<12xf32>
  return
}

// -----

func.func @next_after_bf16() {
  %0 = stablehlo.constant dense<[0x0000, 0x3F80, 0xBF80]> : tensor<3xbf16>
  %1 = stablehlo.constant dense<[0xBF80, 0x4000, 0x4000]> : tensor<3xbf16>
  %2 = chlo.next_after %0, %1 : tensor<3xbf16>, tensor<3xbf16> -> tensor<3xbf16>
  check.expect_eq_const %2, dense<[0x8001, 0x3F81, 0xBF7F]> : tensor<3xbf16>
  return
}

// -----

func.func @infinities() {
  %0 = stablehlo.constant dense<[0.0, 1.0, 0x7F800000, 0xFF800000, 0x7FC00000]> : tensor<5xf32>
  %1 = chlo.is_inf %0 : tensor<5xf32> -> tensor<5xi1>
  %2 = chlo.is_pos_inf %0 : tensor<5xf32> -> tensor<5xi1>
  %3 = chlo.is_neg_inf %0 : tensor<5xf32> -> tensor<5xi1>
  check.expect_eq_const %1, dense<[false, false, true, true, false]> : tensor<5xi1>
  check.expect_eq_const %2, dense<[false, false, true, false, false]> : tensor<5xi1>
  check.expect_eq_const %3, dense<[false, false, false, true, false]> : tensor<5xi1>
  return
}

// -----

func.func @mulhi_i4() {
  %0 = stablehlo.constant dense<[7, -8, -8, 3]> : tensor<4xi4>
  %1 = stablehlo.constant dense<[7, -8, 7, -1]> : tensor<4xi4>
  %2 = chlo.mulhi %0, %1 : tensor<4xi4>, tensor<4xi4> -> tensor<4xi4>
  check.expect_eq_const %2, dense<[3, 4, -4, -1]> : tensor<4xi4>
  return
}

// -----

func.func @mulhi_ui8() {
  %0 = stablehlo.constant dense<[255, 16, 1]> : tensor<3xui8>
  %1 = stablehlo.constant dense<[255, 16, 1]> : tensor<3xui8>
  %2 = chlo.mulhi %0, %1 : tensor<3xui8>, tensor<3xui8> -> tensor<3xui8>
  check.expect_eq_const %2, dense<[254, 1, 0]> : tensor<3xui8>
  return
}

// -----

func.func @mulhi_i32() {
  %0 = stablehlo.constant dense<[2147483647, -2147483648, -2147483648, 123456789]> : tensor<4xi32>
  %1 = stablehlo.constant dense<[2147483647, -2147483648, 2147483647, -987654321]> : tensor<4xi32>
  %2 = chlo.mulhi %0, %1 : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
  check.expect_eq_const %2, dense<[1073741823, 1073741824, -1073741824, -28389653]> : tensor<4xi32>
  return
}

// -----

func.func @mulhi_i64() {
  %0 = stablehlo.constant dense<[9223372036854775807, -9223372036854775808, -9223372036854775808, 1234567890123456789, -1]> : tensor<5xi64>
  %1 = stablehlo.constant dense<[9223372036854775807, -9223372036854775808, 9223372036854775807, -987654321987654321, -1]> : tensor<5xi64>
  %2 = chlo.mulhi %0, %1 : tensor<5xi64>, tensor<5xi64> -> tensor<5xi64>
  check.expect_eq_const %2, dense<[4611686018427387903, 4611686018427387904, -4611686018427387904, -66099811847306178, 0]> : tensor<5xi64>
  return
}

// -----

func.func @mulhi_ui64() {
  %0 = stablehlo.constant dense<[18446744073709551615, 9223372036854775808, 12345678901234567890, 1]> : tensor<4xui64>
  %1 = stablehlo.constant dense<[18446744073709551615, 2, 9876543210987654321, 1]> : tensor<4xui64>
  %2 = chlo.mulhi %0, %1 : tensor<4xui64>, tensor<4xui64> -> tensor<4xui64>
  check.expect_eq_const %2, dense<[18446744073709551614, 1, 6609981178781634653, 0]> : tensor<4xui64>
  return
}
