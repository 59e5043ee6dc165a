// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/file.h"
#include "base/foreign_calls.h"
#include "base/plain_names.h"
#include "run/simulators/harness_needs.h"
#include "run/simulators/simulator.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

constexpr OutsideProgram kVerilatorPrograms[] = {
    {"verilator", "--version", "profile, scan, weave, run, import", "verilator", true},
    {"g++", "--version", "profile and run with Verilator", "g++", true},
    {"make", "--version", "profile and run with Verilator", "make", true},
};

// Verilator's makefile refuses a folder whose own name has a blank, whatever link leads there.
fs::path object_folder(const fs::path& build, const SimulateOptions& options) {
    std::error_code ignored;
    const fs::path folder = fs::canonical(build, ignored);
    if (is_plain_name(folder.string())) return absolute_path(build / "obj");
    return absolute_path(options.links / "obj");
}

fs::path object_folder(const SimulateOptions& options) {
    return object_folder(options.folder, options);
}

void add_harness_flags(std::vector<std::string>& words, const SimulateOptions& options) {
    std::string texts;
    Diagnostics ignored;  // what cannot be read is told by the compiler
    for (const std::string& file : options.testbench_files)
        if (is_cpp(file)) texts += read_file(file, ignored).value_or("") + "\n";
    words.insert(words.end(), {"--cc", "--exe", "--build"});
    for (std::string& flag : harness_flags(texts, options.top)) words.push_back(std::move(flag));
}

void add_tap_support(std::vector<std::string>& words, const SimulateOptions& options) {
    words.push_back(absolute_path(options.tap_folder / "sim" / "tapestry_sim.cpp"));
    const bool threads =
        std::any_of(options.flags.begin(), options.flags.end(),
                    [](const std::string& flag) { return flag.starts_with("--threads"); });
    if (threads) words.push_back("-DTAPESTRY_THREADS");
}

class Verilator : public CommandSimulator {
public:
    std::string_view name() const override { return "verilator"; }
    std::span<const OutsideProgram> programs() const override { return kVerilatorPrograms; }
    bool takes_cpp() const override { return true; }

    std::vector<std::string> build_words(const SourceSet& sources,
                                         const SimulateOptions& options) const override {
        const bool cpp = has_cpp_testbench(options);
        std::vector<std::string> words = {
            options.verilator, "-j", "2", "--Mdir", object_folder(options).string(), "-o", "sim",
            "-Wno-fatal", "-Wno-lint", "-Wno-style", "-Wno-TIMESCALEMOD",
            "-Wno-ZERODLY",  // Vitis HLS writes `#0` into initial blocks
            // A large model is compiled in parts, those that run once without optimisation: their
            // copies of inline functions could be the ones that are linked, which made a model
            // with taps more than twice as slow.
            "-MAKEFLAGS", "OPT_SLOW=-Os", "--top-module",
            cpp ? options.top : options.testbench_top};
        if (cpp)
            add_harness_flags(words, options);
        else
            words.insert(words.end(), {"--binary", "--timing"});
        if (!cpp && records_elsewhere(options.testbench_files)) words.push_back("--bbox-sys");
        for (const auto& [name, value] : sources.parameters)
            words.push_back("-G" + name + "=" + value);
        for (const std::string& e : sources.library_endings) words.push_back("+libext+" + e);
        add_settings(words, sources, options);
        words.insert(words.end(), options.flags.begin(), options.flags.end());
        add_files(words, sources, options);
        for (const fs::path& file : options.cpp_files) words.push_back(absolute_path(file));
        // Taps and steps say what a $finish does, so that both can use one run-time library.
        if (!options.tap_folder.empty() || !options.cpp_files.empty())
            words.insert(words.end(), {"-CFLAGS", "-DVL_USER_FINISH"});
        if (!options.tap_folder.empty()) add_tap_support(words, options);
        return words;
    }

    // Its run-time library takes as long to compile as a small design. `make` would compile it
    // again, as the makefile is new.
    std::vector<std::string> take_compiled(const SimulateOptions& options) const override {
        std::vector<std::string> words;
        if (options.earlier.empty()) return words;
        const fs::path to = object_folder(options);
        std::error_code failed;
        fs::create_directories(to, failed);
        for (const auto& entry :
             fs::directory_iterator(object_folder(options.earlier, options), failed)) {
            const std::string name = entry.path().filename().string();
            if (!name.starts_with("verilated") || entry.path().extension() != ".o") continue;
            const bool copied = fs::copy_file(entry.path(), to / name,
                                              fs::copy_options::overwrite_existing, failed);
            if (copied) words.insert(words.end(), {"-MAKEFLAGS", "--old-file=" + name});
        }
        return words;
    }

    // Verilator 5.006 takes `for (…) array[i] <= …` only where it unrolls the loop, and of its own
    // accord it unrolls 64 rounds.
    bool mend(std::vector<std::string>& words, const std::string& log) const override {
        if (log.find("BLKLOOPINIT") == std::string::npos ||
            std::find(words.begin(), words.end(), "--unroll-count") != words.end())
            return false;
        words.insert(words.begin() + 1, {"--unroll-count", "65536", "--unroll-stmts", "1000000"});
        return true;
    }

    // What Verilator calls unsupported, Icarus may simulate.
    std::string way_around(const std::string& log) const override {
        const auto says = [&](const char* text) { return log.find(text) != std::string::npos; };
        if (says("BLKANDNBLK"))
            return "'--sim icarus' takes both kinds of assignment to one variable; "
                   "'--sim-flag -Wno-BLKANDNBLK' lets Verilator do so, in an order of its own";
        if (says("Unsupported") || says("UNSUPPORTED") || says("PLI call"))
            return "this is not supported by Verilator: try '--sim icarus'";
        return {};
    }

    std::vector<std::string> run_words(const SimulateOptions& options) const override {
        return {(object_folder(options) / "sim").string()};
    }
    std::vector<std::string> version_words(const SimulateOptions& options) const override {
        return {options.verilator, "--version"};
    }
    bool is_stopped(const Exit&, const std::string& log) const override {
        return log.find("Verilog $stop") != std::string::npos;
    }
};

}  // namespace

const Simulator& verilator() {
    static const Verilator simulator;
    return simulator;
}

}  // namespace tapestry
