// Random bits: the specification leaves them open; these are XLA's, so that a
// program gives the same numbers everywhere.
// RUN: weft-run --check %s

func.func @three_fry_scalar() {
  %state = stablehlo.constant dense<[3, 5]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
  check.expect_eq_const %bits, dense<1109507171> : tensor<ui32>
  check.expect_eq_const %next, dense<[3, 6]> : tensor<2xui64>
  return
}

func.func @three_fry_even_length() {
  %state = stablehlo.constant dense<[1311768467463790320, 17]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xui32>)
  check.expect_eq_const %bits, dense<[3229233129, 3793994131, 4091227503, 3747411891, 1443400377, 2600648758]> : tensor<6xui32>
  check.expect_eq_const %next, dense<[1311768467463790320, 20]> : tensor<2xui64>
  return
}

func.func @three_fry_odd_length() {
  %state = stablehlo.constant dense<[1311768467463790320, 17]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
  check.expect_eq_const %bits, dense<[3229233129, 3793994131, 4091227503, 3747411891, 1443400377]> : tensor<5xui32>
  check.expect_eq_const %next, dense<[1311768467463790320, 20]> : tensor<2xui64>
  return
}

func.func @three_fry_one_element() {
  %state = stablehlo.constant dense<[11, 12]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui32>)
  check.expect_eq_const %bits, dense<[1885324847]> : tensor<1xui32>
  check.expect_eq_const %next, dense<[11, 13]> : tensor<2xui64>
  return
}

func.func @three_fry_second_dimension_even() {
  %state = stablehlo.constant dense<[7919, 104729]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x2xui32>)
  check.expect_eq_const %bits, dense<[[3628533768, 3955123228], [1079856051, 3506798347], [672474619, 4192604254]]> : tensor<3x2xui32>
  check.expect_eq_const %next, dense<[7919, 104732]> : tensor<2xui64>
  return
}

func.func @three_fry_first_dimension_even() {
  %state = stablehlo.constant dense<[7919, 104729]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
  check.expect_eq_const %bits, dense<[[3628533768, 1079856051, 672474619], [3955123228, 3506798347, 4192604254]]> : tensor<2x3xui32>
  check.expect_eq_const %next, dense<[7919, 104732]> : tensor<2xui64>
  return
}

func.func @three_fry_all_dimensions_odd() {
  %state = stablehlo.constant dense<[7919, 104729]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x3x3xui32>)
  check.expect_eq_const %bits, dense<[[[3628533768, 1079856051, 672474619], [3955123228, 3506798347, 4192604254], [3340048005, 1991417064, 1355343193]]]> : tensor<1x3x3xui32>
  check.expect_eq_const %next, dense<[7919, 104735]> : tensor<2xui64>
  return
}

func.func @three_fry_empty() {
  %state = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<0x3xui32>)
  check.expect_eq_const %bits, dense<> : tensor<0x3xui32>
  check.expect_eq_const %next, dense<[1, 2]> : tensor<2xui64>
  return
}

func.func @three_fry_wide_words() {
  %state = stablehlo.constant dense<[18446744073709551615, 42]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui64>)
  check.expect_eq_const %bits, dense<[11079441611767849060, 8277278998582599025, 10627386592007275084]> : tensor<3xui64>
  check.expect_eq_const %next, dense<[18446744073709551615, 45]> : tensor<2xui64>
  return
}

func.func @three_fry_wide_words_in_two_dimensions() {
  %state = stablehlo.constant dense<[1, 18446744073709551615]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x2xui64>)
  check.expect_eq_const %bits, dense<[[5935036730470049944, 10874829180423743482], [3280001176275675250, 9236835810183407956]]> : tensor<2x2xui64>
  check.expect_eq_const %next, dense<[1, 3]> : tensor<2xui64>
  return
}

