// SPDX-License-Identifier: Apache-2.0
// The questions of clients that are being thought of, and those that wait for their turn.
#pragma once

#include <poll.h>

#include <optional>
#include <vector>

#include "show/serve/prediction_process.h"

namespace tapestry {

struct PredictedAnswer {
    int client = -1;  // the socket of who has asked
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
    void forget(int client);  // nobody waits for its answer any more

    void add_files(std::vector<pollfd>& files) const;  // to wait for
    std::vector<PredictedAnswer> ready();              // never waits

private:
    struct Question {
        PredictedAnswer answer;
        std::string query;
        int socket = -1;  // -1: it waits for its turn
        std::string text;
    };
    void begin_more();
    static bool is_complete(Question& question);

    const bool can_answer_;
    PredictionProcess process_;
    std::vector<Question> questions_;
};

}  // namespace tapestry
