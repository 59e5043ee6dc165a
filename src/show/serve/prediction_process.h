// SPDX-License-Identifier: Apache-2.0
// Each query that may take long is answered by a process of its own, so that no client waits for
// another and a query can be cancelled at any time. One parent process prepares the data that all
// queries share, and forks for each query.
#pragma once

#include <sys/types.h>

#include <functional>
#include <memory>
#include <string>

namespace tapestry {

struct ServedData {
    bool good = true;
    std::string tag;                          // ETag: changes when the data changes
    std::shared_ptr<const std::string> text;  // JSON, or a sentence with the reason if not good
};

// The callbacks that answer queries. They are the caller's, since this folder does not read runs.
struct WhatIfAnswers {
    std::function<ServedData(const std::string& query)> answer = {};
    std::function<void(const std::string& query)> prepare = {};  // shared by later answers
};

class PredictionProcess {
public:
    explicit PredictionProcess(WhatIfAnswers predictor) : predictor_(std::move(predictor)) {}
    ~PredictionProcess();  // cancels all queries
    PredictionProcess(const PredictionProcess&) = delete;
    PredictionProcess& operator=(const PredictionProcess&) = delete;

    // A socket that delivers the answer: '1' (good) or '0', the text, end of file; end of file
    // alone if there is no answer. Closing the socket cancels the query. -1: it could not be
    // started.
    int ask(const std::string& query);

private:
    bool begin();
    [[noreturn]] void serve() const;

    const WhatIfAnswers predictor_;
    int socket_ = -1;
    pid_t process_ = -1;
};

}  // namespace tapestry
