// SPDX-License-Identifier: Apache-2.0
#include "base/verilator_start.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string_view>

namespace tapestry {

namespace {

namespace fs = std::filesystem;

bool is_perl(const fs::path& script) {
    std::ifstream file(script);
    std::string line;
    return std::getline(file, line) && line.starts_with("#!") &&
           line.find("perl") != std::string::npos;
}

// What tells the script itself something: where Verilator is, or how to look for faults in it.
bool is_told_more(const std::vector<std::string>& words) {
    for (const char* name : {"VERILATOR_ROOT", "VERILATOR_BIN", "VERILATOR_TEST_FLAGS"})
        if (std::getenv(name)) return true;
    return std::any_of(words.begin(), words.end(), [](std::string_view word) {
        for (const std::string_view flag :
             {"debug", "gdb", "no-gdb", "rr", "no-rr", "quiet-exit", "no-quiet-exit",
              "unlimited-stack", "no-unlimited-stack", "help"}) {
            if (word.starts_with("-") && word.substr(word.find_first_not_of('-')).starts_with(flag))
                return true;
        }
        return false;
    });
}

}  // namespace

void start_without_script(Command& command) {
    const auto named = find_program(command.words.at(0));
    std::error_code ec;
    const fs::path script = named ? fs::canonical(*named, ec) : fs::path();
    if (ec || script.empty() || is_told_more(command.words) || !is_perl(script)) return;
    const fs::path program = script.string() + "_bin";
    if (access(program.c_str(), X_OK) != 0) return;
    command.words[0] = program.string();
    command.unlimited_stack = true;
}

}  // namespace tapestry
