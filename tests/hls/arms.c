// SPDX-License-Identifier: Apache-2.0
// Loops with branches: a machine that interprets a program, a filter with a rare expensive arm, a merge, a state machine
// over text, a sum under a condition.
#include <stdio.h>

#define N 256

static int machine(const unsigned char *code, int *mem, int n) {
    int acc = 0, pc = 0;
#pragma omp target map(to: code[:64]) map(tofrom: mem[:64], acc, pc)
    for (int i = 0; i < n; ++i) {
        const unsigned op = code[pc & 62];
        const int arg = code[(pc & 62) + 1];
        pc += 2;
        switch (op) {
            case 0: acc += arg; break;
            case 1: acc = mem[arg]; break;
            case 2: mem[arg] = acc; break;
            case 3: acc *= arg; break;
            case 4: acc /= arg + 1; break;
            case 5: if (acc & 1) pc = arg * 2; break;
            case 6: pc = arg * 2; break;
            case 7: mem[arg] += acc; break;
            case 8: acc = mem[arg] * mem[arg + 1]; break;
            case 9: acc %= arg + 3; mem[0] = acc; break;
            default: acc ^= arg;
        }
    }
    return acc;
}

static int rare(const int *a, int n) {
    int sum = 0;
#pragma omp target map(to: a[:n]) map(tofrom: sum)
    for (int i = 0; i < n; ++i)
        if (a[i] % 16 == 0)
            sum += a[i] / (a[n - 1 - i] % 7 + 1);
        else
            sum ^= a[i];
    return sum;
}

static void merge(const int *a, const int *b, int *out, int n) {
#pragma omp target map(to: a[:n], b[:n]) map(from: out[:2 * n])
    for (int i = 0, j = 0, k = 0; k < 2 * n; ++k)
        if (j == n || (i < n && a[i] <= b[j]))
            out[k] = a[i++];
        else
            out[k] = b[j++];
}

static int words(const char *text, int n) {
    int count = 0;
#pragma omp target map(to: text[:n]) map(tofrom: count)
    for (int i = 0, state = 0; i < n; ++i) {
        const char c = text[i];
        if (state == 0) {
            if (c > ' ') state = 1, ++count;
        } else if (state == 1) {
            if (c == '"') state = 2;
            else if (c <= ' ') state = 0;
        } else if (c == '"') {
            state = 1;
        }
    }
    return count;
}

static float above(const float *x, float limit, int n) {
    float sum = 0;
#pragma omp target map(to: x[:n]) map(tofrom: sum)
    for (int i = 0; i < n; ++i)
        if (x[i] > limit) sum += x[i];
    return sum;
}

int main(void) {
    static unsigned char code[64];
    static int mem[64], a[N], b[N], out[2 * N];
    static char text[N];
    static float x[N];
    unsigned seed = 7;
    for (int i = 0; i < 64; ++i) mem[i] = i * 3;
    for (int i = 0; i < 32; ++i) code[2 * i] = (unsigned char)((i * 7 + 3) % 11), code[2 * i + 1] = (unsigned char)(i * 5 % 29);
    for (int i = 0; i < N; ++i) {
        seed = seed * 1103515245u + 12345u;
        a[i] = 3 * i + (int)(seed >> 30);
        b[i] = 3 * i + (int)(seed >> 28 & 3);
        text[i] = " ab\"c "[seed >> 16 & 3];
        x[i] = (float)(int)(seed >> 20) * 0.25f;
    }
    merge(a, b, out, N);
    printf("%d %d %d %d %g\n", machine(code, mem, 600), rare(a, N), words(text, N), out[N], (double)above(x, 512, N));
    return 0;
}
