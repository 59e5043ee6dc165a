// SPDX-License-Identifier: Apache-2.0
// How much each block of a network worked and waited over a period.
//
//   work(b) + sum over the links of b of cycles + idle(b) + unknown(b) = length of the period
//
// Cycles of a link, for a channel c with the bins transfer, blocked, starved, idle:
//   receive   starved, less what lies behind the last beat; and the idle cycles in which a machine
//             is known to wait for a beat; for a block without one those before an empty queue, and
//             all when it takes beats at once
//   send      blocked, and likewise; for a block without a machine those before a full queue, and
//             those in which all that it sends to are seen at work, who never wait for its beats
//   synchronise  cycles of the states that wait for the other block, less one for each visit; no
//             more than beats are refused meanwhile, where the signal only lets a block refuse them
// States that rest for an unknown reason count, as far as those waits leave room, as waiting for
// input, for that is what most blocks rest for; of a block without an input nobody knows what for,
// and they are missing in the sum.
//
// idle     nothing to do: states that no way leads out of, inputs that have run dry, the time
//          outside of the calls that it works for
// work     of a block with a machine or a call, what is left. What is not seen is not work: a block
//          without either works only while a beat moves, or somebody or a beat in a queue waits for
//          it.
// unknown  what is left of a block without a machine
//
// While a waits for b, b does not wait for a. So where waits overlap, as they seem to when a block
// without a machine takes new beats while older ones are under way inside, b worked:
//   work(b) >= cycles(a waits for b) - cycles(b waits for others than a)
// Idle cycles, which are only likely to be waits, do not count here.
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
    std::vector<double> held;     // by link: of a lock, cycles that the other block held it
};

Load load_of(const Network& network, const Run& run, const Period& period);

}  // namespace tapestry
