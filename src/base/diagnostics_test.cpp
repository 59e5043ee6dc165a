// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <set>

#include "base/codes/files.h"
#include "base/codes/projects.h"
#include "base/codes/readings.h"
#include "base/codes/simulation.h"
#include "base/codes/sources.h"
#include "base/file.h"

namespace tapestry {
namespace {

constexpr const char* kNames[] = {"GHDL", "Tapestry", "Verilator", "Verilog", "VHDL", "Yosys"};

TEST(Diagnostics, EveryRowIsWellFormed) {
    std::set<std::string_view> names;
    std::set<Code> codes;
    for (const DiagnosticRow& row : diagnostic_rows()) {
        EXPECT_TRUE(names.insert(row.name).second) << row.name << " stands twice";
        EXPECT_TRUE(codes.insert(row.code).second) << row.name << " has the hash of another row";
        EXPECT_FALSE(row.sentence.empty()) << row.name;
        EXPECT_FALSE(row.hint.empty()) << row.name << " does not say what to do";
        for (std::string_view text : {row.sentence, row.hint}) {
            const bool begins_with_a_name =
                std::any_of(std::begin(kNames), std::end(kNames),
                            [&](const char* name) { return text.starts_with(name); });
            EXPECT_TRUE(std::islower(static_cast<unsigned char>(text[0])) ||
                        !std::isalpha(static_cast<unsigned char>(text[0])) || begins_with_a_name)
                << row.name;
            EXPECT_FALSE(text.ends_with('.')) << row.name << ": " << text;
            // Braces occur only as placeholders.
            for (std::size_t at = text.find_first_of("{}"); at != std::string_view::npos;
                 at = text.find_first_of("{}", at + 2))
                EXPECT_EQ(text.substr(at, 2), "{}") << row.name;
        }
    }
}

TEST(Diagnostics, FillsTheSentenceThenTheHint) {
    Diagnostics diagnostics;
    diagnostics.report(code::unknown_top, {"a.v", 12}, "dut", "x, y");
    const Diagnostic& d = diagnostics.all().at(0);
    EXPECT_EQ(d.sentence, "there is no module 'dut' in the sources");
    EXPECT_EQ(d.hint, "modules found: x, y");
    EXPECT_EQ(to_text(d),
              "a.v:12: error: there is no module 'dut' in the sources [unknown_top]\n  hint: "
              "modules found: x, y\n");
}

TEST(Diagnostics, HolesInAnArgumentStay) {
    Diagnostics diagnostics;
    diagnostics.report(code::file_missing, {}, "{}", "{0}");
    EXPECT_EQ(diagnostics.all().at(0).sentence, "cannot read '{}': {0}");
}

TEST(Diagnostics, TheCodeEndsTheFirstLine) {
    Diagnostics diagnostics;
    diagnostics.report(code::testbench_rejected, {}, "icarus", "tb.v:3: syntax error");
    EXPECT_TRUE(to_text(diagnostics.all().at(0))
                    .starts_with("tapestry: error: the testbench does not build with icarus: "
                                 "[testbench_rejected]\n    tb.v:3: syntax error\n"));
}

TEST(Diagnostics, AWarningIsNoError) {
    Diagnostics diagnostics;
    diagnostics.report(code::reading_tap_silent, {}, "dut.state");
    EXPECT_FALSE(diagnostics.has_error());
    diagnostics.report(code::no_top, {});
    EXPECT_TRUE(diagnostics.has_error());
}

TEST(Diagnostics, TooFewArgumentsAreOurBug) {
    Diagnostics diagnostics;
    EXPECT_DEATH(diagnostics.report(code::file_missing, {}, "a.v"), "internal error");
    EXPECT_DEATH(diagnostics.report(code::no_top, {}, "one too many"), "internal error");
}

// The page shows placeholders as an ellipsis, because their values depend on the input.
std::string without_holes(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.substr(i, 2) == "{}") {
            out += "…";
            ++i;
        } else if (text[i] == '|') {
            out += "\\|";
        } else {
            out += text[i] == '\n' ? ' ' : text[i];
        }
    }
    return out;
}

std::string diagnostics_markdown() {
    std::string page =
        "# Diagnostics\n\n"
        "Every message of `tapestry` is one of these. It is printed as `place: severity: sentence "
        "[code]` with a hint\n"
        "in the next line; an error makes the exit status 2, a warning does not. `tests/cli/cases` "
        "has an example of each.\n\n"
        "This page is made from `src/base/codes` by `base_test`.\n\n"
        "| code | severity | what happened | what to do |\n|---|---|---|---|\n";
    for (const DiagnosticRow& row : diagnostic_rows()) {
        const char* severity = row.severity == Severity::error     ? "error"
                               : row.severity == Severity::warning ? "warning"
                                                                   : "note";
        page += fmt::format("| `{}` | {} | {} | {} |\n", row.name, severity,
                            without_holes(row.sentence), without_holes(row.hint));
    }
    return page;
}

// TAPESTRY_UPDATE_DOCS=1 writes the page instead.
TEST(Diagnostics, ManualIsUpToDate) {
    const char* page = TAPESTRY_ROOT "/docs/diagnostics.md";
    Diagnostics diagnostics;
    if (std::getenv("TAPESTRY_UPDATE_DOCS")) {
        ASSERT_TRUE(write_file(page, diagnostics_markdown(), diagnostics));
    }
    EXPECT_EQ(read_file(page, diagnostics), diagnostics_markdown())
        << "run base_test with TAPESTRY_UPDATE_DOCS=1";
}

}  // namespace
}  // namespace tapestry
