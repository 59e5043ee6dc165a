// SPDX-License-Identifier: Apache-2.0
#include "jobs/what_if/tune_design.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <map>
#include <set>

#include "base/codes/files.h"
#include "base/file.h"
#include "base/progress.h"
#include "base/scratch.h"
#include "explain/counters/analyse.h"
#include "explain/prediction/size.h"
#include "explain/prediction/sweep.h"
#include "jobs/stages/project_options.h"
#include "jobs/stages/set_parameters.h"
#include "jobs/stages/stages.h"
#include "jobs/stages/vhdl_stage.h"
#include "jobs/what_if/source_key.h"
#include "weave/sources/weave.h"
#include "weave/synthesis/cost.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

// Which simulator runs the points.
constexpr const char* kIcarusRuns = "icarus";
constexpr const char* kProjectRuns = "project";

constexpr std::array kDevices = {
    TuneDevice{"xc7a35t", "xc7", {20'800, 41'600, 100}},
    TuneDevice{"xc7a100t", "xc7", {63'400, 126'800, 270}},
    TuneDevice{"xc7z020", "xc7", {53'200, 106'400, 280}},
    TuneDevice{"zu3eg", "xcup", {70'560, 141'120, 432}},
    TuneDevice{"ice40hx8k", "ice40", {7'680, 7'680, 32}},
    TuneDevice{"ecp5-25k", "ecp5", {24'288, 24'288, 56}},
    TuneDevice{"ecp5-85k", "ecp5", {83'640, 83'640, 208}},
};

// The parameter for each number of entries from 1 to twice the depth, doubled each time.
Knob knob_of_queue(const Run& run, const Tap& tap) {
    const QueuePart& queue = tap.queue();
    std::vector<std::uint64_t> values = {queue.parameter_value};
    for (std::uint64_t n = 1; n <= 2 * std::bit_ceil(queue.depth); n *= 2) {
        QueueSize size;
        size.path = tap.path;
        size.depth = queue.depth;
        set_needed(run, n, size);
        if (size.parameter_value > 0) values.push_back(size.parameter_value);
    }
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    Knob knob{tap.scope + "." + queue.parameter, {}, 0, {tap.path}};
    for (const std::uint64_t value : values) {
        if (value == queue.parameter_value) knob.preset = knob.values.size();
        knob.values.push_back(std::to_string(value));
    }
    return knob;
}

// The module of the instance at a path below; null if there is none.
const Module* module_below(const Design& design, const Module& module, const std::string& path) {
    for (const Instance& instance : module.instances) {
        const std::string name = instance.full_name();
        const Module& below = design.modules[instance.module];
        if (path == name) return &below;
        if (!path.starts_with(name + ".")) continue;
        if (const Module* found = module_below(design, below, path.substr(name.size() + 1)))
            return found;
    }
    return nullptr;
}

// A setting in the words of 'tapestry profile': -G or -D, or a parameter of an instance.
bool is_macro(const std::string& setting) { return setting.starts_with("define:"); }
bool is_of_instance(const std::string& setting) {
    return !is_macro(setting) &&
           setting.substr(0, setting.find('=')).find('.') != std::string::npos;
}

// 0 where the text has something else.
std::uint64_t number_of(const VhdlGeneric& generic) {
    char* end = nullptr;
    const std::uint64_t value = std::strtoull(generic.value.c_str(), &end, 10);
    return *end == '\0' ? value : 0;
}

}  // namespace

const TuneDevice* find_tune_device(const std::string& name) {
    for (const TuneDevice& device : kDevices)
        if (name == device.name) return &device;
    return nullptr;
}

std::vector<std::string> tune_devices() {
    std::vector<std::string> names;
    for (const TuneDevice& device : kDevices) names.emplace_back(device.name);
    return names;
}

Result<Knob> knob_from_text(const std::string& text, Diagnostics& diagnostics) {
    const std::size_t equals = text.find('=');
    Knob knob;
    if (equals != std::string::npos && equals > 0) {
        knob.name = text.substr(0, equals);
        knob.values = range_values(std::string_view(text).substr(equals + 1));
        std::erase(knob.values, "");
    }
    if (!knob.values.empty()) return knob;
    return diagnostics.report(
        code::command_line_refused, {},
        fmt::format("--vary {}: it is NAME=1..8, NAME=1..64*2 or NAME=1,2,4", text), "tune ");
}

