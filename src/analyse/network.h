// SPDX-License-Identifier: Apache-2.0
// The design as a network: blocks, and for each pair the ways in which one can wait for the other.
//
// A queue is no block: it passes waiting on. Who finds it full waits for whoever drains it, who
// finds it empty waits for whoever fills it. What lies outside the design is a block for each port.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/analysis.h"

namespace tapestry {

enum class WaitKind { receive, send, synchronise };

// A state of a machine.
struct StateRef {
    int tap = -1;
    std::size_t state = 0;
};

// One way in which block `by` waits for block `on`.
struct Link {
    int by = -1;
    int on = -1;
    WaitKind kind = WaitKind::synchronise;
    int channel = -1;              // tap of the stream, queue or call, -1: none
    double part = 1;               // of the channel's waiting, where a queue joins several blocks
    std::vector<StateRef> states;  // of `by`, that wait for this
};

struct NetworkBlock {
    std::string path;  // of the instance; for the outside that of the port
    BottleneckKind kind = BottleneckKind::compute;
    std::vector<int> machines;  // taps of its state machines
    std::vector<int> calls;     // taps of the calls it answers
    bool is_outside() const {
        return kind == BottleneckKind::outside || kind == BottleneckKind::memory ||
               kind == BottleneckKind::host;
    }
};

struct Network {
    std::vector<NetworkBlock> blocks;
    std::vector<Link> links;
    std::map<std::string, int> by_path;
    // Queue taps between blocks, by tap: those that fill it and those that drain it.
    struct Queue {
        std::vector<int> fillers;
        std::vector<int> drainers;
        std::vector<int> inputs;  // stream taps, -1: the queue's own tap
        std::vector<int> outputs;
    };
    std::map<int, Queue> queues;
};

Network network_of(const Run& run);

}  // namespace tapestry
