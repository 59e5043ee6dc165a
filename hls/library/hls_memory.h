// SPDX-License-Identifier: Apache-2.0
// A memory port of the Verilated model and the memory behind it: it takes a request a cycle and
// answers reads in order after a fixed number of cycles.
#pragma once

#include <cstdint>
#include <cstring>
#include <deque>
#include <vector>

struct PortWires {
    unsigned char* req_valid;
    unsigned char* req_ready;
    unsigned char* req_write;
    unsigned* req_addr;
    void* req_data;
    void* req_strb;
    unsigned char* resp_valid;
    void* resp_data;
    unsigned bytes;
    unsigned char* base = nullptr;  // address 0 of a port that works on the program's own memory
};

struct Read {
    std::uint64_t due;
    std::vector<unsigned char> data;
};

// Before the clock's edge: what was read long enough ago is offered.
inline void answer(PortWires& port, std::deque<Read>& reads, std::uint64_t now) {
    *port.req_ready = 1;
    *port.resp_valid = !reads.empty() && reads.front().due <= now;
    if (!*port.resp_valid) return;
    std::memcpy(port.resp_data, reads.front().data.data(), port.bytes);
    reads.pop_front();
}

// At the edge: a request for the word at `word` is taken.
inline void take(PortWires& port, std::deque<Read>& reads, unsigned char* word, std::uint64_t due) {
    if (!*port.req_write) {
        reads.push_back({due, {word, word + port.bytes}});
        return;
    }
    const auto* data = static_cast<const unsigned char*>(port.req_data);
    const auto* strobe = static_cast<const unsigned char*>(port.req_strb);
    for (unsigned b = 0; b < port.bytes; ++b)
        if (strobe[b / 8] >> (b % 8) & 1) word[b] = data[b];
}
