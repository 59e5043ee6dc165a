// SPDX-License-Identifier: Apache-2.0
// One test design, end to end: scan finds what expect.toml lists and nothing else; the woven run
// prints what the bare run prints; and every number of the run equals the one that `recount` counts
// from a VCD of the bare design.
//
//     design_test TAPESTRY RECOUNT DESIGN_FOLDER WORK_FOLDER [--cores]
//
// With --import, in a work folder that such a test has left: what `tapestry import` counts in the
// waveforms of the bare design, VCD and FST, equals what the taps counted, frames included.
//
//     design_test TAPESTRY RECOUNT DESIGN_FOLDER WORK_FOLDER --import
#define TOML_EXCEPTIONS 1
#include <toml++/toml.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
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

void check_scan(const Expectation& expect, const std::string& tapestry, const fs::path& folder) {
    std::vector<std::string> words = {tapestry, "scan", "--json"};
    const std::vector<std::string> sources = expect.source_words();
    words.insert(words.end(), sources.begin(), sources.end());
    if (shell(folder, words, folder / "scan.json") != 0)
        return fail("scan: " + text_of(folder / "scan.json.err"));
    const Json scan = Json::parse(text_of(folder / "scan.json"));
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
        const bool of_a_bus = finding["kind"] == "stream" &&
                              finding.value("protocol", "").starts_with("axi") &&
                              finding["protocol"] != "axi_stream";
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

// What the testbench prints, without the simulator's remarks about the dump.
std::string printed(const fs::path& log) {
    std::istringstream in(text_of(log));
    std::string out;
    for (std::string line; std::getline(in, line);) {
        if (line.find("VCD info") == std::string::npos) out += line + "\n";
    }
    return out;
}

// The numbers of a run: its views, without those that say how and when it was made.
Json numbers_of(const std::string& tapestry, const fs::path& run, const fs::path& folder) {
    if (shell(folder, {tapestry, "report", "--json", run.string()}, folder / "views.json") != 0) {
        fail("report: " + text_of(folder / "views.json.err"));
        return {};
    }
    Json views = Json::parse(text_of(folder / "views.json"));
    for (const char* name : {"run", "frames", "clocks", "diagnostics"}) views.erase(name);
    return views;
}

void check_simulator(const Expectation& expect, const std::string& simulator,
                     const std::string& tapestry, const std::string& recount,
                     const fs::path& design, const fs::path& folder, bool cores) {
    const fs::path bare_folder = folder / "bare" / design.filename() / simulator;
    const fs::path out = folder / ("out_" + simulator);
    std::vector<std::string> words = {tapestry, "profile", "--sim", simulator, "-o", out.string()};
    if (simulator == "verilator")
        words.insert(words.end(),
                     {"--sim-flag", "-Wno-ZERODLY", "--sim-flag", "-CFLAGS", "--sim-flag", "-O0"});
    if (cores) words.push_back("--cores");
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
    for (const std::string& field : expect.list("fields"))
        counter.insert(counter.end(), {"--field", field});
    if (shell(folder, counter, folder / "recount.log") != 0) {
        return fail(simulator + ": recount: " + text_of(folder / "recount.log.err"));
    }
    if (shell(folder,
              {tapestry, "read", counted.string(), "--map", (out / "woven/taps.json").string(),
               "-o", (folder / "recount.tapdb").string()},
              folder / "read.log") != 0) {
        return fail(simulator + ": reading the recount: " + text_of(folder / "read.log.err"));
    }
    const Json run = numbers_of(tapestry, out / "run.tapdb", folder);
    const Json truth = numbers_of(tapestry, folder / "recount.tapdb", folder);
    for (const auto& [view, rows] : truth.items()) {
        if (run.value(view, Json()) == rows) continue;
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
    return views;
}

void check_import(const Expectation& expect, const std::string& simulator,
                  const std::string& tapestry, const fs::path& waveform, const fs::path& folder) {
    const fs::path imported = folder / "imported.tapdb";
    std::vector<std::string> words = {tapestry, "import", waveform.string(), "-o",
                                      imported.string()};
    const std::vector<std::string> sources = expect.source_words();
    words.insert(words.end(), sources.begin(), sources.end());
    const std::string what = simulator + ", " + waveform.filename().string();
    if (shell(folder, words, folder / "import.txt") != 0)
        return fail(what + ": import: " + text_of(folder / "import.txt.err"));
    const Json woven =
        all_numbers_of(tapestry, folder / ("out_" + simulator) / "run.tapdb", folder);
    const Json counted = all_numbers_of(tapestry, imported, folder);
    if (woven["taps"].empty()) fail(what + ": no taps");
    for (const auto& [view, rows] : woven.items()) {
        if (counted.value(view, Json()) == rows) continue;
        fail(what + ": " + view + " differs");
        std::cout << "woven    " << rows.dump() << "\nimported " << counted[view].dump() << '\n';
    }
    std::cout << what << ": " << woven["taps"].size() << " taps, " << woven["frames"].size()
              << " rows of frames compared\n";
}

void check_imports(const Expectation& expect, const std::string& tapestry, const fs::path& design,
                   const fs::path& folder) {
    for (const std::string& simulator : expect.simulators) {
        const fs::path vcd = folder / "bare" / design.filename() /
                             expect.table["waveform"].value_or(simulator) / "bare.vcd";
        check_import(expect, simulator, tapestry, vcd, folder);
        const fs::path fst = folder / "bare.fst";
        if (shell(folder, {"vcd2fst", vcd.string(), fst.string()}, folder / "vcd2fst.log") != 0)
            fail("vcd2fst: " + text_of(folder / "vcd2fst.log.err"));
        check_import(expect, simulator, tapestry, fst, folder);
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 5) {
        std::cerr << "design_test TAPESTRY RECOUNT DESIGN_FOLDER WORK_FOLDER [--cores|--import]\n";
        return 2;
    }
    const fs::path design = fs::canonical(argv[3]);
    const bool cores = argc > 5 && std::string(argv[5]) == "--cores";
    const fs::path folder = fs::absolute(argv[4]);
    if (argc > 5 && std::string(argv[5]) == "--import") {
        const Expectation left(design / "expect.toml");
        if (left.table["finding"].as_array()) check_imports(left, argv[1], design, folder);
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
            check_simulator(expect, simulator, argv[1], argv[2], design, folder, cores);
    }
    std::cout << (failures ? "FAILED\n" : "passed\n");
    return failures ? 1 : 0;
}
