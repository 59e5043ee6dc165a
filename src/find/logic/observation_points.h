// SPDX-License-Identifier: Apache-2.0
// The observation points of a module: register bits, memory writes, and pins of instances with
// registers; indexed by the atoms on which they depend.
#pragma once

#include <map>
#include <vector>

#include "find/logic/module_ports.h"

namespace tapestry {

struct ObservationPoint {
    enum class Kind { state, write, pin } kind = Kind::state;
    Bit bit;
    InstanceId instance = kNone;
    Diagram::Node function = Diagram::kFalse;
    std::vector<Diagram::Node> operands;
};

struct ObservationPoints {
    std::vector<ObservationPoint> all;
    std::map<Diagram::Variable, std::vector<std::size_t>> by_atom;
};

class ObservationPointIndex {
public:
    ObservationPointIndex(DesignLogic& all, ModulePorts& ports) : all_(all), ports_(ports) {}

    ObservationPoints& of(ModuleId module);

private:
    void add_instance_points(ModuleLogic& logic, ObservationPoints& points);

    DesignLogic& all_;
    ModulePorts& ports_;
    std::map<ModuleId, ObservationPoints> points_;
};

}  // namespace tapestry
