// SPDX-License-Identifier: Apache-2.0
#include "show/report/comparison_report.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "show/report/ink.h"
#include "show/report/listing.h"
#include "show/report/page.h"
#include "show/report/short_names.h"

namespace tapestry {

namespace {

using Json = nlohmann::ordered_json;

std::string number_text(double number) {
    const bool is_whole = number == std::floor(number) && std::abs(number) < 9e15;
    return is_whole ? thousands(static_cast<std::int64_t>(number)) : decimal(number);
}

// "1,234", or the range over several runs: "1,200 – 1,250".
std::string spread_text(const Spread& s, const Ink& ink) {
    const std::string mark = ink.quality_mark(to_word(s.quality));
    if (s.least == s.most) return mark + number_text(s.mean);
    return fmt::format("{}{} {} {}", mark, number_text(s.least), ink.dash(), number_text(s.most));
}

std::string change_text(const Difference& d) {
    if (!d.relative) return "new";
    if (std::abs(*d.relative) < 0.0005) return "<0.1%";
    return (d.change < 0 ? "-" : "+") + percent(std::abs(*d.relative));
}

std::string difference_label(const Difference& d, const ShortNames& names) {
    if (d.kind == "run") return d.item.empty() ? "the whole run" : names.in_sentence(d.item);
    return names.in_sentence(d.item.empty() ? d.path : d.path + " " + d.item);
}

class ComparisonWriter {
public:
    ComparisonWriter(const Comparison& comparison, const ReportStyle& style)
        : comparison_(comparison), ink_(style) {}

    std::string text() const {
        std::string out;
        for (const SideComparison& side : comparison_.sides) {
            if (!out.empty()) out += "\n";
            out += side_text(side);
        }
        return out;
    }

private:
    std::string side_text(const SideComparison& side) const {
        std::vector<std::string> paths = side.paths;
        std::erase_if(paths, [](const std::string& path) { return !is_name_in_sentences(path); });
        const ShortNames names(paths, {});
        std::string out =
            ink_.paint(
                ink_.printable(fmt::format("{} against {}", side.name, comparison_.baseline)),
                Colour::bold) +
            "\n" + ink_.printable(names.in_sentence(side.answer)) + "\n" + trust_line(side);
        for (const std::string& remark : side.remarks) {
            out += ink_.paint(ink_.printable(names.in_sentence(remark)), Colour::yellow) + "\n";
        }
        out += list(side, names, Outcome::slower, "SLOWER", "most cycles first");
        out += list(side, names, Outcome::faster, "FASTER", "most cycles first");
        out += list(side, names, Outcome::changed, "CHANGED", "neither good nor bad by itself");
        out += list(side, names, Outcome::unclear, "UNCLEAR", "a number is a lower bound or lost");
        out += rename_list(side);
        out += path_list("GONE", side.gone, names);
        out += path_list("NEW", side.appeared, names);
        return out + foot(side);
    }

    std::string trust_line(const SideComparison& side) const {
        if (!side.chance)
            return "one run of each: how much numbers vary by themselves is not known\n";
        return fmt::format(
            "of numbers that did not change, at most {} are listed below by chance\n",
            percent(*side.chance));
    }

    std::string list(const SideComparison& side, const ShortNames& names, Outcome verdict,
                     const std::string& title, const std::string& order) const {
        std::vector<const Difference*> rows;
        for (const Difference& d : side.differences) {
            if (d.verdict == verdict) rows.push_back(&d);
        }
        if (rows.empty()) return "";
        Listing listing(ink_, "",
                        {{"number", 0, true}, {"before"}, {"after"}, {"change"}, {"of the run"}});
        std::size_t shown = 0;
        for (const Difference* d : rows) {
            if (ink_.top() > 0 && shown++ == static_cast<std::size_t>(ink_.top())) break;
            const double share = d->share_of_run.value_or(0);
            listing.add_row(ink_.printable(difference_label(*d, names)),
                            [&, share, verdict](int width) {
                                return ink_.bar(std::min(1.0, std::abs(share)), width,
                                                colour_of(verdict));
                            },
                            {d->number, spread_text(d->before, ink_), spread_text(d->after, ink_),
                             change_text(*d), d->share_of_run ? percent(std::abs(share)) : ""});
        }
        std::string out =
            section_title(ink_, title, static_cast<std::int64_t>(rows.size()), order) +
            listing.to_text();
        if (shown < rows.size() && ink_.top() > 0) {
            out += "  " + more_line(static_cast<std::int64_t>(rows.size()) - ink_.top(), "rows") +
                   "\n";
        }
        return out;
    }

