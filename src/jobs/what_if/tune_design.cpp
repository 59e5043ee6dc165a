// SPDX-License-Identifier: Apache-2.0
#include "jobs/what_if/tune_design.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>

#include "base/codes/files.h"
#include "base/file.h"
#include "base/progress.h"
#include "explain/prediction/size.h"
#include "explain/prediction/sweep.h"
#include "jobs/stages/project_options.h"
#include "jobs/stages/set_parameters.h"
#include "jobs/stages/stages.h"
#include "weave/sources/weave.h"
#include "weave/synthesis/cost.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

struct Device {
    const char* name;
    const char* family;
    Area room;  // block RAMs of 18 Kbit of xc7 and ECP5, of 4 Kbit of iCE40
};

constexpr std::array kDevices = {
    Device{"xc7a35t", "xc7", {20'800, 41'600, 100}},
    Device{"xc7a100t", "xc7", {63'400, 126'800, 270}},
    Device{"xc7z020", "xc7", {53'200, 106'400, 280}},
    Device{"zu3eg", "xcup", {70'560, 141'120, 432}},
    Device{"ice40hx8k", "ice40", {7'680, 7'680, 32}},
    Device{"ecp5-25k", "ecp5", {24'288, 24'288, 56}},
    Device{"ecp5-85k", "ecp5", {83'640, 83'640, 208}},
};

const Device* find_device(const std::string& name) {
    for (const Device& device : kDevices)
        if (name == device.name) return &device;
    return nullptr;
}

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

}  // namespace

bool is_macro(const std::string& setting) { return setting.starts_with("define:"); }
bool is_of_instance(const std::string& setting) {
    return !is_macro(setting) &&
           setting.substr(0, setting.find('=')).find('.') != std::string::npos;
}

std::vector<std::string> tune_devices() {
    std::vector<std::string> names;
    for (const Device& device : kDevices) names.emplace_back(device.name);
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

Result<TunedDesign> TunedDesign::of(const TuneOptions& options, Diagnostics& diagnostics) {
    ProjectOptions project_options;
    project_options.project_file = options.project;
    Result<Project> project = project_of(project_options, diagnostics);
    Scratch scratch;
    if (!project) return project.failure();
    if (const auto done = is_usable(scratch, diagnostics); !done) return done.failure();
    const Device* device = find_device(options.device);
    if (project->top.empty() || !device) {
        return diagnostics.report(
            code::command_line_refused, {},
            device ? fmt::format("'{}' does not name the design's top", options.project)
                   : "there is no device " + options.device,
            "tune ");
    }
    TunedDesign tuned;
    tuned.project_ = *project;
    tuned.family_ = device->family;
    tuned.room_ = device->room;
    Progress progress;
    Diagnostics known;  // the simulation of the design tells them
    Project scanned_project = *project;
    Result<Scanned> scanned = scan(scanned_project, scratch.path(), progress, known);
    if (!scanned) {
        for (const Diagnostic& d : known.all()) diagnostics.add(d);
        return scanned.failure();
    }
    tuned.design_ = std::move(scanned->design);
    return tuned;
}

std::vector<Knob> TunedDesign::depth_knobs(const Run& run) const {
    std::vector<Knob> knobs;
    std::map<std::string, std::size_t> by_text;
    for (const TapNumbers& n : run.taps) {
        if (!n.tap.is(TapKind::queue) || n.tap.queue().parameter.empty() ||
            n.tap.queue().depth == 0)
            continue;
        const std::string text = text_of_instance(design_, n.tap.scope);
        if (text.empty()) continue;
        const auto [known, is_new] = by_text.emplace(text, knobs.size());
        if (is_new)
            knobs.push_back(knob_of_queue(run, n.tap));
        else
            knobs[known->second].queues.push_back(n.tap.path);
    }
    std::erase_if(knobs, [](const Knob& k) { return k.values.size() < 2; });
    return knobs;
}

Result<Project> TunedDesign::with(const std::vector<std::string>& settings,
                                  Diagnostics& diagnostics) const {
    Project project = project_;
    std::vector<std::string> inside;
    project.sources.parameters.clear();  // those of the project are the testbench's
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

Result<Done> TunedDesign::find_preset(Knob& knob, Diagnostics& diagnostics) const {
    if (is_macro(knob.name)) return Done{};
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
        const auto now = std::find(knob.values.begin(), knob.values.end(), var.value.decimal());
        if (now != knob.values.end())
            knob.preset = static_cast<std::size_t>(now - knob.values.begin());
        return Done{};
    }
    return diagnostics.report(
        code::command_line_refused, {},
        fmt::format("--vary {}: {} has no such parameter, so its area would not follow; one of an "
                    "instance is named by its path, as {}.u_core.{}",
                    knob.name, module ? module->source_name : "the design", top.source_name, name),
        "tune ");
}

double TunedDesign::share(const Area& area) const {
    auto part = [](std::uint64_t used, std::uint64_t room) {
        return static_cast<double>(used) / static_cast<double>(room);
    };
    return part(area.lut, room_.lut) + part(area.ff, room_.ff) + part(area.bram, room_.bram);
}

}  // namespace tapestry
