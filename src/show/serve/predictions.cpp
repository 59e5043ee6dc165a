// SPDX-License-Identifier: Apache-2.0
#include "show/serve/predictions.h"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace tapestry {

namespace {

constexpr std::ptrdiff_t kMostAtOnce = 4;

ServedData data_of(const std::string& text) {
    const bool good = text.starts_with('1');
    const std::string sentence = text.empty() ? "There is no answer to that.\n" : text.substr(1);
    return {good, "", std::make_shared<const std::string>(sentence)};
}

}  // namespace

Predictions::~Predictions() {
    for (const Question& question : questions_)
        if (question.socket >= 0) close(question.socket);
}

void Predictions::ask(int client, const std::string& query, bool only_head) {
    Question& question = questions_.emplace_back();
    question.answer.client = client;
    question.answer.only_head = only_head;
    question.query = query;
    begin_more();
}

void Predictions::forget(int client) {
    for (Question& question : questions_) {
        if (question.answer.client == client && question.socket >= 0) close(question.socket);
    }
    std::erase_if(questions_, [&](const Question& q) { return q.answer.client == client; });
    begin_more();
}

void Predictions::begin_more() {
    auto under_way = std::count_if(questions_.begin(), questions_.end(),
                                   [](const Question& q) { return q.socket >= 0; });
    for (Question& question : questions_) {
        if (under_way >= kMostAtOnce) return;
        if (question.socket >= 0) continue;
        question.socket = process_.ask(question.query);
        if (question.socket >= 0) ++under_way;
    }
}

void Predictions::add_files(std::vector<pollfd>& files) const {
    for (const Question& question : questions_)
        if (question.socket >= 0) files.push_back({question.socket, POLLIN, 0});
}

bool Predictions::is_complete(Question& question) {
    char part[1 << 16];
    for (;;) {
        const ssize_t n = recv(question.socket, part, sizeof part, MSG_DONTWAIT);
        if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return false;
        if (n <= 0) return true;
        question.text.append(part, static_cast<std::size_t>(n));
    }
}

std::vector<PredictedAnswer> Predictions::ready() {
    std::vector<PredictedAnswer> answers;
    for (Question& question : questions_) {
        if (question.socket < 0 || !is_complete(question)) continue;
        question.answer.data = data_of(question.text);
        answers.push_back(question.answer);
    }
    for (const PredictedAnswer& answer : answers) forget(answer.client);
    return answers;
}

}  // namespace tapestry
