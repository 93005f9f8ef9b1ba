// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Measured numbers of one machine, as a file that one can read and compare:
//
//   # weft calibrate, neoverse-v1
//   processor = neoverse-v1
//   L1.bytesPerNanosecond = 71
//   unitPicoseconds = 44
//
// `weft calibrate` measures and writes it; WEFT_CALIBRATION names the file that
// compilations read. They never measure. What a file does not name keeps the
// default of the machine's row. The numbers are part of the machine's
// description, and so of the key of what is compiled with them.

#pragma once

#include "weft/Machine/Machine.h"

#include <map>

namespace weft {

/// By name, as in the file.
using Calibration = std::map<std::string, int64_t>;

/// The lines of a file for this machine.
std::string printCalibration(const Machine &machine,
                             const Calibration &calibration);

/// Overrides the machine's numbers with those of a file's text. Fails for
/// another processor's file, an unknown name, a number out of range or a line
/// that is none, naming `file` and the line; the machine is then unchanged.
Status applyCalibration(std::string_view text, std::string_view file,
                        Machine &machine);

/// The same of a file, if the environment variable WEFT_CALIBRATION names one.
/// One of another processor is none of a GPU's.
Status applyNamedCalibration(Machine &machine);

} // namespace weft
