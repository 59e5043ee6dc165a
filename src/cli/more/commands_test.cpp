// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "cli/manual/help.h"
#include "cli/more/all_commands.h"
#include "cli/tool.h"

namespace tapestry {
namespace {

const OptionText& option(const ToolText& tool, const std::string& command,
                         const std::string& name) {
    for (const CommandText& c : tool.commands) {
        if (c.name != command) continue;
        for (const OptionText& o : c.options)
            if (std::find(o.names.begin(), o.names.end(), name) != o.names.end()) return o;
    }
    static const OptionText none;
    ADD_FAILURE() << command << " has no " << name;
    return none;
}

TEST(Commands, SayAboutEachOptionWhatTheParserKnows) {
    const ToolText tool = describe(declare_commands(all_commands()));
    EXPECT_EQ(option(tool, "profile", "--out").value, "DIR");
    EXPECT_EQ(option(tool, "profile", "--out").preset, "out");
    EXPECT_EQ(option(tool, "report", "--colour").choices,
              (std::vector<std::string>{"auto", "always", "never"}));
    EXPECT_EQ(value_text(option(tool, "report", "--colour")), "auto|always|never");
    EXPECT_EQ(value_text(option(tool, "profile", "--sim")), "verilator|icarus");
    EXPECT_EQ(option(tool, "export", "--format").choices.front(), "paraver");
    EXPECT_EQ(option(tool, "weave", "--divisor").limits, "2 to 65535");
    EXPECT_EQ(option(tool, "profile", "--json").value, "");
}

TEST(Commands, APartStandsBehindItsCommand) {
    const ToolText tool = describe(declare_commands(all_commands()));
    EXPECT_EQ(option(tool, "hls profile", "--timeout").value, "SECONDS");
    std::string whole;
    for (const CommandText& command : tool.commands) {
        if (command.is_part())
            EXPECT_TRUE(command.name.starts_with(whole + " ")) << command.name;
        else
            whole = command.name;
    }
}

TEST(Commands, AnOldNameIsUnderstoodAndNotShown) {
    const Commands commands = declare_commands(all_commands());
    EXPECT_EQ(commands.app->get_subcommand("size"), commands.app->get_subcommand("predict size"));
    EXPECT_FALSE(is_command("size"));
    EXPECT_TRUE(is_command("predict size"));
}

TEST(Commands, HelpFitsATerminal) {
    const std::string help = help_of_tool(describe(declare_commands(all_commands())), 80);
    std::size_t lines = 0;
    std::istringstream in(help);
    for (std::string line; std::getline(in, line); ++lines) EXPECT_LE(line.size(), 80u) << line;
    EXPECT_LT(lines, 24u) << help;  // one is for what the shell asks next
}

TEST(Commands, EveryOptionHasASentenceAndEveryValueAName) {
    for (const CommandText& command : describe(declare_commands(all_commands())).commands) {
        EXPECT_TRUE(command.example.find("tapestry " + command.name) != std::string::npos);
        for (const OptionText& o : command.options) {
            const std::string name = o.is_operand() ? o.value : o.names.back();
            EXPECT_FALSE(o.what.empty()) << command.name << " " << name;
            EXPECT_NE(o.value, "VALUE") << command.name << " " << name;
        }
    }
}

TEST(Commands, EachIsInTheWholeTool) {
    const DeclaredCommands all = all_commands();
    const ToolText tool = describe(declare_commands(all));
    std::set<std::string> declared;
    for (const DeclaredCommand& command : all) declared.insert(command.name);
    for (const CommandText& command : tool.commands)
        EXPECT_TRUE(declared.contains(command.name)) << command.name;
    EXPECT_EQ(declared.size(), tool.commands.size());
}

TEST(Commands, TheFirstProgramKnowsWhichOnesItHasNot) {
    const DeclaredCommands first = first_commands();
    EXPECT_FALSE(is_command_elsewhere("profile", first));
    EXPECT_TRUE(is_command_elsewhere("predict size", first));
    EXPECT_TRUE(is_command_elsewhere("size", first));
    EXPECT_FALSE(is_command_elsewhere("profil", first));
    EXPECT_FALSE(is_command_elsewhere("size", all_commands()));
}

TEST(Commands, AMistypedOneIsRecognised) {
    EXPECT_EQ(command_like("profil"), "profile");
    EXPECT_EQ(command_like("repotr"), "report");
    EXPECT_EQ(command_like("sise"), "predict size");
    EXPECT_EQ(command_like("prophesy"), "");
}

}  // namespace
}  // namespace tapestry
