// SPDX-License-Identifier: Apache-2.0
#include "weave/compare/compare_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/text.h"
#include "weave/compare/insertion.h"

namespace tapestry {

namespace {

using Tokens = std::vector<ComparedToken>;

// Counts the items of the original between an inserted `begin` and `end` of a generate construct.
// There must be exactly one: a second item was not part of the construct before.
class SingleItem {
public:
    void take(std::string_view token) {
        static constexpr std::array<std::string_view, 11> kOpening = {
            "(",     "[",        "{",        "begin", "case", "casez",
            "casex", "generate", "function", "task",  "fork"};
        static constexpr std::array<std::string_view, 9> kClosing = {
            ")", "]", "}", "end", "endcase", "endgenerate", "endfunction", "endtask", "join"};
        if (is_one_of(token, kOpening)) ++depth_;
        if (is_one_of(token, kClosing)) --depth_;
        const bool bracket = token == ")" || token == "]" || token == "}";
        const bool ends = token == ";" || (is_one_of(token, kClosing) && !bracket);
        if (depth_ == 0 && ends) ++items_;
        if (depth_ == 0 && token == "else") --items_;
    }
    bool is_complete() const { return depth_ == 0 && items_ == 1; }

private:
    int depth_ = 0;
    int items_ = 0;
};

class Walk {
public:
    Walk(const Tokens& original, const Tokens& woven) : original_(original), woven_(woven) {
        for (const ComparedToken& token : original) {
            if (token.text.starts_with("tapestry_")) theirs_.insert(token.text);
        }
    }

    std::optional<TextDifference> run() {
        while (at_ < woven_.size()) {
            if (!pass_insertion() && !pass_single_end() && !pass_same() && !pass_single_begin())
                return difference();
        }
        if (next_ < original_.size() || !singles_.empty()) return difference();
        return std::nullopt;
    }

private:
    std::string next() const {
        return next_ < original_.size() ? original_[next_].text : std::string();
    }

    bool pass_insertion() {
        const std::size_t size = insertion_size({woven_, at_, next(), theirs_});
        if (size == 0 || is_of_original(size)) return false;
        at_ += size;
        inserted_ = true;
        return true;
    }

    // The states that pragmas add look like an insertion but are in both texts.
    bool is_of_original(std::size_t size) const {
        return next_ + size <= original_.size() &&
               std::equal(woven_.begin() + static_cast<std::ptrdiff_t>(at_),
                          woven_.begin() + static_cast<std::ptrdiff_t>(at_ + size),
                          original_.begin() + static_cast<std::ptrdiff_t>(next_));
    }

    bool pass_same() {
        if (next_ >= original_.size() || !(original_[next_] == woven_[at_])) return false;
        for (SingleItem& single : singles_) single.take(woven_[at_].text);
        ++next_;
        ++at_;
        inserted_ = false;
        return true;
    }

    bool pass_single_begin() {
        if (woven_[at_].text != "begin") return false;
        singles_.emplace_back();
        ++at_;
        return true;
    }

    bool pass_single_end() {
        if (woven_[at_].text != "end" || singles_.empty() || !inserted_ ||
            !singles_.back().is_complete())
            return false;
        singles_.pop_back();
        ++at_;
        return true;
    }

    TextDifference difference() const {
        const bool more = at_ < woven_.size();
        const std::size_t line = more ? woven_[at_].line : woven_.empty() ? 1 : woven_.back().line;
        if (next_ >= original_.size())
            return {line, more ? fmt::format("'{}' is not in the original", woven_[at_].text)
                               : "an end is missing"};
        const std::string was =
            fmt::format("'{}' of line {} of the original", next(), original_[next_].line);
        return {line, more ? fmt::format("'{}' stands where {} is expected", woven_[at_].text, was)
                           : fmt::format("{} is missing", was)};
    }

    const Tokens& original_;
    const Tokens& woven_;
    std::set<std::string> theirs_;
    std::vector<SingleItem> singles_;
    std::size_t next_ = 0;   // in the original
    std::size_t at_ = 0;     // in the woven text
    bool inserted_ = false;  // the last tokens skipped were an insertion
};

}  // namespace

std::optional<TextDifference> first_difference(const Tokens& original, const Tokens& woven) {
    return Walk(original, woven).run();
}

}  // namespace tapestry
