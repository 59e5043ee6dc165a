# SPDX-License-Identifier: Apache-2.0
"""Random target regions of OpenMP whose results do not depend on who is faster: a thread writes elements of its own, or adds to
common ones under a lock; what others wrote is read after a barrier. Regions have several parallel parts with teams of different
sizes, fixed or computed, parts inside parts, and serial code between them."""
import random_kernel
from random_kernel import BITS, ELEMENTS, INTEGERS, Kernel

UNSIGNED = ["unsigned char", "unsigned short", "unsigned", "unsigned long long"]
MOST_THREADS = 6


class ThreadKernel(Kernel):
    """a0 is only read by the threads, a1 is theirs element by element, a2 is common."""

    def threads_of(self, numbers):
        """What `(int)((unsigned)s0 % MOST_THREADS) + 1` is, from the bits of s0."""
        kind, value = dict(self.scalars)["s0"], numbers["s0"]
        if not kind.startswith("unsigned") and value >> (BITS[kind] - 1):
            value -= 1 << BITS[kind]
        return (value & 0xffffffff) % MOST_THREADS + 1

    def all_arrays(self):
        return self.sources

    def set_scope(self, names, sources):
        self.readable = [*self.scalars, *names]
        self.sources = sources

    def schedule(self):
        return self.pick(["", " schedule(static)", f" schedule(static, {self.random.randint(1, 5)})",
                          f" schedule({self.pick(['dynamic', 'guided'])}, {self.random.randint(1, 9)})", " schedule(dynamic)"])

    def own(self):
        """Who owns an element must not matter to its value."""
        i = self.fresh("i")
        self.set_scope([(i, "int"), (f"a1[{i}]", "int")], [self.arrays[0]])
        guard = f"if ({self.expression(1)}) " if self.random.random() < 0.3 else ""
        return (f"#pragma omp for{self.schedule()}\nfor (int {i} = 0; {i} < {ELEMENTS}; ++{i}) "
                f"{guard}a1[{i}] {self.pick(['=', '+=', '^='])} {self.expression()};")

    def own_rows(self):
        i, j = self.fresh("i"), self.fresh("j")
        element = f"a1[{i} * 8 + {j}]"
        self.set_scope([(i, "int"), (j, "int"), (element, "int")], [self.arrays[0]])
        return (f"#pragma omp for collapse(2){self.schedule()}\nfor (int {i} = 0; {i} < {ELEMENTS // 8}; ++{i})\n"
                f"for (int {j} = 0; {j} < 8; ++{j}) {element} {self.pick(['=', '+='])} {self.expression(2)};")

    def by_number(self):
        """With a static schedule the elements of a thread are the same everywhere, so its number may be used."""
        i = self.fresh("i")
        self.set_scope([("t", "int"), (i, "int"), ("omp_get_num_threads()", "int")], [self.arrays[0]])
        chunk = self.pick(["", f", {self.random.randint(1, 4)}"])
        return (f"#pragma omp for schedule(static{chunk})\nfor (int {i} = {self.random.randint(0, 5)}; {i} < {ELEMENTS}; "
                f"{i} += {self.random.randint(1, 3)}) a1[{i}] ^= {self.expression(2)};")

    def update(self):
        text = f"a2[{self.index(2)}] {self.operator} {self.expression(2)};"
        if self.lock.startswith("critical") and self.random.random() < 0.5:
            text += f" a2[{self.index(1)}] {self.operator} {self.expression(1)};"
        return f"#pragma omp {self.lock}\n" + (f"{{ {text} }}" if self.lock.startswith("critical") else text)

    def add(self):
        """Every thread adds to common elements; the operator is one and the same for all, so that order does not matter."""
        i = self.fresh("i")
        self.set_scope([("t", "int"), (i, "int")], self.arrays[:2])
        return f"for (int {i} = 0; {i} < {self.random.randint(1, 6)}; ++{i})\n{self.update()}"

    def reduce(self):
        i = self.fresh("i")
        self.set_scope([(i, "int")], self.arrays[:2])
        term = self.expression(2)
        change = f"sum = sum < ({term}) ? sum : ({term});" if self.reduction == "min" else f"sum {self.reduction}= {term};"
        return (f"#pragma omp for reduction({self.reduction}:sum){self.schedule()}\n"
                f"for (int {i} = 0; {i} < {self.random.randint(1, ELEMENTS)}; ++{i}) {change}")

    def one(self):
        self.set_scope([], self.arrays[:1])
        directive = self.pick(["single", "single", "master", "masked", "single nowait"])
        return f"#pragma omp {directive}\na1[{self.index(1)}] = {self.expression(2)};"

    def handed_out(self):
        """What one thread finds out is copied to the others."""
        name = self.fresh("p")
        self.set_scope([], self.arrays[:1])
        text = f"int {name} = t;\n#pragma omp single copyprivate({name})\n{name} = {self.expression(2)};\n"
        self.set_scope([(name, "int"), ("t", "int")], self.arrays[:2])
        return f"{{ {text}{self.update()}\n}}"

    def sections(self):
        self.set_scope([], self.arrays[:1])
        parts = "".join(f"#pragma omp section\na1[{k}] ^= {self.expression(2)};\n" for k in range(self.random.randint(1, 4)))
        return f"#pragma omp sections\n{{\n{parts}}}"

    def last(self):
        i = self.fresh("i")
        self.set_scope([(i, "int")], self.arrays[:1])
        return (f"#pragma omp for lastprivate(last){self.schedule()}\nfor (int {i} = 0; {i} < {self.random.randint(1, ELEMENTS)}; ++{i}) "
                f"last = {self.expression(2)};")

    def inside(self):
        """A part inside a part: each thread runs it alone, whatever number it asks for."""
        i, clause = self.fresh("i"), self.pick(["", " num_threads(2)", " num_threads(3)", " if(s0 > 3)"])
        names = [("t", "int"), (i, "int"), ("omp_get_thread_num()", "int"), ("omp_get_num_threads()", "int"), ("omp_in_parallel()", "int")]
        if self.random.random() < 0.5:
            self.set_scope(names, self.arrays[:2])
            return (f"#pragma omp parallel for{clause}{self.schedule()}\nfor (int {i} = 0; {i} < {self.random.randint(1, 5)}; ++{i})\n"
                    + self.update())
        self.set_scope([n for n in names if n[0] != i], self.arrays[:2])
        return (f"#pragma omp parallel{clause}\n{{\n#pragma omp single\n{{\n{self.update()}\n}}\n#pragma omp barrier\n{self.update()}\n}}")

    def synchronise(self):
        return self.pick(["#pragma omp barrier", "#pragma omp barrier", "#pragma omp barrier\n#pragma omp flush"])

    def number(self, least):
        """How many threads a part asks for, and whether it is parallel at all."""
        condition = f" if(({self.pick(['s0', 'sum'])} & 3) != 1)" if least == 1 and self.random.random() < 0.15 else ""
        return f" num_threads({self.random.randint(least, MOST_THREADS)}){condition}"

    def pieces(self, kinds):
        """What the threads of a part do, between barriers."""
        text = f"\n{self.synchronise()}\n".join(self.pick(kinds)() for _ in range(self.random.randint(1, 4)))
        return f"{{ int t = omp_get_thread_num();\n{text}\n}}"

    def kinds(self):
        return [self.own, self.own, self.own_rows, self.by_number, self.add, self.add, self.one, self.sections, self.handed_out]

    def part(self):
        nests = self.random.random() < 0.4  # a part inside a part of one thread is refused
        body = self.pieces([*self.kinds(), self.reduce, self.last, *[self.inside] * 2 * nests])
        private = self.pick(["", f" firstprivate({self.scalars[0][0]})"])
        return f"#pragma omp parallel{self.number(2 if nests else 1)}{private}\n{body}"

    def steps(self):
        """Parts with serial code between them."""
        made = []
        for _ in range(self.random.randint(1, 3)):
            made += [self.serial()] if self.random.random() < 0.5 else []
            made.append(self.part())
        self.set_scope([("sum", "int"), ("last", "int")], self.arrays)
        made.append(f"a0[{self.index(1)}] = {self.expression(2)};" if self.random.random() < 0.5 else "a0[1] += sum + last;")
        return "\n".join(made)

    def serial(self):
        self.set_scope([("sum", "int"), ("last", "int"), ("omp_in_parallel()", "int"), ("omp_get_num_threads()", "int")], self.arrays)
        target = self.pick([f"a0[{self.index(1)}]", f"a1[{self.index(1)}]", "sum", "last"])
        kind = self.random.random()
        if kind < 0.2:
            return f"#pragma omp atomic\na2[{self.index(1)}] += {self.expression(1)};"
        if kind < 0.3:
            element = f"a2[{self.random.randrange(ELEMENTS)}]"
            return f"#pragma omp atomic capture\n{{ last = {element}; {element} ^= {self.random.randrange(99)}; }}"
        if kind < 0.4:
            return f"#pragma omp critical\n{target} += {self.expression(2)};"
        guard = f"if ({self.expression(1)}) " if kind < 0.6 else ""
        return f"{guard}{target} {self.pick(['=', '+=', '^='])} {self.expression(2)};"

    def make(self):
        self.arrays = [("a0", self.pick(INTEGERS)), ("a1", self.pick(UNSIGNED)), ("a2", self.pick(UNSIGNED))]
        self.result = None
        self.lock, self.operator = self.pick(["critical", "critical (common)", "atomic"]), self.pick(["+=", "^="])
        self.reduction = self.pick(["+", "^", "|", "&", "min"])
        arguments = [f"{t} *{n}" for n, t in self.arrays] + [f"{t} {n}" for n, t in self.scalars]
        maps = ", ".join(f"{n}[:{ELEMENTS}]" for n, _ in self.arrays)
        head = f"void {self.name}({', '.join(arguments)}) {{\n#pragma omp target"
        if self.random.random() < 0.25:
            computed = f"num_threads((int)((unsigned)s0 % {MOST_THREADS}) + 1)"
            return f"{head} parallel map(tofrom: {maps}) {computed}\n{self.pieces(self.kinds())}\n}}\n"
        return f"{head} map(tofrom: {maps})\n{{ unsigned long long sum = 5; int last = 2;\n{self.steps()}\n}}\n}}\n"


HELPER = "int omp_get_thread_num(void);\nint omp_get_num_threads(void);\nint omp_in_parallel(void);\n"


def kernels_of(seed, count):
    """Of four batches one is of threads, one has floating-point numbers, and one has nests of loops."""
    if seed % 4 == 1:
        return [ThreadKernel(f"k{seed}_{i}", f"{seed}.{i}") for i in range(count)]
    return [Kernel(f"k{seed}_{i}", f"{seed}.{i}", floats=seed % 4 == 3, nests=seed % 4 == 2) for i in range(count)]


def text_of(kernels):
    """The file that holds them."""
    return random_kernel.HELPER + HELPER + "".join(k.text for k in kernels)


def words_of(kernels):
    """What tapestry-hls must be told for them."""
    return ["--clang=-fwrapv", *(w for k in kernels if k.result for w in ("--top", k.name))]
