// SPDX-License-Identifier: Apache-2.0
// The HTTP server of the page, on loopback. It serves three addresses, `/`, `/data` and
// `/what-if?...`, and answers only the page itself: another site that the user visits can neither
// read the data nor pass for this server. One thread serves all clients and blocks on none: each
// request has a deadline and is dropped after it. Queries that may take long run in processes of
// their own, which are killed at the deadline.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/diagnostics.h"
#include "base/result.h"
#include "show/serve/prediction_process.h"

namespace tapestry {

class PageServer {
public:
    // `data_now` is called for one request at a time. `what_if` is called in other processes, with
    // the part of the address after the question mark.
    PageServer(std::string page, std::string policy, std::function<ServedData()> data_now,
               WhatIfAnswers what_if = {});
    ~PageServer();

    // Binds to the port, or to any free one for 0, and returns it. Fails with port_taken.
    Result<int> bind(int port, Diagnostics& diagnostics);
    void listen();  // serves until stop() is called, from any thread
    void stop();

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace tapestry
