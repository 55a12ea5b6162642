"""Drops files on a window, as a file manager does: drop.py WINDOW FILE... XDND, version 5."""
import sys
import urllib.parse

from Xlib import X, Xatom, display
from Xlib.protocol import event

target_id, paths = int(sys.argv[1], 0), sys.argv[2:]
screen = display.Display()
target = screen.create_resource_object("window", target_id)
source = screen.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)


def atom(name):
    return screen.intern_atom(name)


def send(name, *data):
    message = event.ClientMessage(
        window=target, client_type=atom(name), data=(32, [source.id, *data, *[0] * (4 - len(data))])
    )
    target.send_event(message)
    screen.flush()


def wait_for(name):
    """Answers requests of the selection until the window says this."""
    while True:
        got = screen.next_event()
        if got.type == X.SelectionRequest:
            uris = "".join(f"file://{urllib.parse.quote(path)}\r\n" for path in paths).encode()
            got.requestor.change_property(got.property, got.target, 8, uris)
            got.requestor.send_event(
                event.SelectionNotify(
                    time=got.time,
                    requestor=got.requestor,
                    selection=got.selection,
                    target=got.target,
                    property=got.property,
                )
            )
            screen.flush()
        elif got.type == X.ClientMessage and got.client_type == atom(name):
            return got


source.set_selection_owner(atom("XdndSelection"), X.CurrentTime)
source.change_property(atom("XdndTypeList"), Xatom.ATOM, 32, [atom("text/uri-list")])
send("XdndEnter", 5 << 24, atom("text/uri-list"))
send("XdndPosition", 0, 40 << 16 | 40, X.CurrentTime, atom("XdndActionCopy"))
wait_for("XdndStatus")
send("XdndDrop", 0, X.CurrentTime)
wait_for("XdndFinished")
