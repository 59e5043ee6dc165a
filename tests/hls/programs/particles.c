// SPDX-License-Identifier: Apache-2.0
// Structs with members of several widths, double precision, a square root, an inlined function; pointers in structs that
// are variables.
#include "programs.h"

#define N 12

struct particle {
    double x, y;
    float mass;
    short charge;
    unsigned char kind;
};

static double distance(const struct particle *a, const struct particle *b) {
    double dx = a->x - b->x, dy = a->y - b->y;
    return sqrt(dx * dx + dy * dy + 0.5);
}

// A part of an array.
struct view {
    const struct particle *first;
    int count;
};

static float mass_of(struct view v) {
    float sum = 0;
    for (int i = 0; i < v.count; ++i) sum += v.first[i].mass;
    return sum;
}

static void balance(const struct particle *p) {
    float halves[2];
#pragma omp target parallel num_threads(2) map(to: p[:N]) map(from: halves)
    {
        struct {
            struct view mine, all;
        } views = {{p + N / 2 * omp_get_thread_num(), N / 2}, {p, N}};
        halves[omp_get_thread_num()] = mass_of(views.mine) / mass_of(views.all);
    }
    printf("particles %a %a\n", halves[0], halves[1]);
}

void particles(int scale) {
    struct particle p[N];
    double force[N];
    for (int i = 0; i < N; ++i)
        p[i] = (struct particle){i * 0.5, (i * 7) % 5, 1.0f + (float)i, (short)(i % 3 - 1),
                                 (unsigned char)(i * scale)};
#pragma omp target parallel for num_threads(2) map(tofrom: p) map(from: force)
    for (int i = 0; i < N; ++i) {
        double sum = 0;
        for (int j = 0; j < N; ++j)
            if (j != i) sum += p[j].mass * p[j].charge / distance(&p[i], &p[j]);
        force[i] = sum;
        p[i].kind = (unsigned char)(p[i].kind + (sum > 0));
    }
    for (int i = 0; i < N; ++i) printf("particles %a %d\n", force[i], p[i].kind);
    balance(p);
}
