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

// A parameter that is an hls::stream. A token has the bytes of an element and, above them, a bit
// that is 0.
struct StreamWires {
    unsigned char* valid;
    unsigned char* ready;
    void* data;
    unsigned bytes;
    bool into_hardware;
    void* queue;  // of the program
};

// A process of a function that is made of several, and a queue between them.
struct ProcessWires {
    std::string name;
    unsigned char* idle;
    unsigned char* waits;  // for a stream
    bool is_task;          // it never ends
};
struct QueueWires {
    std::string name;
    unsigned long long depth;
    unsigned char* blocked;  // its writer finds it full
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
    std::vector<StreamWires> streams;
    std::vector<ProcessWires> processes;
    std::vector<std::size_t> port_process;  // by port; empty: there are no processes
    std::vector<std::string> apart;  // by port: its array, if the program says that they are apart
    std::vector<QueueWires> queues;
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
