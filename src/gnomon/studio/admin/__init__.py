"""Administration: accounts and their roles, invitations, links for who lost theirs, the log, the use of keys."""
