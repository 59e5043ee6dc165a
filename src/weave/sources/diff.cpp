// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "weave/sources/weave.h"

namespace tapestry {

namespace {

constexpr std::size_t kContext = 2;

// The lines with their newlines: the last one may have none, which a diff has to show.
std::vector<std::string> lines_with_ends(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        lines.push_back(text.substr(at, end - at));
        at = end;
    }
    return lines;
}

std::string diff_line(char mark, const std::string& line) {
    return mark + line + (line.ends_with('\n') ? "" : "\n\\ No newline at end of file\n");
}

// Lines [before, next_before) became lines [after, next_after).
struct Change {
    std::size_t before, next_before;
    std::size_t after, next_after;
};

// Weaving inserts lines and changes few, so a walk over both texts that resynchronises at the
// nearest equal lines makes a good diff.
class Walk {
public:
    Walk(std::vector<std::string> before, std::vector<std::string> after)
        : before_(std::move(before)), after_(std::move(after)) {}

    std::string hunks() {
        const std::vector<Change> all = changes();
        std::string out;
        for (std::size_t first = 0; first < all.size();) {
            // Changes with overlapping contexts share a hunk.
            std::size_t last = first;
            while (last + 1 < all.size() &&
                   all[last + 1].before - all[last].next_before <= 2 * kContext)
                ++last;
            out += hunk({all.begin() + static_cast<std::ptrdiff_t>(first),
                         all.begin() + static_cast<std::ptrdiff_t>(last) + 1});
            first = last + 1;
        }
        return out;
    }

private:
    std::vector<Change> changes() const {
        std::vector<Change> all;
        std::size_t b = 0;
        std::size_t a = 0;
        while (b < before_.size() || a < after_.size()) {
            if (same(b, a) && b < before_.size()) {
                ++b;
                ++a;
                continue;
            }
            const auto [next_b, next_a] = resync(b, a);
            all.push_back({b, next_b, a, next_a});
            b = next_b;
            a = next_a;
        }
        return all;
    }

    // Beyond the end only both ends together count as equal.
    bool same(std::size_t b, std::size_t a) const {
        if (b >= before_.size() || a >= after_.size())
            return b >= before_.size() && a >= after_.size();
        return before_[b] == after_[a];
    }

    // The nearest place where two consecutive lines are equal: a single one, such as `end`, may
    // match by chance.
    std::pair<std::size_t, std::size_t> resync(std::size_t b, std::size_t a) const {
        constexpr std::size_t kFarthest = 2000;
        for (std::size_t distance = 1; distance < kFarthest; ++distance) {
            for (std::size_t removed = 0; removed <= distance; ++removed) {
                const std::size_t x = b + removed;
                const std::size_t y = a + distance - removed;
                if (x > before_.size() || y > after_.size()) continue;
                if (same(x, y) && same(x + 1, y + 1)) return {x, y};
            }
        }
        return {before_.size(), after_.size()};
    }

    std::string hunk(const std::vector<Change>& group) const {
        const Change& first = group.front();
        const Change& last = group.back();
        const std::size_t lead = std::min({kContext, first.before, first.after});
        const std::size_t tail = std::min(
            {kContext, before_.size() - last.next_before, after_.size() - last.next_after});
        std::string out =
            fmt::format("@@ -{},{} +{},{} @@\n", first.before - lead + 1,
                        last.next_before - first.before + lead + tail, first.after - lead + 1,
                        last.next_after - first.after + lead + tail);
        std::size_t at = first.before - lead;
        for (const Change& change : group) {
            for (; at < change.before; ++at) out += diff_line(' ', before_[at]);
            for (; at < change.next_before; ++at) out += diff_line('-', before_[at]);
            for (std::size_t i = change.after; i < change.next_after; ++i)
                out += diff_line('+', after_[i]);
        }
        for (; at < last.next_before + tail; ++at) out += diff_line(' ', before_[at]);
        return out;
    }

    std::vector<std::string> before_;
    std::vector<std::string> after_;
};

}  // namespace

std::string diff_of(const Woven& woven) {
    std::string out;
    for (const auto* list : {&woven.files, &woven.included}) {
        for (const WovenFile& file : *list) {
            if (file.before == file.after) continue;
            out += fmt::format("--- {}\n+++ {}\n", file.original, file.relative.string());
            out += Walk(lines_with_ends(file.before), lines_with_ends(file.after)).hunks();
        }
    }
    return out;
}

}  // namespace tapestry
