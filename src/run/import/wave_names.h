// SPDX-License-Identifier: Apache-2.0
// Looks up scopes and variables of a waveform by the names that the source gives them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/expression/compile.h"
#include "run/waveform/waveform.h"

namespace tapestry {

using ScopeId = std::int32_t;
inline constexpr ScopeId kRootScope = 0;

// `\odd/name ` and `g(0)` are spellings of odd/name and g[0].
std::string plain_name(std::string_view name);

class WaveNames {
public:
    explicit WaveNames(const WaveHeader& header);

    const WaveHeader& header() const { return header_; }
    const std::vector<ScopeId>& children(ScopeId scope) const {
        return children_[static_cast<std::size_t>(scope)];
    }
    // Indices in WaveHeader::vars.
    const std::vector<std::uint32_t>& vars(ScopeId scope) const {
        return vars_[static_cast<std::size_t>(scope)];
    }
    std::string path(ScopeId scope) const;

    // `path` below `scope`: "g[0].u_core"; empty is the scope itself.
    std::optional<ScopeId> find_scope(ScopeId scope, std::string_view path) const;

    // The variable that the longest beginning of a name stands for, in `scope` or below it. A
    // struct or an interface may be a scope of its own.
    struct Found {
        const WaveVar* var = nullptr;
        std::size_t used = 0;  // parts of the name
    };
    std::optional<Found> find_var(ScopeId scope, const std::vector<NamePart>& parts,
                                  std::size_t first = 0) const;

    // What a name is looked for by: VHDL does not tell upper from lower case.
    std::string key_of(std::string_view name) const;

private:
    struct Index {
        std::unordered_map<std::string, std::uint32_t> vars;
        std::unordered_map<std::string, ScopeId> children;
    };
    const Index& index_of(ScopeId scope) const;

    const WaveHeader& header_;
    std::vector<std::vector<ScopeId>> children_;
    std::vector<std::vector<std::uint32_t>> vars_;
    mutable std::unordered_map<ScopeId, Index> indices_;  // of scopes that were asked for
};

}  // namespace tapestry