TunedDesign::TunedDesign(const TuneOptions& options)
    : key_(source_key(options.project)), folder_(options.folder) {
    points_.project = options.project;
    points_.folder = folder_ / "runs";
    points_.jobs = options.jobs;
    points_.record = true;
}

Result<std::unique_ptr<TuneTarget>> TunedDesign::of(const TuneOptions& options,
                                                    Diagnostics& diagnostics) {
    ProjectOptions project_options;
    project_options.project_file = options.project;
    Result<Project> project = project_of(project_options, diagnostics);
    Scratch scratch;
    if (!project) return project.failure();
    if (const auto done = is_usable(scratch, diagnostics); !done) return done.failure();
    const TuneDevice* device = find_tune_device(options.device);
    if (project->top.empty() || !device) {
        return diagnostics.report(
            code::command_line_refused, {},
            device ? fmt::format("'{}' does not name the design's top", options.project)
                   : "there is no device " + options.device,
            "tune ");
    }
    std::unique_ptr<TunedDesign> tuned(new TunedDesign(options));
    tuned->project_ = *project;
    tuned->family_ = device->family;
    Progress progress;
    Diagnostics known;  // the simulation of the design tells them
    Project scanned_project = *project;
    Result<Scanned> scanned = scan(scanned_project, scratch.path(), progress, known);
    if (!scanned) {
        for (const Diagnostic& d : known.all()) diagnostics.add(d);
        return scanned.failure();
    }
    tuned->design_ = std::move(scanned->design);
    tuned->generics_ = vhdl_generics(vhdl_texts_of(*project), project->top);
    return std::unique_ptr<TuneTarget>(std::move(tuned));
}

Result<Run> TunedDesign::run(const std::vector<std::string>& settings,
                             Diagnostics& diagnostics) const {
    PointOptions points = points_;
    std::vector<std::string> values;
    for (const std::string& setting : settings) {
        const std::size_t equals = setting.find('=');
        points.parameters.push_back(setting.substr(0, equals));
        values.push_back(setting.substr(equals + 1));
    }
    Result<Run> run = run_of_point(points, values, key_, diagnostics);
    if (run)
        for (TapNumbers& n : run->taps)
            if (n.tap.is(TapKind::queue) && n.tap.queue().parameter.empty()) find_generic(n.tap);
    return run;
}

// Elaborated VHDL has no generics left: the one of the queue's instance whose value, or two to the
// power of it, is the depth.
void TunedDesign::find_generic(Tap& tap) const {
    QueuePart& queue = tap.queue();
    for (const VhdlGeneric& g : generics_) {
        const auto at = find_vhdl_generic(generics_, tap.scope + "." + g.name);
        if (!at || at->path != g.path || g.in_ports) continue;
        const std::uint64_t value = number_of(g);
        const bool is_logarithm = value > 0 && value < 32 && 1ULL << value == queue.depth;
        if (value == 0 || (value != queue.depth && !is_logarithm)) continue;
        queue.parameter = g.name;
        queue.parameter_value = value;
        queue.is_logarithm = is_logarithm;
        return;
    }
}

// What --vary can name.
std::string TunedDesign::names() const {
    std::string all;
    for (const VhdlGeneric& g : generics_)
        all += fmt::format("{}{}.{} ({})", all.empty() ? "" : ", ", g.path, g.name, g.value);
    return all;
}

std::string TunedDesign::objection(const Run& run) const {
    return run.partial ? "the run does not end" : run.facts.find("testbench_error").value_or("");
}

