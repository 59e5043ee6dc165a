// SPDX-License-Identifier: Apache-2.0
// Which blocks of a design can be made faster in an experiment, and what crosses their edge. Made
// by `plan_steps`, woven by `add_steps`; experiments name the blocks by their path.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tapestry {

// A clock port whose edges can be added to.
struct StepClock {
    std::string port;
    bool falling = false;  // the active edge
};

// Something that moves across the edge of a module: a beat, or a call that begins or ends.
struct StepFire {
    std::string text;             // an expression over its ports, one bit
    std::string name = {};        // the port that offers it
    bool is_counted = false;      // each cycle with it is one beat
    bool leaves = false;          // it goes out of the module
    std::string data = {};        // what a beat carries, if that is known
    std::uint32_t data_bits = 0;  // of it, in the widest parameterisation
};

// A one-bit port that belongs to no handshake. It is an event while it is off its resting value.
struct StepLevel {
    std::string port;
    bool is_strobe = false;  // by its name a pulse that is active high, or low with is_low
    bool is_low = false;
};

// Who is at the other end of a level: when all of them stood still at the last edge of the clock, a
// level that is as it was then says nothing new.
struct StepEnd {
    enum class Kind { unknown, own, instance, port } kind = Kind::unknown;
    std::string name = {};    // of the instance or port
    std::string module = {};  // of the instance, as the source spells it

    friend bool operator==(const StepEnd&, const StepEnd&) = default;
};

// Of an instance in a module: the ends of each of its levels.
struct StepStill {
    std::string instance;
    std::string module;
    std::vector<std::vector<StepEnd>> levels;

    friend bool operator==(const StepStill&, const StepStill&) = default;
};

// One source module that can be stepped; its text serves all its instances.
struct StepSite {
    std::string module;  // as the source spells it
    bool is_top = false;
    std::string file;
    std::uint32_t line = 0;
    std::vector<StepClock> clocks;
    std::vector<StepFire> fires;
    std::vector<StepLevel> levels;
    std::vector<std::string> watches;  // ports without control beside them: a change is an event
    std::uint32_t watch_bits = 0;      // of all of these, in the widest parameterisation
    // Of the design's top: outputs that belong to no handshake. What they become one after the
    // other shows what the design did.
    std::vector<std::string> shows;
    std::uint32_t show_bits = 0;
    std::vector<std::string> states;  // state registers, as expressions
    // Instances in it that have registers of their own, when it has such logic beside them; then
    // that logic is a block too. Full names, the same in all parameterisations.
    std::vector<std::string> children;
    bool has_own_logic = false;
    // Its own registers, as expressions; when they could not all be named, or it has several
    // clocks, nobody can say that it stood still.
    std::vector<std::string> registers;
    std::uint32_t register_bits = 0;  // in the widest parameterisation
    bool can_stand_still = false;
    std::vector<std::string> modules_below;  // of `children`
    std::vector<StepStill> stills;           // of its instances
    // "instance.clk": pins that `.*` connects to a clock of the same name.
    std::vector<std::string> namesakes;
};

// One instance of a site: with all below it, or the logic of the module itself without its
// instances.
struct StepBlock {
    std::string path;
    std::size_t site = 0;
    bool own_logic = false;
};

// An instance that cannot be stepped, with the reason.
struct StepRefusal {
    std::string path;
    std::string reason;
};

// The instance of tapestry_step that steps a block by one of its clocks.
std::string step_instance(const StepClock& clock, bool own_logic);

struct StepPlan {
    std::string top;
    std::vector<StepSite> sites;
    std::vector<StepBlock> blocks;
    std::vector<StepRefusal> refused;
};

}  // namespace tapestry
