// SPDX-License-Identifier: Apache-2.0
// The reset of a register: a signal known as a reset that overrides *this* register.
//
// With the signal at its active value, the assignments to the register are gone through in the
// order of the text. The signal resets the register if one constant is left whatever all other
// signals are; or, where the reset is nested under an enable, that constant or the value held.
// So the order of reset and work in the text means nothing, and neither does another signal with a
// reset's name in the same process.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "find/module/module_index.h"
#include "find/module/reset_nets.h"

namespace tapestry {

// A signal and its active value.
struct ActiveReset {
    VarId var = kNone;
    bool active_low = false;

    friend auto operator<=>(const ActiveReset&, const ActiveReset&) = default;
};

// Bits of a register, as the state in a record.
struct BitRange {
    std::uint32_t lsb = 0;
    std::uint32_t width = 1;

    friend auto operator<=>(const BitRange&, const BitRange&) = default;
};

// The resets of the registers of one module.
class RegisterResets {
public:
    RegisterResets(const Design& design, const ModuleIndex& index, ModuleId module,
                   const ResetNets& unnamed)
        : design_(design), index_(index), id_(module), unnamed_(unnamed) {}

    // Nothing if no reset overrides the register, or these bits of it.
    std::optional<ActiveReset> of(VarId var, std::optional<BitRange> bits = {});
    // Of the lowest bit that has one: a record may be reset in part.
    std::optional<ActiveReset> of_a_part(VarId var);
    int votes(const ActiveReset& reset);  // how many registers of the module it overrides

private:
    struct Candidate {
        VarId var = kNone;
        int hops = 0;  // combinational wires between the register and the signal
    };
    enum class Hold { none, nested, always };  // how far a signal overrides a register
    struct Override {
        ActiveReset reset;
        Hold hold = Hold::none;
        int hops = 0;
    };

    bool is_reset(VarId var) const;
    Hold held(VarId var, BitRange bits, ActiveReset reset) const;
    std::uint32_t width_of(VarId var) const {
        return design_.width_of(index_.module().var(var).type);
    }
    std::vector<Candidate> candidates(VarId var) const;
    std::optional<Override> tried(const Candidate& candidate, VarId var,
                                  std::optional<BitRange> bits) const;
    std::optional<ActiveReset> found(VarId var, std::optional<BitRange> bits);
    std::vector<Override> overrides(VarId var, std::optional<BitRange> bits) const;

    const Design& design_;
    const ModuleIndex& index_;
    ModuleId id_;
    const ResetNets& unnamed_;
    std::map<std::pair<VarId, std::optional<BitRange>>, std::optional<ActiveReset>> memo_;
    std::optional<std::map<ActiveReset, int>> votes_;
};

}  // namespace tapestry
