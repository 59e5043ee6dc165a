// SPDX-License-Identifier: Apache-2.0
// The detectors, in the order in which they run on each module. Modules are visited before the
// modules that instantiate them, so that a detector knows the findings below.
#pragma once

#include <array>

#include "find/buses/bus.h"
#include "find/buses/call.h"
#include "find/buses/record_bus.h"
#include "find/machines/fsm.h"
#include "find/queues/queue.h"
#include "find/streams/edge_stream.h"
#include "find/streams/stream.h"
#include "find/streams/struct_port_stream.h"
#include "find/streams/structural_stream.h"
#include "find/streams/untaken_pairs.h"

namespace tapestry {

struct Detector {
    const char* name;
    void (*find)(const Subject& on);
};

inline constexpr std::array<Detector, 10> kDetectors = {{
    {"state machines", find_fsms},            // independent of other findings
    {"buses in records", find_record_buses},  // before streams, which skip the channels of buses
    {"streams", find_streams},                // before buses and queues, which consist of streams
    {"handshakes", find_structural_streams},  // skips the streams found by name
    {"buses", find_buses},  // before queues: the streams of a bus are not the ends of a queue
    {"queues", find_queues},
    {"calls", find_calls},                            // independent of other findings
    {"edges", find_edge_streams},                     // takes ports of the top that are left
    {"nets of structures", find_struct_net_streams},  // takes what only names tell
    {"untaken pairs", reject_untaken_pairs},          // reports pairs that no detector took
}};

}  // namespace tapestry
