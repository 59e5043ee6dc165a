// SPDX-License-Identifier: Apache-2.0
#include "link/tap_totals.h"

#include <algorithm>

namespace tapestry {

namespace {

std::uint64_t mask_of(std::uint32_t width) {
    return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

}  // namespace

TapTotals::TapTotals(std::vector<WordRule> rules, std::uint32_t counter_width)
    : rules_(std::move(rules)), width_(counter_width) {
    for (std::size_t bank = 0; bank < 2; ++bank) {
        raw_[bank].assign(rules_.size(), 0);
        totals_[bank].assign(rules_.size(), 0);
    }
}

bool TapTotals::take(std::size_t bank, std::span<const std::uint64_t> words, std::uint64_t edges) {
    const std::uint64_t mask = mask_of(width_);
    for (std::size_t i = 0; i < rules_.size(); ++i) {
        std::uint64_t& total = totals_[bank][i];
        if (rules_[i] == WordRule::sum) {
            total += (words[i] - raw_[bank][i]) & mask;
        } else if (rules_[i] == WordRule::low_half) {
            // Both halves are one number; its total stands in the low half.
            const std::uint32_t wide = std::min<std::uint32_t>(64, 2 * width_);
            const std::uint64_t now = width_ >= 64 ? words[i] : words[i] | words[i + 1] << width_;
            const std::uint64_t before =
                width_ >= 64 ? raw_[bank][i] : raw_[bank][i] | raw_[bank][i + 1] << width_;
            total += (now - before) & mask_of(wide);
        } else if (rules_[i] != WordRule::high_half) {
            total = words[i];
        }
    }
    raw_[bank].assign(words.begin(), words.end());
    const bool exact = width_ >= 64 || edges - heard_[bank] <= mask;
    heard_[bank] = edges;
    // Banks take turns. The same one twice means that a record between was lost.
    if (last_bank_ == static_cast<int>(bank)) fresh_[1 - bank] = false;
    last_bank_ = static_cast<int>(bank);
    fresh_[bank] = true;
    return exact;
}

void TapTotals::assume_zero() { fresh_ = {true, true}; }

void TapTotals::forget() {
    fresh_ = {false, false};
    last_bank_ = -1;
}

std::uint64_t TapTotals::total(std::size_t word) const {
    const std::uint64_t a = totals_[0][word];
    const std::uint64_t b = totals_[1][word];
    switch (rules_[word]) {
        case WordRule::sum:
        case WordRule::low_half:
            return a + b;
        case WordRule::high_half:
            return 0;
        case WordRule::most:
            return std::max(a, b);
        case WordRule::least:
            return a == 0 ? b : b == 0 ? a : std::min(a, b);
        case WordRule::least_1:
            // A bank that was never heard holds 0 here, which would pass for a value.
            return std::min(raw_heard(0) ? a : mask_of(width_), raw_heard(1) ? b : mask_of(width_));
    }
    return 0;
}

}  // namespace tapestry
