// SPDX-License-Identifier: Apache-2.0
#include "software/cc/woven_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/codes/software.h"

namespace tapestry {

namespace {

std::string c_string(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        if (c == '\n' || c == '\t')
            out += c == '\n' ? "\\n" : "\\t";
        else
            out += c;
    }
    return out + "\"";
}

// The peer of the first class, and behind it the other classes, as recording_layout.h has them.
std::string peers_of(const RecapPragma& p) {
    std::string out = p.classes.front().peer;
    for (std::size_t i = 1; i < p.classes.size(); ++i)
        out +=
            fmt::format("\n{}\t{}\t{}", p.classes[i].word, p.classes[i].peer, p.classes[i].purpose);
    return out;
}

std::string text_or_null(const std::string& text) { return text.empty() ? "NULL" : c_string(text); }

// Replaces the bytes up to `end` by a text.
struct Edit {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string text;
};

// A guard leaves the state however its block is left. A declaration must stay in its block, so its
// state is left explicitly after it, and by the guard if it throws.
struct Guard {
    std::string open;
    std::string close;
};
Guard guard_of(const RecapPragma& p, std::size_t number, const WeaveInput& input, bool declares) {
    const std::string state = fmt::format("tapestry_recap_{}", number);
    const std::string guard = fmt::format("tapestry_guard_{}", number);
    const std::string defined = fmt::format(
        "static tapestry_state {} = {{{}, {}, {}, {}, {}, 0, 0, NULL}};", state, c_string(p.name),
        p.category, text_or_null(peers_of(p)), text_or_null(p.classes.front().purpose),
        c_string(fmt::format("{}:{}", input.file, p.line + 1)));
    const std::string condition = p.condition.empty() ? "1" : p.condition;
    const std::string begun =
        input.is_cpp
            ? fmt::format("::tapestry::State {}(({}) ? &{} : NULL);", guard, condition, state)
            : fmt::format(
                  "tapestry_state *{} __attribute__((cleanup(tapestry_leave_scope_), "
                  "unused)) = ({}) ? tapestry_entered_(&{}) : NULL;",
                  guard, condition, state);
    const std::string ended = input.is_cpp
                                  ? fmt::format(" {}.leave();", guard)
                                  : fmt::format(" tapestry_leave_scope_(&{0}), {0} = NULL;", guard);
    return {fmt::format("{}{} {}", declares ? "" : "{ ", defined, begun), declares ? ended : " }"};
}

}  // namespace

Result<std::string> woven_text(const WeaveInput& input, const std::vector<RecapPragma>& pragmas,
                               const std::map<std::size_t, StatementExtent>& extents,
                               Diagnostics& diagnostics) {
    std::vector<Edit> edits;
    Result<Done> good = Done{};
    for (std::size_t i = 0; i < pragmas.size(); ++i) {
        const RecapPragma& p = pragmas[i];
        const auto at = extents.find(next_code(input.text, p.end));
        if (at == extents.end() || at->second.is_label || at->second.end <= at->first) {
            good = diagnostics.report(code::pragma_homeless, {input.file, p.line});
            continue;
        }
        std::size_t end = at->second.end;
        if (at->second.takes_semicolon) {
            const std::size_t next = next_code(input.text, end);
            if (next < input.text.size() && input.text[next] == ';') end = next + 1;
        }
        const Guard guard = guard_of(p, i, input, at->second.declares);
        const std::string_view old = input.text.substr(p.begin, p.end - p.begin);
        edits.push_back({p.begin, p.end,
                         guard.open + std::string(static_cast<std::size_t>(
                                                      std::count(old.begin(), old.end(), '\n')),
                                                  '\n')});
        edits.push_back({end, end, guard.close});
    }
    if (!good) return good.failure();
    // Of two edits at the same place, the inner statement, which begins later, closes first.
    std::stable_sort(edits.begin(), edits.end(),
                     [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
    std::string out =
        fmt::format("#include {}\n#line 1 {}\n", c_string(input.header), c_string(input.file));
    std::size_t at = 0;
    for (const Edit& e : edits) {
        out += input.text.substr(at, e.begin - at);
        out += e.text;
        at = e.end;
    }
    return out + std::string(input.text.substr(at));
}

}  // namespace tapestry
