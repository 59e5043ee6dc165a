// SPDX-License-Identifier: Apache-2.0
#include "weave/text/clock_words.h"

#include <cctype>

#include "base/verilog_text.h"

namespace tapestry {

namespace {

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

char before(std::string_view text, std::size_t at) {
    while (at > 0 && is_space(text[at - 1])) --at;
    return at == 0 ? '\0' : text[at - 1];
}

char behind(std::string_view text, std::size_t at) {
    while (at < text.size() && is_space(text[at])) ++at;
    return at == text.size() ? '\0' : text[at];
}

// Tracks the last event control that begins at or before a position.
class EventRegions {
public:
    EventRegions(std::string_view text, std::size_t from, std::size_t to)
        : text_(text), at_(from), to_(to) {}

    // Positions must not decrease from call to call.
    bool holds(std::size_t position) {
        while (at_ < to_ && at_ <= position) advance();
        return position < end_;
    }

private:
    void advance() {
        if (text_[at_++] != '@') return;
        std::size_t open = at_;
        while (open < to_ && is_space(text_[open])) ++open;
        if (open == to_ || text_[open] != '(') return;
        int depth = 0;
        for (end_ = open; end_ < to_; ++end_) {
            depth += text_[end_] == '(' ? 1 : text_[end_] == ')' ? -1 : 0;
            if (depth == 0) break;
        }
        at_ = end_;
    }

    std::string_view text_;
    std::size_t at_;
    std::size_t to_;
    std::size_t end_ = 0;
};

// Words that begin a skipped part: port declarations in the body, and instances that tapestry wove.
bool begins_passed_over(std::string_view word, bool ansi) {
    const bool declares = word == "input" || word == "output" || word == "inout";
    return (!ansi && declares) || word.starts_with("tapestry_");
}

}  // namespace

std::vector<PortMention> mentions_of(std::string_view masked, const ModuleSpan& module,
                                     const ModuleHeader& header, const std::string& port) {
    std::vector<PortMention> mentions;
    const std::string_view text = masked.substr(0, module.endmodule);
    EventRegions events(text, header.end, module.endmodule);
    std::size_t passed_over_to = header.end;
    const std::string_view body = text.substr(header.end);
    for (const VerilogWord& word : words_of(body)) {
        const std::size_t at = header.end + word.position;
        if (at < passed_over_to) continue;
        const char previous = before(text, at);
        if (begins_passed_over(word.text, header.ansi) &&
            (previous == ';' || previous == '\0' || is_space(text[at - 1]))) {
            passed_over_to = std::min(text.find(';', at), text.size());
            continue;
        }
        if (word.text != port) continue;
        const char next = behind(text, at + word.text.size());
        const bool named = previous == '.';
        if (named && next == '(') continue;
        // `a.clk` is a member of something else; `.clk` alone stands for a connection.
        if (named) {
            const std::size_t dot = text.rfind('.', at);
            const char owner = before(text, dot);
            if (owner != '(' && owner != ',') continue;
        }
        mentions.push_back({at, events.holds(at), named});
    }
    return mentions;
}

}  // namespace tapestry
