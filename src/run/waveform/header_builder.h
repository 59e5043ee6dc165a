// SPDX-License-Identifier: Apache-2.0
// Builds the header of a waveform, for all formats: scopes, variables, which of them share a
// signal, and the limits that keep an untrusted file from exhausting memory.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "run/waveform/waveform.h"

namespace tapestry {

class HeaderBuilder {
public:
    explicit HeaderBuilder(WaveHeader& header);

    // Each of these returns false if the header exceeds its limits; `trouble` then has the reason.
    bool open_scope(std::string_view name, std::string_view module = {});
    bool close_scope();
    // `text` is the name with its range, possibly separated by a blank: "data [7:0]". `signal`
    // comes from new_signal, or is kNoSignal for a variable that is no vector of bits.
    bool add_var(std::string_view text, std::uint32_t signal, std::uint32_t width,
                 std::int32_t table = kNoTable);
    std::uint32_t new_signal(std::uint32_t width);

    const std::string& trouble() const { return trouble_; }

private:
    std::string_view keep(std::string_view text);
    bool refuse(std::string why);

    WaveHeader& header_;
    std::int32_t scope_ = 0;
    std::size_t room_ = 0;  // left in the last piece of text
    char* next_ = nullptr;
    std::string trouble_;
};

}  // namespace tapestry
