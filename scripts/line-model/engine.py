"""Reads strips by Tesseract's C library, as the reader does: same resolution, no inversion, no page around the line."""
import ctypes
import ctypes.util
import os
import time

os.environ.setdefault("OMP_THREAD_LIMIT", "1")
LINE, RAW_LINE = 7, 13
DOTS_PER_INCH = 200


def library():
    lib = ctypes.CDLL(ctypes.util.find_library("tesseract") or "libtesseract.so.5")
    lib.TessBaseAPICreate.restype = ctypes.c_void_p
    lib.TessBaseAPIInit3.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p]
    lib.TessBaseAPISetVariable.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p]
    lib.TessBaseAPISetPageSegMode.argtypes = [ctypes.c_void_p, ctypes.c_int]
    lib.TessBaseAPISetImage.argtypes = [ctypes.c_void_p, ctypes.c_char_p] + [ctypes.c_int] * 4
    lib.TessBaseAPISetSourceResolution.argtypes = [ctypes.c_void_p, ctypes.c_int]
    lib.TessBaseAPIRecognize.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
    lib.TessBaseAPIGetUTF8Text.argtypes = [ctypes.c_void_p]
    lib.TessBaseAPIGetUTF8Text.restype = ctypes.c_void_p
    lib.TessBaseAPIMeanTextConf.argtypes = [ctypes.c_void_p]
    lib.TessDeleteText.argtypes = [ctypes.c_void_p]
    lib.TessBaseAPIClear.argtypes = [ctypes.c_void_p]
    return lib


class Engine:
    def __init__(self, folder, languages, mode):
        self.name = f"{languages} {mode}"
        self.lib = library()
        self.api = self.lib.TessBaseAPICreate()
        if self.lib.TessBaseAPIInit3(self.api, str(folder).encode(), languages.encode()) != 0:
            raise SystemExit(f"{languages} can't be loaded from {folder}")
        for name, value in ((b"debug_file", b"/dev/null"), (b"invert_threshold", b"0"), (b"textord_disable_pitch_test", b"1")):
            self.lib.TessBaseAPISetVariable(self.api, name, value)
        self.lib.TessBaseAPISetPageSegMode(self.api, mode)
        self.seconds = self.strips = 0

    def read(self, pixels):
        """The text of a strip, without line breaks, and its confidence."""
        started = time.process_time()
        height, width = pixels.shape
        self.lib.TessBaseAPISetImage(self.api, pixels.tobytes(), width, height, 1, width)
        self.lib.TessBaseAPISetSourceResolution(self.api, DOTS_PER_INCH)
        self.lib.TessBaseAPIRecognize(self.api, None)
        pointer = self.lib.TessBaseAPIGetUTF8Text(self.api)
        text = ctypes.string_at(pointer).decode(errors="replace") if pointer else ""
        if pointer:
            self.lib.TessDeleteText(pointer)
        confidence = self.lib.TessBaseAPIMeanTextConf(self.api) / 100
        self.lib.TessBaseAPIClear(self.api)
        self.seconds += time.process_time() - started
        self.strips += 1
        return " ".join(text.split()), confidence
