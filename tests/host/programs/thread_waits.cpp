// SPDX-License-Identifier: Apache-2.0
// Threads that wait for each other, for a lock, a signal and an end, and files; what each took by
// the program's own clock.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

namespace {

std::mutex lock;
std::condition_variable condition;
bool is_held = false, is_ready = false;

template <class Call>
void timed(const char* call, const char* pattern, const char* cause, Call function) {
    const auto start = std::chrono::steady_clock::now();
    function();
    const std::chrono::nanoseconds took = std::chrono::steady_clock::now() - start;
    std::printf("WAIT %s %s %s %lld\n", call, pattern, cause, static_cast<long long>(took.count()));
}

void hold() {
    pthread_setname_np(pthread_self(), "holder");
    const std::lock_guard guard(lock);
    __atomic_store_n(&is_held, true, __ATOMIC_RELEASE);
    usleep(100'000);
}

void give_signal() {
    pthread_setname_np(pthread_self(), "signaller");
    usleep(100'000);
    {
        const std::lock_guard guard(lock);
        is_ready = true;
    }
    condition.notify_one();
    usleep(100'000);
}

bool moves_bytes() {
    char bytes[1000] = {};
    const int file = fileno(std::tmpfile());
    for (int i = 0; i < 5; ++i)
        if (write(file, bytes, sizeof bytes) != sizeof bytes) return false;
    return lseek(file, 0, SEEK_SET) == 0 && read(file, bytes, 300) == 300 &&
           read(file, bytes, sizeof bytes) == sizeof bytes;
}

}  // namespace

int main() {
    std::thread holder(hold);
    while (!__atomic_load_n(&is_held, __ATOMIC_ACQUIRE)) usleep(100);
    timed("pthread_mutex_lock", "wait_for_lock", "holder",
          [] { const std::lock_guard guard(lock); });
    holder.join();
    std::thread signaller(give_signal);
    timed("pthread_cond_wait", "wait_for_signal", "signaller", [] {
        std::unique_lock guard(lock);
        condition.wait(guard, [] { return is_ready; });
    });
    timed("pthread_join", "wait_for_thread", "signaller", [&] { signaller.join(); });
    for (int i = 0; i < 1000; ++i) const std::lock_guard guard(lock);  // free: no record
    return moves_bytes() ? 0 : 1;
}
