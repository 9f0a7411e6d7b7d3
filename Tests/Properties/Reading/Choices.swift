/// Bytes of a fuzzer as choices. Zeros once they are used up.
struct Choices {
    private(set) var rest: ArraySlice<UInt8>

    var areLeft: Bool { !rest.isEmpty }

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func byte() -> Int { Int(rest.popFirst() ?? 0) }

    /// - Parameter range: not empty, of at most 65,536.
    mutating func number(_ range: Range<Int>) -> Int {
        let value = range.count > 256 ? byte() << 8 | byte() : byte()
        return range.lowerBound + value % range.count
    }

    /// Inside a picture, mostly small.
    mutating func box(width: Int, height: Int) -> (x: Int, y: Int, width: Int, height: Int) {
        let (x, y) = (number(0..<width), number(0..<height))
        let (right, bottom) = (byte(), byte())
        let longest = right == 255 ? width - x : min(width - x, right + 1)
        return (x, y, longest, min(height - y, bottom % 64 + 1))
    }
}
