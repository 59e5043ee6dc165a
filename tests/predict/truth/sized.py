# SPDX-License-Identifier: Apache-2.0
"""Whether the depths that `tapestry predict size` advises are safe, and whether none of them can be less."""

import asked
from designs import changed


def judge(trial, predict):
    """Rows as of a prediction, for the depths that lose nothing and those that lose 5 %."""
    return [row for loss in (0, 5) for row in judged(trial, predict, loss)] if asked.queues(trial.spec) else []


def judged(trial, predict, loss):
    said = predict(trial.tapestry, f"{trial.folder}/design", "size", "--loss", f"{loss}%")
    row = {"seed": trial.seed, "kind": "size", "asked": f"size --loss {loss}%"}
    if "refused" in said:
        return [dict(row, verdict="size refused", why=said["refused"])]
    blocks = [block for block in asked.queues(trial.spec) if advised(said, trial.spec, block)]
    chosen = {block["name"]: advised(said, trial.spec, block) for block in blocks}
    if not chosen:
        return []
    real, allowed = trial.truth(with_depths(trial.spec, chosen)), trial.cycles * (1 + loss / 100) + 1
    row.update(said=chosen, real=[real], high=allowed, label=said.get("label", ""))
    if real is None or real > allowed:
        return [dict(row, verdict="size unsafe")]
    if any("was not tried" in remark for remark in said["remarks"]):
        return [dict(row, verdict="size held back", why=said["remarks"][:1])]
    spare = [f"{block['name']} {chosen[block['name']]} -> {less}" for block, less in lesser(blocks, chosen) if holds(trial, dict(chosen, **{block["name"]: less}), allowed)]
    return [dict(row, verdict="size not least" if spare else "size", why=spare)]


def advised(said, spec, block):
    """What the parameter of a queue's depth gets, in words."""
    path = asked.path_of(spec, block)
    for queue in said["queues"]:
        if queue["path"] == path or queue["path"].startswith(path + "."):
            value = queue["parameter_value"] if queue["parameter"] else queue["needed"]
            return value // 2 if block.get("body") == "bytes" and queue["parameter"] else value
    return None


def with_depths(spec, chosen):
    for name, depth in chosen.items():
        spec = changed(spec, name, depth=depth)
    return spec


def lesser(blocks, chosen):
    """Each queue with the next depth below that it works with."""
    for block in blocks:
        below = [depth for depth in asked.depths_of(block) if depth < chosen[block["name"]]]
        if below:
            yield block, max(below)


def holds(trial, chosen, allowed):
    real = trial.truth(with_depths(trial.spec, chosen))
    return real is not None and real <= allowed
