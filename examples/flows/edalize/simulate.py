# SPDX-License-Identifier: Apache-2.0
#     tapestry run -- python3 simulate.py
import pathlib

from edalize.edatool import get_edatool

design = pathlib.Path(__file__).resolve().parents[2] / "edge_pipeline"
sources = [*sorted((design / "rtl").glob("*.sv")), design / "tb.sv"]
work = pathlib.Path("work")
work.mkdir(exist_ok=True)
flow = get_edatool("icarus")(work_root=str(work), edam={
    "name": "edges", "toplevel": "tb", "tool_options": {"icarus": {"iverilog_options": ["-g2012"]}},
    "files": [{"name": str(path), "file_type": "systemVerilogSource"} for path in sources]})
flow.configure()
flow.build()
flow.run()
