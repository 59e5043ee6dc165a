// SPDX-License-Identifier: Apache-2.0
// What all buses have: findings named after the bus, and transfers that are timed by a call (from
// the request to its last answer) and counted by a queue (a request goes in, its last answer takes
// it out), in each direction.
#pragma once

#include <optional>
#include <string>

#include "find/module/subject.h"

namespace tapestry {

// The transfers of one direction of a bus, as expressions.
struct Transfers {
    std::string bus;
    std::string direction;
    std::string protocol;
    VarId request_net = kNone;  // the nets that tell this bus from others
    VarId answer_net = kNone;
    std::int32_t element = kNone;
    std::optional<Bit> request_bit = {};  // where in the nets, when they are records
    std::optional<Bit> answer_bit = {};
    std::string scope;
    SourcePlace place;
    FindingClock clock;
    std::string begins;  // a request is taken; for one at a time: is offered
    std::string ends;    // its last answer is taken
    bool reorders = false;
};

// When a beat of a channel moves: "valid && ready".
std::string accepted(const Finding& channel);
// Transfers that begin and end when beats of these channels move; their bus is left to say.
Transfers transfers_between(const Finding& request, const Finding& answer);

// "read" or "write".
std::string direction_word(bool writes);

Finding begin_bus_finding(const Subject& on, KindPart own, const BusRole& bus);
// The bytes of the data, counted by its byte enables; either may be kNone.
void add_bytes(const Subject& on, VarId data, VarId enables, Finding& f);

// Transfers of which one at a time is under way need no queue.
void time_single_transfers(const Subject& on, const Transfers& t);
void time_transfers(const Subject& on, const Transfers& t);

}  // namespace tapestry
