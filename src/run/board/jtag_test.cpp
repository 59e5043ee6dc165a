// SPDX-License-Identifier: Apache-2.0
#include "run/board/jtag.h"

#include <gtest/gtest.h>

#include <deque>

namespace tapestry {
namespace {

// What tapestry_link_jtag does with a scan, behind a chain that delays both ways.
class ModelPort : public TestPort {
public:
    std::deque<std::uint8_t> packets;
    Bytes commands;
    std::size_t room = 1000;
    std::size_t delay = 0;
    bool gone = false, stuck = false, level = false;

    std::optional<std::vector<Bits>> shift(const std::vector<PortShift>& shifts) override {
        if (gone) return std::nullopt;
        std::vector<Bits> all;
        for (const PortShift& step : shifts)
            if (!step.instruction)
                all.push_back(stuck ? Bits(step.bits.size(), level) : scan(step.bits));
        return all;
    }

private:
    Bits scan(const Bits& in) {
        Bits late(delay);
        late.insert(late.end(), in.begin(), in.end());
        Bits out(delay);
        std::size_t at = 0, place = 0;
        std::uint64_t seen = 0;
        bool writes = false, marked = false, begun = false, flag = false, shut = false;
        std::uint8_t byte = 0;
        for (; out.size() < in.size(); ++at) {
            const bool bit = late[at];
            if (!marked) {
                seen = seen >> 1 | std::uint64_t{bit} << 11;
                marked = seen == 0xa6b;
                out.push_back(false);
            } else if (!begun) {
                begun = true;
                writes = bit;
                out.push_back(true);
            } else {
                if (place == 0) {
                    flag = bit && (writes ? room > 0 && !shut : !packets.empty());
                    shut = shut || (writes && bit && !flag);
                    byte = 0;
                    if (flag && !writes) byte = packets.front();
                    if (flag && !writes) packets.pop_front();
                    out.push_back(flag);
                } else if (writes) {
                    byte = static_cast<std::uint8_t>(byte | (bit ? 1U << (place - 1) : 0U));
                    out.push_back(false);
                } else
                    out.push_back((byte >> (place - 1) & 1) != 0);
                if (place == 8 && writes && flag) {
                    commands.push_back(byte);
                    --room;
                }
                place = (place + 1) % 9;
            }
        }
        return out;
    }
};

struct Opened {
    ModelPort* port = nullptr;
    std::unique_ptr<Transport> transport;
    std::string why;
};

Opened open_model(std::size_t delay = 0) {
    Opened opened;
    auto port = std::make_unique<ModelPort>();
    port->delay = delay;
    opened.port = port.get();
    opened.transport = jtag_transport(std::move(port), "jtag-ecp5", opened.why);
    return opened;
}

TEST(Jtag, BytesComeWholeAndInOrder) {
    for (const std::size_t delay : {0U, 1U, 7U, 30U}) {
        Opened open = open_model(delay);
        ASSERT_TRUE(open.transport) << open.why;
        Bytes sent, got;
        for (int i = 0; i < 2000; ++i) sent.push_back(static_cast<std::uint8_t>(i * 37 + i / 256));
        open.port->packets.assign(sent.begin(), sent.end());
        while (got.size() < sent.size()) {
            const std::optional<Bytes> some = open.transport->receive(std::chrono::milliseconds(0));
            ASSERT_TRUE(some && !some->empty());
            got.insert(got.end(), some->begin(), some->end());
        }
        EXPECT_EQ(got, sent);
        EXPECT_EQ(open.transport->receive(std::chrono::milliseconds(0)), Bytes());
    }
}

TEST(Jtag, WhatIsNotTakenIsSentAgain) {
    Opened open = open_model(3);
    open.port->room = 5;
    const Bytes bytes = {0x7e, 1, 2, 3, 0xff, 0, 7, 0x7e};
    EXPECT_EQ(taken_bytes(Bits(40), 0), std::nullopt);
    std::vector<PortShift> once = {{false, write_scan(bytes)}};
    const std::optional<std::vector<Bits>> answer = open.port->shift(once);
    ASSERT_TRUE(answer);
    EXPECT_EQ(taken_bytes(answer->front(), bytes.size()), 5U);
    open.port->room = 1000;
    EXPECT_TRUE(open.transport->send(std::span(bytes).subspan(5)));
    EXPECT_EQ(open.port->commands, bytes);
}

TEST(Jtag, ALineThatDoesNotMoveIsNoLink) {
    for (const bool level : {false, true}) {
        auto port = std::make_unique<ModelPort>();
        port->stuck = true;
        port->level = level;
        std::string why;
        EXPECT_FALSE(jtag_transport(std::move(port), "jtag-xilinx", why));
        EXPECT_NE(why.find("no link answers"), std::string::npos) << why;
    }
}

TEST(Jtag, AServerThatGoesAwayIsTheEnd) {
    Opened open = open_model();
    open.port->gone = true;
    EXPECT_FALSE(open.transport->receive(std::chrono::milliseconds(100)));
    EXPECT_FALSE(open.transport->send(Bytes{1}));
}

TEST(Jtag, NamesOfServersAreChecked) {
    for (const char* name : {"/dev/ttyUSB0", "openocd", "xvc", ""}) {
        std::string why;
        EXPECT_FALSE(open_test_port(name, "", why));
        EXPECT_NE(why.find("openocd:HOST:PORT"), std::string::npos) << name;
    }
    std::string why;
    EXPECT_FALSE(open_test_port("openocd:127.0.0.1:1", "", why));
    EXPECT_FALSE(why.empty());
    EXPECT_FALSE(open_test_port("openocd:127.0.0.1:1", "a; exit", why));
    EXPECT_NE(why.find("no name of a TAP"), std::string::npos);
}

}  // namespace
}  // namespace tapestry
