/* SPDX-License-Identifier: Apache-2.0 */
/* Talks to a device by a file and by calls that are shaped as OpenCL's and XRT's are, and is not recorded for a while.
 * With AS_DRIVER it is the library of the driver, which only answers. */
#include <stddef.h>
#ifdef AS_DRIVER
int clEnqueueWriteBuffer(void* queue, void* buffer, int waits, size_t offset, size_t size, const void* from, unsigned count,
                         const void* events, void* event) {
    (void)queue, (void)buffer, (void)waits, (void)offset, (void)from, (void)events, (void)event;
    return count == 7 && size > 0 ? 0 : -1; /* what is passed on the stack arrives too */
}
int clFinish(void* queue) { return queue != NULL; }
int xrtBOSync(void* buffer, int direction, size_t size, size_t offset) {
    (void)buffer, (void)direction, (void)offset;
    return size > 0 ? 0 : -1;
}
#else
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tapestry.h"

int clEnqueueWriteBuffer(void*, void*, int, size_t, size_t, const void*, unsigned, const void*, void*);
int clFinish(void*);
int xrtBOSync(void*, int, size_t, size_t);

/* Copies to and from mapped memory of the device; between memory of the program none is recorded. */
static int uses_mapped_memory(int file, char* bytes, size_t unit) {
    static char others[4096];
    if (ftruncate(file, 8192) != 0) return 0;
    char* board = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (board == MAP_FAILED) return 0;
    memset(bytes, 1, 1000 * unit);
    memset(board, 0, 300 * unit);
    memcpy(board + 100, bytes, 700 * unit);
    memcpy(board + 4000, bytes, 701 * unit);
    memcpy(others, board + 100, 250 * unit);
    memmove(board + 10, board, 50 * unit);
    memcpy(bytes + 2000, bytes, 1000 * unit);
    return munmap(board, 8192) == 0 && others[249] == 1;
}

int main(int count, char** words) {
    char bytes[4096] = "";
    if (count < 2) return 2;
    const int file = open(words[1], O_RDWR | O_CREAT, 0600);
    if (file < 0) return 3;
    for (int i = 0; i < 3; ++i)
        if (pwrite(file, bytes, 1000 + (size_t)i, 0) < 0) return 3;
    if (pread(file, bytes, 500, 0) != 500) return 3;
    if (!uses_mapped_memory(file, bytes, (size_t)count / 2)) return 7;
    close(file);
    for (int i = 0; i < 4; ++i)
        if (clEnqueueWriteBuffer(bytes, bytes, 1, 0, 2048, bytes, 7, NULL, NULL) != 0) return 4;
    if (clFinish(NULL) != 0 || xrtBOSync(bytes, 1, 64, 0) != 0) return 5;
    tapestry_recording(0);
    usleep(20000);
    clFinish(NULL);
    tapestry_recording(1);
    clFinish(NULL);
    FILE* null = fopen("/dev/null", "w");
    if (!null || fwrite(bytes, 1, 100, null) != 100) return 6;
    return fclose(null);
}
#endif
