// SPDX-License-Identifier: Apache-2.0
// The places of a module where two blocks meet: instances with each other, by plain wires or
// inverters, and instances with the logic of the module itself. Each block is an *end*; what runs
// between two ends in opposite directions may be a handshake.
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "find/logic/observability.h"

namespace tapestry {

// One end of a signal: what the block there sees of it and drives.
struct End {
    std::int32_t instance = kNone;  // kNone: the logic of the module itself
    std::int32_t module = kNone;    // whose logic it is
    Observers who;
};

// The vector that a bit is part of at an instance; width 0 at the module's own logic.
struct Lane {
    std::uint32_t width = 0;
    std::uint64_t index = 0;
};

// A signal from one end to another.
struct Signal {
    std::int32_t driver = kNone;          // the instance; kNone: the module itself
    Bit port;                             // at the instance that drives it; else that hears it
    Bit far_port;                         // at the instance that hears it, when both are instances
    Diagram::Node out = Diagram::kFalse;  // in the logic of the end that drives it
    Diagram::Variable in = 0;             // in the logic of the end that hears it
    bool inverted = false;                // on the way
    Lane from;
    Lane to;

    std::uint32_t width() const { return std::max(from.width, to.width); }
    bool is_first_bit() const { return (width() == to.width ? to : from).index == 0; }
};

// Two ends and what runs between them.
struct Meeting {
    End a;
    End b;
    std::vector<Signal> to_b;
    std::vector<Signal> to_a;
};

std::vector<Meeting> meetings(Observability& listening, std::int32_t module);

}  // namespace tapestry
