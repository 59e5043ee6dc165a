// SPDX-License-Identifier: Apache-2.0
#include "find/buses/call.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

#include "model/hls_names.h"
#include "model/name_words.h"
#include "model/signal_words.h"

namespace tapestry {

namespace {

struct Spelling {
    const char* start;
    const char* done;
    const char* ready;
    const char* protocol;
    double confidence;
};
// The most reliable first; the first match is taken.
constexpr Spelling kSpellings[] = {
    {"ap_start", "ap_done", "ap_ready", "ap_ctrl", 0.99},
    {"start", "done", "", "start_done", 0.9},
    {"start_i", "done_o", "", "start_done", 0.9},
    {"i_start", "o_done", "", "start_done", 0.9},
    {"start_in", "done_out", "", "start_done", 0.9},
    {"go", "done", "", "start_done", 0.85},
};

// Names such as calc_start with calc_done, or op_stb with op_busy and op_done.
constexpr double kByWords = 0.8;

using PortsByName = std::map<std::string, VarId>;  // single bits, by name in lower case

// A letter before a start or a done, as in rstart and rdone: it belongs to the stem.
bool has_prefix(const std::string& word, CallWord wanted) {
    if (signal_word(word) || (wanted != CallWord::start && wanted != CallWord::done)) return false;
    const std::string rest = word.substr(std::min<std::size_t>(1, word.size()));
    return rest == "start" || rest == "done";
}

// What is left of a port's name without one of the words and without its direction; nothing if it
// has none of the words, or is a part of a sentence such as start_of_frame.
std::optional<std::string> stem_without(const std::string& name, CallWord wanted) {
    std::string stem;
    bool has_word = false;
    for (const std::string& word : words_of_name(name, Digits::belong_to_words)) {
        const bool is_side = word == "i" || word == "o" || word == "in" || word == "out";
        const std::size_t prefix = has_prefix(word, wanted) ? 1 : 0;
        const SignalWord* known = signal_word(std::string_view(word).substr(prefix));
        const bool is_wanted = known && known->call == wanted;
        if (word == "of") return std::nullopt;
        if (is_wanted && has_word) return std::nullopt;
        has_word = has_word || is_wanted;
        if (!is_side && !is_wanted) stem += word + "_";
        if (is_wanted && prefix > 0) stem += word.substr(0, 1) + "_";
    }
    return has_word ? std::optional(stem) : std::nullopt;
}

// The only port with one of the words and that stem; kNone if there is none, or more than one.
VarId port_with(const PortsByName& ports, CallWord word, const std::string& stem) {
    VarId found = kNone;
    for (const auto& [name, port] : ports) {
        if (stem_without(name, word) != stem) continue;
        if (found != kNone) return kNone;
        found = port;
    }
    return found;
}

PortsByName ports_of(const Subject& on, Direction direction) {
    PortsByName ports;
    for (const VarId v : on.vars()) {
        const Var& var = on.module.var(v);
        if (!var.is_local && var.direction == direction && on.width(v) == 1)
            ports[in_lower_case(var.name)] = v;
    }
    return ports;
}

void take_call(const Subject& on, const Spelling& spelling, VarId start, VarId ready, VarId done,
               VarId busy = kNone) {
    const auto clock = on.clocking.completed(on.id, on.clocking.of_var(on.id, done));
    if (!clock)
        return on.reject(TapKind::call, "", "", "no clock is found for it", on.module.place);
    Finding f;
    f.own = CallPart{spelling.protocol, {}};
    f.module = on.id;
    f.place = on.module.place;
    f.clock = *clock;
    f.confidence = spelling.confidence;
    const std::string taken = busy == kNone ? "" : " && !" + on.text(busy);
    f.observe = {
        {"start", on.text(start) + taken}, {"ready", on.text(ready)}, {"done", on.text(done)}};
    f.reason = fmt::format("the ports '{}' and '{}' are those of something that is called",
                           on.module.var(start).name, on.module.var(done).name);
    on.findings.taken.push_back(std::move(f));
}

// A start and a done of one stem; an offer is a start only beside a busy that holds it off.
void find_by_words(const Subject& on, const PortsByName& inputs, const PortsByName& outputs) {
    for (const auto& [name, done] : outputs) {
        const auto stem = stem_without(name, CallWord::done);
        if (!stem || port_with(outputs, CallWord::done, *stem) == kNone) continue;
        const VarId start = port_with(inputs, CallWord::start, *stem);
        const VarId busy = port_with(outputs, CallWord::busy, *stem);
        const VarId offer = busy == kNone ? kNone : port_with(inputs, CallWord::offer, *stem);
        if (start == kNone && offer == kNone) continue;
        return take_call(on, {"", "", "", "start_done", kByWords}, start == kNone ? offer : start,
                         done, done, start == kNone ? busy : kNone);
    }
}

}  // namespace

void find_calls(const Subject& on) {
    if (is_loop_control(on.module.source_name))
        return on.reject(TapKind::call, "", "", "it is a part of the loop around it",
                         on.module.place);
    const PortsByName inputs = ports_of(on, Direction::input);
    const PortsByName outputs = ports_of(on, Direction::output);
    for (const Spelling& spelling : kSpellings) {
        const auto start = inputs.find(spelling.start);
        const auto done = outputs.find(spelling.done);
        if (start == inputs.end() || done == outputs.end()) continue;
        const auto ready = outputs.find(spelling.ready);
        return take_call(on, spelling, start->second,
                         (ready == outputs.end() ? done : ready)->second, done->second);
    }
    find_by_words(on, inputs, outputs);
}

}  // namespace tapestry
