import CPictures
import TextAnalysis

/// The kinds of codes that are looked for in a patch. The bits are those of `CBarcodes`.
struct SymbolKinds: OptionSet {
    let rawValue: UInt32

    static let matrix = SymbolKinds(rawValue: UInt32(CB_QR))
    static let linear = SymbolKinds(rawValue: UInt32(CB_EAN | CB_CODE_128 | CB_CODE_39 | CB_ITF))
}

extension Transcript.Code.Symbology {
    init?(_ kind: UInt32) {
        switch Int(kind) {
        case CB_QR: self = .qr
        case CB_EAN: self = .ean
        case CB_CODE_128: self = .code128
        case CB_CODE_39: self = .code39
        case CB_ITF: self = .itf
        default: return nil
        }
    }
}

extension GreyPatch {
    /// Reads all codes in the patch. Their boxes are in pixels of the picture, and lie within its size.
    func read(_ kinds: SymbolKinds, width pictureWidth: Int, height pictureHeight: Int) -> [Transcript.Code] {
        let capacity = Transcript.Code.maxCount
        return withUnsafeTemporaryAllocation(of: cb_code.self, capacity: capacity) { codes in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity * Transcript.Code.maxPayload) {
                payloads in
                let count = cb_read(
                    pixels, Int32(width), Int32(height), kinds.rawValue, codes.baseAddress, Int32(capacity),
                    payloads.baseAddress, payloads.count)
                return codes.prefix(Int(count)).compactMap { code in
                    let bytes = payloads[Int(code.offset)..<Int(code.offset + code.count)]
                    guard let symbology = Transcript.Code.Symbology(code.kind),
                        bytes.count <= Transcript.Code.maxPayload
                    else { return nil }
                    let left = min(max(place(code.left, from: x), 0), pictureWidth - 1)
                    let top = min(max(place(code.top, from: y), 0), pictureHeight - 1)
                    let right = min(max(place(code.right, from: x), left + 1), pictureWidth)
                    let bottom = min(max(place(code.bottom, from: y), top + 1), pictureHeight)
                    return Transcript.Code(
                        symbology: symbology, payload: String(decoding: bytes, as: UTF8.self),
                        box: Box(x: left, y: top, width: right - left, height: bottom - top))
                }
            }
        }
    }
}
