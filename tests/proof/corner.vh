// SPDX-License-Identifier: Apache-2.0
`define STEP(x) x + \
    1
`define TWICE(x) ((x) + (x))
`define NAME(x) `"x`"
`define WIDTH 4
`define MASK 4'b0110 | 4'b0001
