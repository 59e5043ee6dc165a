// SPDX-License-Identifier: Apache-2.0
#include "run/board/inband.h"

#include <algorithm>

namespace tapestry {

namespace {

constexpr std::uint8_t kMark = 0xa5;

}  // namespace

// After the mark: 0 means that the application itself sent a beat equal to the mark; n means n
// bytes of a report, in the upper bytes of the same beat, or in the next beat if a beat is one
// byte.
Separated separate(const Bytes& recording, std::size_t beat_bytes) {
    Separated out;
    auto beat = [&](std::size_t at) { return recording.begin() + static_cast<std::ptrdiff_t>(at); };
    std::size_t at = 0;
    for (; at + beat_bytes <= recording.size(); at += beat_bytes) {
        const auto begin = beat(at);
        const auto end = begin + static_cast<std::ptrdiff_t>(beat_bytes);
        const bool mark = std::all_of(begin, end, [](std::uint8_t b) { return b == kMark; });
        if (!mark) {
            out.application.insert(out.application.end(), begin, end);
            continue;
        }
        at += beat_bytes;
        if (at + beat_bytes > recording.size()) break;
        const std::size_t count = recording[at];
        if (count == 0) {
            out.application.insert(out.application.end(), beat_bytes, kMark);
        } else if (beat_bytes > 1) {
            const std::size_t bytes = std::min(count, beat_bytes - 1);
            out.reports.insert(out.reports.end(), beat(at + 1), beat(at + 1 + bytes));
        } else {
            for (std::size_t i = 0; i < count && at + 1 < recording.size(); ++i)
                out.reports.push_back(recording[++at]);
        }
    }
    return out;
}

}  // namespace tapestry
