// SPDX-License-Identifier: Apache-2.0
// The diff of a woven text is one that `patch` takes: applied to the original it gives the woven
// text.
#include <gtest/gtest.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/process.h"
#include "weave/sources/weave.h"

namespace tapestry {
namespace {

namespace fs = std::filesystem;

TapSite event_site(const std::string& module, const std::string& file, std::uint32_t line) {
    TapSite site;
    site.module = module;
    site.instance_name = "tapestry_event_" + module;
    site.file = file;
    site.module_line = line;
    site.clock_text = "clk";
    site.observe = {{"event", "a"}};
    return site;
}

TEST(Diff, PatchAppliesIt) {
    const std::pair<const char*, std::string> texts[] = {
        {"plain", "module m (input clk, input a);\nendmodule\n"},
        {"one line", "module m (input clk, input a); endmodule\n"},
        {"no newline at the end", "module m (input clk, input a);\nendmodule"},
        {"one line, no newline", "module m (input clk, input a); endmodule"},
        {"carriage returns", "module m (input clk, input a);\r\n  wire w;\r\nendmodule\r\n"},
        {"two modules",
         "module m (input clk, input a);\n\n\n\nendmodule\n\nmodule n (input clk, input "
         "a);\nendmodule\n"},
        {"two modules on one line",
         "module m (input clk, input a); endmodule module n (input clk, input a); endmodule\n"},
        {"close together",
         "module m (input clk, input a);\nendmodule\nmodule n (input clk, input a);\nendmodule\n"},
        {"repeated lines",
         "module m (input clk, input a);\nwire x;\n\nendmodule\n\nmodule n (input clk, input "
         "a);\nwire x;\n\nendmodule\n"},
        {"blanks around endmodule", "module m (input clk, input a);\n  wire w; endmodule // m\n"},
    };
    std::string name = (fs::temp_directory_path() / "diff_test-XXXXXX").string();
    const fs::path folder = mkdtemp(name.data());
    const std::string file = (folder / "m.v").string();
    for (const auto& [what, text] : texts) {
        Diagnostics diagnostics;
        ASSERT_TRUE(write_file(file, text, diagnostics));
        TapPlan plan;
        plan.sites.push_back(event_site("m", file, 1));
        if (text.find("module n") != std::string::npos)
            plan.sites.push_back(event_site("n", file, 1));
        SourceSet sources;
        sources.files = {file};
        const Result<Woven> woven = weave(plan, sources, {}, diagnostics);
        ASSERT_TRUE(woven) << what;
        ASSERT_EQ(woven->files.size(), 1u);
        EXPECT_NE(woven->files[0].after, text) << what;
        ASSERT_TRUE(write_file(folder / "m.diff", diff_of(*woven), diagnostics));
        Command patch;
        patch.words = {"patch",
                       "--binary",
                       "-s",
                       "-o",
                       (folder / "patched").string(),
                       file,
                       (folder / "m.diff").string()};
        patch.output = folder / "log";
        EXPECT_TRUE(run(patch).good())
            << what << "\n"
            << read_file(folder / "log", diagnostics).value_or("") << diff_of(*woven);
        EXPECT_EQ(read_file(folder / "patched", diagnostics), woven->files[0].after)
            << what << "\n"
            << diff_of(*woven);
    }
    fs::remove_all(folder);
}

}  // namespace
}  // namespace tapestry
