// SPDX-License-Identifier: Apache-2.0
// The page on loopback. It knows three addresses, `/`, `/data` and `/what-if?...`, and answers
// nobody but the page itself: a site that the user happens to visit can neither read the data nor
// pass for this server. One thread serves all, and waits for nobody: each request has its time, and
// is dropped after it. What may take long is thought of in other processes, which are ended then.
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
    // `data_now` is asked by one request at a time; `what_if`, in other processes, with what stands
    // behind the question mark.
    PageServer(std::string page, std::string policy, std::function<ServedData()> data_now,
               WhatIfAnswers what_if = {});
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
