// SPDX-License-Identifier: Apache-2.0
// The changes of one time stamp: which slots, and their values. The last change of a slot stands.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace tapestry {

class PendingChanges {
public:
    explicit PendingChanges(std::size_t slots) : at_(slots, kNone) {}

    void put(std::uint32_t slot, const std::uint64_t* ones, const std::uint64_t* unknown,
             std::uint32_t words) {
        std::size_t& at = at_[slot];
        if (at == kNone) {
            at = words_.size();
            slots_.push_back(slot);
            words_.resize(at + 2 * std::size_t{words});
        }
        std::copy_n(ones, words, &words_[at]);
        std::copy_n(unknown, words, &words_[at + words]);
    }

    // Calls `use(slot, words)` for each, with the words of ones before the unknown, and forgets it.
    template <typename Use>
    void take(const Use& use) {
        for (const std::uint32_t slot : slots_) {
            use(slot, &words_[at_[slot]]);
            at_[slot] = kNone;
        }
        slots_.clear();
        words_.clear();
    }

private:
    static constexpr std::size_t kNone = ~std::size_t{0};

    std::vector<std::uint32_t> slots_;
    std::vector<std::size_t> at_;  // by slot
    std::vector<std::uint64_t> words_;
};

}  // namespace tapestry