// Icarus begins at once where Verilator builds a program first, so a short simulation is over
// earlier. It is taken where it gives the same run of the design as it is in less time.
std::string TunedDesign::faster_simulator(const Run& known,
                                          const std::vector<std::string>& settings,
                                          double seconds) {
    const PointOptions own = points_;
    take_simulator(kIcarusRuns);
    points_.seconds = static_cast<std::uint64_t>(seconds) + 1;
    Diagnostics ignored;  // a design that it cannot read stays with the project's simulator
    const bool made = make_folder(points_.folder, ignored).has_value();
    const auto start = std::chrono::steady_clock::now();
    const Result<Run> again = made ? run(settings, ignored) : known;
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    points_ = own;
    const bool same = made && again && objection(*again).empty() && again->cycles == known.cycles &&
                      again->facts.find("ended") == known.facts.find("ended");
    return same && took.count() < seconds ? kIcarusRuns : kProjectRuns;
}

void TunedDesign::take_simulator(const std::string& simulator) {
    if (simulator != kIcarusRuns) return;
    points_.simulator = simulator;
    points_.folder = folder_ / simulator;
}

std::string TunedDesign::bottleneck(const Run& run) const { return analyse(run).verdict.subject; }

Result<std::string> TunedDesign::patch(const std::vector<std::string>& settings,
                                       Diagnostics& diagnostics) const {
    std::string words = "tapestry profile";
    for (const std::string& setting : settings)
        words += is_macro(setting) ? " -D " + setting.substr(setting.find(':') + 1)
                                   : (is_of_instance(setting) ? " --set " : " -G ") + setting;
    const Result<std::string> changed = diff(settings, diagnostics);
    if (!changed) return changed.failure();
    return words + "\n" + *changed;
}

std::vector<Knob> TunedDesign::depth_knobs(const Run& run) const {
    std::vector<Knob> knobs;
    std::map<std::string, std::size_t> by_text;
    for (const TapNumbers& n : run.taps) {
        if (!n.tap.is(TapKind::queue) || n.tap.queue().parameter.empty() ||
            n.tap.queue().depth == 0)
            continue;
        const auto generic =
            find_vhdl_generic(generics_, n.tap.scope + "." + n.tap.queue().parameter);
        const std::string text = generic ? fmt::format("{} {}", generic->file, generic->at)
                                         : text_of_instance(design_, n.tap.scope);
        if (text.empty()) continue;
        const auto [known, is_new] = by_text.emplace(text, knobs.size());
        if (is_new)
            knobs.push_back(knob_of_queue(run, n.tap));
        else
            knobs[known->second].queues.push_back(n.tap.path);
    }
    add_memories(knobs);
    std::erase_if(knobs, [](const Knob& k) { return k.values.size() < 2; });
    return knobs;
}

// Generics that bound an array and no port size a memory, whether or not it was seen to be a queue.
void TunedDesign::add_memories(std::vector<Knob>& knobs) const {
    for (const VhdlGeneric& g : generics_) {
        const std::uint64_t now = number_of(g);
        const std::string name = g.path + "." + g.name;
        const bool known = std::any_of(knobs.begin(), knobs.end(), [&](const Knob& k) {
            const auto at = find_vhdl_generic(generics_, k.name);
            return at && at->file == g.file && at->at == g.at;
        });
        if (!g.in_array || g.in_ports || now == 0 || known) continue;
        Knob knob{name, {}, 0, {}};
        std::set<std::uint64_t> values = {now};
        for (std::uint64_t n = 1; n <= (g.as_exponent ? now + 1 : 2 * now);
             n = g.as_exponent ? n + 1 : 2 * n)
            values.insert(n);
        for (const std::uint64_t value : values) knob.values.push_back(std::to_string(value));
        take_preset(g.value, knob);
        knobs.push_back(std::move(knob));
    }
}

Result<Project> TunedDesign::with(const std::vector<std::string>& settings,
                                  Diagnostics& diagnostics) const {
    Project project = project_;
    std::vector<std::string> inside;
    // Those of the project are the testbench's; a testbench in VHDL hands them on.
    const bool by_testbench = has_vhdl_testbench(project);
    if (!by_testbench) project.sources.parameters.clear();
    for (const std::string& setting : settings) {
        const std::size_t equals = setting.find('=');
        const std::string name = setting.substr(0, equals), value = setting.substr(equals + 1);
        if (is_of_instance(setting))
            inside.push_back(setting);
        else if (is_macro(setting))
            project.sources.defines.emplace_back(name.substr(name.find(':') + 1), value);
        else
            project.sources.parameters.emplace_back(name, value);
    }
    inside = set_generics(inside, project);
    if (!inside.empty()) {
        if (const auto set = set_parameters(inside, design_, project, diagnostics); !set)
            return set.failure();
    }
    return project;
}

