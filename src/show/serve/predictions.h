// SPDX-License-Identifier: Apache-2.0
// The what-if queries of all clients: those being answered, and those waiting in the queue.
#pragma once

#include <poll.h>

#include <optional>
#include <vector>

#include "show/serve/prediction_process.h"

namespace tapestry {

struct PredictedAnswer {
    int client = -1;  // the socket of the client that asked
    bool only_head = false;
    ServedData data;
};

class Predictions {
public:
    explicit Predictions(WhatIfAnswers predictor)
        : can_answer_(predictor.answer), process_(std::move(predictor)) {}
    ~Predictions();
    Predictions(const Predictions&) = delete;
    Predictions& operator=(const Predictions&) = delete;

    bool can_answer() const { return can_answer_; }
    void ask(int client, const std::string& query, bool only_head);
    void forget(int client);  // cancels its query

    void add_files(std::vector<pollfd>& files) const;  // the sockets to poll
    std::vector<PredictedAnswer> ready();              // never blocks

private:
    struct Question {
        PredictedAnswer answer;
        std::string query;
        int socket = -1;  // -1: still queued
        std::string text;
    };
    void begin_more();
    static bool is_complete(Question& question);

    const bool can_answer_;
    PredictionProcess process_;
    std::vector<Question> questions_;
};

}  // namespace tapestry