func.func @three_fry_narrow_words_keep_low_bits() {
  %state = stablehlo.constant dense<[9, 8]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui16>)
  check.expect_eq_const %bits, dense<[9389, 59306, 35112, 7173]> : tensor<4xui16>
  check.expect_eq_const %next, dense<[9, 10]> : tensor<2xui64>
  return
}

func.func @three_fry_bytes() {
  %state = stablehlo.constant dense<[9, 8]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x3xui8>)
  check.expect_eq_const %bits, dense<[[173, 40, 231], [170, 5, 45], [0, 177, 132]]> : tensor<3x3xui8>
  check.expect_eq_const %next, dense<[9, 14]> : tensor<2xui64>
  return
}

func.func @three_fry_signed_words() {
  %state = stablehlo.constant dense<[9, 8]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xi32>)
  check.expect_eq_const %bits, dense<[3101435053, 3283412906, 2366540072]> : tensor<3xi32>
  check.expect_eq_const %next, dense<[9, 10]> : tensor<2xui64>
  return
}

func.func @three_fry_counter_wraps() {
  %state = stablehlo.constant dense<[5, 18446744073709551615]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<9xui32>)
  check.expect_eq_const %bits, dense<[3818595097, 1327100559, 1396233059, 315918555, 2544891230, 2061267011, 349696651, 457712840, 2907045216]> : tensor<9xui32>
  check.expect_eq_const %next, dense<[5, 4]> : tensor<2xui64>
  return
}

func.func @philox_scalar() {
  %state = stablehlo.constant dense<[3, 5]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
  check.expect_eq_const %bits, dense<514065308> : tensor<ui32>
  check.expect_eq_const %next, dense<[3, 6]> : tensor<2xui64>
  return
}

func.func @philox_even_length() {
  %state = stablehlo.constant dense<[1311768467463790320, 17]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xui32>)
  check.expect_eq_const %bits, dense<[187653922, 2032342558, 4220580173, 2252641038, 3862754138, 2970873193]> : tensor<6xui32>
  check.expect_eq_const %next, dense<[1311768467463790320, 19]> : tensor<2xui64>
  return
}

func.func @philox_odd_length() {
  %state = stablehlo.constant dense<[1311768467463790320, 17]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
  check.expect_eq_const %bits, dense<[187653922, 2032342558, 4220580173, 2252641038, 3862754138]> : tensor<5xui32>
  check.expect_eq_const %next, dense<[1311768467463790320, 19]> : tensor<2xui64>
  return
}

func.func @philox_one_element() {
  %state = stablehlo.constant dense<[11, 12]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui32>)
  check.expect_eq_const %bits, dense<[503137118]> : tensor<1xui32>
  check.expect_eq_const %next, dense<[11, 13]> : tensor<2xui64>
  return
}

func.func @philox_second_dimension_even() {
  %state = stablehlo.constant dense<[7919, 104729]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x2xui32>)
  check.expect_eq_const %bits, dense<[[3505697845, 2533393109], [2358385919, 1772885021], [806040429, 2247545748]]> : tensor<3x2xui32>
  check.expect_eq_const %next, dense<[7919, 104731]> : tensor<2xui64>
  return
}

func.func @philox_first_dimension_even() {
  %state = stablehlo.constant dense<[7919, 104729]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
  check.expect_eq_const %bits, dense<[[3505697845, 2533393109, 2358385919], [1772885021, 806040429, 2247545748]]> : tensor<2x3xui32>
  check.expect_eq_const %next, dense<[7919, 104731]> : tensor<2xui64>
  return
}

func.func @philox_all_dimensions_odd() {
  %state = stablehlo.constant dense<[7919, 104729]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x3x3xui32>)
  check.expect_eq_const %bits, dense<[[[3505697845, 2533393109, 2358385919], [1772885021, 806040429, 2247545748], [35612982, 1729338813, 1309897620]]]> : tensor<1x3x3xui32>
  check.expect_eq_const %next, dense<[7919, 104732]> : tensor<2xui64>
  return
}

