"""A student's own models compared with kinloop's: :func:`compare` says where and by how much they differ, and why."""

from kinloop.lab.compare_function import compare as compare
from kinloop.lab.lab_report import EntryGap as EntryGap
from kinloop.lab.lab_report import LabReport as LabReport

__all__ = ["EntryGap", "LabReport", "compare"]
