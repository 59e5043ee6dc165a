// SPDX-License-Identifier: Apache-2.0
// One test design, end to end: scan finds what expect.toml lists and nothing else; the woven run
// prints what the bare run prints; every number of the run equals the one that `recount` counts
// from a VCD of the bare design; the frames of the run add up to its numbers; and Verilator's lint
// has nothing to say of the woven sources that it does not say of the bare ones.
//
//     design_test TAPESTRY RECOUNT DESIGN_FOLDER WORK_FOLDER [--cores]
//
// With --import, in a work folder that such a test has left: what `tapestry import` counts in the
// waveforms of the bare design, VCD and FST, equals what the taps counted, frames included.
//
//     design_test TAPESTRY RECOUNT DESIGN_FOLDER WORK_FOLDER --import
#define TOML_EXCEPTIONS 1
#include <toml++/toml.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

int failures = 0;

void fail(const std::string& what) {
    std::cout << "FAIL: " << what << '\n';
    ++failures;
}

std::string quoted(const std::string& word) {
    std::string out = "'";
    for (char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

int shell(const fs::path& folder, const std::vector<std::string>& words, const fs::path& output) {
    std::string line = "cd " + quoted(folder.string()) + " &&";
    for (const std::string& word : words) line += " " + quoted(word);
    line += " >" + quoted(output.string()) + " 2>" + quoted(output.string() + ".err");
    const int status = std::system(line.c_str());
    return status == -1 ? -1 : (status >> 8) & 0xff;
}

std::string text_of(const fs::path& path) {
    std::ifstream in(path);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

struct Expectation {
    std::string top, testbench, testbench_top, prefix;
    std::vector<std::string> files, simulators, args;
    toml::table table;

    explicit Expectation(const fs::path& path) : table(toml::parse_file(path.string())) {
        top = table["top"].value_or("");
        testbench = table["tb"].value_or("");
        testbench_top = table["tb_top"].value_or("");
        prefix = table["prefix"].value_or("");
        files = list("files");
        simulators = list("simulators");
        args = list("args");
    }

    std::vector<std::string> list(const char* key) const {
        std::vector<std::string> out;
        if (const toml::array* array = table[key].as_array()) {
            for (const toml::node& item : *array) out.push_back(item.value_or(std::string()));
        }
        return out;
    }

    std::vector<std::string> source_words() const {
        std::vector<std::string> words = files;
        words.insert(words.end(), {"--top", top, "--tb", testbench});
        if (!testbench_top.empty()) words.insert(words.end(), {"--tb-top", testbench_top});
        words.insert(words.end(), args.begin(), args.end());
        if (const auto taps = table["taps"].value<std::string>())
            words.insert(words.end(), {"-p", *taps});
        return words;
    }
};

// The finding of that kind under the expected path or one of its aliases.
const Json* find(const Json& findings, const toml::table& wanted) {
    std::set<std::string> paths = {wanted["path"].value_or(std::string())};
    if (const toml::array* aliases = wanted["aliases"].as_array()) {
        for (const toml::node& alias : *aliases) paths.insert(alias.value_or(std::string()));
    }
    for (const Json& finding : findings) {
        if (finding["kind"] == wanted["kind"].value_or(std::string()) &&
            paths.contains(finding["path"]))
            return &finding;
    }
    return nullptr;
}

void compare_finding(const toml::table& wanted, const Json& found) {
    const std::string path = wanted["path"].value_or(std::string());
    if (const toml::array* states = wanted["states"].as_array()) {
        Json names = Json::array();
        Json expected = Json::array();
        for (const Json& state : found["states"]) names.push_back(state["name"]);
        for (const toml::node& state : *states) expected.push_back(state.value_or(std::string()));
        if (names != expected)
            fail(path + ": states " + names.dump() + ", expected " + expected.dump());
    }
    const auto depth = wanted["depth_in_tb"].value<std::int64_t>()
                           ? wanted["depth_in_tb"].value<std::int64_t>()
                           : wanted["depth"].value<std::int64_t>();
    if (depth && found.value("depth", -1) != *depth)
        fail(path + ": depth " + found.value("depth", Json()).dump());
    const auto protocol = wanted["protocol"].value<std::string>();
    if (protocol && found.value("protocol", "") != *protocol)
        fail(path + ": protocol " + found.value("protocol", ""));
}

// Whatever is said of a design is said of a file of its author.
void check_sources(const Json& rows, const fs::path& folder) {
    for (const Json& row : rows) {
        const std::string source = row["source"].get<std::string>();
        if (!source.empty() && !fs::exists(folder / source.substr(0, source.rfind(':'))))
            fail("source is no file of the design: " + source);
    }
}

void check_scan(const Expectation& expect, const std::string& tapestry, const fs::path& folder) {
    std::vector<std::string> words = {tapestry, "scan", "--json"};
    const std::vector<std::string> sources = expect.source_words();
    words.insert(words.end(), sources.begin(), sources.end());
    if (shell(folder, words, folder / "scan.json") != 0)
        return fail("scan: " + text_of(folder / "scan.json.err"));
    const Json scan = Json::parse(text_of(folder / "scan.json"));
    check_sources(scan["findings"], folder);
    check_sources(scan["rejected"], folder);
    std::set<const Json*> expected;
    const toml::array* findings = expect.table["finding"].as_array();
    for (std::size_t i = 0; findings && i < findings->size(); ++i) {
        const toml::table& wanted = *(*findings)[i].as_table();
        const Json* found = find(scan["findings"], wanted);
        if (found) {
            expected.insert(found);
            compare_finding(wanted, *found);
        } else if (!wanted["optional"].value_or(false)) {
            fail("not found: " + wanted["kind"].value_or(std::string()) + " " +
                 wanted["path"].value_or(std::string()));
        }
    }
    for (const Json& finding : scan["findings"]) {
        const bool of_a_bus = finding.contains("bus");
        if (!expected.contains(&finding) && !of_a_bus)
            fail("found too much: " + finding["kind"].get<std::string>() + " " +
                 finding["path"].get<std::string>());
    }
    const toml::array* rejected = expect.table["rejected"].as_array();
    for (std::size_t i = 0; rejected && i < rejected->size(); ++i) {
        const std::string path =
            (*rejected)[i].as_table()->operator[]("path").value_or(std::string());
        for (const Json& finding : scan["findings"]) {
            if (finding["kind"] == "fsm" && finding["path"] == path)
                fail("taken for a state machine: " + path);
        }
    }
}

// When a simulation of GHDL says that it ended, in femtoseconds: its waveform does not tell. Empty
// where it does not say.
std::string end_of_ghdl(const fs::path& bare_folder) {
    static const std::regex said(
        "simulation (?:stopped|finished)[^@\\n]*@([0-9]+)(fs|ps|ns|us|ms)");
    static const std::map<std::string, std::string> zeros = {
        {"fs", ""}, {"ps", "000"}, {"ns", "000000"}, {"us", "000000000"}, {"ms", "000000000000"}};
    std::smatch match;
    const std::string log = text_of(bare_folder / "run.log");
    return std::regex_search(log, match, said) ? match[1].str() + zeros.at(match[2].str()) : "";
}

// What the testbench prints, without the simulator's remarks about the dump and about itself: from
// 5.030 on Verilator ends with how long it took.
std::string printed(const fs::path& log) {
    std::istringstream in(text_of(log));
    std::string out;
    for (std::string line; std::getline(in, line);) {
        const bool remark = line.find("VCD info") != std::string::npos ||
                            line.starts_with("- S i m u l a t i o n") ||
                            line.starts_with("- Verilator: ");
        if (!remark) out += line + "\n";
    }
    return out;
}

// What follows from the rate of a clock, which a simulation and a waveform tell, and a recount does
// not; tests/cli/cases/good_clock_rate.case has rates that are known.
void forget_times(Json& views) {
    for (auto& [view, rows] : views.items()) {
        for (Json& row : rows) {
            for (const char* name :
                 {"rate_hz", "offset_ns", "uncertainty_ns", "time_ns", "start_ns", "end_ns"})
                row.erase(name);
        }
    }
}

// The numbers of a run: its views, without those that say how and when it was made, and without
// what the analysis makes of frames, which a recount has not. What limits the whole run is the same
// however it was cut.
Json numbers_of(const std::string& tapestry, const fs::path& run, const fs::path& folder) {
    if (shell(folder, {tapestry, "report", "--json", run.string()}, folder / "views.json") != 0) {
        fail("report: " + text_of(folder / "views.json.err"));
        return {};
    }
    Json views = Json::parse(text_of(folder / "views.json"));
    for (const char* name : {"run", "frames", "clocks", "diagnostics", "frame_bottlenecks",
                             "phase_frames", "deadlocks"})
        views.erase(name);
    forget_times(views);
    return views;
}

// "path name" -> value, of every number that a run has.
std::map<std::string, std::int64_t> numbers_by_name(const Json& views) {
    std::map<std::string, std::int64_t> numbers;
    for (const Json& row : views.value("numbers", Json::array()))
        numbers[row["path"].get<std::string>() + " " + row["name"].get<std::string>()] =
            row["value"];
    return numbers;
}

void check_same(const Expectation& expect, const std::string& simulator, const Json& run) {
    const std::map<std::string, std::int64_t> numbers = numbers_by_name(run);
    const toml::array* pairs = expect.table["same"].as_array();
    for (std::size_t i = 0; pairs && i < pairs->size(); ++i) {
        const toml::array& pair = *(*pairs)[i].as_array();
        const std::string a = pair[0].value_or(std::string());
        const std::string b = pair[1].value_or(std::string());
        if (!numbers.contains(a) || !numbers.contains(b) || numbers.at(a) != numbers.at(b))
            fail(simulator + ": not the same: " + a + ", " + b);
    }
}

// No testbench here keeps its design in reset for long: a tap that says so took the wrong reset,
// or its absence.
void check_resets(const std::string& simulator, const Json& run) {
    for (const Json& tap : run["taps"]) {
        if (tap["reset_cycles"] > tap["observed_cycles"])
            fail(simulator + ": " + tap["path"].get<std::string>() +
                 " is in reset most of the time");
    }
}

constexpr std::int64_t kFirstFrame = 1024;  // edges, see taps/README.md

// What happened in the frames of a tap adds up to what it counted in all.
void check_frames(const std::string& simulator, const Json& run, const Json& frames) {
    std::map<std::string, std::int64_t> sums;
    for (const Json& row : frames)
        sums[row["path"].get<std::string>() + " " + row["name"].get<std::string>()] +=
            row["value"].get<std::int64_t>();
    const std::map<std::string, std::int64_t> numbers = numbers_by_name(run);
    const auto longest = std::max_element(
        run["taps"].begin(), run["taps"].end(),
        [](const Json& a, const Json& b) { return a["observed_cycles"] < b["observed_cycles"]; });
    const bool cut = longest != run["taps"].end() && (*longest)["observed_cycles"] > kFirstFrame;
    if (cut && sums.empty()) fail(simulator + ": no frames");
    for (const auto& [name, sum] : sums) {
        if (numbers.contains(name) && numbers.at(name) != sum)
            fail(simulator + ": the frames of " + name + " add up to " + std::to_string(sum));
    }
}

// A run that is read back and analysed again is the same file, byte for byte.
void check_read_back(const std::string& tapestry, const fs::path& run, const fs::path& folder) {
    const fs::path again = folder / "again.tapdb";
    if (shell(folder, {tapestry, "analyse", run.string(), "-o", again.string()},
              folder / "analyse.log") != 0)
        return fail("analyse: " + text_of(folder / "analyse.log.err"));
    if (text_of(run) != text_of(again)) fail(run.string() + " analysed again is another run");
}

std::uint64_t cycles_in(const Json& row, const std::string& column) {
    return row.contains(column) && row[column].is_number() ? row[column].get<std::uint64_t>() : 0;
}

// A block has the cycles of its machine's states: category by category, but for those of a
// handshake, which channels tell apart. It moves beats in no more cycles than its states or its
// channels say.
void check_block(const Json& block, const Json& views, const std::string& simulator) {
    std::map<std::string, std::uint64_t> said;
    for (const Json& state : views["states"]) {
        if (state["tap"] == block["tap"])
            said[state["category"].get<std::string>()] += cycles_in(state, "cycles");
    }
    std::uint64_t beats = 0;
    for (const Json& channel : views["channels"]) {
        if (channel["producer"] == block["scope"] || channel["consumer"] == block["scope"])
            beats += cycles_in(channel, "transfer_cycles");
    }
    auto cycles = [&](const std::string& category) {
        return cycles_in(block, category + "_cycles");
    };
    const std::string path = simulator + ": blocks: " + block["path"].get<std::string>();
    for (const char* category : {"busy", "wait_sync", "overhead", "idle"}) {
        if (cycles(category) != said[category])
            fail(path + ": " + category + " " + std::to_string(cycles(category)) + ", states say " +
                 std::to_string(said[category]));
    }
    if (cycles("transfer") + cycles("wait_recv") + cycles("wait_send") !=
        said["transfer"] + said["wait_recv"] + said["wait_send"])
        fail(path + ": its handshakes are not those of its states");
    if (cycles("transfer") > std::max(said["transfer"], beats))
        fail(path + ": " + std::to_string(cycles("transfer")) + " cycles of transfer, states say " +
             std::to_string(said["transfer"]) + ", its channels " + std::to_string(beats));
}

void check_blocks(const Json& views, const std::string& simulator) {
    for (const Json& block : views["blocks"]) {
        if (block["tap"].is_number()) check_block(block, views, simulator);
    }
}

// Clock, reset and codes that a person wrote down, for the recount to use instead of the map.
std::string truth_of(const Expectation& expect) {
    const toml::array* rows = expect.table["truth"].as_array();
    if (!rows) return {};
    std::ostringstream text;
    text << toml::json_formatter{*rows};
    return text.str();
}

// The same comparison without a line of Tapestry on the other side: what the taps left in the
// reading, and what the views of the run say, against what the recount counted.
void check_apart(const Expectation& expect, const std::string& simulator,
                 const std::string& recount, const fs::path& counted, const fs::path& out,
                 const fs::path& folder) {
    const std::string map = (out / "woven/taps.json").string();
    if (shell(folder,
              {recount, "--compare", counted.string(), (out / "tapestry.reading").string(),
               "--taps", map, "--prefix-a", expect.prefix, "--prefix-b", expect.prefix},
              folder / "readings.log") != 0)
        fail(simulator + ": readings differ (recounted, measured):\n" +
             text_of(folder / "readings.log") + text_of(folder / "readings.log.err"));
    if (shell(folder,
              {recount, "--views", (folder / "views.json").string(), "--reading", counted.string(),
               "--taps", map, "--prefix", expect.prefix},
              folder / "views.log") != 0)
        fail(simulator + ": views:\n" + text_of(folder / "views.log") +
             text_of(folder / "views.log.err"));
}

bool has_fact(const Json& views, const std::string& key) {
    return std::any_of(views["run"].begin(), views["run"].end(),
                       [&](const Json& fact) { return fact.value("key", "") == key; });
}

bool is_verdict(const std::string& view) {
    return view == "bottlenecks" || view == "pressure" || view == "victims" || view == "advice";
}

// What is said of a run whose testbench looks at no output, of which only `profile` has read it.
bool has_other_pace(const std::string& view, const Json& views) {
    return is_verdict(view) && has_fact(views, "open_loop");
}

// What is said of the time at work. A recount has no frames, and does not know that the work ended
// before the run.
bool is_of_work(const std::string& view, const Json& views) {
    return is_verdict(view) && has_fact(views, "work");
}

void check_simulator(const Expectation& expect, const std::string& simulator,
                     const std::string& tapestry, const std::string& recount,
                     const fs::path& design, const fs::path& folder, const std::string& mode) {
    const fs::path bare_folder = folder / "bare" / design.filename() / simulator;
    const fs::path out = folder / ("out_" + simulator);
    std::vector<std::string> words = {tapestry,  "profile", "--no-verify", "--sim",
                                      simulator, "-o",      out.string()};
    if (!mode.empty()) words.push_back("--cores");
    if (simulator == "icarus") words.insert(words.end(), {"--frame", "500"});
    const std::vector<std::string> sources = expect.source_words();
    words.insert(words.end(), sources.begin(), sources.end());
    if (shell(folder, words, folder / "profile.txt") != 0)
        return fail(simulator + ": profile: " + text_of(folder / "profile.txt.err"));
    const std::string bare_text = printed(bare_folder / "run.log");
    const std::string woven_text = printed(out / "simulation.log");
    if (bare_text != woven_text)
        fail(simulator + ": the woven run prints\n" + woven_text + "where the bare run prints\n" +
             bare_text);
    // A design may say whose waveform tells the truth, where that of one simulator does not.
    const fs::path waveform = folder / "bare" / design.filename() /
                              expect.table["waveform"].value_or(simulator) / "bare.vcd";
    const fs::path counted = folder / ("recount_" + simulator + ".reading");
    std::vector<std::string> counter = {recount,
                                        "--vcd",
                                        waveform.string(),
                                        "--taps",
                                        (out / "woven/taps.json").string(),
                                        "--prefix",
                                        expect.prefix,
                                        "-o",
                                        counted.string()};
    if (simulator == "ghdl") counter.emplace_back("--lower-case");
    if (!mode.empty()) counter.emplace_back("--no-end");
    if (const std::string end = end_of_ghdl(bare_folder); !end.empty())
        counter.insert(counter.end(), {"--end-time", end});
    for (const std::string& field : expect.list("fields"))
        counter.insert(counter.end(), {"--field", field});
    if (const std::string truth = truth_of(expect); !truth.empty()) {
        std::ofstream(folder / "truth.json") << truth;
        counter.insert(counter.end(), {"--truth", (folder / "truth.json").string()});
    }
    if (shell(folder, counter, folder / "recount.log") != 0) {
        return fail(simulator + ": recount: " + text_of(folder / "recount.log.err"));
    }
    if (shell(folder,
              {tapestry, "read", counted.string(), "--map", (out / "woven/taps.json").string(),
               "-o", (folder / "recount.tapdb").string()},
              folder / "read.log") != 0) {
        return fail(simulator + ": reading the recount: " + text_of(folder / "read.log.err"));
    }
    check_read_back(tapestry, out / "run.tapdb", folder);
    const Json run = numbers_of(tapestry, out / "run.tapdb", folder);
    const Json views = Json::parse(text_of(folder / "views.json"));
    check_blocks(views, simulator);
    check_apart(expect, simulator, recount, counted, out, folder);
    const Json truth = numbers_of(tapestry, folder / "recount.tapdb", folder);
    check_resets(simulator, run);
    check_frames(simulator, run, views["frames"]);
    // Every testbench here comes to its end.
    if (!views["deadlocks"].empty())
        fail(simulator + ": it counts as stuck: " + views["deadlocks"].dump());
    check_same(expect, simulator, run);
    for (const auto& [view, rows] : truth.items()) {
        if (run.value(view, Json()) == rows || is_of_work(view, views) ||
            has_other_pace(view, views))
            continue;
        for (const Json& row : rows) {
            if (std::find(run[view].begin(), run[view].end(), row) == run[view].end())
                fail(simulator + ": " + view + ": recounted " + row.dump());
        }
        for (const Json& row : run[view]) {
            if (std::find(rows.begin(), rows.end(), row) == rows.end())
                fail(simulator + ": " + view + ": measured  " + row.dump());
        }
    }
    std::size_t rows = 0;
    for (const auto& [view, list] : truth.items()) rows += list.size();
    std::cout << simulator << ": " << run["taps"].size() << " taps, " << rows << " rows compared\n";
    if (run["taps"].empty()) fail(simulator + ": no taps");
}

// Verilator's warnings and errors about the sources, without their places, which weaving moves.
// Taps sample every reset at the clock, which newer ones remark where the design takes it at once.
std::set<std::string> lint(const std::string& top, const std::vector<std::string>& sources,
                           const fs::path& folder) {
    std::vector<std::string> words = {"verilator", "--lint-only",  "-Wall", "-Wno-SYNCASYNCNET",
                                      "--timing",  "--top-module", top};
    words.insert(words.end(), sources.begin(), sources.end());
    shell(folder, words, folder / "lint.log");
    static const std::regex remark("%(Warning|Error)([A-Z0-9_-]*): ([^:]*:[0-9]+:[0-9]+: )?(.*)");
    std::istringstream lines(text_of(folder / "lint.log.err"));
    std::set<std::string> out;
    std::smatch match;
    for (std::string line; std::getline(lines, line);) {
        if (std::regex_match(line, match, remark)) out.insert(match.str(2) + " " + match.str(4));
    }
    return out;
}

void check_lint(const Expectation& expect, const fs::path& woven, const fs::path& folder) {
    std::vector<std::string> bare_sources = expect.files;
    bare_sources.insert(bare_sources.end(), expect.args.begin(), expect.args.end());
    // woven.f stands for all that names sources; parameters of the top stay on the command line.
    std::vector<std::string> woven_sources = {"-F", woven.string()};
    for (const std::string& word : expect.args) {
        if (word.starts_with("-G")) woven_sources.push_back(word);
    }
    const std::set<std::string> bare = lint(expect.top, bare_sources, folder);
    for (const std::string& remark : lint(expect.top, woven_sources, folder)) {
        // The count at the end is no remark of its own.
        if (!bare.contains(remark) && remark.find("Exiting due to") == std::string::npos)
            fail("lint of the woven sources:" + remark);
    }
}

// All of a run but how and when it was made. The waveform has one unit of time, modules have
// theirs.
Json all_numbers_of(const std::string& tapestry, const fs::path& run, const fs::path& folder) {
    if (shell(folder, {tapestry, "report", "--json", run.string()}, folder / "views.json") != 0) {
        fail("report: " + text_of(folder / "views.json.err"));
        return {};
    }
    Json views = Json::parse(text_of(folder / "views.json"));
    for (const char* name : {"run", "diagnostics"}) views.erase(name);
    for (Json& clock : views["clocks"]) clock.erase("time");
    forget_times(views);
    return views;
}

void check_import(const Expectation& expect, const std::string& simulator,
                  const std::string& tapestry, const fs::path& waveform, const fs::path& folder) {
    const fs::path imported = folder / "imported.tapdb";
    std::vector<std::string> words = {tapestry, "import", waveform.string(), "-o",
                                      imported.string()};
    if (simulator == "icarus") words.insert(words.end(), {"--frame", "500"});
    if (const std::string end = end_of_ghdl(waveform.parent_path()); !end.empty())
        words.insert(words.end(), {"--end", end + "fs"});
    const std::vector<std::string> sources = expect.source_words();
    words.insert(words.end(), sources.begin(), sources.end());
    const std::string what = simulator + ", " + waveform.filename().string();
    if (shell(folder, words, folder / "import.txt") != 0)
        return fail(what + ": import: " + text_of(folder / "import.txt.err"));
    const Json woven =
        all_numbers_of(tapestry, folder / ("out_" + simulator) / "run.tapdb", folder);
    const Json profiled = Json::parse(text_of(folder / "views.json"));
    const Json counted = all_numbers_of(tapestry, imported, folder);
    if (woven["taps"].empty()) fail(what + ": no taps");
    for (const auto& [view, rows] : woven.items()) {
        if (counted.value(view, Json()) == rows || has_other_pace(view, profiled)) continue;
        fail(what + ": " + view + " differs");
        std::cout << "woven    " << rows.dump() << "\nimported " << counted[view].dump() << '\n';
    }
    std::cout << what << ": " << woven["taps"].size() << " taps, " << woven["frames"].size()
              << " rows of frames compared\n";
}

void check_imports(const Expectation& expect, const std::string& tapestry, const fs::path& design,
                   const fs::path& folder) {
    for (const std::string& simulator : expect.simulators) {
        if (simulator == "ghdl") {  // its own format; what is recounted is made from it
            const fs::path bare = folder / "bare" / design.filename() / simulator;
            check_import(expect, simulator, tapestry, bare / "bare.ghw", folder);
            continue;
        }
        const fs::path vcd = folder / "bare" / design.filename() /
                             expect.table["waveform"].value_or(simulator) / "bare.vcd";
        check_import(expect, simulator, tapestry, vcd, folder);
        const fs::path fst = folder / "bare.fst";
        if (shell(folder, {"vcd2fst", vcd.string(), fst.string()}, folder / "vcd2fst.log") != 0)
            fail("vcd2fst: " + text_of(folder / "vcd2fst.log.err"));
        check_import(expect, simulator, tapestry, fst, folder);
    }
}

// The FST that Verilator itself writes: enumerations and structs stand in it as vcd2fst has none.
void check_native_fst(const Expectation& expect, const std::string& tapestry,
                      const fs::path& folder) {
    const fs::path build = folder / "native_fst";
    fs::create_directories(build);
    std::vector<std::string> words = {
        "verilator",          "--binary",   "--timing",     "--trace-fst",        "--trace-structs",
        "--trace-underscore", "-Wno-fatal", "--top-module", expect.testbench_top, "--Mdir",
        build.string(),       "-o",         "sim"};
    words.insert(words.end(), expect.files.begin(), expect.files.end());
    words.push_back(expect.testbench);
    if (shell(folder, words, folder / "native_fst.log") != 0)
        return fail("verilator --trace-fst: " + text_of(folder / "native_fst.log.err"));
    if (shell(build, {(build / "sim").string(), "+vcd"}, folder / "native_fst.txt") != 0)
        return fail("the simulation with --trace-fst: " + text_of(folder / "native_fst.txt"));
    fs::rename(build / "bare.vcd", build / "native.fst");  // the testbench names it for a VCD
    check_import(expect, "verilator", tapestry, build / "native.fst", folder);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 5) {
        std::cerr << "design_test TAPESTRY RECOUNT DESIGN_FOLDER WORK_FOLDER [--cores | "
                     "--saturated | --import]\n";
        return 2;
    }
    const fs::path design = fs::canonical(argv[3]);
    const std::string mode = argc > 5 ? argv[5] : "";
    const fs::path folder = fs::absolute(argv[4]);
    // What Verilator makes is compiled longer than it runs. Its own -Os would follow any -CFLAGS.
    setenv("MAKEFLAGS", "OPT_FAST=-O0", 1);
    if (mode == "--import") {
        const Expectation left(design / "expect.toml");
        if (left.table["finding"].as_array()) check_imports(left, argv[1], design, folder);
        if (left.table["trace_fst"].value_or(false)) check_native_fst(left, argv[1], folder);
        std::cout << (failures ? "FAILED\n" : "passed\n");
        return failures ? 1 : 0;
    }
    fs::remove_all(folder);
    fs::create_directories(folder.parent_path());
    fs::copy(design, folder, fs::copy_options::recursive);
    const Expectation expect(design / "expect.toml");
    check_scan(expect, argv[1], folder);
    if (expect.table["finding"].as_array()) {
        // Builds and runs the bare design in each of its simulators, with a VCD.
        if (shell(folder,
                  {(design.parent_path() / "run_bare").string(), "--vcd", "--out",
                   (folder / "bare").string(), design.filename().string()},
                  folder / "bare.log") != 0)
            fail("bare run: " + text_of(folder / "bare.log"));
        for (const std::string& simulator : expect.simulators)
            check_simulator(expect, simulator, argv[1], argv[2], design, folder, mode);
        const fs::path woven = folder / ("out_" + expect.simulators.front()) / "woven/woven.f";
        // Verilator has nothing to say about bare VHDL.
        const bool is_verilog =
            std::none_of(expect.files.begin(), expect.files.end(),
                         [](const std::string& file) { return file.ends_with(".vhd"); });
        if (mode.empty() && is_verilog) check_lint(expect, woven, folder);
    }
    std::cout << (failures ? "FAILED\n" : "passed\n");
    return failures ? 1 : 0;
}
