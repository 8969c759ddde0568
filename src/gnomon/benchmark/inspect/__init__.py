"""Our benchmarks as Inspect tasks, our client as its provider, our sandbox as one of its: all that imports `inspect_ai`."""
