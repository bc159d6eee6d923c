"""Programs of ours as processes, always ended and bounded in time."""

import contextlib
import os
import signal
import subprocess
import unittest

TIMEOUT = 60

BRIDLE = os.environ["BRIDLE_TOOL"]
EXAMPLES = os.environ["BRIDLE_EXAMPLES"]
ROOT = os.environ["BRIDLE_ROOT"]


def run(*arguments, timeout=TIMEOUT):
    """Runs the tool to its end."""
    return subprocess.run([BRIDLE, *arguments], capture_output=True, text=True, timeout=timeout,
                          cwd=ROOT)


class Onebox:
    """`bridle onebox` in the background."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([BRIDLE, "onebox", *arguments], stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True, cwd=ROOT)
        self.lines = []
        for line in self.process.stdout:
            self.lines.append(line.strip())
            if line.startswith("ready"):
                break

    @property
    def meta_servers(self):
        return next(line.split()[1] for line in self.lines if line.startswith("meta_servers"))

    def signal(self, number):
        self.process.send_signal(number)

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.terminate()
        status = self.process.wait(timeout=TIMEOUT)
        self.process.stdout.close()
        return status


@contextlib.contextmanager
def onebox(*arguments):
    box = Onebox("--port", "0", *arguments)
    try:
        yield box
    finally:
        box.stop()


class TestCase(unittest.TestCase):
    def assert_fails(self, result, status, *parts):
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        for part in parts:
            self.assertIn(part, result.stderr)
        self.assertEqual(len(result.stderr.strip().splitlines()), 1, result.stderr)

    def assert_give_up(self, examples, address, *parts):
        """All of them, within seconds, each with one line."""
        running = [subprocess.Popen([os.path.join(EXAMPLES, name), address], text=True,
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE) for name in examples]
        for process in running:
            out, err = process.communicate(timeout=10)
            self.assert_fails(subprocess.CompletedProcess(process.args, process.returncode, out, err), 1,
                              *parts)
            self.assertEqual(out, "")
