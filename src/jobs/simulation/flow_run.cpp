// SPDX-License-Identifier: Apache-2.0
#include "jobs/simulation/flow_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>

#include "base/codes/files.h"
#include "base/codes/readings.h"
#include "base/codes/software.h"
#include "base/exit_status.h"
#include "base/file.h"
#include "base/printable.h"
#include "base/scratch.h"
#include "jobs/options/output_columns.h"
#include "jobs/simulation/flow_settings.h"
#include "jobs/stages/html_report.h"
#include "jobs/stages/version.h"
#include "run/simulators/cocotb_tests.h"
#include "run/simulators/simulation_note.h"
#include "run/simulators/simulator_call.h"
#include "show/suite/suite_page.h"
#include "show/suite/suite_report.h"
#include "software/recording/run_program.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;
using Environment = std::vector<std::pair<std::string, std::string>>;

// The reading of a simulator that is not stood in for, when it is given the plusarg.
constexpr const char* kOtherReading = "simulation.reading";

Result<Done> make_stand_ins(const fs::path& folder, Diagnostics& diagnostics) {
    if (const auto made = make_folder(folder, diagnostics); !made) return made.failure();
    std::error_code ec;
    const fs::path self = fs::read_symlink("/proc/self/exe", ec);
    for (const std::string& program : stood_in_for()) {
        fs::remove(folder / program, ec);
        fs::create_symlink(self, folder / program, ec);
        if (!ec) continue;
        return diagnostics.report(code::file_unwritable, {}, (folder / program).string(),
                                  ec.message());
    }
    return Done{};
}

FlowSettings settings_of(const FlowRun& flow, const OutputFolder& out, const fs::path& programs) {
    FlowSettings settings;
    settings.programs = programs.string();
    settings.builds = absolute_path(out.path() / "builds");
    settings.readings = absolute_path(out.work() / "readings");
    settings.start = absolute_path(".");
    if (flow.measure.frame > 0) settings.frame = std::to_string(flow.measure.frame);
    settings.project = flow.project;
    std::string& file = settings.project.project_file;
    std::error_code ec;
    if (file.empty() && fs::exists("tapestry.toml", ec)) file = "tapestry.toml";
    if (!file.empty()) file = absolute_path(file);
    for (std::string& facts : settings.project.facts) facts = absolute_path(facts);
    return settings;
}

Environment environment_of(const FlowSettings& settings, const fs::path& file,
                           const fs::path& folder) {
    const char* path = std::getenv("PATH");
    Environment environment = {
        {"PATH", settings.programs + ":" + (path ? path : "")},
        {kFlowVariable, file.string()},
        {"TAPESTRY_READING", settings.readings + "/%p.reading"},
        {"TAPESTRY_PLUSARGS", "+tapestry_reading=" + settings.readings + "/" + kOtherReading},
        {"TAPESTRY_LIST", absolute_path(folder / "woven" / "woven.f")}};
    if (!settings.frame.empty()) environment.emplace_back("TAPESTRY_FRAME", settings.frame);
    return environment;
}

struct TestReading {
    fs::path reading;
    fs::path tap_map;
    SimulationNote note;
    std::string name;
};

bool is_reading(const fs::path& path) {
    const std::string name = path.filename().string();
    return name.find(".reading") != std::string::npos && !name.ends_with(".note") &&
           !name.ends_with(".progress");
}

// In the order in which the simulations began.
std::vector<TestReading> readings_in(const FlowSettings& settings, const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code ec;
    for (const auto& entry : fs::directory_iterator(settings.readings, ec))
        if (is_reading(entry.path()) && entry.file_size(ec) > 0) files.push_back(entry.path());
    auto began = [&](const fs::path& file) {
        const fs::path note = file.string() + ".note";
        return fs::last_write_time(fs::exists(note, ec) ? note : file, ec);
    };
    std::sort(files.begin(), files.end(), [&](const auto& a, const auto& b) {
        return std::pair(began(a), a) < std::pair(began(b), b);
    });
    std::vector<TestReading> tests;
    std::vector<SimulationNote> notes;
    for (const fs::path& file : files) {
        Diagnostics ignored;
        const SimulationNote note =
            note_from_text(read_file(file.string() + ".note", ignored).value_or(""));
        const fs::path woven = note.build.empty() ? folder : fs::path(settings.builds) / note.build;
        tests.push_back({file, woven / "woven" / "taps.json", note, ""});
        notes.push_back(note);
    }
    const std::vector<std::string> names = test_names(notes);
    for (std::size_t i = 0; i < tests.size(); ++i) tests[i].name = names[i];
    return tests;
}

