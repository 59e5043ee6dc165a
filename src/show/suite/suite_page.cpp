// SPDX-License-Identifier: Apache-2.0
#include "show/suite/suite_page.h"

#include <fmt/format.h>

#include "base/number_text.h"
#include "show/report/plain_page.h"
#include "show/suite/suite_report.h"

namespace tapestry {

namespace {

constexpr std::size_t kMostNumbers = 200;  // rows of a table of numbers; JSON has all of them

std::string whole_number(std::size_t number) {
    return thousands(static_cast<std::int64_t>(number));
}

std::string amount_of(const Suite& suite, std::int64_t cycles) {
    return suite.unit == "ns" ? duration(static_cast<double>(cycles)) : thousands(cycles);
}

double ratio_of(double part, double whole) { return whole > 0 ? part / whole : 0; }

std::string bar_cell(double share, const char* kind) {
    return fmt::format("<td class=\"bar\"><span class=\"{}\" style=\"width:{:.1f}%\"></span></td>",
                       kind, 100 * share);
}

std::string table(const std::string& head, const std::string& rows) {
    return "<div class=\"wide\" tabindex=\"0\"><table><thead><tr>" + head +
           "</tr></thead><tbody>\n" + rows + "</tbody></table></div>\n";
}

std::string limits_table(const Suite& suite, const ShortNames& names) {
    std::string rows;
    for (const SuiteLimit& limit : suite.limits) {
        const double share =
            ratio_of(static_cast<double>(limit.cycles), static_cast<double>(suite.cycles));
        const SuiteTest& worst = suite.tests[limit.worst];
        rows += fmt::format(
            "<tr><td title=\"{}\">{}</td>{}<td class=\"n\">{}</td><td class=\"n\">{}</td>"
            "<td>{}</td></tr>\n",
            html_text(limit.path), html_text(limit_label(limit, names)), bar_cell(share, "slower"),
            whole_number(limit.tests.size()), percent(share),
            limit.path.empty() ? ""
                               : html_text(worst.name + ": " + names.in_sentence(worst.effect)));
    }
    return table(
        "<th>what</th><th class=\"bar\">of all cycles</th><th class=\"n\">tests</th><th "
        "class=\"n\">share</th>"
        "<th>matters most in</th>",
        rows);
}

std::string tests_table(const Suite& suite, const ShortNames& names) {
    std::string rows;
    for (const SuiteTest& test : suite.tests) {
        const double share =
            ratio_of(static_cast<double>(test.cycles), static_cast<double>(suite.cycles));
        rows += fmt::format(
            "<tr><td title=\"{}\">{}{}</td>{}<td class=\"n\">{}</td><td>{}</td></tr>\n",
            html_text(test.file), html_text(test.name),
            test.partial ? " <span class=\"slower\">partial</span>" : "", bar_cell(share, ""),
            amount_of(suite, test.cycles), html_text(names.in_sentence(test.answer)));
    }
    return table(
        fmt::format("<th>test</th><th class=\"bar\">of all cycles</th><th class=\"n\">{}</th>"
                    "<th>what limits it</th>",
                    suite.unit == "ns" ? "time" : "cycles"),
        rows);
}

std::string numbers_part(const Suite& suite, const ShortNames& names, const char* title,
                         const std::vector<const MergedNumber*>& all) {
    if (all.empty()) return "";
    std::string rows;
    for (std::size_t i = 0; i < all.size() && i < kMostNumbers; ++i) {
        const MergedNumber& n = *all[i];
        const double share =
            ratio_of(static_cast<double>(n.total), static_cast<double>(n.observed));
        rows += fmt::format(
            "<tr><td title=\"{}\">{}</td>{}<td class=\"n\">{}{}</td><td class=\"n\">{}</td>"
            "<td class=\"n\">{} of {}</td><td>{} {}</td></tr>\n",
            html_text(n.path), html_text(label_of(n, names)), bar_cell(share, ""),
            n.quality == Quality::exact
                ? std::string()
                : fmt::format("<span class=\"soft\">{}</span> ", to_word(n.quality)),
            whole_number(n.total), percent(share), whole_number(n.reached), whole_number(n.tests),
            html_text(suite.tests[n.worst].name), percent(n.worst_share));
    }
    const std::string rest =
        all.size() <= kMostNumbers
            ? ""
            : fmt::format("<p class=\"soft\">{} more are in the JSON report.</p>\n",
                          whole_number(all.size() - kMostNumbers));
    return fmt::format("<h2>{}</h2>\n", title) +
           table(
               "<th>what</th><th class=\"bar\">of its cycles</th><th class=\"n\">cycles</th>"
               "<th class=\"n\">share</th><th class=\"n\">tests</th><th>most in</th>",
               rows) +
           rest;
}

std::string unreached_part(const Suite& suite, const ShortNames& names) {
    const std::vector<const MergedNumber*> all = unreached_of(suite);
    if (all.empty()) return "";
    std::string items;
    for (const MergedNumber* n : all) items += "<li>" + html_text(label_of(*n, names)) + "</li>\n";
    return "<h2>Reached by no test</h2>\n<ul>\n" + items + "</ul>\n";
}

}  // namespace

std::string suite_html(const Suite& suite) {
    const ShortNames names = names_of(suite);
    std::string out = plain_page_head("Tests") + "<main><h1>Tests</h1>\n";
    out += fmt::format(
        "<p><strong>{}</strong></p>\n<p class=\"soft\">{} tests, {}{}{}</p>\n",
        html_text(suite_answer(suite, names)), whole_number(suite.tests.size()),
        amount_of(suite, suite.cycles), suite.unit == "ns" ? "" : " cycles",
        suite.partial == 0 ? "" : fmt::format(", {} not run to the end", suite.partial));
    out += "<h2>What limits them</h2>\n" + limits_table(suite, names);
    out += "<h2>Each test, the longest first</h2>\n" + tests_table(suite, names);
    out += numbers_part(suite, names, "Work, in all tests together", work_of(suite));
    out += numbers_part(suite, names, "Waits, in all tests together", waits_of(suite));
    return out + unreached_part(suite, names) + "</main></body></html>\n";
}

}  // namespace tapestry
