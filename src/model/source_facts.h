// SPDX-License-Identifier: Apache-2.0
// Facts about sources: the meaning of the design in its author's words. For generated text (by a
// compiler or a translator) they refer to the original file and line; for hand-written text they
// come from comments. docs/formats.md has the file format.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "base/diagnostics.h"
#include "base/result.h"

namespace tapestry {

// What is known about one thing; an empty member is unknown.
struct SourceFact {
    std::string name;
    std::string category;  // of a state's time
    std::string source;    // the author's file:line
};

// A signal of a module, by its name with its scopes: a register, or the stem of a stream.
struct SignalFacts {
    SourceFact fact;
    std::map<std::string, SourceFact> states;  // of a state register, by code as unsigned decimal
};

struct ModuleFacts {
    SourceFact fact;  // the function or loop that the module was generated from
    std::map<std::string, SignalFacts> signals;
};

struct SourceFacts {
    std::string says;                             // the origin as a clause: "a comment says so"
    std::map<std::string, ModuleFacts> modules;   // by the name in the design's text
    std::map<std::string, SourceFact> instances;  // by path from the top
    std::map<std::pair<std::string, std::uint32_t>, SourceFact>
        places;  // by file and line of the design's text

    // nullptr if nothing is known.
    const ModuleFacts* of_module(const std::string& module) const;
    const SignalFacts* of_signal(const std::string& module, const std::string& signal) const;
    const SourceFact* of_state(const std::string& module, const std::string& signal,
                               const std::string& code) const;
    const SourceFact* of_instance(const std::string& path) const;
    // `place` is file:line.
    const SourceFact* of_place(std::string_view place) const;
};

std::string to_json(const SourceFacts& facts);
// `name` is the file name for diagnostics.
Result<SourceFacts> source_facts_from_json(std::string_view text, const std::string& name,
                                           Diagnostics& diagnostics);

}  // namespace tapestry
