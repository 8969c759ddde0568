"""The learner's pages: problems, the talk with the tutor, tries without one."""
