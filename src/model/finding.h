// SPDX-License-Identifier: Apache-2.0
// Findings: what scan discovered in the modules of a design, with the reason for each, and what it
// looked at and did not take.
#pragma once

#include <string>
#include <vector>

#include "model/bit.h"
#include "model/design.h"
#include "model/tap_form.h"

namespace tapestry {

// The clock of a finding, in the names of its module.
struct FindingClock {
    VarId clock = kNone;
    std::string clock_text;  // `clk`; for a clock that is no variable of the module `bus.clk`
    Edge edge = Edge::positive;
    std::string reset_text;  // active high: `rst`, `!rst_n`; empty: no reset
};

// A signal that a state of a machine waits for.
struct StateSignal {
    VarId var = kNone;
    std::string text;   // its name; for a member of an interface `bus.valid`, then var is kNone
    bool moves = true;  // for a handshake: a beat can move in this state
};

struct FindingState {
    Constant code;
    std::string name;
    SourcePlace place;
    std::vector<StateSignal> waits = {};
};

// One finding in one elaborated module; each instance of the module has it.
struct Finding : TapForm {
    std::int32_t module = kNone;
    std::string scope;  // the generate block its signals live in, "" for the module itself
    std::string name;   // of the thing: the state register, the stem of a stream, …; may be empty
    std::string reason;
    double confidence = 0;
    SourcePlace place;
    FindingClock clock;

    // A state machine, or the trace of one: the register, where the state begins in it, the states.
    VarId state = kNone;
    std::uint32_t state_lsb = 0;
    bool one_hot = false;
    std::vector<FindingState> found_states;
    // A channel: the nets that join producer and consumer.
    VarId valid = kNone;
    VarId ready = kNone;
    std::int32_t element = kNone;  // when these are vectors or arrays: which of their handshakes
    std::optional<Bit> valid_bit;  // or where in them it lies, when `element` cannot say that
    std::optional<Bit> ready_bit;
    std::string interface_instance;  // when the stream is an interface: its instance
};

// The two nets of a handshake, bit by bit; `valid` and `ready` must be there.
Bit valid_net(const Design& design, const Finding& finding);
Bit ready_net(const Design& design, const Finding& finding);

struct Rejection {
    std::int32_t module = kNone;
    std::string scope;
    std::string name;
    TapKind kind = TapKind::fsm;
    std::string reason;
    SourcePlace place;
};

struct Findings {
    std::vector<Finding> taken;
    std::vector<Rejection> rejected;
    std::vector<std::vector<VarId>> resets;  // by module: those of its processes
};

}  // namespace tapestry
