// SPDX-License-Identifier: Apache-2.0
// Answers that may take long are made by processes of their own, so that nobody waits for another
// and each can be ended at any moment. One process prepares what all of them need, and divides for
// each question.
#pragma once

#include <sys/types.h>

#include <functional>
#include <memory>
#include <string>

namespace tapestry {

struct ServedData {
    bool good = true;
    std::string tag;                          // another one means that the data has changed
    std::shared_ptr<const std::string> text;  // JSON, or the sentence that says why there is none
};

struct WhatIfAnswers {  // by whoever knows what a run is
    std::function<ServedData(const std::string& query)> answer = {};
    std::function<void(const std::string& query)> prepare = {};  // for answers to come
};

class PredictionProcess {
public:
    explicit PredictionProcess(WhatIfAnswers predictor) : predictor_(std::move(predictor)) {}
    ~PredictionProcess();  // ends all that is under way
    PredictionProcess(const PredictionProcess&) = delete;
    PredictionProcess& operator=(const PredictionProcess&) = delete;

    // A socket that brings the answer: '1' or '0' for good or not, its text, and the end. Nothing
    // but the end when there is none. Whoever closes it ends the work. -1: it cannot be had.
    int ask(const std::string& query);

private:
    bool begin();
    [[noreturn]] void serve() const;

    const WhatIfAnswers predictor_;
    int socket_ = -1;
    pid_t process_ = -1;
};

}  // namespace tapestry
