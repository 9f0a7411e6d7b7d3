"""Turns the integer `lstm` component of a Tesseract model into a float one, which `lstmtraining` can go on from.

An integer matrix is stored as int8 values and a scale for each row; the float weight is their product. All else is copied.
"""
import struct
import sys

import numpy as np

INT8, ADAM, DOUBLE = 1, 4, 128
LAYER_RATES = 64
INTEGER_MODE = 1


class Copier:
    """Copies a serialised network, field by field, and turns its matrices into floats on the way."""

    def __init__(self, data):
        self.data, self.place, self.out = data, 0, bytearray()

    def take(self, size):
        part = self.data[self.place:self.place + size]
        if len(part) < size:
            raise ValueError("the model ends too early")
        self.place += size
        return part

    def copy(self, size):
        part = self.take(size)
        self.out += part
        return part

    def number(self, code="<i"):
        return struct.unpack(code, self.copy(struct.calcsize(code)))[0]

    def string(self):
        return bytes(self.copy(self.number("<I"))).decode()

    def matrix(self):
        mode = self.take(1)[0]
        if not (mode & DOUBLE and mode & INT8):
            raise ValueError(f"matrix of mode {mode} isn't one of integers with double scales")
        rows, columns = struct.unpack("<II", self.take(8))
        self.take(1)  # The value of an empty cell.
        cells = np.frombuffer(self.take(rows * columns), np.int8).reshape(rows, columns)
        count, = struct.unpack("<I", self.take(4))
        scales = np.frombuffer(self.take(8 * count), "<f8")[:rows]
        self.out += struct.pack("<BIId", DOUBLE | ADAM, rows, columns, 0.0)
        self.out += (cells * scales[:, None]).astype("<f8").tobytes()
        return rows

    def network(self):
        kind = self.copy(1)[0]
        if kind != 0:
            raise ValueError("networks are expected by name")
        name = self.string()
        self.copy(2)  # Whether it trains, and whether it hands errors back.
        flags = self.number()
        inputs = self.number()
        outputs = self.number()
        self.number()  # The number of weights.
        self.string()
        if name == "Input":
            self.copy(20)
        elif name in ("Convolve", "Reconfig", "Maxpool"):
            self.copy(8)
        elif name in ("Series", "Parallel", "RTLReversed", "TTBReversed", "XYTranspose"):
            for _ in range(self.number("<I")):
                self.network()
            if flags & LAYER_RATES:
                self.copy(4 * self.number("<I"))
        elif name in ("LSTM", "SummLSTM"):
            width = self.number()
            states = self.matrix()
            # A network of two dimensions has a fifth gate.
            for _ in range(4 if width == inputs + 2 * states else 3):
                self.matrix()
        elif name in ("Softmax", "SoftmaxNoCTC", "Tanh", "Relu", "Linear", "Logistic"):
            if self.matrix() != outputs:
                raise ValueError(f"{name} has another number of outputs than its matrix")
        else:
            raise ValueError(f"unknown kind of network: {name}")


def to_float(component):
    """Takes and returns the bytes of an `lstm` component whose character set stands in components of its own."""
    copier = Copier(component)
    copier.network()
    copier.string()  # The network's specification.
    flags, = struct.unpack("<i", copier.take(4))
    copier.out += struct.pack("<i", flags & ~INTEGER_MODE)
    copier.copy(len(component) - copier.place)
    return bytes(copier.out)


if __name__ == "__main__":
    source, target = sys.argv[1:]
    with open(source, "rb") as file:
        converted = to_float(file.read())
    with open(target, "wb") as file:
        file.write(converted)
