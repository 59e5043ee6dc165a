// SPDX-License-Identifier: Apache-2.0
// Outputs that nobody reads: what they become is no event.
#pragma once

#include <map>

#include "model/design.h"

namespace tapestry {

class UnreadOutputs {
public:
    explicit UnreadOutputs(const Design& design) : design_(design) {}

    // Whether an output of a module is left open, or ends in a wire that nothing reads, in all its
    // instances. Outputs of a module without instances lead to the testbench.
    bool contain(ModuleId module, const std::string& port);

private:
    bool is_unread(ModuleId parent, const Connection& connection);

    const Design& design_;
    std::map<std::pair<ModuleId, std::string>, bool> known_;
};

}  // namespace tapestry
