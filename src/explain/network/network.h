// SPDX-License-Identifier: Apache-2.0
// The design as a network: blocks, and for each pair the ways in which one can wait for the other.
//
// A queue is no block: it passes waiting on. Who finds it full waits for whoever drains it, who
// finds it empty waits for whoever fills it. What lies outside the design is a block for each port.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "explain/network/categories.h"

namespace tapestry {

enum class WaitKind { receive, send, synchronise };

// A state of a machine.
struct StateRef {
    int tap = -1;
    std::size_t state = 0;
    bool operator==(const StateRef&) const = default;
};

// One way in which block `by` waits for block `on`.
struct Link {
    int by = -1;
    int on = -1;
    WaitKind kind = WaitKind::synchronise;
    int channel = -1;              // tap of the stream, queue or call, -1: none
    double part = 1;               // of the channel's waiting, where a queue joins several blocks
    std::vector<StateRef> states;  // of `by`, that wait for this
    int gate = -1;               // stream of `by` that is blocked while they do, -1: they need none
    int starts = -1;             // call that begins with what they wait for, -1: none
    std::vector<StateRef> held;  // of a lock: `on` has it, so that waiting is what a lock does
};

struct NetworkBlock {
    std::string path;  // of the instance; for the outside that of the port
    BottleneckKind kind = BottleneckKind::compute;
    std::vector<int> machines;       // taps of its state machines
    std::vector<int> calls;          // taps of the calls it answers
    std::vector<StateRef> resting;   // states that rest or wait, for nobody knows what
    std::vector<StateRef> finished;  // states that no way leads out of
    int called = -1;      // tap of the innermost call that it works for: it rests outside of it
    bool beyond = false;  // outside the design
    bool is_outside() const { return beyond; }
    // States or a call say when it works.
    bool shows_work() const { return !machines.empty() || !calls.empty(); }
};

struct Network {
    std::vector<NetworkBlock> blocks;
    std::vector<Link> links;
    std::vector<std::vector<std::size_t>> links_of;  // by the block that waits
    std::vector<std::vector<std::size_t>> links_on;  // by the block that is waited for
    // Links that join the same two blocks in the same direction are a pair, numbered from 0; `back`
    // is the pair of the opposite direction, -1: none.
    struct Pair {
        std::size_t here = 0;
        int back = -1;
    };
    std::vector<Pair> pair_of;  // by link
    std::size_t pairs = 0;
    // Blocks whose every neighbour sends to them and receives from them answer requests: 1 when
    // they come from a block that does not, 2 when from one of those, and so on; 0 for all other
    // blocks.
    std::vector<int> server_depth;
    // Whether the block that waits at the link asks the other for answers.
    bool asks(const Link& l) const {
        return server_depth[static_cast<std::size_t>(l.by)] <
               server_depth[static_cast<std::size_t>(l.on)];
    }
    // Whether nothing of the block itself is seen, only that others wait for it.
    bool is_mute(std::size_t b) const {
        return !blocks[b].is_outside() && !blocks[b].shows_work() && links_of[b].empty();
    }
    std::unordered_map<std::string, int> by_path;
    // Queue taps between blocks, by tap: those that fill it and those that drain it.
    struct Queue {
        std::vector<int> fillers;
        std::vector<int> drainers;
        std::vector<int> inputs;  // stream taps, -1: the queue's own tap
        std::vector<int> outputs;
    };
    std::map<int, Queue> queues;
};

Network network_of(const Run& run, const StateCategories& categories);

}  // namespace tapestry
