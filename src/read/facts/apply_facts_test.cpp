// SPDX-License-Identifier: Apache-2.0
#include "read/facts/apply_facts.h"

#include <gtest/gtest.h>

#include <fstream>

#include "read/facts/state_pragmas.h"

namespace tapestry {
namespace {

std::string text_of(const Diagnostics& diagnostics) {
    std::string text;
    for (const Diagnostic& d : diagnostics.all()) text += to_text(d);
    return text;
}

Tap machine(const std::string& source) {
    Tap tap;
    tap.path = "top.u_loop.state";
    tap.scope = "top.u_loop";
    tap.name = "state";
    tap.module = "loop_1";
    tap.source = source;
    MachinePart machine;
    machine.states = {{"S0", "0", "", source},
                      {"S1", "1", "busy", source, "tapestry.toml says so"}};
    tap.own = machine;
    return tap;
}

SourceFacts facts_of(const std::string& json) {
    Diagnostics diagnostics;
    const auto facts = source_facts_from_json(
        R"({"schema": "tapestry.facts/1", "made_by": "the compiler", )" + json + "}", "facts.json",
        diagnostics);
    EXPECT_TRUE(facts.has_value()) << text_of(diagnostics);
    return facts.value_or(SourceFacts{});
}

TapMap applied(const SourceFacts& facts, Tap tap) {
    TapMap map;
    map.taps = {std::move(tap)};
    Diagnostics diagnostics;
    apply_facts(facts, map, diagnostics);
    EXPECT_TRUE(diagnostics.all().empty());
    return map;
}

TEST(ApplyFacts, StatesOfARegister) {
    const TapMap map =
        applied(facts_of(R"("modules": [{"module": "loop_1", "signals": [{"signal": "state",
            "source": "dot.c:7", "states": [
            {"code": "0", "name": "load", "category": "wait_recv", "source": "dot.c:8"},
            {"code": "1", "category": "idle", "source": "dot.c:9"}]}]}],
            "instances": [], "places": [])"),
                machine("gen.v:3"));
    const Tap& tap = map.taps[0];
    EXPECT_EQ(tap.source, "dot.c:7");
    EXPECT_EQ(tap.name, "state");
    EXPECT_EQ(tap.states()[0].source, "dot.c:8");
    EXPECT_EQ(tap.states()[0].category, "wait_recv");
    EXPECT_EQ(tap.states()[0].category_reason, "the compiler says so");
    EXPECT_EQ(tap.states()[1].source, "dot.c:9");
    EXPECT_EQ(tap.states()[1].category, "busy") << "what the user says stays";
}

TEST(ApplyFacts, APlaceOfTheText) {
    const TapMap map =
        applied(facts_of(R"("modules": [], "instances": [], "places": [{"file": "gen.v", "line": 3,
            "category": "transfer", "source": "dot.c:12"}])"),
                machine("gen.v:3"));
    EXPECT_EQ(map.taps[0].source, "dot.c:12");
    EXPECT_EQ(map.taps[0].states()[0].category, "transfer");
}

TEST(ApplyFacts, AModuleAndAnInstance) {
    const SourceFacts facts =
        facts_of(R"("modules": [{"module": "loop_1", "name": "loop over i", "source": "dot.c:5"}],
            "instances": [{"instance": "top.u_two", "name": "second copy"}], "places": [])");
    Tap call;
    call.own = CallPart{};
    call.path = call.scope = "top.u_loop";
    call.name = "u_loop";
    call.module = "loop_1";
    call.source = "gen.v:1";
    EXPECT_EQ(applied(facts, call).taps[0].name, "loop over i");
    EXPECT_EQ(applied(facts, call).taps[0].source, "dot.c:5");
    call.path = call.scope = "top.u_two";
    call.name = "my name";  // by `rename`
    EXPECT_EQ(applied(facts, call).taps[0].name, "my name");
    call.name = "u_two";
    EXPECT_EQ(applied(facts, call).taps[0].name, "second copy");
    EXPECT_EQ(applied(facts, call).taps[0].source, "gen.v:1");
}

TEST(ApplyFacts, CommentsOfASource) {
    const std::string file = testing::TempDir() + "/pragmas.v";
    std::ofstream(file) << "S0: x;  // tapestry: wait_send, for room\nS1: y;  // tapestry: lunch\n";
    TapMap map;
    map.taps = {machine(file + ":1"), machine(file + ":2")};
    Diagnostics diagnostics;
    apply_facts(facts_of_comments(map), map, diagnostics);
    EXPECT_EQ(map.taps[0].states()[0].category, "wait_send");
    EXPECT_EQ(map.taps[0].states()[0].category_reason, "a comment in the source says so");
    EXPECT_EQ(map.taps[0].source, file + ":1");
    EXPECT_EQ(map.taps[1].states()[0].category, "");
    EXPECT_NE(text_of(diagnostics).find("there is no category 'lunch'"), std::string::npos);
}

}  // namespace
}  // namespace tapestry
