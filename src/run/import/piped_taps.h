// SPDX-License-Identifier: Apache-2.0
// The reading of taps whose ports a simulation writes into a pipe (taps/sim/tapestry_piped.c): what
// they would have reported had they counted themselves.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/reading.h"
#include "model/tap_map.h"
#include "run/import/glimpse.h"
#include "run/waveform/byte_source.h"

namespace tapestry {

// `frame` is the number of edges of a frame; 0: frames that grow. Records are handed out as they
// are made, so that a run can be looked at while it goes on. Taps that are not there leave none, as
// when they count themselves.
Result<Done> import_piped(std::unique_ptr<ByteSource> piped, const TapMap& map, std::uint64_t frame,
                          const std::function<void(ReadingRecord)>& on_record,
                          const GlimpseOptions& glimpses, Diagnostics& diagnostics);

}  // namespace tapestry
