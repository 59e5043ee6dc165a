// SPDX-License-Identifier: Apache-2.0
// An index of the nets driven by instance outputs, so that the driver of a net is found without a
// search through all instances.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/bit.h"
#include "model/design.h"

namespace tapestry {

// An output of an instance and what it is connected to.
struct InstanceOutput {
    std::int32_t instance = kNone;  // index in the instances of the module
    const Connection* connection = nullptr;
    VarId port = kNone;
};

class InstanceOutputs {
public:
    using FindVar = std::function<VarId(std::int32_t module, const std::string& name)>;
    InstanceOutputs(const Design& design, const FindVar& find_var);

    // The outputs that may drive a bit of a module, in the order of the instances.
    std::vector<InstanceOutput> at(std::int32_t module, const Bit& bit) const;

private:
    // By the driven net: an element of a variable, or all of it (element kNone).
    using Outputs = std::map<std::pair<VarId, std::int64_t>, std::vector<InstanceOutput>>;
    static void add(const Design& design, const Module& module, const InstanceOutput& output,
                    Outputs& outputs);

    std::vector<Outputs> by_module_;
};

}  // namespace tapestry
