// SPDX-License-Identifier: Apache-2.0
// The spellings of handshakes met in the field: which names belong together.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/letter_case.h"

namespace tapestry {

// A name with its `valid` word found: `s_axis_tvalid` is prefix "s_axis_", letters "t", word
// "valid", suffix "".
struct ValidName {
    std::string prefix;
    std::string letters;  // "", "t" (AXI-Stream), "aw", "w", "b", "ar", "r" (AXI)
    std::string word;     // valid, vld, req
    std::string suffix;

    // The same parts with the upper case letters of the name as it is written.
    ValidName spelled_like(const std::string& name) const;
    // The stem that people call the stream by; empty for a bare `valid`.
    std::string stem() const;
    // The names (lower case) that another word of the same handshake may have, likeliest first:
    // partners("data") of `valid_i` is `data_i` first, partners("ready") is `ready_o` first.
    std::vector<std::string> partners(const std::string& other_word) const;
};

// What the other side of a handshake is called whose first word is `word`, likeliest first.
std::vector<std::string> ready_words(const std::string& word);

// `lower_name` is in lower case. Nothing when it has no `valid` word at a word's boundary.
std::optional<ValidName> split_valid(const std::string& lower_name);

// The name of a port without what tells its direction: `bytes_ready` of bytes_ready_i.
std::string without_direction(std::string lower_name);
// The name of a record without what tells it from the one of the other direction: `axi` of
// axi_req_i, nothing of rsp_o.
std::string record_stem(std::string lower_name);

// Which end of a queue a port of that name is; `inverted` for names like full_n.
enum class QueueEnd { push, full, pop, empty };
struct QueuePort {
    QueueEnd end;
    bool inverted = false;
};
std::optional<QueuePort> queue_port(const std::string& lower_name);

}  // namespace tapestry
