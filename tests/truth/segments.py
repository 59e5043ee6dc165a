# SPDX-License-Identifier: Apache-2.0
"""A row of segments: blocks, and pairs of branches."""


def flat(segments):
    """The blocks of segments; a pair of branches has a block that splits before it and one that joins behind it."""
    for segment in segments:
        if "branches" in segment:
            yield segment["split"]
            for branch in segment["branches"]:
                yield from flat(branch)
            yield segment["join"]
            if "lock" in segment:
                yield segment["lock"]
        else:
            yield segment
