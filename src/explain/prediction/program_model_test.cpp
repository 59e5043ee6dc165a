// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/program_model.h"

#include <gtest/gtest.h>

#include "explain/prediction/predict.h"
#include "explain/prediction/sensitivity.h"

namespace tapestry {
namespace {

using Cycles = std::vector<std::uint64_t>;

const ProgramState kIdle{"", false, ProgramTime::idle};

// A run of 1,000 cycles; a function is its states and the cycles of its threads in them.
class ProgramRun {
public:
    ProgramRun& function(const std::string& name, const std::vector<ProgramState>& states,
                         const std::vector<Cycles>& threads) {
        ProgramFunction f{name, {}, states, {}};
        for (const Cycles& cycles : threads) {
            TapNumbers& tap = run_.taps.emplace_back();
            tap.tap.path =
                "accelerator.u_" + name + ".thread[" + std::to_string(f.threads.size()) + "]";
            for (const std::uint64_t n : cycles) tap.states.push_back({n, 1, 1, n});
            f.threads.push_back(
                {tap.tap.path, name + " (a.c:1) thread " + std::to_string(f.threads.size())});
        }
        parts_.functions.push_back(f);
        return *this;
    }

    Run run() {
        run_.cycles = 1000;
        keep_program(parts_, run_.facts);
        return run_;
    }

