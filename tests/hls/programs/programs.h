// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

void dot(int scale);
void stages(int scale);
void matrix(int scale);
void particles(int scale);
void exchange(int scale);
void histogram(int scale);
void search(int scale);
void serial(int scale);
void vectors(int scale);
void teams(int scale);
void numbers(int scale);
void buffers(int scale);
void mixed(int scale);
void pieces(int scale);
void pointers(int scale);
void parts(int scale);
void halves(int scale);

int clamp(int value, int low, int high);
