"""A headless Chromium, driven through the DevTools protocol over a pipe, with nothing but the standard library."""
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

from program import no_orphan

LONGEST_S = 60


def find():
    """The browser's program, or None."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Browser:
    """One page of one browser; `errors` collects what its console complains of."""

    def __init__(self, width=1280, height=900):
        self.profile = tempfile.TemporaryDirectory()
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()

        def connect():  # the protocol expects its pipe at 3 and 4
            incoming, outgoing = os.dup(to_browser), os.dup(from_browser)
            os.dup2(incoming, 3)
            os.dup2(outgoing, 4)

        self.process = subprocess.Popen(
            [find(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe",
             "--no-first-run", "--disable-background-networking", f"--user-data-dir={self.profile.name}", f"--window-size={width},{height}",
             "about:blank"],
            preexec_fn=no_orphan(connect), close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.pending, self.number, self.session, self.errors, self.events = b"", 0, None, [], []
        target = next(t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.call("Performance.enable", timeDomain="threadTicks")

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.write_end)
        os.close(self.read_end)
        for _ in range(20):  # its helpers may still write
            try:
                self.profile.cleanup()
                return
            except OSError:
                time.sleep(0.1)

    def message(self):
        deadline = time.monotonic() + LONGEST_S
        while b"\0" not in self.pending:
            ready, _, _ = select.select([self.read_end], [], [], max(0, deadline - time.monotonic()))
            if not ready:
                raise TimeoutError("the browser does not answer")
            part = os.read(self.read_end, 1 << 20)
            if not part:
                raise ConnectionError("the browser went away")
            self.pending += part
        text, self.pending = self.pending.split(b"\0", 1)
        message = json.loads(text)
        method, parameters = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            self.errors.append(parameters["exceptionDetails"].get("exception", {}).get("description", "exception"))
        elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
            self.errors.append(parameters["entry"]["text"])
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
            self.errors.append(str(parameters["args"]))
        elif method:
            self.events.append(message)
        return message

    def call(self, method, **parameters):
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        data = json.dumps(request).encode() + b"\0"
        while data:
            data = data[os.write(self.write_end, data):]
        while True:
            message = self.message()
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f'{method}: {message["error"]}')
                return message.get("result", {})

    def open(self, path, until="document.readyState === 'complete'"):
        """Loads a file and waits until it is painted and what is asked for holds."""
        self.events.clear()
        self.call("Page.navigate", url=f"file://{path}")
        deadline = time.monotonic() + LONGEST_S
        while not self.evaluate(f"location.pathname === {json.dumps(str(path))} && Boolean({until})"):
            if time.monotonic() > deadline:
                raise TimeoutError(f"{path} does not load")
            time.sleep(0.02)
        self.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")

    def busy_s(self):
        """Seconds of processor time that the page has taken since it was opened: unlike a clock, no other program shows in it."""
        return next(m["value"] for m in self.call("Performance.getMetrics")["metrics"] if m["name"] == "TaskDuration")

    def requests(self):
        """The addresses that the page asked for beside its own."""
        return [event["params"]["request"]["url"] for event in self.events if event["method"] == "Network.requestWillBeSent"]

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"])
        return result["result"].get("value")

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def screenshot(self, path):
        import base64
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", captureBeyondViewport=True)["data"]))
