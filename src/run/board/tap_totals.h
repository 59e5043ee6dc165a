// SPDX-License-Identifier: Apache-2.0
// The totals of one tap of a ring. The tap has two banks of counters that alternate at every cut
// and wrap modulo 2^counter_width; a record holds the bank that just stopped. So the total at a cut
// needs both: the bank of this cut and that of the previous one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/reading.h"
#include "model/tap_map.h"

namespace tapestry {

// How a number of a record evolves. One that is wider than a word continues in the next words.
enum class WordRule : std::uint8_t {
    sum,            // counts on, modulo its width
    least,          // over the frames of its bank; 0: none
    least_or_ones,  // the same where all ones mean none
    most,
    more,    // the next bits of the number before
    latest,  // the last value replaces the earlier one
};

std::vector<WordRule> word_rules(const Tap& tap, const LinkMap& link);

class TapTotals {
public:
    TapTotals() = default;
    TapTotals(std::vector<WordRule> rules, std::uint32_t counter_width);

    std::size_t words() const { return rules_.size(); }

    // A record of `bank`.
    void take(std::size_t bank, std::span<const std::uint64_t> words);
    // A record is missing: both banks may be stale.
    void forget();
    // The board has cleared its extremes.
    void forget_extremes();
    // The board was restarted: all counters are 0.
    void restart() { *this = TapTotals(std::move(rules_), width_); }
    // Whether both banks are those of the last two cuts, or were never used.
    bool fresh() const { return fresh_[0] && fresh_[1]; }
    bool heard(std::size_t bank) const { return heard_[bank]; }
    // This is the first cut since power-up: a bank not received yet has counted nothing.
    void is_first_cut();

    // All words over both banks; counts are those since the base.
    std::vector<std::uint64_t> totals() const;
    // A count since configuration, modulo its width.
    std::uint64_t raw_total(std::size_t word) const { return raw_[0][word] + raw_[1][word]; }
    // Totals count from here on.
    void set_base();

private:
    std::uint64_t over_banks(std::size_t word) const;
    std::uint32_t width_at(std::size_t word) const;
    std::uint64_t number_at(std::span<const std::uint64_t> words, std::size_t word) const;

    std::vector<WordRule> rules_;
    std::uint32_t width_ = 32;
    std::array<std::vector<std::uint64_t>, 2> raw_;     // as last received
    std::array<std::vector<std::uint64_t>, 2> totals_;  // extended to 64 bits
    std::vector<std::uint64_t> base_;
    std::array<bool, 2> heard_ = {false, false};
    std::array<bool, 2> fresh_ = {false, false};
    int last_bank_ = -1;
    std::size_t latest_bank_ = 0;
};

// The words of docs/formats.md computed from the totals. Nothing if the entries of a table do not
// sum to the edges, unless they are only lower bounds (`saturated`).
std::optional<std::vector<ReadingWord>> reading_words(const Tap& tap, const LinkMap& link,
                                                      const std::vector<std::uint64_t>& totals,
                                                      std::uint64_t edges, bool saturated);

}  // namespace tapestry