func.func @philox_empty() {
  %state = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<0x3xui32>)
  check.expect_eq_const %bits, dense<> : tensor<0x3xui32>
  check.expect_eq_const %next, dense<[1, 2]> : tensor<2xui64>
  return
}

func.func @philox_wide_words() {
  %state = stablehlo.constant dense<[18446744073709551615, 42]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui64>)
  check.expect_eq_const %bits, dense<[1003260823461261157, 8490644743416859194, 12260466301699931400]> : tensor<3xui64>
  check.expect_eq_const %next, dense<[18446744073709551615, 44]> : tensor<2xui64>
  return
}

func.func @philox_wide_words_in_two_dimensions() {
  %state = stablehlo.constant dense<[1, 18446744073709551615]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x2xui64>)
  check.expect_eq_const %bits, dense<[[2799744913794548913, 15652314161293592793], [10154990248698053839, 723669816833414966]]> : tensor<2x2xui64>
  check.expect_eq_const %next, dense<[1, 1]> : tensor<2xui64>
  return
}

func.func @philox_narrow_words_keep_low_bits() {
  %state = stablehlo.constant dense<[9, 8]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui16>)
  check.expect_eq_const %bits, dense<[55461, 38208, 15811, 32658]> : tensor<4xui16>
  check.expect_eq_const %next, dense<[9, 9]> : tensor<2xui64>
  return
}

func.func @philox_bytes() {
  %state = stablehlo.constant dense<[9, 8]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x3xui8>)
  check.expect_eq_const %bits, dense<[[165, 64, 195], [146, 242, 91], [140, 204, 206]]> : tensor<3x3xui8>
  check.expect_eq_const %next, dense<[9, 11]> : tensor<2xui64>
  return
}

func.func @philox_signed_words() {
  %state = stablehlo.constant dense<[9, 8]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xi32>)
  check.expect_eq_const %bits, dense<[1549981861, 1986237760, 378486211]> : tensor<3xi32>
  check.expect_eq_const %next, dense<[9, 9]> : tensor<2xui64>
  return
}

func.func @philox_counter_wraps() {
  %state = stablehlo.constant dense<[5, 18446744073709551615]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<9xui32>)
  check.expect_eq_const %bits, dense<[1314562490, 4035658752, 2543735481, 4162936588, 64677483, 3635105107, 3931607701, 727262183, 311226061]> : tensor<9xui32>
  check.expect_eq_const %next, dense<[5, 2]> : tensor<2xui64>
  return
}

func.func @philox_three_state_words() {
  %state = stablehlo.constant dense<[5, 6, 7]> : tensor<3xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui32>)
  check.expect_eq_const %bits, dense<[1033811427, 2611507766, 2049409451, 998509057, 2441776350]> : tensor<5xui32>
  check.expect_eq_const %next, dense<[5, 8, 7]> : tensor<3xui64>
  return
}

func.func @philox_carries_into_the_third_word() {
  %state = stablehlo.constant dense<[5, 18446744073709551615, 7]> : tensor<3xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui64>)
  check.expect_eq_const %bits, dense<[673940803635876895, 10955916776920449873, 4998200121197870631, 7503507341340611354, 12944800700192893517]> : tensor<5xui64>
  check.expect_eq_const %next, dense<[5, 2, 8]> : tensor<3xui64>
  return
}

func.func @default_scalar() {
  %state = stablehlo.constant dense<[3, 5]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
  check.expect_eq_const %bits, dense<514065308> : tensor<ui32>
  check.expect_eq_const %next, dense<[3, 6]> : tensor<2xui64>
  return
}

func.func @default_even_length() {
  %state = stablehlo.constant dense<[1311768467463790320, 17]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xui32>)
  check.expect_eq_const %bits, dense<[187653922, 2032342558, 4220580173, 2252641038, 3862754138, 2970873193]> : tensor<6xui32>
  check.expect_eq_const %next, dense<[1311768467463790320, 19]> : tensor<2xui64>
  return
}

