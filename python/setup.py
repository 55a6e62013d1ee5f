"""Has the message modules made by protoc on the way into a wheel; everything else is in pyproject.toml."""

from pathlib import Path
from runpy import run_path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent


class BuildWithMessages(build_py):
    """Adds `forebay.v1` to what is built: beside the sources for an editable install, else to the build."""

    def run(self) -> None:
        super().run()
        generate = run_path(str(HERE / "generate"))["generate"]
        generate(HERE / "src" if getattr(self, "editable_mode", False) else Path(self.build_lib))


setup(cmdclass={"build_py": BuildWithMessages})
