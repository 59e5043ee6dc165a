# SPDX-License-Identifier: Apache-2.0
"""Lines and tables of a score, and the exit code that thresholds give it."""

FAULTS = ("counts", "tried", "bounds", "misses")
MEANING = {
    "counts": "a number called exact that is false",
    "tried": "a saving called tried that is false",
    "bounds": "a bound that does not hold",
    "misses": "something neither found nor rejected",
    "errors": "no result",
}


def line(result):
    """One line for a seed, and one more for each fault."""
    if "error" in result:
        return f"{result['seed']:>6}  error     {result['about']}\n          {result['error']}"
    best = sorted(result["real"].items(), key=lambda item: -item[1][1])[:3]
    real = "stuck" if not best else ", ".join(f"{name} {saving[1]}" for name, saving in best)
    head = f"{result['seed']:>6}  {result['headline']:<8}  {result['about']}, {result['cycles']} cycles\n          said: {result['answer']}\n          real: {real}"
    faults = [f"          {MEANING[sort]}: {text}" for sort in FAULTS for text in shortened(result[sort])]
    return "\n".join([head] + faults)


def shortened(texts):
    return texts if len(texts) <= 6 else texts[:5] + [f"and {len(texts) - 5} more"]


def sums(results):
    done = [result for result in results if "error" not in result]
    totals = {word: sum(result["headline"] == word for result in done) for word in ("right", "unsure", "wrong", "open")}
    totals.update({sort: sum(bool(result[sort]) for result in done) for sort in FAULTS})
    totals["errors"] = len(results) - len(done)
    totals["all"] = len(results)
    return totals


def rows_of(results):
    """Names and numbers of the table."""
    totals = sums(results)
    rows = [("designs", totals["all"])] + [(f"headline {word}", totals[word]) for word in ("right", "unsure", "wrong", "open")]
    rows += [(f"designs with {MEANING[sort]}", totals[sort]) for sort in FAULTS + ("errors",)]
    counted = (("machines, streams, queues and calls", "there"), ("of them found", "found"), ("numbers compared", "counted"), ("savings compared", "tries"))
    return rows + [(name, sum(result.get(key, 0) for result in results)) for name, key in counted]


def text(results, seconds):
    return "\n" + "\n".join(f"{name:<55} {value:>6}" for name, value in rows_of(results) + [("seconds", round(seconds))])


def markdown(results):
    return "| | |\n|---|---|\n" + "".join(f"| {name} | {value} |\n" for name, value in rows_of(results))


def page(results, command):
    """A page of its own: the table, and what was said of each design."""
    log = "\n".join(line(result) for result in results)
    about = "random designs of which the truth is known, each suspect really mended. [tests/truth](../truth/README.md) says how."
    return f"# Is what is said true of random designs?\n\nWritten by `{command}`: {about}\n\n{markdown(results)}\n```text\n{log}\n```\n"


def exit_code(results, given):
    """1 when a threshold of the command line is not kept."""
    totals = sums(results)
    judged = max(1, totals["right"] + totals["unsure"] + totals["wrong"])
    kept = totals["right"] / judged >= given.right and totals["wrong"] / judged <= given.wrong
    for name in FAULTS + ("errors",):
        limit = getattr(given, name)
        kept = kept and (limit is None or totals[name] <= limit)
    return 0 if kept else 1
