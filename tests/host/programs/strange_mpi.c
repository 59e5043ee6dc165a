/* SPDX-License-Identifier: Apache-2.0 */
/* An MPI that nobody knows, as library and, with USES_IT, a program that calls it. */
#include <string.h>

#ifdef USES_IT
int MPI_Init(int* argc, char*** argv);
int MPI_Finalize(void);
int main(int argc, char** argv) { return MPI_Init(&argc, &argv) != 41 || MPI_Finalize() != 42; }
#else
int PMPI_Init(int* argc, char*** argv) { return argc && argv ? 41 : 0; }
int PMPI_Finalize(void) { return 42; }
int MPI_Init(int* argc, char*** argv) { return PMPI_Init(argc, argv); }
int MPI_Finalize(void) { return PMPI_Finalize(); }
int PMPI_Get_library_version(char* text, int* length) {
    strcpy(text, "Nobody's MPI 1.0");
    *length = (int)strlen(text);
    return 0;
}
#endif
