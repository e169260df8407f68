"""What lrf costs in time, memory and bytes, beside what users would otherwise pick.

``python -m benchmarks`` measures both sides in one run; see README.md in this folder.
"""
