// SPDX-License-Identifier: Apache-2.0
#include "find/module/handshake_words.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "find/module/name_words.h"

namespace tapestry {

namespace {

struct Known {
    std::string_view spelling;
    std::string_view word;
    HandshakeSide side;
};

constexpr HandshakeSide kValid = HandshakeSide::valid;
constexpr HandshakeSide kReady = HandshakeSide::ready;

constexpr Known kWords[] = {
    {"valid", "valid", kValid},  {"vld", "valid", kValid},       {"val", "valid", kValid},
    {"v", "valid", kValid},      {"tvalid", "valid", kValid},    {"dv", "valid", kValid},
    {"pvld", "valid", kValid},   {"prdy", "ready", kReady},      {"rvalid", "valid", kValid},
    {"wvalid", "valid", kValid}, {"req", "req", kValid},         {"request", "req", kValid},
    {"stb", "stb", kValid},      {"strobe", "stb", kValid},      {"offer", "offer", kValid},
    {"irdy", "valid", kValid},   {"push", "push", kValid},       {"write", "write", kValid},
    {"wr", "write", kValid},     {"put", "push", kValid},        {"enq", "push", kValid},
    {"send", "valid", kValid},   {"avail", "valid", kValid},     {"go", "go", kValid},
    {"empty", "empty", kValid},  {"notempty", "empty", kValid},  {"ready", "ready", kReady},
    {"rdy", "ready", kReady},    {"tready", "ready", kReady},    {"r", "ready", kReady},
    {"ack", "ack", kReady},      {"acknowledge", "ack", kReady}, {"gnt", "gnt", kReady},
    {"grant", "gnt", kReady},    {"accept", "accept", kReady},   {"accepted", "accept", kReady},
    {"taken", "accept", kReady}, {"trdy", "ready", kReady},      {"rfd", "ready", kReady},
    {"yumi", "yumi", kReady},    {"stall", "stall", kReady},     {"busy", "busy", kReady},
    {"full", "full", kReady},    {"wait", "wait", kReady},       {"waitrequest", "wait", kReady},
    {"hold", "hold", kReady},    {"pop", "pop", kReady},         {"rd", "read", kReady},
    {"read", "read", kReady},    {"deq", "pop", kReady},         {"get", "pop", kReady},
    {"nack", "stall", kReady},   {"credit", "credit", kReady},   {"retry", "stall", kReady},
    {"pause", "stall", kReady},  {"afull", "full", kReady},      {"stop", "stop", kReady},
    {"waitreq", "wait", kReady}, {"nvalid", "valid", kValid},    {"nvld", "valid", kValid},
    {"nready", "ready", kReady}, {"nrdy", "ready", kReady},
};

const Known* known_word(const std::string& word) {
    for (const Known& known : kWords) {
        if (known.spelling == word) return &known;
    }
    return nullptr;
}

}  // namespace

std::optional<HandshakeWord> handshake_word(const std::string& name) {
    std::vector<std::string> words = words_of_name(name, Digits::belong_to_words);
    // `src_rdy`, `dst_rdy`: the word before rdy decides which side it is.
    const auto rdy = std::find_if(words.begin(), words.end(),
                                  [](const std::string& w) { return w == "rdy" || w == "ready"; });
    if (rdy != words.end() && rdy != words.begin() && *(rdy - 1) == "src")
        return HandshakeWord{kValid, "valid", ""};
    for (auto at = words.rbegin(); at != words.rend(); ++at) {
        const Known* known = known_word(*at);
        if (!known) continue;
        HandshakeWord found{known->side, std::string(known->word), ""};
        words.erase(std::next(at).base());
        for (const std::string& word : words) {
            if (word == "i" || word == "o" || word == "n" || word == "in" || word == "out")
                continue;
            found.stem += (found.stem.empty() ? "" : "_") + word;
        }
        return found;
    }
    return std::nullopt;
}

bool is_call_name(const std::string& name) {
    const std::vector<std::string> words = words_of_name(name, Digits::belong_to_words);
    static constexpr std::array<std::string_view, 6> kCalls = {"start", "done",     "finish",
                                                               "idle",  "finished", "continue"};
    return (!words.empty() && words.front() == "ap") ||
           std::any_of(words.begin(), words.end(), [](const std::string& word) {
               return std::find(kCalls.begin(), kCalls.end(), word) != kCalls.end();
           });
}

}  // namespace tapestry
