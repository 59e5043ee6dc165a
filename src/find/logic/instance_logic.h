// SPDX-License-Identifier: Apache-2.0
// Instances in the logic of a module: the functions of their inputs and outputs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "find/logic/atoms.h"

namespace tapestry {

class DesignLogic;
class ModuleLogic;

class InstanceLogic {
public:
    using Node = Diagram::Node;
    using Variable = Diagram::Variable;

    InstanceLogic(DesignLogic& all, ModuleLogic& logic);

    Node pin(InstanceId instance, Bit port_bit);
    Node output(InstanceId instance, Bit port_bit);
    // The function that an instance drives on a bit of the module.
    Node driving(Bit bit);

private:
    const Connection* connection(InstanceId instance, const std::string& port) const;
    Node glue(InstanceId instance, ModuleLogic& child, Node function);
    Node glue_atom(InstanceId instance, ModuleLogic& child, Variable v);
    std::vector<Node> pins_of(InstanceId instance, ModuleLogic& child, Node function);
    Node driven_member(const std::string& member, Bit bit);

    DesignLogic& all_;
    ModuleLogic& logic_;
    const Module& module_;
    Atoms& atoms_;
    std::map<std::pair<InstanceId, Bit>, Node> outputs_;
};

}  // namespace tapestry
