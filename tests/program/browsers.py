"""Pages in the real Chromium and Firefox, which a websocket drives: the DevTools protocol, and WebDriver BiDi."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import time
import urllib.request

import websocket


class Browser:
    """Opens a page. `messages` has what it printed to the console, and its errors."""

    def __init__(self, command, environment=None):
        self.profile = pathlib.Path(f"{command[0]}_profile").resolve()
        self.profile.mkdir(exist_ok=True)
        self.log = open(f"{command[0]}.log", "w", encoding="utf-8")
        self.process = subprocess.Popen(command + [str(option).replace("PROFILE", str(self.profile)) for option in self.OPTIONS],
                                        stdout=self.log, stderr=self.log, env={**os.environ, **(environment or {})})
        self.messages, self.number = [], 0

    def wait_for(self, pattern, path):
        while self.process.poll() is None:
            found = path.exists() and re.search(pattern, path.read_text(encoding="utf-8", errors="replace"))
            if found:
                return found[1]
            time.sleep(0.05)
        raise RuntimeError(f"{self.process.args[0]} has ended: {pathlib.Path(self.log.name).read_text(encoding='utf-8')[-400:]}")

    def connect(self, address):
        self.socket = websocket.create_connection(address, timeout=1200, suppress_origin=True)

    def call(self, method, **params):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": params}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("method") in self.EVENTS:
                self.messages.append(json.dumps(answer["params"])[:300])
            if answer.get("id") == self.number:
                return answer.get("result", answer)

    def close(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


class Chromium(Browser):
    OPTIONS = ["--headless", "--no-sandbox", "--remote-debugging-port=0", "--user-data-dir=PROFILE", "--use-gl=angle",
               "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--window-size=1280,900"]
    EVENTS = ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")

    def __init__(self, url):
        super().__init__(["chromium"])
        port = self.wait_for(r"^(\d+)\n", self.profile / "DevToolsActivePort")
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json") as tabs:
            self.connect(next(tab for tab in json.load(tabs) if tab["type"] == "page")["webSocketDebuggerUrl"])
        for part in ("Runtime", "Page", "Log"):
            self.call(f"{part}.enable")
        self.call("Page.navigate", url=url)
        while not self.evaluate("document.readyState === 'complete' && typeof compared"):
            time.sleep(0.1)

    def evaluate(self, text):
        answer = self.call("Runtime.evaluate", expression=text, awaitPromise=True, returnByValue=True)
        return answer["exceptionDetails"] if "exceptionDetails" in answer else answer["result"].get("value")

    def narrow(self, width):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=844, deviceScaleFactor=2, mobile=True)


class Firefox(Browser):
    OPTIONS = ["--no-remote", "--profile", "PROFILE", "--remote-debugging-port=0", "--width=1280", "--height=900", "about:blank"]
    EVENTS = ("log.entryAdded",)

    def __init__(self, url):
        super().__init__(["firefox-esr"], {"HOME": os.getcwd()})
        self.connect(self.wait_for(r"(ws://\S+)", pathlib.Path(self.log.name)) + "/session")
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=list(self.EVENTS))
        self.context = self.call("browsingContext.getTree")["contexts"][0]["context"]
        self.call("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def evaluate(self, text):
        answer = self.call("script.evaluate", expression=text, target={"context": self.context}, awaitPromise=True)
        return answer["result"].get("value") if answer.get("type") == "success" else answer

    def narrow(self, width):
        self.call("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": 844})
