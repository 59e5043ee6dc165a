// SPDX-License-Identifier: Apache-2.0
// A C program that becomes hardware, as a thing to tune: each point is its text with other numbers,
// compiled, run and synthesized.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>

#include "base/codes/files.h"
#include "base/file.h"
#include "base/own_program.h"
#include "base/process.h"
#include "base/scratch.h"
#include "explain/counters/analyse.h"
#include "jobs/c/hls_verdict.h"
#include "jobs/what_if/point_lock.h"
#include "jobs/what_if/program_knobs.h"
#include "jobs/what_if/tune_target.h"
#include "show/store/read_run.h"
#include "weave/sources/weave.h"
#include "weave/synthesis/cost.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

// Options of the compiler that are knobs too: whether loops are pipelines, and how many threads
// share a datapath.
constexpr const char* kPipeline = "pipeline";
constexpr const char* kPerDatapath = "threads_per_datapath";
constexpr std::string_view kMacroStart = "define:";

// Headers beside a C file, which it may include. Other C files there are other programs.
bool is_header(const fs::path& file) {
    const std::string ending = file.extension().string();
    return ending == ".h" || ending == ".hpp" || ending == ".inc";
}

std::uint64_t hash_of(const std::string& text) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const unsigned char c : text) hash = (hash ^ c) * 0x100000001b3;
    return hash;
}

class TunedProgram : public TuneTarget {
public:
    TunedProgram(const TuneOptions& options, ProgramTexts texts)
        : options_(options), texts_(std::move(texts)), numbers_(program_knobs(texts_)) {}

    std::string key() const override {
        std::string all =
            fmt::format("{} {} {}", fmt::join(options_.program, " "),
                        fmt::join(options_.compiler, " "), fmt::join(options_.arguments, " "));
        for (const auto& [file, text] : texts_) all += fmt::format("\n{} {}", file, text);
        return fmt::format("{:016x}", hash_of(all));
    }

    std::vector<Knob> text_knobs() const override {
        std::vector<Knob> knobs;
        bool has_threads = false;
        for (const ProgramKnob& n : numbers_) {
            const bool is_macro_name = n.knob.name.find(':') == std::string::npos;
            if (is_macro_name && !n.in_pragma) continue;
            has_threads = has_threads || n.knob.name.ends_with(".num_threads");
            knobs.push_back(n.knob);
        }
        if (!is_given("--no-pipeline")) knobs.push_back({kPipeline, {"0", "1"}, 1, {}});
        if (has_threads && !is_given("--threads-per-datapath"))
            knobs.push_back({kPerDatapath, {"1", "2", "4"}, 0, {}});
        return knobs;
    }

    Result<Done> find_preset(Knob& knob, Diagnostics& diagnostics) const override {
        if (knob.name.starts_with(kMacroStart)) return Done{};
        std::vector<Knob> all = text_knobs();
        for (const ProgramKnob& n : numbers_) all.push_back(n.knob);
        std::string names;
        for (const Knob& known : all) {
            if (names.find(known.name) == std::string::npos)
                names += (names.empty() ? "" : ", ") + known.name;
            if (known.name != knob.name) continue;
            const auto now =
                std::find(knob.values.begin(), knob.values.end(), known.values[known.preset]);
            if (now == knob.values.end()) {
                // The program as it is belongs to the space.
                knob.values.insert(knob.values.begin(), known.values[known.preset]);
                knob.preset = 0;
            } else {
                knob.preset = static_cast<std::size_t>(now - knob.values.begin());
            }
            return Done{};
        }
        return diagnostics.report(
            code::command_line_refused, {},
            fmt::format("--vary {}: the program has no such number; it has {}", knob.name,
                        names.empty() ? "none" : names),
            "tune ");
    }

    Result<Run> run(const std::vector<std::string>& settings,
                    Diagnostics& diagnostics) const override {
        const fs::path out = folder_of(settings), file = out / "run.tapdb";
        const PointLock lock(out, true);
        std::error_code ec;
        if (!fs::exists(file, ec)) {
            const fs::path sources = out.string() + ".src";
            if (const auto done = write_texts(settings, sources, diagnostics); !done)
                return done.failure();
            const Command command = profile_command(settings, sources, out);
            const Exit exit = tapestry::run(command);
            if (!fs::exists(file, ec)) {
                return diagnostics.report(
                    code::command_line_refused, {},
                    fmt::format("'tapestry hls profile' {}; '{}' has why: {}", exit.to_text(),
                                command.output.string(), last_error(command.output)),
                    "tune ");
            }
        }
        return read_run(file, diagnostics);
    }

    std::string objection(const Run& run) const override {
        const std::string status = run.facts.find("exit_status").value_or("0");
        if (run.partial) return "the program does not end";
        return status == "0" ? "" : "the program ends with status " + status;
    }

    Result<Area> area(const std::vector<std::string>& settings,
                      Diagnostics& diagnostics) const override {
        SourceSet sources;
        std::error_code ec;
        for (const auto& entry : fs::directory_iterator(folder_of(settings) / "hls", ec))
            if (entry.path().extension() == ".v")
                sources.files.push_back(fs::absolute(entry.path()).string());
        std::sort(sources.files.begin(), sources.files.end());
        const Scratch scratch;
        if (!is_usable(scratch, diagnostics)) return failed(diagnostics);
        return area_of(sources, "accelerator", find_tune_device(options_.device)->family,
                       scratch.path(), "point", diagnostics, Flattening::none);
    }

