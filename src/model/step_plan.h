// SPDX-License-Identifier: Apache-2.0
// Which blocks of a design can be made faster in an experiment, and the signals on their boundary.
// Made by `plan_steps`, woven by `add_steps`; experiments refer to blocks by path.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/design.h"

namespace tapestry {

// A clock port that can get additional edges.
struct StepClock {
    std::string port;
    bool falling = false;  // the active edge
};

// A transfer across a module's boundary: a beat, or the start or end of a call.
struct StepFire {
    std::string text;             // a one-bit expression over its ports
    std::string name = {};        // the port that offers the transfer
    bool is_counted = false;      // each cycle in which it is true is one beat
    bool leaves = false;          // it leaves the module
    std::string data = {};        // the payload of a beat, if known
    std::uint32_t data_bits = 0;  // of the payload, in the widest parameterisation
    std::string clock = {};       // the port that clocks it; empty: unknown
};

// A one-bit port outside any handshake. It is an event while it differs from its resting value.
struct StepLevel {
    std::string port;
    bool is_strobe = false;  // judged by its name a pulse, active high, or active low with is_low
    bool is_low = false;
    bool may_be_held = false;  // a request, a grant, an enable: a pulse, or held while work goes on
    std::string heard = {};    // an expression: whether anything listens to it; empty: always
};

// The source of a level: if all sources stood still at the last clock edge, an unchanged level
// carries no new event.
struct StepEnd {
    enum class Kind { unknown, own, instance, port } kind = Kind::unknown;
    std::string name = {};    // of the instance or port
    std::string module = {};  // of the instance, as the source spells it

    friend bool operator==(const StepEnd&, const StepEnd&) = default;
};

// For an instance in a module: the sources of each of its levels.
struct StepStill {
    std::string instance;
    std::string module;
    std::vector<std::vector<StepEnd>> levels;

    friend bool operator==(const StepStill&, const StepStill&) = default;
};

// One source module that can be stepped; its text is shared by all instances.
struct StepSite {
    std::string module;  // as the source spells it
    bool is_top = false;
    std::string file;
    std::uint32_t line = 0;
    std::vector<StepClock> clocks;
    std::vector<StepFire> fires;
    std::vector<StepLevel> levels;
    std::vector<std::string> watches;  // ports without control signals: a change is an event
    std::uint32_t watch_bits = 0;      // of all watched ports, in the widest parameterisation
    // Of the design's top: outputs outside any handshake. Their sequence of values shows what the
    // design computed.
    std::vector<std::string> shows;
    std::uint32_t show_bits = 0;
    std::vector<std::string> states;  // state registers, as expressions
    // Its instances with registers, if the module also has registers of its own; then its own logic
    // is a block too. Full names, equal in all parameterisations.
    std::vector<std::string> children;
    bool has_own_logic = false;
    // Its own registers, as expressions. If some cannot be named, or it has several clocks, it is
    // never known to stand still.
    std::vector<std::string> registers;
    std::uint32_t register_bits = 0;  // in the widest parameterisation
    bool can_stand_still = false;
    std::vector<std::string> modules_below;  // of `children`
    std::vector<StepStill> stills;           // of its instances
    // "instance.clk": pins connected by `.*` to a clock of the same name.
    std::vector<std::string> namesakes;
};

// One instance of a site: everything below it, or only the module's own logic without its
// instances.
struct StepBlock {
    std::string path;
    std::size_t site = 0;
    bool own_logic = false;
    ModuleId module = {};  // as elaborated: instances with other parameters have another one
};

// An instance that cannot be stepped, with the reason.
struct StepRefusal {
    std::string path;
    std::string reason;
};

// The instance of tapestry_step that drives one clock of a block.
std::string step_instance(const StepClock& clock, bool own_logic);
// Whether the step of that path, of an instance of the site, sees each beat of the fire once: it
// has its clock.
bool sees_beats(const StepSite& site, const std::string& step_path, const StepFire& fire);

struct StepPlan {
    std::string top;
    std::vector<StepSite> sites;
    std::vector<StepBlock> blocks;
    std::vector<StepRefusal> refused;
};

}  // namespace tapestry
