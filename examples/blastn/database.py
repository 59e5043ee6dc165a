# SPDX-License-Identifier: Apache-2.0
"""A database and a query with the statistics of mammals' DNA that matter here, from a seed: 41 % G and C, few CpG, families of repeats that
make up a third of it, and stretches of short repeats; and the memory files of the hardware made of them."""
import random

BASES = "ACGT"
WORD, QUERY = 11, 2048


def plain(random_numbers, length):
    """Bases with 41 % G and C in which G follows C a fifth as often as chance would have it."""
    text = []
    while len(text) < length:
        base = random_numbers.choices(BASES, (295, 205, 205, 295))[0]
        if base == "G" and text and text[-1] == "C" and random_numbers.random() > 0.2:
            continue
        text.append(base)
    return "".join(text)


def mutated(random_numbers, text, share):
    """A copy with a share of its bases replaced."""
    return "".join(random_numbers.choice(BASES) if random_numbers.random() < share else base for base in text)


def make(seed, length):
    """Database and query."""
    numbers = random.Random(seed)
    families = [plain(numbers, 300) for _ in range(8)]
    parts, made = [], 0
    while made < length:
        kind = numbers.random()
        if kind < 0.50:
            part = plain(numbers, numbers.randint(100, 1500))
        elif kind < 0.92:
            part = mutated(numbers, numbers.choice(families), numbers.uniform(0.05, 0.25)) + "A" * numbers.randint(5, 25)
        else:
            part = numbers.choice(["CA", "GATA", "A", "GAA"]) * numbers.randint(8, 40)
        parts.append(part)
        made += len(part)
    query = plain(numbers, QUERY - 300) + mutated(numbers, families[0], 0.15)
    return "".join(parts)[:length], query


def number_of(text):
    """Two bits for each base, the first in the lowest."""
    return sum(BASES.index(base) << (2 * i) for i, base in enumerate(text))


def first_places(query):
    """Where the query has each of its words for the first time."""
    places = {}
    for i in range(len(query) - WORD + 1):
        places.setdefault(number_of(query[i:i + WORD]), i)
    return places


def write_memories(folder, database, query):
    """The files that the hardware reads: database, query, two tables of the Bloom filter, hash table."""
    places, low = first_places(query), (1 << 22) - 1
    hashes = (lambda w: w & 8191, lambda w: (w * 2531 & low) >> 9)
    for i, hashed in enumerate(hashes):
        marked = {hashed(word) for word in places}
        write(f"{folder}/bloom{i}.mem", ["1" if at in marked else "0" for at in range(8192)])
    rows = [[] for _ in range(4096)]
    for word, place in places.items():
        rows[(word * 1597 & low) >> 10].append(1 << 33 | place << 22 | word)
    if max(map(len, rows)) > 4:
        raise ValueError("a row of the hash table has more than four words: take another seed")
    write(f"{folder}/table.mem", [f"{sum(entry << (34 * i) for i, entry in enumerate(row)):034x}" for row in rows])
    write(f"{folder}/query.mem", [f"{BASES.index(base):02b}" for base in query])
    write(f"{folder}/bases.mem", [f"{number_of(database[i:i + 8]):04x}" for i in range(0, len(database), 8)])


def write(name, lines):
    with open(name, "w") as file:
        file.write("\n".join(lines) + "\n")
