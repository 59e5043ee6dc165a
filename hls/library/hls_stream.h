// SPDX-License-Identifier: Apache-2.0
// hls::stream with the public names: a queue between functions. A program sees it unbounded; in
// hardware it holds DEPTH elements (or as many as `#pragma HLS STREAM` says, or 2), and functions
// that it joins run at the same time.
#ifndef TAPESTRY_HLS_STREAM_H
#define TAPESTRY_HLS_STREAM_H

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <vector>

#ifdef IMPULSE_C_SYNTHESIS
extern "C" {
void hls_queue_read(void* queue, void* to, unsigned long bytes) noexcept
    __attribute__((convergent));
void hls_queue_write(void* queue, const void* from, unsigned long bytes) noexcept
    __attribute__((convergent));
int hls_queue_empty(void* queue) noexcept __attribute__((convergent));
int hls_queue_full(void* queue) noexcept __attribute__((convergent));
unsigned long hls_queue_size(void* queue) noexcept __attribute__((convergent));
void hls_queue_depth(void* queue, unsigned elements) noexcept;
}
#else
#include "hls_queue.h"
#endif

namespace hls {

template <class T, int DEPTH = 0>
class stream;

template <class T>
class stream<T, 0> {
public:
    using value_type = T;
    constexpr stream() = default;
    constexpr explicit stream(const char*) {}
    stream(const stream&) = delete;
    stream& operator=(const stream&) = delete;

    T read() {
        T element;
        hls_queue_read(this, &element, sizeof element);
        return element;
    }
    void read(T& element) { element = read(); }
    void operator>>(T& element) { read(element); }
    void write(const T& element) { hls_queue_write(this, &element, sizeof element); }
    void operator<<(const T& element) { write(element); }

    bool empty() { return hls_queue_empty(this); }
    bool full() { return hls_queue_full(this); }
    unsigned long size() { return hls_queue_size(this); }
    bool read_nb(T& element) {
        if (empty()) return false;
        read(element);
        return true;
    }
    bool write_nb(const T& element) {
        if (full()) return false;
        write(element);
        return true;
    }
    void set_name(const char*) {}

private:
    // An array, because linking gives structures that are built alike one name: no other class is
    // built like this one.
    void* elements_[1] = {nullptr};
};

template <class T, int DEPTH>
class stream : public stream<T, 0> {
public:
    stream() { hls_queue_depth(this, DEPTH); }
    explicit stream(const char*) : stream() {}
};

}  // namespace hls

#endif
