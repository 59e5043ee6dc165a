// SPDX-License-Identifier: Apache-2.0
// Findings: what scan detected in the modules of a design, with the reason for each, and the
// rejected candidates.
#pragma once

#include <string>
#include <vector>

#include "model/bit.h"
#include "model/design.h"
#include "model/tap_form.h"

namespace tapestry {

// The clock and reset of a finding, in the names of its module.
struct FindingClock {
    VarId clock = kNone;
    std::string clock_text;  // `clk`; `bus.clk` if it is not a variable of the module
    Edge edge = Edge::positive;
    std::string reset_text;  // active high: `rst`, `!rst_n`; empty: no reset
};

// A signal that a machine waits for in some state.
struct StateSignal {
    VarId var = kNone;
    std::string text;   // its name; for a member of an interface `bus.valid`, with var kNone
    bool moves = true;  // for a handshake: a transfer is possible in this state
};

struct FindingState {
    Constant code;
    std::string name;
    SourcePlace place;
    std::vector<StateSignal> waits = {};
};

// One finding in one elaborated module; it applies to each instance of the module.
struct Finding : TapForm {
    ModuleId module = kNone;
    std::string scope;  // the generate block of its signals, "" for the module itself
    std::string name;   // the state register, the stem of a stream, …; may be empty
    std::string reason;
    double confidence = 0;
    SourcePlace place;
    FindingClock clock;

    // A state machine, or its trace: the register, the position of the state in it, and the states.
    VarId state = kNone;
    std::uint32_t state_lsb = 0;
    bool one_hot = false;
    std::vector<FindingState> found_states;
    // A channel: the nets between producer and consumer.
    VarId valid = kNone;
    VarId ready = kNone;
    std::int32_t element = kNone;  // if these are vectors or arrays: the index of this handshake
    std::optional<Bit> valid_bit;  // its exact position, if `element` cannot express it
    std::optional<Bit> ready_bit;
    std::string interface_instance;  // if the stream is an interface: its instance
};

// The two nets of a handshake as single bits. `valid` and `ready` must be set.
Bit valid_net(const Design& design, const Finding& finding);
Bit ready_net(const Design& design, const Finding& finding);

struct Rejection {
    ModuleId module = kNone;
    std::string scope;
    std::string name;
    TapKind kind = TapKind::fsm;
    std::string reason;
    SourcePlace place;
};

struct Findings {
    std::vector<Finding> taken;
    std::vector<Rejection> rejected;
    IdTable<ModuleId, std::vector<VarId>> resets;  // of its processes
};

}  // namespace tapestry
