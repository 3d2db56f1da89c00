#!/usr/bin/env python3
"""Runs the API cases that hold for every engine against the program itself, without a window and without a key.

    real_server.py PROGRAM RUN_FIXTURES        the built-in model answers
"""
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request


def wait_until_ready(base):
    """While the model is being loaded, requests are told to come again."""
    end = time.time() + 120
    while time.time() < end:
        try:
            with urllib.request.urlopen(base + "/health", timeout=10):
                return
        except urllib.error.HTTPError:
            time.sleep(0.05)


def main():
    program, runner = sys.argv[1], sys.argv[2]
    with tempfile.TemporaryDirectory(prefix="strata-serve-") as data:
        server = subprocess.Popen([program, "--serve", "--port", "0", "--data", data], stdout=subprocess.PIPE, text=True)
        try:
            line = server.stdout.readline()
            found = re.match(r"listening on (http://\S+)", line)
            if not found:
                print("the server said %r" % line)
                return 1
            wait_until_ready(found.group(1))
            return subprocess.run([sys.executable, runner, "--base", found.group(1)], check=False).returncode
        finally:
            server.terminate()
            server.wait(30)


if __name__ == "__main__":
    sys.exit(main())
