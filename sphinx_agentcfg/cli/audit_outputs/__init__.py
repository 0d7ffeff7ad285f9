"""The report of an audit in, what one ``--format`` prints out: a room for each, all with the same findings.

``report`` is the value that they get, ``files`` writes what goes to the disk.
"""
