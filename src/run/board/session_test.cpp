// SPDX-License-Identifier: Apache-2.0
// A board that behaves, and boards and cables that do not: nothing hangs, and no number is wrong.
#include "run/board/session.h"

#include <gtest/gtest.h>

#include "base/codes/links.h"
#include "run/board/board_model.h"

namespace tapestry {
namespace {

using std::chrono::milliseconds;

SessionOptions quick() {
    SessionOptions options;
    options.patience = milliseconds(1);
    return options;
}

bool has(const Diagnostics& diagnostics, Code code) {
    return std::any_of(diagnostics.all().begin(), diagnostics.all().end(),
                       [&](const Diagnostic& d) { return d.code == code; });
}

std::size_t true_records(const BoardModel::Truth& truth, const Reading& reading) {
    std::size_t right = 0;
    for (const ReadingRecord& record : reading.records) {
        if (record.kind == "clock") continue;
        const auto at = truth.find(record.number("edges"));
        const auto tap = static_cast<std::size_t>(std::stoi(record.path.substr(20)));
        if (at != truth.end() && record.number("cycles_true") == at->second[tap]) ++right;
    }
    return right;
}

// Every record that was taken over says what the board had counted at that edge, in one and the
// same of its lives.
std::size_t expect_true(const BoardModel& board, const Reading& reading) {
    const auto records = static_cast<std::size_t>(
        std::count_if(reading.records.begin(), reading.records.end(),
                      [](const ReadingRecord& record) { return record.kind != "clock"; }));
    const std::size_t right = std::max(true_records(board.truth(), reading),
                                       true_records(board.earlier_truth(), reading));
    EXPECT_EQ(right, records);
    return right;
}

TEST(Session, CollectsWhatTheBoardCounted) {
    BoardModel board(5, 32, 1);
    board.run(1000);
    Diagnostics diagnostics;
    const auto collected = collect(board.map(), board, quick(), diagnostics);
    ASSERT_TRUE(collected);
    EXPECT_TRUE(collected->complete);
    EXPECT_TRUE(diagnostics.all().empty());
    EXPECT_EQ(expect_true(board, collected->reading), 5U);
    EXPECT_EQ(collected->reading.records[0].number("end"), 1U);
}

// The board was read before: its banks hold older frames.
TEST(Session, ASecondHostGetsTheSameTotals) {
    BoardModel board(3, 32, 2);
    for (int i = 0; i < 3; ++i) {
        board.run(100);
        Diagnostics diagnostics;
        const auto collected = collect(board.map(), board, quick(), diagnostics);
        ASSERT_TRUE(collected);
        EXPECT_TRUE(collected->complete);
        EXPECT_EQ(expect_true(board, collected->reading), 3U);
    }
}

// Counters of 12 bits have gone round: counts begin at the first cut that is known.
TEST(Session, CountersThatWentRound) {
    BoardModel board(3, 12, 3);
    board.run(10000);
    Diagnostics diagnostics;
    const auto collected = collect(board.map(), board, quick(), diagnostics);
    ASSERT_TRUE(collected);
    EXPECT_TRUE(collected->reading.extremes_since_start);
    for (const ReadingRecord& record : collected->reading.records) {
        if (record.kind == "clock") continue;
        const std::uint64_t end = board.truth().rbegin()->first;
        const auto begin = board.truth().find(end - record.number("edges"));
        ASSERT_NE(begin, board.truth().end());
        const auto tap = static_cast<std::size_t>(std::stoi(record.path.substr(20)));
        EXPECT_EQ(record.number("cycles_true"),
                  board.truth().rbegin()->second[tap] - begin->second[tap]);
    }
}

// Records of the run count from the cut at `begin` on.
void expect_counts_from(const BoardModel& board, const Reading& reading, std::uint64_t begin) {
    for (const ReadingRecord& record : reading.records) {
        if (record.kind == "clock") continue;
        const auto at = board.truth().find(begin + record.number("edges"));
        ASSERT_NE(at, board.truth().end());
        const auto tap = static_cast<std::size_t>(std::stoi(record.path.substr(20)));
        EXPECT_EQ(record.number("cycles_true"), at->second[tap] - board.truth().at(begin)[tap]);
    }
}

Result<Collected> collect_after(BoardModel& board, const std::vector<std::string>& commands,
                                Diagnostics& diagnostics) {
    SessionOptions options = quick();
    options.commands = *board_commands(commands, board.map(), diagnostics);
    return collect(board.map(), board, options, diagnostics);
}

// The third cut clears; the first two tell what both banks hold.
std::uint64_t third_cut(const BoardModel& board, std::size_t before) {
    return std::next(board.truth().begin(), static_cast<std::ptrdiff_t>(before) + 2)->first;
}

TEST(Session, ClearBeginsAnew) {
    BoardModel board(3, 32, 6);
    board.run(5000);
    Diagnostics diagnostics;
    const auto collected = collect_after(board, {"clear"}, diagnostics);
    ASSERT_TRUE(collected);
    EXPECT_TRUE(collected->complete);
    EXPECT_TRUE(diagnostics.all().empty());
    EXPECT_FALSE(collected->reading.extremes_since_start);
    ASSERT_EQ(collected->reading.records.size(), 4U);
    expect_counts_from(board, collected->reading, third_cut(board, 0));
    EXPECT_LE(collected->reading.records[0].number("longest_run"),
              collected->reading.records[0].number("edges"));
}

// A board that was stopped says so, counts again when it is started, and begins there.
TEST(Session, StopsAndStarts) {
    BoardModel board(3, 32, 7);
    Diagnostics diagnostics;
    const auto first = collect_after(board, {"stop"}, diagnostics);
    ASSERT_TRUE(first && first->complete);
    EXPECT_EQ(expect_true(board, first->reading), 3U);
    EXPECT_TRUE(board.stopped());
    EXPECT_TRUE(diagnostics.all().empty());
    board.run(3000);
    const auto second = collect_after(board, {}, diagnostics);
    ASSERT_TRUE(second);
    EXPECT_TRUE(has(diagnostics, code::link_stopped));
    EXPECT_EQ(true_records(board.truth(), second->reading), 0U);
    const std::size_t before = board.truth().size();
    Diagnostics more;
    const auto third = collect_after(board, {"start"}, more);
    ASSERT_TRUE(third && third->complete);
    EXPECT_TRUE(more.all().empty());
    expect_counts_from(board, third->reading, third_cut(board, before));
}

// Another host had stopped the board: no sum closes, so counts begin at a cut that is known.
TEST(Session, ABoardThatWasPaused) {
    BoardModel board(3, 32, 8);
    Diagnostics diagnostics;
    ASSERT_TRUE(collect_after(board, {"stop"}, diagnostics));
    board.run(3000);
    ASSERT_TRUE(collect_after(board, {"start"}, diagnostics));
    const std::size_t before = board.truth().size();
    Diagnostics more;
    const auto collected = collect_after(board, {}, more);
    ASSERT_TRUE(collected && collected->complete);
    EXPECT_TRUE(has(more, code::link_paused));
    EXPECT_FALSE(has(more, code::link_lossy));
    ASSERT_EQ(collected->reading.records.size(), 4U);
    expect_counts_from(
        board, collected->reading,
        std::next(board.truth().begin(), static_cast<std::ptrdiff_t>(before) + 1)->first);
}

TEST(Session, ADisabledTapIsLeftOut) {
    BoardModel board(4, 32, 9);
    Diagnostics diagnostics;
    const auto collected = collect_after(board, {"disable=e2"}, diagnostics);
    ASSERT_TRUE(collected && collected->complete);
    EXPECT_EQ(expect_true(board, collected->reading), 3U);
    EXPECT_TRUE(has(diagnostics, code::link_stopped));
    EXPECT_FALSE(has(diagnostics, code::link_lossy));
    Diagnostics more;
    const std::size_t before = board.truth().size();
    const auto again = collect_after(board, {"enable=dut.e*"}, more);
    ASSERT_TRUE(again && again->complete);
    EXPECT_TRUE(more.all().empty());
    EXPECT_EQ(again->reading.records.size(), 5U);
    // Each of the four commands begins anew.
    expect_counts_from(board, again->reading, third_cut(board, before + 9));
}

// A frame with more edges than counters of 12 bits can tell apart: what comes after is marked.
TEST(Session, FrameLongerThanTheCounters) {
    BoardModel board(2, 12, 6);
    Collector collector(board.map());
    PacketReader packets;
    auto cut = [&] {
        board.send(command_bytes(Opcode::snapshot, 0));
        for (const Packet& packet : packets.take(*board.receive(milliseconds(1))))
            collector.take(packet);
    };
    cut();
    cut();
    for (const ReadingRecord& record : collector.reading(true).records)
        EXPECT_EQ(record.number("saturated"), 0U);
    const std::size_t before = collector.reading(true).records.size();
    EXPECT_GT(before, 0U);
    board.run(10000);
    cut();
    cut();
    const Reading reading = collector.reading(true);
    EXPECT_GT(reading.records.size(), before);
    for (std::size_t i = before; i < reading.records.size(); ++i) {
        if (reading.records[i].kind == "clock") continue;
        EXPECT_EQ(reading.records[i].number("saturated"), 1U);
    }
}

TEST(Session, RefusesAnotherBoard) {
    BoardModel board(3, 32, 4);
    TapMap other = board.map();
    other.link.identity ^= 1;
    Diagnostics diagnostics;
    EXPECT_FALSE(collect(other, board, quick(), diagnostics));
    EXPECT_TRUE(has(diagnostics, code::link_identity));
    TapMap swapped = board.map();
    std::swap(swapped.taps[0].place.site, swapped.taps[1].place.site);
    Diagnostics more;
    EXPECT_FALSE(collect(swapped, board, quick(), more));
    EXPECT_TRUE(has(more, code::link_tap_differs));
}

TEST(Session, SaysWhenNobodyAnswers) {
    BoardModel board(1, 32, 5);
    board.faults.drop = 1;
    Diagnostics diagnostics;
    EXPECT_FALSE(collect(board.map(), board, quick(), diagnostics));
    EXPECT_TRUE(has(diagnostics, code::link_silent));
}

// A port that keeps talking and says nothing.
class Babbler : public Transport {
public:
    explicit Babbler(bool hears) : hears_(hears) {}
    std::optional<Bytes> receive(std::chrono::milliseconds) override { return Bytes(64, 0x55); }
    bool send(std::span<const std::uint8_t>) override { return true; }
    bool hears() const override { return hears_; }

private:
    bool hears_;
};

TEST(Session, EndsThoughThePortKeepsTalking) {
    BoardModel board(1, 32, 5);
    for (const bool hears : {true, false}) {
        Babbler babbler(hears);
        Diagnostics diagnostics;
        const auto start = std::chrono::steady_clock::now();
        const auto collected = collect(board.map(), babbler, quick(), diagnostics);
        EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
        EXPECT_TRUE(!collected || !collected->complete);
        EXPECT_EQ(hears, has(diagnostics, code::device_unusable));
        EXPECT_FALSE(has(diagnostics, code::link_silent));
    }
}

TEST(Session, TellsADeviceThatGoesAwayFromASilentOne) {
    BoardModel board(1, 32, 5);
    board.faults.pulled_after = 0;
    board.run(1);
    Diagnostics diagnostics;
    EXPECT_FALSE(collect(board.map(), board, quick(), diagnostics));
    EXPECT_TRUE(has(diagnostics, code::device_unusable));
    EXPECT_FALSE(has(diagnostics, code::link_silent));
}

// One that answers who it is, and then says only that, over and over.
class Echo : public Transport {
public:
    Echo(BoardModel& board, bool hears) : board_(board), hears_(hears) {}
    std::optional<Bytes> receive(std::chrono::milliseconds patience) override {
        if (frames_) return hello_;
        std::optional<Bytes> bytes = board_.receive(patience);
        if (bytes && hello_.empty() && !bytes->empty()) hello_ = *bytes;
        return bytes;
    }
    bool send(std::span<const std::uint8_t> bytes) override {
        frames_ = bytes[0] == static_cast<std::uint8_t>(Opcode::period);
        return board_.send(bytes);
    }
    bool hears() const override { return hears_; }

private:
    BoardModel& board_;
    bool hears_;
    bool frames_ = false;
    Bytes hello_;
};

TEST(Session, EndsThoughFramesNeverEnd) {
    BoardModel board(1, 32, 5);
    Echo echo(board, true);
    SessionOptions options = quick();
    options.period_log2 = 8;
    options.frames = 3;
    Diagnostics diagnostics;
    const auto start = std::chrono::steady_clock::now();
    const auto collected = collect(board.map(), echo, options, diagnostics);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
    ASSERT_TRUE(collected);
    EXPECT_FALSE(collected->complete);
    EXPECT_TRUE(has(diagnostics, code::link_broke_off));
}

struct FaultCase {
    const char* name;
    BoardModel::Faults faults;
};

// Many conversations over a bad line. Whatever comes of them, no record is wrong.
class FaultTest : public testing::TestWithParam<FaultCase> {};

TEST_P(FaultTest, NothingHangsNothingLies) {
    std::size_t checked = 0;
    std::size_t noticed = 0;
    for (unsigned seed = 0; seed < 60; ++seed) {
        BoardModel board(4, 32, seed);
        board.faults = GetParam().faults;
        if (board.faults.pulled_after < 1000) board.faults.pulled_after = 20 + seed * 4;
        if (board.faults.reset_after < 1000) board.faults.reset_after = 20 + seed * 4;
        Diagnostics diagnostics;
        const auto collected = collect(board.map(), board, quick(), diagnostics);
        if (!collected || !collected->complete || !diagnostics.all().empty()) ++noticed;
        if (collected) checked += expect_true(board, collected->reading);
    }
    EXPECT_GT(noticed, 0U);
    EXPECT_GT(checked, 0U);
}

INSTANTIATE_TEST_SUITE_P(
    Lines, FaultTest,
    testing::Values(FaultCase{"bits", {500, 0, 0}}, FaultCase{"many_bits", {60, 0, 0}},
                    FaultCase{"dropped", {0, 300, 0}}, FaultCase{"doubled", {0, 0, 300}},
                    FaultCase{"all", {400, 400, 400}}, FaultCase{"pulled", {0, 0, 0, 500}},
                    FaultCase{"reset", {0, 0, 0, ~std::uint64_t{0}, 500}}),
    [](const auto& given) { return given.param.name; });

// A board that a program drives meanwhile: counts begin when it is ready and end when the program
// does, and every cut says when the board's clock stood where.
TEST(Session, WatchesWhileAProgramRuns) {
    BoardModel board(3, 32, 9);
    board.run(1000);
    Diagnostics diagnostics;
    SessionOptions options = quick();
    options.patience = milliseconds(200);
    options.pause = milliseconds(1);
    options.commands = {{BoardVerb::clear, {}}};
    int cuts = 0;
    bool ready = false;
    options.on_ready = [&] { ready = true; };
    options.goes_on = [&] { return ready && ++cuts < 40; };
    const auto collected = collect(board.map(), board, options, diagnostics);
    ASSERT_TRUE(collected);
    EXPECT_TRUE(collected->complete);
    EXPECT_TRUE(diagnostics.all().empty());
    ASSERT_GE(collected->sights.size(), 3U);
    for (std::size_t i = 1; i < collected->sights.size(); ++i) {
        const CutSight &a = collected->sights[i - 1], &b = collected->sights[i];
        EXPECT_LT(a.edges, b.edges);
        EXPECT_LE(a.before_ns, a.after_ns);
        EXPECT_LE(a.after_ns, b.before_ns);
    }
    // The last sight is that of a cut that the reading has too.
    const std::uint64_t last = collected->sights.back().edges;
    EXPECT_TRUE(std::any_of(collected->reading.records.begin(), collected->reading.records.end(),
                            [&](const ReadingRecord& r) { return r.number("edges") == last; }));
}

}  // namespace
}  // namespace tapestry
