// SPDX-License-Identifier: Apache-2.0
// The design as a network: blocks, and links by which one block waits for another.
//
// A queue is not a block: it passes waiting on. A producer that finds it full waits for the
// consumer, a consumer that finds it empty waits for the producer. Each port of the design leads to
// a block that stands for the outside.
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

// One reason for which block `by` waits for block `on`.
struct Link {
    int by = -1;
    int on = -1;
    WaitKind kind = WaitKind::synchronise;
    int channel = -1;              // tap of the stream, queue or call, -1: none
    double part = 1;               // share of the channel's waiting, if a queue joins several
    std::vector<StateRef> states;  // the states of `by` that wait for this
    int gate = -1;                 // stream of `by` that is blocked meanwhile, -1: none
    int starts = -1;               // call that begins with the awaited signal, -1: none
    std::vector<StateRef> held;    // for a lock: its states in which `on` holds it
};

struct NetworkBlock {
    std::string path;  // of the instance; for the outside that of the port
    BottleneckKind kind = BottleneckKind::compute;
    std::vector<int> machines;       // taps of its state machines
    std::vector<int> calls;          // taps of the calls it answers
    std::vector<StateRef> resting;   // states that rest or wait for an unknown reason
    std::vector<StateRef> finished;  // states without an exit
    int called = -1;      // tap of the innermost call that it works for; idle outside of it
    bool beyond = false;  // outside the design
    bool is_outside() const { return beyond; }
    // Whether states or a call show when it works.
    bool shows_work() const { return !machines.empty() || !calls.empty(); }
};

struct Network {
    std::vector<NetworkBlock> blocks;
    std::vector<Link> links;
    std::vector<std::vector<std::size_t>> links_of;  // by the block that waits
    std::vector<std::vector<std::size_t>> links_on;  // by the block that is waited for
    // Links that join the same two blocks in the same direction form a pair, numbered from 0;
    // `back` is the pair of the opposite direction, -1: none.
    struct Pair {
        std::size_t here = 0;
        int back = -1;
    };
    std::vector<Pair> pair_of;  // by link
    std::size_t pairs = 0;
    // A block that every neighbour sends to and receives from is a server. Its depth is 1 if
    // requests come from a block that is no server, 2 if they come from a server of depth 1, and so
    // on; 0 for all other blocks.
    std::vector<int> server_depth;
    // Whether the block that waits at the link sends requests to the other.
    bool asks(const Link& l) const {
        return server_depth[static_cast<std::size_t>(l.by)] <
               server_depth[static_cast<std::size_t>(l.on)];
    }
    // Whether nothing of the block itself is measured, only that others wait for it.
    bool is_mute(std::size_t b) const {
        return !blocks[b].is_outside() && !blocks[b].shows_work() && links_of[b].empty();
    }
    std::unordered_map<std::string, int> by_path;
    // Queues between blocks, by tap, with the blocks that fill and drain them.
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
