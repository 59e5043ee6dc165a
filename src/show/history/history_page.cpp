// SPDX-License-Identifier: Apache-2.0
#include "show/history/history_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/number_text.h"
#include "show/history/figure_trends.h"
#include "show/history/trend.h"
#include "show/report/plain_page.h"

namespace tapestry {

namespace {

std::string hash_of(const HistoryEntry& e) { return html_text(e.commit.substr(0, kHashDigits)); }
std::string whole(double cycles) { return thousands(std::llround(cycles)); }

const char* class_of(double change) { return change > 0 ? "slower" : "faster"; }

// The cycles of a run from 0 up, so that a line that looks flat is flat.
class LineDrawing {
public:
    LineDrawing(const std::vector<double>& values, double height)
        : values_(values), height_(height) {
        for (const double v : values)
            if (!std::isnan(v)) most_ = std::max(most_, v);
    }

    double x(std::size_t i) const {
        const std::size_t last = std::max<std::size_t>(1, values_.size() - 1);
        return kEdge + (kWidth - 2 * kEdge) * static_cast<double>(i) / static_cast<double>(last);
    }
    double y(double value) const {
        return height_ - kFoot - (height_ - kFoot - kTop) * value / most_;
    }

    std::string open(const std::string& label) const {
        return fmt::format(
            "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">"
            "<path class=\"axis\" d=\"M{} {}H{}\"/>",
            kWidth, height_, html_text(label), kEdge, height_ - kFoot, kWidth - kEdge);
    }

    std::string line() const {
        std::string points;
        for (std::size_t i = 0; i < values_.size(); ++i)
            if (!std::isnan(values_[i]))
                points += fmt::format("{:.1f},{:.1f} ", x(i), y(values_[i]));
        return "<polyline points=\"" + points + "\"/>";
    }

    static constexpr double kWidth = 900, kEdge = 40, kFoot = 22, kTop = 22;

private:
    const std::vector<double>& values_;
    double height_;
    double most_ = 1;
};

std::vector<double> cycles_of_runs(Trend trend) {
    std::vector<double> values;
    for (const HistoryEntry& e : trend) values.push_back(e.cycles);
    return values;
}

// The whole run: a dot for each commit, coloured and named where it changed the cycles.
std::string run_drawing(Trend trend) {
    constexpr double kHeight = 200;
    const std::vector<double> values = cycles_of_runs(trend);
    const LineDrawing drawing(values, kHeight);
    std::string out = drawing.open("Cycles of " + title_of(trend)) + drawing.line();
    for (std::size_t i = 0; i < trend.size(); ++i) {
        const bool changed = is_changed(trend, i);
        const char* const kind = changed ? class_of(*change_of(trend, i)) : "";
        out += fmt::format(
            "<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"><title>{}: {} cycles. {}"
            "</title></circle>",
            kind, drawing.x(i), drawing.y(values[i]), changed ? 5 : 3, hash_of(trend[i]),
            whole(values[i]), html_text(trend[i].answer));
        if (changed || i == 0 || i + 1 == trend.size())
            out += fmt::format(
                "<text x=\"{0:.1f}\" y=\"{1:.1f}\" text-anchor=\"middle\">{2}</text>"
                "<text x=\"{0:.1f}\" y=\"{3:.1f}\" text-anchor=\"middle\">{4}</text>",
                drawing.x(i), drawing.y(values[i]) - 9, whole(values[i]), kHeight - 6,
                hash_of(trend[i]));
    }
    return out + "</svg>\n";
}

std::string commits_table(Trend trend) {
    std::string rows;
    for (std::size_t i = trend.size(); i-- > 0;) {
        const HistoryEntry& e = trend[i];
        const auto change = change_of(trend, i);
        rows += fmt::format(
            "<tr><td>{}</td><td><code title=\"{}\">{}</code></td><td>{}</td>"
            "<td class=\"n\">{}</td><td class=\"n {}\">{}</td><td>{}</td></tr>\n",
            html_text(e.time.substr(0, 10)), html_text(e.commit), hash_of(e), html_text(e.branch),
            whole(e.cycles), is_changed(trend, i) ? class_of(*change) : "soft",
            change ? signed_percent(*change) : "", html_text(e.answer));
    }
    return "<div class=\"wide\"><table><thead><tr><th>day</th><th>commit</th><th>branch</th>"
           "<th class=\"n\">cycles</th><th class=\"n\">change</th><th>what limits it</th></tr>"
           "</thead><tbody>\n" +
           rows + "</tbody></table></div>\n";
}

std::string figure_row(Trend trend, const FigureTrend& figure) {
    const LineDrawing drawing(figure.values, 60);
    const std::size_t at = figure.changed_at;
    return fmt::format(
        "<tr><td>{} <span class=\"soft\">{}</span></td><td>{}{}<circle class=\"{}\" "
        "cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"6\"/></svg></td><td class=\"n {}\">{}{}</td>"
        "<td><code>{}</code></td></tr>\n",
        html_text(figure.name), html_text(figure.number), drawing.open(figure.name), drawing.line(),
        class_of(figure.change), drawing.x(at), drawing.y(figure.values[at]),
        class_of(figure.change), figure.change > 0 ? "+" : "-", whole(std::abs(figure.change)),
        hash_of(trend[at]));
}

std::string figures_table(Trend trend, const std::vector<FigureTrend>& figures) {
    if (figures.empty()) return {};
    std::string rows;
    for (const FigureTrend& figure : figures) rows += figure_row(trend, figure);
    return "<h3>What changed most</h3><div class=\"wide\"><table><thead><tr><th>number</th>"
           "<th>from the first run to the last</th><th class=\"n\">largest step, cycles</th>"
           "<th>by commit</th></tr></thead><tbody>\n" +
           rows + "</tbody></table></div>\n";
}

}  // namespace

std::string history_html(const std::vector<HistoryEntry>& entries,
                         const std::vector<RunNumbers>& numbers) {
    std::string out = plain_page_head("History");
    out += "<h1>History</h1>\n";
    for (const Trend trend : trends_of(entries)) {
        std::vector<const RunNumbers*> own;
        const auto first = static_cast<std::size_t>(trend.data() - entries.data());
        for (std::size_t i = 0; i < trend.size(); ++i) own.push_back(&numbers[first + i]);
        const std::string largest = largest_text(trend);
        out += fmt::format(
            "<section><h2>{}</h2>\n<p>{}</p>\n", html_text(title_of(trend)),
            largest.empty() ? "No commit changed its cycles by 0.5% or more." : html_text(largest));
        out += run_drawing(trend) + figures_table(trend, figure_trends(trend, own)) +
               commits_table(trend) + "</section>\n";
    }
    return out + "</body></html>\n";
}

}  // namespace tapestry
