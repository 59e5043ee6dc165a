// SPDX-License-Identifier: Apache-2.0
// A VHDL design under its own VHDL testbench: GHDL simulates both as they are, and what the taps
// would have counted is counted from the signals that it writes while it runs.
#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <future>

#include "base/codes/plan.h"
#include "base/codes/simulation.h"
#include "base/codes/sources.h"
#include "base/codes/waveforms.h"
#include "base/file.h"
#include "base/letter_case.h"
#include "base/printable.h"
#include "read/vhdl/outside_programs.h"
#include "read/vhdl/variable_signals.h"
#include "run/import/import.h"
#include "run/simulators/live_files.h"
#include "run/simulators/pipe_count.h"
#include "run/simulators/reported_error.h"
#include "run/simulators/simulator.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

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

// Counts what GHDL writes. `end_time` is known when it has ended.
struct GhdlCount {
    const TapMap& map;
    const Design& design;
    ImportOptions options;
    std::promise<std::uint64_t> ended_at = {};
    double seconds = 0;  // of the processor

    std::optional<Imported> imported = {};

    void operator()(std::unique_ptr<ByteSource> written, const fs::path& pipe,
                    Diagnostics& diagnostics) {
        options.end_time = [this] { return ended_at.get_future().get(); };
        const Result<std::unique_ptr<Waveform>> waveform =
            open_ghw(std::move(written), pipe, diagnostics);
        if (!waveform) return;
        imported = import_with_map(**waveform, map, &design, options, diagnostics).if_any();
        seconds = thread_seconds();
    }
};

// Said to somebody who never made a waveform.
Diagnostic with_vhdl_hint(Diagnostic d) {
    if (d.code == code::waveform_lacks)
        d.hint = "GHDL tells signals, and no variables of processes: make it a signal";
    return d;
}

// Where the design stands below the testbench, and the signals that its taps need; none when no
// signal of a tap is there.
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
        return diagnostics.report(code::testbench_rejected, why.place, "ghdl",
                                  why.text.empty() ? exit.to_text() : why.text);
    }
    const Result<std::unique_ptr<Waveform>> waveform = open_waveform(waveform_path, diagnostics);
    if (!waveform) return waveform.failure();
    Watched result;
    Diagnostics ignored;  // the run itself says what is not measured
    const NeededSignals needed = signals_needed(**waveform, map, &design, ignored);
    return Watched{needed.at, needed.signals};
}

std::string how_it_ended(const Exit& exit) { return exit.good() ? "finished" : exit.to_text(); }

// Why a simulation stopped, by its own words; nothing when it was stopped or had no reason.
GhdlMessage why_stopped(const Exit& exit, const fs::path& log_file) {
    if (exit.good() || exit.how != Exit::How::exited) return {};
    Diagnostics ignored;
    return last_words(read_file(log_file, ignored).value_or(""));
}

// What the reader of the waveform says, to somebody who never made one.
void report_counting(const Diagnostics& said, const Exit& exit, const fs::path& log_file,
                     Diagnostics& diagnostics) {
    for (const Diagnostic& d : said.all()) {
        // What a simulation that was stopped tells is cut off; that it was stopped is said
        // elsewhere.
        if (!exit.good() && d.code == code::waveform_damaged) continue;
        if (d.code != code::waveform_no_edge) {
            diagnostics.add(with_vhdl_hint(d));
            continue;
        }
        Diagnostics ignored;
        std::string words = why_stopped(exit, log_file).text;
        if (words.empty()) words = last_line(read_file(log_file, ignored).value_or(""));
        diagnostics.report(code::no_clock_edge, {}, how_it_ended(exit),
                           words.empty() ? "nothing" : "'" + printable(words) + "'");
    }
}

// The words with which it stopped, at their place.
std::string error_text(const GhdlMessage& why) {
    if (why.text.empty()) return {};
    return why.place.line == 0 ? why.text
                               : fmt::format("{}:{}: {}", why.place.file, why.place.line, why.text);
}

// No signal of any tap is there: either the testbench does not have the design, or its states are
// variables that cannot be signals.
Reported report_unseen(const TapMap& map, const std::map<std::string, std::string>& texts,
                       Diagnostics& diagnostics) {
    VhdlNames names;
    for (const auto& [path, text] : texts) add_names(path, text, names);
    if (!names.instanced.contains(in_lower_case(map.top))) {
        return diagnostics.report(code::top_not_in_testbench, {}, map.top);
    }
    Diagnostics said;
    for (const Tap& tap : map.taps)
        said.report(code::waveform_lacks, {}, tap.path, "GHDL does not tell what it reads");
    for (const Diagnostic& d : said.all()) diagnostics.add(with_vhdl_hint(d));
    return diagnostics.report(code::nothing_to_measure, {}, map.top);
}

struct GhdlBuild : SimulatorBuild {
    explicit GhdlBuild(const VhdlDesign& vhdl)
        : ghdl(vhdl.ghdl), stand_ins(vhdl.stand_ins), map(vhdl.map) {}

    Ghdl ghdl;
    StandIns stand_ins;
    TapMap map;  // in names of the signals that stand for variables
    fs::path program;
    Watched watched;
};

// What is measured of variables goes by signals that stand for them, in copies of the texts. Where
// GHDL does not take such a copy, the variables are not measured, and said so like before.
void make_variables_signals(GhdlBuild& vhdl, const fs::path& folder) {
    TapMap& map = vhdl.map;
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
    std::optional<Ghdl> ghdl = vhdl.ghdl.with_files(copies, folder / "variables");
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
    write_file(log, *text, ignored).may_fail();
}

