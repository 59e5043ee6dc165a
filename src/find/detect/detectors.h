// SPDX-License-Identifier: Apache-2.0
// The detectors, in the order in which each module is shown to them. What is instanced comes before
// what instances it, so that a detector knows what was found below.
#pragma once

#include <array>

#include "find/buses/bus.h"
#include "find/buses/call.h"
#include "find/buses/record_bus.h"
#include "find/machines/fsm.h"
#include "find/queues/queue.h"
#include "find/streams/stream.h"
#include "find/streams/structural_stream.h"
#include "find/streams/untaken_pairs.h"

namespace tapestry {

struct Detector {
    const char* name;
    void (*find)(const Subject& on);
};

inline constexpr std::array<Detector, 8> kDetectors = {{
    {"state machines", find_fsms},            // looks at nothing that others find
    {"buses in records", find_record_buses},  // before streams, which leave their channels out
    {"streams", find_streams},                // before buses and queues, which are made of streams
    {"handshakes", find_structural_streams},  // leaves out what names have told
    {"buses", find_buses},  // before queues: the streams of a bus are not ends of a queue
    {"queues", find_queues},
    {"calls", find_calls},                    // looks at nothing that others find
    {"untaken pairs", reject_untaken_pairs},  // tells what nobody took
}};

}  // namespace tapestry
