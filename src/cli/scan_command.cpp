// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <tuple>

#include "base/printable.h"
#include "base/scratch.h"
#include "cli/command.h"
#include "jobs/options/output_columns.h"
#include "jobs/options/to_output.h"
#include "jobs/stages/project_options.h"
#include "jobs/stages/stages.h"
#include "jobs/stages/vhdl_stage.h"
#include "show/page/graph_layout.h"

namespace tapestry {

namespace {

// What scan found, for people and for machines.

struct ScanStyle {
    bool with_rejected = false;
    int rows = 20;  // that a section shows at most; 0: all
    int width = 100;
};

using Json = nlohmann::ordered_json;

// The author's place of what was rejected, also where the design was translated.
std::string source_of(const Scanned& scanned, const Rejection& r) {
    if (r.place.file == kNone) return "";
    const Place place{scanned.design.files[r.place.file], r.place.line};
    if (!scanned.vhdl) return fmt::format("{}:{}", place.file, place.line);
    const std::string& module = scanned.design.modules[r.module].source_name;
    const SignalFacts* const signal = scanned.vhdl->translation.facts.of_signal(module, r.name);
    if (signal && !signal->fact.source.empty()) return signal->fact.source;
    const Place author = author_place(*scanned.vhdl, place);
    return fmt::format("{}:{}", author.file, author.line);
}

// Rejections once for each source text, however many parameterisations and generate copies it has.
std::vector<const Rejection*> distinct(const Scanned& scanned) {
    std::set<std::string> known;
    std::vector<const Rejection*> out;
    for (const Rejection& r : scanned.findings.rejected) {
        const Module& module = scanned.design.modules[r.module];
        if (known
                .insert(fmt::format("{}/{}/{}/{}", module.source_name, r.scope, r.name,
                                    to_word(r.kind)))
                .second)
            out.push_back(&r);
    }
    return out;
}

std::string rejected_name(const Scanned& scanned, const Rejection& r) {
    std::string name = scanned.design.modules[r.module].source_name;
    if (!r.scope.empty()) name += "." + r.scope;
    if (!r.name.empty()) name += "." + r.name;
    return name;
}

// Buses with their taps: the streams that are their channels, and what times their transfers.
std::map<std::string, std::vector<const Tap*>> buses_of(const TapMap& map) {
    std::map<std::string, std::vector<const Tap*>> buses;
    for (const Tap& tap : map.taps) {
        if (!tap.bus().name.empty()) buses[tap.bus().name].push_back(&tap);
    }
    return buses;
}

// "5 channels, latency of read, write"
std::string bus_parts(const std::vector<const Tap*>& taps) {
    const auto channels =
        std::count_if(taps.begin(), taps.end(), [](const Tap* tap) { return !tap->times_a_bus(); });
    std::string text = fmt::format("{} channel{}", channels, channels == 1 ? "" : "s");
    const char* separator = ", latency of ";
    for (const Tap* tap : taps) {
        if (tap->kind() != TapKind::call) continue;
        text += separator + tap->bus().direction;
        separator = ", ";
    }
    return text;
}

std::string detail_of(const Tap& tap) {
    switch (tap.kind()) {
        case TapKind::fsm: {
            std::string names;
            for (std::size_t i = 0; i < tap.states().size() && i < 6; ++i)
                names += (i ? " " : "") + tap.states()[i].name;
            if (tap.states().size() > 6) names += fmt::format(" … {} in all", tap.states().size());
            return names;
        }
        case TapKind::stream:
            return tap.stream().protocol +
                   (tap.stream().bytes_per_beat
                        ? fmt::format(", {} byte{} a beat", tap.stream().bytes_per_beat,
                                      tap.stream().bytes_per_beat == 1 ? "" : "s")
                        : "");
        case TapKind::queue:
            return tap.queue().depth ? fmt::format("depth {}", tap.queue().depth)
                                     : "depth not known";
        case TapKind::call:
            return std::string(tap.protocol());
        default:
            return tap.observe.empty() ? "" : tap.observe.back().second;
    }
}

// One line of a section.
struct ScanRow {
    std::string path;
    std::string source;
    std::string rest;
    std::size_t count = 1;
};

std::string plural(std::size_t count, const std::string& noun) {
    const char* ending = count == 1 ? "" : noun.ends_with("s") ? "es" : "s";
    return fmt::format("{} {}{}", count, noun, ending);
}

std::string noun_of(TapKind kind) {
    return kind == TapKind::fsm ? "state machine" : std::string(to_word(kind));
}

// What scan found, section by section, in the columns there are.
class ScanText {
public:
    ScanText(const Scanned& scanned, const ScanStyle& style) : scanned_(scanned), style_(style) {}

