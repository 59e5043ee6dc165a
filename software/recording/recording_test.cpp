// SPDX-License-Identifier: Apache-2.0
#include "software/recording/recording.h"

#include <gtest/gtest.h>

#include <cstring>

#include "software/library/recording_layout.h"

namespace tapestry {
namespace {

// Builds a file as the library writes it, with ticks in nanoseconds.
class MadeFile {
public:
    MadeFile() : bytes_(TAPESTRY_HEADER_BYTES, '\0') {
        tapestry_header h{};
        std::memcpy(h.magic, TAPESTRY_MAGIC, 8);
        h.version = TAPESTRY_LAYOUT_VERSION;
        h.byte_order = TAPESTRY_BYTE_ORDER;
        h.header_bytes = TAPESTRY_HEADER_BYTES;
        h.chunk_bytes = TAPESTRY_CHUNK_BYTES;
        h.tick = TAPESTRY_TICK_NS;
        h.rank = -1;
        h.start_ticks = 1;
        std::strcpy(h.program, "/bin/app");
        std::memcpy(bytes_.data(), &h, sizeof h);
    }

    MadeFile& chunk(std::uint32_t slot, std::uint32_t sequence) {
        bytes_.resize(bytes_.size() + TAPESTRY_CHUNK_BYTES, '\0');
        at_ = bytes_.size() - TAPESTRY_CHUNK_BYTES;
        tapestry_chunk head{};
        head.magic = TAPESTRY_CHUNK_MAGIC;
        head.slot = slot;
        head.sequence = sequence;
        std::memcpy(bytes_.data() + at_, &head, sizeof head);
        at_ += sizeof head;
        return *this;
    }
    MadeFile& open(std::uint32_t id, std::uint64_t start) {
        tapestry_chunk head;
        char* place = bytes_.data() + bytes_.size() - TAPESTRY_CHUNK_BYTES;
        std::memcpy(&head, place, sizeof head);
        head.open[head.depth++] = {start, id, 0};
        std::memcpy(place, &head, sizeof head);
        return *this;
    }
    MadeFile& state(std::uint32_t id, std::uint64_t start, std::uint64_t end, bool finished = true,
                    int depth = 0) {
        std::uint64_t first = TAPESTRY_FIRST_WORD(TAPESTRY_RECORD_STATE, 3, depth, 0, id);
        if (finished) first |= TAPESTRY_FINISHED;
        for (const std::uint64_t word : {first, start, end}) {
            std::memcpy(bytes_.data() + at_, &word, 8);
            at_ += 8;
        }
        return *this;
    }
    const std::string& bytes() const { return bytes_; }

private:
    std::string bytes_;
    std::size_t at_ = 0;
};

Recording read(const MadeFile& file) {
    Diagnostics diagnostics;
    Result<Recording> r = read_recording(file.bytes(), "made", diagnostics);
    EXPECT_TRUE(r.has_value());
    return r ? *r : Recording{};
}

TEST(RecordingTest, FinishedRecordsCountAndOthersDoNot) {
    const Recording r =
        read(MadeFile().chunk(0, 0).state(1, 10, 20).state(1, 30, 40, false).state(1, 50, 60));
    ASSERT_EQ(r.threads.size(), 1u);
    ASSERT_EQ(r.threads[0].states.size(), 2u);
    EXPECT_EQ(r.threads[0].states[1].start, 50u);
    EXPECT_EQ(r.end, 60u);
}

TEST(RecordingTest, OfTwoChunksWithOneNumberTheFullerCounts) {
    const Recording r =
        read(MadeFile().chunk(0, 0).state(1, 10, 20).state(1, 30, 40).chunk(0, 0).state(1, 10, 20));
    EXPECT_EQ(r.threads[0].states.size(), 2u);
}

TEST(RecordingTest, CopiesComeBeforeWhatTheSlotHoldsNow) {
    const Recording r = read(MadeFile().chunk(0, 1).state(1, 30, 40).chunk(0, 0).state(1, 10, 20));
    ASSERT_EQ(r.threads[0].states.size(), 2u);
    EXPECT_EQ(r.threads[0].states[0].start, 10u);
}

TEST(RecordingTest, WhatWasOpenLastsToTheEnd) {
    const Recording r =
        read(MadeFile().chunk(0, 0).state(1, 10, 20).open(2, 25).state(1, 30, 40, true, 1));
    ASSERT_EQ(r.threads[0].states.size(), 2u + 1);
    EXPECT_EQ(r.threads[0].states[2].id, 2u);
    EXPECT_EQ(r.threads[0].states[2].end, 40u);
}

TEST(RecordingTest, OtherFilesAreRefused) {
    Diagnostics diagnostics;
    EXPECT_FALSE(read_recording("", "empty", diagnostics));
    EXPECT_FALSE(read_recording(std::string(8192, 'x'), "other", diagnostics));
    std::string newer = MadeFile().bytes();
    newer[8] = 9;
    EXPECT_FALSE(read_recording(newer, "newer", diagnostics));
    EXPECT_EQ(diagnostics.all().size(), 3u);
}

TEST(RecordingTest, ARecordThatReachesBeyondItsChunkIsDamage) {
    std::string bytes = MadeFile().chunk(0, 0).state(1, 10, 20).bytes();
    bytes[TAPESTRY_HEADER_BYTES + sizeof(tapestry_chunk) + 24 + 1] = 0;
    bytes[TAPESTRY_HEADER_BYTES + sizeof(tapestry_chunk) + 24] = 1;
    Diagnostics diagnostics;
    const Result<Recording> r = read_recording(bytes, "damaged", diagnostics);
    ASSERT_TRUE(r);
    EXPECT_EQ(r->threads[0].states.size(), 1u);
    EXPECT_EQ(diagnostics.all().size(), 1u);
}

}  // namespace
}  // namespace tapestry
