// SPDX-License-Identifier: Apache-2.0
#include "find/streams/edge_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "find/module/handshake_words.h"
#include "find/streams/one_sided_pairs.h"
#include "find/streams/stream_finding.h"
#include "model/name_words.h"

namespace tapestry {

namespace {

constexpr int kContradicts = -1;
constexpr int kSaysNothing = 0;
constexpr int kSaysAll = 3;  // both sides, and the same stem

// Whether a name says that the signal is active high: `stall` is a ready that is active low, and
// `rdy_n` may be either.
std::optional<bool> active_by_name(const std::string& name, const HandshakeWord& word) {
    static const std::set<std::string> low = {"stall", "busy",  "full", "wait",
                                              "hold",  "empty", "stop"};
    const std::vector<std::string> words = words_of_name(name, Digits::part_words);
    const bool marked = std::any_of(words.begin(), words.end(), [](const std::string& w) {
        return w == "n" || w == "ni" || w == "no" || w == "b" || w == "l" || w == "not" ||
               w == "nvalid" || w == "nready" || w == "nvld" || w == "nrdy";
    });
    return marked ? std::nullopt : std::optional(!low.contains(word.word));
}

// `can_get` answers to `get`.
bool says_may(const std::string& name) {
    const std::vector<std::string> words = words_of_name(name, Digits::part_words);
    return std::find(words.begin(), words.end(), "can") != words.end();
}

class EdgeStreams {
public:
    explicit EdgeStreams(const Subject& on) : on_(on) {}

    // Where no data shows which side offers, both names have to say it.
    void run() {
        const auto is_free = [&](VarId v) { return !is_seen(on_, on_.id, name(v)); };
        std::vector<OneSidedPair> pairs = edge_pairs(on_, is_free);
        std::erase_if(pairs, [&](const OneSidedPair& p) {
            return likeness(p) < (p.needs_names ? kSaysAll : kSaysNothing);
        });
        std::vector<OneSidedPair> taken;
        for (const OneSidedPair& pair : pairs) {
            const bool is_best = std::all_of(pairs.begin(), pairs.end(), [&](const auto& other) {
                return &other == &pair || !share(pair, other) || is_likelier(pair, other);
            });
            if (is_best && may_take(pair)) taken.push_back(pair);
        }
        for (const OneSidedPair& pair : taken) take(pair);
    }

private:
    const std::string& name(VarId v) const { return on_.module.var(v).name; }

    static bool share(const OneSidedPair& a, const OneSidedPair& b) {
        return a.valid == b.valid || a.ready == b.ready || a.valid == b.ready || a.ready == b.valid;
    }

    bool input_offers(const OneSidedPair& pair) const {
        return on_.module.var(pair.valid).direction == Direction::input;
    }

    // What a name says of a side: 1 it agrees, 0 nothing, -1 the opposite. Data that is taken only
    // with both signals says which side offers better than a name (`src_rdy` with `dst_rdy`).
    int agreement(const OneSidedPair& pair, VarId v, HandshakeSide side, bool active) const {
        const auto word = handshake_word(name(v));
        if (!word || says_may(name(v))) return kSaysNothing;
        if (word->side != side) return input_offers(pair) ? kSaysNothing : kContradicts;
        return active_by_name(name(v), *word).value_or(active) == active ? 1 : kContradicts;
    }

    int likeness(const OneSidedPair& pair) const {
        const int valid = agreement(pair, pair.valid, HandshakeSide::valid, pair.valid_active);
        const int ready = agreement(pair, pair.ready, HandshakeSide::ready, pair.ready_active);
        if (valid < 0 || ready < 0) return kContradicts;
        const bool same_stem =
            valid > 0 && ready > 0 &&
            handshake_word(name(pair.valid))->stem == handshake_word(name(pair.ready))->stem;
        return valid + ready + (same_stem ? 1 : 0);
    }

    // Names first; where they say as much, the output that says best when the input is heard.
    bool is_likelier(const OneSidedPair& pair, const OneSidedPair& other) const {
        const int a = likeness(pair), b = likeness(other);
        return a != b ? a > b : pair.is_tightest && !other.is_tightest;
    }

    // Outputs that hold their value are common; then a name has to say that it is an offer.
    bool may_take(const OneSidedPair& pair) const {
        if (is_call_name(name(pair.valid)) || is_call_name(name(pair.ready))) return false;
        return input_offers(pair) || likeness(pair) > kSaysNothing;
    }

    void take(const OneSidedPair& pair) {
        const auto valid = handshake_word(name(pair.valid));
        const auto ready = handshake_word(name(pair.ready));
        const std::string stem = valid && !valid->stem.empty()   ? valid->stem
                                 : ready && !ready->stem.empty() ? ready->stem
                                 : valid                         ? ""
                                                                 : name(pair.valid);
        Finding f = begin_stream(on_, pair.valid, pair.ready, stem);
        f.observe = {{"valid", (pair.valid_active ? "" : "!") + on_.text(pair.valid)},
                     {"ready", (pair.ready_active ? "" : "!") + on_.text(pair.ready)}};
        f.stream().protocol = valid && ready ? valid->word + "_" + ready->word : "handshake";
        f.confidence = 0.8;
        f.reason = pair.needs_names
                       ? fmt::format(
                             "'{}' and '{}' are named as a handshake, and one is heard only "
                             "while the other is active",
                             name(pair.valid), name(pair.ready))
                       : fmt::format(
                             "'{}' and '{}' are a handshake by what the design does with them: "
                             "data {}",
                             name(pair.valid), name(pair.ready),
                             input_offers(pair) ? "is taken only with both" : "waits for both");
        if (pair.data != kNone && !on_.is_array(pair.data))
            add_data(f, on_.text(pair.data), on_.width(pair.data));
        take_stream(on_, std::move(f), pair.valid);
    }

    const Subject& on_;
};

}  // namespace

void find_edge_streams(const Subject& on) {
    if (on.id == on.design.top) EdgeStreams(on).run();
}

}  // namespace tapestry
