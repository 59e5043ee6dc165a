// SPDX-License-Identifier: Apache-2.0
#include "hls/loop_limit.h"

#include <fmt/format.h>

#include <algorithm>

namespace tapestry::hls {

namespace {

// Operations whose delay is negligible.
bool is_wiring(OpKind kind) {
    switch (kind) {
        case OpKind::phi:
        case OpKind::slice:
        case OpKind::insert:
        case OpKind::trunc:
        case OpKind::zext:
        case OpKind::sext:
        case OpKind::select:
            return true;
        default:
            return false;
    }
}

bool divides(OpKind kind) {
    return (kind >= OpKind::udiv && kind <= OpKind::srem) || kind == OpKind::fdiv ||
           kind == OpKind::fsqrt;
}

class Limit {
public:
    Limit(const Kernel& kernel, const Problem& problem, const std::vector<Value>& ops,
          const Bounds& bounds)
        : kernel_(kernel), problem_(problem), bounds_(bounds) {
        for (const int i : bounds.recurrence_path) {
            path_.push_back(&kernel.op(ops[static_cast<std::size_t>(i)]));
            latency_.push_back(problem.operations[static_cast<std::size_t>(i)].latency);
        }
        for (std::size_t i = 0; i < ops.size(); ++i)
            if (bounds.resource_index >= 0 &&
                problem.operations[i].resource == bounds.resource_index)
                users_.push_back(&kernel.op(ops[i]));
        if (problem.exit >= 0) exit_ = &kernel.op(ops[static_cast<std::size_t>(problem.exit)]);
    }

    LoopLimit found() const {
        if (bounds_.interval() <= 1) return {};
        if (bounds_.interval() > std::max({bounds_.recurrence, bounds_.exit, bounds_.resource}))
            return {"the program asks for it", "", false, {}};
        LoopLimit limit = bounds_.recurrence == bounds_.interval() ? recurrence()
                          : bounds_.exit == bounds_.interval()     ? exit()
                                                                   : resource();
        limit.lines = lines();
        return limit;
    }

private:
    using Lines = std::vector<std::pair<Place, unsigned>>;

    static void add_line(Lines& lines, const Op& op, unsigned weight) {
        if (op.place.at.line == 0 || weight == 0) return;
        for (auto& [place, sum] : lines)
            if (is_same(place, op.place.at)) {
                sum += weight;
                return;
            }
        lines.emplace_back(op.place.at, weight);
    }

    // Of a recurrence each operation by its cycles; combinational ones alone count as equal. Of a
    // port each access.
    Lines lines() const {
        Lines found;
        if (bounds_.recurrence == bounds_.interval()) {
            for (std::size_t i = 0; i < path_.size(); ++i) add_line(found, *path_[i], latency_[i]);
            for (std::size_t i = 0; found.empty() && i < path_.size(); ++i)
                if (!is_wiring(path_[i]->kind)) add_line(found, *path_[i], 1);
        } else if (bounds_.exit == bounds_.interval()) {
            if (exit_) add_line(found, *exit_, 1);
        } else {
            for (const Op* op : users_) add_line(found, *op, 1);
        }
        return found;
    }

    std::string memory_name(const Op& op) const {
        return kernel_.memories[static_cast<std::size_t>(op.memory)].c_name;
    }

    std::string word_of(const Op& op) const {
        if (op.kind == OpKind::load) return fmt::format("load of {}", memory_name(op));
        if (op.kind == OpKind::store) return fmt::format("store to {}", memory_name(op));
        if (op.kind == OpKind::urem || op.kind == OpKind::srem) return "remainder";
        if (divides(op.kind) && op.kind != OpKind::fsqrt) return "division";
        return name_of(op.kind);
    }

    // "store to x (line 25), load of x, fmul (line 20)": the line is printed once, at its last
    // operation.
    std::string path_text() const {
        constexpr std::size_t kMost = 6;
        std::vector<const Op*> shown;
        for (const Op* op : path_)
            if (!is_wiring(op->kind)) shown.push_back(op);
        std::string text;
        for (std::size_t i = 0; i < std::min(kMost, shown.size()); ++i) {
            const unsigned line = shown[i]->place.at.line;
            const bool ends =
                i + 1 == std::min(kMost, shown.size()) || shown[i + 1]->place.at.line != line;
            text += (text.empty() ? "" : ", ") + word_of(*shown[i]);
            if (ends && line > 0) text += fmt::format(" (line {})", line);
        }
        return shown.size() > kMost ? text + fmt::format(" and {} more", shown.size() - kMost)
                                    : text;
    }

    const Op* first(bool (*is)(OpKind)) const {
        const auto it =
            std::find_if(path_.begin(), path_.end(), [&](const Op* op) { return is(op->kind); });
        return it == path_.end() ? nullptr : *it;
    }

    LoopLimit recurrence() const {
        LoopLimit limit{"recurrence of " + path_text(), "", false, {}};
        // A table that is only read hands nothing over, wherever its look-ups lie.
        if (const Op* store = first([](OpKind kind) { return kind == OpKind::store; }))
            limit.advice =
                fmt::format("keep in a variable what an iteration hands to the next one through {}",
                            memory_name(*store));
        else if (const Op* division = first(divides))
            limit.advice =
                fmt::format("take the division of line {} out of what the next iteration waits for",
                            division->place.at.line);
        else if (const Op* sum = first(is_float))
            limit.advice =
                fmt::format("make {} sums in turn on line {}, and add them up after the loop",
                            bounds_.recurrence, sum->place.at.line);
        else {
            limit.is_more_at_once = true;
            limit.advice =
                "let an iteration work on several independent pieces at once, or hand less to the "
                "next one";
        }
        return limit;
    }

    LoopLimit exit() const {
        const unsigned line = exit_ ? exit_->place.at.line : 0;
        return {fmt::format("whether there is another iteration is known late{}",
                            line ? fmt::format(" (line {})", line) : ""),
                "let the loop end by a count, or by what the iteration before has found"};
    }

    LoopLimit resource() const {
        if (users_.empty()) return {};
        const Op& op = *users_.front();
        const std::string why =
            fmt::format("the {}, which {} accesses of an iteration share",
                        problem_.resources[static_cast<std::size_t>(bounds_.resource_index)].name,
                        users_.size());
        if (is_stream(op.kind))
            return {why, "put several values into one element, or give each its own stream"};
        const Memory& m = kernel_.memories[static_cast<std::size_t>(op.memory)];
        if (m.where == Memory::Where::local)
            return {why, fmt::format("partition {} by {}", m.c_name, bounds_.resource)};
        constexpr unsigned kVectorBytes = 16;
        if (m.word_bytes >= kVectorBytes)
            return {why, fmt::format("copy what the loop needs of {} into a local array first",
                                     m.c_name)};
        return {why, fmt::format("read {0} in vectors, or copy what the loop needs of {0} into a "
                                 "local array first",
                                 m.c_name)};
    }

    const Kernel& kernel_;
    const Problem& problem_;
    const Bounds& bounds_;
    std::vector<const Op*> path_, users_;
    std::vector<unsigned> latency_;  // of the operations of the path
    const Op* exit_ = nullptr;
};

}  // namespace

LoopLimit limit_of(const Kernel& kernel, const Problem& problem, const std::vector<Value>& ops,
                   const Bounds& bounds, unsigned interval) {
    LoopLimit limit = Limit(kernel, problem, ops, bounds).found();
    if (interval > bounds.interval())
        limit.why += limit.why.empty() ? "no schedule at a smaller one"
                                       : "; and no schedule at a smaller one";
    return limit;
}

}  // namespace tapestry::hls
