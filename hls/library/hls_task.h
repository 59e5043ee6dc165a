// SPDX-License-Identifier: Apache-2.0
// hls::task with the public names: a function that is called over and over, as soon as there is
// something to do. In hardware it is a process that never ends. In a program it runs whenever
// somebody waits for what it may give.
#ifndef TAPESTRY_HLS_TASK_H
#define TAPESTRY_HLS_TASK_H

#include "hls_stream.h"

#define hls_thread_local static

#ifdef IMPULSE_C_SYNTHESIS

extern "C" void hls_task_begin(void* task) noexcept __attribute__((convergent));

namespace hls {

class task {
public:
    task() {}
    template <class F, class... A>
    task(F&& function, A&&... arguments) {
        (*this)(function, arguments...);
    }
    template <class F, class... A>
    void operator()(F&& function, A&&... arguments) {
        hls_task_begin(this);
        function(arguments...);
    }

private:
    char built_like_no_other_[5];  // see hls_stream.h
};

}  // namespace hls

#else

#include <ucontext.h>

#include <functional>
#include <list>
#include <memory>
#include <tuple>
#include <type_traits>

extern "C" void* __libc_stack_end;

namespace hls {

// All tasks of the program, each with a stack of its own.
class all_tasks {
    static constexpr std::size_t kStack = std::size_t{1} << 20;

public:
    struct one_task {
        std::function<void()> body;
        std::unique_ptr<char[]> stack;
        ucontext_t context;
        void* waits_for = nullptr;
    };

    static all_tasks& get() {
        static all_tasks one;
        return one;
    }

    one_task* add(std::function<void()> body) {
        hls_let_tasks_run = [](void* queue) { return get().wait_for(queue); };
        one_task& made = all_.emplace_back();
        made.body = std::move(body);
        made.stack.reset(new char[kStack]);
        getcontext(&made.context);
        made.context.uc_stack.ss_sp = made.stack.get();
        made.context.uc_stack.ss_size = kStack;
        makecontext(&made.context, begin, 0);
        return &made;
    }

    // The function that made it returns: it does what there is to do, and ends.
    void end(const one_task* task) {
        wait_for(nullptr);
        all_.remove_if([&](const one_task& t) { return &t == task; });
    }

private:
    static void begin() {
        for (;;) get().running_->body();
    }

    static bool has_element(void* queue) { return hls_elements_of(queue) != nullptr; }

    // Until the queue has an element, or, without a queue, as far as they come; false: it stays
    // empty. A task that waits leaves it to the others.
    bool wait_for(void* queue) {
        if (running_) {
            if (!queue) return false;
            running_->waits_for = queue;
            one_task& mine = *running_;
            swapcontext(&mine.context, &outside_);
            return true;  // it is called again when the queue has one
        }
        bool moved = true;
        while (moved && !(queue && has_element(queue))) {
            moved = false;
            for (one_task& t : all_) moved |= run(t);
        }
        return queue && has_element(queue);
    }

    bool run(one_task& t) {
        if (t.waits_for && !has_element(t.waits_for)) return false;
        running_ = &t;
        swapcontext(&outside_, &t.context);
        running_ = nullptr;
        return true;
    }

    std::list<one_task> all_;
    one_task* running_ = nullptr;
    ucontext_t outside_;
};

// Numbers and pointers are copied, because the function that made the task may have returned.
template <class A>
using kept_argument = std::conditional_t<std::is_copy_constructible_v<std::decay_t<A> >,
                                         std::decay_t<A>, std::remove_reference_t<A>&>;

class task {
public:
    task() = default;
    template <class F, class... A>
    task(F&& function, A&&... arguments) {
        (*this)(function, arguments...);
    }
    template <class F, class... A>
    void operator()(F&& function, A&&... arguments) {
        made_ =
            all_tasks::get().add([function = std::decay_t<F>(function),
                                  kept = std::tuple<kept_argument<A>...>(arguments...)]() mutable {
                std::apply(function, kept);
            });
    }
    task(const task&) = delete;
    task& operator=(const task&) = delete;
    // What a static one was given may be gone when the program ends.
    ~task() {
        const int here = 0;
        const bool is_local = static_cast<const void*>(this) > static_cast<const void*>(&here) &&
                              static_cast<const void*>(this) < __libc_stack_end;
        if (made_ && is_local) all_tasks::get().end(made_);
    }

private:
    all_tasks::one_task* made_ = nullptr;
};

}  // namespace hls

#endif

#endif
