// SPDX-License-Identifier: Apache-2.0
#include "software/cc/woven_text.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tapestry {
namespace {

// The statement that begins with `from` ends after `to`.
Result<std::string> woven(const std::string& text, const std::string& from, const std::string& to,
                          StatementExtent extent, Diagnostics& diagnostics) {
    const auto pragmas = recap_pragmas(text, "a.cpp", diagnostics);
    extent.end = text.find(to) + to.size();
    return woven_text({text, "a.cpp", "tapestry.h", true}, *pragmas, {{text.find(from), extent}},
                      diagnostics);
}

TEST(WovenText, AStatementStandsInABlockOfItsOwn) {
    Diagnostics diagnostics;
    const auto out = woven("void f() {\n#pragma recap w send(a.b, d): n > 0\n  go(n) ;\n}\n", "go",
                           "go(n)", {0, true, false, false}, diagnostics);
    ASSERT_TRUE(out);
    EXPECT_NE(out->find("#line 1 \"a.cpp\"\nvoid f() {\n{ static tapestry_state"),
              std::string::npos);
    EXPECT_NE(out->find("(n > 0) ?"), std::string::npos);
    EXPECT_NE(out->find("\n  go(n) ; }\n}\n"), std::string::npos);
    EXPECT_NE(out->find("\"a.cpp:3\""), std::string::npos);
}

TEST(WovenText, ADeclarationStaysInItsBlock) {
    Diagnostics diagnostics;
    const auto out = woven("void f() {\n#pragma recap w busy\nint x = g();\nuse(x);\n}\n", "int",
                           "g();", {0, false, true, false}, diagnostics);
    ASSERT_TRUE(out);
    EXPECT_NE(out->find("\nint x = g(); tapestry_guard_0.leave();\nuse(x);"), std::string::npos);
}

TEST(WovenText, LinesKeepTheirNumbers) {
    const std::string text = "#pragma recap w busy \\\n\ngo();\n";
    Diagnostics diagnostics;
    const auto out = woven(text, "go", "go()", {0, true, false, false}, diagnostics);
    ASSERT_TRUE(out);
    EXPECT_EQ(std::count(out->begin(), out->end(), '\n'),
              std::count(text.begin(), text.end(), '\n') + 2);
}

TEST(WovenText, WithoutAStatementThereIsAMessage) {
    Diagnostics diagnostics;
    EXPECT_FALSE(woven("#pragma recap w busy\nint f();\n", "zzz", "f()", {}, diagnostics));
    EXPECT_EQ(diagnostics.all().size(), 1u);
}

}  // namespace
}  // namespace tapestry
