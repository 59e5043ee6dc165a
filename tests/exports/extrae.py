# SPDX-License-Identifier: Apache-2.0
# The numbers that Extrae's traces give to calls of MPI, by which configuration files of Paraver select them, as its published list of
# event types and values has them: written down here by themselves, not taken from our exporter.
import re

TYPES = {
    50000001: "MPI Point-to-point", 50000002: "MPI Collective Comm", 50000003: "MPI Other", 50000004: "MPI One-sided", 50000005: "MPI I/O",
    50100001: "Send Size in MPI Global OP", 50100003: "Root in MPI Global OP", 50100004: "Communicator in MPI Global OP",
    40000001: "Application", 60000019: "User function", 60000001: "Parallel (OMP)",
}
# Words of each type with their first number; those that follow count on, "-" is a number that no call of a program has here.
LISTED = {
    50000001: "1 Send Recv Isend Irecv Wait Waitall | 33 Bsend Ssend Rsend Ibsend Issend Irsend | 40 Cancel Sendrecv Sendrecv_replace | "
              "59 Waitany Waitsome Probe Iprobe | 112 Bsend_init | 116 Recv_init Send_init | 121 Rsend_init Ssend_init",
    50000002: "7 Bcast Barrier Reduce Allreduce Alltoall Alltoallv Gather Gatherv Scatter Scatterv Allgather Allgatherv | 30 Scan | "
              "80 Reduce_scatter | 154 Ireduce Iallreduce Ibarrier Ibcast Ialltoall Ialltoallv Iallgather Iallgatherv Igather Igatherv Iscatter "
              "Iscatterv Ireduce_scatter Iscan Reduce_scatter_block Ireduce_scatter_block Alltoallw Ialltoallw",
    50000003: "19 Comm_rank Comm_size Comm_create Comm_dup Comm_split Comm_group Comm_free | 31 Init Finalize | 39 Test | 43 Cart_create | "
              "49 Cart_sub | 54 Graph_create | 96 Intercomm_create Intercomm_merge | 115 Request_free | 123 Start Startall Testall Testany | "
              "128 Testsome | 151 Comm_spawn Comm_spawn_multiple",
    50000004: "63 Win_create Win_free Put Get Accumulate Win_fence Win_start Win_complete Win_post Win_wait Win_test Win_lock Win_unlock | "
              "172 Get_accumulate",
    50000005: "141 File_open File_close File_read File_read_all File_write File_write_all File_read_at File_read_at_all File_write_at File_write_at_all",
}


def calls():
    """(type, value) of each call with a published number."""
    known = {}
    for kind, lists in LISTED.items():
        for part in lists.split("|"):
            first, *names = part.split()
            for i, name in enumerate(names):
                known["MPI_" + name] = (kind, int(first) + i)
    return known


def wrong_numbers(trace):
    """What a stock configuration would not find, or would take for something else; `trace` is a paraver.Trace."""
    known, problems = calls(), []
    taken = {key: name for name, key in known.items()}
    for kind, event in trace.events.items():
        if kind in TYPES and event["name"] != TYPES[kind]:
            problems.append(f"type {kind} is called {event['name']}")
        if not 50000001 <= kind <= 50000005:
            continue
        for value, name in event["values"].items():
            if value == 0:
                continue
            if name in known and known[name] != (kind, value):
                problems.append(f"{name} is {kind}:{value} instead of {known[name]}")
            if name not in known and ((kind, value) in taken or value < 1000):
                problems.append(f"{name} has the number {kind}:{value} of another call")
            if not re.fullmatch(r"MPI_[A-Z][A-Za-z0-9_]*", name):
                problems.append(f"{name} is no call of MPI")
    return problems


class Calls:
    """What a window 'MPI call' of Paraver shows: for each thread the intervals of each call, by the events alone. Each type goes back to 0 before
    the thread enters its next call of any type, as windows that add up types assume."""

    def __init__(self, prv, trace):
        self.entered, self.ns, self.problems = {}, {}, []
        inside = {}
        with open(prv, encoding="utf-8") as file:
            for line in file:
                if not line.startswith("2:"):
                    continue
                numbers = [int(n) for n in line.split(":")[1:]]
                thread, time = tuple(numbers[2:4]), numbers[4]
                for kind, value in zip(numbers[5::2], numbers[6::2]):
                    if 50000001 <= kind <= 50000005:
                        self._event(inside, thread, time, kind, value, trace)
        self.problems += [f"task {t[0]} never leaves {kind}:{value}" for t, (kind, value, _) in inside.items()]

    def _event(self, inside, thread, time, kind, value, trace):
        was = inside.pop(thread, None)
        if value == 0:
            if not was or was[0] != kind:
                self.problems.append(f"task {thread[0]} leaves a call of type {kind} at {time} that it is not in")
                return
            key = thread, trace.events[kind]["values"][was[1]]
            self.ns[key] = self.ns.get(key, 0) + time - was[2]
            return
        if was:
            self.problems.append(f"task {thread[0]} enters {kind}:{value} at {time} inside of {was[0]}:{was[1]}")
        inside[thread] = (kind, value, time)
        key = thread, trace.events[kind]["values"][value]
        self.entered[key] = self.entered.get(key, 0) + 1
