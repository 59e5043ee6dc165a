// SPDX-License-Identifier: Apache-2.0
// When two signals that run between two ends in opposite directions are a handshake.
//
//   mutual  each end hears the other's signal only while its own is active, and may hear it then
//   loose   so for one end; the other end hears it only then
//   ack     only the one that asks: it keeps asking, with its data, until it is answered
//   stall   only the one that takes: the other keeps what it offers until it is taken
//   phases  the one that asks keeps asking, with its data, until it is answered, and stops then;
//           the answer may last longer
//
// The values at which the signals are active follow from use, and the ends must agree on them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "find/streams/handshake_ends.h"

namespace tapestry {

enum class HandshakeRule { mutual, loose, ack, stall, phases };
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