    std::string to_text() {
        const TapMap& map = scanned_.plan.map;
        std::map<TapKind, std::vector<ScanRow>> kinds;
        std::map<TapKind, std::size_t> counts;
        for (const Tap& tap : map.taps) {
            if (tap.times_a_bus()) continue;
            ++counts[tap.kind()];
            add(kinds[tap.kind()],
                {folded(tap.path), tap.source,
                 fmt::format("{:>3.0f}%  {}", tap.confidence * 100, detail_of(tap))});
        }
        const auto buses = buses_of(map);
        std::string sums;
        for (const auto& [kind, count] : counts)
            sums += (sums.empty() ? "" : ", ") + plural(count, noun_of(kind));
        if (!buses.empty()) sums += ", " + plural(buses.size(), "bus");
        out_ = fmt::format("{}: {} at {} in the source\n", map.top, plural(map.taps.size(), "tap"),
                           plural(scanned_.plan.sites.size(), "place"));
        if (!sums.empty()) out_ += sums + "\n";
        for (const auto& [kind, rows] : kinds)
            section(std::string(to_word(kind)), counts[kind], rows);
        std::vector<ScanRow> bus_rows;
        for (const auto& [path, taps] : buses)
            add(bus_rows, {folded(path), taps.front()->source,
                           fmt::format("{}, {}", taps.front()->protocol(), bus_parts(taps))});
        if (!buses.empty()) section("bus", buses.size(), bus_rows);
        rejected(distinct(scanned_));
        return out_;
    }

private:
    // Replicas come one after the other, and say the same of themselves.
    static void add(std::vector<ScanRow>& rows, ScanRow row) {
        const auto same = std::find_if(rows.begin(), rows.end(), [&](const ScanRow& other) {
            return std::tie(other.path, other.source, other.rest) ==
                   std::tie(row.path, row.source, row.rest);
        });
        if (same == rows.end())
            rows.push_back(std::move(row));
        else
            ++same->count;
    }

    std::string clipped(const std::string& line) const {
        const auto width = static_cast<std::size_t>(std::max(style_.width, 20));
        std::size_t columns = 0;
        for (std::size_t i = 0; i < line.size(); ++i) {
            const bool starts = (static_cast<unsigned char>(line[i]) & 0xc0) != 0x80;
            if (starts && ++columns > width - 1 && i + 1 < line.size())
                return line.substr(0, i) + "…";
        }
        return line;
    }

    void line(const std::string& text) {
        std::string clean = clipped(text);
        while (!clean.empty() && clean.back() == ' ') clean.pop_back();
        out_ += clean + "\n";
    }

    std::size_t shown(std::size_t all) const {
        const auto rows = static_cast<std::size_t>(style_.rows);
        return rows == 0 || all <= rows + 1 ? all : rows;  // "and 1 more" is as long as that one
    }

    void more(std::size_t all) {
        if (shown(all) < all)
            line(fmt::format("  and {} more (--rows 0 shows all)", all - shown(all)));
    }

    void section(const std::string& title, std::size_t count, const std::vector<ScanRow>& rows) {
        out_ += fmt::format("\n{} ({})\n", title, count);
        std::size_t path = 0;
        std::size_t source = 0;
        auto label = [](const ScanRow& row) {
            return row.path + (row.count > 1 ? fmt::format("  x{}", row.count) : "");
        };
        for (std::size_t i = 0; i < shown(rows.size()); ++i) {
            path = std::max(path, label(rows[i]).size());
            source = std::max(source, rows[i].source.size());
        }
        for (std::size_t i = 0; i < shown(rows.size()); ++i)
            line(fmt::format("  {:<{}}  {:<{}}  {}", label(rows[i]), path, rows[i].source, source,
                             rows[i].rest));
        more(rows.size());
    }

    // Without --rejected the reasons, the most frequent first.
    void rejected(const std::vector<const Rejection*>& all) {
        out_ += fmt::format("\nrejected ({})\n", all.size());
        std::map<std::string, std::size_t> reasons;
        std::size_t name = 0;
        for (const Rejection* r : all) {
            ++reasons[fmt::format("{:<7} {}", to_word(r->kind), r->reason)];
            name = std::max(name, rejected_name(scanned_, *r).size());
        }
        if (style_.with_rejected) {
            for (const Rejection* r : all)
                out_ += fmt::format("  {:<{}}  {:<7} {}\n", rejected_name(scanned_, *r),
                                    std::min<std::size_t>(name, 40), to_word(r->kind), r->reason);
            return;
        }
        std::vector<std::pair<std::string, std::size_t>> sorted(reasons.begin(), reasons.end());
        std::stable_sort(sorted.begin(), sorted.end(),
                         [](const auto& a, const auto& b) { return a.second > b.second; });
        for (std::size_t i = 0; i < shown(sorted.size()); ++i)
            line(fmt::format("  {:>4}  {}", sorted[i].second, sorted[i].first));
        more(sorted.size());
        if (!all.empty()) line("  --rejected lists each of them");
    }

