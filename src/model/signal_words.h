// SPDX-License-Identifier: Apache-2.0
// The words by which the name of a signal says what it does, each declared once: the two sides of a
// handshake, the ends of a queue, the parts of a call, and whether a bit is one event in each cycle
// or is held for as long as something goes on.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "model/handshake_names.h"

namespace tapestry {

enum class HandshakeSide : std::uint8_t { valid, ready };
enum class CallWord : std::uint8_t { start, offer, done, busy };
enum class StrobeWord : std::uint8_t { pulse, held };

struct SignalWord {
    std::string_view spelling;  // in lower case
    std::optional<HandshakeSide> side = {};
    std::string_view word = {};          // what that side is called: "valid" for `vld`
    std::optional<QueueEnd> queue = {};  // as the whole name of a port, without its direction
    std::optional<CallWord> call = {};   // `offer`: starts a call beside a `busy` that holds it off
    bool only_call = false;              // no stream has it
    std::optional<StrobeWord> strobe = {};
};

// Null if it is no such word.
const SignalWord* signal_word(std::string_view spelling);

}  // namespace tapestry
