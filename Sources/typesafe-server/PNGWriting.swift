import CPictures
import Foundation
import Imaging

extension LeptonicaImage {
    /// The image as PNG; nil where Leptonica gets no memory.
    var png: Data? {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard pixWriteMemPng(&bytes, &count, pix, 0) == 0, let bytes else { return nil }
        defer { lept_free(bytes) }
        return Data(bytes: bytes, count: count)
    }
}
