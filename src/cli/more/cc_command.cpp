// SPDX-License-Identifier: Apache-2.0
// Compiles host software with the states that its pragmas name: tapestry-cc does it.
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/codes/files.h"
#include "base/own_program.h"
#include "cli/command.h"
#include "software/recording/run_program.h"

namespace tapestry {

namespace {

int cc_command(const std::vector<std::string>& words, Diagnostics& diagnostics) {
    if (words.empty()) {
        diagnostics.report(code::command_line_refused, {}, "no compiler is given", "cc ");
        return kBadInput;
    }
    std::vector<std::string> command = {program_beside("tapestry-cc")};
    command.insert(command.end(), words.begin(), words.end());
    const ProgramEnd end = run_program(command, {});
    if (end.error == 0) return end.status;
    diagnostics.report(code::tool_missing, {}, "tapestry-cc",
                       "libclang-19-dev, then build Tapestry again");
    return kBadInput;
}

}  // namespace

Action declare_cc(OptionList& app) {
    auto words = std::make_shared<std::vector<std::string>>();
    app.add_option(
           "--arg", *words,
           "A word of the compiler's command line; all words behind cc are such. --functions as "
           "the first of them makes a state of every function")
        ->allow_extra_args(false)
        ->type_name("WORD");
    return [words](Diagnostics& diagnostics) { return cc_command(*words, diagnostics); };
}

}  // namespace tapestry
