// SPDX-License-Identifier: Apache-2.0
#include "software/cc/recap_pragma.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/codes/software.h"
#include "base/text.h"

namespace tapestry {

namespace {

struct Word {
    std::string_view word;
    std::string_view category;
};
constexpr Word kWords[] = {{"send", "TAPESTRY_TRANSFER"},
                           {"recv", "TAPESTRY_TRANSFER"},
                           {"transfer", "TAPESTRY_TRANSFER"},
                           {"busy", "TAPESTRY_BUSY"},
                           {"wait_recv", "TAPESTRY_WAIT_RECV"},
                           {"wait_send", "TAPESTRY_WAIT_SEND"},
                           {"wait_sync", "TAPESTRY_WAIT_SYNC"},
                           {"overhead", "TAPESTRY_OVERHEAD"},
                           {"idle", "TAPESTRY_IDLE"}};

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

std::size_t behind_text(std::string_view text, std::size_t at) {
    const char quote = text[at++];
    while (at < text.size() && text[at] != quote && text[at] != '\n')
        at += text[at] == '\\' && at + 1 < text.size() ? 2 : 1;
    return std::min(at + 1, text.size());
}

// Past a raw string literal, R"tag( … )tag".
std::size_t behind_raw_text(std::string_view text, std::size_t at) {
    const std::size_t open = text.find('(', at);
    if (open == std::string_view::npos || open - at > 18) return behind_text(text, at);
    const std::string end = ")" + std::string(text.substr(at + 1, open - at - 1)) + "\"";
    const std::size_t close = text.find(end, open);
    return close == std::string_view::npos ? text.size() : close + end.size();
}

std::size_t behind_comment(std::string_view text, std::size_t at) {
    if (text[at + 1] == '/') {
        while (at < text.size() && (text[at] != '\n' || text[at - 1] == '\\')) ++at;
        return at;
    }
    const std::size_t end = text.find("*/", at + 2);
    return end == std::string_view::npos ? text.size() : end + 2;
}

bool is_comment(std::string_view text, std::size_t at) {
    return text[at] == '/' && at + 1 < text.size() && (text[at + 1] == '/' || text[at + 1] == '*');
}

// The end of a logical line, with its continuation lines.
std::size_t end_of_line(std::string_view text, std::size_t at) {
    while (at < text.size() && text[at] != '\n') {
        if (text[at] == '\\' && at + 1 < text.size()) at += text[at + 1] == '\r' ? 2 : 1;
        if (at < text.size()) ++at;
    }
    return std::min(at, text.size());
}

class Parser {
public:
    Parser(std::string_view text, const std::string& file, Diagnostics& diagnostics)
        : text_(text), file_(file), diagnostics_(diagnostics) {}

    Result<Done> parse(RecapPragma& pragma) {
        pragma.name = take_name();
        if (pragma.name.empty()) return refuse(pragma, "a name is missing");
        do {
            if (const auto taken = take_class(pragma); !taken) return taken.failure();
            skip();
        } while (at_ < text_.size() && is_name(text_[at_]));
        if (at_ == text_.size()) return Done{};
        if (text_[at_] != ':') return refuse(pragma, "a ':' before the condition is missing");
        pragma.condition = trimmed(text_.substr(at_ + 1));
        if (pragma.condition.empty()) return refuse(pragma, "the condition is empty");
        return Done{};
    }

private:
    Result<Done> take_class(RecapPragma& pragma) {
        const std::string word = take_name();
        const auto* known = std::find_if(std::begin(kWords), std::end(kWords),
                                         [&](const Word& w) { return w.word == word; });
        if (known == std::end(kWords))
            return refuse(pragma, word.empty() ? "a category is missing"
                                               : fmt::format("'{}' is no category", word));
        if (pragma.classes.empty()) pragma.category = known->category;
        pragma.classes.push_back({word, "", ""});
        skip();
        if (at_ == text_.size() || text_[at_] != '(') return Done{};
        return take_arguments(pragma);
    }

