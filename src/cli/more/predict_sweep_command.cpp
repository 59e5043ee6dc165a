// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/codes/files.h"
#include "base/process_group.h"
#include "cli/command.h"
#include "explain/prediction/sweep.h"
#include "jobs/options/to_output.h"
#include "jobs/stages/default_run.h"
#include "jobs/stages/report_options.h"
#include "jobs/what_if/sweep_area.h"
#include "jobs/what_if/sweep_json.h"
#include "jobs/what_if/sweep_points.h"
#include "show/report/ink.h"
#include "show/store/read_run.h"
#include "weave/synthesis/cost.h"

namespace tapestry {

namespace {

struct PredictSweepArguments {
    ReportOptions report;
    std::string run;
    std::vector<std::string> ranges;
    bool csv = false;
    PointOptions points;
    AreaOptions area;
};

std::string actual_text(const SweepPoint& p) {
    return p.actual_cycles > 0 ? fmt::format("{:.0f}", p.actual_cycles) : "";
}

std::string csv_cell(const std::string& text) {
    if (text.find_first_of(",\"\n") == std::string::npos) return text;
    std::string out = "\"";
    for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
    return out + "\"";
}

std::string area_columns(const SweepPoint& p) {
    return p.area ? fmt::format(",{},{},{}", p.area->lut, p.area->ff, p.area->bram) : "";
}

std::string csv_of(const std::vector<SweepPoint>& points, std::size_t axes) {
    std::string out;
    for (std::size_t a = 0; a < axes; ++a) out += fmt::format("change_{},", a + 1);
    out += "predicted_cycles,deadlock,label,storage_bits,block_rams,pareto,actual_cycles,error";
    out += !points.empty() && points[0].area ? ",lut,ff,bram\n" : "\n";
    for (const SweepPoint& p : points) {
        for (const std::string& change : p.changes) out += csv_cell(change) + ",";
        out += p.deadlock ? "" : fmt::format("{:.0f}", p.predicted_cycles);
        const std::optional<double> error = error_of(p);
        out += fmt::format(",{},{},{},{},{},{},{}{}\n", p.deadlock ? 1 : 0, p.label, p.storage_bits,
                           p.block_rams, p.pareto ? 1 : 0, actual_text(p),
                           error ? fmt::format("{:.6f}", *error) : "", area_columns(p));
    }
    return out;
}

std::string storage_text(const SweepPoint& p) {
    if (p.area)
        return fmt::format("{:>6} LUT {:>6} FF{}", p.area->lut, p.area->ff,
                           p.area->bram > 0 ? fmt::format(", {} block RAM", p.area->bram) : "");
    return pad_left(thousands(static_cast<std::int64_t>(p.storage_bits)), 9) + " bits" +
           (p.block_rams > 0 ? fmt::format(", {} block RAM", p.block_rams) : "");
}

std::string sweep_text(const std::vector<SweepPoint>& points, double measured, const Ink& ink) {
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
    // Queues that are as they were cost the same everywhere.
    const bool has_storage = std::any_of(points.begin(), points.end(), [&](const SweepPoint& p) {
        return p.area || p.storage_bits != points[0].storage_bits;
    });
    if (has_storage)
        out += fmt::format("*: no other point takes fewer cycles with no more {}\n",
                           points[0].area ? "area" : "storage");
    const int room = std::max(8, ink.width() - static_cast<int>(widest) - (has_storage ? 52 : 30));
    for (const SweepPoint& p : points) {
        const std::string cycles =
            p.deadlock ? "deadlock" : thousands(std::llround(p.predicted_cycles));
        out += fmt::format("{} {}  {}  {}  {}{}\n", p.pareto && has_storage ? "*" : " ",
                           pad_right(name_of(p), static_cast<int>(widest)), pad_left(cycles, 12),
                           pad_right(ink.bar(p.predicted_cycles / most, room, Colour::blue), room),
                           p.label, has_storage ? "  " + storage_text(p) : "");
        const std::optional<double> error = error_of(p);
        if (error)
            out +=
                fmt::format("  {}  {}  simulated; the prediction is {:+.2f}% off\n",
                            pad_right("", static_cast<int>(widest)),
                            pad_left(thousands(std::llround(p.actual_cycles)), 12), 100 * *error);
    }
    return out;
}

// Whether `option` has a parameter for each range.
bool has_one_each(const char* option, const std::vector<std::string>& parameters,
                  const PredictSweepArguments& o, Diagnostics& diagnostics) {
    if (parameters.size() == o.ranges.size()) return true;
    diagnostics.report(code::command_line_refused, {},
                       fmt::format("{} names a parameter for each range", option),
                       "predict sweep ");
    return false;
}

std::vector<std::vector<std::string>> values_of(const std::vector<SweepPoint>& points) {
    std::vector<std::vector<std::string>> values;
    for (const SweepPoint& p : points) values.push_back(p.values());
    return values;
}

bool simulate_really(const PredictSweepArguments& o, std::vector<SweepPoint>& points,
                     Diagnostics& diagnostics) {
    if (!has_one_each("--really", o.points.parameters, o, diagnostics)) return false;
    const auto cycles = simulate_points(o.points, values_of(points), diagnostics);
    if (!cycles) return false;
    for (std::size_t i = 0; i < points.size(); ++i)
        points[i].actual_cycles = static_cast<double>((*cycles)[i].value_or(0));
    return true;
}

bool synthesize(const PredictSweepArguments& o, std::vector<SweepPoint>& points,
                Diagnostics& diagnostics) {
    if (!has_one_each("--area", o.area.parameters, o, diagnostics)) return false;
    const auto areas = areas_of_points(o.area, o.points.project, values_of(points), diagnostics);
    if (!areas) return false;
    for (std::size_t i = 0; i < points.size(); ++i) points[i].area = (*areas)[i];
    mark_pareto(points);
    return true;
}

int sweep_command(PredictSweepArguments o, Diagnostics& diagnostics) {
    if (!fill_in_run(o.run, o.ranges, diagnostics)) return kBadInput;
    if (o.ranges.empty()) {
        diagnostics.report(code::command_line_refused, {}, "a sweep needs a range",
                           "predict sweep ");
        return kBadInput;
    }
    const Result<Run> run = read_run(o.run, diagnostics);
    if (!run) return kBadInput;
    Result<std::vector<SweepPoint>> points = sweep(*run, o.ranges, diagnostics);
    if (!points) return kBadInput;
    if (!o.points.parameters.empty() && !simulate_really(o, *points, diagnostics)) return kBadInput;
    if (process_group().rank > 0) return kFine;  // the first prints all
    if (!o.area.parameters.empty() && !synthesize(o, *points, diagnostics)) return kBadInput;
    const std::string text = o.csv           ? csv_of(*points, o.ranges.size())
                             : o.report.json ? sweep_json(*points, run->cycles)
                                             : sweep_text(*points, static_cast<double>(run->cycles),
                                                          Ink(style_of(o.report)));
    to_output(text);
    return kFine;
}

}  // namespace

Action declare_predict_sweep(OptionList& app) {
    auto o = std::make_shared<PredictSweepArguments>();
    add_run_operand(app, o->run);
    app.add_option("ranges", o->ranges,
                   "Changes as 'predict' takes them, over a range: =1..64, =1..64+3, =1..64*2, or "
                   "values with commas between; several make a map")
        ->type_name("RANGE...");
    app.add_flag("--csv", o->csv, "Print CSV");
    app.add_option(
           "--really", o->points.parameters,
           "Simulate each point too, with this parameter of the testbench's top, or define:MACRO, "
           "set "
           "to its value; one for each range. "
           "What was simulated from the same texts is not simulated again; under mpirun the ranks "
           "share the points, and the first prints all")
        ->type_name("PARAMETER")
        ->allow_extra_args(false);
    app.add_option(
           "--area", o->area.parameters,
           "Synthesize each point with Yosys, this parameter of the design's top set to its "
           "value; one for each range")
        ->type_name("PARAMETER")
        ->allow_extra_args(false);
    app.add_option("--family", o->area.family, "FPGA family of --area")
        ->check(one_of(cost_families()))
        ->capture_default_str();
    app.add_option(
           "-j,--jobs", o->points.jobs,
           "Simulations at a time; 0: as many as there are cores, one where they write files")
        ->type_name("N")
        ->capture_default_str();
    app.add_option("-p,--project", o->points.project,
                   "Project file of what is simulated or synthesized")
        ->type_name("FILE")
        ->capture_default_str();
    app.add_option("-o,--out", o->points.folder, "Folder for the runs of the points")
        ->type_name("DIR")
        ->capture_default_str();
    add_report_options(app, o->report);
    return [o](Diagnostics& diagnostics) { return sweep_command(*o, diagnostics); };
}

}  // namespace tapestry
