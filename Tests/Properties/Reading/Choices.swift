/// Makes choices from a fuzzer's bytes. When the bytes are used up, it goes on with zeros.
struct Choices {
    private(set) var rest: ArraySlice<UInt8>

    var areLeft: Bool { !rest.isEmpty }

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func byte() -> Int { Int(rest.popFirst() ?? 0) }

    /// - Parameter range: a range of 1 to 65,536 numbers.
    mutating func number(_ range: Range<Int>) -> Int {
        let value = range.count > 256 ? byte() << 8 | byte() : byte()
        return range.lowerBound + value % range.count
    }

    /// Chooses a box inside an image of the given size, mostly a small one.
    mutating func box(width: Int, height: Int) -> (x: Int, y: Int, width: Int, height: Int) {
        let (x, y) = (number(0..<width), number(0..<height))
        let (right, bottom) = (byte(), byte())
        let longest = right == 255 ? width - x : min(width - x, right + 1)
        return (x, y, longest, min(height - y, bottom % 64 + 1))
    }
}
