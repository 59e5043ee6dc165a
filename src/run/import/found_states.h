// SPDX-License-Identifier: Apache-2.0
// States of a register that only its values tell: each value is a state, with the name that an
// enumeration of the waveform has for it, or its code.
#pragma once

#include "run/import/count.h"
#include "run/import/import.h"

namespace tapestry {

// Puts the states into the tap of `imported.map` and into the records; or, when the register took
// more values than a state has, takes its records away and gives false.
bool name_states(const StateCodes& found, const WaveTable& table, const PlannedTap& planned,
                 Imported& imported);

}  // namespace tapestry
