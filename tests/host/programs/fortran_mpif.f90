! SPDX-License-Identifier: Apache-2.0
! Messages, requests, collective and one-sided calls of a program in Fortran, with the bindings that
! have integers for handles; the program counts calls and bytes itself.
program fortran_mpif
    use mpi
    implicit none
    integer, parameter :: rounds = 12
    integer :: rank, ranks, right, left, i, error, flag_rounds, window
    integer :: requests(2), one(MPI_STATUS_SIZE), all_of(MPI_STATUS_SIZE, 2)
    integer(kind=MPI_ADDRESS_KIND) :: bytes, place
    double precision :: out(16), in(16), total, before
    logical :: is_done

    call MPI_Init(error)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
    right = mod(rank + 1, ranks)
    left = mod(rank + ranks - 1, ranks)
    out = rank
    flag_rounds = 0
    do i = 1, rounds
        call MPI_Irecv(in, 16, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, requests(1), error)
        call MPI_Isend(out, i, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, requests(2), error)
        call MPI_Waitall(2, requests, all_of, error)
        call MPI_Sendrecv(out, 4, MPI_DOUBLE_PRECISION, right, 2, in, 16, MPI_DOUBLE_PRECISION, left, 2, MPI_COMM_WORLD, &
                          MPI_STATUS_IGNORE, error)
        if (mod(rank, 2) == 1) then
            call MPI_Send(out, 3, MPI_DOUBLE_PRECISION, right, 3, MPI_COMM_WORLD, error)
            call MPI_Recv(in, 16, MPI_DOUBLE_PRECISION, left, 3, MPI_COMM_WORLD, one, error)
        else
            call MPI_Recv(in, 16, MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
            call MPI_Send(out, 3, MPI_DOUBLE_PRECISION, right, 3, MPI_COMM_WORLD, error)
        end if
        call MPI_Irecv(in, 16, MPI_DOUBLE_PRECISION, left, 4, MPI_COMM_WORLD, requests(1), error)
        call MPI_Send(out, 1, MPI_DOUBLE_PRECISION, right, 4, MPI_COMM_WORLD, error)
        is_done = .false.
        do while (.not. is_done)
            before = MPI_Wtime()
            do while (MPI_Wtime() - before < 1d-3)
            end do
            call MPI_Test(requests(1), is_done, one, error)
            flag_rounds = flag_rounds + 1
        end do
        call MPI_Allreduce(out(1), total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
        call MPI_Bcast(in, 16, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, error)
    end do
    bytes = 128
    place = 2
    call MPI_Win_create(in, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, window, error)
    call MPI_Win_fence(0, window, error)
    call MPI_Put(out, 5, MPI_DOUBLE_PRECISION, right, place, 5, MPI_DOUBLE_PRECISION, window, error)
    call MPI_Win_fence(0, window, error)
    call MPI_Win_free(window, error)
    call MPI_Barrier(MPI_COMM_WORLD, error)

    call expect('MPI_Init', 1, 0)
    call expect('MPI_Irecv', 2 * rounds, 0)
    call expect('MPI_Isend', rounds, 8 * rounds * (rounds + 1) / 2)
    call expect('MPI_Waitall', rounds, 0)
    call expect('MPI_Sendrecv', rounds, 32 * rounds)
    call expect('MPI_Send', 2 * rounds, 32 * rounds)
    call expect('MPI_Recv', rounds, 24 * rounds)
    call expect('MPI_Test', flag_rounds, 0)
    call expect('MPI_Allreduce', rounds, 8 * rounds)
    call expect('MPI_Bcast', rounds, merge(128 * rounds, 0, rank == 0)) ! who gives it
    call expect('MPI_Win_create', 1, 0)
    call expect('MPI_Win_fence', 2, 0)
    call expect('MPI_Put', 1, 40)
    call expect('MPI_Win_free', 1, 0)
    call expect('MPI_Barrier', 1, 0)
    call expect('MPI_Finalize', 1, 0)
    call MPI_Finalize(error)
    if (abs(total - ranks * (ranks - 1) / 2) > 0.5d0) stop 1
contains
    subroutine expect(call_name, calls, moved)
        character(len=*), intent(in) :: call_name
        integer, intent(in) :: calls, moved
        print '(a,i0,a,a,a,i0,a,i0)', 'EXPECT rank[', rank, '].main ', call_name, ' ', calls, ' ', moved
    end subroutine
end program
