// SPDX-License-Identifier: Apache-2.0
#include "jobs/simulation/stand_in.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <sstream>

#include "base/codes/readings.h"
#include "base/digest.h"
#include "base/file.h"
#include "base/process.h"
#include "base/scratch.h"
#include "jobs/options/print_diagnostics.h"
#include "jobs/simulation/flow_settings.h"
#include "jobs/stages/stages.h"
#include "read/project/design_files.h"
#include "read/project/find_top.h"
#include "read/verilog/file_list.h"
#include "run/simulators/simulation_note.h"
#include "run/simulators/simulator_call.h"
#include "software/recording/run_program.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

constexpr int kNotFound = 127;  // as a shell says it

// The PATH without the folder of the stand-ins.
void forget_stand_ins(const std::string& folder) {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path ? path : "");
    std::string rest;
    for (std::string one; std::getline(folders, one, ':');)
        if (one != folder) rest += (rest.empty() ? "" : ":") + one;
    setenv("PATH", rest.c_str(), 1);
}

// A name for a build that is the same each time it is made: of the folder and the arguments.
std::string name_of_build(const SimulatorCall& call) {
    std::uint64_t hash = 0xcbf29ce484222325;
    auto add = [&](const std::string& text) {
        for (const unsigned char c : text + '\n') hash = (hash ^ c) * 0x100000001b3;
    };
    std::error_code ec;
    add(fs::current_path(ec).string());
    add(call.program);
    for (const std::string& word : call.words) add(word);
    return fmt::format("b{:016x}", hash);
}

std::string contents_of(const SimulatorCall& call) {
    Diagnostics ignored;
    std::string all;
    for (const std::string& file : call.sources.files)
        all += digest_of(read_file(file, ignored).value_or(""));
    return digest_of(all);
}

// The name under which this call is woven. A regression may build the same again, also at the same
// time; where the files have changed since, simulations of the first may still run or be read, so
// that the second has a folder of its own.
std::string own_name_of_build(const FlowSettings& settings, const SimulatorCall& call) {
    const std::string name = name_of_build(call), contents = contents_of(call);
    for (int i = 1;; ++i) {
        const std::string own = i == 1 ? name : fmt::format("{}_{}", name, i);
        const fs::path mark = fs::path(settings.readings) / (own + ".woven");
        Diagnostics ignored;
        const Result<std::string> before = read_file(mark, ignored);
        if (before && *before != contents) continue;
        if (!before) write_file(mark, contents, ignored).has_value();
        return own;
    }
}

// What is built now takes the place of what an earlier build has left under that name.
void forget_output(const FlowSettings& settings, const std::string& output) {
    std::error_code ec;
    Diagnostics ignored;
    for (const auto& entry : fs::directory_iterator(settings.builds, ec))
        if (read_file(entry.path() / "output", ignored).value_or("") == output)
            fs::remove(entry.path() / "output", ec);
}

// What is measured of a build, and what tests it. Why not, when nothing is.
std::optional<Project> project_of_call(const FlowSettings& settings, const SimulatorCall& call,
                                       std::string& why_not, Diagnostics& diagnostics) {
    Result<Project> project = project_of(settings.project, diagnostics);
    if (!project) {
        why_not = "its project file is refused";
        return std::nullopt;
    }
    std::string bench = call.top;
    const bool harness = call.has_harness || is_driven_from_outside(call.sources, bench);
    if (project->top.empty() && harness) {
        Diagnostics unclear;  // what is not clear is said below
        project->top =
            bench.empty() ? find_top(call.sources.files, {}, unclear).value_or("") : bench;
    } else if (project->top.empty()) {
        const auto tested = find_tested_design(call.sources.files, {bench, ""}, diagnostics);
        if (tested) bench = tested->testbench;
        if (tested) project->top = tested->top;
    }
    if (project->top.empty()) {
        why_not = "which module is the design is not clear; name it with --top";
        return std::nullopt;
    }
    const std::optional<DesignFiles> files =
        files_of_design(call.sources.files, project->top, diagnostics);
    if (!files) {
        why_not = fmt::format("no file of it declares '{}'", project->top);
        return std::nullopt;
    }
    project->sources = call.sources;
    project->sources.files = files->design;
    project->testbench_files.clear();
    project->testbench_top.clear();
    if (harness || call.top == project->top) return std::move(*project);
    project->sources.parameters.clear();  // of the testbench
    project->testbench_files = files->testbench;
    project->testbench_top = bench;
    return std::move(*project);
}

// Weaves a build into the folder of its name; nothing, with the reason, when it is not woven.
std::optional<WovenTexts> weave_build(const FlowSettings& settings, const SimulatorCall& call,
                                      std::string& why_not, Diagnostics& diagnostics) {
    std::optional<Project> project = project_of_call(settings, call, why_not, diagnostics);
    if (!project) return std::nullopt;
    project->is_run = true;
    why_not = "what is wrong is said above";
    Scratch scratch;
    Progress progress;
    if (!is_usable(scratch, diagnostics)) return std::nullopt;
    const Result<Scanned> scanned = scan(*project, scratch.path(), progress, diagnostics);
    if (!scanned) return std::nullopt;
    WovenTexts texts;
    texts.build = own_name_of_build(settings, call);
    const fs::path folder = fs::path(settings.builds) / texts.build / "woven";
    std::error_code ec;
    fs::remove_all(folder, ec);
    Result<WovenDesign> woven = weave_into(*scanned, *project, {}, folder, diagnostics);
    progress.clear();
    if (!woven) return std::nullopt;
    texts.twins = woven->twins;
    texts.include_folders = woven->sources.include_folders;
    texts.support = folder / "taps" / "sim" / "tapestry_sim.cpp";
    std::vector<std::string> twins;
    std::vector<std::string> library;
    for (const auto& [original, twin] : woven->twins) twins.push_back(twin);
    for (const std::string& file : woven->sources.files)
        if (std::find(twins.begin(), twins.end(), file) == twins.end()) library.push_back(file);
    texts.library = used_library(library, twins, diagnostics);
    texts.list = folder.parent_path() / "settings.f";
    if (!call.output.empty()) forget_output(settings, call.output);
    if (!write_file(folder.parent_path() / "output", call.output, diagnostics) ||
        !write_file(texts.list, list_of(call), diagnostics))
        return std::nullopt;
    fmt::print(stderr, "tapestry: {} taps woven into what {} builds\n", woven->map.taps.size(),
               call.program);
    return texts;
}

