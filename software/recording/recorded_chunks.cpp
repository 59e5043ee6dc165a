// SPDX-License-Identifier: Apache-2.0
#include "software/recording/stored_states.h"

namespace tapestry {

namespace {

constexpr std::size_t kWordsInChunk = (TAPESTRY_CHUNK_BYTES - sizeof(tapestry_chunk)) / 8;

}  // namespace

std::string ChunkRecord::text(std::size_t& at) const {
    if (at >= words * 8) return {};
    const std::string found(rest + at, strnlen(rest + at, words * 8 - at));
    at += found.size() + 1;
    return found;
}

tapestry_chunk RecordedChunk::head() const {
    tapestry_chunk head;
    std::memcpy(&head, bytes.data(), sizeof head);
    return head;
}

RecordedChunk chunk_at(std::string_view bytes, std::size_t at) {
    RecordedChunk chunk;
    chunk.bytes = bytes.substr(at, TAPESTRY_CHUNK_BYTES);
    const tapestry_chunk head = chunk.head();
    chunk.is_chunk = head.magic == TAPESTRY_CHUNK_MAGIC;
    chunk.slot = head.slot;
    chunk.sequence = head.sequence;
    chunk.thread = head.thread;
    chunk.records = chunk.bytes.data() + sizeof head;
    while (chunk.words < kWordsInChunk) {
        std::uint64_t first = 0;
        std::memcpy(&first, chunk.records + 8 * chunk.words, 8);
        if (first == 0) break;
        const std::size_t length = first >> 8 & 0xff;
        if (length == 0 || chunk.words + length > kWordsInChunk) {
            chunk.damaged = true;
            break;
        }
        chunk.words += length;
    }
    return chunk;
}

}  // namespace tapestry
