// SPDX-License-Identifier: Apache-2.0
#include "synth/yosys.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "base/process.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

// A word of a Yosys script. Names that could end the word or start another command are refused.
Result<std::string> quoted(const std::string& word, Diagnostics& diagnostics) {
    const bool safe = std::none_of(word.begin(), word.end(), [](char c) {
        return c == '"' || c == ';' || c == '\\' || static_cast<unsigned char>(c) < ' ';
    });
    if (safe) return "\"" + word + "\"";
    diagnostics.report(Code::synthesis_failed, {}, "'" + word + "' cannot stand in its script", "");
    return failure;
}

std::string last_error(const std::string& log) {
    const std::size_t at = log.rfind("ERROR");
    if (at == std::string::npos) return "it ended without a message";
    return log.substr(at, std::min(log.find('\n', at), log.size()) - at);
}

}  // namespace

Result<std::string> read_commands(const SourceSet& sources, const std::string& top,
                                  Diagnostics& diagnostics) {
    std::string options = "-sv -defer";
    for (const auto& [name, value] : sources.defines)
        options += " -D" + name + (value.empty() ? "" : "=" + value);
    for (const std::string& folder : sources.include_folders) {
        const Result<std::string> word = quoted("-I" + absolute_path(folder), diagnostics);
        if (!word) return failure;
        options += " " + *word;
    }
    std::string script;
    std::vector<std::string> files = sources.files;
    files.insert(files.end(), sources.library_files.begin(), sources.library_files.end());
    for (const std::string& file : files) {
        const Result<std::string> word = quoted(absolute_path(file), diagnostics);
        if (!word) return failure;
        script += fmt::format("read_verilog {} {}\n", options, *word);
    }
    script += "hierarchy -check -top " + top;
    for (const std::string& folder : sources.library_folders) {
        const Result<std::string> word = quoted(absolute_path(folder), diagnostics);
        if (!word) return failure;
        script += " -libdir " + *word;
    }
    for (const auto& [name, value] : sources.parameters)
        script += fmt::format(" -chparam {} {}", name, value);
    return script + "\n";
}

Result<std::string> run_yosys(const std::string& script, const fs::path& folder,
                              const std::string& name, Diagnostics& diagnostics) {
    const fs::path script_file = folder / (name + ".ys");
    const fs::path log_file = folder / (name + ".log");
    if (!write_file(script_file, script, diagnostics)) return failure;
    Command command;
    command.words = {"yosys", "-s", absolute_path(script_file)};
    command.folder = folder;
    command.output = log_file;
    const Exit exit = run(command);
    Result<std::string> log = read_file(log_file, diagnostics);
    if (!log) return failure;
    if (exit.good()) return log;
    diagnostics.report(
        Code::synthesis_failed, {},
        exit.how == Exit::How::not_found ? "there is no program 'yosys'" : last_error(*log),
        log_file.string());
    return failure;
}

}  // namespace tapestry
