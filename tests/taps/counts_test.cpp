// SPDX-License-Identifier: Apache-2.0
// What tapestry_counts.h reads of a log, by vectors of this machine and without any, against one
// sample after the other.
#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "tapestry_counts.h"

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
        const auto bit = [&](unsigned k) {
            return s.bits([&](unsigned place) { return s.log[place] >> k & 1; });
        };
        ASSERT_EQ(bits_of<0>(s.log, s.batch), bit(0));
        ASSERT_EQ(bits_of<3>(s.log, s.batch), bit(3));
        ASSERT_EQ(bits_of<kReset>(s.log, s.batch), bit(kReset));
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

}  // namespace
