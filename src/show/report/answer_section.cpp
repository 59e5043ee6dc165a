// SPDX-License-Identifier: Apache-2.0
// The answer before the numbers: the bottleneck, the evidence for it, and what to do about it.
#include "base/path_name.h"
#include "show/report/page.h"

namespace tapestry {

namespace {

constexpr int kReasons = 3;
constexpr int kAdvice = 3;

// "u_filter > u_norm": the chain of blocks that wait for each other, each path cut to the shortest
// unambiguous end.
Result<std::string> pressure_line(Page& page, std::int64_t rank) {
    const Result<Table> steps = page.ask(
        fmt::format("SELECT from_path, to_path FROM pressure WHERE rank = {} ORDER BY step", rank));
    if (!steps) return steps.failure();
    if (steps->rows.empty()) return std::string();
    std::vector<std::string> paths = {text(steps->rows.front()[0])};
    for (const Row& row : steps->rows) paths.push_back(text(row[1]));
    const std::vector<std::string> names = distinct_ends(paths);
    std::string line = "pressure: " + page.ink.printable(names.front());
    for (std::size_t i = 1; i < names.size(); ++i) line += " > " + page.ink.printable(names[i]);
    return line;
}

Result<std::string> reasons(Page& page) {
    const Result<Table> rows =
        page.ask(fmt::format("SELECT rank, path, kind, effect, evidence, quality FROM bottlenecks "
                             "ORDER BY rank LIMIT {}",
                             kReasons));
    if (!rows) return rows.failure();
    std::string out;
    for (const Row& row : rows->rows) {
        const std::string subject = page.marked(page.sentence(row[1]), row[5]);
        out +=
            page.ink.wrapped(fmt::format("{}. {} ({}): {}", integer(row[0]), subject,
                                         page.ink.printable(text(row[2])), page.sentence(row[3])),
                             2, Colour::plain);
        out += page.ink.wrapped(page.sentence(row[4]), 5, Colour::dim);
        const Result<std::string> pressure = pressure_line(page, integer(row[0]));
        if (!pressure) return pressure.failure();
        out += page.ink.wrapped(*pressure, 5, Colour::dim);
    }
    return out;
}

// "37.3%" if an experiment saved it, else the bound: "≤47.1%".
std::string saved(Page& page, const Cell& saving, const Cell& bound) {
    const auto is_null = [](const Cell& v) { return std::holds_alternative<std::monostate>(v); };
    if (!is_null(saving)) return percent(real(saving));
    if (is_null(bound)) return "";
    if (real(bound) <= 0) return "area";
    return page.ink.quality_mark("at_most") + percent(real(bound));
}

Result<std::string> advice(Page& page) {
    const Result<Table> rows = page.ask(fmt::format(
        "SELECT sentence, bound, reasoning, saving FROM advice ORDER BY rank LIMIT {}", kAdvice));
    if (!rows) return rows.failure();
    std::string out;
    for (const Row& row : rows->rows) {
        const std::string bound = pad_left(saved(page, row[3], row[1]), 6);
        const std::string sentence = page.ink.wrapped(page.sentence(row[0]), 10, Colour::plain);
        // The sentence is indented by ten blanks; the bound replaces as many of them as it needs.
        const auto used = static_cast<std::size_t>(2 + display_width(bound));
        out += "  " + page.ink.paint(bound, Colour::bold) +
               (sentence.empty() ? "\n" : sentence.substr(used));
        out += page.ink.wrapped(page.sentence(row[2]), 10, Colour::dim);
    }
    if (out.empty()) return out;
    return section_title(page.ink, "ADVICE", static_cast<std::int64_t>(rows->rows.size()),
                         "what each saves") +
           out;
}

// Who waits for whom in the circle that the answer tells of; nothing where blocks go round without
// waiting.
Result<std::string> circle(Page& page) {
    const Result<Table> rows = page.ask(
        "SELECT path, waits_for FROM deadlocks WHERE waits_for IS NOT NULL AND cycle = "
        "(SELECT MIN(cycle) FROM deadlocks) ORDER BY step LIMIT 32");
    if (!rows || rows->rows.empty()) return rows ? Result<std::string>("") : rows.failure();
    std::string line = "each waits for the next: ";
    for (const Row& row : rows->rows) line += page.sentence(row[0]) + " > ";
    return page.ink.wrapped(line + page.sentence(rows->rows.back()[1]), 2, Colour::red);
}

// Circles of waits beside it.
Result<std::string> more_deadlocks(Page& page) {
    const Result<Table> rows = page.ask(
        "SELECT path, reason FROM deadlocks WHERE cycle > "
        "(SELECT MIN(cycle) FROM deadlocks) ORDER BY cycle, step LIMIT 32");
    if (!rows) return rows.failure();
    std::string out;
    for (const Row& row : rows->rows) {
        out +=
            page.ink.wrapped(page.sentence(row[0]) + " " + page.sentence(row[1]), 2, Colour::red);
    }
    return out;
}

}  // namespace

Result<std::string> answer_section(Page& page) {
    const Result<Table> answer = page.ask("SELECT value FROM run WHERE key = 'answer'");
    const Result<Table> notes = page.ask(
        "SELECT value FROM run WHERE key IN ('work', 'left_out', 'seen') ORDER BY key = 'work' "
        "DESC, "
        "key = 'left_out' DESC");
    const Result<std::string> round = circle(page), stuck = more_deadlocks(page),
                              why = reasons(page), what = advice(page);
    if (!answer || !notes || !round || !stuck || !why || !what)
        return failure_of(answer, notes, round, stuck, why, what);
    std::string out;
    if (!answer->rows.empty())
        out = "\n" + page.ink.wrapped(page.sentence(answer->rows[0][0]), 0, Colour::bold);
    for (const Row& note : notes->rows)
        out += page.ink.wrapped(page.sentence(note[0]), 0, Colour::yellow);
    return out + *round + *stuck + *why + *what;
}

}  // namespace tapestry
