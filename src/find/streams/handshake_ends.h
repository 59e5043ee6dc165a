// SPDX-License-Identifier: Apache-2.0
// Where two blocks of a module are connected: instances with each other, by wires or inverters, and
// instances with the module's own logic. Each block is an *end*; signals in opposite directions
// between two ends may be a handshake.
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "find/logic/observability.h"

namespace tapestry {

// One end of a connection: the block whose logic drives or hears the signals.
struct End {
    InstanceId instance = kNone;  // kNone: the module's own logic
    ModuleId module = kNone;      // whose logic it is
    Observers who;
};

// The vector of a bit at an instance; width 0 at the module's own logic.
struct Lane {
    std::uint32_t width = 0;
    std::uint64_t index = 0;
};

// A signal from one end to the other.
struct Signal {
    InstanceId driver = kNone;            // the driving instance; kNone: the module itself
    Bit port;                             // at the driving instance; else at the hearing one
    Bit far_port;                         // at the hearing instance, if both ends are instances
    Diagram::Node out = Diagram::kFalse;  // in the logic of the driving end
    Diagram::Variable in = 0;             // in the logic of the hearing end
    bool inverted = false;                // between the two ends
    Lane from;
    Lane to;

    std::uint32_t width() const { return std::max(from.width, to.width); }
    bool is_first_bit() const { return (width() == to.width ? to : from).index == 0; }
};

// Two ends and the signals between them.
struct Meeting {
    End a;
    End b;
    std::vector<Signal> to_b;
    std::vector<Signal> to_a;
};

std::vector<Meeting> meetings(Observability& listening, ModuleId module);

}  // namespace tapestry
