// SPDX-License-Identifier: Apache-2.0
// What tapestry_counts.h reads of a log, by vectors of this machine and without any, against one
// sample after the other.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tapestry_log_counts.h"

namespace {

struct Sampled {
    uint8_t log[2 * kHalf];
    Batch batch;
    uint8_t before;

    uint64_t bits(const std::function<bool(unsigned)>& is_set) const {
        uint64_t found = 0;
        for (unsigned i = 0; i < batch.count; ++i) found |= uint64_t{is_set(batch.place + i)} << i;
        return found;
    }
};

// Samples in which nothing, little or much changes.
Sampled random_sample(std::mt19937_64& random) {
    Sampled made;
    const auto mask = static_cast<uint8_t>(random()), base = static_cast<uint8_t>(random());
    const bool is_quiet = random() % 4 == 0;
    for (uint8_t& sample : made.log)
        sample = is_quiet ? base : static_cast<uint8_t>(base ^ (random() & mask));
    const uint64_t start = random() % 256;
    made.batch = Batch::from(start, start + 1 + random() % 70);
    made.before = made.batch.place % kHalf != 0 ? made.log[made.batch.place - 1]
                  : is_quiet                    ? base
                                                : static_cast<uint8_t>(random());
    return made;
}

TEST(Counts, ReadsLogs) {
    std::mt19937_64 random(1);
    for (int n = 0; n < 50000; ++n) {
        const Sampled s = random_sample(random);
        for (unsigned bit = 0; bit < 8; ++bit)
            ASSERT_EQ(s.batch.cut(bits_of(s.log + s.batch.half(), bit)),
                      s.bits([&](unsigned place) { return s.log[place] >> bit & 1; }));
        const uint8_t value = s.log[random() % (2 * kHalf)];
        ASSERT_EQ(matches_of(s.log, s.batch, value),
                  s.bits([&](unsigned place) { return s.log[place] == value; }));
        ASSERT_EQ(changes_of(s.log, s.batch, s.before), s.bits([&](unsigned place) {
            return s.log[place] != (place == s.batch.place ? s.before : s.log[place - 1]);
        }));
    }
}

TEST(Counts, FindsRuns) {
    std::mt19937_64 random(2);
    for (int n = 0; n < 50000; ++n) {
        uint64_t bits = random() | random();
        if (n % 3 == 0) bits |= random() | random();
        unsigned runs = 0, ones = 0;
        for (unsigned i = 0; i < kHalf; ++i) {
            ones += bits >> i & 1;
            runs += (bits >> i & 1) != 0 && (i == 0 || (bits >> (i - 1) & 1) == 0);
        }
        ASSERT_EQ(ones_of(bits), ones);
        ASSERT_EQ(runs_of(bits), runs);
        const unsigned length = 1 + static_cast<unsigned>(random() % (kHalf + 2));
        uint64_t starts = 0;
        for (unsigned i = 0; i + length <= kHalf; ++i)
            starts |= uint64_t{run_of(bits >> i) >= length} << i;
        ASSERT_EQ(starts_of(bits, length), starts);
    }
}

// A log into which the test writes what a model would.
struct WrittenLog : SampleLog {
    explicit WrittenLog(unsigned word_bytes) : bytes(word_bytes) { start(bytes); }
    uint8_t& byte(uint64_t edge, unsigned lane = 0) {
        return static_cast<uint8_t*>(const_cast<void*>(words()))[edge % 128 * bytes + lane];
    }
    unsigned bytes;
};

// Words of all widths, of which some lanes rest for long, read in batches of all lengths.
TEST(Counts, LooksAtLanesOfWords) {
    std::mt19937_64 random(3);
    for (unsigned bytes : {1u, 2u, 4u, 8u}) {
        WrittenLog log(bytes);
        std::vector<uint8_t> before(8), resting(8);
        std::vector<std::vector<uint8_t>> samples(8);
        uint64_t counted = 0;
        for (uint64_t n = 0; n < 20000; ++n) {
            if (n % 100 == 0)
                for (uint8_t& rests : resting) rests = random() % 3 != 0;
            for (unsigned lane = 0; lane < bytes; ++lane) {
                if (resting[lane] == 0) before[lane] = static_cast<uint8_t>(random());
                log.byte(n, lane) = before[lane];
                samples[lane].push_back(before[lane]);
            }
            // Those before edge n, at the latest when a half is full and sometimes in between.
            if (n % kHalf != 0 && random() % 50 != 0) continue;
            while (counted < n) {
                const Batch batch = Batch::from(counted, n);
                log.look_at(batch);
                for (unsigned number = 0; number < 8 * bytes; ++number) {
                    uint64_t bits = 0;
                    for (unsigned i = 0; i < batch.count; ++i)
                        bits |= uint64_t{samples[number / 8][counted + i] >> number % 8 & 1u} << i;
                    ASSERT_EQ(log.bits(number, batch), bits) << n << " " << number;
                }
                for (unsigned lane = 0; lane < bytes; ++lane)
                    for (unsigned i = 0; i < batch.count; ++i)
                        ASSERT_EQ(log.lane(lane)[batch.place + i], samples[lane][counted + i]);
                counted = batch.start + batch.count;
            }
        }
    }
}

// The words of a record behind the first few, which are the same for all.
std::string told(Counts& counts, uint64_t n) {
    counts.add_until(n);
    Record record;
    counts.tell(record, n, false, 0, 0);
    return std::string(record.room.data(), record.used);
}

// The words of a record that `wanted` has too, with their numbers: a new one is no business of
// these tests.
std::string asked_of(const std::string& record, const std::string& wanted) {
    std::set<std::string> names;
    std::string kept, word;
    for (std::istringstream parts(wanted); parts >> word;) names.insert(word);
    bool is_asked = false;
    for (std::istringstream parts(record); parts >> word;) {
        if (std::isalpha(static_cast<unsigned char>(word[0]))) is_asked = names.count(word) != 0;
        if (is_asked) kept += " " + word;
    }
    return kept;
}

// Samples of which some stay for a hundred edges and more, often from the first of a half on.
struct Resting {
    std::mt19937_64& random;
    bool rests = false;
    uint64_t edges = 0;
    uint8_t last = 0;

