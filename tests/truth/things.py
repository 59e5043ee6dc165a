# SPDX-License-Identifier: Apache-2.0
"""Instances, and things that a design has: machines with the resets that they may be counted by."""

from network import at_home


def machine_thing(spec, scope, machine):
    return {
        "kind": "fsm",
        "path": f"{scope}.{machine.register}",
        "aliases": [f"{scope}.{alias}" for alias in machine.aliases()],
        "states": {name: machine.code(name) for name in machine.names},
        "resets": resets(spec, [(scope, machine.style)]),
        "clock": spec["house"]["clock"],
    }


def resets(spec, places):
    """The resets that a thing may be counted by: that of the design, and those that its blocks derive."""
    name, polarity = spec["house"]["reset"]
    derived = [(f"{scope}.late_reset", 1) for scope, style in places if style and style["reset_style"] == "derived"]
    return [(f"{spec['top']}.{name}", polarity)] + derived


def instance(spec, block, made, connections):
    """An instance of a block's module; clock and reset come first."""
    common = at_home(spec, block)["house"]
    listed = [(common["clock"], common["clock"]), (common["reset"][0], common["reset"][0])] + made.get("clocks", []) + connections + made.get("pins", [])
    given = ", ".join(f".{key}({value})" for key, value in made["parameters"])
    pins = ", ".join(net if common["ports"] == "positional" else f".{pin}({net})" for pin, net in listed)
    return f"  {made['module']} {f'#({given}) ' if given else ''}{block['name']} ({pins});\n"
