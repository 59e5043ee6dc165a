// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "cli/manual/completion.h"
#include "cli/manual/help.h"
#include "cli/manual/man.h"

namespace tapestry {
namespace {

ToolText loom() {
    const OptionText cloth{{}, "FILE", "Cloth to mend", "", "", {}, true};
    const OptionText out{{"-o", "--out"}, "DIR", "Where it goes", "basket", "", {}, false};
    const OptionText dye{{"--dye"},       "",   "Colour, if it isn't plain: [a few]", "", "",
                         {"red", "blue"}, false};
    const OptionText knots{{"--knots"}, "N", "Knots of a fringe", "", "2 to 9", {}, false};
    const OptionText wash{{"--wash"}, "", "Wash it first", "", "", {}, false};
    return {
        "loom",
        "1.2",
        "Cloth of all kinds",
        {{{"--version"}, "", "Print the version", "", "", {}, false}},
        {{"Care", "mend", "Make cloth whole", "loom mend shirt", {cloth, out, dye, knots, wash}},
         {"Care", "mend holes", "Darn", "loom mend holes sock", {wash}},
         {"Trade", "sell", "Part with it", "loom sell", {}}}};
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST(Help, ShowsEverythingAndKeepsWithinTheWidth) {
    const ToolText tool = loom();
    const std::string help = help_of_command(tool, tool.commands[0], 60);
    EXPECT_EQ(help,
              "Make cloth whole\n\n"
              "Usage: loom mend [OPTION...] [FILE...]\n\n"
              "  FILE...  Cloth to mend\n\n"
              "Options:\n"
              "  -o, --out DIR   Where it goes (default: basket)\n"
              "  --dye red|blue  Colour, if it isn't plain: [a few]\n"
              "  --knots N       Knots of a fringe (2 to 9)\n"
              "  --wash          Wash it first\n\n"
              "Also:\n"
              "  mend holes  Darn\n\n"
              "Example:\n"
              "  loom mend shirt\n");
}

TEST(Help, GroupsCommandsAndLeavesTheirPartsToThem) {
    EXPECT_EQ(help_of_tool(loom(), 60),
              "Cloth of all kinds\n"
              "Usage: loom COMMAND [OPTION...] (--help says more), or --version\n\n"
              "Care   mend  Make cloth whole\n"
              "Trade  sell  Part with it\n");
}

TEST(Help, BreaksSentencesBelowThemselves) {
    ToolText tool = loom();
    tool.commands[0].options = {
        {{"--a"}, "", "one two three four five six seven eight", "", "", {}, false}};
    EXPECT_TRUE(has(help_of_command(tool, tool.commands[0], 36),
                    "  --a  one two three four five six\n       seven eight\n"));
}

TEST(Man, EscapesWhatRoffWouldTakeForItsOwn) {
    ToolText tool = loom();
    tool.commands[0].what = ".so \\ far";
    const std::string page = man_of_command(tool, tool.commands[0]);
    EXPECT_TRUE(has(page, "loom\\-mend \\- \\&.so \\e far\n")) << page;
    EXPECT_TRUE(
        has(page,
            ".TP\n\\fB\\-o\\fR, \\fB\\-\\-out\\fR \\fIDIR\\fR\nWhere it goes (default: basket)\n"));
}

TEST(Man, APartHasAPageThatItsCommandNames) {
    const ToolText tool = loom();
    EXPECT_EQ(man_page_name(tool, tool.commands[1]), "loom-mend-holes");
    EXPECT_TRUE(has(man_of_command(tool, tool.commands[0]), "\\fBloom\\-mend\\-holes\\fR(1)\n"));
}

TEST(Completion, OffersWhatAnOptionTakes) {
    const std::string bash = bash_completion(loom());
    EXPECT_TRUE(has(bash, "'mend':-o | 'mend':--out) _loom_files -d ; return ;;"));
    EXPECT_TRUE(has(bash, "'mend':--dye) _loom_words 'red blue' ; return ;;"));
    EXPECT_TRUE(has(bash, "'mend':--knots) : ; return ;;"));
    EXPECT_FALSE(has(bash, "'mend':--wash)"));
    EXPECT_TRUE(has(bash, "'mend':*) _loom_files -f ;;"));
}

TEST(Completion, EscapesDescriptions) {
    EXPECT_TRUE(
        has(zsh_completion(loom()),
            "'(--dye)--dye[Colour, if it isn'\\''t plain\\: \\[a few\\]]:value:(red blue)'"))
        << zsh_completion(loom());
    EXPECT_TRUE(has(fish_completion(loom()),
                    "-l dye -x -a 'red blue' -d 'Colour, if it isn\\'t plain: [a few]'\n"));
}

}  // namespace
}  // namespace tapestry