std::vector<std::string> woven_words(const FlowSettings& settings, const std::string& program,
                                     const std::vector<std::string>& words,
                                     Diagnostics& diagnostics) {
    const Result<std::vector<std::string>> all = with_lists_written_out(words, diagnostics);
    if (!all) return words;
    const SimulatorCall call = read_call(program, *all);
    if (!call.builds) return words;
    std::string why_not =
        "a program of yours is linked with it: add --exe, or link what "
        "'tapestry weave' makes with its taps/sim/tapestry_sim.cpp";
    std::optional<WovenTexts> woven;
    if (!call.links_alone) woven = weave_build(settings, call, why_not, diagnostics);
    if (woven) return with_woven(call, *woven);
    diagnostics.report(code::build_not_woven, {}, program, why_not);
    return words;
}

// The build whose output is the file that vvp is about to run.
std::string build_of(const FlowSettings& settings, const std::string& simulation) {
    std::error_code ec;
    Diagnostics ignored;
    for (const auto& entry : fs::directory_iterator(settings.builds, ec))
        if (read_file(entry.path() / "output", ignored).value_or("") == simulation)
            return entry.path().filename().string();
    return {};
}

// A file that no other process has: numbers of processes come again in a long regression, and in
// containers.
std::string own_reading(const FlowSettings& settings) {
    const std::string base = fmt::format("{}/{}", settings.readings, getpid());
    for (int i = 1; i < 10000; ++i) {
        const std::string name = (i == 1 ? base : fmt::format("{}_{}", base, i)) + ".reading";
        const int file =
            ::open((name + ".note").c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0) ::close(file);
        if (file >= 0 || errno != EEXIST) return name;
    }
    return base + ".reading";
}

std::vector<std::string> reporting_words(const FlowSettings& settings,
                                         const std::vector<std::string>& words,
                                         Diagnostics& diagnostics) {
    const std::string simulation = simulation_of(words);
    const std::string build = simulation.empty() ? "" : build_of(settings, simulation);
    if (build.empty()) return words;
    const std::string reading = own_reading(settings);
    std::vector<std::string> own = {simulation};  // and the arguments behind it
    const auto at = std::find_if(words.begin(), words.end(), [&](const auto& word) {
        return absolute_path(word) == simulation;
    });
    if (at != words.end()) own.insert(own.end(), at + 1, words.end());
    if (!write_file(reading + ".note", to_text(note_of_this_process(build, own)), diagnostics))
        return words;
    return with_reading(words, reading, settings.frame);
}

// The program that we stand in for: the first of that name on the PATH which is not this one.
std::optional<fs::path> real_program(const std::string& program) {
    std::error_code ec;
    const fs::path self = fs::read_symlink("/proc/self/exe", ec);
    constexpr int kMostFolders = 64;
    for (int i = 0; i < kMostFolders; ++i) {
        const auto found = find_program(program);
        if (!found || fs::canonical(*found, ec) != self) return found;
        forget_stand_ins(fs::path(*found).parent_path().string());
    }
    return std::nullopt;
}

int become(const std::string& program, const std::vector<std::string>& words) {
    const auto real = real_program(program);
    if (!real) {
        fmt::print(stderr, "tapestry: {}: not found on the PATH\n", program);
        return kNotFound;
    }
    std::vector<char*> argv = {const_cast<char*>(program.c_str())};
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    std::fflush(nullptr);
    execv(real->c_str(), argv.data());
    fmt::print(stderr, "tapestry: {}: {}\n", program, std::strerror(errno));
    return kNotFound;
}

// What it builds is changed when it is there, so it is waited for.
int build_woven(const std::string& program, const std::vector<std::string>& words,
                const std::string& simulation) {
    std::vector<std::string> command = {program};
    command.insert(command.end(), words.begin(), words.end());
    std::fflush(nullptr);
    const ProgramEnd end = run_program(command, {});
    if (end.error != 0) return become(program, words);
    if (end.status == 0) start_by_name(simulation);
    return end.status;
}

}  // namespace

bool is_stand_in(const std::string& name) {
    const auto& known = stood_in_for();
    return std::find(known.begin(), known.end(), name) != known.end();
}

int stand_in(const std::string& name, std::vector<std::string> words) {
    if (!std::getenv(kFlowVariable)) return become(name, words);
    Diagnostics diagnostics;
    const Result<FlowSettings> settings =
        flow_settings_from(std::getenv(kFlowVariable), diagnostics);
    if (settings) {
        forget_stand_ins(settings->programs);
        words = runs_only(name) ? reporting_words(*settings, words, diagnostics)
                                : woven_words(*settings, name, words, diagnostics);
    }
    print(diagnostics);
    if (runs_only(name)) return become(name, words);
    const SimulatorCall call = read_call(name, words);
    return call.builds && !call.output.empty() ? build_woven(name, words, call.output)
                                               : become(name, words);
}

}  // namespace tapestry
