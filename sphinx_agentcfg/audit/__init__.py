"""Repositories in, what there is to say of their agents out: profiles, fields, inheritance, permissions, findings.

``scan`` reads and resolves a repository; ``rows`` lays the result out as rows of plain values, which every host prints.
"""
