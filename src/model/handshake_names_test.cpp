// SPDX-License-Identifier: Apache-2.0
#include "model/handshake_names.h"

#include <gtest/gtest.h>

namespace tapestry {
namespace {

TEST(HandshakeNames, FindsTheValidWord) {
    const struct {
        std::string name;
        std::string parts;  // prefix|letters|word|suffix, empty: none
        std::string stem;
    } cases[] = {
        {"valid", "||valid|", ""},
        {"s_axis_tvalid", "s_axis_|t|valid|", "s_axis"},
        {"in_valid", "in_||valid|", "in"},
        {"in_valid_i", "in_||valid|_i", "in"},
        {"valid_o", "||valid|_o", ""},
        {"m_axi_awvalid", "m_axi_|aw|valid|", "m_axi_aw"},
        {"m_axi_rvalid", "m_axi_|r|valid|", "m_axi_r"},
        {"out_vld", "out_||vld|", "out"},
        {"req0_vld", "req0_||vld|", "req0"},
        {"ivalid", "i||valid|", "i"},
        {"ovld_a", "o||vld|_a", "o_a"},
        {"invalid", "", ""},
        {"divalid", "", ""},
        {"validate", "", ""},
        {"ready", "", ""},
        {"", "", ""},
    };
    for (const auto& c : cases) {
        const auto found = split_valid(c.name);
        const std::string parts =
            found ? found->prefix + "|" + found->letters + "|" + found->word + "|" + found->suffix
                  : "";
        EXPECT_EQ(parts, c.parts) << c.name;
        EXPECT_EQ(found ? found->stem() : "", c.stem) << c.name;
    }
}

TEST(HandshakeNames, NamesThePartners) {
    const struct {
        std::string valid;
        std::string word;
        std::string likeliest;
    } cases[] = {
        {"in_valid", "ready", "in_ready"}, {"in_valid", "data", "in_data"},
        {"valid_i", "ready", "ready_o"},   {"valid_i", "data", "data_i"},
        {"i_valid", "ready", "o_ready"},   {"s_axis_tvalid", "ready", "s_axis_tready"},
        {"x_vld_in", "rdy", "x_rdy_out"},  {"m_axi_awvalid", "ready", "m_axi_awready"},
    };
    for (const auto& c : cases)
        EXPECT_EQ(split_valid(c.valid)->partners(c.word).at(0), c.likeliest)
            << c.valid << " " << c.word;
    // For structs, the one of the other direction if there is none of the same.
    EXPECT_EQ(split_valid("s_i_valid")->partners("ready"),
              (std::vector<std::string>{"s_i_ready", "s_o_ready"}));
    EXPECT_EQ(split_valid("s_axis_mosi_tvalid")->partners("ready").back(), "s_axis_miso_tready");
    EXPECT_EQ(split_valid("saxismaster_tvalid")->partners("ready").back(), "saxisslave_tready");
    EXPECT_EQ(split_valid("saxismaster_tvalid")->partners("data").back(), "saxismaster_tdata");
}

TEST(HandshakeNames, KeepsTheUsersCase) {
    const ValidName name = split_valid("s_axis_tvalid")->spelled_like("S_AXIS_TVALID");
    EXPECT_EQ(name.prefix + "|" + name.letters + "|" + name.word, "S_AXIS_|T|VALID");
    EXPECT_EQ(name.stem(), "S_AXIS");
}

TEST(HandshakeNames, KnowsThePortsOfQueues) {
    const struct {
        std::string name;
        QueueEnd end;
        bool inverted;
    } cases[] = {
        {"push", QueueEnd::push, false},     {"wr_en", QueueEnd::push, false},
        {"i_wr_en", QueueEnd::push, false},  {"pop_i", QueueEnd::pop, false},
        {"wen", QueueEnd::push, false},      {"ren", QueueEnd::pop, false},
        {"rd_en", QueueEnd::pop, false},     {"full", QueueEnd::full, false},
        {"full_n", QueueEnd::full, true},    {"if_full_n", QueueEnd::full, true},
        {"empty_o", QueueEnd::empty, false}, {"empty_n", QueueEnd::empty, true},
    };
    for (const auto& c : cases) {
        const auto port = queue_port(c.name);
        ASSERT_TRUE(port) << c.name;
        EXPECT_EQ(port->end, c.end) << c.name;
        EXPECT_EQ(port->inverted, c.inverted) << c.name;
    }
    for (const char* name : {"", "almost_full", "fullness", "data", "clk", "_i"})
        EXPECT_FALSE(queue_port(name)) << name;
}

TEST(HandshakeNames, RecordsOfTwoDirectionsHaveOneStem) {
    for (const auto& [name, stem] :
         std::vector<std::pair<std::string, std::string>>{{"axi_req_i", "axi"},
                                                          {"axi_reqs_i", "axi"},
                                                          {"axi_resp_o", "axi"},
                                                          {"tl_h2d", "tl"},
                                                          {"s_in", "s"},
                                                          {"rsp_o", ""},
                                                          {"bytes_o", "bytes"},
                                                          {"echo", "echo"},
                                                          {"request", "request"}})
        EXPECT_EQ(record_stem(name), stem) << name;
}

}  // namespace
}  // namespace tapestry