    void skip() {
        while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    }
    std::string take_name() {
        skip();
        const std::size_t from = at_;
        while (at_ < text_.size() && is_name(text_[at_])) ++at_;
        return std::string(text_.substr(from, at_ - from));
    }
    Result<Done> take_arguments(RecapPragma& pragma) {
        const std::size_t close = text_.find(')', at_);
        if (close == std::string_view::npos) return refuse(pragma, "a ')' is missing");
        const std::string_view inside = text_.substr(at_ + 1, close - at_ - 1);
        const std::size_t comma = inside.find(',');
        RecapClass& c = pragma.classes.back();
        c.peer = trimmed(inside.substr(0, comma));
        if (comma != std::string_view::npos) c.purpose = trimmed(inside.substr(comma + 1));
        at_ = close + 1;
        return Done{};
    }
    Reported refuse(const RecapPragma& pragma, const std::string& why) {
        return diagnostics_.report(code::pragma_malformed, {file_, pragma.line}, why);
    }

    std::string_view text_;
    std::size_t at_ = 0;
    const std::string& file_;
    Diagnostics& diagnostics_;
};

// The text after `#pragma recap`, with continuation lines joined; nothing for other lines.
std::optional<std::string> recap_text(std::string_view line) {
    std::string joined;
    for (std::size_t i = 1; i < line.size(); ++i) {
        if (line[i] == '\\' && i + 1 < line.size() &&
            (line[i + 1] == '\n' || line[i + 1] == '\r')) {
            i += line[i + 1] == '\r' ? 2 : 1;
            joined += ' ';
        } else {
            joined += line[i];
        }
    }
    std::string_view rest = trimmed(joined);
    for (const std::string_view word : {"pragma", "recap"}) {
        if (!rest.starts_with(word) || (rest.size() > word.size() && is_name(rest[word.size()])))
            return std::nullopt;
        rest = trimmed(rest.substr(word.size()));
    }
    return std::string(rest);
}

}  // namespace

Result<std::vector<RecapPragma>> recap_pragmas(std::string_view text, const std::string& file,
                                               Diagnostics& diagnostics) {
    std::vector<RecapPragma> pragmas;
    Result<Done> good = Done{};
    bool at_start = true;  // of a line
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (is_comment(text, at)) {
            at = behind_comment(text, at);
        } else if (c == '"' && at > 0 && text[at - 1] == 'R') {
            at = behind_raw_text(text, at);
        } else if (c == '"' || (c == '\'' && (at == 0 || !is_name(text[at - 1])))) {
            at = behind_text(text, at);
            at_start = false;
        } else if (c == '#' && at_start) {
            const std::size_t end = end_of_line(text, at);
            if (const auto rest = recap_text(text.substr(at, end - at))) {
                RecapPragma& p = pragmas.emplace_back();
                p.begin = at;
                p.end = end;
                p.line = 1 + static_cast<std::uint32_t>(
                                 std::count(text.begin(), text.begin() + std::ptrdiff_t(at), '\n'));
                if (const auto parsed = Parser(*rest, file, diagnostics).parse(p); !parsed)
                    good = parsed.failure();
            }
            at = end;
        } else {
            at_start = c == '\n' || (at_start && is_blank(c));
            ++at;
        }
    }
    if (!good) return good.failure();
    return pragmas;
}

std::size_t next_code(std::string_view text, std::size_t at) {
    bool at_start = true;
    while (at < text.size()) {
        const char c = text[at];
        if (is_comment(text, at)) {
            at = behind_comment(text, at);
        } else if (c == '#' && at_start) {
            at = end_of_line(text, at);
        } else if (c == '\n' || is_blank(c)) {
            at_start = at_start || c == '\n';
            ++at;
        } else {
            return at;
        }
    }
    return at;
}

}  // namespace tapestry