    ProgramParts parts_;

private:
    Run run_;
};

ProgramState line(const char* place) { return {place, false, ProgramTime::work}; }
ProgramState loop(const char* place) { return {place, true, ProgramTime::work}; }

Prediction predicted(const Run& run, const std::string& change) {
    Diagnostics diagnostics;
    const Result<Prediction> p = Predictor(run).predict(change, diagnostics);
    EXPECT_TRUE(p) << change;
    return p ? *p : Prediction{};
}

TEST(ProgramModel, OneThreadSavesWhatItsLineSaves) {
    const auto run =
        ProgramRun().function("f", {kIdle, line("a.c:2"), loop("a.c:3")}, {{100, 300, 600}}).run();
    const Prediction p = predicted(run, "time:a.c:3=0.5x");
    EXPECT_EQ(p.engine, "program");
    EXPECT_DOUBLE_EQ(p.predicted_cycles, 700);
    EXPECT_DOUBLE_EQ(p.low, 700);
    EXPECT_DOUBLE_EQ(p.high, 700);
    EXPECT_EQ(p.blocks.at(0).path, "f (a.c:1) thread 0");
    EXPECT_EQ(p.bottleneck, "line a.c:2 in f");
    EXPECT_DOUBLE_EQ(predicted(run, "time:src/a.c:3=0.5x").predicted_cycles, 700);
    EXPECT_DOUBLE_EQ(predicted(run, "remove:f/a.c:2").predicted_cycles, 700);
    EXPECT_DOUBLE_EQ(predicted(run, "time:f=2x").predicted_cycles, 1900);
    EXPECT_DOUBLE_EQ(predicted(run, "clock:clk=2x").predicted_cycles, 500);
}

TEST(ProgramModel, IdleThreadsHaveNothingToSave) {
    ProgramRun made;
    made.function("f", {kIdle, line("a.c:2")}, {{900, 100}});
    made.function("g", {kIdle, line("a.c:9")}, {{200, 800}});
    const auto run = made.run();
    EXPECT_DOUBLE_EQ(predicted(run, "time:f=0.5x").predicted_cycles, 950);
    EXPECT_DOUBLE_EQ(predicted(run, "time:g=0.5x").predicted_cycles, 600);
}

TEST(ProgramModel, TheSlowestThreadDecides) {
    const auto run =
        ProgramRun()
            .function("f", {kIdle, line("a.c:2"), line("a.c:3")}, {{0, 1000, 0}, {200, 0, 800}})
            .run();
    EXPECT_DOUBLE_EQ(predicted(run, "time:a.c:3=0.5x").predicted_cycles, 1000);
    EXPECT_DOUBLE_EQ(predicted(run, "time:a.c:2=0.5x").predicted_cycles, 800);
    EXPECT_DOUBLE_EQ(predicted(run, "time:f thread 0=0.9x").predicted_cycles, 900);
    EXPECT_DOUBLE_EQ(predicted(run, "replicas:f=4").predicted_cycles, 500);
}

TEST(ProgramModel, WaitsForLocksShrinkWithWhatIsDoneUnderThem) {
    const ProgramState lock{"a.c:3", false, ProgramTime::lock};
    const ProgramState held{"a.c:4", false, ProgramTime::work, true};
    const auto run =
        ProgramRun()
            .function(
                "f", {kIdle, line("a.c:2"), held, lock},
                {{0, 200, 200, 600}, {0, 200, 200, 600}, {0, 200, 200, 600}, {0, 200, 200, 600}})
            .run();
    const Prediction p = predicted(run, "time:a.c:4=0.5x");
    EXPECT_DOUBLE_EQ(p.predicted_cycles, 600);  // 200 + 100 + 300
    EXPECT_DOUBLE_EQ(p.low, 600);               // four times 100
    EXPECT_DOUBLE_EQ(p.high, 1000);
    EXPECT_DOUBLE_EQ(predicted(run, "time:a.c:2=0.5x").predicted_cycles, 900);
}

// A run whose threads work for `work` cycles and wait for `memory`, through a port with so many
// requests.
Run with_a_port(const std::vector<Cycles>& threads, std::uint64_t requests) {
    const ProgramState memory{"a.c:2", false, ProgramTime::memory};
    ProgramRun made;
    made.function("f", {kIdle, line("a.c:2"), memory}, threads);
    made.parts_.functions[0].ports = {"accelerator.u_f.port_A"};
    Run run = made.run();
    TapNumbers& port = run.taps.emplace_back();
    port.tap.path = "accelerator.u_f.port_A";
    port.tap.own = StreamPart{};
    port.numbers = {{"transfer_cycles", requests}};
    return run;
}

std::string refusal(const Run& run, const std::string& change) {
    Diagnostics diagnostics;
    EXPECT_FALSE(Predictor(run).predict(change, diagnostics)) << change;
    return diagnostics.all().empty() ? "" : to_text(diagnostics.all().front());
}

TEST(ProgramModel, MoreThreadsDoNotGetMoreOutOfAPort) {
    const auto busy = with_a_port({{0, 200, 800}, {0, 200, 800}}, 990);
    EXPECT_DOUBLE_EQ(predicted(busy, "replicas:f=4").predicted_cycles, 990);
    EXPECT_DOUBLE_EQ(predicted(busy, "replicas:f=1").predicted_cycles, 990);
    const auto seldom = with_a_port({{0, 1000, 0}, {0, 990, 10}}, 100);
    EXPECT_DOUBLE_EQ(predicted(seldom, "replicas:f=4").predicted_cycles, 500);
    EXPECT_NE(refusal(seldom, "replicas:f=16").find("share a port"), std::string::npos);
}

TEST(ProgramModel, HowLongMoreThreadsWaitForEachOtherIsNotGuessed) {
    const ProgramState held{"a.c:4", false, ProgramTime::work, true};
    const ProgramState turn{"a.c:2", false, ProgramTime::turn};
    const auto locked =
        ProgramRun().function("f", {kIdle, line("a.c:2"), held}, {{0, 900, 100}, {0, 900, 100}});
    EXPECT_NE(refusal(ProgramRun(locked).run(), "replicas:f=4").find("critical section"),
              std::string::npos);
    const auto turns =
        ProgramRun().function("f", {kIdle, line("a.c:2"), turn}, {{0, 500, 500}, {0, 500, 500}});
    EXPECT_NE(refusal(ProgramRun(turns).run(), "replicas:f=4").find("turns at a datapath"),
              std::string::npos);
}

TEST(ProgramModel, WaitsForATurnShrinkWithAllThatIsDone) {
    const ProgramState turn{"a.c:2", false, ProgramTime::turn};
    const auto run =
        ProgramRun()
            .function("f", {kIdle, line("a.c:2"), turn}, {{0, 500, 500}, {0, 500, 500}})
            .run();
    EXPECT_DOUBLE_EQ(predicted(run, "time:f=0.5x").predicted_cycles, 500);
}

TEST(ProgramModel, ProcessesThatRunAtOnceAreAsFastAsTheSlowest) {
    const ProgramState data{"a.c:8", true, ProgramTime::meeting};
    ProgramRun made;
    made.parts_.all_at_once = true;
    made.function("make", {kIdle, loop("a.c:2")}, {{0, 1000}});
    made.function("take", {kIdle, loop("a.c:8"), data}, {{0, 400, 600}});
    const auto run = made.run();
    EXPECT_DOUBLE_EQ(predicted(run, "time:make=0.5x").predicted_cycles, 500);
    EXPECT_DOUBLE_EQ(predicted(run, "time:make=0.1x").predicted_cycles, 400);
    EXPECT_DOUBLE_EQ(predicted(run, "time:take=0.5x").predicted_cycles, 1000);
}

TEST(ProgramModel, SaysWhatItHasAndWhatItCannot) {
    const auto run = ProgramRun().function("f", {kIdle, line("a.c:2")}, {{0, 1000}}).run();
    const std::pair<const char*, const char*> cases[] = {
        {"time:b.c:7=0.5x", "the program has a.c:2, f"},
        {"depth:s=4", "what a stream holds is in the program"},
        {"latency:x=4", "changed by shares of its work"},
        {"time:f=12", "changed by shares of its work"}};
    for (const auto& [change, words] : cases) {
        Diagnostics diagnostics;
        EXPECT_FALSE(Predictor(run).predict(change, diagnostics)) << change;
        ASSERT_EQ(diagnostics.all().size(), 1U) << change;
        EXPECT_NE(diagnostics.all()[0].sentence.find(words), std::string::npos)
            << diagnostics.all()[0].sentence;
    }
}

TEST(ProgramModel, SensitivitiesNameLinesLoopsAndFunctions) {
    const auto run =
        ProgramRun().function("f", {kIdle, line("a.c:2"), loop("a.c:3")}, {{0, 300, 700}}).run();
    const Sensitivities all = sensitivities_of(run);
    ASSERT_EQ(all.list.size(), 3U);
    EXPECT_EQ(all.list[0].path, "f");
    EXPECT_EQ(all.list[1].path, "loop a.c:3 in f");
    EXPECT_EQ(all.list[1].change, "time:a.c:3=0.99x");
    EXPECT_DOUBLE_EQ(all.list[1].saved_cycles, 7);
    EXPECT_EQ(all.list[2].path, "line a.c:2 in f");
}

}  // namespace
}  // namespace tapestry
