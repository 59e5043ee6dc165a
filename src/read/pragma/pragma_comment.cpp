// SPDX-License-Identifier: Apache-2.0
#include "read/pragma/pragma_comment.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "base/codes/pragmas.h"
#include "base/letter_case.h"
#include "base/text.h"
#include "base/verilog_lexer.h"
#include "base/verilog_text.h"

namespace tapestry {

namespace {

struct CategoryWord {
    std::string_view word;
    std::string_view category;
    bool needs_peer;
    bool takes_peer;
};
constexpr std::array<CategoryWord, 8> kCategoryWords = {{
    {"wait_send", "wait_send", true, true},
    {"wait_recv", "wait_recv", true, true},
    {"send", "transfer", true, true},
    {"recv", "transfer", true, true},
    {"wait_sync", "wait_sync", false, true},
    {"busy", "busy", false, false},
    {"overhead", "overhead", false, false},
    {"idle", "idle", false, false},
}};

const CategoryWord* category_word(std::string_view word) {
    const auto* at = std::find_if(kCategoryWords.begin(), kCategoryWords.end(),
                                  [&](const CategoryWord& w) { return w.word == word; });
    return at == kCategoryWords.end() ? nullptr : at;
}

std::string all_words() {
    std::string text;
    for (const CategoryWord& w : kCategoryWords)
        text += (text.empty() ? "" : ", ") + std::string(w.word);
    return text;
}

bool is_name(std::string_view s) {
    return !s.empty() && is_word_start(s[0]) && std::all_of(s.begin(), s.end(), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
    });
}

// A path, or a peer outside the design: top.in, lanes[2].u_core, $CPU.
bool is_peer(std::string_view s) {
    return !s.empty() && std::all_of(s.begin(), s.end(), [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) ||
               std::string_view("_.$[]").find(c) != std::string_view::npos;
    });
}

// Ignores case, as VHDL does.
bool begins_with(std::string_view text, std::string_view word) {
    return in_lower_case(text.substr(0, word.size())) == word;
}

// The text after `pragma recap` in a comment; nothing if it is not a pragma.
std::optional<std::string_view> pragma_text(std::string_view comment) {
    std::string_view rest = trimmed(comment);
    for (const std::string_view word : {"pragma", "recap"}) {
        if (!begins_with(rest, word)) return std::nullopt;
        rest.remove_prefix(word.size());
        if (!rest.empty() && !is_blank(rest.front())) return std::nullopt;
        rest = trimmed(rest);
    }
    return rest;
}

// Parses one pragma; `why` has the reason of a failure.
class PragmaParser {
public:
    PragmaParser(std::string_view text, Language language) : rest_(text), language_(language) {}

