// SPDX-License-Identifier: Apache-2.0
// From a waveform to a reading: the entry of this stage. The reading is what the taps of a woven
// design would have left, so that everything after it is the same.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/design.h"
#include "model/reading.h"
#include "model/tap_map.h"
#include "run/import/clock_rate.h"
#include "run/import/glimpse.h"
#include "run/waveform/waveform.h"

namespace tapestry {

struct ImportOptions {
    std::uint64_t frame = 0;  // edges of a frame; 0: frames that grow
    std::string at;           // path of the design's scope; empty: it is found
    std::function<void(double share)> on_progress;
    // Asked for after the last change: the time at which the simulation ended, in femtoseconds;
    // 0 or nobody to ask: that of the last change.
    std::function<std::uint64_t()> end_time = {};
    // Told of each record when it is made; the reading then has none. Who asks for it also takes a
    // run without an edge.
    std::function<void(ReadingRecord)> on_record = {};
    GlimpseOptions glimpses = {};
};

struct Imported {
    TapMap map;  // the taps that are measured
    Reading reading;
    std::string partial_reason;  // a clause; empty when the waveform was whole
    // Of the clocks of the map that run evenly, by their index.
    std::vector<std::pair<int, ClockRate>> rates;
};

// Counts what `map` measures. Taps whose signals the waveform lacks are left out, and said so.
// `design` knows what waveforms do not tell (DesignNames); it may be null.
Result<Imported> import_with_map(Waveform& waveform, const TapMap& map, const Design* design,
                                 const ImportOptions& options, Diagnostics& diagnostics);

// What a waveform must hold for a map, by its header alone: where the design stands, as `at` of the
// options has it, and the paths of all signals. No signals when it has no such design.
struct NeededSignals {
    std::string at;
    std::vector<std::string> signals;
};
NeededSignals signals_needed(const Waveform& waveform, const TapMap& map, const Design* design,
                             Diagnostics& diagnostics);

// Counts what names alone suggest (name_findings.h).
Result<Imported> import_by_names(Waveform& waveform, const ImportOptions& options,
                                 Diagnostics& diagnostics);

}  // namespace tapestry
