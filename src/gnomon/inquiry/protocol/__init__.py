"""The interaction of ODQS: who takes part, what they see, the tasks, the rows it leaves."""
