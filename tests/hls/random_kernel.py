# SPDX-License-Identifier: Apache-2.0
"""Random kernels in C, without undefined behaviour: shifts and indices are masked, divisors positive,
loops bounded, every variable set. Signed arithmetic wraps (-fwrapv)."""
import random

INTEGERS = ["signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long long",
            "unsigned long long"]
FLOATS = ["float", "double"]
BITS = dict(zip(INTEGERS + FLOATS, [8, 8, 16, 16, 32, 32, 64, 64, 32, 64]))
ELEMENTS = 32  # of every array


class Kernel:
    """The text of one kernel, and what a bench must know to run it."""

    def __init__(self, name, seed, floats=False):
        self.name = name
        self.random = random.Random(seed)
        self.floats = floats
        self.restrict = self.random.random() < 0.7
        self.arrays = [(f"a{i}", self.pick(INTEGERS)) for i in range(self.random.randint(1, 3))]
        self.scalars = [(f"s{i}", self.pick(INTEGERS)) for i in range(self.random.randint(1, 2))]
        self.result = self.pick(INTEGERS)
        self.names = 0
        self.loop_depth = 0
        self.readable = []  # (expression, type) of variables in scope
        self.writable = []
        self.local_arrays = []
        self.float_arrays = [(f"f{i}", self.pick(FLOATS)) for i in range(2)] if floats else []
        self.float_names = []
        self.text = self.make()
        self.arrays += self.float_arrays

    def pick(self, things):
        return self.random.choice(things)

    def fresh(self, stem):
        self.names += 1
        return f"{stem}{self.names}"

    def index(self, depth):
        return f"({self.expression(depth)}) & {ELEMENTS - 1}"

    def all_arrays(self):
        return self.arrays + self.local_arrays

    def leaf(self, depth):
        kind = self.random.random()
        if kind < 0.25:
            return str(self.random.choice([0, 1, 2, 3, 7, 255, 1000, -1, -5, 65535, self.random.getrandbits(31)]))
        if kind < 0.6 or depth <= 0:
            return self.pick(self.readable)[0]
        name, _ = self.pick(self.all_arrays())
        return f"{name}[{self.index(depth - 1)}]"

    def expression(self, depth=3):
        if depth <= 0 or self.random.random() < 0.25:
            return self.leaf(depth)
        a, b = self.expression(depth - 1), self.expression(depth - 1)
        kind = self.random.randrange(20)
        if kind < 9:
            return f"({a} {self.pick(['+', '-', '*', '&', '|', '^'])} {b})"
        if kind < 11:
            return f"({a} {self.pick(['<<', '>>'])} (({b}) & 7))"
        if kind == 11:
            return f"({a} {self.pick(['/', '%'])} ((({b}) & 63) + 1))"
        if kind == 12:
            t = self.pick(["unsigned", "unsigned long long", "unsigned char"])
            return f"(({t})({a}) {self.pick(['/', '%'])} ((({t})({b}) & 15) + 1))"
        if kind < 15:
            return f"({a} {self.pick(['<', '<=', '==', '!=', '>', '>='])} {b})"
        if kind == 15:
            return f"({self.expression(depth - 1)} ? {a} : {b})"
        if kind == 16:
            return f"(({self.pick(INTEGERS)})({a}))"
        if kind == 17:
            return f"{self.pick(['~', '-', '!'])}({a})"
        if kind == 18:
            return f"helper({a}, {b})"
        return f"({a} {self.pick(['&&', '||'])} {b})"

    def assignment(self):
        if self.random.random() < 0.5:
            name, _ = self.pick(self.all_arrays())
            target = f"{name}[{self.index(2)}]"
        else:
            target = self.pick(self.writable)[0]
        return f"{target} {self.pick(['=', '=', '+=', '^=', '-='])} {self.expression()};"

    def block(self, depth, count):
        mark = len(self.readable), len(self.writable), len(self.local_arrays), len(self.float_names)
        lines = [self.statement(depth) for _ in range(self.random.randint(1, count))]
        del self.readable[mark[0]:], self.writable[mark[1]:], self.local_arrays[mark[2]:], self.float_names[mark[3]:]
        return "{ " + "\n".join(lines) + " }"

    def loop(self, depth):
        i = self.fresh("i")
        bound = self.random.randint(1, 12) if self.random.random() < 0.6 else f"(({self.expression(1)}) & 7)"
        step = self.pick([1, 1, 1, 2, 3])
        self.readable.append((i, "int"))
        self.loop_depth += 1
        body = self.block(depth - 1, 3)
        if self.random.random() < 0.25:
            body = body[:-1] + f"if ({self.expression(2)}) {self.pick(['break', 'continue'])}; " + self.assignment() + " }"
        self.loop_depth -= 1
        self.readable.pop()
        return f"for (int {i} = 0; {i} < {bound}; {i} += {step}) {body}"

    def while_loop(self, depth):
        i = self.fresh("w")
        self.loop_depth += 1
        body = self.block(depth - 1, 2)
        self.loop_depth -= 1
        return f"{{ int {i} = 0; do {{ {body} }} while (++{i} < {self.random.randint(2, 9)} && ({self.expression(2)}) != 5); }}"

    def switch(self, depth):
        cases = "\n".join(f"case {k}: {self.block(depth - 1, 2)} {self.pick(['break;', 'break;', ''])}"
                          for k in range(self.random.randint(2, 5)))
        return f"switch (({self.expression(2)}) & 7) {{ {cases} default: {self.assignment()} }}"

    def local_array(self):
        name, kind = self.fresh("l"), self.pick(INTEGERS)
        i = self.fresh("i")
        text = (f"{kind} {name}[{ELEMENTS}]; for (int {i} = 0; {i} < {ELEMENTS}; ++{i}) {name}[{i}] = "
                f"{i} * {self.random.randint(1, 99)};")
        self.local_arrays.append((name, kind))
        return text

    def row_loop(self, name, rows, columns, r):
        """Loads, stores or changes a row: of loops that follow each other some can run at once, some only look so."""
        i, array = self.fresh("i"), self.pick(self.arrays)[0]
        column = self.pick([i, i, f"{columns - 1} - {i}"])
        row = f"{name}[({r} + {self.random.randrange(2 * rows)}) % {rows}][{column}]"
        outside = f"{array}[({r} * {columns} + {i}) & {ELEMENTS - 1}]"
        target, source = self.pick([(row, outside), (outside, row), (row, row.replace(column, i))])
        guard = self.pick(["", f"if ({r} < {self.random.randint(0, 5)}) ", f"if ({r} != 0) "])
        return (f"{guard}for (int {i} = 0; {i} < {columns}; ++{i}) {target} {self.pick(['=', '+=', '^='])} "
                f"{source} * {self.random.randint(1, 9)} + {self.pick(self.readable)[0]};")

    def rows(self):
        name, r = self.fresh("rows"), self.fresh("r")
        rows, columns = self.pick([2, 2, 3, 4]), self.pick([4, 8])
        loops = "\n".join(self.row_loop(name, rows, columns, r) for _ in range(self.random.randint(2, 4)))
        return (f"{self.pick(INTEGERS)} {name}[{rows}][{columns}] = {{{{0}}}};\n"
                f"for (int {r} = 0; {r} < {self.random.randint(1, 6)}; ++{r}) {{ {loops} }}")

    def struct(self):
        name = self.fresh("st")
        fields = [(f"f{k}", self.pick(INTEGERS)) for k in range(self.random.randint(2, 4))]
        text = f"struct {{ {' '.join(f'{t} {f};' for f, t in fields)} }} {name}[4];"
        text += f"for (int z = 0; z < 4; ++z) {{ " + " ".join(
            f"{name}[z].{f} = {self.expression(1)};" for f, _ in fields) + " }"
        for field, kind in fields:
            item = (f"{name}[{self.random.randrange(4)}].{field}", kind)
            self.readable.append(item)
            self.writable.append(item)
        return text

    def pointer(self):
        source, kind = self.pick(self.all_arrays())
        name = self.fresh("p")
        half = ELEMENTS // 2
        text = f"{kind} *{name} = {source} + (({self.expression(1)}) & {half - 1});"
        self.readable.append((f"{name}[{self.random.randrange(half)}]", kind))
        self.writable.append((f"{name}[{self.random.randrange(half)}]", kind))
        return text

    def variable(self):
        name, kind = self.fresh("v"), self.pick(INTEGERS)
        text = f"{kind} {name} = {self.expression(2)};"
        self.readable.append((name, kind))
        self.writable.append((name, kind))
        return text

    def float_leaf(self):
        kind = self.random.random()
        if kind < 0.2:
            return self.pick(["0.5f", "-1.25", "3.0f", "1e-3", "0.1f", "1e30f", "-0.0"])
        if kind < 0.35:
            return f"({self.pick(FLOATS)})({self.expression(1)})"
        if kind < 0.6 and self.float_names:
            return self.pick(self.float_names)
        return f"{self.pick(self.float_arrays)[0]}[{self.index(1)}]"

    def float_expression(self, depth=3):
        if depth <= 0 or self.random.random() < 0.2:
            return self.float_leaf()
        a, b = self.float_expression(depth - 1), self.float_expression(depth - 1)
        kind = self.random.randrange(12)
        if kind < 6:
            return f"({a} {self.pick(['+', '-', '*', '/'])} {b})"
        if kind < 8:
            return f"{self.pick(['fma', 'fmaf'])}({a}, {b}, {self.float_expression(depth - 1)})"
        if kind == 8:
            return f"{self.pick(['sqrt', 'sqrtf', 'fabs', 'floorf', 'rint'])}({a})"
        if kind == 9:
            return f"({a} {self.pick(['<', '<=', '==', '!='])} {b} ? {a} : {self.float_expression(depth - 1)})"
        return f"(({self.pick(FLOATS)}){a})"

    def float_statement(self):
        """The bits of a NaN are not those of every host: none is kept."""
        kind = self.random.random()
        if kind < 0.25 and self.loop_depth == 0:
            name = self.fresh("g")
            text = f"{self.pick(FLOATS)} {name} = numeric({self.float_expression(2)});"
            self.float_names.append(name)
            return text
        if kind < 0.4:
            return f"{self.pick(self.writable)[0]} ^= whole({self.float_expression(2)});"
        if kind < 0.6 and self.float_names:
            return f"{self.pick(self.float_names)} = numeric({self.float_expression()});"
        return f"{self.pick(self.float_arrays)[0]}[{self.index(1)}] = numeric({self.float_expression()});"

    def statement(self, depth):
        if self.floats and self.random.random() < 0.5:
            return self.float_statement()
        kind = self.random.random()
        if depth > 0 and kind < 0.25 and self.loop_depth < 2:
            return self.loop(depth)
        if depth > 0 and kind < 0.30 and self.loop_depth < 2:
            return self.while_loop(depth)
        if depth > 0 and kind < 0.42:
            text = f"if ({self.expression(2)}) {self.block(depth - 1, 2)}"
            return text + (f" else {self.block(depth - 1, 2)}" if self.random.random() < 0.5 else "")
        if depth > 0 and kind < 0.47:
            return self.switch(depth)
        if kind < 0.52 and self.loop_depth == 0:
            return self.local_array()
        if kind < 0.56 and self.loop_depth == 0:
            return self.struct()
        if kind < 0.60 and self.loop_depth == 0:
            return self.pointer()
        if kind < 0.65 and self.loop_depth == 0:
            return self.rows()
        if kind < 0.70:
            return self.variable()
        return self.assignment()

    def make(self):
        self.readable = [(n, t) for n, t in self.scalars]
        self.writable = [(n, t) for n, t in self.scalars]
        q = "restrict " if self.restrict else ""
        arguments = [f"{t} *{q}{n}" for n, t in self.arrays + self.float_arrays] + [f"{t} {n}" for n, t in self.scalars]
        body = [self.variable()] + [self.statement(3) for _ in range(self.random.randint(2, 6))]
        return (f"{self.result} {self.name}({', '.join(arguments)}) {{\n" + "\n".join(body) +
                f"\nreturn {self.expression(2)};\n}}\n")


HELPER = """#include <math.h>
static double numeric(double x) { return x == x ? x : 0.0; }
static int whole(double x) { return x > -1e6 && x < 1e6 ? (int)x : 7; }
static int helper(int x, unsigned y) {
    int sum = 0;
    for (int i = 0; i < 4; ++i) { if (x & 1) sum += (int)y; x >>= 1; y <<= 1; }
    return sum;
}
"""
