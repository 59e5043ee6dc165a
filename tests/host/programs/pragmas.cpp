// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>
#include <string>
#include <vector>

#include "expect.h"

static int caught = 0;

template <class T>
static T twice(T x) {
#pragma recap twice busy
    return x + x;
}

static void risky(int i) {
#pragma recap risky wait_sync(worker)
    if (i % 2) throw std::runtime_error("odd");
}

int main() {
    for (int i = 0; i < 40; ++i) {
#pragma recap tries overhead
        try {
            risky(i);
        } catch (const std::exception&) {
            ++caught;
        }
    }
#pragma recap copies transfer(top.in)
    const std::vector<std::string> words = {"a", "b"};
    std::string all;
#pragma recap joins busy
    for (const auto& w : words) all += twice(w);
    EXPECT("pragmas_cpp.main", "risky", 40, 0);
    EXPECT("pragmas_cpp.main", "tries", 40, 0);
    EXPECT("pragmas_cpp.main", "copies", 1, 0);
    EXPECT("pragmas_cpp.main", "joins", 1, 0);
    EXPECT("pragmas_cpp.main", "twice", 2, 0);
    return caught == 20 && all == "aabb" ? 0 : 1;
}
