/* SPDX-License-Identifier: Apache-2.0 */
/* The calls of files that move data, with counts of the type COUNT. The includer defines
 * SIZED(name), and the macros of files.c. */
#define MOVES_HERE(name, reads, noting, buffer_type)                                              \
    MOVES(                                                                                        \
        name, reads, noting,                                                                      \
        (MPI_File file, buffer_type buffer, COUNT count, MPI_Datatype type, MPI_Status * wanted), \
        (file, buffer, count, type, got))
#define MOVES_AT(name, reads, noting, buffer_type)                                           \
    MOVES(name, reads, noting,                                                               \
          (MPI_File file, MPI_Offset at, buffer_type buffer, COUNT count, MPI_Datatype type, \
           MPI_Status * wanted),                                                             \
          (file, at, buffer, count, type, got))
#define BEGINS_HERE(name, buffer_type)                                                 \
    BEGINS_TO_MOVE(name,                                                               \
                   (MPI_File file, buffer_type buffer, COUNT count, MPI_Datatype type, \
                    MPI_Request * request),                                            \
                   (file, buffer, count, type, request))
#define BEGINS_AT(name, buffer_type)                                               \
    BEGINS_TO_MOVE(name,                                                           \
                   (MPI_File file, MPI_Offset at, buffer_type buffer, COUNT count, \
                    MPI_Datatype type, MPI_Request * request),                     \
                   (file, at, buffer, count, type, request))
#define BEGINS_PAIR(name, buffer_type)                                                        \
    BEGINS_TO_MOVE(name, (MPI_File file, buffer_type buffer, COUNT count, MPI_Datatype type), \
                   (file, buffer, count, type))
#define BEGINS_PAIR_AT(name, buffer_type)                                                         \
    BEGINS_TO_MOVE(                                                                               \
        name, (MPI_File file, MPI_Offset at, buffer_type buffer, COUNT count, MPI_Datatype type), \
        (file, at, buffer, count, type))
MOVES_HERE(SIZED(MPI_File_read), 1, note_alone, void*)
MOVES_HERE(SIZED(MPI_File_read_all), 1, note_together, void*)
MOVES_HERE(SIZED(MPI_File_read_shared), 1, note_alone, void*)
MOVES_HERE(SIZED(MPI_File_read_ordered), 1, note_together, void*)
MOVES_HERE(SIZED(MPI_File_write), 0, note_alone, const void*)
MOVES_HERE(SIZED(MPI_File_write_all), 0, note_together, const void*)
MOVES_HERE(SIZED(MPI_File_write_shared), 0, note_alone, const void*)
MOVES_HERE(SIZED(MPI_File_write_ordered), 0, note_together, const void*)
MOVES_AT(SIZED(MPI_File_read_at), 1, note_alone, void*)
MOVES_AT(SIZED(MPI_File_read_at_all), 1, note_together, void*)
MOVES_AT(SIZED(MPI_File_write_at), 0, note_alone, const void*)
MOVES_AT(SIZED(MPI_File_write_at_all), 0, note_together, const void*)
BEGINS_HERE(SIZED(MPI_File_iread), void*)
BEGINS_HERE(SIZED(MPI_File_iread_all), void*)
BEGINS_HERE(SIZED(MPI_File_iread_shared), void*)
BEGINS_HERE(SIZED(MPI_File_iwrite), const void*)
BEGINS_HERE(SIZED(MPI_File_iwrite_all), const void*)
BEGINS_HERE(SIZED(MPI_File_iwrite_shared), const void*)
BEGINS_AT(SIZED(MPI_File_iread_at), void*)
BEGINS_AT(SIZED(MPI_File_iread_at_all), void*)
BEGINS_AT(SIZED(MPI_File_iwrite_at), const void*)
BEGINS_AT(SIZED(MPI_File_iwrite_at_all), const void*)
BEGINS_PAIR(SIZED(MPI_File_read_all_begin), void*)
BEGINS_PAIR(SIZED(MPI_File_read_ordered_begin), void*)
BEGINS_PAIR(SIZED(MPI_File_write_all_begin), const void*)
BEGINS_PAIR(SIZED(MPI_File_write_ordered_begin), const void*)
BEGINS_PAIR_AT(SIZED(MPI_File_read_at_all_begin), void*)
BEGINS_PAIR_AT(SIZED(MPI_File_write_at_all_begin), const void*)
#undef MOVES_HERE
#undef MOVES_AT
#undef BEGINS_HERE
#undef BEGINS_AT
#undef BEGINS_PAIR
#undef BEGINS_PAIR_AT
