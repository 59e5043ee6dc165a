// SPDX-License-Identifier: Apache-2.0
// The taps of a run in a waveform of the same design, for programs that show waveforms.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/tap_map.h"
#include "model/wave_layout.h"
#include "run/waveform/waveform.h"

namespace tapestry {

// The signals of each tap, by the header alone. `at` is the scope of the design; empty: it is
// found. Taps of which the waveform has nothing are left out.
Result<std::vector<TapSignals>> tap_signals(const Waveform& waveform, const TapMap& map,
                                            const std::string& at, Diagnostics& diagnostics);

// Where triggers fired and assertions first failed, as edges of their clocks, counted in the
// waveform; with them the scale of its first clock.
Result<WaveMarks> find_marks(Waveform& waveform, const TapMap& map, const std::string& at,
                             Diagnostics& diagnostics);

// Gives each mark its time. Needs the waveform from its beginning again.
void time_marks(Waveform& waveform, const TapMap& map, const std::string& at,
                std::vector<WaveMark>& marks, Diagnostics& diagnostics);

}  // namespace tapestry
