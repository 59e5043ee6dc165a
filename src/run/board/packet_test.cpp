// SPDX-License-Identifier: Apache-2.0
#include "run/board/packet.h"

#include <gtest/gtest.h>

#include "run/board/buffer_dump.h"
#include "run/board/inband.h"

namespace tapestry {
namespace {

Bytes bytes_of(std::string_view text) { return Bytes(text.begin(), text.end()); }

TEST(Packet, CrcIsTheOneOfX25) { EXPECT_EQ(crc16(bytes_of("123456789")), 0x906e); }

TEST(Packet, CommandIsFramedAndEscaped) {
    const Bytes bytes = command_bytes(Opcode::period, 0x7e7d);
    ASSERT_EQ(bytes.front(), 0x7e);
    ASSERT_EQ(bytes.back(), 0x7e);
    EXPECT_EQ(Bytes(bytes.begin() + 1, bytes.begin() + 6), (Bytes{0x11, 0x7d, 0x5d, 0x7d, 0x5e}));
    EXPECT_EQ(std::count(bytes.begin() + 1, bytes.end() - 1, 0x7e), 0);
}

TEST(Packet, ComesBackWhateverItHolds) {
    Packet packet{3, 0x7e, {}};
    for (int i = 0; i < 256; ++i) packet.payload.push_back(static_cast<std::uint8_t>(i));
    Bytes stream = packet_bytes(packet);
    stream.insert(stream.begin(), {0x7e, 0x7e});
    PacketReader reader;
    std::vector<Packet> found;
    for (std::uint8_t byte : stream) {  // byte by byte, as a slow line gives them
        for (Packet& p : reader.take({&byte, 1})) found.push_back(std::move(p));
    }
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].sequence, 0x7e);
    EXPECT_EQ(found[0].payload, packet.payload);
    EXPECT_EQ(reader.broken(), 0U);
}

TEST(Packet, EverySingleBitErrorIsNoticed) {
    const Bytes good = packet_bytes({3, 5, bytes_of("a record of a tap")});
    for (std::size_t bit = 0; bit < 8 * (good.size() - 1); ++bit) {
        Bytes bad = good;
        bad[bit / 8] ^= static_cast<std::uint8_t>(1 << (bit % 8));
        PacketReader reader;
        EXPECT_TRUE(reader.take(bad).empty()) << "bit " << bit;
        EXPECT_GE(reader.broken(), 1U);
        // The next packet is heard again.
        EXPECT_EQ(reader.take(good).size(), 1U);
    }
}

TEST(Packet, NoiseWithoutFlagsDoesNotGrow) {
    PacketReader reader;
    const Bytes noise(1 << 20, 0x55);
    for (int i = 0; i < 4; ++i) EXPECT_TRUE(reader.take(noise).empty());
    EXPECT_TRUE(reader.take(Bytes{0x7e}).empty());
    EXPECT_EQ(reader.broken(), 1U);
}

TEST(BufferDump, CircleBeginsWithTheOldestWord) {
    Bytes dump(4096, 0);
    const std::size_t room = (4096 - 64) / 4;
    const std::size_t written = room + 3;
    dump[0] = written & 0xff, dump[1] = written >> 8;
    for (std::size_t k = 0; k < written; ++k)
        dump[64 + k % room * 4] = static_cast<std::uint8_t>(k);
    const auto stream = stream_of_buffer(dump);
    ASSERT_TRUE(stream);
    ASSERT_EQ(stream->size(), room * 4);
    EXPECT_EQ((*stream)[0], 3);
    EXPECT_EQ((*stream)[stream->size() - 4], static_cast<std::uint8_t>(written - 1));
    dump.pop_back();
    EXPECT_FALSE(stream_of_buffer(dump));
    EXPECT_FALSE(stream_of_buffer({}));
}

TEST(Inband, ApplicationComesOutUnchanged) {
    // A beat, a report of two bytes, a beat that looks like the mark, a report of three.
    const Bytes recording = {1,    2, 3, 4, 0xa5, 0xa5, 0xa5, 0xa5, 2,    8, 9, 0, 0xa5, 0xa5, 0xa5,
                             0xa5, 0, 0, 0, 0,    0xa5, 0xa5, 0xa5, 0xa5, 3, 5, 6, 7,    0xa5};
    const Separated out = separate(recording, 4);
    EXPECT_EQ(out.application, (Bytes{1, 2, 3, 4, 0xa5, 0xa5, 0xa5, 0xa5}));
    EXPECT_EQ(out.reports, (Bytes{8, 9, 5, 6, 7}));
    const Separated narrow = separate({1, 0xa5, 1, 9, 0xa5, 0, 0xa5}, 1);
    EXPECT_EQ(narrow.application, (Bytes{1, 0xa5}));
    EXPECT_EQ(narrow.reports, (Bytes{9}));
}

}  // namespace
}  // namespace tapestry
