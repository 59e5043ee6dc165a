// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/components.h"

#include <algorithm>
#include <limits>

namespace tapestry {

namespace {

constexpr std::size_t kUnseen = std::numeric_limits<std::size_t>::max();

// Tarjan's algorithm with its stack of calls kept by hand.
class Search {
public:
    explicit Search(const Adjacency& next)
        : next_(next), number_(next.size(), kUnseen), low_(next.size()), open_(next.size()) {}

    std::vector<std::vector<std::size_t>> run() {
        for (std::size_t v = 0; v < next_.size(); ++v) {
            if (number_[v] == kUnseen) visit(v);
        }
        return std::move(found_);
    }

private:
    struct Call {
        std::size_t node;
        std::size_t edge = 0;
    };

    void enter(std::size_t v) {
        number_[v] = low_[v] = count_++;
        open_[v] = true;
        stack_.push_back(v);
        calls_.push_back({v});
    }

    void visit(std::size_t start) {
        enter(start);
        while (!calls_.empty()) {
            Call& call = calls_.back();
            const std::size_t v = call.node;
            if (call.edge < next_[v].size()) {
                const std::size_t to = next_[v][call.edge++];
                if (number_[to] == kUnseen)
                    enter(to);
                else if (open_[to])
                    low_[v] = std::min(low_[v], number_[to]);
                continue;
            }
            calls_.pop_back();
            if (!calls_.empty())
                low_[calls_.back().node] = std::min(low_[calls_.back().node], low_[v]);
            if (low_[v] == number_[v]) close(v);
        }
    }

    void close(std::size_t root) {
        std::vector<std::size_t> component;
        std::size_t v = kUnseen;
        do {
            v = stack_.back();
            stack_.pop_back();
            open_[v] = false;
            component.push_back(v);
        } while (v != root);
        std::sort(component.begin(), component.end());
        found_.push_back(std::move(component));
    }

    const Adjacency& next_;
    std::vector<std::size_t> number_, low_, stack_;
    std::vector<bool> open_;
    std::vector<Call> calls_;
    std::vector<std::vector<std::size_t>> found_;
    std::size_t count_ = 0;
};

}  // namespace

std::vector<std::vector<std::size_t>> components(const Adjacency& next) {
    return Search(next).run();
}

}  // namespace tapestry