    const Scanned& scanned_;
    const ScanStyle& style_;
    std::string out_;
};

// Replicas stand in one row.
std::string scan_text(const Scanned& scanned, const ScanStyle& style) {
    return ScanText(scanned, style).to_text();
}

std::string scan_json(const Scanned& scanned) {
    Json out;
    out["schema"] = "tapestry.scan/1";
    out["top"] = scanned.plan.map.top;
    out["findings"] = Json::array();
    for (const Tap& tap : scanned.plan.map.taps) {
        if (tap.times_a_bus()) continue;  // below, with the bus
        Json finding = {
            {"kind", to_word(tap.kind())}, {"path", tap.path},     {"name", tap.name},
            {"module", tap.module},        {"source", tap.source}, {"confidence", tap.confidence},
            {"reason", tap.reason}};
        if (tap.clock >= 0)
            finding["clock"] = scanned.plan.map.clocks[static_cast<std::size_t>(tap.clock)].path;
        for (const auto& [port, text] : tap.observe) finding["observe"][port] = text;
        for (const TapState& state : tap.states())
            finding["states"].push_back(
                {{"name", state.name}, {"code", state.code}, {"source", state.source}});
        if (!tap.protocol().empty()) finding["protocol"] = tap.protocol();
        if (!tap.bus().name.empty()) finding["bus"] = tap.bus().name;
        if (tap.kind() == TapKind::queue) finding["depth"] = tap.queue().depth;
        if (tap.kind() == TapKind::stream || tap.kind() == TapKind::queue) {
            finding["producer"] = tap.ends().producer;
            finding["consumer"] = tap.ends().consumer;
        }
        out["findings"].push_back(std::move(finding));
    }
    for (const auto& [path, channels] : buses_of(scanned.plan.map)) {
        out["findings"].push_back(
            {{"kind", "bus"},
             {"path", path},
             {"protocol", channels.front()->protocol()},
             {"source", channels.front()->source},
             {"confidence", channels.front()->confidence},
             {"reason", "its ports are named and directed as those of a bus"}});
        for (const Tap* tap : channels)
            out["findings"].back()[tap->times_a_bus() ? "timed_by" : "channels"].push_back(
                tap->path);
    }
    out["rejected"] = Json::array();
    for (const Rejection* r : distinct(scanned)) {
        out["rejected"].push_back({{"kind", to_word(r->kind)},
                                   {"name", rejected_name(scanned, *r)},
                                   {"source", source_of(scanned, *r)},
                                   {"reason", r->reason}});
    }
    out["graph"] = Json::array();
    for (const GraphEdge& edge : scanned.plan.map.edges)
        out["graph"].push_back({{"from", edge.from}, {"to", edge.to}, {"channel", edge.channel}});
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

namespace fs = std::filesystem;

struct ScanArguments {
    ProjectOptions project;
    bool json = false;
    ScanStyle style;
};

int scan_command(const ScanArguments& options, Diagnostics& diagnostics) {
    Result<Project> project = project_of(options.project, diagnostics);
    Scratch scratch;
    Progress progress;
    if (!project || !is_usable(scratch, diagnostics)) return kBadInput;
    project->may_be_in_part = true;
    const Result<Scanned> scanned = scan(*project, scratch.path(), progress, diagnostics);
    progress.clear();
    if (!scanned) return kBadInput;
    ScanStyle style = options.style;
    if (style.width == 0) style.width = output_columns();
    const std::string text =
        options.json ? scan_json(*scanned) : for_locale(scan_text(*scanned, style));
    to_output(text);
    return kFine;
}

}  // namespace

Action declare_scan(OptionList& app) {
    auto o = std::make_shared<ScanArguments>();
    add_source_options(app, o->project);
    app.add_flag("--json", o->json, "Print JSON");
    app.add_flag("--rejected", o->style.with_rejected, "List what was rejected and why");
    app.add_option("--rows", o->style.rows, "Rows a section shows at most; 0: all")
        ->check(not_negative())
        ->type_name("N")
        ->capture_default_str();
    o->style.width = 0;
    app.add_option("--width", o->style.width, "Columns of the report (default: the terminal's)")
        ->check(not_negative())
        ->type_name("N");
    return [o](Diagnostics& diagnostics) { return scan_command(*o, diagnostics); };
}

}  // namespace tapestry
