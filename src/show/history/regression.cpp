// SPDX-License-Identifier: Apache-2.0
#include "show/history/regression.h"

#include <fmt/format.h>

#include <cmath>

#include "base/number_text.h"

namespace tapestry {

namespace {

constexpr std::size_t kRows = 8;

const SideComparison& side_of(const Regression& r) { return r.comparison.sides.front(); }

bool is_the_run(const Difference& d) {
    return d.kind == "run" && d.number == "cycles" && d.item.empty();
}

// Names come from the design: none may begin a cell, a link or a tag.
std::string cell(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '\n' || c == '\r')
            out += ' ';
        else if (c == '|' || c == '<' || c == '>' || c == '`' || c == '[' || c == ']' || c == '*' ||
                 c == '_' || c == '\\' || c == '@' || c == '#')
            out += std::string("\\") + c;
        else
            out += c;
    }
    return out;
}

std::string row_of(const Difference& d) {
    const std::string name = d.item.empty() ? d.new_path : d.new_path + " " + d.item;
    return fmt::format("| {} | {} | {} | {} | {}{} |\n", cell(name), cell(d.number),
                       thousands(std::llround(d.before.mean)),
                       thousands(std::llround(d.after.mean)), d.change < 0 ? "-" : "+",
                       thousands(std::llround(std::abs(d.change))));
}

std::string table_of(const Regression& r, Outcome outcome, const char* title) {
    std::string rows;
    std::size_t shown = 0;
    for (const Difference& d : side_of(r).differences) {
        if (d.verdict != outcome || !d.in_cycles || is_the_run(d) || shown == kRows) continue;
        rows += row_of(d);
        ++shown;
    }
    if (rows.empty()) return "";
    return fmt::format(
        "\n**{}**\n\n| where | number | before | now | change |\n|---|---|--:|--:|--:|\n{}", title,
        rows);
}

}  // namespace

Regression regression_of(Comparison comparison, double tolerance) {
    Regression out{std::move(comparison), 0, tolerance};
    for (const Difference& d : side_of(out).differences)
        if (is_the_run(d)) out.change = d.relative.value_or(0);
    return out;
}

std::string regression_answer(const Regression& r) {
    const std::string change = r.change == 0
                                   ? "as many cycles as"
                                   : fmt::format("{} {} cycles than", percent(std::abs(r.change)),
                                                 r.change < 0 ? "fewer" : "more");
    return fmt::format("{}: {} {} ({} more allowed).", r.is_slower() ? "FAILED" : "passed", change,
                       r.comparison.baseline, percent(r.tolerance));
}

std::string regression_markdown(const Regression& r) {
    std::string out = fmt::format("### Tapestry: {}\n\n{}\n", cell(regression_answer(r)),
                                  cell(side_of(r).answer));
    for (const std::string& remark : side_of(r).remarks) out += "\n> " + cell(remark) + "\n";
    return out + table_of(r, Outcome::slower, "Slower") + table_of(r, Outcome::faster, "Faster");
}

}  // namespace tapestry
