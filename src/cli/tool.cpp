// SPDX-License-Identifier: Apache-2.0
#include "cli/tool.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>

#include "base/codes/files.h"
#include "base/own_program.h"
#include "base/printable.h"
#include "cli/commands.h"
#include "cli/manual/help.h"
#include "jobs/options/output_columns.h"
#include "jobs/options/print_diagnostics.h"
#include "jobs/options/to_output.h"

namespace tapestry {

namespace {

constexpr const char* kWholeTool = "tapestry-more";

// The words of the command line, those that name a part of a command as one.
std::vector<std::string> given_words(int argc, char** argv) {
    std::vector<std::string> words(argv + 1, argv + argc);
    if (words.size() > 1 && is_command(words[0] + " " + words[1])) {
        words[0] += " " + words[1];
        words.erase(words.begin() + 1);
    }
    return words;
}

// Whether words behind "--" are the command line of the user's program.
bool runs_program(const std::string& command) {
    const auto is = [&](const char* name) { return command == name; };
    return is("hls") || is("hls profile") || is("record") || is("run") || is("tune");
}

// CLI11 takes "-Iinc" for the flags -I -i -n -c unless the option is separated from its value, and
// what stands behind "--" for files, where it may be a program; so is all behind `cc`.
std::vector<std::string> split_glued(const std::vector<std::string>& given) {
    std::vector<std::string> words;
    bool for_program = false;
    for (std::size_t i = 0; i < given.size(); ++i) {
        const std::string& word = given[i];
        const bool for_help = i == 1 && (word == "--help" || word == "-h");
        if (for_program || (i > 0 && given.front() == "cc" && !for_help)) {
            words.push_back("--arg=" + word);
            continue;
        }
        for_program = word == "--" && runs_program(given.front());
        if (for_program) continue;
        // What it hands on begins with a dash, too.
        if (word == "--sim-flag" && i + 1 < given.size()) {
            words.push_back(word + "=" + given[++i]);
            continue;
        }
        const bool glued = word.size() > 2 && word[0] == '-' &&
                           std::string("IDGyv").find(word[1]) != std::string::npos;
        if (glued)
            words.insert(words.end(), {word.substr(0, 2), word.substr(2)});
        else
            words.push_back(word);
    }
    std::reverse(words.begin(), words.end());  // the order CLI11 wants
    return words;
}

// The word that stands where a command should, when there is no command of that name.
std::string unknown_command(const CLI::App& app, const std::vector<std::string>& words) {
    if (!app.get_subcommands().empty() || words.empty() || words.back().starts_with("-")) return {};
    return words.back();  // they are in reverse order
}

// What was wrong, in a sentence without an end.
std::string reason_of(const CLI::ParseError& e, const std::string& unknown,
                      const std::string& command) {
    if (!unknown.empty()) {
        const std::string like = command_like(unknown);
        return fmt::format("there is no command '{}'{}", unknown,
                           like.empty() ? "" : fmt::format("; did you mean '{}'?", like));
    }
    std::string what = e.what();
    while (!what.empty() && (what.back() == '\n' || what.back() == '.')) what.pop_back();
    std::replace(what.begin(), what.end(), '\n', ' ');
    if (dynamic_cast<const CLI::ExtrasError*>(&e) == nullptr) return what;
    const std::string words = what.substr(std::min(what.find(": ") + 2, what.size()));
    if (words.starts_with('-') && !runs_program(command))
        return fmt::format("there is no option '{}'", words.substr(0, words.find(' ')));
    return fmt::format(
        "too much is given: {}{}", words,
        runs_program(command) ? "; a program and its arguments stand behind '--'" : "");
}

int refuse(const CLI::ParseError& e, const CLI::App& app, const std::vector<std::string>& words) {
    std::string command;
    for (const CLI::App* given : app.get_subcommands()) command = given->get_name();
    Diagnostics diagnostics;
    diagnostics.report(code::command_line_refused, {},
                       reason_of(e, unknown_command(app, words), command),
                       command.empty() ? "" : command + " ");
    print(diagnostics);
    return kBadInput;
}

int help(const Commands& commands) {
    const ToolText tool = describe(commands);
    const int width = std::min(output_columns(), 100);  // longer lines are tiring to read
    std::string text = help_of_tool(tool, width);
    for (const CLI::App* given : commands.app->get_subcommands()) {
        for (const CommandText& command : tool.commands) {
            if (command.name == given->get_name()) text = help_of_command(tool, command, width);
        }
    }
    to_output(for_locale(text));
    return kFine;
}

int carry_out(const Action& action) {
    // A file that reaches the limit of `ulimit -f` is a failed write like any other.
    signal(SIGXFSZ, SIG_IGN);
    Diagnostics diagnostics;
    int status = kBadInput;
    try {
        status = action(diagnostics);
        // What is printed may reach the disk only here, and a report that did not arrive is no
        // success.
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
            throw std::system_error(errno, std::generic_category());
    } catch (const std::system_error& e) {
        diagnostics.report(code::file_unwritable, {}, "standard output", e.code().message());
        status = kBadInput;
    }
    print(diagnostics);
    return status;
}

}  // namespace

int continue_in_whole_tool(Diagnostics& diagnostics) {
    const std::string program = program_beside(kWholeTool);
    std::vector<std::string> words = words_of_this_process();
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    execvp(program.c_str(), argv.data());
    diagnostics.report(code::tool_missing, {}, kWholeTool,
                       "tapestry; in a checkout: scripts/build");
    return kBadInput;
}

int run_tool(int argc, char** argv, const DeclaredCommands& carried_out) {
    const std::vector<std::string> given = given_words(argc, argv);
    if (!given.empty() && is_command_elsewhere(given.front(), carried_out))
        return carry_out(continue_in_whole_tool);
    const Commands commands = declare_commands(carried_out);
    const std::vector<std::string> words = split_glued(given);
    if (words.empty()) {
        help(commands);
        return kBadInput;  // for a script whose command is an empty variable
    }
    try {
        std::vector<std::string> taken = words;
        commands.app->parse(taken);
    } catch (const CLI::CallForHelp&) {
        return carry_out([&](Diagnostics&) { return help(commands); });
    } catch (const CLI::Success& e) {
        return carry_out([&](Diagnostics&) { return commands.app->exit(e); });  // --version
    } catch (const CLI::ParseError& e) {
        return refuse(e, *commands.app, words);
    }
    for (const auto& [command, action] : commands.actions) {
        if (command->parsed()) return carry_out(action);
    }
    return kBadInput;
}

}  // namespace tapestry