    static Colour colour_of(Outcome verdict) {
        if (verdict == Outcome::slower) return Colour::red;
        return verdict == Outcome::faster ? Colour::green : Colour::dim;
    }

    std::string rename_list(const SideComparison& side) const {
        std::vector<std::string> lines;
        for (const auto& [old_path, new_path] : side.renamed) {
            lines.push_back(old_path + " -> " + new_path);
        }
        return path_list("RENAMED", lines, {});  // the whole names are what changed
    }

    std::string path_list(const std::string& title, const std::vector<std::string>& lines,
                          const ShortNames& names) const {
        if (lines.empty()) return "";
        const auto count = static_cast<std::int64_t>(lines.size());
        std::string out = section_title(ink_, title, count, "");
        const std::int64_t most =
            ink_.top() > 0 ? std::min<std::int64_t>(ink_.top(), count) : count;
        for (std::int64_t i = 0; i < most; ++i) {
            out +=
                "  " + ink_.printable(names.in_sentence(lines[static_cast<std::size_t>(i)])) + "\n";
        }
        if (most < count) out += "  " + more_line(count - most, "paths") + "\n";
        return out;
    }

    std::string foot(const SideComparison& side) const {
        std::size_t inside = 0;
        for (const Difference& d : side.differences) inside += d.verdict == Outcome::same;
        std::string text =
            fmt::format("\n{} numbers are equal", thousands(static_cast<std::int64_t>(side.equal)));
        if (inside > 0)
            text += fmt::format(", {} differ by no more than repeated runs do",
                                thousands(static_cast<std::int64_t>(inside)));
        return text + "\n";
    }

    const Comparison& comparison_;
    const Ink ink_;
};

Json difference_json(const Spread& s) {
    return {{"runs", s.runs},
            {"least", s.least},
            {"mean", s.mean},
            {"most", s.most},
            {"quality", to_word(s.quality)}};
}

Json difference_json(const std::optional<double>& number) {
    return number ? Json(*number) : Json();
}

Json difference_json(const Difference& d) {
    return {{"kind", d.kind},
            {"path", d.path},
            {"new_path", d.new_path},
            {"item", d.item},
            {"number", d.number},
            {"in_cycles", d.in_cycles},
            {"before", difference_json(d.before)},
            {"after", difference_json(d.after)},
            {"change", d.change},
            {"relative", difference_json(d.relative)},
            {"share_of_run", difference_json(d.share_of_run)},
            {"verdict", to_word(d.verdict)}};
}

Json difference_json(const SideComparison& side) {
    Json differences = Json::array();
    for (const Difference& d : side.differences) differences.push_back(difference_json(d));
    Json renamed = Json::array();
    for (const auto& [old_path, new_path] : side.renamed) {
        renamed.push_back({{"path", old_path}, {"new_path", new_path}});
    }
    return {{"name", side.name},
            {"answer", side.answer},
            {"chance", difference_json(side.chance)},
            {"differences", differences},
            {"equal", side.equal},
            {"renamed", renamed},
            {"gone", side.gone},
            {"appeared", side.appeared},
            {"remarks", side.remarks}};
}

}  // namespace

std::string comparison_text(const Comparison& comparison, const ReportStyle& style) {
    return ComparisonWriter(comparison, style).text();
}

std::string comparison_json(const Comparison& comparison) {
    Json sides = Json::array();
    for (const SideComparison& side : comparison.sides) sides.push_back(difference_json(side));
    const Json out = {
        {"schema", "tapestry.comparison/1"}, {"baseline", comparison.baseline}, {"sides", sides}};
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tapestry
