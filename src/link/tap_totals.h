// SPDX-License-Identifier: Apache-2.0
// The totals of one tap of a ring. The tap has two banks of counters that take turns at every cut
// and run on modulo 2^counter_width; a record holds the bank that just rested. So the total at a cut
// is known once both banks are: the one of this cut, and the one of the cut before.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/reading.h"
#include "model/tap_map.h"

namespace tapestry {

// How one word of a record grows.
enum class WordRule : std::uint8_t {
    sum,       // counts on, modulo
    low_half,  // with the next word one sum of twice the width
    high_half,
    least,    // over the frames of its bank; 0: none
    least_1,  // the same where all ones mean none
    most,
};

std::vector<WordRule> word_rules(const Tap& tap, const LinkMap& link);

class TapTotals {
public:
    TapTotals() = default;
    TapTotals(std::vector<WordRule> rules, std::uint32_t counter_width);

    std::size_t words() const { return rules_.size(); }

    // A record of `bank` at a cut of `edges`. False: more edges have passed since the last record of
    // that bank than its counters can tell apart, so the totals are only lower bounds.
    bool take(std::size_t bank, std::span<const std::uint64_t> words, std::uint64_t edges);
    // The banks before the very first cut.
    void assume_zero();
    // A record of this tap is missing: what is known of either bank may be old.
    void forget();

    // Both banks are those of the last two cuts.
    bool known() const { return fresh_[0] && fresh_[1]; }
    // The word over both banks.
    std::uint64_t total(std::size_t word) const;

private:
    std::vector<WordRule> rules_;
    std::uint32_t width_ = 32;
    std::array<std::vector<std::uint64_t>, 2> raw_;     // as last heard
    std::array<std::vector<std::uint64_t>, 2> totals_;  // continued to 64 bits
    std::array<bool, 2> fresh_ = {false, false};
    std::array<std::uint64_t, 2> heard_ = {0, 0};  // edges at the last record
    int last_bank_ = -1;
};

// The words of docs/formats.md that follow from the totals. Nothing when the entries of a table do
// not sum to the edges: then some byte was wrong that no check has noticed.
std::optional<std::vector<ReadingWord>> reading_words(const Tap& tap, const LinkMap& link,
                                                      const std::vector<std::uint64_t>& totals,
                                                      std::uint64_t edges);

}  // namespace tapestry
