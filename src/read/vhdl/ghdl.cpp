// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/ghdl.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "base/argument.h"
#include "base/codes/files.h"
#include "base/codes/sources.h"
#include "base/file.h"
#include "base/sandbox.h"
#include "read/vhdl/crash_place.h"
#include "read/vhdl/needed_files.h"
#include "read/vhdl/quick_writing.h"
#include "read/vhdl/vhdl_text.h"

namespace tapestry {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostMessages = 5;

Reported report_errors(const std::string& output, Diagnostics& diagnostics) {
    std::vector<GhdlMessage> messages = causes_in(ghdl_messages(output));
    if (messages.size() > kMostMessages) messages.resize(kMostMessages);
    if (messages.empty()) {
        GhdlMessage last = last_words(output);
        if (last.text.empty()) last.text = "GHDL refuses the design";
        messages.push_back(std::move(last));
    }
    const GhdlMessage last = std::move(messages.back());  // the hint is given once
    messages.pop_back();
    for (const GhdlMessage& m : messages) {
        const Diagnostic said{code::vhdl_rejected, Severity::error, m.place, m.text, ""};
        diagnostics.add(said);
    }
    return diagnostics.report(code::vhdl_rejected, last.place, last.text);
}

// instance "u_a" of component "a" is not bound
std::string unbound_component(const std::string& message, std::size_t end) {
    const std::size_t close = message.rfind('"', end);
    if (close == 0 || close == std::string::npos) return {};
    const std::size_t open = message.rfind('"', close - 1);
    if (open == std::string::npos) return {};
    return in_lower_case(message.substr(open + 1, close - open - 1));
}

// GHDL also reports unbound components that are not used, such as in a generate branch for another
// vendor. A used one is an empty module in the output.
void report_unbound(const std::string& output, const std::set<std::string>& in_verilog,
                    Diagnostics& diagnostics) {
    std::set<std::string> told;
    for (const GhdlMessage& message : ghdl_messages(output)) {
        const std::size_t end = message.text.find(" is not bound");
        if (end == std::string::npos || !told.insert(message.text).second) continue;
        const std::string component = unbound_component(message.text, end);
        const bool is_used = output.find("\nmodule " + component) != std::string::npos;
        if (!is_used || in_verilog.contains(component)) continue;
        diagnostics.report(code::vhdl_unbound, message.place, message.text.substr(0, end + 13));
    }
}

Refusal refusal_of(const Exit& exit, const std::string& output) {
    const GhdlMessage why = why_refused(output);
    const std::string crash = crash_reason(output), generic = missing_generic(output);
    if (!crash.empty()) return {Refusal::Kind::crash, Place(), crash};
    if (!generic.empty()) return {Refusal::Kind::generic_missing, why.place, generic};
    const bool says_why = exit.how == Exit::How::exited && !why.text.empty();
    return {Refusal::Kind::not_synthesizable, why.place, says_why ? why.text : exit.to_text()};
}

}  // namespace

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
    if (const auto made = make_folder(folder_ / library, diagnostics); !made) return made.failure();
    Command command;
    command.words = std::move(words);
    command.output = folder_ / "ghdl.log";
    const Exit exit = look(command, folder_);
    if (exit.how == Exit::How::not_found) {
        return diagnostics.report(code::tool_missing, {}, "ghdl", "ghdl-llvm");
    }
    const Result<std::string> text = read_file(command.output, diagnostics);
    if (!text) return text.failure();
    if (const std::string why = why_limited(exit, *text); !why.empty()) {
        return diagnostics.report(code::looking_stopped, {}, "ghdl", why);
    }
    output = *text;
    return exit;
}

Result<bool> Ghdl::analyse_files(const std::string& library, const std::vector<std::string>& files,
                                 std::string& output, Diagnostics& diagnostics) {
    std::vector<std::string> command = words("-a", library);
    if (purpose_ == Purpose::look) command.push_back("-O0");
    for (const std::string& file : files) command.push_back(path_argument(file));
    const Result<Exit> exit = run_in(library, std::move(command), output, diagnostics);
    if (!exit) return exit.failure();
    return exit->good();
}

Result<Done> Ghdl::make_libraries(Diagnostics& diagnostics) const {
    for (const std::string& library : libraries_) {
        std::error_code ignored;
        fs::remove_all(folder_ / library, ignored);
        if (const auto made = make_folder(folder_ / library, diagnostics); !made)
            return made.failure();
    }
    return Done{};
}

// Passes consecutive files of one library in one call.
Result<bool> Ghdl::analyse_in_order(const std::vector<VhdlFile>& files, Diagnostics& diagnostics) {
    std::string output;
    for (std::size_t i = 0; i < files.size();) {
        const std::string& library = files[i].library;
        std::vector<std::string> paths;
        for (; i < files.size() && files[i].library == library; ++i) paths.push_back(files[i].path);
        const Result<bool> good = analyse_files(library, paths, output, diagnostics);
        if (!good) return good.failure();
        if (!*good) return false;
    }
    return true;
}

// Retries as long as more files succeed; returns GHDL's messages about the files that fail in the
// end.
Result<std::vector<std::string>> Ghdl::analyse_one_by_one(std::vector<VhdlFile> files,
                                                          Diagnostics& diagnostics) {
    for (;;) {
        std::vector<VhdlFile> refused;
        std::vector<std::string> outputs;
        for (const VhdlFile& file : files) {
            std::string output;
            const Result<bool> good = analyse_files(file.library, {file.path}, output, diagnostics);
            if (!good) return good.failure();
            if (*good) continue;
            refused.push_back(file);
            outputs.push_back(std::move(output));
        }
        if (refused.empty() || refused.size() == files.size()) return outputs;
        files = std::move(refused);
    }
}

