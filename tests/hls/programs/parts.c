// SPDX-License-Identifier: Apache-2.0
// Parallel parts with teams of different sizes, fixed and computed, parts inside parts, parts that are parallel only
// under a condition; atomic accesses of serial code, and threads that wait for a flag.
#include "programs.h"

#define N 24

static void teams_of_two_and_four(int scale) {
    int sums[3] = {0, 0, 0}, a[N];
    for (int i = 0; i < N; ++i) a[i] = i * scale;
#pragma omp target map(tofrom: sums, a)
    {
#pragma omp parallel num_threads(2)
        {
#pragma omp atomic
            sums[0] += omp_get_num_threads() * 100 + 1;
#pragma omp barrier
#pragma omp for
            for (int i = 0; i < N; ++i) a[i] += sums[0];
        }
        sums[2] = sums[0];
#pragma omp parallel num_threads(4)
        {
#pragma omp atomic
            sums[1] += omp_get_num_threads() * 100 + omp_get_thread_num();
#pragma omp barrier
#pragma omp for
            for (int i = 0; i < N; ++i) a[i] += sums[1] * sums[2];
        }
        sums[2] += a[3] + omp_in_parallel() + omp_get_num_threads();
    }
    printf("teams of two and four %d %d %d %d %d\n", sums[0], sums[1], sums[2], a[0], a[N - 1]);
}

static void computed(int threads) {
    int sum = 0;
#pragma omp target parallel num_threads(threads) map(tofrom: sum)
    {
#pragma omp atomic
        sum += omp_get_num_threads() * 100 + 1;
#pragma omp barrier
#pragma omp single
        sum += 7;
    }
    printf("computed %d: %d\n", threads, sum);
}

static void inside(int scale) {
    int a[16] = {0}, sum = 0, in = 0;
#pragma omp target parallel num_threads(4) map(tofrom: a, sum, in)
    {
        int t = omp_get_thread_num();
#pragma omp parallel for num_threads(2)
        for (int i = 0; i < 16; ++i) {
#pragma omp atomic
            a[i] += scale + t;
        }
#pragma omp parallel num_threads(2)
        {
#pragma omp critical
            {
                sum += omp_get_num_threads() * 10 + omp_get_thread_num() + 1;
                in += omp_in_parallel();
            }
#pragma omp barrier
#pragma omp single
            {
#pragma omp critical
                sum += 100;
            }
        }
    }
    printf("inside %d %d %d %d\n", a[0], a[15], sum, in);
}

static void under_a_condition(int scale) {
    int sum = 0;
#pragma omp target map(tofrom: sum)
    {
#pragma omp parallel num_threads(4) if(scale > 1)
        {
#pragma omp atomic
            sum += 10 * omp_get_num_threads() + 1;
        }
#pragma omp parallel num_threads(3) if(scale < 3)
        {
#pragma omp atomic
            sum += 1000 * omp_get_num_threads() + 1;
        }
    }
    printf("under a condition %d\n", sum);
}

static void serial_atomics(int scale) {
    float f = (float)scale;
    int sum = 1, old = 0, a[8] = {0};
#pragma omp target map(tofrom: f, sum, a, old)
    {
#pragma omp atomic
        f *= 3;
#pragma omp atomic capture
        {
            old = sum;
            sum += 5;
        }
#pragma omp parallel num_threads(4)
        a[omp_get_thread_num()] = sum + old + (int)f;
#pragma omp atomic
        f *= 3;
#pragma omp critical
        sum += (int)f;
    }
    printf("serial atomics %g %d %d %d %d\n", (double)f, sum, old, a[0], a[3]);
}

// A variable that lives as long as the program, of a function that only the hardware calls.
int counted(int x) {
    static int calls = 3;
#pragma omp atomic
    calls += x;
    return calls > 0 ? x * 2 : x;
}

static void of_a_function(int scale) {
    int sum = 0;
#pragma omp target parallel for num_threads(2) reduction(+ : sum)
    for (int i = 0; i < 8; ++i) sum += counted(i * scale);
    printf("of a function %d\n", sum);
}

// Where its condition does not hold one thread does all of the part: every chunk, and its sum without a lock.
static void not_parallel(int scale) {
    int a[20], sum = 0, is_large = scale > 2;
    for (int i = 0; i < 20; ++i) a[i] = i * scale;
#pragma omp target map(tofrom: a, sum, is_large)
    {
#pragma omp parallel for num_threads(3) if(is_large) schedule(dynamic, 2) reduction(+ : sum)
        for (int i = 0; i < 20; ++i) {
            a[i] += omp_get_num_threads();
            sum += a[i];
        }
#pragma omp parallel for num_threads(3) schedule(dynamic)
        for (int i = 0; i < 20; ++i) a[i] += sum;
    }
    printf("not parallel %d %d %d\n", sum, a[0], a[19]);
}

static void a_flag(int scale) {
    int data = 0, flag = 0, got = 0;
#pragma omp target parallel num_threads(2) map(tofrom: data, flag, got)
    {
        if (omp_get_thread_num() == 0) {
            data = 42 * scale;
#pragma omp flush
#pragma omp atomic write
            flag = 1;
        } else {
            int seen = 0;
            while (!seen) {
#pragma omp atomic read
                seen = flag;
            }
#pragma omp flush
            got = data;
        }
    }
    printf("a flag %d\n", got);
}

// Arrays whose lengths are no constants for C, and are for the compiler; `scan` makes one too.
static void lengths(int scale) {
    int a[16];
    for (int i = 0; i < 16; ++i) a[i] = (i * 7 + scale) % 11;
#pragma omp target map(tofrom: a)
    {
        const int n = 16;
        int turned[n], sum = 0;
#pragma omp parallel for num_threads(3)
        for (int i = 0; i < n; ++i) turned[n - 1 - i] = a[i] * 3;
#pragma omp parallel for num_threads(3) reduction(inscan, + : sum)
        for (int i = 0; i < 16; ++i) {
            sum += turned[i];
#pragma omp scan inclusive(sum)
            a[i] = sum;
        }
    }
    for (int i = 0; i < 16; ++i) printf("length %d\n", a[i]);
}

void parts(int scale) {
    teams_of_two_and_four(scale);
    computed(scale + 2);
    inside(scale);
    under_a_condition(scale);
    serial_atomics(scale);
    of_a_function(scale);
    not_parallel(scale);
    a_flag(scale);
    lengths(scale);
}
