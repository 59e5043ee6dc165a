// SPDX-License-Identifier: Apache-2.0
#include "model/analysis.h"

namespace tapestry {

namespace {

constexpr std::array<std::string_view, 7> kKindWords = {"compute", "queue", "bus",    "memory",
                                                        "lock",    "host",  "outside"};
constexpr std::array<std::string_view, 4> kEndWords = {"finished", "deadlock", "livelock",
                                                       "partial"};

}  // namespace

std::string_view to_word(BottleneckKind kind) { return kKindWords[static_cast<std::size_t>(kind)]; }

std::string_view to_word(EndState state) { return kEndWords[static_cast<std::size_t>(state)]; }

double BlockTime::busy_share() const {
    const double work = static_cast<double>(of(Category::busy)) -
                        static_cast<double>(unknown_cycles) +
                        static_cast<double>(of(Category::transfer));
    return observed_cycles == 0 ? 0 : work / static_cast<double>(observed_cycles);
}

}  // namespace tapestry