// A VHDL testbench may hold VHDL alone; Verilog is there only as what was made of it.
Result<Done> is_all_vhdl(const SourceSet& sources, const SimulateOptions& options,
                         Diagnostics& diagnostics) {
    for (const std::string& file : sources.files) {
        const bool is_translated = file.starts_with(absolute_path(options.links));
        if (is_translated) continue;
        return diagnostics.report(code::verilog_under_vhdl, {file, 0});
    }
    return Done{};
}

Result<fs::path> built_program(GhdlBuild& build, const SimulateOptions& options,
                               Diagnostics& diagnostics) {
    GhdlMessage trouble;
    const auto program = build.ghdl.build({kVhdlWork, in_lower_case(options.testbench_top), "", {}},
                                          trouble, diagnostics);
    if (!program) return program.failure();
    if (*program) return **program;
    return diagnostics.report(code::testbench_rejected, trouble.place, "ghdl", trouble.text);
}

Result<Watched> watched_signals(const GhdlBuild& build, const SimulateOptions& options,
                                Diagnostics& diagnostics) {
    if (build.map.taps.empty()) {
        return diagnostics.report(code::nothing_to_measure, {}, build.map.top);
    }
    Result<Watched> what =
        watched(build.map, *options.design, build.program, options.folder, diagnostics);
    if (what && what->signals.empty())
        return report_unseen(build.map, build.ghdl.texts(), diagnostics);
    return what;
}

Command ghdl_command(const GhdlBuild& build, const SimulateOptions& options,
                     const SimulationRun& wanted, const fs::path& pipe, const fs::path& selection) {
    Command command;
    command.words = ghdl_simulation(build.program, pipe, selection, wanted.plusargs);
    command.folder = wanted.folder;
    command.output = wanted.log;
    command.timeout = wanted.timeout;
    command.ends_alone = wanted.ends_alone;
    command.on_tick = [&options, &wanted] {
        if (options.on_progress) options.on_progress("simulating", progress_of(wanted.reading));
    };
    return command;
}

// What was counted goes to the reading; where nothing was, there is none.
void keep_reading(const GhdlCount& count, const SimulateOptions& options,
                  const SimulationRun& wanted, Simulation& done) {
    if (!count.imported) return;
    done.measured = with_own_names(count.imported->map, *options.map);
    write_file(wanted.reading, to_text(count.imported->reading), done.said).may_fail();
}

class GhdlSimulator : public Simulator {
public:
    std::string_view name() const override { return "ghdl"; }
    std::span<const OutsideProgram> programs() const override { return kVhdlPrograms; }
    bool takes_vhdl() const override { return true; }

    Result<BuiltSimulation> build(const SourceSet& sources, const SimulateOptions& options,
                                  Diagnostics& diagnostics) const override {
        if (const auto done = is_all_vhdl(sources, options, diagnostics); !done)
            return done.failure();
        if (options.on_progress) options.on_progress("building the simulation", 0);
        const auto began = std::chrono::steady_clock::now();
        auto made = std::make_shared<GhdlBuild>(*options.vhdl);
        make_variables_signals(*made, options.folder);
        const Result<fs::path> program = built_program(*made, options, diagnostics);
        if (!program) return program.failure();
        made->program = *program;
        Result<Watched> what = watched_signals(*made, options, diagnostics);
        if (!what) return what.failure();
        made->watched = std::move(*what);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
        return BuiltSimulation{options, ghdl_version(options.folder), took.count(), made};
    }

    Simulation run(const BuiltSimulation& built, const SimulationRun& wanted) const override {
        const auto& build = static_cast<const GhdlBuild&>(*built.kept);
        const SimulateOptions& options = built.options;
        Simulation done;
        const fs::path selection = options.folder / "signals.opt";
        NamedPipe pipe(options.links / "waveform.runs");
        if (!write_file(selection, ghdl_selection(build.watched.signals), done.said) ||
            !pipe.good())
            return done;
        GhdlCount count{build.map, *options.design,
                        ImportOptions{options.frame, build.watched.at, {}}};
        count.options.glimpses = glimpses_beside(wanted.reading);
        PipeCount counting(pipe, [&](std::unique_ptr<ByteSource> written, Diagnostics& said) {
            count(std::move(written), pipe.path(), said);
        });
        const double before = children_seconds();
        done.exit = tapestry::run(ghdl_command(build, options, wanted, pipe.path(), selection));
        done.processor_seconds = children_seconds() - before;
        restore_log(wanted.log, build.stand_ins);
        const GhdlMessage why = why_stopped(done.exit, wanted.log);
        if (ends_by_failure(why)) done.exit.status = 0;
        pipe.finish();
        Diagnostics unread;
        count.ended_at.set_value(end_of_simulation(read_file(wanted.log, unread).value_or("")));
        Diagnostics said;
        counting.finish(said);
        *done.processor_seconds += count.seconds;
        if (!done.exit.good() && !why.text.empty())
            done.said.report(code::vhdl_run_stopped, why.place, why.text);
        if (!done.exit.good()) done.error = error_text(why);
        report_counting(said, done.exit, wanted.log, done.said);
        keep_reading(count, options, wanted, done);
        return done;
    }
};

}  // namespace

const Simulator& ghdl() {
    static const GhdlSimulator simulator;
    return simulator;
}

}  // namespace tapestry
