# SPDX-License-Identifier: Apache-2.0
"""Random kernels in C, without undefined behaviour: shifts and indices are masked, divisors positive,
loops bounded, every variable set. Signed arithmetic wraps (-fwrapv)."""
import random

INTEGERS = ["signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long long",
            "unsigned long long"]
# Of variables only: a bench feeds arrays and arguments of the types above.
SCALARS = INTEGERS + ["_Bool", "char", "long", "__int128", "unsigned __int128", "_BitInt(13)", "unsigned _BitInt(41)"]
FLOATS = ["float", "double"]
FLOAT_SCALARS = FLOATS + ["_Float16"]
BITS = dict(zip(INTEGERS + FLOATS, [8, 8, 16, 16, 32, 32, 64, 64, 32, 64]))
ELEMENTS = 32  # of every array


class Kernel:
    """The text of one kernel, and what a bench must know to run it."""

    def __init__(self, name, seed, floats=False, nests=False):
        self.name = name
        self.random = random.Random(seed)
        self.floats = floats or (nests and self.random.random() < 0.3)
        self.nests = nests
        self.restrict = self.random.random() < 0.7
        self.arrays = [(f"a{i}", self.pick(INTEGERS)) for i in range(self.random.randint(1, 3))]
        self.scalars = [(f"s{i}", self.pick(INTEGERS)) for i in range(self.random.randint(1, 2))]
        self.result = self.pick(INTEGERS)
        self.names = 0
        self.loop_depth = 0
        self.readable = []  # (expression, type) of variables in scope
        self.writable = []
        self.local_arrays = []
        self.float_arrays = [(f"f{i}", self.pick(FLOATS)) for i in range(2)] if self.floats else []
        self.float_names = []
        self.text = self.make()
        self.arrays += self.float_arrays

    def threads_of(self, numbers):
        return 1

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

    def nest_bounds(self, counter, size, around):
        """How a loop of a nest counts: all of its columns, some, or as many as the loop around it says."""
        outer, rows = around or (None, 0)
        forms = [f"int {counter} = 0; {counter} < {size}; ++{counter}"] * 3
        forms.append(f"int {counter} = {size - 1}; {counter} >= 0; --{counter}")
        forms.append(f"int {counter} = 0; {counter} < (({self.expression(1)}) & {(1 << size.bit_length() - 1) - 1}); ++{counter}")
        if outer:
            forms += [f"int {counter} = {outer}; {counter} < {size}; ++{counter}"] * 2
        if outer and rows <= size:
            forms += [f"int {counter} = 0; {counter} {self.pick(['<', '<='])} {outer}; ++{counter}"] * 2
        return self.pick(forms)

    def nest_element(self, counters, sizes, arrays):
        """An element whose number is made of some counters, row by row or column by column."""
        name = self.pick(arrays)[0]
        if not counters or self.random.random() < 0.1:
            return f"{name}[{self.random.randrange(ELEMENTS)}]"
        if self.random.random() < 0.3:
            return f"{name}[{self.pick(counters)} + {self.random.randrange(ELEMENTS - max(sizes) + 1)}]"
        order = list(zip(counters, sizes))
        if self.random.random() < 0.3:
            self.random.shuffle(order)
        number = order[0][0]
        for counter, size in order[1:]:
            number = f"({number}) * {size} + {counter}"
        return f"{name}[{number}]"

    def nest_statement(self, counters, sizes, sums):
        def element():
            return self.nest_element(counters, sizes, self.all_arrays())
        value = self.pick([element(), f"{element()} * {element()}", f"({element()} ^ {self.pick(self.readable)[0]})",
                           f"({element()} + {self.pick(counters)} * {self.random.randint(1, 99)})"])
        target = self.pick(sums) if sums and self.random.random() < 0.6 else element()
        text = f"{target} {self.pick(['=', '+=', '+=', '^=', '-='])} {value};"
        return f"if ({element()} & 1) {text}" if self.random.random() < 0.2 else text

    def nest_float(self, counters, sizes, total):
        def element():
            return self.nest_element(counters, sizes, self.float_arrays)
        if total and self.random.random() < 0.7:
            return f"{total} += {element()} * {element()};"
        return f"{element()} = numeric({element()} * {self.pick(['0.5f', '2.0', '1.25f'])} + {total or '1.0f'});"

    def nest_level(self, sizes, counters, sums, total):
        """A loop with another one inside, code before and behind that, and sums that begin anew in every iteration."""
        counter = self.fresh("n")
        around = (counters[-1], sizes[len(counters) - 1]) if counters else None
        bounds = self.nest_bounds(counter, sizes[len(counters)], around)
        inside = counters + [counter]
        used = sizes[:len(inside)]
        lines = []
        is_innermost = len(inside) == len(sizes)
        if not is_innermost and self.random.random() < 0.7:
            name = self.fresh("sum")
            lines.append(f"{self.pick(INTEGERS)} {name} = {self.pick(['0', '1', self.nest_element(inside, used, self.all_arrays())])};")
            sums = sums + [name]
        if not is_innermost and self.floats and self.random.random() < 0.7:
            total = self.fresh("total")
            lines.append(f"{self.pick(FLOATS)} {total} = {self.pick(['0', '-0.5f', self.nest_element(inside, used, self.float_arrays)])};")
        for part in range(2 if not is_innermost else 1):
            for _ in range(self.random.randint(1 if is_innermost else 0, 2)):
                is_float = self.floats and self.random.random() < 0.5
                lines.append(self.nest_float(inside, used, total) if is_float else self.nest_statement(inside, used, sums))
            if part == 0 and not is_innermost:
                inner = self.nest_level(sizes, inside, sums, total)
                guard = f"if ({self.nest_element(inside, used, self.all_arrays())} & 3) " if self.random.random() < 0.15 else ""
                lines.append(guard + inner)
        if not is_innermost and sums and self.random.random() < 0.7:
            lines.append(f"{self.nest_element(inside, used, self.all_arrays())} {self.pick(['=', '+='])} {sums[-1]};")
        if not is_innermost and total and self.random.random() < 0.7:
            lines.append(f"{self.nest_element(inside, used, self.float_arrays)} = numeric({total});")
        if self.random.random() < 0.08:
            lines.append(f"if ({self.nest_element(inside, used, self.all_arrays())} == 5) {self.pick(['break', 'continue'])};")
        body = "\n".join(lines)
        return f"for ({bounds}) {{ {body} }}"

    def nest(self):
        """Loops that can be flattened, and some that only look so."""
        sizes = list(self.pick([(4, 8), (5, 6), (3, 4), (2, 16), (8, 4), (6, 5), (3, 3, 3), (2, 4, 4), (2, 3, 5)]))
        return self.nest_level(sizes, [], [], None)

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
        name, kind = self.fresh("v"), self.pick(SCALARS)
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
        return f"(({self.pick(FLOAT_SCALARS)}){a})"

    def float_statement(self):
        """The bits of a NaN are not those of every host: none is kept."""
        kind = self.random.random()
        if kind < 0.25 and self.loop_depth == 0:
            name = self.fresh("g")
            text = f"{self.pick(FLOAT_SCALARS)} {name} = numeric({self.float_expression(2)});"
            self.float_names.append(name)
            return text
        if kind < 0.4:
            return f"{self.pick(self.writable)[0]} ^= whole({self.float_expression(2)});"
        if kind < 0.6 and self.float_names:
            return f"{self.pick(self.float_names)} = numeric({self.float_expression()});"
        return f"{self.pick(self.float_arrays)[0]}[{self.index(1)}] = numeric({self.float_expression()});"

    def statement(self, depth):
        if self.nests and self.loop_depth == 0 and self.random.random() < 0.5:
            return self.nest()
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
        if kind < 0.68 and self.loop_depth == 0:
            return self.nest()
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
