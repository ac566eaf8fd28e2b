"""kosumi, a Go engine: this package carries the program, and `python -m kosumi` starts it."""
