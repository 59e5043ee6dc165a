// SPDX-License-Identifier: Apache-2.0
#include "weave/text/block_finder.h"

#include <gtest/gtest.h>

#include "base/verilog_text.h"

namespace tapestry {
namespace {

// In each text <> marks the place that is wanted; it is taken out before the search.
std::pair<std::string, std::size_t> unmark(std::string text) {
    const std::size_t at = text.find("<>");
    return {text.erase(at, 2), at};
}

TEST(BlockFinder, FindsTheEndOfAModule) {
    const struct {
        const char* what;
        const char* text;
        std::uint32_t line;
    } cases[] = {
        {"plain", "module m; <>endmodule", 1},
        {"after others", "module a; endmodule\nmodule m; <>endmodule\nmodule b; endmodule", 2},
        {"endmodule in a comment", "module m; // endmodule\n/* endmodule */ <>endmodule", 1},
        {"endmodule in a string", "module m; initial $display(\"endmodule\"); <>endmodule", 1},
        {"name of another", "module mm; endmodule module m; <>endmodule", 1},
        {"a name that begins like it",
         "module endmodule_x; endmodule\nmodule m; wire endmodule_y; <>endmodule", 2},
        {"automatic", "module automatic m; <>endmodule", 1},
        {"escaped", "module \\m ; <>endmodule", 1},
        {"carriage returns", "module m;\r\n  wire w;\r\n<>endmodule\r\n", 1},
        {"name on a later line", "module\n  m\n; <>endmodule", 1},
        {"second of two alternatives",
         "`ifdef A\nmodule m; endmodule\n`else\nmodule m; <>endmodule\n`endif", 4},
    };
    for (const auto& c : cases) {
        const auto [text, wanted] = unmark(c.text);
        const auto found = find_module(mask_comments(text), "m", c.line);
        ASSERT_TRUE(found) << c.what;
        EXPECT_EQ(found->endmodule, wanted) << c.what;
    }
}

TEST(BlockFinder, AModuleThatIsNotThere) {
    for (const char* text :
         {"", "`MAKE(m)", "module m;", "// module m; endmodule", "module n; m u(); endmodule"}) {
        EXPECT_FALSE(find_module(mask_comments(text), "m", 1)) << text;
    }
}

TEST(BlockFinder, FindsTheEndOfAGenerateBlock) {
    const struct {
        const char* what;
        const char* text;
        std::uint32_t line;  // of the declaration of `s`
    } cases[] = {
        {"loop", "module m;\nfor (i=0;i<2;i=i+1) begin : g\nreg s;\n<>end endmodule", 3},
        {"nested", "module m;\nbegin : a\nbegin : b\nreg s;\n<>end\nend endmodule", 4},
        {"outer of two", "module m;\nbegin : a\nreg s;\nbegin : b\nreg t;\nend\n<>end endmodule",
         3},
        {"after a process",
         "module m;\nbegin : g\nreg s;\nalways @(posedge c) begin s <= 1; if (x) begin end "
         "end\n<>end endmodule",
         3},
        {"second branch",
         "module m;\nif (P) begin : a\nreg s;\nend else begin : b\nreg s;\n<>end endmodule", 5},
        {"end in a comment", "module m;\nbegin : g\nreg s; // end\n/* end */ <>end endmodule", 3},
        {"carriage returns", "module m;\r\nbegin : g\r\nreg s;\r\n<>end\r\nendmodule", 3},
        {"escaped", "module m;\nbegin : g\nreg \\s ;\n<>end endmodule", 3},
    };
    for (const auto& c : cases) {
        const auto [text, wanted] = unmark(c.text);
        const std::string masked = mask_comments(text);
        const auto module = find_module(masked, "m", 1);
        ASSERT_TRUE(module) << c.what;
        EXPECT_EQ(find_block_end(masked, *module, "s", c.line), wanted) << c.what;
    }
    const std::string bare = "module m;\nreg s;\nendmodule";
    EXPECT_FALSE(find_block_end(bare, *find_module(bare, "m", 1), "s", 2))
        << "no block is around it";
}

}  // namespace
}  // namespace tapestry
