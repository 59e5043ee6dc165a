// SPDX-License-Identifier: Apache-2.0
// Impulse C programs may write to log windows. There are none here: the calls do nothing.
#ifndef TAPESTRY_COSIM_LOG_H
#define TAPESTRY_COSIM_LOG_H

typedef int cosim_logwindow;
#define cosim_logwindow_init() ((void)0)
#define cosim_logwindow_create(NAME) 0
#define cosim_logwindow_write(WINDOW, TEXT) ((void)(WINDOW))
#define cosim_logwindow_fwrite(WINDOW, ...) ((void)(WINDOW))

#endif