    std::string bottleneck(const Run& run) const override {
        Analysis analysis = analyse(run);
        speak_of_c(run, analysis);
        const std::string& place = analysis.verdict.evidence.place;
        // A line of the copy is the line of the original.
        return place.empty() ? analysis.verdict.subject : fs::path(place).filename().string();
    }

    Result<std::string> patch(const std::vector<std::string>& settings,
                              Diagnostics&) const override {
        Woven woven;
        for (const auto& [file, text] : with_numbers(texts_, numbers_, settings))
            if (text != texts_.at(file)) woven.files.push_back({file, file, texts_.at(file), text});
        std::vector<std::string> words = {"tapestry", "hls", "profile"};
        words.insert(words.end(), options_.program.begin(), options_.program.end());
        add_options(settings, words);
        if (!options_.arguments.empty()) words.emplace_back("--");
        words.insert(words.end(), options_.arguments.begin(), options_.arguments.end());
        return fmt::format("{}\n{}", fmt::join(words, " "), diff_of(woven));
    }

private:
    static Reported failed(Diagnostics& diagnostics) {
        return diagnostics.report(code::command_line_refused, {}, "there is no scratch folder",
                                  "tune ");
    }

    bool is_given(const std::string& option) const {
        return std::find(options_.compiler.begin(), options_.compiler.end(), option) !=
               options_.compiler.end();
    }

    fs::path folder_of(const std::vector<std::string>& settings) const {
        return options_.folder / "runs" /
               fmt::format("point_{:016x}",
                           hash_of(key() + fmt::format(" {}", fmt::join(settings, " "))));
    }

    // Of a C file the whole folder's texts, as they include each other.
    Result<Done> write_texts(const std::vector<std::string>& settings, const fs::path& to,
                             Diagnostics& diagnostics) const {
        if (const auto made = make_folder(to, diagnostics); !made) return made.failure();
        for (const auto& [file, text] : with_numbers(texts_, numbers_, settings)) {
            const fs::path copy = to / place_of(file);
            if (const auto made = make_folder(copy.parent_path(), diagnostics); !made)
                return made.failure();
            if (const auto done = write_file(copy, text, diagnostics); !done) return done.failure();
        }
        return Done{};
    }

    // One folder for each folder of the program, so that equal names do not meet.
    static fs::path place_of(const fs::path& file) {
        const std::string folder = fs::absolute(file).parent_path().lexically_normal().string();
        return fs::path(fmt::format("{:08x}", hash_of(folder) & 0xffffffff)) / file.filename();
    }

    void add_options(const std::vector<std::string>& settings,
                     std::vector<std::string>& words) const {
        words.insert(words.end(), options_.compiler.begin(), options_.compiler.end());
        for (const std::string& setting : settings) {
            const std::size_t equals = setting.find('=');
            const std::string name = setting.substr(0, equals), value = setting.substr(equals + 1);
            if (name == kPipeline && value == "0") words.emplace_back("--no-pipeline");
            if (name == kPerDatapath && value != "1")
                words.insert(words.end(), {"--threads-per-datapath", value});
            if (name.starts_with(kMacroStart))
                words.insert(words.end(), {"-D", setting.substr(kMacroStart.size())});
        }
    }

    Command profile_command(const std::vector<std::string>& settings, const fs::path& sources,
                            const fs::path& out) const {
        Command command;
        command.words = {program_beside("tapestry"), "hls", "profile", "-o", out.string()};
        for (const std::string& file : options_.program) {
            command.words.push_back((sources / place_of(file)).string());
            const fs::path folder = fs::absolute(file).parent_path();
            command.words.insert(command.words.end(), {"-I", folder.string()});
        }
        add_options(settings, command.words);
        for (const std::string& word : options_.arguments) command.words.push_back("--arg=" + word);
        command.output = out.string() + ".log";
        return command;
    }

    static std::string last_error(const fs::path& log) {
        std::ifstream lines(log);
        std::string why;
        for (std::string line; std::getline(lines, line);)
            if (line.find("error") != std::string::npos) why = line;
        return why;
    }

    const TuneOptions& options_;
    const ProgramTexts texts_;
    const std::vector<ProgramKnob> numbers_;
};

}  // namespace

Result<std::unique_ptr<TuneTarget>> tuned_program(const TuneOptions& options,
                                                  Diagnostics& diagnostics) {
    ProgramTexts texts;
    for (const std::string& file : options.program) {
        std::error_code ec;
        const Result<std::string> text = read_file(file, diagnostics);
        if (!text) return text.failure();
        texts[file] = *text;
        for (const auto& entry : fs::directory_iterator(
                 fs::path(file).has_parent_path() ? fs::path(file).parent_path() : ".", ec)) {
            if (!is_header(entry.path())) continue;
            const Result<std::string> beside = read_file(entry.path(), diagnostics);
            if (beside) texts[entry.path().lexically_normal().string()] = *beside;
        }
    }
    if (!find_tune_device(options.device)) {
        return diagnostics.report(code::command_line_refused, {},
                                  "there is no device " + options.device, "tune ");
    }
    return std::unique_ptr<TuneTarget>(std::make_unique<TunedProgram>(options, std::move(texts)));
}

}  // namespace tapestry
