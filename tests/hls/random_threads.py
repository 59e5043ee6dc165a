# SPDX-License-Identifier: Apache-2.0
"""Random target regions of OpenMP whose results do not depend on who is faster: a thread writes elements of its own, or adds to
common ones under a lock; what others wrote is read after a barrier."""
from random_kernel import ELEMENTS, Kernel

UNSIGNED = ["unsigned char", "unsigned short", "unsigned", "unsigned long long"]


class ThreadKernel(Kernel):
    """a0 is only read by the threads, a1 is theirs element by element, a2 is common."""

    def all_arrays(self):
        return self.sources

    def set_scope(self, names, sources):
        self.readable = [*self.scalars, *names]
        self.sources = sources

    def own(self):
        i, target = self.fresh("i"), "a1"
        # Who owns an element must not matter to its value.
        self.set_scope([(i, "int"), (f"{target}[{i}]", "int")], [self.arrays[0]])
        schedule = self.pick(["", " schedule(static)", f" schedule(static, {self.random.randint(1, 5)})",
                              f" schedule({self.pick(['dynamic', 'guided'])}, {self.random.randint(1, 9)})", " schedule(dynamic)"])
        guard = f"if ({self.expression(1)}) " if self.random.random() < 0.3 else ""
        return (f"#pragma omp for{schedule}\nfor (int {i} = 0; {i} < {ELEMENTS}; ++{i}) "
                f"{guard}{target}[{i}] {self.pick(['=', '+=', '^='])} {self.expression()};")

    def add(self):
        """Every thread adds to common elements; the operator is one and the same for all, so that order does not matter."""
        i = self.fresh("i")
        self.set_scope([("t", "int"), (i, "int")], self.arrays[:2])
        update = f"a2[{self.index(2)}] {self.operator} {self.expression(2)};"
        if self.lock == "critical" and self.random.random() < 0.5:
            update += f" a2[{self.index(1)}] {self.operator} {self.expression(1)};"
        return (f"for (int {i} = 0; {i} < {self.random.randint(1, 6)}; ++{i})\n#pragma omp {self.lock}\n"
                + (f"{{ {update} }}" if self.lock == "critical" else update))

    def reduce(self):
        i = self.fresh("i")
        self.set_scope([(i, "int")], self.arrays[:2])
        return (f"#pragma omp for reduction({self.reduction}:sum)\nfor (int {i} = 0; {i} < {self.random.randint(1, ELEMENTS)}; ++{i}) "
                f"sum {self.reduction}= {self.expression(2)};")

    def one(self):
        self.set_scope([], self.arrays[:1])
        return f"#pragma omp single\na1[{self.index(1)}] = {self.expression(2)};"

    def make(self):
        self.arrays = [("a0", self.pick(["int", "unsigned char", "short", "long long"])), ("a1", self.pick(UNSIGNED)),
                       ("a2", self.pick(UNSIGNED))]
        self.result = None
        self.lock, self.operator = self.pick(["critical", "atomic"]), self.pick(["+=", "^="])
        self.reduction = self.pick(["+", "^"])
        parts = [self.pick([self.own, self.own, self.add, self.reduce, self.one])() for _ in range(self.random.randint(2, 5))]
        self.set_scope([("sum", "int")], self.arrays)
        after = f"a0[{self.index(1)}] = {self.expression(2)};" if self.random.random() < 0.5 else "a0[1] += sum;"
        arguments = [f"{t} *{n}" for n, t in self.arrays] + [f"{t} {n}" for n, t in self.scalars]
        maps = ", ".join(f"{n}[:{ELEMENTS}]" for n, _ in self.arrays)
        body = "\n#pragma omp barrier\n".join(parts)
        return (f"void {self.name}({', '.join(arguments)}) {{\n#pragma omp target map(tofrom: {maps})\n"
                f"{{ unsigned long long sum = 5;\n#pragma omp parallel num_threads({self.random.randint(2, 5)})\n"
                f"{{ int t = omp_get_thread_num();\n{body}\n}}\n{after}\n}}\n}}\n")


HELPER = "int omp_get_thread_num(void);\n"
