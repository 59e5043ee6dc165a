// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "weave/ring/ring_modules.h"

namespace tapestry {

namespace {

bool agree(const std::vector<int>& a, const std::vector<int>& b) {
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i] != b[i] && a[i] != kAbsent && b[i] != kAbsent) return false;
    }
    return true;
}

void merge(std::vector<int>& into, const std::vector<int>& other) {
    for (std::size_t i = 0; i < into.size(); ++i) {
        if (into[i] == kAbsent) into[i] = other[i];
    }
}

void collect_clocks(const std::vector<ThreadElement>& elements,
                    std::vector<std::vector<int>>& threads) {
    for (const ThreadElement& e : elements) {
        for (const auto& body : e.bodies) collect_clocks(body, threads);
        if (e.kind == ThreadElement::Kind::construct) continue;
        const auto known = std::find_if(threads.begin(), threads.end(), [&](const auto& clocks) {
            return agree(clocks, e.clocks);
        });
        if (known == threads.end())
            threads.push_back(e.clocks);
        else
            merge(*known, e.clocks);
    }
}

// The elements of the thread: those compatible with it and with no earlier one.
std::vector<ThreadElement> chosen(const std::vector<ThreadElement>& elements,
                                  const std::vector<std::vector<int>>& threads,
                                  std::size_t thread) {
    std::vector<ThreadElement> out;
    for (const ThreadElement& e : elements) {
        ThreadElement copy = e;
        bool take = false;
        for (auto& body : copy.bodies) {
            body = chosen(body, threads, thread);
            take = take || !body.empty();
        }
        if (e.kind != ThreadElement::Kind::construct) {
            const auto first = std::find_if(threads.begin(), threads.end(),
                                            [&](const auto& c) { return agree(c, e.clocks); });
            take = first - threads.begin() == static_cast<std::ptrdiff_t>(thread);
        }
        if (take) out.push_back(std::move(copy));
    }
    return out;
}

}  // namespace

std::vector<Thread> threads_of(const std::vector<ThreadElement>& all) {
    std::vector<std::vector<int>> clocks;
    collect_clocks(all, clocks);
    std::vector<Thread> threads;
    for (std::size_t t = 0; t < clocks.size(); ++t) {
        Thread thread{clocks[t], "", chosen(all, clocks, t)};
        if (clocks.size() > 1) thread.suffix = fmt::format("_{}", t);
        threads.push_back(std::move(thread));
    }
    return threads;
}

}  // namespace tapestry
