// SPDX-License-Identifier: Apache-2.0
#include "show/suite/suite_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/number_text.h"
#include "base/path_name.h"
#include "show/report/listing.h"
#include "show/report/page.h"

namespace tapestry {

namespace {

using Json = nlohmann::ordered_json;
using Numbers = std::vector<const MergedNumber*>;

double share_of_all(const Suite& suite, std::int64_t cycles) {
    return suite.cycles == 0 ? 0 : static_cast<double>(cycles) / static_cast<double>(suite.cycles);
}

double share_of_observed(const MergedNumber& n) {
    return n.observed == 0 ? 0 : static_cast<double>(n.total) / static_cast<double>(n.observed);
}

bool is_waiting(const MergedNumber& n) {
    return n.number == "blocked_cycles" || n.number == "starved_cycles" ||
           n.number == "full_cycles";
}

template <typename IsListed>
Numbers sorted_numbers(const Suite& suite, IsListed is_listed) {
    Numbers out;
    for (const MergedNumber& n : suite.numbers)
        if (n.total > 0 && n.quality != Quality::invalid && is_listed(n)) out.push_back(&n);
    std::stable_sort(out.begin(), out.end(),
                     [](const auto* a, const auto* b) { return a->total > b->total; });
    return out;
}

Listing::Bar share_column(const Ink& ink, double share, Colour colour) {
    return [&ink, share, colour](int width) { return ink.bar(share, width, colour); };
}

std::size_t rows_of(const Ink& ink, std::size_t all) {
    return ink.top() > 0 ? std::min(all, static_cast<std::size_t>(ink.top())) : all;
}

void add_rest(Listing& listing, std::size_t all, std::size_t shown, const char* nouns) {
    if (shown < all) listing.add_note(more_line(static_cast<std::int64_t>(all - shown), nouns));
}

std::string limits_section(const Suite& suite, const Ink& ink, const ShortNames& names) {
    Listing listing(ink, "of all cycles", {{"tests"}, {"cycles"}, {"most in", 72, true}});
    const std::size_t shown = rows_of(ink, suite.limits.size());
    for (std::size_t i = 0; i < shown; ++i) {
        const SuiteLimit& limit = suite.limits[i];
        const double share = share_of_all(suite, limit.cycles);
        const std::string most = limit.path.empty() ? "" : suite.tests[limit.worst].name;
        listing.add_row(ink.printable(limit_label(limit, names)),
                        share_column(ink, share, Colour::red),
                        {thousands(static_cast<std::int64_t>(limit.tests.size())), percent(share),
                         ink.printable(most)});
    }
    add_rest(listing, suite.limits.size(), shown, "limits");
    return section_title(ink, "WHAT LIMITS THEM", static_cast<std::int64_t>(suite.limits.size()),
                         "most cycles first") +
           listing.to_text();
}

std::string tests_section(const Suite& suite, const Ink& ink, const ShortNames& names) {
    Listing listing(ink, "of all cycles",
                    {{suite.unit == "ns" ? "time" : "cycles"}, {"limited by", 0, true}});
    const std::size_t shown = rows_of(ink, suite.tests.size());
    for (std::size_t i = 0; i < shown; ++i) {
        const SuiteTest& test = suite.tests[i];
        const std::string amount = suite.unit == "ns" ? duration(static_cast<double>(test.cycles))
                                                      : thousands(test.cycles);
        const std::string limiter =
            test.limiter.empty() ? "not clear" : names.in_sentence(test.limiter);
        listing.add_row(ink.printable(test.name) + (test.partial ? " (partial)" : ""),
                        share_column(ink, share_of_all(suite, test.cycles), Colour::cyan),
                        {amount, ink.printable(limiter)});
    }
    add_rest(listing, suite.tests.size(), shown, "tests");
    return section_title(ink, "TESTS", static_cast<std::int64_t>(suite.tests.size()),
                         "longest first") +
           listing.to_text();
}

std::string numbers_section(const Suite& suite, const Ink& ink, const ShortNames& names,
                            const char* title, const char* nouns, const Numbers& all) {
    if (all.empty()) return "";
    Listing listing(ink, "share", {{"cycles"}, {"share"}, {"tests"}, {"most in", 90, true}});
    const std::size_t shown = rows_of(ink, all.size());
    for (std::size_t i = 0; i < shown; ++i) {
        const MergedNumber& n = *all[i];
        const double share = share_of_observed(n);
        listing.add_row(ink.quality_mark(to_word(n.quality)) + ink.printable(label_of(n, names)),
                        share_column(ink, share, is_waiting(n) ? Colour::red : Colour::cyan),
                        {thousands(static_cast<std::int64_t>(n.total)), percent(share),
                         fmt::format("{}/{}", n.reached, n.tests),
                         ink.printable(fmt::format("{} {}", suite.tests[n.worst].name,
                                                   percent(n.worst_share)))});
    }
    add_rest(listing, all.size(), shown, nouns);
    return section_title(ink, title, static_cast<std::int64_t>(all.size()), "most cycles first") +
           listing.to_text();
}

std::string unreached_section(const Suite& suite, const Ink& ink, const ShortNames& names) {
    const Numbers all = unreached_of(suite);
    if (all.empty()) return "";
    std::vector<std::string> labels;
    for (const MergedNumber* n : all) labels.push_back(label_of(*n, names));
    return section_title(ink, "REACHED BY NO TEST", static_cast<std::int64_t>(all.size()), "") +
           "  " +
           name_list(ink, thousands(static_cast<std::int64_t>(all.size())) + " in all", labels,
                     static_cast<std::int64_t>(all.size())) +
           "\n";
}

Json json_of(const MergedNumber& n, const Suite& suite) {
    return Json{{"design", n.design},
                {"kind", n.kind},
                {"path", n.path},
                {"item", n.item},
                {"number", n.number},
                {"total", n.total},
                {"observed_cycles", n.observed},
                {"tests", n.tests},
                {"reached", n.reached},
                {"worst_test", suite.tests[n.worst].name},
                {"worst_share", n.worst_share},
                {"quality", to_word(n.quality)}};
}

}  // namespace

ShortNames names_of(const Suite& suite) {
    std::vector<std::string> paths;
    for (const SuiteLimit& limit : suite.limits) paths.push_back(limit.path);
    for (const MergedNumber& n : suite.numbers) paths.emplace_back(parent_path(n.path));
    return {paths, {}};
}

std::string label_of(const MergedNumber& n, const ShortNames& names) {
    const std::string path = names.in_sentence(n.path);
    if (n.kind == "fsm") return path + " " + n.item;
    const std::size_t end = n.number.rfind("_cycles");
    return path + " " + (end == std::string::npos ? n.number : n.number.substr(0, end));
}

std::string limit_label(const SuiteLimit& limit, const ShortNames& names) {
    if (limit.path.empty()) return "not clear";
    return fmt::format("{} ({})", names.in_sentence(limit.path), limit.kind);
}

std::string suite_answer(const Suite& suite, const ShortNames& names) {
    if (suite.limits.empty() || suite.limits.front().path.empty())
        return "What limits these tests is not clear in any of them.";
    const SuiteLimit& first = suite.limits.front();
    const SuiteTest& worst = suite.tests[first.worst];
    std::string out = fmt::format(
        "{} limits {} of {} test{}, which {} {} of all cycles.", names.in_sentence(first.path),
        first.tests.size(), suite.tests.size(), suite.tests.size() == 1 ? "" : "s",
        first.tests.size() == 1 ? "takes" : "take", percent(share_of_all(suite, first.cycles)));
    if (!worst.effect.empty())
        out +=
            fmt::format(" It matters most in {}: {}.", worst.name, names.in_sentence(worst.effect));
    return out;
}

Numbers work_of(const Suite& suite) {
    return sorted_numbers(suite,
                          [](const MergedNumber& n) { return n.kind == "fsm" && !n.is_wait; });
}

Numbers waits_of(const Suite& suite) { return sorted_numbers(suite, is_waiting); }

Numbers unreached_of(const Suite& suite) {
    Numbers out;
    for (const MergedNumber& n : suite.numbers)
        if (n.total == 0 && n.quality != Quality::invalid && !is_waiting(n) &&
            n.number != "busy_cycles")
            out.push_back(&n);
    return out;
}

std::string suite_text(const Suite& suite, const ReportStyle& style) {
    const Ink ink(style);
    const ShortNames names = names_of(suite);
    std::string head =
        fmt::format("{} tests", thousands(static_cast<std::int64_t>(suite.tests.size())));
    head += fmt::format(" {} {}", ink.dot(),
                        suite.unit == "ns" ? duration(static_cast<double>(suite.cycles))
                                           : thousands(suite.cycles) + " cycles");
    if (suite.partial > 0) head += fmt::format(" {} {} partial", ink.dot(), suite.partial);
    return head + "\n\n" + ink.wrapped(ink.printable(suite_answer(suite, names)), 2, Colour::bold) +
           limits_section(suite, ink, names) + tests_section(suite, ink, names) +
           numbers_section(suite, ink, names, "WORK IN ALL TESTS", "states", work_of(suite)) +
           numbers_section(suite, ink, names, "WAITS IN ALL TESTS", "waits", waits_of(suite)) +
           unreached_section(suite, ink, names);
}

std::string suite_json(const Suite& suite) {
    Json tests = Json::array(), limits = Json::array(), numbers = Json::array();
    for (const SuiteTest& t : suite.tests)
        tests.push_back({{"test", t.name},
                         {"file", t.file},
                         {"design", t.design},
                         {"cycles", t.cycles},
                         {"partial", t.partial},
                         {"answer", t.answer},
                         {"limiter", t.limiter},
                         {"kind", t.kind},
                         {"effect", t.effect},
                         {"share", t.share}});
    for (const SuiteLimit& l : suite.limits) {
        Json names = Json::array();
        for (const std::size_t i : l.tests) names.push_back(suite.tests[i].name);
        limits.push_back({{"path", l.path},
                          {"kind", l.kind},
                          {"cycles", l.cycles},
                          {"worst_test", suite.tests[l.worst].name},
                          {"tests", std::move(names)}});
    }
    for (const MergedNumber& n : suite.numbers) numbers.push_back(json_of(n, suite));
    const Json all = {{"answer", suite_answer(suite, ShortNames())},
                      {"unit", suite.unit},
                      {"cycles", suite.cycles},
                      {"partial", suite.partial},
                      {"limits", std::move(limits)},
                      {"tests", std::move(tests)},
                      {"numbers", std::move(numbers)}};
    return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tapestry
