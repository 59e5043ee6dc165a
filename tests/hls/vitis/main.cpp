// SPDX-License-Identifier: Apache-2.0
#include "vitis.h"

int main() {
    try_arrays();
    try_streams();
    try_numbers();
    try_regions();
    try_pragmas();
    try_tutorials();
    try_tasks();
    return 0;
}
