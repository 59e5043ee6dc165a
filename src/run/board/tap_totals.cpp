// SPDX-License-Identifier: Apache-2.0
#include "run/board/tap_totals.h"

#include <algorithm>

namespace tapestry {

namespace {

std::uint64_t mask_of(std::uint32_t width) {
    return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

}  // namespace

TapTotals::TapTotals(std::vector<WordRule> rules, std::uint32_t counter_width)
    : rules_(std::move(rules)), width_(counter_width), base_(rules_.size(), 0) {
    for (std::size_t bank = 0; bank < 2; ++bank) {
        raw_[bank].assign(rules_.size(), 0);
        totals_[bank].assign(rules_.size(), 0);
    }
    forget_extremes();
}

void TapTotals::forget_extremes() {
    for (std::vector<std::uint64_t>& totals : totals_) {
        for (std::size_t i = 0; i < rules_.size(); ++i) {
            if (rules_[i] == WordRule::sum) continue;
            totals[i] = rules_[i] == WordRule::least_or_ones ? mask_of(width_at(i)) : 0;
        }
    }
}

// The width of the number that begins with the word; 64 bits of it are kept.
std::uint32_t TapTotals::width_at(std::size_t word) const {
    std::uint32_t width = width_;
    while (++word < rules_.size() && rules_[word] == WordRule::more) width += width_;
    return std::min<std::uint32_t>(width, 64);
}

std::uint64_t TapTotals::number_at(std::span<const std::uint64_t> words, std::size_t word) const {
    std::uint64_t number = 0;
    for (std::uint32_t shift = 0; shift < width_at(word); shift += width_)
        number |= words[word++] << shift;
    return number;
}

void TapTotals::take(std::size_t bank, std::span<const std::uint64_t> words) {
    for (std::size_t i = 0; i < rules_.size(); ++i) {
        if (rules_[i] == WordRule::more) continue;
        const std::uint64_t now = number_at(words, i);
        if (rules_[i] == WordRule::sum)
            totals_[bank][i] += (now - number_at(raw_[bank], i)) & mask_of(width_at(i));
        else
            totals_[bank][i] = now;
    }
    raw_[bank].assign(words.begin(), words.end());
    // Banks alternate. The same bank twice means that a record in between was lost.
    if (last_bank_ == static_cast<int>(bank)) fresh_[1 - bank] = false;
    last_bank_ = static_cast<int>(bank);
    latest_bank_ = bank;
    fresh_[bank] = heard_[bank] = true;
}

void TapTotals::is_first_cut() {
    for (std::size_t bank = 0; bank < 2; ++bank) fresh_[bank] = fresh_[bank] || !heard_[bank];
}

void TapTotals::forget() {
    fresh_ = {false, false};
    last_bank_ = -1;
}

void TapTotals::set_base() {
    std::vector<std::uint64_t> base(rules_.size(), 0);
    for (std::size_t i = 0; i < rules_.size(); ++i) {
        if (rules_[i] == WordRule::sum) base[i] = over_banks(i);
    }
    base_ = std::move(base);
}

std::vector<std::uint64_t> TapTotals::totals() const {
    std::vector<std::uint64_t> out(rules_.size());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = over_banks(i) - base_[i];
    return out;
}

std::uint64_t TapTotals::over_banks(std::size_t word) const {
    const std::uint64_t a = totals_[0][word];
    const std::uint64_t b = totals_[1][word];
    switch (rules_[word]) {
        case WordRule::sum:
            return a + b;
        case WordRule::most:
            return std::max(a, b);
        case WordRule::least:
            return a == 0 ? b : b == 0 ? a : std::min(a, b);
        case WordRule::least_or_ones:
            return std::min(a, b);
        case WordRule::latest:
            return totals_[latest_bank_][word];
        case WordRule::more:
            break;
    }
    return 0;
}

}  // namespace tapestry
