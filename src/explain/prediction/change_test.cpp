// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/change.h"

#include <gtest/gtest.h>

#include "base/codes/predictions.h"

namespace tapestry {
namespace {

Change good(const std::string& text) {
    Diagnostics diagnostics;
    const Result<Change> change = change_from_text(text, diagnostics);
    EXPECT_TRUE(change) << text;
    EXPECT_TRUE(diagnostics.all().empty());
    return change.value_or(Change{});
}

std::string problem(const std::string& text) {
    Diagnostics diagnostics;
    EXPECT_FALSE(change_from_text(text, diagnostics)) << text;
    EXPECT_EQ(diagnostics.all().size(), 1u);
    EXPECT_EQ(diagnostics.all()[0].code, code::change_malformed);
    return diagnostics.all()[0].sentence;
}

TEST(Change, HasKindPathAndValue) {
    const Change depth = good("depth:top.u_q=16");
    EXPECT_EQ(depth.kind, ChangeKind::depth);
    EXPECT_EQ(depth.path, "top.u_q");
    EXPECT_EQ(depth.value, 16);
    const Change half = good(" time:top.u_root.state/STEP=0.5x ");
    EXPECT_EQ(half.path, "top.u_root.state");
    EXPECT_EQ(half.state, "STEP");
    EXPECT_EQ(half.value, 0.5);
    EXPECT_TRUE(half.is_factor);
    EXPECT_FALSE(good("time:u_root=12").is_factor);
    EXPECT_EQ(good("time:u_root=0x").value, 0);
    EXPECT_EQ(good("remove:top.g[2].u_a").path, "top.g[2].u_a");
    EXPECT_EQ(good("move:u_a=host,5000").value, 5000);
    EXPECT_EQ(good("clock:clk=1.5x").value, 1.5);
}

TEST(Change, SaysWhatIsWrong) {
    EXPECT_NE(problem("").find("begins with none of depth, time"), std::string::npos);
    EXPECT_NE(problem("deep:u_q=4").find("begins with none of"), std::string::npos);
    EXPECT_NE(problem("depth:u_q=0").find("without room"), std::string::npos);
    EXPECT_NE(problem("depth:u_q=1.5").find("no whole number"), std::string::npos);
    EXPECT_NE(problem("depth:u_q=2x").find("without an x"), std::string::npos);
    EXPECT_NE(problem("depth:u_q").find("no = with a value"), std::string::npos);
    EXPECT_NE(problem("depth:=4").find("names no path"), std::string::npos);
    EXPECT_NE(problem("time:u_a/STEP=-1").find("less than 0"), std::string::npos);
    EXPECT_NE(problem("time:u_a/=1").find("no state"), std::string::npos);
    EXPECT_NE(problem("time:u_a=nan").find("no number"), std::string::npos);
    EXPECT_NE(problem("time:u_a=1e300").find("too large"), std::string::npos);
    EXPECT_NE(problem("time:u_a=fast").find("'fast' is no number"), std::string::npos);
    EXPECT_NE(problem("clock:clk=2").find("with an x"), std::string::npos);
    EXPECT_NE(problem("remove:u_a=1").find("takes no value"), std::string::npos);
    EXPECT_NE(problem("move:u_a=5").find("=host,CYCLES"), std::string::npos);
}

TEST(Change, ComesFromAFile) {
    Diagnostics diagnostics;
    const auto changes = changes_from_lines(
        "# both at once\n\ndepth:u_q=4  # was 16\r\ntime:u_a=2x", "what.txt", diagnostics);
    ASSERT_TRUE(changes);
    ASSERT_EQ(changes->size(), 2u);
    EXPECT_EQ((*changes)[0].text, "depth:u_q=4");
    EXPECT_FALSE(changes_from_lines("time:u_a=2x\nnonsense\n", "what.txt", diagnostics));
    EXPECT_EQ(diagnostics.all().back().place.file, "what.txt");
    EXPECT_EQ(diagnostics.all().back().place.line, 2u);
}

}  // namespace
}  // namespace tapestry
