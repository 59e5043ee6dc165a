// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/machine_waits.h"

#include <gtest/gtest.h>

#include "explain/replay/made_handshake.h"

namespace tapestry {
namespace {

// w: waits; l: looks.
std::string text_of_waits(const MachineWaits& waits, std::uint64_t end) {
    const std::vector<MachineStretch>& stretches = waits.stretches;
    std::string out(end, '-');
    for (std::size_t i = 0; i < stretches.size(); ++i)
        for (std::uint64_t t = stretches[i].start; t < end; ++t)
            out[t] = stretches[i].waits ? 'w' : '-';
    for (const MachineLook& look : waits.looks) out[look.edge] = 'l';
    return out;
}

// A machine that waits for a beat in state 0 and works in state 1. The cycle in which the beat is
// there takes it to state 1, though it takes the beat only later.
TEST(MachineWaits, EndWhenTheSignalIsThere) {
    Tap machine;
    machine.own = MachinePart{1, false, {{"WAIT", "0", "", ""}, {"WORK", "1", "", ""}}};
    machine.find_states()->at(0).waits = {{"in_valid", "", "top.in", "valid"}};
    TapNumbers trace;
    trace.tap.own = TracePart{1, {}, machine.states()};
    trace.edges = 10;
    trace.trace = {{0, 0, 0}, {1, 4, 1}, {2, 7, 0}};
    const RecordedHandshake in = handshake("...bbbT...");
    EXPECT_EQ(text_of_waits(machine_waits(machine, trace, {{"top.in", &in}}), 10), "wwwl---www");
    EXPECT_EQ(text_of_waits(machine_waits(machine, trace, {}), 10), "wwww---www");
    machine.find_states()->at(0).waits[0].role = "done";
    EXPECT_TRUE(machine_waits(machine, trace, {}).empty());
}

}  // namespace
}  // namespace tapestry
