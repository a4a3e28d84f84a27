"""Serve the toy as the service is served: python -m tests.service.api.serve_toy."""

import os
import sys

from service.serving import CannotServe, serve
from service.settings import Settings
from tests.service.api.toy import open_toy

if __name__ == "__main__":
    try:
        serve(Settings.from_env(os.environ), open_toy)
    except CannotServe as refusal:
        sys.exit(str(refusal))