    bool parse(Pragma& pragma) {
        pragma.name = take_word();
        if (pragma.name.empty()) return refuse("a name is missing");
        if (category_word(in_lower_case(pragma.name)))
            return refuse(fmt::format("a name is missing before '{}'", pragma.name));
        if (in_lower_case(pragma.name) == "other")
            return refuse(
                fmt::format("'{}' is what cycles are called that no pragma explains", pragma.name));
        if (!take_parts(pragma)) return false;
        if (take(':') && !take_condition(pragma)) return false;
        if (take_arrow() && !take_next(pragma)) return false;
        return rest_.empty() || refuse(fmt::format("'{}' is one word too many", rest_));
    }
    const std::string& why() const { return why_; }

private:
    bool refuse(std::string why) {
        why_ = std::move(why);
        return false;
    }
    bool take(char c) {
        rest_ = trimmed(rest_);
        if (rest_.empty() || rest_[0] != c) return false;
        rest_.remove_prefix(1);
        rest_ = trimmed(rest_);
        return true;
    }
    bool take_arrow() {
        if (!rest_.starts_with("->")) return false;
        rest_ = trimmed(rest_.substr(2));
        return true;
    }
    std::string take_word() {
        rest_ = trimmed(rest_);
        std::size_t end = 0;
        while (end < rest_.size() &&
               (std::isalnum(static_cast<unsigned char>(rest_[end])) || rest_[end] == '_'))
            ++end;
        const std::string word(rest_.substr(0, end));
        if (!is_name(word)) return {};
        rest_ = trimmed(rest_.substr(end));
        return word;
    }
    bool take_parts(Pragma& pragma) {
        do {
            const std::string word = in_lower_case(take_word());
            if (word.empty() && !pragma.parts.empty())
                return refuse(fmt::format("'{}' is one word too many", rest_));
            if (word.empty())
                return refuse(fmt::format("a category is missing behind '{}'", pragma.name));
            const CategoryWord* known = category_word(word);
            if (!known)
                return refuse(fmt::format("'{}' is no category; there are {}", word, all_words()));
            PragmaPart part{word, std::string(known->category), {}, {}};
            if (take('(')) {
                if (!take_peer(*known, part)) return false;
            } else if (known->needs_peer) {
                return refuse(fmt::format("'{}' needs (PEER, PURPOSE)", word));
            }
            pragma.parts.push_back(std::move(part));
        } while (!rest_.empty() && rest_[0] != ':' && !rest_.starts_with("->"));
        return true;
    }
    bool take_peer(const CategoryWord& known, PragmaPart& part) {
        const std::size_t close = rest_.find(')');
        if (close == std::string_view::npos) return refuse("a ')' is missing");
        const std::string_view inside = rest_.substr(0, close);
        const std::size_t comma = inside.find(',');
        part.peer = trimmed(inside.substr(0, comma));
        if (comma != std::string_view::npos) part.purpose = trimmed(inside.substr(comma + 1));
        rest_ = trimmed(rest_.substr(close + 1));
        if (!known.takes_peer) return refuse(fmt::format("'{}' takes no peer", known.word));
        if (!is_peer(part.peer))
            return refuse(part.peer.empty() ? fmt::format("'{}' names no peer", known.word)
                                            : fmt::format("'{}' is no peer", part.peer));
        if (part.purpose.empty())
            return refuse(fmt::format("'{}({})' names no purpose", known.word, part.peer));
        if (!is_peer(part.purpose)) return refuse(fmt::format("'{}' is no purpose", part.purpose));
        return true;
    }
    // Up to the last arrow, because `->` is also an operator.
    bool take_condition(Pragma& pragma) {
        const std::size_t arrow = rest_.rfind("->");
        pragma.condition = trimmed(rest_.substr(0, arrow));
        // It is copied into a text whose line numbers must not change.
        std::replace_if(pragma.condition.begin(), pragma.condition.end(), is_blank, ' ');
        rest_ = arrow == std::string_view::npos ? std::string_view() : rest_.substr(arrow);
        if (pragma.condition.empty()) return refuse("the condition behind ':' is empty");
        const std::string why = why_no_condition(pragma.condition, language_);
        return why.empty() || refuse(fmt::format("the condition cannot be used: {}", why));
    }
    bool take_next(Pragma& pragma) {
        do {
            const std::string name = take_word();
            if (name.empty()) return refuse("the name of a state is missing behind '->'");
            pragma.next.push_back(name);
        } while (take(','));
        return true;
    }

    std::string_view rest_;
    Language language_;
    std::string why_;
};

struct Comment {
    std::size_t position;
    std::string_view text;  // without the comment delimiters
};

std::size_t end_of_line(std::string_view text, std::size_t at) {
    return std::min(text.find('\n', at), text.size());
}

std::size_t end_of_string(std::string_view text, std::size_t at, Language language) {
    for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at) {
        if (text[at] == '\\' && language == Language::verilog) ++at;
    }
    return std::min(at + 1, text.size());
}

std::vector<Comment> comments_of(std::string_view text, Language language) {
    const std::string_view mark = language == Language::verilog ? "//" : "--";
    std::vector<Comment> comments;
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view rest = text.substr(at);
        std::size_t end = at + 1;
        if (rest.starts_with(mark)) {
            end = end_of_line(text, at);
            comments.push_back({at, text.substr(at + 2, end - at - 2)});
        } else if (rest.starts_with("/*")) {
            const std::size_t close = std::min(text.find("*/", at + 2), text.size());
            comments.push_back({at, text.substr(at + 2, close - at - 2)});
            end = std::min(close + 2, text.size());
        } else if (rest[0] == '"') {
            end = end_of_string(text, at, language);
        } else if (rest[0] == '\\' && language == Language::verilog) {
            end = std::max(end_of_word(text, at), at + 1);
        } else if (rest.starts_with("'\"'") && language == Language::vhdl) {
            end = at + 3;
        }
        at = end;
    }
    return comments;
}

bool has_balanced_brackets(std::string_view text) {
    int depth = 0;
    for (const char c : text) {
        depth += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
        if (depth < 0) return false;
    }
    return depth == 0;
}

