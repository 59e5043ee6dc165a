// SPDX-License-Identifier: Apache-2.0
// The section of a GHW file that holds its scopes and signals.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "run/waveform/ghw_reader.h"
#include "run/waveform/header_builder.h"

namespace tapestry {

class GhwHierarchy {
public:
    GhwHierarchy(GhwBytes& bytes, const std::vector<std::string>& strings, const GhwTypes& types,
                 WaveHeader& header)
        : bytes_(bytes), strings_(strings), types_(types), header_(header), builder_(header) {}

    // A clause that describes the problem; empty if there is none.
    std::string read(std::vector<GhwReader::Scalar>& scalars);

private:
    bool take(std::uint8_t kind);
    bool take_scope(std::uint8_t kind);
    bool take_signal();
    std::string next_name();
    // Adds the variable of a signal, or of a part of it, and variables for its fields and for
    // elements that contain an enumeration: r.state, s.(0). `numbers` are the numbers of its
    // scalars.
    bool add(const std::string& name, const GhwType& type, const std::uint32_t* numbers, int depth);
    bool add_elements(const std::string& name, const GhwType& type, const std::uint32_t* numbers,
                      int depth);
    std::uint32_t signal_of(const GhwType& type, const std::uint32_t* numbers);
    void fill(std::uint32_t signal, std::uint32_t lowest, const GhwType& type,
              const std::uint32_t*& numbers);
    std::int32_t table_of(const GhwType& type);

    GhwBytes& bytes_;
    const std::vector<std::string>& strings_;
    const GhwTypes& types_;
    WaveHeader& header_;
    HeaderBuilder builder_;
    std::vector<GhwReader::Scalar> scalars_ = {{}};
    std::map<std::vector<std::uint32_t>, std::uint32_t> signals_;  // by scalars
    std::map<std::vector<std::string>, std::int32_t> tables_;
    std::string trouble_;
};

}  // namespace tapestry
