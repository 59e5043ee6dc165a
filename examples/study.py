# SPDX-License-Identifier: Apache-2.0
"""What the case studies share: their command line, how they run the tool, their scoreboard, tables and pictures.

A study is an executable `study` in a folder of its own:

    study [--full] [--update-readme] [OUT]

It writes OUT/scoreboard.json, a list of {claim, paper, ours, better, reason}, and its tables and pictures. `better` is
true where we reach or beat the paper, false where we fall short (`reason` says why), null where there is nothing to
compare with. With --update-readme a study also writes its tables between the markers of its README.md, and its pictures beside it.
The tool is TAPESTRY, or else that of the build folder.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

EXAMPLES = os.path.dirname(os.path.abspath(__file__))


def find_tapestry():
    """The absolute path of the tool: TAPESTRY, the build folder's, or the one on the PATH."""
    built = os.path.join(EXAMPLES, "..", "build", "tapestry")
    wanted = os.environ.get("TAPESTRY") or (built if os.access(built, os.X_OK) else "tapestry")
    found = shutil.which(wanted)
    if not found:
        sys.exit(f"no {wanted}: build Tapestry, or set TAPESTRY")
    return os.path.realpath(found)


def run(words, folder=None, **environment):
    """What a command prints, without its warnings; the study ends where the command fails."""
    done = subprocess.run([str(w) for w in words], cwd=folder, env=os.environ | environment, text=True, capture_output=True)
    if done.returncode:
        sys.exit(f"{' '.join(str(w) for w in words)}\nended with {done.returncode}:\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout


def table(head, rows):
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


class Study:
    """One run of a study: its options, the tool, the output folder, and what it has to say."""

    def __init__(self, script):
        self.home = os.path.dirname(os.path.abspath(script))
        self.name = os.path.basename(self.home)
        parser = argparse.ArgumentParser(description=f"The case study {self.name}.")
        parser.add_argument("out", nargs="?", help="output folder (default: a temporary one, removed at the end)")
        parser.add_argument("--full", action="store_true", help="the full size, which may take long")
        parser.add_argument("--update-readme", action="store_true", help="write tables and pictures into the study's README")
        options = parser.parse_args()
        self.full, self.update_readme = options.full, options.update_readme
        self.tapestry = find_tapestry()
        self._scratch = None if options.out else tempfile.TemporaryDirectory(prefix=self.name)
        self.out = os.path.abspath(options.out or self._scratch.name)
        os.makedirs(self.out, exist_ok=True)
        self._rows, self._parts, self._pictures = [], {}, []

    def tool(self, *words, folder=None, **environment):
        """What `tapestry WORDS...` prints."""
        return run([self.tapestry, *words], folder, **environment)

    def query(self, database, sql):
        """Rows of a run, as dictionaries."""
        return json.loads(self.tool("query", database, sql, "--json"))

    def claim(self, claim, paper, ours, better, reason=""):
        """One row of the scoreboard. A row that falls short has a reason."""
        if better is False and not reason:
            raise ValueError(f"{claim}: falls short without a reason")
        self._rows.append({"claim": claim, "paper": paper, "ours": ours, "better": better, "reason": reason})

    def part(self, name, text):
        """A table or text of the README, between <!-- NAME: begin --> and <!-- NAME: end -->; also OUT/NAME.md."""
        self._parts[name] = text
        with open(f"{self.out}/{name}.md", "w") as file:
            file.write(text + "\n")

    def picture(self, name, svg):
        """A picture OUT/NAME.svg, copied beside the README."""
        self._pictures.append(f"{name}.svg")
        with open(f"{self.out}/{name}.svg", "w") as file:
            file.write(svg)

    def finish(self):
        """Writes the scoreboard, prints it, and updates the README if asked to."""
        self.part("scoreboard", table(HEAD, [row_of(row) for row in self._rows]))
        with open(f"{self.out}/scoreboard.json", "w") as file:
            json.dump(self._rows, file, indent=1)
            file.write("\n")
        print(self._parts["scoreboard"])
        if self.update_readme:
            self._write_readme()

    def _write_readme(self):
        path = f"{self.home}/README.md"
        text = open(path).read()
        for name, part in self._parts.items():
            pattern = re.compile(f"(<!-- {name}: begin -->\n).*?(<!-- {name}: end -->)", re.DOTALL)
            text = pattern.sub(lambda found, part=part: found[1] + part + "\n" + found[2], text)
        with open(path, "w") as file:
            file.write(text)
        for name in self._pictures:
            shutil.copy(f"{self.out}/{name}", f"{self.home}/{name}")


HEAD = ["claim", "paper", "ours", "better", "where it falls short"]


def row_of(row):
    """A row of the scoreboard as cells of a table."""
    return [row["claim"], row["paper"], row["ours"], {True: "yes", False: "no", None: "-"}[row["better"]], row["reason"]]


COLOURS = ["#3b6ea5", "#d9822b", "#5a9e6f", "#a05195", "#888888"]


def bars(title, labels, series, unit=""):
    """Stacked horizontal bars as SVG: `series` maps a name to one number for each label."""
    width, left, height = 760, 130, 22
    most = max(sum(values[i] for values in series.values()) for i in range(len(labels))) or 1
    lines = [f'<text x="8" y="20" font-size="14" font-weight="bold">{escape(title)}</text>']
    for i, label in enumerate(labels):
        x, y = float(left), 34 + i * (height + 6)
        lines.append(f'<text x="{left - 6}" y="{y + 15}" text-anchor="end">{escape(label)}</text>')
        for colour, values in zip(COLOURS, series.values()):
            size = values[i] / most * (width - left - 110)
            lines.append(f'<rect x="{x:.1f}" y="{y}" width="{size:.1f}" height="{height}" fill="{colour}"/>')
            x += size
        total = sum(values[i] for values in series.values())
        lines.append(f'<text x="{x + 6:.1f}" y="{y + 15}">{total:,.6g}{escape(unit)}</text>')
    y = 48 + len(labels) * (height + 6)
    for i, (colour, name) in enumerate(zip(COLOURS, series)):
        x = left + i * 150
        lines.append(f'<rect x="{x}" y="{y - 10}" width="12" height="12" fill="{colour}"/><text x="{x + 18}" y="{y}">{escape(name)}</text>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{y + 14}" font-family="sans-serif" font-size="12">'
            f'<rect width="100%" height="100%" fill="white"/>{"".join(lines)}</svg>\n')


def curves(title, across, series, unit=""):
    """Lines over a number as SVG: `series` maps a name to points (x, y); a name that ends in "measured" has dots instead of a line."""
    width, height, left, bottom = 760, 360, 60, 300
    points = [point for line in series.values() for point in line]
    most_x, most_y = max(x for x, _ in points), max(y for _, y in points)

    def at(x, y):
        return left + x / most_x * (width - left - 190), bottom - y / most_y * (bottom - 40)

    lines = [f'<text x="8" y="20" font-size="14" font-weight="bold">{escape(title)}</text>']
    for part in range(5):
        x, y = at(most_x * part / 4, most_y * part / 4)
        lines.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{most_y * part / 4:.3g}{escape(unit)}</text>'
                     f'<line x1="{left}" x2="{width - 190}" y1="{y:.1f}" y2="{y:.1f}" stroke="#dddddd"/>'
                     f'<text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{most_x * part / 4:.3g}</text>')
    lines.append(f'<text x="{(left + width - 190) / 2}" y="{bottom + 34}" text-anchor="middle">{escape(across)}</text>')
    for i, (colour, (name, line)) in enumerate(zip(COLOURS, series.items())):
        spots = [at(x, y) for x, y in line]
        if name.endswith("measured"):
            lines += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>' for x, y in spots]
        else:
            path = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
            lines.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        y = 50 + i * 22
        lines.append(f'<rect x="{width - 175}" y="{y - 10}" width="12" height="12" fill="{colour}"/><text x="{width - 157}" y="{y}">{escape(name)}</text>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="12">'
            f'<rect width="100%" height="100%" fill="white"/>{"".join(lines)}</svg>\n')


def escape(text):
    """Text as XML."""
    return str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