// A single `=` assigns; comparison operators do not.
bool assigns(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (i + 1 < text.size() && text[i] == text[i + 1] && (text[i] == '+' || text[i] == '-'))
            return true;
        if (text[i] != '=') continue;
        const bool compares_before =
            i > 0 && std::string_view("=!<>").find(text[i - 1]) != std::string_view::npos;
        const bool compares_behind = i + 1 < text.size() && text[i + 1] == '=';
        if (!compares_before && !compares_behind) return true;
    }
    return text.find("<<=") != std::string_view::npos || text.find(">>=") != std::string_view::npos;
}

bool is_pure_system_function(std::string_view name) {
    constexpr std::array<std::string_view, 8> kPure = {"$signed",    "$unsigned", "$clog2",
                                                       "$bits",      "$onehot",   "$onehot0",
                                                       "$countones", "$isunknown"};
    return std::find(kPure.begin(), kPure.end(), name) != kPure.end();
}

std::string why_no_verilog(std::string_view text) {
    if (text.find("//") != std::string_view::npos || text.find("/*") != std::string_view::npos)
        return "a comment stands in it";
    if (text.find('"') != std::string_view::npos) return "a string stands in it";
    if (assigns(text)) return "it changes a signal";
    constexpr std::array<std::string_view, 6> kEnds = {"begin", "end",  "if",
                                                       "else",  "case", "endmodule"};
    for (const VerilogToken& token : tokens_of(text)) {
        if (token.kind == VerilogToken::Kind::system && !is_pure_system_function(token.text))
            return fmt::format("it calls {}", token.text);
        if (std::find(kEnds.begin(), kEnds.end(), token.text) != kEnds.end() ||
            token.text == "`define" || token.text == "`include")
            return fmt::format("'{}' stands in it", token.text);
        if (token.text == "#" || token.text == "@") return "it waits";
    }
    return {};
}

std::string why_no_vhdl(std::string_view text) {
    if (text.find("--") != std::string_view::npos) return "a comment stands in it";
    if (text.find(":=") != std::string_view::npos) return "it changes a variable";
    constexpr std::array<std::string_view, 12> kEnds = {"then",    "begin",  "end",   "if",
                                                        "else",    "case",   "loop",  "wait",
                                                        "process", "report", "elsif", "is"};
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::max(end_of_word(text, at), at + 1);
        const std::string word = in_lower_case(text.substr(at, end - at));
        if (std::find(kEnds.begin(), kEnds.end(), word) != kEnds.end())
            return fmt::format("'{}' stands in it", word);
        at = end;
    }
    return {};
}

}  // namespace

bool mentions_pragma(std::string_view text) {
    const std::string lower = in_lower_case(text);
    for (std::size_t at = 0; (at = lower.find("pragma", at)) != std::string::npos; ++at) {
        if (trimmed(std::string_view(lower).substr(at + 6, 64)).starts_with("recap")) return true;
    }
    return false;
}

std::string why_no_condition(std::string_view expression, Language language) {
    if (trimmed(expression).empty()) return "it is empty";
    if (expression.find(';') != std::string_view::npos) return "a ';' stands in it";
    if (!has_balanced_brackets(expression)) return "its brackets do not match";
    return language == Language::verilog ? why_no_verilog(expression) : why_no_vhdl(expression);
}

Result<std::vector<PragmaComment>> pragma_comments(std::string_view text, const std::string& file,
                                                   Language language, Diagnostics& diagnostics) {
    std::vector<PragmaComment> pragmas;
    Result<Done> good = Done{};
    const bool verilog = language == Language::verilog;
    for (const Comment& comment : comments_of(text, language)) {
        const auto rest = pragma_text(comment.text);
        if (!rest) continue;
        PragmaComment pragma;
        pragma.position = comment.position;
        pragma.pragma.line = static_cast<std::uint32_t>(line_of(text, comment.position));
        PragmaParser parser(*rest, language);
        if (!parser.parse(pragma.pragma)) {
            good = diagnostics.report(code::state_pragma_malformed, {file, pragma.pragma.line},
                                      parser.why(), verilog ? "//" : "--",
                                      verilog ? "!ack" : "ack = '0'");
        }
        pragmas.push_back(std::move(pragma));
    }
    if (!good) return good.failure();
    return pragmas;
}

}  // namespace tapestry
