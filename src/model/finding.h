// SPDX-License-Identifier: Apache-2.0
// Findings: what scan discovered in the modules of a design, with the reason for each, and what it
// looked at and did not take.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/bit.h"
#include "model/design.h"
#include "model/tap_map.h"

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
struct Finding {
    TapKind kind = TapKind::fsm;
    std::int32_t module = kNone;
    std::string scope;  // the generate block its signals live in, "" for the module itself
    std::string name;   // of the thing: the state register, the stem of a stream, …; may be empty
    std::string reason;
    double confidence = 0;
    SourcePlace place;
    FindingClock clock;
    std::vector<std::pair<std::string, std::string>> observe;  // tap port -> expression, in order

    // fsm
    std::uint32_t width = 0;  // of the state; of keep, for a stream; of the expression
    bool one_hot = false;
    VarId state = kNone;  // the register, and where the state begins in it
    std::uint32_t state_lsb = 0;
    std::vector<FindingState> states;
    // stream, call
    std::string protocol;
    // Of a bus: its name, and what the finding is of it (Tap::direction, Tap::part).
    std::string bus;
    std::string direction;
    std::string part;
    bool reorders = false;
    std::uint64_t bytes_per_beat = 0;
    std::uint64_t bytes_per_keep = 0;
    VarId valid = kNone;  // the nets that join producer and consumer
    VarId ready = kNone;
    std::int32_t element = kNone;  // when these are vectors or arrays: which of their handshakes
    std::optional<Bit> valid_bit;  // or where in them it lies, when `element` cannot say that
    std::optional<Bit> ready_bit;
    std::string interface_instance;  // when the stream is an interface: its instance
    // queue, value
    std::uint64_t depth = 0;
    std::uint64_t bins = 0;
    std::uint64_t from = 0;
    std::uint64_t step = 1;
    TraceRule trace;
    std::vector<SyncedSignal> synced;
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
};

}  // namespace tapestry
