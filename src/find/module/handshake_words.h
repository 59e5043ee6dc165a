// SPDX-License-Identifier: Apache-2.0
// Common names for the two sides of a handshake: `valid`, `req`, `push` on one side, `ready`,
// `ack`, `stall` on the other. Names decide which side is which if the structure does not, and they
// name the protocol.
#pragma once

#include <optional>
#include <string>

#include "model/signal_words.h"

namespace tapestry {

struct HandshakeWord {
    HandshakeSide side = HandshakeSide::valid;
    std::string word;  // "valid", "req", "stall", …
    std::string stem;  // the name without the word, in lower case
};

// `name` may have members and indices: "req[2].valid", "m_rdy", "bValid".
std::optional<HandshakeWord> handshake_word(const std::string& name);

// True for controls of a call rather than a stream: ap_start, start, done.
bool is_call_name(const std::string& name);

}  // namespace tapestry
