# SPDX-License-Identifier: Apache-2.0
# Decodes a Perfetto trace with protoc and the public field numbers, and adds up its slices.
import os
import re
import subprocess


def decode(path):
    here = os.path.dirname(os.path.abspath(__file__))
    with open(path, "rb") as file:
        text = subprocess.run(
            ["protoc", f"--proto_path={here}", "--decode=perfetto_subset.Trace",
             os.path.join(here, "perfetto_subset.proto")],
            stdin=file, capture_output=True, check=True, text=True).stdout
    return parse(iter(text.splitlines()))["packet"]


def parse(lines):
    """protoc's text form: name: value, or name { … }. Every field becomes a list."""
    message = {}
    for line in lines:
        line = line.strip()
        if line == "}":
            break
        if line.endswith("{"):
            message.setdefault(line[:-1].strip(), []).append(parse(lines))
        else:
            name, value = line.split(": ", 1)
            assert re.fullmatch("[a-z_]+", name), f"perfetto: field {name} is not in the schema"
            message.setdefault(name, []).append(value.strip('"').replace('\\"', '"'))
    return message


class Trace:
    def __init__(self, path, is_host=False):
        self.cycles, self.counts, self.notes = {}, {}, {}
        self.visits, self.marks = {}, {}  # as in totals.py
        tracks, stacks = {}, {}
        for packet in decode(path):
            assert packet["trusted_packet_sequence_id"] == ["1"], "perfetto: no sequence"
            for descriptor in packet.get("track_descriptor", []):
                uuid = descriptor["uuid"][0]
                assert uuid not in tracks, "perfetto: a uuid twice"
                parent = descriptor.get("parent_uuid", [None])[0]
                assert parent is None or parent in tracks, "perfetto: a track without its parent"
                tracks[uuid] = descriptor.get("name", [""])[0]
            for event in packet.get("track_event", []):
                if not (is_host and event["type"][0] in ("TYPE_INSTANT", "TYPE_COUNTER")):
                    self._event(int(packet["timestamp"][0]), event, tracks, stacks)
        assert not any(stacks.values()), "perfetto: a slice without an end"

    def _event(self, time, event, tracks, stacks):
        kind, uuid = event["type"][0], event["track_uuid"][0]
        name = tracks[uuid].split(" [")[0] if tracks[uuid].endswith("]") else tracks[uuid]
        if kind == "TYPE_SLICE_BEGIN":
            stacks.setdefault(uuid, []).append([time, event["name"][0], 0])
        elif kind == "TYPE_SLICE_END":
            begin, state, inside = stacks[uuid].pop()
            assert time >= begin, "perfetto: a slice that ends before it begins"
            if stacks[uuid]:
                stacks[uuid][-1][2] += time - begin
                assert stacks[uuid][-1][0] <= begin, "perfetto: a slice begins before the one around it"
            if state.startswith("MPI_") and " " in state:  # a wait is in its call
                assert stacks[uuid] and stacks[uuid][-1][1] == state.split(" ")[0], f"perfetto: {state} is not in its call"
            if state not in ("reset", "not started"):
                self.visits.setdefault(name, []).append((begin, state))
            self.cycles[name, state] = self.cycles.get((name, state), 0) + time - begin - inside
        elif kind == "TYPE_COUNTER":
            row, count = name.rsplit(" ", 1)
            total = self.counts.get((row, count), 0) + int(event["counter_value"][0])
            self.counts[row, count] = total
        elif event["name"][0] != "tapestry":
            value = event["name"][0]
            self.marks.setdefault(name, []).append((time, None if value == "X" else int(value)))
        else:
            for annotation in event.get("debug_annotations", []):
                self.notes[annotation["name"][0]] = annotation["string_value"][0]
