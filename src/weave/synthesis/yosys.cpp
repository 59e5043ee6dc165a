// SPDX-License-Identifier: Apache-2.0
#include "weave/synthesis/yosys.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/codes/sources.h"
#include "base/codes/synthesis.h"
#include "base/file.h"
#include "base/sandbox.h"
#include "weave/text/build_inputs.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

bool is_safe(const std::string& word) {
    return std::none_of(word.begin(), word.end(), [](char c) {
        return c == '"' || c == ';' || c == '\\' || static_cast<unsigned char>(c) < ' ';
    });
}

// A word of a Yosys script. Text that could end the word or start another command, even a shell
// command, is refused. Yosys accepts quotes only around file names.
Result<std::string> word_of(const std::string& text, bool is_file, Diagnostics& diagnostics) {
    if (is_safe(text) && is_file) return "\"" + text + "\"";
    if (is_safe(text) && text.find(' ') == std::string::npos) return text;
    return diagnostics.report(code::synthesis_failed, {},
                              "'" + text + "' cannot stand in its script");
}

// The whole line, which begins with the source position if there is one.
std::string last_error(const std::string& log) {
    const std::size_t at = log.rfind("ERROR");
    if (at == std::string::npos) return "it ended without a message";
    const std::size_t start = log.rfind('\n', at) + 1;  // npos + 1 is 0
    return log.substr(start, log.find('\n', at) - start);
}

}  // namespace

Result<std::string> read_commands(const SourceSet& sources, const std::string& top,
                                  Diagnostics& diagnostics) {
    Result<Done> good = Done{};
    auto word = [&](const std::string& text, bool is_file = false) {
        const Result<std::string> out = word_of(text, is_file, diagnostics);
        if (!out) good = out.failure();
        return out ? *out : std::string();
    };
    std::string options = "-sv -defer";
    for (const auto& [name, value] : sources.defines)
        options += " " + word("-D" + name + (value.empty() ? "" : "=" + value));
    for (const std::string& folder : sources.include_folders)
        options += " " + word("-I" + absolute_path(folder));
    // Yosys runs in a folder of its own.
    for (const std::string& folder : build_inputs(sources).header_folders)
        options += " " + word("-I" + folder);
    // Without this option Yosys would call any C function that a source imports (DPI) while it
    // reads. As a default it also applies to files that `hierarchy` reads from library folders.
    std::string script = "verilog_defaults -add -nodpi\n";
    for (const auto* files : {&sources.files, &sources.library_files}) {
        for (const std::string& file : *files)
            script += fmt::format("read_verilog {} {}\n", options, word(absolute_path(file), true));
    }
    script += "hierarchy -check -top " + word(top);
    for (const std::string& folder : sources.library_folders)
        script += " -libdir " + word(absolute_path(folder));
    for (const auto& [name, value] : sources.parameters)
        script += fmt::format(" -chparam {} {}", word(name), word(value));
    if (!good) return good.failure();
    return script + "\n";
}

Result<std::string> run_yosys(const std::string& script, const fs::path& folder,
                              const std::string& name, Diagnostics& diagnostics) {
    const fs::path script_file = folder / (name + ".ys");
    const fs::path log_file = folder / (name + ".log");
    if (const auto written = write_file(script_file, script, diagnostics); !written)
        return written.failure();
    Command command;
    command.words = {"yosys", "-s", absolute_path(script_file)};
    command.folder = folder;
    command.output = log_file;
    const Exit exit = look(command, folder);
    Result<std::string> log = read_file(log_file, diagnostics);
    if (!log) return log.failure();
    if (const std::string why = why_limited(exit, *log); !why.empty()) {
        return diagnostics.report(code::looking_stopped, {}, "yosys", why);
    }
    if (exit.good()) return log;
    return diagnostics.report(
        code::synthesis_failed, {},
        exit.how == Exit::How::not_found ? "there is no program 'yosys'" : last_error(*log));
}

}  // namespace tapestry
