# A D-Bus client that does what no library would: wild messages, replies that are never read, half a handshake.

import os
import socket
import struct

CALL, RETURN, ERROR, SIGNAL = 1, 2, 3, 4
_FIELDS = {1: "path", 2: "interface", 3: "member", 4: "error", 5: "serial", 6: "destination", 7: "sender", 8: "signature"}
_FIXED = {"y": (1, "<B"), "u": (4, "<I"), "i": (4, "<i"), "b": (4, "<I"), "x": (8, "<q"), "t": (8, "<Q"), "d": (8, "<d")}


class Gone(Exception):
    """The bus closed the connection."""


def _pad(data, alignment):
    data.extend(b"\0" * (-len(data) % alignment))


def _put(data, kind, value):
    if kind in _FIXED:
        alignment, form = _FIXED[kind]
        _pad(data, alignment)
        data.extend(struct.pack(form, value))
    elif kind in "so":
        text = value if isinstance(value, bytes) else value.encode()
        _pad(data, 4)
        data.extend(struct.pack("<I", len(text)) + text + b"\0")
    elif kind == "g":
        data.extend(bytes([len(value)]) + value.encode() + b"\0")
    else:
        raise ValueError(kind)


def message(serial, destination, path, interface, member, signature="", *arguments, flags=0):
    """A method call in bytes; strings may be bytes that are no UTF-8."""
    body = bytearray()
    for kind, value in zip(signature, arguments):
        _put(body, kind, value)
    fields = bytearray()
    for code, kind, value in [(1, "o", path), (2, "s", interface), (3, "s", member), (6, "s", destination)]:
        _pad(fields, 8)
        fields.extend(bytes([code, 1]) + kind.encode() + b"\0")
        _put(fields, kind, value)
    if signature:
        _pad(fields, 8)
        fields.extend(b"\x08\x01g\0")
        _put(fields, "g", signature)
    data = bytearray(struct.pack("<cBBBIII", b"l", CALL, flags, 1, len(body), serial, len(fields)))
    data.extend(fields)
    _pad(data, 8)
    return bytes(data + body)


class _Reader:
    def __init__(self, data, at=0):
        self.data, self.at = data, at

    def skip(self, alignment):
        self.at += -self.at % alignment

    def take(self, signature):
        """The value of the first type in a signature, and the rest of the signature."""
        kind = signature[0]
        if kind in _FIXED:
            alignment, form = _FIXED[kind]
            self.skip(alignment)
            value, = struct.unpack_from(form, self.data, self.at)
            self.at += struct.calcsize(form)
            return (bool(value) if kind == "b" else value), signature[1:]
        if kind in "so":
            length, _ = self.take("u")
            self.at += length + 1
            return self.data[self.at - length - 1:self.at - 1].decode(), signature[1:]
        if kind == "g":
            length, _ = self.take("y")
            self.at += length + 1
            return self.data[self.at - length - 1:self.at - 1].decode(), signature[1:]
        if kind == "v":
            inner, _ = self.take("g")
            return self.take(inner)[0], signature[1:]
        if kind == "a":
            length, _ = self.take("u")
            rest = signature[1:]
            element = rest[:_length(rest)]
            self.skip(8 if element[0] in "{(xtd" else 1)
            end, values = self.at + length, []
            while self.at < end:
                values.append(self.take(element)[0])
            return (dict(values) if element[0] == "{" else values), rest[len(element):]
        if kind in "{(":
            self.skip(8)
            inner, values = signature[1:_length(signature) - 1], []
            while inner:
                value, inner = self.take(inner)
                values.append(value)
            return tuple(values), signature[_length(signature):]
        raise ValueError(signature)


def _length(signature):
    """How many characters its first complete type has."""
    if signature[0] == "a":
        return 1 + _length(signature[1:])
    if signature[0] not in "{(":
        return 1
    depth = 0
    for index, character in enumerate(signature):
        depth += (character in "{(") - (character in "})")
        if depth == 0:
            return index + 1
    raise ValueError(signature)


class Message:
    """A message that came; the arguments are read where somebody asks."""

    def __init__(self, data):
        self.data = data
        self.kind = data[1]
        size, = struct.unpack_from("<I", data, 12)
        reader = _Reader(data, 16)
        self.fields = {}
        while reader.at < 16 + size:
            reader.skip(8)
            code, _ = reader.take("y")
            self.fields[_FIELDS.get(code, code)], _ = reader.take("v")
        reader.skip(8)
        self._body = reader.at

    @property
    def error(self):
        return self.fields.get("error") if self.kind == ERROR else None

    @property
    def arguments(self):
        reader, signature, values = _Reader(self.data[self._body:]), self.fields.get("signature", ""), []
        while signature:
            value, signature = reader.take(signature)
            values.append(value)
        return values


class Connection:
    """A connection that said hello."""

    def __init__(self, address, seconds=60):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(seconds)
        self.socket.connect(address.split("unix:path=", 1)[1].split(",")[0])
        self.socket.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
        self._data = bytearray()
        while b"\r\n" not in self._data:
            self._more()
        if not self._data.startswith(b"OK"):
            raise Gone(bytes(self._data))
        self._data.clear()
        self.socket.sendall(b"BEGIN\r\n")
        self._serial = 0
        self.name, = self.bus("Hello").arguments

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _more(self):
        try:
            data = self.socket.recv(1 << 20)
        except ConnectionError as problem:
            raise Gone from problem
        if not data:
            raise Gone
        self._data.extend(data)

    def pack(self, *call, **options):
        """The bytes of a call, and its serial number."""
        self._serial += 1
        return message(self._serial, *call, **options), self._serial

    def send(self, *call, **options):
        data, serial = self.pack(*call, **options)
        self.socket.sendall(data)
        return serial

    def receive(self):
        """The next message."""
        while True:
            if len(self._data) >= 16:
                body, = struct.unpack_from("<I", self._data, 4)
                fields, = struct.unpack_from("<I", self._data, 12)
                size = 16 + fields + (-fields % 8) + body
                if len(self._data) >= size:
                    data = bytes(self._data[:size])
                    del self._data[:size]
                    return Message(data)
            self._more()

    def reply(self, serial):
        """The reply to a call; what comes before it is dropped."""
        while True:
            received = self.receive()
            if received.kind in (RETURN, ERROR) and received.fields.get("serial") == serial:
                return received

    def call(self, *call):
        return self.reply(self.send(*call))

    def bus(self, member, signature="", *arguments):
        name = "org.freedesktop.DBus"
        return self.call(name, "/org/freedesktop/DBus", name, member, signature, *arguments)
