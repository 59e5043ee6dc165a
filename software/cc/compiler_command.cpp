// SPDX-License-Identifier: Apache-2.0
#include "software/cc/compiler_command.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "base/diagnostics.h"
#include "base/file.h"
#include "base/process.h"
#include "base/text.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

bool is_source(const std::string& word) {
    const std::string ending = fs::path(word).extension().string();
    return !word.starts_with("-") &&
           is_one_of(ending, {".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".cp"});
}

// Options that take the next argument as their value.
bool takes_a_word(const std::string& word) {
    return is_one_of(word, {"-o",
                            "-I",
                            "-D",
                            "-U",
                            "-include",
                            "-imacros",
                            "-isystem",
                            "-iquote",
                            "-idirafter",
                            "-MF",
                            "-MT",
                            "-MQ",
                            "-x",
                            "-L",
                            "-l",
                            "-Xlinker",
                            "-Xpreprocessor",
                            "-Xassembler",
                            "-arch",
                            "-T",
                            "-u",
                            "-z"});
}

}  // namespace

bool CompilerCommand::is_cpp(std::size_t source) const {
    const bool c_file = fs::path(words[source]).extension() == ".c";
    const std::string name = fs::path(words[0]).filename().string();
    return !c_file || name.find("++") != std::string::npos || name.find("cxx") != std::string::npos;
}

std::vector<std::string> CompilerCommand::reading_options() const {
    std::vector<std::string> options;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string& w = words[i];
        const bool two =
            is_one_of(w, {"-I", "-D", "-U", "-include", "-isystem", "-iquote", "-idirafter"});
        const bool one = w.starts_with("-I") || w.starts_with("-D") || w.starts_with("-U") ||
                         w.starts_with("-std=") || w == "-pthread" ||
                         w.starts_with("-fno-exceptions");
        if (two && i + 1 < words.size())
            options.insert(options.end(), {w, words[++i]});
        else if (one)
            options.push_back(w);
        else if (w == "-fopenmp")  // its pragmas do not change where statements end
            options.emplace_back("-D_OPENMP=201511");
    }
    return options;
}

CompilerCommand compiler_command(std::vector<std::string> words) {
    CompilerCommand command;
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (takes_a_word(words[i])) {
            ++i;
        } else if (is_source(words[i])) {
            command.sources.push_back(i);
        } else if (is_one_of(words[i], {"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only"})) {
            command.links = false;
        }
    }
    command.words = std::move(words);
    // A command that only lists headers lists those of the unchanged source.
    const auto lists = [](const std::string& w) { return w == "-M" || w == "-MM"; };
    if (std::any_of(command.words.begin(), command.words.end(), lists)) command.sources.clear();
    return command;
}

bool takes_option(const std::string& compiler, const std::string& option) {
    Command asked;
    asked.words = {compiler, option, "-x", "c", "-fsyntax-only", "/dev/null"};
    asked.output = "/dev/null";
    return run(asked).good();
}

std::vector<std::string> header_folders(const CompilerCommand& command, bool is_cpp) {
    const fs::path log = fs::temp_directory_path() / ("tapestry-cc." + std::to_string(getpid()));
    Command asked;
    asked.words = {command.words[0], "-x", is_cpp ? "c++" : "c", "-E", "-v", "/dev/null"};
    asked.output = log;
    run(asked);
    Diagnostics ignored;
    std::istringstream lines(read_file(log, ignored).value_or(""));
    std::error_code ec;
    fs::remove(log, ec);
    std::vector<std::string> folders;
    bool listed = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("#include ")) listed = true;
        if (line.starts_with("End of search")) break;
        if (!listed || !line.starts_with(" ")) continue;
        const std::string folder = line.substr(1);
        // Headers of the compiler's builtins do not suit another compiler; clang has its own.
        const bool of_compiler = folder.find("/lib/gcc/") != std::string::npos ||
                                 folder.find("/lib/clang/") != std::string::npos ||
                                 folder.find("/lib/llvm-") != std::string::npos;
        if (of_compiler && folder.find("c++") == std::string::npos) continue;
        folders.push_back(folder);
    }
    return folders;
}

}  // namespace tapestry
