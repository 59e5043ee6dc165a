// SPDX-License-Identifier: Apache-2.0
// Threads that wait for each other, for locks, a signal and an end, and files; what each took by
// the program's own clock.
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <future>
#include <latch>
#include <mutex>
#include <shared_mutex>
#include <thread>

namespace {

std::mutex lock;
std::timed_mutex timed_lock;
std::shared_mutex shared_lock;
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

void hold_others() {
    pthread_setname_np(pthread_self(), "keeper");
    const std::lock_guard one(timed_lock);
    const std::lock_guard two(shared_lock);
    __atomic_store_n(&is_held, true, __ATOMIC_RELEASE);
    usleep(150'000);
}

void wait_with_a_limit() {
    __atomic_store_n(&is_held, false, __ATOMIC_RELEASE);
    std::thread keeper(hold_others);
    while (!__atomic_load_n(&is_held, __ATOMIC_ACQUIRE)) usleep(100);
    timed("pthread_mutex_clocklock", "wait_for_lock", "keeper",
          [] { timed_lock.try_lock_for(std::chrono::milliseconds(50)); });
    timed("pthread_rwlock_rdlock", "wait_for_lock", "keeper",
          [] { const std::shared_lock guard(shared_lock); });
    keeper.join();
}

// On one processor a new thread does not run before its creator waits for it. It has the number of
// one that has ended.
void join_before_it_runs() {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    std::thread late([] {
        pthread_setname_np(pthread_self(), "late");
        usleep(50'000);
    });
    timed("pthread_join", "wait_for_thread", "late", [&] { late.join(); });
}

// Waits that are calls of the system, not of the library of threads.
void wait_by_the_system() {
    std::latch come(1);
    std::promise<int> promise;
    std::thread giver([&] {
        pthread_setname_np(pthread_self(), "giver");
        usleep(50'000);
        come.count_down();
        usleep(50'000);
        promise.set_value(1);
    });
    timed("futex_wait", "wait_for_signal", "giver", [&] { come.wait(); });
    timed("futex_wait", "wait_for_signal", "giver", [&] { promise.get_future().wait(); });
    giver.join();
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
    wait_with_a_limit();
    wait_by_the_system();
    join_before_it_runs();
    for (int i = 0; i < 1000; ++i) const std::lock_guard guard(lock);  // free: no record
    return moves_bytes() ? 0 : 1;
}
