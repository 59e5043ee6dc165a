// SPDX-License-Identifier: Apache-2.0
#include "model/source_facts.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace tapestry {
namespace {

std::string said_in(const Diagnostics& diagnostics) {
    std::string text;
    for (const Diagnostic& d : diagnostics.all()) text += to_text(d);
    return text;
}

constexpr const char* kWhole = R"json({
  "schema": "tapestry.facts/1",
  "made_by": "the compiler",
  "modules": [
    {
      "module": "dot",
      "name": "dot()",
      "source": "dot.c:3",
      "signals": [
        {
          "signal": "state",
          "states": [
            {
              "code": "2",
              "name": "load",
              "category": "wait_recv",
              "source": "dot.c:8"
            }
          ]
        }
      ]
    }
  ],
  "instances": [
    {
      "instance": "top.u_1",
      "name": "loop over i",
      "source": "dot.c:7"
    }
  ],
  "places": [
    {
      "file": "gen/dot.v",
      "source": "dot.c:9",
      "line": 12
    }
  ]
}
)json";

TEST(SourceFacts, ReadAndWritten) {
    Diagnostics diagnostics;
    const auto facts = source_facts_from_json(kWhole, "f.json", diagnostics);
    ASSERT_TRUE(facts.has_value()) << said_in(diagnostics);
    EXPECT_EQ(facts->of_module("dot")->fact.name, "dot()");
    EXPECT_EQ(facts->of_state("dot", "state", "2")->name, "load");
    EXPECT_EQ(facts->of_state("dot", "state", "3"), nullptr);
    EXPECT_EQ(facts->of_state("dot", "other", "2"), nullptr);
    EXPECT_EQ(facts->of_instance("top.u_1")->source, "dot.c:7");
    EXPECT_EQ(facts->of_place("gen/dot.v:12")->source, "dot.c:9");
    EXPECT_EQ(facts->of_place("gen/dot.v:13"), nullptr);
    EXPECT_EQ(facts->of_place("gen/dot.v"), nullptr);
    EXPECT_EQ(to_json(*facts), kWhole);
}

TEST(SourceFacts, SaysWhatIsWrong) {
    const std::vector<std::pair<std::string, std::string>> rows = {
        {"[", "it is not JSON"},
        {"{}", "schema is missing"},
        {R"("schema": "tapestry.facts/2")", "schema cannot be 'tapestry.facts/2'"},
        {R"("modules": [{"module": "a", "categoy": "idle"}])", "modules[0].categoy is not known"},
        {R"("modules": [{"module": "a"}, {"module": "a"}])", "modules[1] stands there twice"},
        {R"("modules": [{"module": "a", "source": "dot.c"}])",
         "modules[0].source is not file:line"},
        {R"("modules": [{"module": "a", "category": "lunch"}])",
         "modules[0].category is not a category of time"},
        {R"("modules": [{"module": "a", "signals": [{"signal": "s", "states": [{"code": "0x1"}]}]}])",
         "modules[0].signals[0].states[0].code is not an unsigned decimal number"},
        {R"("modules": [], "instances": [], "places": [{"file": "a.v", "line": 0}])",
         "places[0].line is not in 1 .. 4294967295"},
    };
    for (const auto& [text, wanted] : rows) {
        std::string document = text;
        if (text.starts_with('"')) {
            document = text.starts_with("\"schema\"")
                           ? "{" + text + "}"
                           : R"({"schema": "tapestry.facts/1", "made_by": "a", )" + text + "}";
        }
        Diagnostics diagnostics;
        EXPECT_FALSE(source_facts_from_json(document, "f.json", diagnostics)) << text;
        EXPECT_NE(said_in(diagnostics).find(wanted), std::string::npos)
            << text << ": " << said_in(diagnostics);
    }
}

}  // namespace
}  // namespace tapestry
