// SPDX-License-Identifier: Apache-2.0
// Describes an accelerator to the offload runtime: pointers to its wires in the Verilated model.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "hls_memory.h"

struct ArgumentWire {
    void* value;
    unsigned bytes;
    int port;  // of a pointer: its port; -1: a number
};

struct KernelWires {
    std::string name;
    const void* region = nullptr;  // host symbol of the target region; null: a function
    int threads = 0;               // a launch may ask for this many; 0: for any number
    unsigned char* start = nullptr;
    unsigned char* done = nullptr;
    unsigned long long calls = 0, cycles = 0;  // totals of the run
    std::vector<ArgumentWire> arguments;
    std::vector<PortWires> ports;
    void* result = nullptr;
    unsigned result_bytes = 0;
};

// An argument of a call to a function that is hardware, in order.
struct CallArgument {
    unsigned long long bits;
    void* pointer;
};
unsigned long long call_kernel(unsigned kernel, const std::vector<CallArgument>& arguments);

template <class T>
CallArgument number(T value) {
    unsigned long long bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    return {bits, nullptr};
}
inline CallArgument pointer(void* value) { return {0, value}; }
template <class T>
T result_of(unsigned long long bits) {
    T value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}
