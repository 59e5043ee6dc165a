// SPDX-License-Identifier: Apache-2.0
// When two signals in opposite directions between two ends form a handshake.
//
//   mutual  each end hears the other's signal only while its own is active, and can then always
//           hear it
//   loose   the same for one end; the other end hears it only then, but not always
//   ack     only the requester tests it: it holds request and data until the acknowledge
//   stall   only the receiver tests it: the sender holds its offer until it is accepted
//   phases  the requester holds request and data until it is answered, then ends the request; the
//           answer may last longer
//   shared  another instance of a module has a handshake at these ports
//
// The active values of the signals follow from their use, and both ends must agree on them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "find/streams/handshake_ends.h"

namespace tapestry {

enum class HandshakeRule { mutual, loose, ack, stall, phases, shared };
const char* to_word(HandshakeRule rule);

// `x` runs from end a to end b, `y` back; both as their driver's port has them.
struct Handshake {
    const Meeting* meeting = nullptr;
    const Signal* x = nullptr;
    const Signal* y = nullptr;
    HandshakeRule rule = HandshakeRule::mutual;
    bool x_active = true;
    bool y_active = true;
    std::vector<const Signal*> x_data;  // what b takes only with x, or a keeps until it is taken
    std::vector<const Signal*> y_data;
};

struct NoHandshake {
    const Meeting* meeting = nullptr;
    const Signal* x = nullptr;
    const Signal* y = nullptr;
    std::string reason;
};

struct Judged {
    std::vector<Handshake> taken;
    std::vector<NoHandshake> rejected;
};

Judged judge(Observability& listening, const Meeting& meeting);

}  // namespace tapestry
