// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/codes.h"
#include "predict/sweep.h"
#include "report/ink.h"
#include "store/read_run.h"
#include "tool/command.h"
#include "tool/report_options.h"

namespace tapestry {

namespace {

using Json = nlohmann::ordered_json;

struct Options {
    ReportOptions report;
    std::string run;
    std::vector<std::string> ranges;
    bool csv = false;
};

std::string quoted(const std::string& text) {
    if (text.find_first_of(",\"\n") == std::string::npos) return text;
    std::string out = "\"";
    for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
    return out + "\"";
}

std::string csv_of(const std::vector<SweepPoint>& points, std::size_t axes) {
    std::string out;
    for (std::size_t a = 0; a < axes; ++a) out += fmt::format("change_{},", a + 1);
    out += "predicted_cycles,deadlock,label\n";
    for (const SweepPoint& p : points) {
        for (const std::string& change : p.changes) out += quoted(change) + ",";
        out += p.deadlock ? "" : fmt::format("{:.0f}", p.predicted_cycles);
        out += fmt::format(",{},{}\n", p.deadlock ? 1 : 0, p.label);
    }
    return out;
}

std::string json_of(const std::vector<SweepPoint>& points, std::uint64_t measured) {
    Json list = Json::array();
    for (const SweepPoint& p : points)
        list.push_back(
            {{"changes", p.changes},
             {"predicted_cycles", p.deadlock ? Json() : Json(std::llround(p.predicted_cycles))},
             {"deadlock", p.deadlock},
             {"label", p.label}});
    const Json out = {
        {"schema", "tapestry.sweep/1"}, {"measured_cycles", measured}, {"points", list}};
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string text_of(const std::vector<SweepPoint>& points, double measured, const Ink& ink) {
    double most = 1;
    std::size_t widest = 0;
    auto name_of = [&](const SweepPoint& p) {
        return ink.printable(fmt::format("{}", fmt::join(p.changes, " ")));
    };
    for (const SweepPoint& p : points) {
        most = std::max(most, p.predicted_cycles);
        widest = std::max(widest, name_of(p).size());
    }
    std::string out = fmt::format("measured: {} cycles\n", thousands(std::llround(measured)));
    const int room = std::max(8, ink.width() - static_cast<int>(widest) - 30);
    for (const SweepPoint& p : points) {
        const std::string cycles =
            p.deadlock ? "deadlock" : thousands(std::llround(p.predicted_cycles));
        out += fmt::format("  {}  {}  {}  {}\n", pad_right(name_of(p), static_cast<int>(widest)),
                           pad_left(cycles, 12),
                           pad_right(ink.bar(p.predicted_cycles / most, room, Colour::blue), room),
                           p.label);
    }
    return out;
}

int sweep_command(const Options& o, Diagnostics& diagnostics) {
    if (o.ranges.empty()) {
        diagnostics.report(Code::command_line_refused, {}, "a sweep needs a range", "sweep ");
        return kBadInput;
    }
    const Result<Run> run = read_run(o.run, diagnostics);
    if (!run) return kBadInput;
    const Result<std::vector<SweepPoint>> points = sweep(*run, o.ranges, diagnostics);
    if (!points) return kBadInput;
    const std::string text = o.csv           ? csv_of(*points, o.ranges.size())
                             : o.report.json ? json_of(*points, run->cycles)
                                             : text_of(*points, static_cast<double>(run->cycles),
                                                       Ink(style_of(o.report)));
    std::fputs(text.c_str(), stdout);
    return kFine;
}

}  // namespace

Action declare_sweep(CLI::App& app) {
    auto o = std::make_shared<Options>();
    app.add_option("run", o->run, "Run file")->type_name("RUN")->required();
    app.add_option("ranges", o->ranges,
                   "Changes as 'predict' takes them, over a range: =1..64, =1..64+3, =1..64*2, or "
                   "values with commas between; several make a map")
        ->type_name("RANGE...");
    app.add_flag("--csv", o->csv, "Print CSV");
    add_report_options(app, o->report);
    return [o](Diagnostics& diagnostics) { return sweep_command(*o, diagnostics); };
}

}  // namespace tapestry