    uint8_t next(unsigned sample) {
        const bool turns = random() % (edges++ % kHalf == 0 ? 2 : 120) == 0;
        if (turns || !rests) last = static_cast<uint8_t>(sample);
        if (turns) rests = !rests;
        return last;
    }
};

// One sample after the other, as docs/counting.md has it.
struct SlowCall {
    uint64_t invocations = 0, completions = 0, busy = 0, orphans = 0, overflows = 0;
    std::vector<uint64_t> begun, latencies, intervals;
    bool offering = false, any = false;
    uint64_t last = 0;

    void add(uint64_t now, uint8_t sample) {
        const bool start = sample & 1, ready = sample & 2, done = sample & 4;
        if (sample & 0x80) {
            begun.clear();
            any = offering = false;
            return;
        }
        if (start && !offering) {
            ++invocations;
            if (any) intervals.push_back(now - last);
            any = true;
            last = now;
            if (begun.size() == 64)
                ++overflows;
            else
                begun.push_back(now);
        }
        offering = (offering || start) && !ready;
        if (!begun.empty()) ++busy;
        if (!done) return;
        if (begun.empty()) {
            ++orphans;
            return;
        }
        ++completions;
        latencies.push_back(now - begun.front() + 1);
        begun.erase(begun.begin());
    }

    static std::string extremes(const char* name, const std::vector<uint64_t>& values) {
        uint64_t sum = 0;
        for (uint64_t value : values) sum += value;
        const auto [least, most] = std::minmax_element(values.begin(), values.end());
        const auto number = [&](auto at) { return std::to_string(values.empty() ? 0 : *at); };
        return std::string(" min_") + name + " " + number(least) + " max_" + name + " " +
               number(most) + " " + name + "_sum " + std::to_string(sum);
    }
    std::string told() const {
        std::string text = " invocations " + std::to_string(invocations) + " completions " +
                           std::to_string(completions) + " busy_cycles " + std::to_string(busy) +
                           extremes("latency", latencies) + extremes("interval", intervals) +
                           " orphans " + std::to_string(orphans) + " overflows " +
                           std::to_string(overflows);
        std::vector<unsigned> bins(64);
        for (uint64_t latency : latencies) ++bins[last_of(latency)];
        for (unsigned k = 0; k < 64; ++k)
            if (bins[k] != 0)
                text += " latency_histogram " + std::to_string(k) + " " + std::to_string(bins[k]);
        return text;
    }
};

// Calls that come one by one, overlap, hand over at an edge, pile up or have no beginning.
TEST(Counts, MatchesCalls) {
    std::mt19937_64 random(4);
    for (int run = 0; run < 60; ++run) {
        WrittenLog log(1);
        const Log lane{&log, 0};
        CallCounts counts(lane, {});
        SlowCall slow;
        unsigned starts = 2, ends = 2;
        Resting resting{random};
        for (uint64_t n = 0; n < 3000; ++n) {
            if (n % 64 == 0 || random() % 97 == 0) {
                const std::string wanted = slow.told();
                ASSERT_EQ(asked_of(told(counts, n), wanted), wanted) << run << " " << n;
            }
            if (random() % 200 == 0) starts = 1u << random() % 5, ends = 1u << random() % 5;
            const unsigned bits =
                unsigned{random() % starts == 0} | unsigned{random() % 4 != 0} << 1 |
                unsigned{random() % ends == 0} << 2 | unsigned{random() % 300 == 0} << 7;
            const uint8_t sample = resting.next(bits);
            log.byte(n) = sample;
            slow.add(n, sample);
        }
    }
}

// A queue of four bins, one sample after the other.
struct SlowQueue {
    uint64_t pushes = 0, pops = 0, refused_pushes = 0, refused_pops = 0, fulls = 0, empties = 0;
    uint64_t level = 0, sum = 0, most = 0, underflows = 0;
    std::vector<uint64_t> bins = std::vector<uint64_t>(5);

