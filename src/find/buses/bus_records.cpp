// SPDX-License-Identifier: Apache-2.0
#include "find/buses/bus_records.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/handshake_names.h"

namespace tapestry {

namespace {

std::string joined_name(const std::string& text) {
    std::string name = in_lower_case(text);
    std::erase_if(name, [](char c) { return c == '.' || c == '_'; });
    return name;
}

Record record_at(const Subject& on, VarId var, const Leaf& at) {
    Record record{var, at, on.text(var) + at.text, {}};
    for (const Leaf& leaf : leaves_of(on.design, at.type))
        record.members.emplace(joined_name(leaf.text), leaf);
    return record;
}

bool holds(const Record& record, Bit bit) {
    return record.var == bit.var && record.at.element == bit.element &&
           bit.position >= record.at.lsb && bit.position < record.at.lsb + record.at.width;
}

// The net of this module that is connected to a bit of an instance's port.
std::optional<Bit> outer_bit(const Subject& on, const Instance& instance, Bit port) {
    const Module& inner = on.design.modules[instance.module];
    for (const Connection& c : instance.connections) {
        if (c.port == inner.var(port.var).name && c.value != kNone)
            return bit_of(on.module, c.value, port);
    }
    return std::nullopt;
}

class PairSearch {
public:
    PairSearch(const Subject& on, const BusForm& form) : on_(on) {
        for (const VarId v : on.vars()) {
            if (on.module.var(v).is_local || on.module.var(v).is_parameter) continue;
            for (const Leaf& at : structures_of(on.design, on.module.var(v).type)) {
                Record record = record_at(on, v, at);
                if (form.asks(record))
                    asking_.push_back(std::move(record));
                else if (form.answers(record))
                    answering_.push_back(std::move(record));
            }
        }
    }

    std::vector<RecordPair> run() {
        if (!asking_.empty() && !answering_.empty()) {
            join_by_instances();
            join([&](const Record& q, const Record& a) {
                return stem(q) == stem(a) && words(q) == words(a);
            });
            join([&](const Record& q, const Record& a) { return stem(q) == stem(a); });
            join([&](const Record& q, const Record& a) {
                return is_port(q) && is_lone(asking_, q) && is_lone(answering_, a);
            });
        }
        return std::move(pairs_);
    }

private:
    Direction direction(const Record& r) const { return on_.module.var(r.var).direction; }
    bool is_port(const Record& r) const { return direction(r) != Direction::none; }
    std::string stem(const Record& r) const {
        return record_stem(in_lower_case(on_.module.var(r.var).name));
    }
    std::ptrdiff_t words(const Record& r) const {
        return std::ranges::count(on_.module.var(r.var).name, '_');
    }
    // True if no other port of that direction has such records.
    bool is_lone(const std::vector<Record>& all, const Record& r) const {
        return std::ranges::none_of(all, [&](const Record& other) {
            return other.var != r.var && direction(other) == direction(r);
        });
    }

    bool can_join(const Record& q, const Record& a) const {
        return on_.module.var(q.var).scope == on_.module.var(a.var).scope &&
               is_port(q) == is_port(a) && (!is_port(q) || direction(q) != direction(a));
    }

    // Pairs each record with the only one that fits.
    template <class Fits>
    void join(Fits fits) {
        for (std::size_t q = 0; q < asking_.size(); ++q) {
            std::vector<std::size_t> found;
            for (std::size_t a = 0; a < answering_.size(); ++a) {
                if (can_join(asking_[q], answering_[a]) &&
                    asking_[q].at.text == answering_[a].at.text && fits(asking_[q], answering_[a]))
                    found.push_back(a);
            }
            if (found.size() != 1) continue;
            pairs_.push_back({asking_[q], answering_[found[0]]});
            asking_.erase(asking_.begin() + static_cast<std::ptrdiff_t>(q--));
            answering_.erase(answering_.begin() + static_cast<std::ptrdiff_t>(found[0]));
        }
    }

    void join_by_instances() {
        for (const Instance& instance : on_.module.instances) {
            if (instance.is_array || instance.module == kNone) continue;
            for (const Finding& f : on_.findings.taken) {
                if (f.module != instance.module || f.bus().part != "request" || !f.valid_bit)
                    continue;
                const auto asks = outer_bit(on_, instance, *f.valid_bit);
                const auto answers = outer_bit(on_, instance, *f.ready_bit);
                if (asks && answers) join_bits(*asks, *answers);
            }
        }
    }

    void join_bits(Bit asks, Bit answers) {
        const auto q =
            std::ranges::find_if(asking_, [&](const Record& r) { return holds(r, asks); });
        const auto a =
            std::ranges::find_if(answering_, [&](const Record& r) { return holds(r, answers); });
        if (q == asking_.end() || a == answering_.end() || !can_join(*q, *a)) return;
        pairs_.push_back({*q, *a});
        asking_.erase(q);
        answering_.erase(a);
    }

    const Subject& on_;
    std::vector<Record> asking_;
    std::vector<Record> answering_;
    std::vector<RecordPair> pairs_;
};

}  // namespace

std::string Member::bit_text(std::int64_t at) const {
    if (width == 1) return text;
    return fmt::format("{}[{}]", text, leaf.right + (leaf.counts_up ? at : -at));
}

bool Record::has(std::initializer_list<const char*> names) const {
    return std::ranges::all_of(names, [&](const char* name) { return members.contains(name); });
}

std::optional<Member> Record::find(std::initializer_list<std::string> names) const {
    for (const std::string& name : names) {
        const auto found = members.find(name);
        if (found == members.end()) continue;
        const Leaf& leaf = found->second;
        return Member{{var, at.element, at.lsb + leaf.lsb}, leaf.width, text + leaf.text, leaf};
    }
    return std::nullopt;
}

std::vector<RecordPair> record_pairs(const Subject& on, const BusForm& form) {
    return PairSearch(on, form).run();
}

}  // namespace tapestry