// The tests of cocotb in these simulations: what it says of them where it ran.
std::vector<std::string> tests_of(const std::vector<TestReading>& readings) {
    const char* given = std::getenv("COCOTB_RESULTS_FILE");
    std::vector<std::string> tests;
    for (const TestReading& reading : readings) {
        if (reading.note.cocotb.empty()) continue;
        Diagnostics ignored;
        const fs::path file = fs::path(reading.note.folder) / (given ? given : "results.xml");
        for (const std::string& test :
             tests_in_results(read_file(file.string(), ignored).value_or("")))
            if (std::find(tests.begin(), tests.end(), test) == tests.end()) tests.push_back(test);
    }
    return tests;
}

// The command, and once more for each test when that is wanted. The status is the first that is
// not 0.
ProgramEnd run_command_of(const FlowRun& flow, const FlowSettings& settings,
                          const Environment& environment) {
    ProgramEnd end = run_program(flow.words, environment);
    if (!flow.each_test || end.error != 0 || end.interrupted) return end;
    const std::vector<std::string> tests = tests_of(readings_in(settings, flow.folder));
    for (std::size_t i = 0; i < tests.size(); ++i) {
        fmt::print(stderr, "tapestry: test {} of {}, {}, alone\n", i + 1, tests.size(), tests[i]);
        Environment own = environment;
        for (const auto& variable : environment_of_test(tests[i])) own.push_back(variable);
        const ProgramEnd alone = run_program(flow.words, own);
        if (end.status == 0) end.status = alone.status;
        if (!alone.interrupted) continue;
        end.interrupted = true;
        end.seconds_since_heard = alone.seconds_since_heard;
        break;
    }
    return end;
}

// Where nothing was built, a build system need not find its programs again.
bool forget_empty_builds(const FlowSettings& settings) {
    std::error_code ec;
    for (const auto& entry : fs::directory_iterator(settings.builds, ec))
        if (entry.path() != settings.programs) return false;
    return fs::remove_all(settings.builds, ec) > 0;
}

struct MadeRun {
    fs::path file;  // below the output folder
    std::string name;
    std::string answer;
};

using FileTime = fs::file_time_type;

// A simulation that has reported since then was under way when the command, which has just ended,
// was interrupted. A signal to all processes of a group reaches some of them before us, on a busy
// machine long before; and a whole run that is called a part misleads nobody.
FileTime interruption_of(const ProgramEnd& end) {
    if (!end.interrupted) return FileTime::max();
    constexpr double kAMoment = 1;
    const std::chrono::duration<double> since(end.seconds_since_heard + kAMoment);
    return FileTime::clock::now() - std::chrono::duration_cast<FileTime::duration>(since);
}

RunFacts facts_of(const TestReading& test, const FlowRun& flow, FileTime interruption) {
    std::error_code ec;
    RunFacts facts{{{"test", test.name},
                    {"command", fmt::format("{}", fmt::join(flow.words, " "))},
                    {"simulation", fmt::format("{}", fmt::join(test.note.words, " "))},
                    {"tapestry_version", kVersion}},
                   fs::last_write_time(test.reading, ec) >= interruption};
    if (facts.partial) facts.facts.emplace_back("ended", "was interrupted");
    return facts;
}

// A test whose reading cannot be matched costs its own run only.
std::vector<MadeRun> store_tests(const std::vector<TestReading>& tests, const FlowRun& flow,
                                 FileTime interruption, const OutputFolder& out,
                                 Diagnostics& diagnostics) {
    std::vector<MadeRun> runs;
    if (tests.size() > 1 && !make_folder(out.work() / "tests", diagnostics)) return runs;
    for (const TestReading& test : tests) {
        const fs::path file =
            tests.size() == 1 ? fs::path("run.tapdb") : fs::path("tests") / (test.name + ".tapdb");
        Diagnostics own;
        const Result<StoredRun> stored = store_run({test.reading, test.reading}, test.tap_map,
                                                   facts_of(test, flow, interruption),
                                                   flow.measure.clocks, out.work() / file, own);
        if (stored) runs.push_back({file, test.name, stored->answer});
        for (const Diagnostic& d : own.all()) diagnostics.add(d);
    }
    return runs;
}

constexpr std::size_t kMostBeside = 10;  // runs that one page shows beside each other

