"""The package as it is installed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from runpy import run_path

from google.protobuf import descriptor_pb2

import forebay
from cluster import ROOT

INSTALLED = Path(forebay.__file__).parent


def test_the_message_modules_are_those_of_the_protocol(tmp_path: Path) -> None:
    run_protoc = run_path(str(ROOT / "python" / "generate"))["run_protoc"]
    run_protoc(f"--descriptor_set_out={tmp_path}/set")
    files = descriptor_pb2.FileDescriptorSet.FromString((tmp_path / "set").read_bytes()).file
    names = {Path(file.name).stem for file in files}
    assert names == {path.stem for path in (ROOT / "wire/src/main/proto/forebay/v1").glob("*.proto")}
    for file in files:
        module = import_module(f"forebay.v1.{Path(file.name).stem}_pb2")
        installed = descriptor_pb2.FileDescriptorProto()
        module.DESCRIPTOR.CopyToProto(installed)
        assert without_json_names(installed) == without_json_names(file), file.name
        assert (INSTALLED / "v1" / f"{Path(file.name).stem}_pb2.pyi").exists()


def without_json_names(file: descriptor_pb2.FileDescriptorProto) -> descriptor_pb2.FileDescriptorProto:
    """protoc writes them out, and modules leave them to be worked out."""
    for message in file.message_type:
        for field in message.field:
            field.ClearField("json_name")
    return file


def test_it_is_typed_and_says_everything_that_it_has() -> None:
    assert (INSTALLED / "py.typed").exists()
    for name in forebay.__all__:
        assert getattr(forebay, name).__doc__, name


def test_its_types_fit(tmp_path: Path) -> None:
    mypy = shutil.which("mypy") or "mypy"
    config = str(ROOT / "python" / "pyproject.toml")
    done = subprocess.run(
        [mypy, "--config-file", config, "--python-executable", sys.executable, "-p", "forebay"],
        cwd=tmp_path,
        env={"MYPY_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=180,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_it_needs_neither_numpy_nor_torch_nor_xxhash() -> None:
    code = """
import sys
sys.modules.update(dict.fromkeys(("numpy", "torch", "xxhash", "google_crc32c", "crc32c")))
import forebay
from forebay._crc32c import crc32c
assert crc32c(memoryview(b"123456789")) == 0xE3069283
assert "numpy" not in {name for name, module in sys.modules.items() if module}
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60, env={"PYTHONPATH": str(INSTALLED.parent)})
