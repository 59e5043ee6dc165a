// SPDX-License-Identifier: Apache-2.0
#include "read/pragma/verilog_plain_statement.h"

#include <algorithm>
#include <array>
#include <optional>

namespace tapestry {

namespace {

using Kind = ProcessStatement::Kind;

bool declares(std::string_view word) {
    constexpr std::array<std::string_view, 19> kWords = {
        "reg",       "logic",  "bit",     "integer", "int",   "byte",       "shortint",
        "longint",   "time",   "real",    "var",     "const", "localparam", "parameter",
        "automatic", "static", "typedef", "import",  "string"};
    return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

bool is_declaration(const VerilogCursor& at) {
    if (declares(at.peek())) return true;
    const bool scoped = at.peek(1) == ":" && at.peek(2) == ":" && is_identifier(at.peek(3)) &&
                        is_identifier(at.peek(4));  // package::type name
    return is_identifier(at.peek()) && (is_identifier(at.peek(1)) || scoped);
}

void add_declared(const VerilogCursor& at, std::size_t from, std::set<std::string>& declared) {
    int depth = 0;
    for (std::size_t i = from; i + 1 < at.mark(); ++i) {
        const std::string_view word = at.token(i).text;
        const std::string_view behind = at.token(i + 1).text;
        depth += bracket(word);
        if (depth == 0 && is_identifier(word) && !declares(word) &&
            (behind == ";" || behind == "," || behind == "=" || behind == "["))
            declared.insert(std::string(word));
    }
}

// The `=` token of an assignment that begins at `from`; none if it is a call.
std::optional<std::size_t> assignment_at(const VerilogCursor& at, std::size_t from) {
    int depth = 0;
    for (std::size_t i = from; i < at.mark(); ++i) {
        depth += bracket(at.token(i).text);
        if (depth == 0 && at.token(i).text == "=") return i;
    }
    return std::nullopt;
}

bool adjoins(const VerilogCursor& at, std::size_t i, std::string_view before) {
    return i > 0 && at.token(i - 1).text == before &&
           at.token(i - 1).position + 1 == at.token(i).position;
}

// Target names are those before an index: `{a, b[i]} = …` assigns a and b.
std::set<std::string> assigned_names(const VerilogCursor& at, std::size_t from,
                                     std::size_t equals) {
    int index = 0;
    std::string left;
    for (std::size_t i = from; i < equals; ++i) {
        const std::string_view t = at.token(i).text;
        index += t == "[" ? 1 : t == "]" ? -1 : 0;
        if (index != 0) continue;
        const bool joins = t == "." || at.token(i + 1).text == ".";
        left += std::string(t) + (joins ? "" : " ");
    }
    return names_in(left, Language::verilog);
}

ProcessStatement assignment(const VerilogCursor& at, ProcessStatement s, std::size_t from,
                            std::size_t equals) {
    if (adjoins(at, equals, "<") && !adjoins(at, equals - 1, "<")) return {};  // nonblocking
    s.kind = Kind::assign;
    s.targets = assigned_names(at, from, equals);
    s.reads = names_in(s.head, Language::verilog);
    // A variable that is assigned as a whole does not depend on its old value.
    if (equals == from + 1) {
        const std::size_t right = at.token(equals).position + 1;
        s.reads = names_in(at.masked().substr(right, at.behind() - right), Language::verilog);
    }
    return s;
}

// A call may assign its arguments, and `x++` does.
ProcessStatement called(const VerilogCursor& at, ProcessStatement s, std::size_t from) {
    if (at.mark() - from <= 1 || at.token(from).kind == VerilogToken::Kind::system) return {};
    const bool steps =
        s.head.find("++") != std::string::npos || s.head.find("--") != std::string::npos;
    s.kind = steps ? Kind::assign : Kind::call;
    s.targets = names_in(s.head, Language::verilog);
    s.reads = s.targets;
    return s;
}

}  // namespace

ProcessStatement read_plain_statement(VerilogCursor& at, std::set<std::string>& declared) {
    const std::size_t from = at.mark();
    const bool declaration = is_declaration(at);
    ProcessStatement s;
    s.kind = Kind::text;
    s.head = at.statement_text();
    if (at.failed()) return s;
    if (declaration) {
        s.reads = names_in(s.head, Language::verilog);
        add_declared(at, from, declared);
        return s;
    }
    if (const auto equals = assignment_at(at, from))
        return assignment(at, std::move(s), from, *equals);
    return called(at, std::move(s), from);
}

}  // namespace tapestry
