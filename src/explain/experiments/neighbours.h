// SPDX-License-Identifier: Apache-2.0
// Who stands at the other end of a wire: the registers that drive a signal, or that hear it, on all
// ways that lead through logic without registers.
#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "model/design.h"

namespace tapestry {

// The ends of a wire within a module.
struct Ends {
    bool known = true;               // false: some way could not be followed
    bool own = false;                // registers of the module itself
    std::set<InstanceId> instances;  // with registers in them
    std::set<VarId> ports;           // of the module: it goes on outside

    void add(const Ends& other);
};

class Neighbours {
public:
    explicit Neighbours(const Design& design) : design_(design), wiring_(design.modules.size()) {}

    // At the other side of a port of an instance, the instance itself left out.
    Ends of(ModuleId parent, InstanceId instance, const std::string& port);

private:
    enum class Way { to_drivers, to_hearers };

    // Which assignments and pins write a variable, and which read it.
    struct Wiring {
        struct Pin {
            InstanceId instance;
            std::size_t connection;
        };
        std::map<VarId, std::vector<AssignmentId>> writes, reads;
        std::map<VarId, std::vector<Pin>> driven, heard;
        std::set<VarId> lost;  // mixed with names of other scopes
        bool ready = false;
    };
    struct Search {
        ModuleId module;
        InstanceId except;
        Way way;
        std::set<VarId> seen = {};
        Ends ends = {};
    };

    const Wiring& wiring(ModuleId module);
    void index(const Module& module, AssignmentId assignment, Wiring& wiring) const;
    void visit(Search& search, VarId var);
    void follow_assignment(Search& search, const Assignment& assignment);
    void follow_pin(Search& search, const Wiring::Pin& pin);
    const Ends& inside(ModuleId module, VarId port, Way way);

    const Design& design_;
    IdTable<ModuleId, Wiring> wiring_;
    std::map<std::tuple<ModuleId, VarId, Way>, Ends> inside_;
};

// The port of a module that has this name, kNone if it has none.
VarId port_named(const Module& module, const std::string& name);

// Adds the variables that an expression mentions.
void add_mentions(const Module& module, ExprId expr, std::set<VarId>& vars);

// All expressions that decide what an assignment writes, and where.
std::vector<ExprId> read_by(const Assignment& assignment);

}  // namespace tapestry