Result<Done> Ghdl::analyse(const std::vector<VhdlFile>& files, const std::set<std::string>& roots,
                           Diagnostics& diagnostics) {
    std::set<std::string> libraries;
    for (const VhdlFile& file : files) libraries.insert(file.library);
    libraries_.assign(libraries.begin(), libraries.end());
    const Result<VhdlSources> sources = read_sources(files, libraries, diagnostics);
    if (!sources) return sources.failure();
    if (const auto done = make_libraries(diagnostics); !done) return done.failure();
    const VhdlSources needed = needed_files(*sources, roots);
    files_ = in_order_of_use(needed.files, needed.units);
    texts_.clear();
    for (const VhdlFile& file : files_) texts_[file.path] = needed.texts.at(file.path);
    const Result<bool> good = analyse_in_order(files_, diagnostics);
    if (!good) return good.failure();
    if (*good) return Done{};
    // Starts over, because analysing a package again makes its users obsolete.
    if (const auto done = make_libraries(diagnostics); !done) return done.failure();
    const Result<std::vector<std::string>> refusals = analyse_one_by_one(files_, diagnostics);
    if (!refusals) return refusals.failure();
    if (refusals->empty()) return Done{};
    return report_errors(cause_of(*refusals), diagnostics);
}

std::optional<Ghdl> Ghdl::with_files(const std::map<std::string, std::string>& others,
                                     const fs::path& folder) const {
    Diagnostics ignored;
    Ghdl other(folder, standard_, purpose_);
    std::vector<VhdlFile> files = files_;
    for (VhdlFile& file : files) {
        if (const auto stands_in = others.find(file.path); stands_in != others.end())
            file.path = stands_in->second;
    }
    if (!make_folder(folder, ignored) || !other.analyse(files, {}, ignored)) return std::nullopt;
    return other;
}

void Ghdl::leave_to_verilog(const std::vector<std::string>& modules) {
    for (const std::string& module : modules) in_verilog_.insert(in_lower_case(module));
}

std::vector<std::string> Ghdl::synthesis(const VhdlTop& top, Form form) const {
    std::vector<std::string> command = words("--synth", top.library);
    command.push_back("--latches");
    command.push_back(form == Form::verilog ? "--out=verilog" : "--out=vhdl");
    for (const auto& [name, value] : top.generics) command.push_back("-g" + name + "=" + value);
    command.push_back(top.entity);
    if (!top.architecture.empty()) command.push_back(top.architecture);
    return command;
}

std::optional<Ghdl> Ghdl::copy_in(const fs::path& folder) const {
    Ghdl other = *this;
    other.folder_ = folder;
    Diagnostics ignored;
    std::error_code error;
    fs::remove_all(folder, error);
    for (const std::string& library : libraries_) {
        if (!make_folder(folder / library, ignored)) return std::nullopt;
        fs::copy(folder_ / library, folder / library, fs::copy_options::recursive, error);
        if (error) return std::nullopt;
    }
    return other;
}

bool Ghdl::reads(const std::string& library, const std::string& text) {
    Diagnostics ignored;
    std::string output;
    const fs::path file = folder_ / (library + "_more.vhd");
    if (!write_file(file, text, ignored)) return false;
    const Result<bool> good = analyse_files(library, {file.string()}, output, ignored);
    return good && *good;
}

Result<std::optional<std::string>> Ghdl::synthesize(const VhdlTop& top, Form form,
                                                    std::optional<Refusal>& refusal,
                                                    Diagnostics& diagnostics) {
    std::string output;
    const Result<Exit> exit = run_in(top.library, synthesis(top, form), output, diagnostics);
    if (!exit) return exit.failure();
    if (exit->good()) {
        if (form == Form::verilog) report_unbound(output, in_verilog_, diagnostics);
        return output;
    }
    refusal = refusal_of(*exit, output);
    return std::optional<std::string>();
}

Result<std::optional<fs::path>> Ghdl::build(const VhdlTop& top, GhdlMessage& trouble,
                                            Diagnostics& diagnostics) {
    const fs::path program = folder_ / ("sim_" + top.entity);
    std::vector<std::string> command = words("-e", top.library);
    if (purpose_ == Purpose::simulate) {
        const std::vector<std::string> quick = quick_writing(folder_, ghdl_version(folder_));
        command.insert(command.end(), quick.begin(), quick.end());
    }
    // GHDL refuses a one-letter entity with its architecture unless the library precedes it.
    command.insert(command.end(), {"-o", program.string(), top.library + "." + top.entity});
    if (!top.architecture.empty()) command.push_back(top.architecture);
    std::string output;
    const Result<Exit> exit = run_in(top.library, std::move(command), output, diagnostics);
    if (!exit) return exit.failure();
    if (exit->good()) return program;
    trouble = why_refused(output);
    if (trouble.text.empty()) trouble.text = "GHDL " + exit->to_text();
    return std::optional<fs::path>();
}

std::string ghdl_version(const fs::path& folder) {
    Command command;
    command.words = {"ghdl", "--version"};
    command.output = folder / "version.log";
    run(command);
    Diagnostics ignored;
    const Result<std::string> output = read_file(command.output, ignored);
    if (!output) return {};
    std::istringstream in(*output);
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

std::vector<std::string> ghdl_dump(const fs::path& program) {
    return {absolute_path(program), "--dump-rti", "--stop-time=0fs", "--ieee-asserts=disable"};
}

// A path in the selection has no indices, so it stands for every iteration of a generate loop.
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
