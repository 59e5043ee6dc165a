// SPDX-License-Identifier: Apache-2.0
// The functions of co.h in a hardware process, in C: they are compiled with the program and inlined. The stream
// primitives remain as calls, which become handshakes. A token is the data of an element and a flag that marks the end
// of the stream instead.
#include <stddef.h>

// A vector, because ABIs pass wide integers differently, but 16-byte vectors unchanged.
typedef unsigned long long token __attribute__((vector_size(16)));
#define WAITS __attribute__((convergent))  // must not be duplicated: a loop that begins with it keeps its shape

// Waits for the next token. `pops`: 0 peeks; 1 consumes data but not an end; 2 consumes an end too.
token hls_stream_read(void *stream, unsigned bytes, unsigned pops) WAITS;
int hls_token_ends(token t) __attribute__((const));
unsigned long long hls_token_data(token t) __attribute__((const));
int hls_stream_has(void *stream, unsigned bytes) WAITS;  // whether a token is available now
void hls_stream_write(void *stream, unsigned bytes, unsigned long long value, int ends) WAITS;
int hls_stream_is_written(void *stream);  // resolved once all calls are inlined

void hls_stream_opens(void *stream, int mode);

int co_stream_open(void *stream, int mode, unsigned type) {
    hls_stream_opens(stream, mode);
    return 0;
}

int co_stream_read(void *stream, void *buffer, size_t bytes) {
    const token t = hls_stream_read(stream, (unsigned)bytes, 1);
    const int ends = hls_token_ends(t);
    // A select instead of a branch, so that the only branch is the caller's.
    const unsigned long long read = hls_token_data(t);
    unsigned long long data = 0;
    __builtin_memcpy(&data, buffer, bytes);
    data = ends ? data : read;
    __builtin_memcpy(buffer, &data, bytes);
    return ends; // co_err_eos is 1
}

// An available token stays until it is read, so the read does not wait.
int co_stream_read_nb(void *stream, void *buffer, size_t bytes) {
    return hls_stream_has(stream, (unsigned)bytes) ? co_stream_read(stream, buffer, bytes) : 4; // co_err_unavail
}

int co_stream_eos(void *stream) { return hls_token_ends(hls_stream_read(stream, 0, 0)); }

int co_stream_write(void *stream, const void *buffer, size_t bytes) {
    unsigned long long data = 0;
    __builtin_memcpy(&data, buffer, bytes);
    hls_stream_write(stream, (unsigned)bytes, data, 0);
    return 0;
}

int co_stream_close(void *stream) {
    if (hls_stream_is_written(stream)) {
        hls_stream_write(stream, 0, 0, 1);
        return 0;
    }
    while (!hls_token_ends(hls_stream_read(stream, 0, 2))) {
    }
    return 0;
}

int co_signal_post(void *signal, int value) {
    hls_stream_write(signal, 4, (unsigned)value, 0);
    return 0;
}

int co_signal_wait(void *signal, int *value) {
    *value = (int)hls_token_data(hls_stream_read(signal, 4, 1));
    return 0;
}

// Registers are streams that never block: see Stream::is_register.
int co_register_get(void *reg) { return (int)hls_token_data(hls_stream_read(reg, 0, 0)); }
void co_register_put(void *reg, int value) { hls_stream_write(reg, 0, (unsigned)value, 0); }

int co_register_read(void *reg, void *buffer, size_t bytes) {
    const unsigned long long data = hls_token_data(hls_stream_read(reg, 0, 0));
    __builtin_memcpy(buffer, &data, bytes);
    return 0;
}

int co_register_write(void *reg, const void *buffer, size_t bytes) {
    unsigned long long data = 0;
    __builtin_memcpy(&data, buffer, bytes);
    hls_stream_write(reg, 0, data, 0);
    return 0;
}

// A memory is represented by its first byte. Word-aligned blocks of whole words move word by word.
void *co_memory_ptr(void *memory) { return memory; }

static void copy(char *to, const char *from, size_t bytes, size_t offset) {
    if (bytes % 4 == 0 && offset % 4 == 0)
        for (unsigned i = 0; i < (unsigned)bytes / 4; ++i) ((unsigned *)to)[i] = ((const unsigned *)from)[i];
    else
        for (unsigned i = 0; i < (unsigned)bytes; ++i) to[i] = from[i];
}

int co_memory_readblock(void *memory, size_t offset, void *buffer, size_t bytes) {
    copy(buffer, (const char *)memory + offset, bytes, offset);
    return 0;
}

int co_memory_writeblock(void *memory, size_t offset, const void *buffer, size_t bytes) {
    copy((char *)memory + offset, buffer, bytes, offset);
    return 0;
}
