// SPDX-License-Identifier: Apache-2.0
// The page on loopback. It knows three addresses, `/`, `/data` and `/what-if?...`, and answers
// nobody but the page itself: a site that the user happens to visit can neither read the data nor
// pass for this server. One thread serves all, and waits for nobody: each request has its time, and
// is dropped after it.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/diagnostics.h"
#include "base/result.h"

namespace tapestry {

struct ServedData {
    bool good = true;
    std::string tag;                          // another one means that the data has changed
    std::shared_ptr<const std::string> text;  // JSON, or the sentence that says why there is none
};

class PageServer {
public:
    using Predictor = std::function<ServedData(const std::string& query)>;

    // `data_now` is asked by one request at a time, and so is `what_if`, with what stands behind
    // the question mark.
    PageServer(std::string page, std::string policy, std::function<ServedData()> data_now,
               Predictor what_if = {});
    ~PageServer();

    // Takes the port, or any free one for 0, and says which. Fails with port_taken.
    Result<int> bind(int port, Diagnostics& diagnostics);
    void listen();  // answers until stop() is called, from whatever thread
    void stop();

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace tapestry
