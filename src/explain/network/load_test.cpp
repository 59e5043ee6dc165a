// SPDX-License-Identifier: Apache-2.0
#include "explain/network/load.h"

#include <gtest/gtest.h>

#include "explain/network/made_run.h"

namespace tapestry {
namespace {

// A feeds B through a queue; B writes out, and has to wait for that.
MadeRun chain() {
    MadeRun made;
    made.machine("top.u_a", {{"WORK", 4000, 500}, {"SEND", 6000, 500, {for_ready("in")}}})
        .machine("top.u_b",
                 {{"TAKE", 3000, 500, {for_valid("out")}}, {"GIVE", 7000, 500, {for_ready("m")}}})
        .stream("in", "top.u_a", "top.u_q", 500, 5500, 0)
        .queue("top.u_q", 4, 4, 6000, 100, 500)
        .stream("out", "top.u_q", "top.u_b", 500, 7000, 2500)
        .stream("m", "top.u_b", "", 500, 6500, 3000);
    return made;
}

TEST(Network, PassesWaitingThroughQueues) {
    MadeRun made = chain();
    const Network network = network_of(made.run(), categories_of(made.run()));
    const int a = network.by_path.at("top.u_a"), b = network.by_path.at("top.u_b");
    EXPECT_FALSE(network.by_path.contains("top.u_q"));
    ASSERT_EQ(network.queues.size(), 1u);
    EXPECT_EQ(network.queues.begin()->second.fillers, std::vector<int>{a});
    EXPECT_EQ(network.queues.begin()->second.drainers, std::vector<int>{b});
    for (const std::size_t i : network.links_of[static_cast<std::size_t>(a)]) {
        EXPECT_EQ(network.links[i].on, b);
        EXPECT_EQ(network.links[i].kind, WaitKind::send);
    }
}

// A handshake at a port of the design and, with its polarity turned, at the block behind that.
TEST(Network, AHandshakeThatIsSeenTwiceIsOne) {
    MadeRun made;
    made.stream("out", "top.u_a", "", 500, 6500, 3000)
        .machine("top.u_a", {{"WORK", 3500, 500}, {"GIVE", 6500, 500, {for_ready("again")}}})
        .stream("again", "top.u_a", "", 500, 6500, 3000);
    made.run().taps[2].tap.scope = "top.u_a";
    const Network network = network_of(made.run(), categories_of(made.run()));
    EXPECT_EQ(network.blocks.size(), 2u);
    const auto a = static_cast<std::size_t>(network.by_path.at("top.u_a"));
    ASSERT_EQ(network.links_of[a].size(), 1u);
    EXPECT_EQ(network.links[network.links_of[a][0]].states.size(), 1u);
}

// work(b) + cycles of the links of b = length, as load.h says.
TEST(Load, WorkAndWaitsFillThePeriod) {
    MadeRun made = chain();
    made.frames(5000, true);
    const Network network = network_of(made.run(), categories_of(made.run()));
    const Periods periods(made.run());
    ASSERT_EQ(periods.frames().size(), 2u);
    for (const Period& period : {periods.whole(), periods.frame(0), periods.frame(1)}) {
        const Load load = load_of(network, made.run(), period);
        EXPECT_EQ(load.length, period.length());
        for (std::size_t b = 0; b < network.blocks.size(); ++b) {
            if (network.blocks[b].machines.empty()) continue;
            double sum = load.work[b];
            for (const std::size_t i : network.links_of[b]) sum += load.cycles[i];
            EXPECT_NEAR(sum, load.length, 1e-6) << network.blocks[b].path;
        }
    }
}

struct Measured {
    explicit Measured(tapestry::Run& run)
        : network(network_of(run, categories_of(run))),
          periods(run),
          load(load_of(network, run, periods.whole())) {}
    std::size_t at(const std::string& path) const {
        return static_cast<std::size_t>(network.by_path.at(path));
    }
    Network network;
    Periods periods;
    Load load;
};

// Registers that nobody writes: their machine waits for the bus all the time, and for nobody.
TEST(Load, AnUnusedPortKeepsNobodyWaiting) {
    MadeRun made = chain();
    made.machine("top.u_regs", {{"WAIT_WRITE", 10'000, 1, {for_valid("wb")}}})
        .stream("wb", "", "top.u_regs", 0, 0, 10'000);
    const Measured m(made.run());
    const std::size_t regs = m.at("top.u_regs");
    EXPECT_EQ(m.load.idle[regs], 10'000);
    EXPECT_EQ(m.load.work[regs], 0);
    for (const std::size_t i : m.network.links_of[regs]) EXPECT_EQ(m.load.cycles[i], 0);
}

// A slave that is asked seldom, and not ready meanwhile, is not at work all the time.
TEST(Load, WhatIsNotSeenIsNotWork) {
    MadeRun made;
    made.stream("bus", "top.m", "top.s", 100, 1400, 0);
    const Measured m(made.run());
    EXPECT_NEAR(m.load.work[m.at("top.s")], 1500, 1);
    EXPECT_NEAR(m.load.unknown[m.at("top.s")], 8500, 1);
}

TEST(Load, WorkIsBoundedByTheCall) {
    MadeRun made;
    made.call("top.f", 3, 65).machine("top.f.u_loop", {{"LOOP", 10'000, 1}});
    const Measured m(made.run());
    EXPECT_NEAR(m.load.work[m.at("top.f.u_loop")], 65, 1);
    EXPECT_NEAR(m.load.idle[m.at("top.f.u_loop")], 9935, 1);
}

TEST(Load, AFinishedStateIsIdle) {
    MadeRun made;
    made.machine("top.a", {{"WORK", 1000, 10}, {"FIN", 9000, 1}});
    made.run().taps[0].tap.machine().states[1].category = "idle";
    made.run().taps[0].tap.machine().states[1].category_reason = kNoWayOut;
    const Measured m(made.run());
    EXPECT_NEAR(m.load.work[m.at("top.a")], 1000, 1);
    EXPECT_NEAR(m.load.idle[m.at("top.a")], 9000, 1);
}

// A thread that lives for a tenth of the run does not work for the rest of it, and one that enters
// no state shows no work at all.
TEST(Load, AThreadThatIsNotThereDoesNotWork) {
    MadeRun made;
    made.machine("app.main", {{"WORK", 10'000, 1}}).machine("app.short", {{"WORK", 1000, 1}});
    made.machine("app.silent", {});
    made.run().places = {{PlaceKind::thread, "app", "app"}};
    for (TapNumbers& n : made.run().taps) n.place = 0;
    for (StateNumbers& s : made.run().taps.back().states) s.cycles = 10'000;
    const Network network = network_of(made.run(), categories_of(made.run()));
    const Load load = load_of(network, made.run(), Periods(made.run()).whole());
    auto work = [&](const char* path) {
        return load.work[static_cast<std::size_t>(network.by_path.at(path))];
    };
    EXPECT_EQ(work("app.main"), 10'000);
    EXPECT_EQ(work("app.short"), 1000);
    EXPECT_EQ(work("app.silent"), 0);
}

TEST(Load, AnInputThatRanDryDoesNotStarve) {
    MadeRun made;
    made.stream("in", "", "top.a", 500, 500, 9000).frames(1000, true);
    made.run().taps[0].frames[0].growth = {{0, 500}, {1, 500}};
    made.run().taps[0].frames[1].growth = {{2, 9000}};
    const Measured m(made.run());
    const Load load = load_of(m.network, made.run(), m.periods.frames(0, 2));
    for (const std::size_t i : m.network.links_of[m.at("top.a")]) EXPECT_EQ(load.cycles[i], 0);
    EXPECT_NEAR(load.idle[m.at("top.a")], 9000, 1);
}

// What drains a queue has nothing to do while that is empty, whether it asks or not.
TEST(Load, BeforeAnEmptyQueueNobodyWorks) {
    MadeRun made;
    made.stream("push", "top.a", "top.q", 2000, 3000, 5000)
        .stream("pop", "top.q", "top.b", 2000, 4000, 0)
        .queue("top.q", 4, 4, 3000, 4000);
    const Measured m(made.run());
    EXPECT_NEAR(m.load.work[m.at("top.b")], 6000, 1);
}

// Frames tell how long it was empty after the work, and not how often it was asked meanwhile.
TEST(Load, AQueueRefusesNoMoreThanItIsEmpty) {
    MadeRun made;
    made.queue("top.q", 4, 4, 700, 9200, 100);
    TapNumbers& n = made.run().taps[0];
    n.tap.queue().ends = {"top.a", "top.b"};
    for (auto& [word, value] : n.numbers)
        if (word == "refused_pops") value = 9100;
    n.frame_names = {"full_cycles", "empty_cycles"};
    n.frames = {{0, 1000, {{0, 700}, {1, 200}}}, {1000, kMadeCycles, {{1, 9000}}}};
    const Network network = network_of(made.run(), categories_of(made.run()));
    const Periods periods(made.run(), WorkEnd{1000, false});
    const Load load = load_of(network, made.run(), periods.whole());
    const auto b = static_cast<std::size_t>(network.by_path.at("top.b"));
    ASSERT_EQ(network.links_of[b].size(), 1u);
    EXPECT_NEAR(load.cycles[network.links_of[b][0]], 200, 1);
}

// Beats wait in the queue for the one that is slow; the other does not even offer while it is full.
TEST(Load, BeatsOfAQueueWaitForItsDrainer) {
    MadeRun made;
    made.stream("push", "top.a", "top.q", 200, 0, 1000)
        .stream("pop", "top.q", "top.b", 200, 9700, 0)
        .queue("top.q", 16, 16, 8700, 70);
    const Measured m(made.run());
    EXPECT_GT(m.load.work[m.at("top.b")], 9800);
    EXPECT_LT(m.load.work[m.at("top.a")], 1400);
}

// Four lanes of one block: that lanes are seldom asked does not make their dealer work.
TEST(Load, IdleLanesDoNotMakeTheirDealerWork) {
    MadeRun made;
    made.stream("ch0", "top.deal", "top.lanes", 100, 6000, 0);
    for (const char* lane : {"ch1", "ch2", "ch3"})
        made.stream(lane, "top.deal", "top.lanes", 100, 50, 0);
    const Measured m(made.run());
    EXPECT_LT(m.load.work[m.at("top.deal")], 4100);
    EXPECT_GT(m.load.work[m.at("top.lanes")], 5900);
}

// Lanes that work all the time and get a beat as soon as they want one: their dealer, which
// refuses its own beats meanwhile, waits for them.
TEST(Load, ADealerWaitsForLanesThatAllWork) {
    MadeRun made;
    for (const char* lane : {"a", "b"}) {
        made.stream(lane, "top.deal", std::string("top.") + lane, 100, 0, 20)
            .machine(std::string("top.") + lane,
                     {{"WAIT", 150, 100, {for_valid(lane)}}, {"CHECK", 9850, 100}});
    }
    made.stream("in", "", "top.deal", 200, 7000, 0);
    const Measured m(made.run());
    EXPECT_LT(m.load.work[m.at("top.deal")], 300);
    MadeRun slow;  // a lane waits for beats: the dealer is what is slow
    slow.stream("a", "top.deal", "top.a", 100, 0, 6000)
        .machine("top.a", {{"WAIT", 6100, 100, {for_valid("a")}}, {"CHECK", 3900, 100}})
        .stream("in", "", "top.deal", 200, 7000, 0);
    const Measured other(slow.run());
    EXPECT_GT(other.load.work[other.at("top.deal")], 6900);
}

// What lanes starve while nobody offers their dealer a beat is not the dealer's doing.
TEST(Load, ADealerWithoutABeatHoldsNobodyUp) {
    MadeRun made;
    for (const char* lane : {"a", "b"}) {
        made.stream(lane, "top.deal", std::string("top.") + lane, 100, 0, 4500)
            .machine(std::string("top.") + lane,
                     {{"WAIT", 4600, 100, {for_valid(lane)}}, {"CHECK", 5400, 100}});
    }
    made.stream("in", "", "top.deal", 200, 5200, 4600);
    const Measured m(made.run());
    EXPECT_LT(m.load.work[m.at("top.deal")], 300);
    // A dealer that has room all the time does not wait for lanes, however they work.
    made.run().taps.back().numbers = {
        {"transfer_cycles", 200}, {"blocked_cycles", 0}, {"starved_cycles", 9800}};
    const Measured free(made.run());
    for (const std::size_t i : free.network.links_of[free.at("top.deal")])
        EXPECT_TRUE(free.network.links[i].kind != WaitKind::send || free.load.cycles[i] == 0);
}

// Who takes what comes at once, but for the time in which its own beats are refused, does not work.
TEST(Load, WhoIsRefusedItselfRefusesForAnother) {
    MadeRun made;
    for (const char* lane : {"a", "b"}) {
        made.stream(lane, std::string("top.") + lane, "top.gather", 100, 900, 0)
            .machine(std::string("top.") + lane,
                     {{"CHECK", 9000, 100}, {"GIVE", 1000, 100, {for_ready(lane)}}});
    }
    made.stream("out", "top.gather", "", 200, 900, 8900);
    const Measured m(made.run());
    EXPECT_LT(m.load.work[m.at("top.gather")], 300);
}

// A state that takes beats, and refuses them while another block is not ready for what they need.
TEST(Load, WhoRefusesBeatsForAnotherBlockWaitsForThat) {
    MadeRun made;
    made.machine("top.parser", {{"SKIP", 5000, 200, {for_valid("in"), for_block("top.search")}},
                                {"PAYLOAD", 5000, 200, {for_valid("in")}}})
        .stream("in", "", "top.parser", 6000, 4000, 0);
    const Measured m(made.run());
    EXPECT_NEAR(m.load.work[m.at("top.search")], 4000, 1);
    EXPECT_NEAR(m.load.work[m.at("top.parser")], 6000, 1);
    made.run().taps[1].numbers = {{"transfer_cycles", 9000}, {"blocked_cycles", 0}};
    const Measured free(made.run());  // it only steers
    EXPECT_NEAR(free.load.work[free.at("top.search")], 0, 1);
}

// Rest that no input explains is neither work nor a wait.
TEST(Load, RestWithoutAnInputIsNoWork) {
    MadeRun made;
    made.machine("top.writer", {{"ANSWER", 3000, 500, {for_block("top.flash")}},
                                {"SEND", 1000, 500},
                                {"REST", 6000, 500}});
    made.run().taps[0].tap.machine().states[2].category = "idle";
    const Measured m(made.run());
    EXPECT_NEAR(m.load.work[m.at("top.writer")], 1500, 1);
}

// Two machines of one block wait for the same beat at the same time, and that once.
TEST(Load, MachinesOfOneBlockRunSideBySide) {
    MadeRun made;
    made.machine("top.cpu", {{"FETCH", 7000, 100}, {"MEM", 3000, 100, {for_ready("mem")}}})
        .machine("top.cpu", {{"REST", 6900, 100}, {"ASK", 3100, 100, {for_ready("mem")}}})
        .stream("mem", "top.cpu", "", 1500, 1500, 0);
    const Measured m(made.run());
    EXPECT_NEAR(m.load.work[m.at("top.cpu")], 8400, 1);
}

// A state that waits for either of two signals of a block waits for it once.
TEST(Load, TwoSignalsOfOneBlockAreOneWait) {
    MadeRun made;
    made.machine("top.core", {{"IDLE", 8000, 10, {for_block("top.regs"), for_block("top.regs")}},
                              {"WORK", 2000, 10}})
        .machine("top.keys", {{"IDLE", 9000, 10, {for_block("top.regs")}}, {"WORK", 1000, 10}});
    const Measured m(made.run());
    EXPECT_NEAR(m.load.work[m.at("top.core")], 2010, 1);
    EXPECT_LE(m.load.work[m.at("top.regs")], kMadeCycles);
}

// Blocks that idle until one unit enables them share no lock; one that says who holds it is one.
TEST(Network, ALockNeedsProof) {
    auto kind = [](const std::string& name) {
        MadeRun made;
        for (const char* user : {"top.a", "top.b"})
            made.machine(user, {{"WORK", 500, 10}, {"REST", 9500, 10, {for_block(name)}}});
        const Measured m(made.run());
        return m.network.blocks[m.at(name)].kind;
    };
    EXPECT_EQ(kind("top.decoder"), BottleneckKind::compute);
    // The middle of three that hand on by requests: its neighbours wait for it, and it for them.
    MadeRun line;
    line.machine("top.a", {{"ASK", 9000, 10, {for_block("top.m")}}, {"WORK", 1000, 10}})
        .machine("top.m", {{"LISTEN", 500, 10, {for_block("top.a")}},
                           {"GIVE", 9500, 10, {for_block("top.z")}}})
        .machine("top.z", {{"COLD", 3000, 10, {for_block("top.m")}}, {"HEAT", 7000, 10}});
    const Measured m(line.run());
    EXPECT_EQ(m.network.blocks[m.at("top.m")].kind, BottleneckKind::compute);
    EXPECT_EQ(kind("top.u_mutex"), BottleneckKind::lock);
}

// The clock of a device, 100 edges of 10 ns, begins late in a program of 10,000 ns: its work is a
// share of the program's time, whichever of the two clocks most taps have.
TEST(Load, ADeviceBesideSoftwareIsThereForAsLongAsItsClockRuns) {
    for (const int more : {0, 2}) {
        MadeRun made;
        made.machine("app.main", {{"prepare", 10'000}})
            .machine("top.u_a", {{"WORK", 80}, {"REST", 20}});
        for (int i = 0; i < more; ++i) made.machine("top.u_b" + std::to_string(i), {{"WORK", 100}});
        tapestry::Run& run = made.run();
        run.clocks[0].unit = "ns";
        run.clocks[0].rate_hz = 1e9;
        run.clocks.push_back({{1, "clk", "top.clk", "posedge"}, false, 100, 100});
        run.clocks[1].rate_hz = 1e8;
        for (std::size_t i = 1; i < run.taps.size(); ++i) {
            run.taps[i].tap.clock = 1;
            run.taps[i].edges = run.taps[i].observed_cycles = 100;
        }
        const Measured m(run);
        EXPECT_NEAR(m.load.work[m.at("app.main")] / m.load.length, 1, 1e-9) << more;
        EXPECT_NEAR(m.load.work[m.at("top.u_a")] / m.load.length, 0.1, 0.021) << more;
        EXPECT_LE(m.load.work[m.at("top.u_a")] / m.load.length, 0.1 + 1e-9) << more;
    }
}

// The thread says that it waits for the block 6,000 ns; the stream between them counts 7,000.
TEST(Load, AThreadWaitsForAsLongAsItSays) {
    MadeRun made;
    made.machine("app.t", {{"wait", 6000, 10, {{"done", "top.u_a", "", ""}}}, {"work", 4000, 10}})
        .machine("top.u_a", {{"WORK", 10'000}})
        .stream("out", "top.u_a", "app.t", 500, 0, 7000);
    tapestry::Run& run = made.run();
    run.places = {{PlaceKind::thread, "app.t", "t", -1}};
    run.taps[0].place = 0;
    const Measured m(run);
    double waited = 0;
    for (const std::size_t i : m.network.links_of[m.at("app.t")]) waited += m.load.cycles[i];
    EXPECT_NEAR(waited, 6000, 10);
    EXPECT_NEAR(m.load.work[m.at("app.t")], 4000, 10);
}

// The thread waits for a message of many beats while the first of them is offered already.
TEST(Load, AThreadMayWaitForMoreThanWhatIsOffered) {
    MadeRun made;
    made.machine("app.t", {{"wait", 6000, 10, {{"valid", "top.u_a", "top.out", "valid"}}},
                           {"work", 4000, 10}})
        .machine("top.u_a", {{"WORK", 10'000}})
        .stream("out", "top.u_a", "app.t", 500, 9000, 0);
    tapestry::Run& run = made.run();
    run.places = {{PlaceKind::thread, "app.t", "t", -1}};
    run.taps[0].place = 0;
    const Measured m(run);
    EXPECT_NEAR(m.load.work[m.at("app.t")], 4000, 10);
}

// The block takes 500 beats of the thread and waits 900 cycles for them, but they came in 10
// messages.
TEST(Load, ABlockWaitsForAThreadAtMostOnceAMessage) {
    MadeRun made;
    made.machine("app.t", {{"send", 2000, 10, {{"ready", "top.u_a", "top.in", "ready"}}},
                           {"work", 8000, 10}})
        .machine("top.u_a", {{"TAKE", 1400, 500, {{"valid", "app.t", "top.in", "valid"}}},
                             {"WORK", 8600, 500}})
        .stream("in", "app.t", "top.u_a", 500, 8000, 900);
    tapestry::Run& run = made.run();
    run.places = {{PlaceKind::thread, "app.t", "t", -1}};
    run.taps[0].place = 0;
    const Measured m(run);
    double times = 0;
    for (const std::size_t i : m.network.links_of[m.at("top.u_a")]) times += m.load.times[i];
    EXPECT_NEAR(times, 10, 1e-6);
}

// Cycles of a slower clock last longer; how often a block waits is the same on either.
TEST(Load, HowOftenABlockWaitsIsNoMatterOfItsClock) {
    MadeRun made;
    made.stream("in", "", "top.a", 100, 0, 9900)
        .stream("mid", "top.a", "top.b", 100, 0, 9900)
        .stream("out", "top.b", "", 10, 5, 235);
    tapestry::Run& run = made.run();
    run.clocks.push_back({{1, "slow", "top.slow", "posedge"}, false, 250, kMadeCycles});
    TapNumbers& slow = run.taps[2];
    slow.tap.clock = 1;
    slow.edges = slow.observed_cycles = 250;
    const Measured m(run);
    for (const std::size_t i : m.network.links_of[m.at("top.b")]) {
        if (m.network.links[i].channel != 2) continue;
        EXPECT_NEAR(m.load.times[i], 5, 1e-6);
    }
    for (const std::size_t i : m.network.links_on[m.at("top.b")]) {
        if (m.network.links[i].channel != 2) continue;
        EXPECT_NEAR(m.load.times[i], 10, 1e-6);
    }
}

// Frames of another clock tell when its beats moved: a second clock that stands still does not seem
// to move on with the first.
TEST(Periods, FramesOfAnotherClockTellWhenItMoved) {
    MadeRun made;
    made.stream("in", "", "top.a", 100, 0, 9900)
        .stream("mid", "top.a", "top.b", 100, 0, 9900)
        .stream("out", "top.b", "", 100, 0, 9900);
    made.frames(5000, true);
    tapestry::Run& run = made.run();
    run.clocks.push_back({{1, "clk_b", "top.clk_b", "posedge"}, false, 20'000, kMadeCycles});
    TapNumbers& other = run.taps[2];
    other.tap.clock = 1;
    other.edges = other.observed_cycles = 20'000;
    other.frames = {{0, 10'000, other.frames[0].growth}, {10'000, 20'000, {}}};
    const Periods periods(run);
    EXPECT_NEAR(periods.frame(0).number(2, Count::transfer_cycles), 50, 1e-6);
    EXPECT_EQ(periods.frame(1).number(2, Count::transfer_cycles), 0);
    ASSERT_TRUE(work_end_of(run));
    EXPECT_NEAR(work_end_of(run)->cycles, 5000, 1e-6);
}

}  // namespace
}  // namespace tapestry
