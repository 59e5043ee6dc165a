// SPDX-License-Identifier: Apache-2.0
// The reading of taps whose ports a simulation tells (taps/sim/tapestry_told.c): what they would
// have reported had they counted themselves.
#pragma once

#include <cstdint>
#include <memory>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/tap_map.h"
#include "run/import/import.h"
#include "run/waveform/byte_source.h"

namespace tapestry {

// `frame` is the number of edges of a frame; 0: frames that grow. Taps that are not there leave no
// record, as when they count themselves.
Result<Imported> import_told(std::unique_ptr<ByteSource> told, const TapMap& map,
                             std::uint64_t frame, Diagnostics& diagnostics);

}  // namespace tapestry