// What the runs say together, and a page of the longest beside each other.
Result<std::string> write_suite(const std::vector<MadeRun>& runs, const OutputFolder& out,
                                const FlowRun& flow, const FlowSettings& settings,
                                Diagnostics& diagnostics) {
    std::vector<fs::path> files;
    for (const MadeRun& run : runs) files.push_back(out.work() / run.file);
    Result<Suite> suite = read_suite(files, diagnostics);
    if (!suite) return suite.failure();
    std::vector<std::string> longest;
    for (SuiteTest& test : suite->tests) {
        if (longest.size() < kMostBeside) longest.push_back(test.file);
        test.file = (flow.folder / fs::path(test.file).lexically_relative(out.work())).string();
    }
    if (const auto written = write_file(out.work() / "tests.html", suite_html(*suite), diagnostics);
        !written)
        return written.failure();
    if (const auto written =
            write_html_report(longest, {settings.start}, out.work() / "report.html", diagnostics);
        !written)
        return written.failure();
    ReportStyle style;
    style.width = output_columns();
    style.unicode = locale_has_unicode();
    return suite_text(*suite, style);
}

// What is told of the runs when they are there.
Result<std::string> write_pages(const std::vector<MadeRun>& runs, const OutputFolder& out,
                                const FlowRun& flow, const FlowSettings& settings,
                                Diagnostics& diagnostics) {
    const fs::path folder = flow.folder;
    if (runs.size() > 1) {
        const Result<std::string> text = write_suite(runs, out, flow, settings, diagnostics);
        if (!text) return text.failure();
        return fmt::format("\n{}\nruns: {}\ntests: {}\nreport: {}\n", *text,
                           (folder / "tests").string(), (folder / "tests.html").string(),
                           (folder / "report.html").string());
    }
    const MadeRun& run = runs.front();
    if (const auto written = write_report(out.work() / run.file, out.work(), diagnostics); !written)
        return written.failure();
    return fmt::format("tapestry: {}: {}\n  run: {}\nreport: {}\n", run.name, run.answer,
                       (folder / run.file).string(), (folder / "report.html").string());
}

}  // namespace

int run_flow(const FlowRun& flow, Diagnostics& diagnostics) {
    Result<OutputFolder> out = OutputFolder::make(flow.folder, diagnostics);
    Scratch scratch;
    if (!out || !is_usable(scratch, diagnostics)) return kBadInput;
    // Build systems keep the path of a program that they have found, so that it has to last;
    // outside of a flow it becomes the real program.
    const fs::path programs = fs::path(absolute_path(out->path())) / "builds" / "bin";
    const fs::path file = scratch.path() / "flow.json";
    const FlowSettings settings = settings_of(flow, *out, programs);
    std::error_code ec;
    if (fs::is_symlink(settings.builds, ec)) fs::remove(settings.builds, ec);  // not ours
    out->keep();  // before anything is beside its own work: the mark says whose that is
    if (!make_stand_ins(programs, diagnostics) || !make_folder(settings.readings, diagnostics) ||
        !make_folder(settings.builds, diagnostics) ||
        !write_file(file, to_json(settings), diagnostics))
        return kBadInput;
    std::fflush(stdout);
    const ProgramEnd end =
        run_command_of(flow, settings, environment_of(settings, file, flow.folder));
    const FileTime interruption = interruption_of(end);
    if (forget_empty_builds(settings)) out->keep(false);
    if (end.error != 0) {
        diagnostics.report(code::program_not_started, {}, flow.words.front(),
                           std::strerror(end.error));
        return kBadInput;
    }
    const std::vector<TestReading> readings = readings_in(settings, flow.folder);
    const std::vector<MadeRun> runs = store_tests(readings, flow, interruption, *out, diagnostics);
    if (runs.empty()) {
        if (end.interrupted)
            diagnostics.report(code::interrupted, {}, "the command ran");
        else
            diagnostics.report(code::no_woven_simulation, {},
                               fmt::format("{}", fmt::join(flow.words, " ")));
        return end.status != 0 ? end.status : kBadInput;
    }
    const Result<std::string> told = write_pages(runs, *out, flow, settings, diagnostics);
    fs::remove_all(settings.readings, ec);
    if (!told || !out->publish(diagnostics)) return kBadInput;
    fmt::print(stderr, "{}", *told);  // the other stream is the command's own
    const std::size_t tests = flow.each_test ? 0 : tests_of(readings).size();
    if (tests > readings.size())
        fmt::print(stderr,
                   "tapestry: {} tests of cocotb ran in {}; --each-test measures each alone\n",
                   tests, readings.size() == 1 ? "one simulation" : "fewer simulations");
    return end.status;
}

}  // namespace tapestry
