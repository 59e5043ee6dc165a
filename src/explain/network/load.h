// SPDX-License-Identifier: Apache-2.0
// How long each block of a network worked and waited in a period.
//
//   work(b) + sum over the links of b of cycles + idle(b) + unknown(b) = length of the period
//
// Cycles of a link, for a channel c with the bins transfer, blocked, starved, idle:
//   receive   starved, without the cycles after the last beat; plus the idle cycles in which a
//             machine is known to wait for a beat, or, without a machine, in which the queue before
//             the block is empty (all idle cycles if it takes beats at once)
//   send      blocked; plus idle cycles in the same manner: without a machine those in which the
//             queue after the block is full, or all its consumers are seen at work and never wait
//             for its beats
//   synchronise  cycles of the states that wait for the other block, less one for each visit; at
//             most the cycles in which beats are refused, if the signal only gates them
// States that rest for an unknown reason count as waiting for input, up to the cycles that the
// other waits leave: most blocks rest for that reason. For a block without an input the reason is
// unknown, and these cycles are missing from the sum.
//
// idle     nothing to do: states without an exit, inputs that have run dry, ports of the design
// that
//          nobody uses, the time outside of the calls that the block works for
// work     for a block with a machine or a call, the remainder. A block without either works only
//          while a beat moves, or while another block or a queued beat waits for it.
// unknown  the remainder of a block without a machine
//
// While a waits for b, b does not wait for a. Waits seem to overlap if a block without a machine
// takes new beats while older ones are in flight; then b worked:
//   work(b) >= cycles(a waits for b) - cycles(b waits for others than a)
// Idle cycles, which are only probably waits, do not count here.
#pragma once

#include "explain/network/network.h"
#include "explain/network/period.h"

namespace tapestry {

struct Load {
    double length = 0;
    std::vector<double> work;     // by block
    std::vector<double> idle;     // by block
    std::vector<double> unknown;  // by block
    std::vector<double> cycles;   // by link: waited
    std::vector<double> times;    // by link: how often, an upper estimate
    std::vector<double> held;     // by link: for a lock, cycles in which the other block held it
};

Load load_of(const Network& network, const Run& run, const Period& period);

// The cycles in which a block may have worked. Nobody sees what lies outside while it neither gives
// nor takes: as it waits for nothing but the design, it is at work then too.
double most_work(const Network& network, const Load& load, std::size_t block);

// Whether the block is a thread of a program.
bool is_thread(const NetworkBlock& block, const Run& run);

}  // namespace tapestry
