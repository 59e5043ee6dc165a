// SPDX-License-Identifier: Apache-2.0
#include "run/simulators/simulator_call.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <functional>
#include <set>

#include "base/file.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

bool has_ending(const std::string& word, std::initializer_list<const char*> endings) {
    return std::any_of(endings.begin(), endings.end(),
                       [&](const char* ending) { return word.ends_with(ending); });
}
bool is_file(const std::string& word) {
    std::error_code ec;
    return fs::is_regular_file(word, ec);
}
bool is_source(const std::string& word) {
    return has_ending(word, {".v", ".sv", ".vh", ".svh", ".vl", ".vp"}) && is_file(word);
}
bool is_harness(const std::string& word) {
    return has_ending(word, {".cpp", ".cc", ".cxx", ".c"}) && is_file(word);
}

std::pair<std::string, std::string> split_at(const std::string& text, char c) {
    const std::size_t at = text.find(c);
    if (at == std::string::npos) return {text, ""};
    return {text.substr(0, at), text.substr(at + 1)};
}

void split_plus(const std::string& word, const std::function<void(const std::string&)>& take) {
    std::size_t at = word.find('+', 1) + 1;
    while (at < word.size()) {
        const std::size_t end = std::min(word.find('+', at), word.size());
        if (end > at) take(word.substr(at, end - at));
        at = end + 1;
    }
}

// Reads the arguments one after the other; each program has its own options.
class CallReader {
public:
    CallReader(std::string program, Words words) {
        call_.program = std::move(program);
        call_.words = std::move(words);
    }

    SimulatorCall read() {
        const bool icarus = call_.program == "iverilog";
        if (icarus) call_.output = absolute_path("a.out");
        for (at_ = 0; at_ < call_.words.size(); ++at_) {
            const std::string& word = call_.words[at_];
            if (take_plus(word)) continue;
            if (icarus ? take_icarus(word) : take_verilator(word)) continue;
            if (is_source(word)) call_.sources.files.push_back(absolute_path(word));
            if (is_harness(word)) call_.has_harness = true;
        }
        if (icarus)
            call_.builds = !call_.sources.files.empty() && !only_looks_;
        else
            call_.builds = makes_model_ && !only_looks_;
        call_.links_alone = !icarus && call_.builds && !makes_program_;
        return std::move(call_);
    }

private:
    std::string next() { return at_ + 1 < call_.words.size() ? call_.words[++at_] : ""; }
    // The value of an option that may be glued to it.
    bool value(const std::string& word, const std::string& option, std::string& out) {
        if (!word.starts_with(option)) return false;
        out = word == option ? next() : word.substr(option.size());
        return true;
    }

    bool take_plus(const std::string& word) {
        SourceSet& set = call_.sources;
        if (word.starts_with("+incdir+"))
            split_plus(word, [&](auto& w) { set.include_folders.push_back(absolute_path(w)); });
        else if (word.starts_with("+define+"))
            split_plus(word, [&](auto& w) { set.defines.push_back(split_at(w, '=')); });
        else if (word.starts_with("+libext+"))
            split_plus(word, [&](auto& w) { set.library_endings.push_back(w); });
        else
            return word.starts_with("+");
        return true;
    }

    bool take_common(const std::string& word) {
        SourceSet& set = call_.sources;
        std::string text;
        if (value(word, "-I", text))
            set.include_folders.push_back(absolute_path(text));
        else if (value(word, "-y", text))
            set.library_folders.push_back(absolute_path(text));
        else if (value(word, "-D", text))
            set.defines.push_back(split_at(text, '='));
        else
            return false;
        return true;
    }

    bool take_icarus(const std::string& word) {
        std::string text;
        if (word == "-E" || word == "-V" || word == "-tnull") return only_looks_ = true;
        if (value(word, "-s", text))
            call_.top = call_.top.empty() ? text : call_.top;
        else if (value(word, "-o", text))
            call_.output = absolute_path(text);
        else if (value(word, "-P", text))
            call_.sources.parameters.push_back(split_at(text.substr(text.find('.') + 1), '='));
        else if (value(word, "-Y", text))
            call_.sources.library_endings.push_back(text);
        else if (value(word, "-l", text))
            call_.sources.library_files.push_back(absolute_path(text));
        else if (word == "-t" || word == "-m" || word == "-M" || word == "-N" || word == "-p")
            only_looks_ = next() == "null" || only_looks_;
        else
            return take_common(word);
        return true;
    }

