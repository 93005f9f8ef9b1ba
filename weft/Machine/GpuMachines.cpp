// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Machine/Rows.h"

namespace weft {

Machine genericGpu(int64_t multiprocessors) {
  Machine gpu;
  gpu.vectorBytes = 16;
  gpu.vectorRegisters = 0;
  gpu.alignment = 256;
  gpu.loopValueBytes = 32 << 10;
  gpu.expectedTiles = {1024, 128, 128};
  gpu.threads.threadsPerBlock = 1024;
  gpu.threads.multiprocessors = multiprocessors;
  gpu.threads.warpsPerTile = 8;
  gpu.threads.banks = 32;
  gpu.threads.bankBytes = 4;
  gpu.costs.kernelPicoseconds = 800'000;
  gpu.costs.launchPicoseconds = 4'000'000;
  gpu.costs.iterationPicoseconds = 4'500'000;
  // Two blocks on each multiprocessor share its 128 lanes, at about 1.8 GHz:
  // one computes while the other waits for memory.
  gpu.costs.unitPicoseconds = 8;
  gpu.costs.piecePicoseconds = 0;
  // Of what a block tells another one: to the second cache and from there, by
  // threads that look again and again and meet each time.
  gpu.costs.handedLinePicoseconds = 1'200'000;
  gpu.costs.workers = 2 * multiprocessors;
  gpu.sources = {{"kernelPicoseconds, launchPicoseconds, iterationPicoseconds",
                  "measured on an H200 (driver 580)"},
                 {"unitPicoseconds, piecePicoseconds, handedLinePicoseconds, "
                  "workers, expectedTiles, loopValueBytes, warpsPerTile",
                  "chosen, not measured"}};
  return gpu;
}

} // namespace weft
