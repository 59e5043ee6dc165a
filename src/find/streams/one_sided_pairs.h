// SPDX-License-Identifier: Apache-2.0
// Pairs of ports that a module treats as a handshake, whatever their names and whoever is on the
// other side: it hears the input only while the output has one value, and then data is taken only
// with the input (the input offers), or kept until it comes (the output offers).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "find/module/subject.h"

namespace tapestry {

struct OneSidedPair {
    VarId valid = kNone;
    VarId ready = kNone;
    bool valid_active = true;
    bool ready_active = true;
    VarId data = kNone;  // a port with the data of a beat
    // The input is heard only then, but no data shows who offers: only names can.
    bool needs_names = false;
    // No other output says more exactly when the input is heard.
    bool is_tightest = false;
};

// Considers one-bit ports for which `is_free` is true. Several pairs may share a port.
using IsFree = std::function<bool(VarId)>;
std::vector<OneSidedPair> one_sided_pairs(const Subject& on, const IsFree& is_free);

// The same, and pairs of an instance whose ports are those of the module: only the instance knows
// that its registers hold what they offer.
std::vector<OneSidedPair> edge_pairs(const Subject& on, const IsFree& is_free);

bool is_bit_port(const Subject& on, VarId v);
// True if a tap of the module, or of an instance connected to the net, observes it.
bool is_seen(const Subject& on, ModuleId module, const std::string& name);

}  // namespace tapestry
