# SPDX-License-Identifier: Apache-2.0
"""Rows of truth/score for the designs of tests/predict/strangers: what was said of each change and of the depths of `size`, and what is true."""

import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "strangers"))
from stranger import Stranger, entries


def names():
    return list(entries())


def rows(tapestry, name, folder, predict, verdict):
    design = Stranger(tapestry, name, folder)
    design.record()
    place = os.path.join(folder, "design")
    real, answers, measured = design.cycles({}), [], None
    for kind, text, values in design.questions():
        row = {"seed": name, "kind": kind, "asked": text}
        said, changed = predict(tapestry, place, *text.split()), design.cycles(values)
        if "refused" in said:
            answers.append(dict(row, real=[changed], verdict="refused", why=said["refused"]))
            continue
        measured = said["measured_cycles"]
        row.update(label=said["label"], said=None if said["deadlock"] else said["predicted_cycles"], low=said["low"], high=said["high"], why=said["remarks"], real=[None if changed is None else changed - real + measured])
        answers.append(dict(row, **verdict(row)))
    return answers + [row for loss in (0, 5) for row in sized(design, place, real, loss, predict)]


def sized(design, place, real, loss, predict):
    said = predict(design.tapestry, place, "size", "--loss", f"{loss}%")
    row = {"seed": design.name, "kind": "size", "asked": f"size --loss {loss}%"}
    if "refused" in said:
        return [dict(row, verdict="size refused", why=said["refused"])]
    chosen = {(queue["instance"], queue["parameter"]): (queue["parameter_value"], queue.get("tied", [])) for queue in said["queues"] if queue["parameter"]}
    allowed = real * (1 + loss / 100) + 1
    if not chosen:
        return []

    def holds(values):
        paths = [(path, value) for (instance, parameter), (value, tied) in values.items() for path in [f"{instance}.{parameter}", *tied]]
        cycles = design.cycles({}, [(path[len(design.module) + 1 :], value) for path, value in paths])
        return cycles is not None and cycles <= allowed

    row.update(said={f"{instance}.{parameter}": value for (instance, parameter), (value, _) in chosen.items()}, high=allowed, real=[real], label=said["label"])
    if not holds(chosen):
        return [dict(row, verdict="size unsafe", why=said["remarks"])]
    if any("was not tried" in remark for remark in said["remarks"]):
        return [dict(row, verdict="size held back", why=said["remarks"][:1])]
    spare = []
    for place_of, (value, tied) in chosen.items():
        less = [other for other in design.knob(place_of[0]) or [] if other < value]
        if less and holds({**chosen, place_of: (max(less), tied)}):
            spare.append(f"{place_of[0]} {value} -> {max(less)}")
    return [dict(row, verdict="size not least" if spare else "size", why=spare + said["remarks"])]
