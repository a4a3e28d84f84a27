"""Serve as the environment says: python -m tests.service.api.serve_real."""

import os
import sys

from service.serving import CannotServe, serve
from service.settings import Settings

if __name__ == "__main__":
    try:
        serve(Settings.from_env(os.environ))
    except CannotServe as refusal:
        sys.exit(str(refusal))
