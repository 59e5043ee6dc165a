// SPDX-License-Identifier: Apache-2.0
// libFuzzer program: no bytes make the reader of recordings, or the run that is made of them,
// crash, hang or eat the memory.
#include <cstddef>
#include <cstdint>

#include "host/host_run.h"
#include "host/recording.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    tapestry::Diagnostics diagnostics;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    auto recording = tapestry::read_recording(bytes, "fuzz", diagnostics);
    if (recording) tapestry::host_run({std::move(*recording)}, {}, diagnostics);
    return 0;
}
