! SPDX-License-Identifier: Apache-2.0
! The same with the bindings of Fortran 2008, whose handles have types and whose error may be left out.
program fortran_f08
    use mpi_f08
    implicit none
    integer, parameter :: rounds = 9
    integer :: rank, ranks, right, left, i
    type(MPI_Request) :: requests(2)
    type(MPI_Status) :: one
    type(MPI_Comm) :: half
    double precision, asynchronous :: out(16), in(16)
    double precision :: total

    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks)
    right = mod(rank + 1, ranks)
    left = mod(rank + ranks - 1, ranks)
    out = rank
    call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), rank, half)
    do i = 1, rounds
        call MPI_Irecv(in, 16, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, requests(1))
        call MPI_Isend(out, i, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, requests(2))
        call MPI_Wait(requests(1), one)
        call MPI_Wait(requests(2), MPI_STATUS_IGNORE)
        if (mod(rank, 2) == 1) then
            call MPI_Ssend(out, 3, MPI_DOUBLE_PRECISION, right, 3, MPI_COMM_WORLD)
            call MPI_Recv(in, 16, MPI_DOUBLE_PRECISION, left, 3, MPI_COMM_WORLD, one)
        else
            call MPI_Recv(in, 16, MPI_DOUBLE_PRECISION, left, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
            call MPI_Ssend(out, 3, MPI_DOUBLE_PRECISION, right, 3, MPI_COMM_WORLD)
        end if
        call MPI_Allreduce(out(1), total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, half)
    end do
    call MPI_Barrier(MPI_COMM_WORLD)

    call expect('MPI_Init', 1, 0)
    call expect('MPI_Comm_split', 1, 0)
    call expect('MPI_Irecv', rounds, 0)
    call expect('MPI_Isend', rounds, 8 * rounds * (rounds + 1) / 2)
    call expect('MPI_Wait', 2 * rounds, 0)
    call expect('MPI_Ssend', rounds, 24 * rounds)
    call expect('MPI_Recv', rounds, 24 * rounds)
    call expect('MPI_Allreduce', rounds, 8 * rounds)
    call expect('MPI_Barrier', 1, 0)
    call expect('MPI_Finalize', 1, 0)
    call MPI_Finalize()
contains
    subroutine expect(call_name, calls, moved)
        character(len=*), intent(in) :: call_name
        integer, intent(in) :: calls, moved
        print '(a,i0,a,a,a,i0,a,i0)', 'EXPECT rank[', rank, '].main ', call_name, ' ', calls, ' ', moved
    end subroutine
end program
