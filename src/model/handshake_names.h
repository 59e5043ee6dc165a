// SPDX-License-Identifier: Apache-2.0
// Common spellings of handshake signals, and which names belong together.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/letter_case.h"

namespace tapestry {

// A name split at its `valid` word: `s_axis_tvalid` is prefix "s_axis_", letters "t", word "valid",
// suffix "".
struct ValidName {
    std::string prefix;
    std::string letters;  // "", "t" (AXI-Stream), "aw", "w", "b", "ar", "r" (AXI)
    std::string word;     // valid, vld, req
    std::string suffix;

    // The same parts in the letter case of the original name.
    ValidName spelled_like(const std::string& name) const;
    // The name of the stream; empty for a bare `valid`.
    std::string stem() const;
    // Candidate names (lower case) of another signal of the same handshake, likeliest first:
    // partners("data") of `valid_i` starts with `data_i`, partners("ready") with `ready_o`.
    std::vector<std::string> partners(const std::string& other_word) const;
};

// The words for the ready side of a handshake whose valid side is called `word`, likeliest first.
std::vector<std::string> ready_words(const std::string& word);

// `lower_name` is in lower case. Returns nothing if it has no `valid` word at a word boundary.
std::optional<ValidName> split_valid(const std::string& lower_name);

// The name of a port without its direction suffix: bytes_ready_i -> `bytes_ready`.
std::string without_direction(std::string lower_name);
// The name of a struct port without the words that mark its direction: axi_req_i -> `axi`, rsp_o ->
// nothing.
std::string record_stem(std::string lower_name);

// The role of a queue port according to its name; `inverted` for active-low names such as full_n.
enum class QueueEnd { push, full, pop, empty };
struct QueuePort {
    QueueEnd end;
    bool inverted = false;
};
std::optional<QueuePort> queue_port(const std::string& lower_name);

}  // namespace tapestry
