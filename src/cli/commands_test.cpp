// SPDX-License-Identifier: Apache-2.0
#include "cli/commands.h"

#include <gtest/gtest.h>

#include <algorithm>

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
    const ToolText tool = describe(declare_commands());
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

TEST(Commands, ACommandWithinACommandSpeaksForItself) {
    const Commands commands = declare_commands();
    const CLI::App* hls = commands.app->get_subcommand("hls");
    const CommandText profile = describe_part(*hls, *hls->get_subcommand("profile"));
    EXPECT_EQ(profile.name, "hls profile");
    EXPECT_EQ(profile.example, "tapestry hls profile app.c -o out/ -- 512");
    EXPECT_TRUE(std::any_of(profile.options.begin(), profile.options.end(), [](const auto& o) {
        return o.names == std::vector<std::string>{"--timeout"};
    }));
}

TEST(Commands, EveryOptionHasASentenceAndEveryValueAName) {
    for (const CommandText& command : describe(declare_commands()).commands) {
        EXPECT_TRUE(command.example.find("tapestry " + command.name) != std::string::npos);
        for (const OptionText& o : command.options) {
            const std::string name = o.is_operand() ? o.value : o.names.back();
            EXPECT_FALSE(o.what.empty()) << command.name << " " << name;
            EXPECT_NE(o.value, "VALUE") << command.name << " " << name;
        }
    }
}

TEST(Commands, AMistypedOneIsRecognised) {
    EXPECT_EQ(command_like("profil"), "profile");
    EXPECT_EQ(command_like("repotr"), "report");
    EXPECT_EQ(command_like("prophesy"), "");
}

}  // namespace
}  // namespace tapestry
