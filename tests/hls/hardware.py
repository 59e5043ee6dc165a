# SPDX-License-Identifier: Apache-2.0
"""A program with target regions and its Verilated accelerator, built without taps."""
import glob
import os
import shutil
import subprocess
import sys


def run(words, **more):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)


def must(words, **more):
    done = run(words, **more)
    if done.returncode != 0:
        print(" ".join(words), done.stdout[-4000:], sep="\n")
        sys.exit(1)
    return done.stdout


def programs(names=()):
    """The sources of the programs that are named, or of all; the macro that makes main run only those; the functions
    that become hardware beside their target regions."""
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs")
    sources = [f"{folder}/{name}.c" for name in ["main", *names]] if names else sorted(glob.glob(f"{folder}/*.c"))
    only = ["-D", "ONLY=" + ",".join(f"{name}(scale)" for name in names)] if names else []
    return sources, only, ["--top", "checksum"] if f"{folder}/mixed.c" in sources else []


def build(hls, sources, folder, flags=(), optimise="-O0"):
    """What `tapestry hls profile` builds, bare; the path of the program. Words that begin with +tapestry_ are
    for the offload runtime: +tapestry_cycles=FILE leaves name, calls and cycles of every kernel there."""
    must([hls, *sources, "-o", f"{folder}/hls", "--host", *flags])
    hosts = sorted(glob.glob(f"{folder}/hls/host*.o"))
    is_network = os.path.exists(f"{folder}/hls/hls_network.cpp")
    runtime = ["hls_network.cpp"] if is_network else ["hls_offload.cpp", "accelerator_calls.cpp"]
    verilog = sorted(glob.glob(f"{folder}/hls/*.v"))
    environment = dict(os.environ)
    if shutil.which("ccache"):
        environment["OBJCACHE"] = "ccache"
    must(["verilator", "--cc", "--exe", "--build", "--no-timing", "-j", "2", "-O3", "-Wno-fatal", "-Wno-lint",
          "--top-module", "accelerator", "--Mdir", f"{folder}/obj", "-o", "program", "-CFLAGS", "-O1",
          "-MAKEFLAGS", f"OPT_FAST={optimise} OPT_SLOW=-O0 OPT_GLOBAL=-O1",
          "-LDFLAGS", f"-Wl,--wrap=main {' '.join(hosts)} -L/usr/lib/llvm-19/lib -Wl,-rpath,/usr/lib/llvm-19/lib "
                      "-lomp -lm -lpthread", *verilog, *(f"{folder}/hls/{name}" for name in runtime)], env=environment)
    return f"{folder}/obj/program"


def cycles_of(program, arguments, folder):
    """Runs it; exit status, output, and {kernel: (calls, cycles)}."""
    done = run([program, *arguments, f"+tapestry_cycles={folder}/cycles"])
    kernels = {}
    if os.path.exists(f"{folder}/cycles"):
        for line in open(f"{folder}/cycles"):
            name, calls, cycles = line.split()
            kernels[name] = (int(calls), int(cycles))
    return done.returncode, done.stdout, kernels
