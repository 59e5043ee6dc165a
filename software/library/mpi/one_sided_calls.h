/* SPDX-License-Identifier: Apache-2.0 */
/* The one-sided calls that have counts, of the type COUNT. The includer defines
 * SIZED_CALL(name, role, bytes, parameters, arguments). */
SIZED_CALL(MPI_Put, TAPESTRY_PUTS, shim_bytes(count, type),
           (const void* from, COUNT count, MPI_Datatype type, int target, MPI_Aint at,
            COUNT target_count, MPI_Datatype target_type, MPI_Win window),
           (from, count, type, target, at, target_count, target_type, window))
SIZED_CALL(MPI_Get, TAPESTRY_GETS, shim_bytes(count, type),
           (void* to, COUNT count, MPI_Datatype type, int target, MPI_Aint at, COUNT target_count,
            MPI_Datatype target_type, MPI_Win window),
           (to, count, type, target, at, target_count, target_type, window))
SIZED_CALL(MPI_Accumulate, TAPESTRY_PUTS, shim_bytes(count, type),
           (const void* from, COUNT count, MPI_Datatype type, int target, MPI_Aint at,
            COUNT target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win window),
           (from, count, type, target, at, target_count, target_type, op, window))
SIZED_CALL(MPI_Get_accumulate, TAPESTRY_GETS, shim_bytes(result_count, result_type),
           (const void* from, COUNT count, MPI_Datatype type, void* result, COUNT result_count,
            MPI_Datatype result_type, int target, MPI_Aint at, COUNT target_count,
            MPI_Datatype target_type, MPI_Op op, MPI_Win window),
           (from, count, type, result, result_count, result_type, target, at, target_count,
            target_type, op, window))
SIZED_CALL(MPI_Rput, TAPESTRY_PUTS, shim_bytes(count, type),
           (const void* from, COUNT count, MPI_Datatype type, int target, MPI_Aint at,
            COUNT target_count, MPI_Datatype target_type, MPI_Win window, MPI_Request* request),
           (from, count, type, target, at, target_count, target_type, window, request))
SIZED_CALL(MPI_Rget, TAPESTRY_GETS, shim_bytes(count, type),
           (void* to, COUNT count, MPI_Datatype type, int target, MPI_Aint at, COUNT target_count,
            MPI_Datatype target_type, MPI_Win window, MPI_Request* request),
           (to, count, type, target, at, target_count, target_type, window, request))
SIZED_CALL(MPI_Raccumulate, TAPESTRY_PUTS, shim_bytes(count, type),
           (const void* from, COUNT count, MPI_Datatype type, int target, MPI_Aint at,
            COUNT target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win window,
            MPI_Request* request),
           (from, count, type, target, at, target_count, target_type, op, window, request))
SIZED_CALL(MPI_Rget_accumulate, TAPESTRY_GETS, shim_bytes(result_count, result_type),
           (const void* from, COUNT count, MPI_Datatype type, void* result, COUNT result_count,
            MPI_Datatype result_type, int target, MPI_Aint at, COUNT target_count,
            MPI_Datatype target_type, MPI_Op op, MPI_Win window, MPI_Request* request),
           (from, count, type, result, result_count, result_type, target, at, target_count,
            target_type, op, window, request))
