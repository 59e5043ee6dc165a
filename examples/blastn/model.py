# SPDX-License-Identifier: Apache-2.0
"""The first stages of BLASTN as plain software, from their definition: what the hardware must find. It has no Bloom filter and no
queues, and shares no code with the hardware."""
WORD, REACH, LEAST, DROP = 11, 32, 16, 10


def seeds(database, query, last):
    """Places in database and query, the first of the query, at which a word is the same; words that begin before `last`."""
    first = {}
    for at in range(len(query) - WORD + 1):
        first.setdefault(query[at:at + WORD], at)
    for place in range(last):
        at = first.get(database[place:place + WORD])
        if at is not None:
            yield place, at


def side(database, query, place, at, step, best):
    """The best score after extending to one side, of a match whose score is `best`."""
    score = best
    for _ in range(REACH):
        if not (0 <= at < len(query) and 0 <= place) or score < best - DROP:
            break
        score += 1 if database[place] == query[at] else -3
        best = max(best, score)
        place, at = place + step, at + step
    return best


def hits(database, query, last):
    """All matches with a good score: place in the database, in the query, score."""
    found = []
    for place, at in seeds(database, query, last):
        best = side(database, query, place + WORD, at + WORD, 1, WORD)
        best = side(database, query, place - 1, at - 1, -1, best)
        if best >= LEAST:
            found.append((place, at, best))
    return found
