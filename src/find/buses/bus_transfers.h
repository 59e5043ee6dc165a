// SPDX-License-Identifier: Apache-2.0
// Common to all buses: findings named after the bus. In each direction, a call times the
// transactions (from a request to its last response) and a queue counts the outstanding ones
// (pushed by a request, popped by its last response).
#pragma once

#include <optional>
#include <string>

#include "find/module/subject.h"

namespace tapestry {

// The transactions of one direction of a bus, as expressions.
struct Transfers {
    std::string bus;
    std::string direction;
    std::string protocol;
    VarId request_net = kNone;  // the nets that distinguish this bus from others
    VarId answer_net = kNone;
    std::int32_t element = kNone;
    std::optional<Bit> request_bit = {};  // position in the nets, if they are structs
    std::optional<Bit> answer_bit = {};
    std::string scope;
    SourcePlace place;
    FindingClock clock;
    std::string begins;  // a request is accepted; for one at a time: is offered
    std::string ends;    // its last response is accepted
    bool reorders = false;
};

// When a beat of a channel transfers: "valid && ready".
std::string accepted(const Finding& channel);
// Transactions that begin and end with beats of these channels; the caller sets the bus.
Transfers transfers_between(const Finding& request, const Finding& answer);

// "read" or "write".
std::string direction_word(bool writes);

Finding begin_bus_finding(const Subject& on, KindPart own, const BusRole& bus);
// The bytes of the data, counted by its byte enables; either may be kNone.
void add_bytes(const Subject& on, VarId data, VarId enables, Finding& f);

// A bus with one transaction at a time needs no queue.
void time_single_transfers(const Subject& on, const Transfers& t);
void time_transfers(const Subject& on, const Transfers& t);

}  // namespace tapestry