    void add(uint8_t sample) {
        const bool full = sample & 2, empty = sample & 8;
        if (sample & 0x80) {
            level = 0;
            return;
        }
        const bool push = (sample & 1) && !full, pop = (sample & 4) && !empty;
        refused_pushes += (sample & 1) && full;
        refused_pops += (sample & 4) && empty;
        fulls += full;
        empties += empty;
        pushes += push;
        pops += pop;
        ++bins[std::min<uint64_t>(level, 4)];
        sum += level;
        most = std::max(most, level);
        if (push && !pop) ++level;
        if (pop && !push && level == 0)
            ++underflows;
        else if (pop && !push)
            --level;
    }

    std::string told() const {
        std::ostringstream text;
        text << " pushes " << pushes << " pops " << pops << " refused_pushes " << refused_pushes
             << " refused_pops " << refused_pops << " full_cycles " << fulls << " empty_cycles "
             << empties << " max_occupancy " << most << " occupancy_sum " << sum << " underflows "
             << underflows;
        for (size_t k = 0; k < bins.size(); ++k)
            if (bins[k] != 0) text << " histogram " << k << " " << bins[k];
        return text.str();
    }
};

// A queue that stays between two levels for long, one that does not, one that underflows, and one
// that is full or empty.
TEST(Counts, FollowsLevels) {
    std::mt19937_64 random(5);
    for (int run = 0; run < 80; ++run) {
        WrittenLog log(1);
        const Log lane{&log, 0};
        QueueCounts counts(lane, {}, 4);
        SlowQueue slow;
        Resting resting{random};
        const unsigned style = run % 4;
        for (uint64_t n = 0; n < 3000; ++n) {
            if (n % 64 == 0 || random() % 97 == 0) {
                const std::string wanted = slow.told();
                ASSERT_EQ(asked_of(told(counts, n), wanted), wanted) << run << " " << n;
            }
            bool push = random() % 3 == 0, pop = random() % 3 == 0;
            if (style == 0) push &= slow.level<1 + n / 1000, pop &= slow.level> n / 1000;
            if (style == 1) pop &= slow.level != 0;
            const unsigned flags = style == 3 ? random() % 16 & 10u : 0;
            const bool reset = random() % 500 == 0;
            log.byte(n) =
                resting.next(unsigned{push} | unsigned{pop} << 2 | flags | unsigned{reset} << 7);
            slow.add(log.byte(n));
        }
    }
}

// A stream, one sample after the other.
struct SlowStream {
    uint64_t observed = 0, transfers = 0, blocked = 0, starved = 0, packets = 0;
    uint64_t block = 0, longest_block = 0, burst = 0, longest_burst = 0, bursts = 0;

    void add(uint8_t sample) {
        const bool seen = (sample & 0x80) == 0, valid = sample & 1, ready = sample & 2;
        const bool moves = seen && valid && ready, blocks = seen && valid && !ready;
        observed += seen;
        transfers += moves;
        blocked += blocks;
        starved += seen && ready && !valid;
        packets += moves && (sample & 4);
        bursts += moves && burst == 0;
        burst = moves ? burst + 1 : 0;
        block = blocks ? block + 1 : 0;
        longest_burst = std::max(longest_burst, burst);
        longest_block = std::max(longest_block, block);
    }

