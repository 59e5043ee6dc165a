// SPDX-License-Identifier: Apache-2.0
// What tapestry_counts.h reads of a log, by vectors of this machine and without any, against one
// sample after the other.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "tapestry_call_counts.h"
#include "tapestry_queue_counts.h"

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
        CallCounts counts({&log, 0}, {});
        SlowCall slow;
        unsigned starts = 2, ends = 2;
        for (uint64_t n = 0; n < 3000; ++n) {
            if (n % 64 == 0 || random() % 97 == 0) {
                const std::string text = told(counts, n);
                ASSERT_EQ(text.substr(text.find(" invocations")), slow.told()) << run << " " << n;
            }
            if (random() % 200 == 0) starts = 1u << random() % 5, ends = 1u << random() % 5;
            const unsigned bits =
                unsigned{random() % starts == 0} | unsigned{random() % 4 != 0} << 1 |
                unsigned{random() % ends == 0} << 2 | unsigned{random() % 300 == 0} << 7;
            const auto sample = static_cast<uint8_t>(bits);
            log.byte(n) = sample;
            slow.add(n, sample);
        }
    }
}

// A queue that stays between two levels for long, one that does not, and one that underflows.
TEST(Counts, FollowsLevels) {
    std::mt19937_64 random(5);
    for (int run = 0; run < 60; ++run) {
        WrittenLog log(1);
        QueueCounts counts({&log, 0}, {}, 4);
        uint64_t level = 0, sum = 0, most = 0, underflows = 0;
        std::vector<uint64_t> bins(5);
        const unsigned style = run % 3;
        for (uint64_t n = 0; n < 3000; ++n) {
            if (n % 64 == 0 || random() % 97 == 0) {
                std::string want = " max_occupancy " + std::to_string(most) + " occupancy_sum " +
                                   std::to_string(sum) + " underflows " +
                                   std::to_string(underflows);
                for (size_t k = 0; k < bins.size(); ++k)
                    if (bins[k] != 0)
                        want += " histogram " + std::to_string(k) + " " + std::to_string(bins[k]);
                const std::string text = told(counts, n);
                ASSERT_EQ(text.substr(text.find(" max_occupancy")), want) << run << " " << n;
            }
            bool push = random() % 3 == 0, pop = random() % 3 == 0;
            if (style == 0) push &= level<1 + n / 1000, pop &= level> n / 1000;
            if (style == 1) pop &= level != 0;
            const bool reset = random() % 500 == 0;
            log.byte(n) =
                static_cast<uint8_t>(unsigned{push} | unsigned{pop} << 2 | unsigned{reset} << 7);
            if (reset) {
                level = 0;
                continue;
            }
            ++bins[std::min<uint64_t>(level, 4)];
            sum += level;
            most = std::max(most, level);
            if (push && !pop) ++level;
            if (pop && !push && level == 0)
                ++underflows;
            else if (pop && !push)
                --level;
        }
    }
}

}  // namespace
