// SPDX-License-Identifier: Apache-2.0
// What the offload runtime knows of an accelerator: places of its wires in the Verilated model.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "hls_memory.h"

struct ArgumentWire {
    void* value;
    unsigned bytes;
    int port;  // of a pointer: where it points; -1: a number
};

struct KernelWires {
    std::string name;
    const void* region = nullptr;  // what the program calls it by; null: a function
    unsigned char* start = nullptr;
    unsigned char* done = nullptr;
    unsigned long long calls = 0, cycles = 0;  // what the program made of it
    std::vector<ArgumentWire> arguments;
    std::vector<PortWires> ports;
    void* result = nullptr;
    unsigned result_bytes = 0;
};

// A function of the program that is hardware: what its caller passes, in order.
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
