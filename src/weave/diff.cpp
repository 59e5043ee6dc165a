// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "weave/weave.h"

namespace tapestry {

namespace {

constexpr std::size_t kContext = 2;

// The lines with their ends: the last one may have none, and a diff says so.
std::vector<std::string> lines_of(const std::string& text) {
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

// Weaving only inserts, or breaks one line in two around what it inserts, so a walk over both texts
// that looks for the next common line is a minimal diff.
class Walk {
public:
    Walk(std::vector<std::string> before, std::vector<std::string> after)
        : before_(std::move(before)), after_(std::move(after)) {}

    std::string hunks() {
        std::string out;
        std::size_t b = 0;
        std::size_t a = 0;
        while (b < before_.size() || a < after_.size()) {
            if (b < before_.size() && a < after_.size() && before_[b] == after_[a]) {
                ++b;
                ++a;
                continue;
            }
            const auto [next_b, next_a] = resync(b, a);
            out += hunk(b, next_b, a, next_a);
            b = next_b;
            a = next_a;
        }
        return out;
    }

private:
    std::pair<std::size_t, std::size_t> resync(std::size_t b, std::size_t a) const {
        for (std::size_t removed = 0; removed <= 2 && b + removed < before_.size(); ++removed) {
            const auto at = std::find(after_.begin() + static_cast<std::ptrdiff_t>(a), after_.end(),
                                      before_[b + removed]);
            if (at != after_.end())
                return {b + removed, static_cast<std::size_t>(at - after_.begin())};
        }
        return {before_.size(), after_.size()};
    }

    std::string hunk(std::size_t b, std::size_t next_b, std::size_t a, std::size_t next_a) const {
        const std::size_t lead = std::min({kContext, b, a});
        const std::size_t tail =
            std::min({kContext, before_.size() - next_b, after_.size() - next_a});
        std::string out =
            fmt::format("@@ -{},{} +{},{} @@\n", b - lead + 1, next_b - b + lead + tail,
                        a - lead + 1, next_a - a + lead + tail);
        for (std::size_t i = b - lead; i < b; ++i) out += diff_line(' ', before_[i]);
        for (std::size_t i = b; i < next_b; ++i) out += diff_line('-', before_[i]);
        for (std::size_t i = a; i < next_a; ++i) out += diff_line('+', after_[i]);
        for (std::size_t i = next_b; i < next_b + tail; ++i) out += diff_line(' ', before_[i]);
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
            out += Walk(lines_of(file.before), lines_of(file.after)).hunks();
        }
    }
    return out;
}

}  // namespace tapestry