func.func @default_odd_length() {
  %state = stablehlo.constant dense<[1311768467463790320, 17]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
  check.expect_eq_const %bits, dense<[187653922, 2032342558, 4220580173, 2252641038, 3862754138]> : tensor<5xui32>
  check.expect_eq_const %next, dense<[1311768467463790320, 19]> : tensor<2xui64>
  return
}

func.func @default_one_element() {
  %state = stablehlo.constant dense<[11, 12]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui32>)
  check.expect_eq_const %bits, dense<[503137118]> : tensor<1xui32>
  check.expect_eq_const %next, dense<[11, 13]> : tensor<2xui64>
  return
}

func.func @default_second_dimension_even() {
  %state = stablehlo.constant dense<[7919, 104729]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x2xui32>)
  check.expect_eq_const %bits, dense<[[3505697845, 2533393109], [2358385919, 1772885021], [806040429, 2247545748]]> : tensor<3x2xui32>
  check.expect_eq_const %next, dense<[7919, 104731]> : tensor<2xui64>
  return
}

func.func @default_first_dimension_even() {
  %state = stablehlo.constant dense<[7919, 104729]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
  check.expect_eq_const %bits, dense<[[3505697845, 2533393109, 2358385919], [1772885021, 806040429, 2247545748]]> : tensor<2x3xui32>
  check.expect_eq_const %next, dense<[7919, 104731]> : tensor<2xui64>
  return
}

func.func @default_all_dimensions_odd() {
  %state = stablehlo.constant dense<[7919, 104729]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x3x3xui32>)
  check.expect_eq_const %bits, dense<[[[3505697845, 2533393109, 2358385919], [1772885021, 806040429, 2247545748], [35612982, 1729338813, 1309897620]]]> : tensor<1x3x3xui32>
  check.expect_eq_const %next, dense<[7919, 104732]> : tensor<2xui64>
  return
}

func.func @default_empty() {
  %state = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<0x3xui32>)
  check.expect_eq_const %bits, dense<> : tensor<0x3xui32>
  check.expect_eq_const %next, dense<[1, 2]> : tensor<2xui64>
  return
}

func.func @default_wide_words() {
  %state = stablehlo.constant dense<[18446744073709551615, 42]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui64>)
  check.expect_eq_const %bits, dense<[1003260823461261157, 8490644743416859194, 12260466301699931400]> : tensor<3xui64>
  check.expect_eq_const %next, dense<[18446744073709551615, 44]> : tensor<2xui64>
  return
}

func.func @default_wide_words_in_two_dimensions() {
  %state = stablehlo.constant dense<[1, 18446744073709551615]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x2xui64>)
  check.expect_eq_const %bits, dense<[[2799744913794548913, 15652314161293592793], [10154990248698053839, 723669816833414966]]> : tensor<2x2xui64>
  check.expect_eq_const %next, dense<[1, 1]> : tensor<2xui64>
  return
}

func.func @default_narrow_words_keep_low_bits() {
  %state = stablehlo.constant dense<[9, 8]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui16>)
  check.expect_eq_const %bits, dense<[55461, 38208, 15811, 32658]> : tensor<4xui16>
  check.expect_eq_const %next, dense<[9, 9]> : tensor<2xui64>
  return
}

func.func @default_bytes() {
  %state = stablehlo.constant dense<[9, 8]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x3xui8>)
  check.expect_eq_const %bits, dense<[[165, 64, 195], [146, 242, 91], [140, 204, 206]]> : tensor<3x3xui8>
  check.expect_eq_const %next, dense<[9, 11]> : tensor<2xui64>
  return
}

func.func @default_signed_words() {
  %state = stablehlo.constant dense<[9, 8]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xi32>)
  check.expect_eq_const %bits, dense<[1549981861, 1986237760, 378486211]> : tensor<3xi32>
  check.expect_eq_const %next, dense<[9, 9]> : tensor<2xui64>
  return
}

