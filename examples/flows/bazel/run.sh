#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Weaves, builds and simulates with Bazel, and reads what the taps counted:
#
#     cp -r examples/flows/bazel edges && cd edges && cp -r .../edge_pipeline/rtl .../edge_pipeline/tb.sv . && ./run.sh
set -eu
tapestry weave rtl/*.sv --top edge_pipeline -o woven_edges
# shellcheck disable=SC2086 # several options
bazel ${BAZEL_OPTIONS:-} build //:reading
mkdir -p out
tapestry import reading bazel-bin/tapestry.reading --map woven_edges/woven/taps.json -o out/run.tapdb
tapestry report
