// SPDX-License-Identifier: Apache-2.0
// The words a record of each kind may hold, from the list of measures.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "model/measures.h"

namespace tapestry {

// A word is followed by `keys` numbers that identify a row, then by `values` numbers. A word
// without keys occurs once in a record, a word with keys once for each row.
struct WordShape {
    std::string_view word;
    std::uint8_t keys = 0;
    std::uint8_t values = 1;
    // The number only grows during a run, and its growth in each frame is worth keeping.
    bool additive = false;
    // A record without this word is damaged. Any other missing word counts as 0.
    bool required = false;
};

inline constexpr std::size_t kMostWords = 32;  // of one kind

// In the order of docs/formats.md; empty when there is no such kind.
std::span<const WordShape> words_of_kind(std::string_view kind);

}  // namespace tapestry
