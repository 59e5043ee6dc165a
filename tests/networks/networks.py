# SPDX-License-Identifier: Apache-2.0
"""What `score` knows of networks, for the other programs of this folder."""

import importlib.machinery
import importlib.util
from pathlib import Path

from written import written_networks  # noqa: F401

_loader = importlib.machinery.SourceFileLoader("score", str(Path(__file__).resolve().parent / "score"))
score = importlib.util.module_from_spec(importlib.util.spec_from_loader("score", _loader))
_loader.exec_module(score)
