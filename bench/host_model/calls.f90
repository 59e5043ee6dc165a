! SPDX-License-Identifier: Apache-2.0
! Nanoseconds that MPI_Sendrecv takes from Fortran, the least of several rounds: calls_fortran sendrecv COUNT
program calls
  use mpi
  implicit none
  character(len=32) :: word
  integer :: i, round, count, error
  double precision :: begin, least, output, input
  call MPI_Init(error)
  call get_command_argument(2, word)
  read (word, *) count
  least = 1d30
  output = 1
  do round = 1, 300
    begin = MPI_Wtime()
    do i = 1, count
      call MPI_Sendrecv(output, 1, MPI_DOUBLE_PRECISION, 0, 0, input, 1, MPI_DOUBLE_PRECISION, 0, 0, MPI_COMM_SELF, &
                        MPI_STATUS_IGNORE, error)
    end do
    least = min(least, (MPI_Wtime() - begin) / count)
  end do
  print '(f0.1)', least * 1d9
  call MPI_Finalize(error)
end program
