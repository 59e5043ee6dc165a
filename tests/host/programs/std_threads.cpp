// SPDX-License-Identifier: Apache-2.0
// std::thread, with names and without, and threads that live one after the other.
#include <thread>
#include <vector>

#include "expect.h"
#include "tapestry.h"

static void work(int count) {
    for (int i = 0; i < count; ++i) {
        TAPESTRY_STATE("work", TAPESTRY_BUSY);
    }
}

int main() {
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) {
        threads.emplace_back([i] { work(1000 * (i + 1)); });
        threads.back().join();
    }
    std::thread named([] {
        tapestry_name_thread("producer");
        work(77);
    });
    named.join();
    work(5);
    EXPECT("std_threads.std_thread[0]", "work", 1000, 0);
    EXPECT("std_threads.std_thread[1]", "work", 2000, 0);
    EXPECT("std_threads.std_thread[2]", "work", 3000, 0);
    EXPECT("std_threads.producer", "work", 77, 0);
    EXPECT("std_threads.main", "work", 5, 0);
}
