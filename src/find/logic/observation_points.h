// SPDX-License-Identifier: Apache-2.0
// What of a module can hear a signal: bits of registers, writes to memories, pins of instances that
// hold registers; found once, by the atoms that each hangs on.
#pragma once

#include <map>
#include <vector>

#include "find/logic/module_ports.h"

namespace tapestry {

struct ObservationPoint {
    enum class Kind { state, write, pin } kind = Kind::state;
    Bit bit;
    std::int32_t instance = kNone;
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

    ObservationPoints& of(std::int32_t module);

private:
    void add_instance_points(ModuleLogic& logic, ObservationPoints& points);

    DesignLogic& all_;
    ModulePorts& ports_;
    std::map<std::int32_t, ObservationPoints> points_;
};

}  // namespace tapestry
