# SPDX-License-Identifier: Apache-2.0
"""Which finding of the tool is which thing of the design."""

import re


def scope_of(finding):
    return finding["path"][: -len(finding["name"]) - 1]


def signals(finding, *roles):
    """Full names of the signals that a finding observes in these roles."""
    texts = [str(finding.get("observe", {}).get(role, "")) for role in roles]
    return {f"{scope_of(finding)}.{word}" for text in texts for word in re.findall(r"[A-Za-z_][\w.$]*", text)}


ROLES = {"stream": ("valid", "ready"), "fsm": ("state",), "call": ("start", "done")}


def is_thing(finding, thing):
    """Whether a finding is of this thing: it observes one of its signals, or is a queue in its instance."""
    if finding["kind"] != thing["kind"]:
        return False
    if thing["kind"] == "queue":
        return finding["path"] == thing["path"] or finding["path"].startswith(thing["path"] + ".")
    if thing["kind"] == "call" and finding["path"] == thing["path"]:
        return True
    seen = {name.lower() for name in signals(finding, *ROLES[thing["kind"]]) | {finding["path"]}}
    return bool(seen & {alias.lower() for alias in thing["aliases"]})


def found(scan, thing):
    return [finding for finding in scan["findings"] if is_thing(finding, thing)]


def rejected(scan, thing):
    """Whether the tool says that it left the thing out: a name of it is among what it rejected."""
    if thing["kind"] == "queue":
        return any(row["kind"] == "queue" and row["name"].startswith(thing["module"]) for row in scan["rejected"])
    names = {alias.rsplit(".", 1)[-1].split("[")[0].lower() for alias in thing.get("aliases", [thing["path"]])}
    return any(names & set(re.findall(r"\w+", (row["name"] + " " + row["reason"]).lower())) for row in scan["rejected"])