    bool take_verilator(const std::string& asked) {
        // One dash or two are the same to Verilator.
        const std::string word = asked.starts_with("--") ? asked.substr(1) : asked;
        static const std::set<std::string> models = {"-cc", "-sc", "-binary", "-exe", "-build"};
        static const std::set<std::string> looks = {"-lint-only", "-xml-only", "-json-only", "-E",
                                                    "-version",   "-V",        "-help"};
        static const std::set<std::string> valued = {
            "-Mdir", "-o", "-CFLAGS", "-LDFLAGS", "-MAKEFLAGS", "-prefix", "-mod-prefix", "-j"};
        makes_model_ = makes_model_ || models.contains(word);
        makes_program_ = makes_program_ || word == "-exe" || word == "-binary";
        if (models.contains(word)) return true;
        if (looks.contains(word)) return only_looks_ = true;
        if (word == "-top-module" || word == "-top")
            call_.top = next();
        else if (word == "-vpi")
            call_.has_harness = true;
        else if (word.starts_with("-G"))
            call_.sources.parameters.push_back(split_at(word.substr(2), '='));
        else if (word == "-v")
            call_.sources.library_files.push_back(absolute_path(next()));
        else if (valued.contains(word))
            next();
        else
            return take_common(word) || word.starts_with("-");
        return true;
    }

    SimulatorCall call_;
    std::size_t at_ = 0;
    bool makes_model_ = false;
    bool makes_program_ = false;
    bool only_looks_ = false;
};

void add_verilator(Words& words, const SimulatorCall& call, const WovenTexts& woven) {
    const bool threads = std::any_of(call.words.begin(), call.words.end(), [](const auto& word) {
        return word.starts_with("--threads") || word.starts_with("-threads");
    });
    words.insert(words.end(), {woven.support.string(), "-CFLAGS", "-DVL_USER_FINISH", "-CFLAGS",
                               "-DTAPESTRY_BUILD=" + woven.build, "-Wno-fatal"});
    if (threads) words.push_back("-DTAPESTRY_THREADS");
}

}  // namespace

const std::vector<std::string>& stood_in_for() {
    static const std::vector<std::string> programs = {"verilator", "iverilog", "vvp"};
    return programs;
}

bool runs_only(const std::string& program) { return program == "vvp"; }

SimulatorCall read_call(const std::string& program, Words words) {
    return CallReader(program, std::move(words)).read();
}

std::vector<std::string> with_woven(const SimulatorCall& call, const WovenTexts& woven) {
    Words words;
    for (const std::string& f : woven.include_folders) words.push_back("-I" + f);
    std::set<std::string> placed;
    const bool icarus = call.program == "iverilog";
    if (icarus && !list_of(call).empty()) words.insert(words.end(), {"-f", woven.list.string()});
    for (const std::string& word : call.words) {
        if (icarus && word.starts_with("+")) continue;  // it is in the list
        const auto twin = is_file(word) ? woven.twins.find(absolute_path(word)) : woven.twins.end();
        words.push_back(twin == woven.twins.end() ? word : twin->second);
        if (twin != woven.twins.end()) placed.insert(twin->first);
    }
    // What the simulator would have found in a folder of modules.
    for (const auto& [original, twin] : woven.twins)
        if (!placed.contains(original)) words.push_back(twin);
    words.insert(words.end(), woven.library.begin(), woven.library.end());
    if (call.program == "verilator") add_verilator(words, call, woven);
    // Without a named top every module that nobody instances is one, so is this.
    else if (!call.top.empty())
        words.insert(words.end(), {"-s", "tapestry_sim"});
    return words;
}

std::string list_of(const SimulatorCall& call) {
    std::string text;
    for (const std::string& word : call.words)
        if (call.program == "iverilog" && word.starts_with("+")) text += word + "\n";
    return text;
}

std::vector<std::string> with_reading(Words words, const std::string& reading,
                                      const std::string& frame) {
    words.push_back("+tapestry_reading=" + reading);
    if (!frame.empty()) words.push_back("+tapestry_frame=" + frame);
    return words;
}

std::string simulation_of(const Words& words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == "-M" || words[i] == "-m" || words[i] == "-l")
            ++i;
        else if (!words[i].starts_with("-") && is_file(words[i]))
            return absolute_path(words[i]);
    }
    return {};
}

void start_by_name(const std::string& simulation) {
    Diagnostics ignored;
    const std::string text = read_file(simulation, ignored).value_or("");
    const std::size_t end = text.find('\n');
    if (!text.starts_with("#!") || end == std::string::npos) return;
    if (!std::string_view(text).substr(0, end).ends_with("/vvp")) return;
    std::ofstream(simulation, std::ios::binary) << "#!/usr/bin/env vvp" << text.substr(end);
}

}  // namespace tapestry
