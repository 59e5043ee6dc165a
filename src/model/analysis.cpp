// SPDX-License-Identifier: Apache-2.0
#include "model/analysis.h"

#include <algorithm>

namespace tapestry {

namespace {

constexpr std::array<std::string_view, kCategories> kCategoryWords = {
    "busy", "transfer", "wait_recv", "wait_send", "wait_sync", "overhead", "idle"};
constexpr std::array<std::string_view, 7> kKindWords = {"compute", "queue", "bus",    "memory",
                                                        "lock",    "host",  "outside"};
constexpr std::array<std::string_view, 4> kEndWords = {"finished", "deadlock", "livelock",
                                                       "partial"};

}  // namespace

std::string_view to_word(Category category) {
    return kCategoryWords[static_cast<std::size_t>(category)];
}

std::optional<Category> category_of(std::string_view word) {
    const auto* found = std::find(kCategoryWords.begin(), kCategoryWords.end(), word);
    if (found == kCategoryWords.end()) return std::nullopt;
    return static_cast<Category>(found - kCategoryWords.begin());
}

std::string_view to_word(BottleneckKind kind) { return kKindWords[static_cast<std::size_t>(kind)]; }

std::string_view to_word(EndState state) { return kEndWords[static_cast<std::size_t>(state)]; }

double BlockTime::busy_share() const {
    const double work =
        static_cast<double>(of(Category::busy)) + static_cast<double>(of(Category::transfer));
    return observed_cycles == 0 ? 0 : work / static_cast<double>(observed_cycles);
}

}  // namespace tapestry
