// SPDX-License-Identifier: Apache-2.0
// The cycles in which the machine of a block waits for a handshake: it is in a state that waits,
// and the awaited signal is low. When the signal rises, the machine either moves a beat or only
// looks at the signal and continues with something else.
#pragma once

#include <map>
#include <string>

#include "explain/replay/handshakes.h"
#include "explain/replay/thread_visits.h"

namespace tapestry {

// Empty if no state waits for a handshake. `handshakes` are by the path of their stream; a signal
// of an unrecorded stream counts as low.
MachineWaits machine_waits(const Tap& machine, const TapNumbers& trace,
                           const std::map<std::string, const RecordedHandshake*>& handshakes);

}  // namespace tapestry
