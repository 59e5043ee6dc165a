// SPDX-License-Identifier: Apache-2.0
multiplier.v
