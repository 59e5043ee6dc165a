// SPDX-License-Identifier: Apache-2.0
#include "vhdl/ghdl.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <sstream>

#include "base/argument.h"
#include "base/codes.h"
#include "base/file.h"
#include "vhdl/complaints.h"

namespace tapestry {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostMessages = 5;
constexpr const char* kWork = "work";

// file:12:3: text, file:12:3:warning: text, file:12:3:@105ns:(assertion failure): text
std::optional<GhdlMessage> message_of(const std::string& line) {
    const std::size_t file_end = line.find(':');
    if (file_end == std::string::npos || file_end == 0 || line[0] == ' ') return std::nullopt;
    GhdlMessage message;
    message.place.file = line.substr(0, file_end);
    const char* at = line.data() + file_end + 1;
    const char* const end = line.data() + line.size();
    const auto [after_line, bad_line] = std::from_chars(at, end, message.place.line);
    if (bad_line != std::errc() || after_line == end || *after_line != ':') return std::nullopt;
    std::uint32_t column = 0;
    const auto [after_column, bad_column] = std::from_chars(after_line + 1, end, column);
    if (bad_column != std::errc() || after_column == end || *after_column != ':')
        return std::nullopt;
    message.text.assign(after_column + 1, end);
    for (const char* word : {"warning:", "note:", "error:"}) {
        if (!message.text.starts_with(word)) continue;
        message.is_error = std::string_view(word) == "error:";
        message.text.erase(0, std::string_view(word).size());
    }
    message.text.erase(0, message.text.find_first_not_of(' '));
    return message;
}

void report_errors(const std::string& output, Diagnostics& diagnostics) {
    std::size_t count = 0;
    for (const GhdlMessage& message : ghdl_messages(output)) {
        if (message.is_error && count++ < kMostMessages)
            vhdl_rejected(message.place, message.text, diagnostics);
    }
    if (count > 0) return;
    const std::string text = last_words(output).text;
    vhdl_rejected({}, text.empty() ? "GHDL refuses the design" : text, diagnostics);
}

void report_unbound(const std::string& output, Diagnostics& diagnostics) {
    std::set<std::string> told;
    for (const GhdlMessage& message : ghdl_messages(output)) {
        const std::size_t end = message.text.find(" is not bound");
        if (end == std::string::npos || !told.insert(message.text).second) continue;
        vhdl_unbound(message.place, message.text.substr(0, end + 13), diagnostics);
    }
}

}  // namespace

std::vector<GhdlMessage> ghdl_messages(const std::string& output) {
    std::vector<GhdlMessage> messages;
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        if (auto message = message_of(line)) messages.push_back(std::move(*message));
    }
    return messages;
}

GhdlMessage last_words(const std::string& log) {
    GhdlMessage last;
    std::istringstream lines(log);
    for (std::string line; std::getline(lines, line);) {
        const auto message = message_of(line);
        const std::size_t assertion = line.find("(assertion failure): ");
        if (message && assertion != std::string::npos) {
            last = *message;
            last.text = "assertion of severity failure: " + line.substr(assertion + 21);
            return last;
        }
        const std::size_t error = line.find("error: ");
        if (last.text.empty() && error != std::string::npos) last.text = line.substr(error + 7);
        const std::size_t own = line.find("ghdl-");
        const std::size_t colon = line.find(": ", own == std::string::npos ? line.size() : own);
        if (last.text.empty() && colon != std::string::npos) last.text = line.substr(colon + 2);
    }
    return last;
}

std::vector<std::string> Ghdl::words(const std::string& command, const std::string& library) const {
    std::vector<std::string> words = {"ghdl",
                                      command,
                                      "--std=" + standard_,
                                      "-frelaxed",
                                      "-fsynopsys",
                                      "-fexplicit",
                                      "--work=" + library,
                                      "--workdir=" + (folder_ / library).string()};
    for (const std::string& other : libraries_) {
        if (other != library) words.push_back("-P" + (folder_ / other).string());
    }
    return words;
}

Result<Exit> Ghdl::run_in(const std::string& library, std::vector<std::string> words,
                          std::string& output, Diagnostics& diagnostics) const {
    if (!make_folder(folder_ / library, diagnostics)) return failure;
    Command command;
    command.words = std::move(words);
    command.output = folder_ / "ghdl.log";
    const Exit exit = run(command);
    if (exit.how == Exit::How::not_found) {
        diagnostics.report(Code::tool_missing, {}, "ghdl", "ghdl-llvm");
        return failure;
    }
    const Result<std::string> text = read_file(command.output, diagnostics);
    if (!text) return failure;
    output = *text;
    return exit;
}

Result<bool> Ghdl::analyse_files(const std::string& library, const std::vector<std::string>& files,
                                 std::string& output, Diagnostics& diagnostics) {
    std::vector<std::string> command = words("-a", library);
    for (const std::string& file : files) command.push_back(path_argument(file));
    const Result<Exit> exit = run_in(library, std::move(command), output, diagnostics);
    if (!exit) return failure;
    return exit->good();
}

