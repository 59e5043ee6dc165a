// SPDX-License-Identifier: Apache-2.0
// What the two sides of a handshake are called, however it is found: `valid`, `req`, `push` on one
// side, `ready`, `ack`, `stall` on the other. Names tell which side is which when structure does
// not, and what the protocol is called.
#pragma once

#include <optional>
#include <string>

namespace tapestry {

enum class HandshakeSide { valid, ready };

struct HandshakeWord {
    HandshakeSide side = HandshakeSide::valid;
    std::string word;  // "valid", "req", "stall", …
    std::string stem;  // the name without it, lower case
};

// `name` may have members and indices: "req[2].valid", "m_rdy", "bValid".
std::optional<HandshakeWord> handshake_word(const std::string& name);

// A control of a call, not of a stream: ap_start, start, done.
bool is_call_name(const std::string& name);

}  // namespace tapestry
