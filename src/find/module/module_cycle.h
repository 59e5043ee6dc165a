// SPDX-License-Identifier: Apache-2.0
// What a module with its instances does in one cycle, for given values of inputs and registers. A
// bit that nobody gave a value is unknown, and so is all that depends on it.
//
// This is exact where decision diagrams (find/logic) keep sums as they are written: detection uses
// it to go through the states of a small machine.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "find/module/module_index.h"

namespace tapestry {

// A number of up to 64 bits; bits that are not in `known` are 0 in `value`.
struct KnownBits {
    std::uint64_t value = 0;
    std::uint64_t known = 0;

    bool all(std::uint32_t width) const;
    friend bool operator==(const KnownBits&, const KnownBits&) = default;
};

class ModuleCycle {
    struct Level;

public:
    using LevelId = Id<Level>;
    static constexpr LevelId kOwn{0};  // of the module itself
    // A variable of the module (level `kOwn`), or of an instance in it; or `width` bits of it, such
    // as a member of a structure, which may be wider than a number.
    struct Signal {
        LevelId level = kOwn;
        VarId var = kNone;
        std::uint64_t lsb = 0;
        std::uint32_t width = 0;  // 0: all of it

        friend auto operator<=>(const Signal&, const Signal&) = default;
    };
    // What a signal depends on.
    struct Sources {
        std::set<Signal> registers;
        std::set<Signal> inputs;  // of the module
        bool complete = true;     // nothing else: no array, no wide number, no name elsewhere
    };

    ModuleCycle(const Design& design, const IdTable<ModuleId, ModuleIndex>& indexes,
                ModuleId module);
    ~ModuleCycle();
    ModuleCycle(const ModuleCycle&) = delete;
    ModuleCycle& operator=(const ModuleCycle&) = delete;

    // Without what decides on `but`.
    Sources sources(VarId var, VarId but = kNone);
    // The same of a part of the module.
    Sources sources(Signal signal, const std::set<VarId>& but = {});
    const ModuleIndex& index(Signal signal) const;
    std::uint32_t width(Signal signal) const;
    // What an initial block, or the declaration, gives to a register.
    KnownBits initial(Signal signal);
    // The signals whose value it may have, bit by bit; nothing if it is computed from others.
    std::optional<std::vector<Signal>> copied_from(Signal signal);
    // The same for an expression of the module.
    std::optional<std::vector<Signal>> copied_by(ExprId value);
    // The variable of the module that an input of an instance is connected to; kNone if it is none.
    VarId outside(Signal signal) const;

    void begin();  // forgets all values
    void put(Signal signal, std::uint64_t value);
    KnownBits value(Signal signal);  // of the module
    KnownBits next(Signal reg);      // at the edge

private:
    class Reading;
    class Walk;
    class Copies;

    LevelId level_of(LevelId above, InstanceId instance);

    const Design& design_;
    const IdTable<ModuleId, ModuleIndex>& indexes_;
    IdTable<LevelId, std::unique_ptr<Level>> levels_;
    std::uint64_t cycle_ = 1;
};

}  // namespace tapestry
