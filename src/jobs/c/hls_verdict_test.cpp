// SPDX-License-Identifier: Apache-2.0
#include "jobs/c/hls_verdict.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "model/verdict_words.h"

namespace tapestry {
namespace {

SpotNumbers spot(const std::string& source, std::uint64_t works) {
    SpotNumbers s;
    s.source = source;
    s.function = "sum";
    s.time.works = works;
    s.threads = {{"accelerator.u_k.thread[0].u_thread.activity", works / 2},
                 {"accelerator.u_k.thread[1].u_thread.activity", works - works / 2}};
    return s;
}

CNumbers numbers_of(std::vector<SpotNumbers> spots) {
    CNumbers n;
    for (const SpotNumbers& s : spots) n.at_work += s.time.cycles();
    n.spots = std::move(spots);
    return n;
}

TEST(HlsVerdict, A_Loop_Says_Its_Interval_And_What_To_Write) {
    SpotNumbers loop = spot("a.c:12", 90);
    loop.loop = LoopNumbers{};
    loop.loop->interval = 4;
    loop.loop->why = "the port of B, which 4 accesses of an iteration share";
    loop.loop->advice = "partition la by 4";
    const auto verdicts = verdicts_of(numbers_of({spot("a.c:3", 10), loop}));
    ASSERT_EQ(verdicts.size(), 2U);
    EXPECT_EQ(
        answer_of(headline_of(verdicts)),
        "The loop at a.c:12 in sum takes 90.0% of the cycles of all threads; II 4: the port of B, "
        "which 4 accesses of an iteration share (threads 0 and 1). Partition la by 4.");
    EXPECT_EQ(verdicts[0].subject, "accelerator.u_k.thread[0].u_thread");
}

TEST(HlsVerdict, Advice_Says_What_It_Saves_At_Most) {
    SpotNumbers loop = spot("a.c:12", 80);
    loop.loop = LoopNumbers{};
    loop.loop->interval = 4;
    loop.loop->advice = "partition la by 4";
    CNumbers n = numbers_of({loop});
    n.cycles = 100;  // each of two threads is in the loop for 40, of which a quarter stays
    const auto verdicts = verdicts_of(n);
    ASSERT_TRUE(verdicts.at(0).saving);
    EXPECT_EQ(verdicts[0].saving->basis, SavingBasis::at_most);
    EXPECT_DOUBLE_EQ(verdicts[0].saving->share, 0.3);
    EXPECT_EQ(change_text(*verdicts[0].saving),
              "Partition la by 4: that saves at most 30.0% of the run.");
    n.spots[0].time.waits = {{{WaitedFor::barrier, ""}, 1}};  // what one saves, others wait less
    EXPECT_DOUBLE_EQ(verdicts_of(n).at(0).saving->share, 0.6);
    n.cycles = 50;
    EXPECT_DOUBLE_EQ(verdicts_of(n).at(0).saving->share, 0.75);
    tapestry::Run run;
    keep_verdicts(verdicts, run.facts);
    Analysis analysis;
    speak_of_c(run, analysis);
    EXPECT_EQ(analysis.advice.at(0).bound, verdicts[0].saving->share);
}

TEST(HlsVerdict, Iterations_That_Do_More_Are_Fewer) {
    SpotNumbers loop = spot("a.c:12", 80);
    loop.loop = LoopNumbers{};
    loop.loop->interval = 4;
    loop.loop->advice = "do more at once";
    loop.loop->more_at_once = true;
    CNumbers n = numbers_of({loop});
    n.cycles = 100;
    EXPECT_DOUBLE_EQ(verdicts_of(n).at(0).saving->share, 0.4);  // not 0.3: a cycle of four stays
}

TEST(HlsVerdict, Advice_Begins_With_What_May_Save_Most) {
    SpotNumbers loop = spot("a.c:12", 60);
    loop.loop = LoopNumbers{};
    loop.loop->interval = 2;
    loop.loop->advice = "partition la by 2";
    CNumbers n = numbers_of({loop, spot("a.c:3", 40)});  // 30 of which half stays, and 20
    n.cycles = 50;
    tapestry::Run run;
    keep_verdicts(verdicts_of(n), run.facts);
    Analysis analysis;
    speak_of_c(run, analysis);
    ASSERT_EQ(analysis.advice.size(), 2U);
    EXPECT_DOUBLE_EQ(analysis.advice[0].bound.value_or(0), 0.4);
    EXPECT_DOUBLE_EQ(analysis.advice[1].bound.value_or(0), 0.3);
}

TEST(HlsVerdict, A_Wait_Says_For_What) {
    SpotNumbers locked = spot("a.c:5", 20);
    locked.time.waits = {{{WaitedFor::lock, ""}, 60}, {{WaitedFor::port, "bins"}, 20}};
    const auto verdicts = verdicts_of(numbers_of({locked}));
    EXPECT_EQ(verdicts.at(0).kind, BottleneckKind::lock);
    EXPECT_NE(verdicts.at(0).evidence.said.find("a lock is waited for in 60.0% of its cycles"),
              std::string::npos)
        << verdicts.at(0).evidence.said;
    locked.time.waits = {{{WaitedFor::port, "bins"}, 80}};
    EXPECT_NE(answer_of(headline_of(verdicts_of(numbers_of({locked}))))
                  .find("the port of bins is waited for"),
              std::string::npos);
}

TEST(HlsVerdict, An_Array_That_Is_Read_In_Vectors_Is_Not_To_Be) {
    SpotNumbers reads = spot("a.c:5", 20);
    reads.time.waits = {{{WaitedFor::port, "A"}, 80}};
    CNumbers n = numbers_of({reads});
    n.ports = {{"sum.A", 10, 0, 80, 40, 4}};
    EXPECT_NE(verdicts_of(n).at(0).saving->change.find("read A in vectors"), std::string::npos);
    n.ports[0].word_bytes = 16;
    EXPECT_EQ(verdicts_of(n).at(0).saving->change,
              "use what is read of A more often, as larger blocks do, or give it a channel of the "
              "memory of its own");
}

// Two threads of 100 cycles wait for each other; each works for 30 of them somewhere else.
TEST(HlsVerdict, The_Work_Of_A_Thread_Stays) {
    SpotNumbers waits = spot("a.c:5", 20), works = spot("a.c:9", 60);
    waits.time.waits = {{{WaitedFor::lock, ""}, 120}};
    for (const auto& [path, cycles] : works.threads) {
        waits.work[path] = 10;
        works.work[path] = 30;
    }
    CNumbers n = numbers_of({waits, works});
    n.cycles = 100;
    EXPECT_DOUBLE_EQ(verdicts_of(n).at(0).saving->share, 0.7);
}

// Two writers, full at times, and a reader that starves at other times: 100 cycles, of which each
// writer works 52 and is blocked 48, and the reader works 65 and starves 35.
CNumbers network_of_three() {
    CNumbers n;
    n.cycles = 100;
    for (const char* name : {"w0", "w1"}) {
        n.processes[fmt::format("top.u_{}.activity", name)] = {name, 52, 0, 48};
        n.streams.push_back({fmt::format("s_{}", name), name, "r", 20, 4, 4, 35, 48});
    }
    n.processes["top.u_r.activity"] = {"r", 65, 35, 0};
    SpotNumbers works = spot("a.c:5", 104), blocked = spot("a.c:7", 0), reads = spot("a.c:20", 60);
    works.threads = {{"top.u_w0.activity", 52}, {"top.u_w1.activity", 52}};
    works.loop = LoopNumbers{};
    works.loop->interval = 1;
    blocked.threads = {{"top.u_w0.activity", 48}, {"top.u_w1.activity", 48}};
    blocked.time.waits = {{{WaitedFor::room, "out"}, 96}};
    reads.threads = {{"top.u_r.activity", 60}};
    reads.loop = LoopNumbers{};
    reads.loop->interval = 6;
    reads.loop->why = "recurrence of add";
    reads.loop->advice = "keep it in a variable";
    n.spots = {works, blocked, reads};
    n.at_work = 300;
    return n;
}

TEST(HlsVerdict, A_Network_Is_Limited_By_The_Process_That_Others_Wait_For) {
    const auto verdicts = verdicts_of(network_of_three());
    ASSERT_EQ(verdicts.size(), 3U);
    EXPECT_EQ(verdicts[0].evidence.place, "the loop at a.c:20 in sum");
    EXPECT_EQ(verdicts[0].evidence.said, "II 6: recurrence of add, 60.0% of the time of r");
    EXPECT_DOUBLE_EQ(verdicts[0].saving->share, 0.48);  // the writers' own work stays
    EXPECT_DOUBLE_EQ(verdicts[1].saving->share, 0.35);  // and so does the reader's
}

TEST(HlsVerdict, A_Full_Stream_Whose_Reader_Starves_At_Times_Is_Too_Small) {
    CNumbers n = network_of_three();
    const auto verdicts = verdicts_of(n);
    const Verdict& full = verdicts.at(2);
    EXPECT_EQ(full.evidence.said,
              "room in out is waited for in 100% of its cycles, 48.0% of the time of w0");
    EXPECT_DOUBLE_EQ(full.saving->share, 0.35);
    EXPECT_EQ(full.saving->change,
              "create out with more elements, because its reader starves at other times");
    n.processes["top.u_r.activity"] = {"r", 100, 0, 0};  // then no depth helps
    for (const Verdict& v : verdicts_of(n))
        EXPECT_EQ(v.saving->change.find("more elements"), std::string::npos) << v.saving->change;
    EXPECT_EQ(verdicts_of(n).back().saving->basis,
              SavingBasis::unknown);  // whose reader is to blame
}

TEST(HlsVerdict, A_Run_That_Is_Analysed_Again_Speaks_Of_C) {
    tapestry::Run run;
    keep_verdicts(verdicts_of(numbers_of({spot("a.c:5", 20)})), run.facts);
    Analysis analysis;
    analysis.verdict.subject = "top.u_port";
    speak_of_c(run, analysis);
    const std::string answer = answer_of(analysis.verdict);
    EXPECT_EQ(answer.rfind("The line a.c:5 in sum takes 100%", 0), 0U) << answer;
    ASSERT_EQ(analysis.bottlenecks.size(), 1U);
    EXPECT_EQ(analysis.advice.size(), 1U);
}

TEST(HlsVerdict, What_A_Stranger_Wrote_There_Is_Ignored) {
    for (const char* text : {"{", "[3]", "[{\"share\": \"much\"}]", "{\"path\": 1}"}) {
        tapestry::Run run;
        run.facts.facts = {{"c_verdicts", text}};
        Analysis analysis;
        analysis.verdict.subject = "top.u_port";
        speak_of_c(run, analysis);
        EXPECT_EQ(analysis.verdict.subject, "top.u_port") << text;
    }
}

}  // namespace
}  // namespace tapestry
