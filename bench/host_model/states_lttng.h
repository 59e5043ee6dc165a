/* SPDX-License-Identifier: Apache-2.0 */
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER tapestry_bench
#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "./states_lttng.h"
#if !defined(STATES_LTTNG_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define STATES_LTTNG_H
#include <lttng/tracepoint.h>
LTTNG_UST_TRACEPOINT_EVENT(tapestry_bench, enter, LTTNG_UST_TP_ARGS(int, state),
                           LTTNG_UST_TP_FIELDS(lttng_ust_field_integer(int, state, state)))
LTTNG_UST_TRACEPOINT_EVENT(tapestry_bench, leave, LTTNG_UST_TP_ARGS(int, state),
                           LTTNG_UST_TP_FIELDS(lttng_ust_field_integer(int, state, state)))
#endif
#include <lttng/tracepoint-event.h>
