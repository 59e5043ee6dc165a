// SPDX-License-Identifier: Apache-2.0
// Facts about sources: what the text of the design means in the words of its author. Where a
// program wrote the text (a compiler, a translator) they lead back to the file and line it was
// written from; where a person did, they are what comments say. docs/formats.md has the form as a
// file.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "base/diagnostics.h"
#include "base/result.h"

namespace tapestry {

// Whatever is known of a thing; what is empty is not known.
struct SourceFact {
    std::string name;
    std::string category;  // of a state's time
    std::string source;    // the author's file:line
};

// A signal of a module, by its name with the blocks around it: a register, the stem of a stream.
struct SignalFacts {
    SourceFact fact;
    std::map<std::string, SourceFact> states;  // of a state register, by code as unsigned decimal
};

struct ModuleFacts {
    SourceFact fact;  // the function or the loop that it was made of
    std::map<std::string, SignalFacts> signals;
};

struct SourceFacts {
    std::string says;                             // who says so, as a clause: "a comment says so"
    std::map<std::string, ModuleFacts> modules;   // as the design's text spells them
    std::map<std::string, SourceFact> instances;  // by path from the top
    std::map<std::pair<std::string, std::uint32_t>, SourceFact>
        places;  // file and line of the text

    // nullptr when nothing is known.
    const ModuleFacts* of_module(const std::string& module) const;
    const SignalFacts* of_signal(const std::string& module, const std::string& signal) const;
    const SourceFact* of_state(const std::string& module, const std::string& signal,
                               const std::string& code) const;
    const SourceFact* of_instance(const std::string& path) const;
    // `place` is file:line.
    const SourceFact* of_place(std::string_view place) const;
};

std::string to_json(const SourceFacts& facts);
// `name` is the file's name, for messages.
Result<SourceFacts> source_facts_from_json(std::string_view text, const std::string& name,
                                           Diagnostics& diagnostics);

}  // namespace tapestry
