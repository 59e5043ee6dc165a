// SPDX-License-Identifier: Apache-2.0
#include "show/report/prediction_report.h"

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

std::string cycles_text(double cycles) { return thousands(std::llround(cycles)); }

// The relative change: "-4.7%".
std::string relative_change(double before, double after) {
    if (before == 0) return after == 0 ? "" : "new";
    const double change = (after - before) / before;
    if (std::llround(after) == std::llround(before)) return "same";
    return (change < 0 ? "-" : "+") + percent(std::abs(change));
}

class PredictionWriter {
public:
    PredictionWriter(const Prediction& prediction, const ReportStyle& style)
        : p_(prediction), ink_(style), names_(names_in(prediction)) {}

    std::string text() const {
        std::string out;
        for (const std::string& change : p_.changes)
            out += ink_.paint(ink_.printable(change), Colour::bold) + "\n";
        out += answer() + trust() + against();
        for (const std::string& stuck : p_.stuck) out += "  " + said(stuck) + "\n";
        for (const std::string& remark : p_.remarks)
            out += ink_.paint(said(remark), Colour::dim) + "\n";
        if (p_.deadlock) return out;
        out += list("BLOCKS", "most work first", sorted(p_.blocks), true);
        return out + list("STATES", "largest change first", sorted_by_change(), false);
    }

private:
    std::string answer() const {
        if (p_.deadlock) return ink_.paint("This would end in a deadlock.", Colour::red) + "\n";
        const double before = p_.measured_cycles, after = p_.predicted_cycles;
        std::string out =
            fmt::format("{} cycles instead of {}", cycles_text(after), cycles_text(before));
        if (std::llround(after) == std::llround(before)) return out + ": no difference\n";
        return fmt::format("{}: {}, {:.3f} times as fast\n", out, relative_change(before, after),
                           after > 0 ? before / after : 0.0);
    }

    std::string trust() const {
        std::string out = fmt::format("{}, by {}", to_word(p_.label), p_.engine);
        if (p_.deadlock) return out + "\n";
        if (p_.label != PredictionLabel::exact && p_.label != PredictionLabel::tried)
            out += fmt::format("; between {} and {}", cycles_text(p_.low), cycles_text(p_.high));
        if (p_.amdahl_cycles > 0 && p_.engine == "summary")
            out += fmt::format("; Amdahl's law says {}", cycles_text(p_.amdahl_cycles));
        if (!p_.bottleneck.empty())
            out += fmt::format("\n{} would limit it: at work {} of the run", said(p_.bottleneck),
                               percent(p_.bottleneck_share));
        return out + "\n";
    }

    std::string against() const {
        if (!p_.against) return "";
        std::string out = fmt::format("{} of {} operations take place at another time",
                                      thousands(static_cast<std::int64_t>(p_.against->different)),
                                      thousands(static_cast<std::int64_t>(p_.against->compared)));
        if (!p_.against->first.empty())
            out += fmt::format(", the first of them {}", said(p_.against->first));
        return out + "\n";
    }

