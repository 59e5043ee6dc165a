// SPDX-License-Identifier: Apache-2.0
// The words a record of each kind may hold: the table of docs/formats.md as data.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace tapestry {

// A word is followed by `keys` numbers that name a row, then by `values` numbers. A word without
// keys stands once in a record; a word with keys once for each row.
struct WordShape {
    std::string_view word;
    std::uint8_t keys = 0;
    std::uint8_t values = 1;
    // The number only grows during a run, and its growth in each frame is worth keeping.
    bool additive = false;
    // A record that lacks this word is damaged. Any other word that is missing counts as 0.
    bool required = false;
};

// In the order of docs/formats.md; empty when there is no such kind. At most 32 words.
std::span<const WordShape> words_of_kind(std::string_view kind);

}  // namespace tapestry
