// SPDX-License-Identifier: Apache-2.0
// The number of 16 bits under the name that Vitis gives it.
#ifndef TAPESTRY_HLS_HALF_H
#define TAPESTRY_HLS_HALF_H

typedef _Float16 half;

#endif