func.func @default_counter_wraps() {
  %state = stablehlo.constant dense<[5, 18446744073709551615]> : tensor<2xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<9xui32>)
  check.expect_eq_const %bits, dense<[1314562490, 4035658752, 2543735481, 4162936588, 64677483, 3635105107, 3931607701, 727262183, 311226061]> : tensor<9xui32>
  check.expect_eq_const %next, dense<[5, 2]> : tensor<2xui64>
  return
}

func.func @default_three_state_words() {
  %state = stablehlo.constant dense<[5, 6, 7]> : tensor<3xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui32>)
  check.expect_eq_const %bits, dense<[1033811427, 2611507766, 2049409451, 998509057, 2441776350]> : tensor<5xui32>
  check.expect_eq_const %next, dense<[5, 8, 7]> : tensor<3xui64>
  return
}

func.func @default_carries_into_the_third_word() {
  %state = stablehlo.constant dense<[5, 18446744073709551615, 7]> : tensor<3xui64>
  %next, %bits = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<5xui64>)
  check.expect_eq_const %bits, dense<[673940803635876895, 10955916776920449873, 4998200121197870631, 7503507341340611354, 12944800700192893517]> : tensor<5xui64>
  check.expect_eq_const %next, dense<[5, 2, 8]> : tensor<3xui64>
  return
}

// Rng is not reproducible by definition; what holds is the range.
func.func @uniform_floats_stay_in_the_range() {
  %low = stablehlo.constant dense<-2.0> : tensor<f32>
  %high = stablehlo.constant dense<3.0> : tensor<f32>
  %shape = stablehlo.constant dense<[50, 4]> : tensor<2xi64>
  %0 = stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<50x4xf32>
  %clamped = stablehlo.clamp %low, %0, %high : (tensor<f32>, tensor<50x4xf32>, tensor<f32>) -> tensor<50x4xf32>
  check.expect_eq %0, %clamped : tensor<50x4xf32>
  %highs = stablehlo.broadcast_in_dim %high, dims = [] : (tensor<f32>) -> tensor<50x4xf32>
  %below = stablehlo.compare LT, %0, %highs : (tensor<50x4xf32>, tensor<50x4xf32>) -> tensor<50x4xi1>
  check.expect_eq_const %below, dense<true> : tensor<50x4xi1>
  return
}

func.func @uniform_integers_stay_in_the_range() {
  %low = stablehlo.constant dense<-3> : tensor<i8>
  %high = stablehlo.constant dense<2> : tensor<i8>
  %last = stablehlo.constant dense<1> : tensor<i8>
  %shape = stablehlo.constant dense<100> : tensor<1xi32>
  %0 = stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<i8>, tensor<i8>, tensor<1xi32>) -> tensor<100xi8>
  %clamped = stablehlo.clamp %low, %0, %last : (tensor<i8>, tensor<100xi8>, tensor<i8>) -> tensor<100xi8>
  check.expect_eq %0, %clamped : tensor<100xi8>
  return
}

func.func @normal_floats_have_the_mean() {
  %mean = stablehlo.constant dense<10.0> : tensor<f64>
  %deviation = stablehlo.constant dense<2.0> : tensor<f64>
  %shape = stablehlo.constant dense<4000> : tensor<1xi64>
  %0 = stablehlo.rng %mean, %deviation, %shape, distribution = NORMAL : (tensor<f64>, tensor<f64>, tensor<1xi64>) -> tensor<4000xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %sum = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4000xf64>, tensor<f64>) -> tensor<f64>
  check.expect_almost_eq_const %sum, dense<40000.0> : tensor<f64>, tolerance = 400.0
  return
}

func.func @empty_shape_operand_gives_a_scalar() {
  %low = stablehlo.constant dense<7> : tensor<i32>
  %high = stablehlo.constant dense<8> : tensor<i32>
  %shape = stablehlo.constant dense<> : tensor<0xi64>
  %0 = stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<0xi64>) -> tensor<i32>
  check.expect_eq_const %0, dense<7> : tensor<i32>
  return
}
