"""The command line as ``python -m lrf``."""

from lrf.cli import main

if __name__ == "__main__":
    main()