Result<Area> TunedDesign::area(const std::vector<std::string>& settings,
                               Diagnostics& diagnostics) const {
    Result<Project> project = with(settings, diagnostics);
    const Scratch scratch;
    if (!project) return project.failure();
    if (const auto done = is_usable(scratch, diagnostics); !done) return done.failure();
    if (has_vhdl(*project)) {
        Progress progress;
        const Result<Scanned> scanned = scan(*project, scratch.path(), progress, diagnostics);
        if (!scanned) return scanned.failure();
    }
    // Yosys reads files, so texts that were changed become some.
    std::size_t count = 0;
    for (std::string& file : project->sources.files) {
        const auto text = project->sources.texts.find(file);
        if (text == project->sources.texts.end()) continue;
        const fs::path copy =
            scratch.path() / fmt::format("{}_{}", count++, fs::path(file).filename().string());
        if (const auto written = write_file(copy, text->second, diagnostics); !written)
            return written.failure();
        file = copy.string();
    }
    return area_of(project->sources, project->top, family_, scratch.path(), "point", diagnostics);
}

Result<std::string> TunedDesign::diff(const std::vector<std::string>& settings,
                                      Diagnostics& diagnostics) const {
    const Result<Project> project = with(settings, diagnostics);
    if (!project) return project.failure();
    Woven woven;
    for (const auto& [file, text] : project->sources.texts) {
        const Result<std::string> before = read_file(file, diagnostics);
        if (!before) return before.failure();
        woven.files.push_back({file, file, *before, text});
    }
    return diff_of(woven);
}

// Where the values have that of the design.
void TunedDesign::take_preset(const std::string& value, Knob& knob) {
    const auto now = std::find(knob.values.begin(), knob.values.end(), value);
    if (now != knob.values.end()) knob.preset = static_cast<std::size_t>(now - knob.values.begin());
}

Result<Done> TunedDesign::find_preset(Knob& knob, Diagnostics& diagnostics) const {
    if (is_macro(knob.name)) return Done{};
    const std::string path = is_of_instance(knob.name) ? knob.name : project_.top + "." + knob.name;
    if (const auto generic = find_vhdl_generic(generics_, path)) {
        take_preset(generic->value, knob);
        return Done{};
    }
    const Module& top = design_.modules[design_.top];
    const std::size_t dot = knob.name.rfind('.');
    const std::string name = knob.name.substr(dot == std::string::npos ? 0 : dot + 1);
    const Module* module = &top;
    if (dot != std::string::npos)
        module = module_below(
            design_, top,
            knob.name.substr(0, dot).substr(std::min(top.source_name.size() + 1, dot)));
    for (const Var& var : module ? module->vars : IdTable<VarId, Var>()) {
        if (!var.is_settable || var.name != name) continue;
        take_preset(var.value.decimal(), knob);
        return Done{};
    }
    if (!generics_.empty()) {
        return diagnostics.report(
            code::command_line_refused, {},
            fmt::format("--vary {}: there is no such generic; there are {}", knob.name, names()),
            "tune ");
    }
    return diagnostics.report(
        code::command_line_refused, {},
        fmt::format("--vary {}: {} has no such parameter, so its area would not follow; one of an "
                    "instance is named by its path, as {}.u_core.{}",
                    knob.name, module ? module->source_name : "the design", top.source_name, name),
        "tune ");
}

double TuneDevice::share(const Area& area) const {
    auto part = [](std::uint64_t used, std::uint64_t of) {
        return static_cast<double>(used) / static_cast<double>(of);
    };
    return part(area.lut, room.lut) + part(area.ff, room.ff) + part(area.bram, room.bram);
}

Result<std::unique_ptr<TuneTarget>> tuned_design(const TuneOptions& options,
                                                 Diagnostics& diagnostics) {
    return TunedDesign::of(options, diagnostics);
}

}  // namespace tapestry
