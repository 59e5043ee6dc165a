// SPDX-License-Identifier: Apache-2.0
// Value change dumps (IEEE 1364-2005, 18.2), as simulators write them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "run/waveform/byte_source.h"
#include "run/waveform/waveform.h"

namespace tapestry {

// The text of a VCD through a window that slides over the file. Blanks separate words; a word at
// the end of the window is completed by moving on. Memory is bounded by the window, whatever the
// size of the file.

// Control characters count as blanks, because no word of a VCD contains one. NUL does not: it is
// what an unwritten part of a file reads as, and means damage.
inline bool is_vcd_blank(char c) { return static_cast<unsigned char>(c - 1) < ' '; }

class VcdText {
public:
    static constexpr std::size_t kWindow = std::size_t{4} << 20;

    explicit VcdText(std::unique_ptr<ByteSource> source, std::size_t window = kWindow);

    // The text not taken yet. `end()` points at a sentinel blank, so that every search for the end
    // of a word terminates.
    const char* begin() const { return begin_; }
    const char* end() const { return end_; }
    void take_up_to(const char* where) { begin_ = where; }

    // Reads on; text not taken is kept but moves. False at the end of the file, or if the window is
    // full: then one word is longer than the window.
    bool read_on();
    bool at_end_of_file() const { return ended_; }

    // The next word, empty at the end of the file. Valid until the next call.
    std::string_view next_word();

    std::uint64_t line_of(const char* where) const;
    std::uint64_t bytes_read() const { return bytes_read_; }
    const ByteSource& source() const { return *source_; }
    // The last byte of a file that was written to its end is a newline.
    bool ends_with_newline() const { return last_byte_ == '\n'; }

private:
    std::unique_ptr<ByteSource> source_;
    std::size_t room_;  // in the window
    std::unique_ptr<char[]> window_;
    const char* begin_;
    char* end_;
    const char* counted_;  // newlines are counted up to here
    std::uint64_t lines_ = 0;
    std::uint64_t bytes_read_ = 0;
    char last_byte_ = '\n';
    bool ended_ = false;
};

class VcdReader : public Waveform {
public:
    explicit VcdReader(std::unique_ptr<ByteSource> source, std::size_t window = VcdText::kWindow)
        : text_(std::move(source), window) {}

    // Reads up to $enddefinitions; a clause that describes the problem, empty if there is none.
    std::string read_header();

    WaveEnd read(const std::vector<bool>& wanted, WaveSink& sink) override;

private:
    VcdText text_;
    std::unordered_map<std::uint64_t, std::uint32_t> signal_of_code_;
};

}  // namespace tapestry