    std::string told() const {
        std::ostringstream text;
        text << " transfer_cycles " << transfers << " blocked_cycles " << blocked
             << " starved_cycles " << starved << " idle_cycles "
             << observed - transfers - blocked - starved << " packets " << packets
             << " bytes 0 longest_block " << longest_block << " bursts " << bursts
             << " longest_burst " << longest_burst;
        return text.str();
    }
};

// A stream that moves, waits and rests.
TEST(Counts, FollowsStreams) {
    std::mt19937_64 random(6);
    for (int run = 0; run < 60; ++run) {
        WrittenLog log(1);
        const Log lane{&log, 0};
        StreamCounts counts(lane, {nullptr, 0, 0});
        SlowStream slow;
        Resting resting{random};
        for (uint64_t n = 0; n < 3000; ++n) {
            if (n % 64 == 0 || random() % 97 == 0) {
                const std::string wanted = slow.told();
                ASSERT_EQ(asked_of(told(counts, n), wanted), wanted) << run << " " << n;
            }
            log.byte(n) =
                resting.next(static_cast<unsigned>(random() % 8) | (random() % 40 == 0) << 7);
            slow.add(log.byte(n));
        }
    }
}

// The last edge of one half, all of the next, and the first edge of the one behind.
template <typename Tap>
std::string told_around_rest(Tap& counts, WrittenLog& log, uint8_t last, uint8_t rest,
                             uint8_t first) {
    for (uint64_t n = 0; n < 2 * kHalf + 1; ++n) {
        if (n % kHalf == 0) counts.add_until(n);
        log.byte(n) = n < kHalf - 1 ? 0 : n == kHalf - 1 ? last : n < 2 * kHalf ? rest : first;
    }
    return told(counts, 2 * kHalf + 1);
}

TEST(Counts, RestEndsWhatWasUnderWay) {
    WrittenLog blocked_log(1), offered_log(1);
    const Log blocked{&blocked_log, 0}, offered{&offered_log, 0};
    StreamCounts stream(blocked, {nullptr, 0, 0});
    EXPECT_NE(told_around_rest(stream, blocked_log, 1, 2, 1).find(" longest_block 1 "),
              std::string::npos);
    CallCounts call(offered, {});
    EXPECT_NE(told_around_rest(call, offered_log, 1, 2, 1).find(" invocations 2 "),
              std::string::npos);
}

// What lies between two streams of a word, of which both, one or none rest.
TEST(Counts, FollowsWhatLiesBetweenStreams) {
    std::mt19937_64 random(7);
    for (int run = 0; run < 60; ++run) {
        WrittenLog log(2);
        const Log from{&log, 0}, to{&log, 1};
        CallCounts calls(from, {&to, run % 2 != 0});
        QueueCounts queue(from, {&to, run % 2 != 0}, 4);
        SlowCall slow_calls;
        SlowQueue slow_queue;
        Resting starts{random}, ends{random};
        for (uint64_t n = 0; n < 3000; ++n) {
            if (n % 64 == 0 || random() % 97 == 0) {
                const std::string calls_wanted = slow_calls.told();
                const std::string queue_wanted = slow_queue.told();
                ASSERT_EQ(asked_of(told(calls, n), calls_wanted), calls_wanted) << n;
                ASSERT_EQ(asked_of(told(queue, n), queue_wanted), queue_wanted) << n;
            }
            const unsigned reset = random() % 300 == 0 ? 0x80 : 0;
            const uint8_t a = log.byte(n, 0) =
                starts.next(static_cast<unsigned>(random() % 8) | reset);
            const uint8_t b = log.byte(n, 1) = ends.next(static_cast<unsigned>(random() % 8));
            const bool begins = (a & 3) == 3, done = (b & 3) == 3 && (run % 2 == 0 || (b & 4) != 0);
            slow_calls.add(n, static_cast<uint8_t>(begins | 2 | done << 2 | (a & 0x80)));
            slow_queue.add(static_cast<uint8_t>(begins | done << 2 | (a & 0x80)));
        }
    }
}

// A machine that is counted from its log, and one that is told of each of its moves; few states,
// which come and go in turn, and so many that there is no table of their moves.
TEST(Counts, FollowsStates) {
    std::mt19937_64 random(8);
    for (int run = 0; run < 40; ++run) {
        WrittenLog log(1);
        const Log lane{&log, 0};
        const bool is_wide = run % 4 == 3;
        const unsigned states = is_wide ? 700 : 3 + static_cast<unsigned>(run) % 4 * 20;
        std::vector<uint64_t> codes, values(2 * kHalf);
        for (unsigned k = 0; k < states; ++k) codes.push_back(k);
        FsmCounts counts(lane, is_wide ? values.data() : nullptr, false, codes);
        FsmNumbers slow;
        uint64_t value = 0;
        for (uint64_t n = 0; n < 2000; ++n) {
            if (n % 64 == 0 || random() % 97 == 0) {
                counts.add_until(n);
                Record wanted, record;
                slow.tell_states(wanted, n);
                slow.tell_moves(wanted);
                counts.tell(record, n, true, 0, 0);
                const std::string text(wanted.room.data(), wanted.used);
                ASSERT_EQ(asked_of({record.room.data(), record.used}, text), text) << run << n;
            }
            const bool reset = random() % 200 == 0;
            if (random() % 3 == 0) value = random() % (states + 2);
            values[n % (2 * kHalf)] = value;
            log.byte(n) = static_cast<uint8_t>((is_wide ? 0 : value) | reset << 7);
            slow.move_to(reset ? FsmNumbers::kNone : std::min<uint64_t>(value, states) + 1, n);
        }
    }
}

}  // namespace
