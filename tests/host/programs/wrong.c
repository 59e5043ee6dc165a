/* SPDX-License-Identifier: Apache-2.0 */
int main(void) {
#pragma recap here busy
    int x = 1;
    return undeclared + x; /* line 5: the compiler must say so */
}