Result<Done> Ghdl::analyse(const std::vector<VhdlFile>& files, Diagnostics& diagnostics) {
    for (const VhdlFile& file : files) {
        if (std::find(libraries_.begin(), libraries_.end(), file.library) == libraries_.end())
            libraries_.push_back(file.library);
        if (const Result<std::string> text = read_file(file.path, diagnostics); !text)
            return failure;
    }
    for (const std::string& library : libraries_) {
        if (!make_folder(folder_ / library, diagnostics)) return failure;
    }
    // All of a library at once, in the order given; then one by one, again and again, those that
    // wait for another.
    std::vector<VhdlFile> left;
    std::string output;
    for (const std::string& library : libraries_) {
        std::vector<std::string> paths;
        for (const VhdlFile& file : files) {
            if (file.library == library) paths.push_back(file.path);
        }
        const Result<bool> good = analyse_files(library, paths, output, diagnostics);
        if (!good) return failure;
        if (*good) continue;
        for (const std::string& path : paths) left.push_back({library, path});
    }
    while (!left.empty()) {
        std::vector<VhdlFile> still;
        std::string first_output;
        for (const VhdlFile& file : left) {
            const Result<bool> good = analyse_files(file.library, {file.path}, output, diagnostics);
            if (!good) return failure;
            if (*good) continue;
            if (still.empty()) first_output = output;
            still.push_back(file);
        }
        if (still.size() == left.size()) {
            report_errors(first_output, diagnostics);
            return failure;
        }
        left = std::move(still);
    }
    return Done{};
}

Result<std::string> Ghdl::synthesize(const std::string& top, const Generics& generics, Form form,
                                     Diagnostics& diagnostics) {
    std::vector<std::string> command = words("--synth", kWork);
    command.push_back("--latches");
    command.push_back(form == Form::verilog ? "--out=verilog" : "--out=vhdl");
    for (const auto& [name, value] : generics) command.push_back("-g" + name + "=" + value);
    command.push_back(top);
    std::string output;
    const Result<Exit> exit = run_in(kWork, std::move(command), output, diagnostics);
    if (!exit) return failure;
    if (exit->good()) {
        if (form == Form::verilog) report_unbound(output, diagnostics);
        return output;
    }
    GhdlMessage why;
    for (const GhdlMessage& message : ghdl_messages(output)) {
        if (message.is_error && why.text.empty()) why = message;
    }
    if (why.text.empty()) why = last_words(output);
    vhdl_not_translated(
        why.place, top,
        exit->how == Exit::How::exited && !why.text.empty() ? why.text : exit->to_text(),
        diagnostics);
    return failure;
}

Result<fs::path> Ghdl::build(const std::string& top, std::string& trouble,
                             Diagnostics& diagnostics) {
    const fs::path program = folder_ / ("sim_" + top);
    std::vector<std::string> command = words("-e", kWork);
    command.insert(command.end(), {"-o", program.string(), top});
    std::string output;
    const Result<Exit> exit = run_in(kWork, std::move(command), output, diagnostics);
    if (!exit) return failure;
    if (exit->good()) return program;
    for (const GhdlMessage& message : ghdl_messages(output)) {
        if (!message.is_error || !trouble.empty()) continue;
        trouble = fmt::format("{}:{}: {}", message.place.file, message.place.line, message.text);
    }
    if (trouble.empty()) trouble = last_words(output).text;
    return failure;
}

std::string Ghdl::version() const {
    Diagnostics ignored;
    std::string output;
    const Result<Exit> exit = run_in(kWork, {"ghdl", "--version"}, output, ignored);
    if (!exit) return {};
    std::istringstream in(output);
    std::string word;
    in >> word >> word;
    return word;
}

std::vector<std::string> ghdl_simulation(const fs::path& program, const fs::path& waveform,
                                         const fs::path& selection,
                                         const std::vector<std::string>& arguments) {
    std::vector<std::string> words = {absolute_path(program), "--wave=" + absolute_path(waveform)};
    if (!selection.empty()) words.push_back("--read-wave-opt=" + absolute_path(selection));
    words.insert(words.end(), arguments.begin(), arguments.end());
    return words;
}

std::vector<std::string> ghdl_elaboration(const fs::path& program, const fs::path& waveform,
                                          const Generics& generics) {
    std::vector<std::string> words = {absolute_path(program), "--wave=" + absolute_path(waveform),
                                      "--stop-time=0fs", "--ieee-asserts=disable"};
    for (const auto& [name, value] : generics) words.push_back("-g" + name + "=" + value);
    return words;
}

// A path of it has no indices: every turn of a generate loop is meant.
std::string ghdl_selection(const std::vector<std::string>& signals) {
    std::string text = "$ version 1.1\n";
    std::set<std::string> lines;
    for (const std::string& signal : signals) {
        std::string line = "/";
        bool in_index = false;
        for (const char c : signal) {
            if (c == '[') in_index = true;
            if (!in_index) line += c == '.' ? '/' : c;
            if (c == ']') in_index = false;
        }
        if (lines.insert(line).second) text += line + "\n";
    }
    return text;
}

}  // namespace tapestry
