! SPDX-License-Identifier: Apache-2.0
! Small programs in Fortran, one for each number, 0 for all: fortran_cases N. What they call is the same in every run.
program fortran_cases
    use mpi
    implicit none
    character(len=16) :: word
    integer :: which, rank, ranks, next, before, i, half, error
    integer :: requests(2), status(MPI_STATUS_SIZE)
    double precision :: out(4096), in(4096)
    integer :: numbers(64), others(64)
    call get_command_argument(1, word)
    read (word, *) which
    call MPI_Init(error)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
    next = mod(rank + 1, ranks)
    before = mod(rank + ranks - 1, ranks)
    out = rank
    numbers = rank
    if (which == 0 .or. which == 1) then  ! blocking
        do i = 1, 7
            if (mod(rank, 2) == 1) call MPI_Recv(in, 4096, MPI_DOUBLE_PRECISION, before, i, MPI_COMM_WORLD, status, error)
            call MPI_Send(out, 10 * i, MPI_DOUBLE_PRECISION, next, i, MPI_COMM_WORLD, error)
            if (mod(rank, 2) == 0) call MPI_Recv(in, 4096, MPI_DOUBLE_PRECISION, before, i, MPI_COMM_WORLD, &
                                                 MPI_STATUS_IGNORE, error)
        end do
    end if
    if (which == 0 .or. which == 2) then  ! synchronous
        if (mod(rank, 2) == 1) call MPI_Recv(others, 64, MPI_INTEGER, before, 1, MPI_COMM_WORLD, status, error)
        call MPI_Ssend(numbers, 33, MPI_INTEGER, next, 1, MPI_COMM_WORLD, error)
        if (mod(rank, 2) == 0) call MPI_Recv(others, 64, MPI_INTEGER, before, 1, MPI_COMM_WORLD, status, error)
    end if
    if (which == 0 .or. which == 3) then  ! begun and waited for
        do i = 1, 5
            call MPI_Irecv(in, 4096, MPI_DOUBLE_PRECISION, before, 2, MPI_COMM_WORLD, requests(1), error)
            call MPI_Isend(out, i, MPI_DOUBLE_PRECISION, next, 2, MPI_COMM_WORLD, requests(2), error)
            call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
            call MPI_Irecv(others, 64, MPI_INTEGER, before, 3, MPI_COMM_WORLD, requests(1), error)
            call MPI_Send(numbers, i, MPI_INTEGER, next, 3, MPI_COMM_WORLD, error)
            call MPI_Wait(requests(1), status, error)
        end do
    end if
    if (which == 0 .or. which == 4) then  ! exchanges
        do i = 1, 6
            call MPI_Sendrecv(out, 11 * i, MPI_DOUBLE_PRECISION, next, 4, in, 4096, MPI_DOUBLE_PRECISION, before, 4, &
                              MPI_COMM_WORLD, status, error)
        end do
    end if
    if (which == 0 .or. which == 5) then  ! collective
        call MPI_Bcast(out, 100, MPI_DOUBLE_PRECISION, 1, MPI_COMM_WORLD, error)
        call MPI_Reduce(out, in, 7, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD, error)
        call MPI_Allreduce(numbers, others, 9, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, error)
        call MPI_Alltoall(out, 3, MPI_DOUBLE_PRECISION, in, 3, MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, error)
        call MPI_Barrier(MPI_COMM_WORLD, error)
    end if
    if (which == 0 .or. which == 6) then  ! halves
        call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), -rank, half, error)
        call MPI_Allreduce(out, in, 5, MPI_DOUBLE_PRECISION, MPI_SUM, half, error)
        call MPI_Comm_free(half, error)
    end if
    call MPI_Finalize(error)
end program fortran_cases