    static std::vector<PredictedTime> sorted(std::vector<PredictedTime> rows) {
        std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
            return a.predicted_cycles > b.predicted_cycles;
        });
        return rows;
    }

    std::vector<PredictedTime> sorted_by_change() const {
        std::vector<PredictedTime> rows = p_.states;
        auto size = [](const PredictedTime& t) {
            return std::abs(t.predicted_cycles - t.measured_cycles);
        };
        std::erase_if(rows, [&](const PredictedTime& t) { return size(t) < 0.5; });
        std::stable_sort(rows.begin(), rows.end(),
                         [&](const auto& a, const auto& b) { return size(a) > size(b); });
        return rows;
    }

    std::string list(const std::string& title, const std::string& order,
                     const std::vector<PredictedTime>& rows, bool waits) const {
        if (rows.empty()) return "";
        std::vector<ListingColumn> columns = {{"cycles"}, {"then"}, {"change"}};
        if (waits) columns.insert(columns.end(), {{"waits"}, {"then"}});
        Listing listing(ink_, "", columns);
        const auto count = static_cast<std::int64_t>(rows.size());
        const std::int64_t shown =
            ink_.top() > 0 ? std::min<std::int64_t>(ink_.top(), count) : count;
        for (std::int64_t i = 0; i < shown; ++i)
            add_row(listing, rows[static_cast<std::size_t>(i)], waits);
        std::string out = section_title(ink_, title, count, order) + listing.to_text();
        if (shown < count) out += "  " + more_line(count - shown, "rows") + "\n";
        return out;
    }

    void add_row(Listing& listing, const PredictedTime& t, bool waits) const {
        const double share =
            p_.predicted_cycles > 0 ? std::min(1.0, t.predicted_cycles / p_.predicted_cycles) : 0;
        std::vector<std::string> cells = {cycles_text(t.measured_cycles),
                                          cycles_text(t.predicted_cycles),
                                          relative_change(t.measured_cycles, t.predicted_cycles)};
        if (waits)
            cells.insert(cells.end(),
                         {cycles_text(t.measured_wait), cycles_text(t.predicted_wait)});
        const std::string name = t.state.empty() ? t.path : t.path + " " + t.state;
        listing.add_row(
            said(name), [this, share](int width) { return ink_.bar(share, width, Colour::blue); },
            cells);
    }

    static ShortNames names_in(const Prediction& p) {
        std::vector<std::string> paths;
        for (const PredictedTime& t : p.blocks) paths.push_back(t.path);
        for (const PredictedStream& s : p.streams)
            if (is_name_in_sentences(s.path)) paths.push_back(s.path);
        return {paths, {}};
    }

    std::string said(const std::string& sentence) const {
        return ink_.printable(names_.in_sentence(sentence));
    }

    const Prediction& p_;
    const Ink ink_;
    const ShortNames names_;
};

Json times_json(const std::vector<PredictedTime>& rows, bool of_blocks) {
    Json list = Json::array();
    for (const PredictedTime& t : rows) {
        Json row = {{"path", t.path}};
        if (!of_blocks) row["state"] = t.state;
        if (!t.category.empty()) row["category"] = t.category;
        row["measured_cycles"] = t.measured_cycles;
        row["predicted_cycles"] = t.predicted_cycles;
        if (of_blocks) {
            row["measured_wait"] = t.measured_wait;
            row["predicted_wait"] = t.predicted_wait;
        }
        list.push_back(std::move(row));
    }
    return list;
}

Json times_json(const std::vector<PredictedStream>& streams) {
    Json list = Json::array();
    for (const PredictedStream& s : streams)
        list.push_back({{"path", s.path},
                        {"transfer_cycles", s.transfer_cycles},
                        {"blocked_cycles", s.blocked_cycles},
                        {"starved_cycles", s.starved_cycles},
                        {"idle_cycles", s.idle_cycles}});
    return list;
}

// Measured and replayed cycles are whole numbers; those of an analytical model may not be.
Json number(double cycles) {
    return cycles == std::floor(cycles) ? Json(std::llround(cycles)) : Json(cycles);
}

}  // namespace

std::string prediction_text(const Prediction& prediction, const ReportStyle& style) {
    return PredictionWriter(prediction, style).text();
}

std::string prediction_json(const Prediction& p) {
    Json out = {{"schema", "tapestry.prediction/1"},
                {"changes", p.changes},
                {"measured_cycles", number(p.measured_cycles)},
                {"predicted_cycles", p.deadlock ? Json() : number(p.predicted_cycles)},
                {"low", number(p.low)},
                {"high", number(p.high)},
                {"engine", p.engine},
                {"label", to_word(p.label)},
                {"deadlock", p.deadlock},
                {"stuck", p.stuck},
                {"amdahl_cycles", number(p.amdahl_cycles)},
                {"bottleneck", p.bottleneck},
                {"bottleneck_share", p.bottleneck_share},
                {"blocks", times_json(p.blocks, true)},
                {"states", times_json(p.states, false)},
                {"streams", times_json(p.streams)},
                {"remarks", p.remarks}};
    if (p.against)
        out["against"] = {{"operations", p.against->compared},
                          {"different", p.against->different},
                          {"first", p.against->first}};
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tapestry
