// SPDX-License-Identifier: Apache-2.0
#include "jobs/simulation/vhdl_run.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <future>

#include "base/codes.h"
#include "base/file.h"
#include "base/printable.h"
#include "jobs/stages/version.h"
#include "read/vhdl/variable_signals.h"
#include "run/import/import.h"
#include "run/simulators/pipe_count.h"
#include "run/simulators/reported_error.h"

namespace tapestry {

namespace fs = std::filesystem;

namespace {

double seconds_of(const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
}

// What all programs have taken of the processor that we started and that have ended.
double children_seconds() {
    rusage used{};
    getrusage(RUSAGE_CHILDREN, &used);
    return seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
}

double thread_seconds() {
    rusage used{};
    getrusage(RUSAGE_THREAD, &used);
    return seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
}

// Counts what GHDL tells. `end_time` is known when it has ended.
struct VhdlCount {
    const TapMap& map;
    const Design& design;
    ImportOptions options;
    std::promise<std::uint64_t> ended_at = {};
    double seconds = 0;  // of the processor

    Result<Imported> imported = failure;

    void operator()(std::unique_ptr<ByteSource> told, const fs::path& pipe,
                    Diagnostics& diagnostics) {
        options.end_time = [this] { return ended_at.get_future().get(); };
        const Result<std::unique_ptr<Waveform>> waveform =
            open_ghw(std::move(told), pipe, diagnostics);
        if (!waveform) return;
        imported = import_with_map(**waveform, map, &design, options, diagnostics);
        seconds = thread_seconds();
    }
};

// Said to somebody who never made a waveform.
Diagnostic with_vhdl_hint(Diagnostic d) {
    if (d.code == Code::waveform_lacks)
        d.hint = "GHDL tells signals, and no variables of processes: make it a signal";
    return d;
}

// Where the design stands below the testbench, and the signals that its taps need.
struct Watched {
    std::string at;
    std::vector<std::string> signals;
};

Result<Watched> watched(const TapMap& map, const Design& design, const fs::path& program,
                        const fs::path& folder, Diagnostics& diagnostics) {
    const fs::path waveform_path = folder / "testbench.ghw";
    Command command;
    command.words = ghdl_elaboration(program, waveform_path, {});
    command.output = folder / "testbench.log";
    command.timeout = std::chrono::seconds(60);
    const Exit exit = run(command);
    std::error_code error;
    if (!fs::exists(waveform_path, error) || fs::file_size(waveform_path, error) == 0) {
        const Result<std::string> log = read_file(command.output, diagnostics);
        const GhdlMessage why = last_words(log.value_or(""));
        diagnostics.report(Code::testbench_rejected, why.place, "ghdl",
                           why.text.empty() ? exit.to_text() : why.text);
        return failure;
    }
    const Result<std::unique_ptr<Waveform>> waveform = open_waveform(waveform_path, diagnostics);
    if (!waveform) return failure;
    Watched result;
    Diagnostics ignored;  // the run itself says what is not measured
    const NeededSignals needed = signals_needed(**waveform, map, &design, ignored);
    if (needed.signals.empty()) return failure;
    return Watched{needed.at, needed.signals};
}

std::string how_it_ended(const Exit& exit) { return exit.good() ? "finished" : exit.to_text(); }

RunFacts facts_of_vhdl_run(const Project& project, const Exit& exit, const std::string& version,
                           double processor_seconds) {
    RunFacts facts;
    facts.partial = !exit.good();
    facts.facts = {{"design", project.top},
                   {"top", project.top},
                   {"testbench", project.testbench_files.front()},
                   {"simulator", "ghdl"},
                   {"simulator_version", version},
                   {"tapestry_version", kVersion},
                   {"processor_seconds", fmt::format("{:.3f}", processor_seconds)},
                   {"wall_seconds", fmt::format("{:.3f}", exit.seconds)},
                   {"ended", how_it_ended(exit)},
                   {"exit_status", fmt::format("{}", exit.status)}};
    return facts;
}

// Why a simulation stopped, by its own words; nothing when it was stopped or had no reason.
GhdlMessage why_stopped(const Exit& exit, const fs::path& log_file) {
    if (exit.good() || exit.how != Exit::How::exited) return {};
    Diagnostics ignored;
    return last_words(read_file(log_file, ignored).value_or(""));
}

void report_end(const Exit& exit, const fs::path& log_file, const fs::path& shown,
                Diagnostics& diagnostics) {
    if (exit.good()) return;
    const GhdlMessage why = why_stopped(exit, log_file);
    if (!why.text.empty()) diagnostics.report(Code::vhdl_run_stopped, why.place, why.text);
    diagnostics.report(Code::simulation_failed, {}, how_it_ended(exit), shown.string());
}

// What the reader of the waveform says, to somebody who never made one.
void report_counting(const Diagnostics& said, const Exit& exit, const fs::path& log_file,
                     Diagnostics& diagnostics) {
    for (const Diagnostic& d : said.all()) {
        // What a simulation that was stopped tells is cut off; that it was stopped is said
        // elsewhere.
        if (!exit.good() && d.code == Code::waveform_damaged) continue;
        if (d.code != Code::waveform_no_edge) {
            diagnostics.add(with_vhdl_hint(d));
            continue;
        }
        Diagnostics ignored;
        std::string words = why_stopped(exit, log_file).text;
        if (words.empty()) words = last_line(read_file(log_file, ignored).value_or(""));
        diagnostics.report(Code::no_clock_edge, {}, how_it_ended(exit),
                           words.empty() ? "nothing" : "'" + printable(words) + "'");
    }
}

void add_error(const Exit& exit, const fs::path& log_file, RunFacts& facts) {
    const GhdlMessage why = why_stopped(exit, log_file);
    if (why.text.empty()) return add_reported_error(log_file, facts);
    const std::string at =
        why.place.line == 0 ? "" : fmt::format("{}:{}: ", why.place.file, why.place.line);
    facts.facts.emplace_back("testbench_error", at + why.text);
}

// No signal of any tap is there: either the testbench does not have the design, or its states are
// variables that cannot be signals.
void report_unseen(const TapMap& map, const std::map<std::string, std::string>& texts,
                   Diagnostics& diagnostics) {
    VhdlNames names;
    for (const auto& [path, text] : texts) add_names(path, text, names);
    if (!names.instanced.contains(in_lower_case(map.top))) {
        diagnostics.report(Code::top_not_in_testbench, {}, map.top);
        return;
    }
    Diagnostics said;
    for (const Tap& tap : map.taps)
        said.report(Code::waveform_lacks, {}, tap.path, "GHDL does not tell what it reads");
    for (const Diagnostic& d : said.all()) diagnostics.add(with_vhdl_hint(d));
    diagnostics.report(Code::nothing_to_measure, {}, map.top);
}

// What is measured of variables goes by signals that stand for them, in copies of the texts. Where
// GHDL does not take such a copy, the variables are not measured, and said so like before.
void make_variables_signals(VhdlDesign& vhdl, const fs::path& folder, TapMap& map) {
    std::vector<std::pair<std::string, std::string>> expressions;
    for (Tap& tap : map.taps) {
        for (const auto& [port, expression] : tap.observe)
            expressions.emplace_back(in_lower_case(tap.module), in_lower_case(expression));
    }
    std::vector<ProcessVariable> variables;
    std::map<std::string, std::string> copies;
    int count = 0;
    Diagnostics ignored;
    for (const auto& [path, text] : vhdl.ghdl.texts()) {
        const auto with = with_variable_signals(text, expressions, count);
        if (!with) continue;
        const fs::path copy = folder / fmt::format("variables_{}.vhd", copies.size() + 1);
        if (!write_file(copy, with->text, ignored)) return;
        copies[path] = copy.string();
        variables.insert(variables.end(), with->variables.begin(), with->variables.end());
    }
    if (copies.empty()) return;
    Result<Ghdl> ghdl = vhdl.ghdl.with_files(copies, folder / "variables");
    if (!ghdl) return;
    vhdl.ghdl = std::move(*ghdl);
    for (const auto& [path, copy] : copies) {
        const auto user = vhdl.stand_ins.find(path);
        vhdl.stand_ins[copy] = user == vhdl.stand_ins.end() ? path : user->second;
    }
    for (Tap& tap : map.taps) {
        for (auto& [port, expression] : tap.observe) {
            for (const ProcessVariable& variable : variables) {
                if (variable.entity == in_lower_case(tap.module))
                    expression = with_signals(std::move(expression), variable);
            }
        }
    }
}

// The taps that were measured, in the names that they had before variables became signals.
TapMap with_own_names(TapMap measured, const TapMap& map) {
    for (Tap& tap : measured.taps) {
        const auto own = std::find_if(map.taps.begin(), map.taps.end(),
                                      [&](const Tap& t) { return t.tap == tap.tap; });
        if (own != map.taps.end()) tap.observe = own->observe;
    }
    return measured;
}

// What the simulation said of files of ours it said of the user's.
void restore_log(const fs::path& log, const StandIns& stand_ins) {
    if (stand_ins.empty()) return;
    Diagnostics ignored;
    Result<std::string> text = read_file(log, ignored);
    if (!text) return;
    for (const auto& [ours, user] : stand_ins) {
        for (std::size_t at = 0; (at = text->find(ours, at)) != std::string::npos;
             at += user.size())
            text->replace(at, ours.size(), user);
    }
    write_file(log, *text, ignored);
}

}  // namespace

Result<RunFacts> run_vhdl(const Scanned& scanned, const Project& project, const RunOptions& options,
                          const RunFolders& place, Progress& progress, Diagnostics& diagnostics) {
    for (const std::string& file : project.sources.files) {
        const bool is_translated = file.starts_with(absolute_path(place.links));
        if (is_translated) continue;
        diagnostics.report(Code::verilog_under_vhdl, {file, 0});
        return failure;
    }
    VhdlDesign& vhdl = *scanned.vhdl;
    const fs::path build = place.work / "build";
    if (!make_folder(build, diagnostics) || !make_folder(place.woven, diagnostics)) return failure;
    progress.show("building the simulation");
    TapMap map = vhdl.map;
    make_variables_signals(vhdl, build, map);
    GhdlMessage trouble;
    const Result<fs::path> program = vhdl.ghdl.build(
        {kVhdlWork, in_lower_case(project.testbench_top), "", {}}, trouble, diagnostics);
    if (!program) {
        diagnostics.report(Code::testbench_rejected, trouble.place, "ghdl", trouble.text);
        return failure;
    }
    if (map.taps.empty()) {
        diagnostics.report(Code::nothing_to_measure, {}, map.top);
        return failure;
    }
    Diagnostics said_before = {};
    const Result<Watched> what = watched(map, scanned.design, *program, build, said_before);
    for (const Diagnostic& d : said_before.all()) diagnostics.add(d);
    if (!what && said_before.all().empty()) report_unseen(map, vhdl.ghdl.texts(), diagnostics);
    if (!what) return failure;
    const fs::path selection = build / "signals.opt";
    NamedPipe pipe(place.links / "waveform.runs");
    if (!write_file(selection, ghdl_selection(what->signals), diagnostics) || !pipe.good())
        return failure;
    ImportOptions import_options{options.frame, what->at, {}};
    VhdlCount count{map, scanned.design, import_options};
    PipeCount counting(pipe, [&](std::unique_ptr<ByteSource> told, Diagnostics& said) {
        count(std::move(told), pipe.path(), said);
    });
    Command command;
    command.words = ghdl_simulation(*program, pipe.path(), selection, project.plusargs);
    command.output = place.work / "simulation.log";
    command.timeout = options.timeout;
    command.ends_alone = true;
    command.on_tick = [&] { progress.show("simulating"); };
    const double before = children_seconds();
    Exit exit = run(command);
    restore_log(command.output, vhdl.stand_ins);
    if (ends_by_failure(why_stopped(exit, command.output))) exit.status = 0;
    const double simulating = children_seconds() - before;
    pipe.finish();
    progress.clear();
    report_end(exit, command.output, place.shown / "simulation.log", diagnostics);
    Diagnostics ignored;
    const std::uint64_t ended_at =
        end_of_simulation(read_file(command.output, ignored).value_or(""));
    Diagnostics said;
    count.ended_at.set_value(ended_at);
    counting.finish(said);
    const Result<Imported>& imported = count.imported;
    report_counting(said, exit, command.output, diagnostics);
    if (!imported ||
        !write_file(place.woven / "taps.json", to_json(with_own_names(imported->map, vhdl.map)),
                    diagnostics) ||
        !write_file(place.work / "tapestry.reading", to_text(imported->reading), diagnostics))
        return failure;
    RunFacts facts =
        facts_of_vhdl_run(project, exit, ghdl_version(build), simulating + count.seconds);
    add_error(exit, command.output, facts);
    return facts;
}

}  // namespace tapestry
