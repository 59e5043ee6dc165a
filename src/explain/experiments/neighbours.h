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
    bool known = true;                 // false: some way could not be followed
    bool own = false;                  // registers of the module itself
    std::set<std::int32_t> instances;  // with registers in them
    std::set<VarId> ports;             // of the module: it goes on outside

    void add(const Ends& other);
};

class Neighbours {
public:
    explicit Neighbours(const Design& design) : design_(design), wiring_(design.modules.size()) {}

    // At the other side of a port of an instance, the instance itself left out.
    Ends of(std::int32_t parent, std::int32_t instance, const std::string& port);

private:
    enum class Way { to_drivers, to_hearers };

    // Which assignments and pins write a variable, and which read it.
    struct Wiring {
        struct Pin {
            std::int32_t instance;
            std::size_t connection;
        };
        std::map<VarId, std::vector<std::size_t>> writes, reads;  // indices of assignments
        std::map<VarId, std::vector<Pin>> driven, heard;
        std::set<VarId> lost;  // mixed with names of other scopes
        bool ready = false;
    };
    struct Search {
        std::int32_t module;
        std::int32_t except;
        Way way;
        std::set<VarId> seen = {};
        Ends ends = {};
    };

    const Wiring& wiring(std::int32_t module);
    void index(const Module& module, std::size_t assignment, Wiring& wiring) const;
    void visit(Search& search, VarId var);
    void follow_assignment(Search& search, const Assignment& assignment);
    void follow_pin(Search& search, const Wiring::Pin& pin);
    const Ends& inside(std::int32_t module, VarId port, Way way);

    const Design& design_;
    std::vector<Wiring> wiring_;
    std::map<std::tuple<std::int32_t, VarId, Way>, Ends> inside_;
};

// The port of a module that has this name, kNone if it has none.
VarId port_named(const Module& module, const std::string& name);

// Adds the variables that an expression mentions.
void add_mentions(const Module& module, ExprId expr, std::set<VarId>& vars);

// All expressions that decide what an assignment writes, and where.
std::vector<ExprId> read_by(const Assignment& assignment);

}  // namespace tapestry
