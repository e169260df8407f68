"""From a TOML file to a study, checked strictly: every error names the path of the key."""

from lrf.study.reading.study import read_study

__all__ = ["read_study"]
