// SPDX-License-Identifier: Apache-2.0
#include "software/recording/host_run.h"

#include <gtest/gtest.h>

#include "software/library/recording_layout.h"
#include "software/library/tapestry.h"

namespace tapestry {
namespace {

constexpr std::uint32_t kSend = 1, kReceive = 2, kExchange = 3;

// A rank whose main thread lives from 0 to 1000.
Recording rank_of_two(int rank) {
    Recording r;
    r.pid = static_cast<std::uint32_t>(100 + rank);
    r.rank = rank;
    r.ranks = 2;
    r.boot = "boot";
    r.host = "node";
    r.ending = TAPESTRY_ENDED_BY_EXIT;
    r.end = 1000;
    r.names[kSend].name = "MPI_Send";
    r.names[kReceive].name = "MPI_Recv";
    r.names[kExchange].name = "MPI_Sendrecv";
    r.threads.emplace_back().end = 1000;
    return r;
}

void add_call(Recording& r, std::uint32_t id, int role, std::uint64_t start, std::uint64_t end) {
    RecordedThread& t = r.threads[0];
    t.states.push_back({start, end, 8, id, 0});
    RecordedMessage m;
    m.role = role;
    m.id = id;
    m.start = start;
    m.end = end;
    m.peer = 1 - r.rank;
    m.bytes = 8;
    m.number = t.messages.size();
    t.messages.push_back(m);
}

const TapNumbers& thread_of(const Run& run, const std::string& path) {
    for (const TapNumbers& n : run.taps)
        if (n.tap.is(TapKind::fsm) && n.tap.path == path) return n;
    throw std::out_of_range(path);
}

struct Time {
    std::string category;
    std::uint64_t ns = 0;
    std::string waits_for;
    bool operator==(const Time&) const = default;
};
Time time_in(const Run& run, const std::string& path, const std::string& state) {
    const TapNumbers& n = thread_of(run, path);
    for (std::size_t i = 0; i < n.tap.states().size(); ++i) {
        const TapState& s = n.tap.states()[i];
        if (s.name == state)
            return {s.category, n.states[i].cycles, s.waits.empty() ? "" : s.waits[0].from};
    }
    return {"none", 0, ""};
}

HostRun run_of(std::vector<Recording> recordings) {
    Diagnostics diagnostics;
    return host_run(std::move(recordings), {}, diagnostics);
}

TEST(HostRun, ACallThatWaitsLessThanHalfOfItsTimeStillWaits) {
    Recording a = rank_of_two(0), b = rank_of_two(1);
    add_call(a, kReceive, TAPESTRY_RECEIVES, 100, 430);
    add_call(b, kSend, TAPESTRY_SENDS, 255, 260);
    const HostRun host = run_of({a, b});
    EXPECT_EQ(time_in(host.run, "rank[0].main", "MPI_Recv late_sender rank[1].main"),
              (Time{"wait_recv", 155, "rank[1].main"}));
    EXPECT_EQ(time_in(host.run, "rank[0].main", "MPI_Recv"), (Time{"transfer", 175, ""}));
    EXPECT_EQ(time_in(host.run, "rank[1].main", "MPI_Send"), (Time{"transfer", 5, ""}));
}

TEST(HostRun, ACallThatWaitsMostOfItsTimeStillTransfers) {
    Recording a = rank_of_two(0), b = rank_of_two(1);
    add_call(a, kSend, TAPESTRY_SENDS, 100, 430);
    add_call(b, kReceive, TAPESTRY_RECEIVES, 400, 440);
    const HostRun host = run_of({a, b});
    EXPECT_EQ(time_in(host.run, "rank[0].main", "MPI_Send late_receiver rank[1].main"),
              (Time{"wait_send", 300, "rank[1].main"}));
    EXPECT_EQ(time_in(host.run, "rank[0].main", "MPI_Send"), (Time{"transfer", 30, ""}));
}

TEST(HostRun, AnExchangeWaitsForTheSender) {
    Recording a = rank_of_two(0), b = rank_of_two(1);
    for (Recording* r : {&a, &b}) {
        const std::uint64_t start = r == &a ? 100 : 250;
        add_call(*r, kExchange, TAPESTRY_SENDS, start, 430);
        add_call(*r, kExchange, TAPESTRY_RECEIVES, start, 430);
        r->threads[0].states.pop_back();
    }
    const HostRun host = run_of({a, b});
    EXPECT_EQ(time_in(host.run, "rank[0].main", "MPI_Sendrecv late_sender rank[1].main"),
              (Time{"wait_recv", 150, "rank[1].main"}));
    EXPECT_EQ(time_in(host.run, "rank[0].main", "MPI_Sendrecv"), (Time{"transfer", 180, ""}));
}

TEST(HostRun, CallsAndBytesStayThoseOfTheProgram) {
    Recording a = rank_of_two(0), b = rank_of_two(1);
    add_call(a, kReceive, TAPESTRY_RECEIVES, 100, 200);
    add_call(a, kReceive, TAPESTRY_RECEIVES, 300, 400);
    add_call(b, kSend, TAPESTRY_SENDS, 150, 160);
    add_call(b, kSend, TAPESTRY_SENDS, 250, 260);
    const HostRun host = run_of({a, b});
    const TapNumbers& n = thread_of(host.run, "rank[0].main");
    EXPECT_EQ(n.states[0].entries, 2u);
    EXPECT_EQ(n.states[1].entries, 1u);  // it waited once
    EXPECT_EQ(host.run.host.states[0].bytes, 16u);
    EXPECT_EQ(host.run.host.states[0].inclusive_ns, 200u);
    EXPECT_EQ(n.states[0].max_dwell, 100u);
    EXPECT_EQ(n.states[0].min_dwell, 50u);
}

TEST(HostRun, AStateOfSeveralClassesWaitsForEachOfItsPeers) {
    Recording a = rank_of_two(0);
    a.names[kSend] = {TAPESTRY_DEFINES_STATE,
                      TAPESTRY_WAIT_RECV,
                      "w",
                      "top.out\nsend\ttop.in\tdata\nwait_send\ttop.next\t",
                      "done",
                      ""};
    a.threads[0].states.push_back({100, 200, 8, kSend, 0});
    const HostRun host = run_of({a});
    const TapState& s = thread_of(host.run, "rank[0].main").tap.states().at(0);
    EXPECT_EQ(s.category, "wait_recv");
    ASSERT_EQ(s.waits.size(), 2u);
    EXPECT_EQ(s.waits[0].channel, "top.out");
    EXPECT_EQ(s.waits[0].signal, "done");
    EXPECT_EQ(s.waits[1].channel, "top.next");
    EXPECT_EQ(host.run.host.states.at(0).peer, "top.out, top.in, top.next");
    EXPECT_EQ(host.run.host.states.at(0).purpose, "done, data");
}

TEST(HostRun, RanksOfModelledTimeBeginTogether) {
    Recording a = rank_of_two(0), b = rank_of_two(1);
    for (Recording* r : {&a, &b}) {
        const std::uint64_t launched = r == &a ? 1000 : 900'000;
        r->is_modelled = true;
        r->start = launched;
        r->end = launched + 500;
        r->threads[0].start = launched;
        r->threads[0].end = launched + 500;
        r->threads[0].states.push_back({launched + 100, launched + 200, 0, kSend, 0});
    }
    const HostRun host = run_of({a, b});
    EXPECT_EQ(host.run.cycles, 500u);
    for (const char* path : {"rank[0].main", "rank[1].main"}) {
        EXPECT_EQ(thread_of(host.run, path).reset_cycles, 0u);
        EXPECT_EQ(thread_of(host.run, path).observed_cycles, 500u);
    }
    // In wall time they begin when they began.
    a.is_modelled = b.is_modelled = false;
    EXPECT_EQ(thread_of(run_of({a, b}).run, "rank[1].main").reset_cycles, 899'000u);
}

}  // namespace
}  // namespace tapestry
