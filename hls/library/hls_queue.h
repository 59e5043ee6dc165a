// SPDX-License-Identifier: Apache-2.0
// The queues behind hls::stream in a program: unbounded, as Vitis has them when it runs C. The
// handle is the stream itself, whose only member is a pointer to what it holds. Hardware has its
// own: there these calls become handshakes.
#ifndef TAPESTRY_HLS_QUEUE_H
#define TAPESTRY_HLS_QUEUE_H

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <vector>

#define HLS_SHARED extern "C" __attribute__((weak))  // every file that includes it may define it

using hls_elements = std::deque<std::vector<unsigned char>>;

inline hls_elements*& hls_elements_of(void* queue) { return *static_cast<hls_elements**>(queue); }

// Where the program has tasks (hls_task.h), they go on until the queue has an element, or, without
// a queue, as far as they come. False: it stays empty.
HLS_SHARED bool (*hls_let_tasks_run)(void* queue) = nullptr;

HLS_SHARED unsigned long hls_queue_size(void* queue) {
    if (hls_let_tasks_run) hls_let_tasks_run(nullptr);
    const hls_elements* all = hls_elements_of(queue);
    return all ? all->size() : 0;
}

HLS_SHARED int hls_queue_empty(void* queue) { return hls_queue_size(queue) == 0; }
HLS_SHARED int hls_queue_full(void*) { return 0; }
HLS_SHARED void hls_queue_depth(void*, unsigned) {}

// In hardware; a program has its tasks in hls_task.h.
HLS_SHARED void hls_task_begin(void*) {
    std::fprintf(stderr, "hls::task: it runs in hardware alone\n");
    std::exit(3);
}

HLS_SHARED void hls_queue_write(void* queue, const void* from, unsigned long bytes) {
    hls_elements*& all = hls_elements_of(queue);
    if (!all) all = new hls_elements;
    const auto* first = static_cast<const unsigned char*>(from);
    all->emplace_back(first, first + bytes);
}

HLS_SHARED void hls_queue_read(void* queue, void* to, unsigned long bytes) {
    if (hls_queue_empty(queue) && !(hls_let_tasks_run && hls_let_tasks_run(queue))) {
        std::fflush(stdout);
        std::fprintf(stderr, "hls::stream: it is read while it is empty\n");
        std::exit(3);
    }
    hls_elements*& all = hls_elements_of(queue);
    std::memcpy(to, all->front().data(), bytes);
    all->pop_front();
    if (!all->empty()) return;
    // A stream has no destructor, so that a static one needs no code: an empty one holds nothing.
    delete all;
    all = nullptr;
}

#endif
