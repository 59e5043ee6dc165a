// SPDX-License-Identifier: Apache-2.0
#include "show/report/check_report.h"

#include <gtest/gtest.h>

#include "show/report/table_text.h"
#include "show/store/row_text.h"

namespace tapestry {
namespace {

const std::vector<CheckResult> kResults = {
    {{"", "cycles < 5", "", 0}, CheckVerdict::passed, true, "cycles is 4"},
    {{"a \"name\" <b>&\n\x01", "x < 5", "p.toml", 7}, CheckVerdict::failed, false, "x is 9"},
    {{"", "y < 5", "", 0}, CheckVerdict::undecided, false, "y is not known"}};

TEST(CheckReport, CountsEveryVerdict) {
    const std::string text = check_text(kResults, {});
    EXPECT_NE(text.find("passed     cycles < 5\n           cycles is 4\n           an estimated"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("1 passed, 1 failed, 1 undecided\n"), std::string::npos);
}

// In JUnit XML an undecided check is an error, and no name becomes markup.
TEST(CheckReport, WritesJUnit) {
    const std::string xml = check_junit(kResults, "run<1>.tapdb");
    EXPECT_NE(
        xml.find("<testsuite name=\"run&lt;1&gt;.tapdb\" tests=\"3\" failures=\"1\" errors=\"1\""),
        std::string::npos)
        << xml;
    EXPECT_NE(xml.find("name=\"a &quot;name&quot; &lt;b&gt;&amp;??\" file=\"p.toml\" line=\"7\""),
              std::string::npos);
    EXPECT_NE(xml.find("<failure type=\"failed\" message=\"x is 9\">x &lt; 5</failure>"),
              std::string::npos);
    EXPECT_NE(xml.find("<error type=\"undecided\" message=\"y is not known\">"), std::string::npos);
}

TEST(TableText, AlignsTextLeftAndNumbersRight) {
    const Table table = {{"name", "n"},
                         {{std::string("a"), std::int64_t{7}}, {std::string("long"), 0.25}}};
    ReportStyle plain;
    plain.unicode = false;
    EXPECT_EQ(aligned_text(table, plain), "name     n\na        7\nlong  0.25\n");
    EXPECT_EQ(csv_header(table.columns) + csv_row(table.rows[1]), "name,n\r\nlong,0.25\r\n");
    EXPECT_EQ(json_row(table.columns, table.rows[1]), "{\"name\": \"long\", \"n\": 0.25}");
}

}  // namespace
}  // namespace tapestry
