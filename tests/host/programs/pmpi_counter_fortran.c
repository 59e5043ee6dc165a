/* SPDX-License-Identifier: Apache-2.0 */
/* The counter for programs in Fortran whose bindings call no C function that could be counted, as
 * those of Open MPI: each call that fortran_cases.f90 makes goes to the counter's C function. */
#include <mpi.h>

#define TYPE(t) MPI_Type_f2c(*(t))
#define COMM(c) MPI_Comm_f2c(*(c))

static MPI_Status* status_of(MPI_Fint* given, MPI_Status* room) {
    return given == MPI_F_STATUS_IGNORE ? MPI_STATUS_IGNORE : room;
}
static void give(const MPI_Status* status, MPI_Fint* to) {
    if (status != MPI_STATUS_IGNORE) MPI_Status_c2f(status, to);
}

void mpi_init_(MPI_Fint* e) { *e = MPI_Init(NULL, NULL); }
void mpi_finalize_(MPI_Fint* e) { *e = MPI_Finalize(); }
void mpi_barrier_(MPI_Fint* c, MPI_Fint* e) { *e = MPI_Barrier(COMM(c)); }
void mpi_send_(void* b, MPI_Fint* n, MPI_Fint* t, MPI_Fint* to, MPI_Fint* tag, MPI_Fint* c,
               MPI_Fint* e) {
    *e = MPI_Send(b, *n, TYPE(t), *to, *tag, COMM(c));
}
void mpi_ssend_(void* b, MPI_Fint* n, MPI_Fint* t, MPI_Fint* to, MPI_Fint* tag, MPI_Fint* c,
                MPI_Fint* e) {
    *e = MPI_Ssend(b, *n, TYPE(t), *to, *tag, COMM(c));
}
void mpi_recv_(void* b, MPI_Fint* n, MPI_Fint* t, MPI_Fint* from, MPI_Fint* tag, MPI_Fint* c,
               MPI_Fint* s, MPI_Fint* e) {
    MPI_Status room, *status = status_of(s, &room);
    *e = MPI_Recv(b, *n, TYPE(t), *from, *tag, COMM(c), status);
    give(status, s);
}
void mpi_sendrecv_(void* b, MPI_Fint* n, MPI_Fint* t, MPI_Fint* to, MPI_Fint* tag, void* b2,
                   MPI_Fint* n2, MPI_Fint* t2, MPI_Fint* from, MPI_Fint* tag2, MPI_Fint* c,
                   MPI_Fint* s, MPI_Fint* e) {
    MPI_Status room, *status = status_of(s, &room);
    *e = MPI_Sendrecv(b, *n, TYPE(t), *to, *tag, b2, *n2, TYPE(t2), *from, *tag2, COMM(c), status);
    give(status, s);
}
void mpi_isend_(void* b, MPI_Fint* n, MPI_Fint* t, MPI_Fint* to, MPI_Fint* tag, MPI_Fint* c,
                MPI_Fint* r, MPI_Fint* e) {
    MPI_Request request;
    *e = MPI_Isend(b, *n, TYPE(t), *to, *tag, COMM(c), &request);
    *r = MPI_Request_c2f(request);
}
void mpi_irecv_(void* b, MPI_Fint* n, MPI_Fint* t, MPI_Fint* from, MPI_Fint* tag, MPI_Fint* c,
                MPI_Fint* r, MPI_Fint* e) {
    MPI_Request request;
    *e = MPI_Irecv(b, *n, TYPE(t), *from, *tag, COMM(c), &request);
    *r = MPI_Request_c2f(request);
}
void mpi_wait_(MPI_Fint* r, MPI_Fint* s, MPI_Fint* e) {
    MPI_Request request = MPI_Request_f2c(*r);
    MPI_Status room, *status = status_of(s, &room);
    *e = MPI_Wait(&request, status);
    *r = MPI_Request_c2f(request);
    give(status, s);
}
void mpi_waitall_(MPI_Fint* n, MPI_Fint* r, MPI_Fint* s, MPI_Fint* e) {
    MPI_Request requests[16];
    (void)s; /* the program ignores them */
    for (int i = 0; i < *n; ++i) requests[i] = MPI_Request_f2c(r[i]);
    *e = MPI_Waitall(*n, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < *n; ++i) r[i] = MPI_Request_c2f(requests[i]);
}
void mpi_bcast_(void* b, MPI_Fint* n, MPI_Fint* t, MPI_Fint* root, MPI_Fint* c, MPI_Fint* e) {
    *e = MPI_Bcast(b, *n, TYPE(t), *root, COMM(c));
}
void mpi_reduce_(void* b, void* b2, MPI_Fint* n, MPI_Fint* t, MPI_Fint* o, MPI_Fint* root,
                 MPI_Fint* c, MPI_Fint* e) {
    *e = MPI_Reduce(b, b2, *n, TYPE(t), MPI_Op_f2c(*o), *root, COMM(c));
}
void mpi_allreduce_(void* b, void* b2, MPI_Fint* n, MPI_Fint* t, MPI_Fint* o, MPI_Fint* c,
                    MPI_Fint* e) {
    *e = MPI_Allreduce(b, b2, *n, TYPE(t), MPI_Op_f2c(*o), COMM(c));
}
void mpi_alltoall_(void* b, MPI_Fint* n, MPI_Fint* t, void* b2, MPI_Fint* n2, MPI_Fint* t2,
                   MPI_Fint* c, MPI_Fint* e) {
    *e = MPI_Alltoall(b, *n, TYPE(t), b2, *n2, TYPE(t2), COMM(c));
}
void mpi_comm_split_(MPI_Fint* c, MPI_Fint* colour, MPI_Fint* key, MPI_Fint* made, MPI_Fint* e) {
    MPI_Comm half;
    *e = MPI_Comm_split(COMM(c), *colour, *key, &half);
    *made = MPI_Comm_c2f(half);
}
void mpi_comm_free_(MPI_Fint* c, MPI_Fint* e) {
    MPI_Comm comm = COMM(c);
    *e = MPI_Comm_free(&comm);
    *c = MPI_Comm_c2f(comm);
}
