// SPDX-License-Identifier: Apache-2.0
// A memory port of the Verilated model and the memory behind it: it accepts a request per cycle and
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
    unsigned char* base =
        nullptr;  // host address of address 0, for a port into the program's own memory
    // If the program's arrays are too far apart for one address space: the host addresses at which
    // equal parts of it begin.
    std::vector<unsigned char*> parts;
};

struct Read {
    std::uint64_t due;
    std::vector<unsigned char> data;
};

// Before the clock edge: offers the oldest read whose latency has passed.
inline void answer(PortWires& port, std::deque<Read>& reads, std::uint64_t now) {
    *port.req_ready = 1;
    *port.resp_valid = !reads.empty() && reads.front().due <= now;
    if (!*port.resp_valid) return;
    std::memcpy(port.resp_data, reads.front().data.data(), port.bytes);
    reads.pop_front();
}

// At the clock edge: accepts a request for the word at `word`.
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
