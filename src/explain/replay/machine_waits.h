// SPDX-License-Identifier: Apache-2.0
// When the machine of a block waits for a handshake: while it is in a state that does, and the
// signal is not there. When it comes, the machine moves a beat; or it has seen it, which is what it
// waited for, and goes on to do something else.
#pragma once

#include <map>
#include <string>

#include "explain/replay/handshakes.h"
#include "explain/replay/thread_visits.h"

namespace tapestry {

// Empty when no state waits for a handshake. `handshakes` are by the path of their stream; a signal
// of one that is not recorded counts as not there.
MachineWaits machine_waits(const Tap& machine, const TapNumbers& trace,
                           const std::map<std::string, const RecordedHandshake*>& handshakes);

}  // namespace tapestry
