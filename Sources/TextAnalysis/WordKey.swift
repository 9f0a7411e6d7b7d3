/// A normalised word as a 64-bit FNV-1a hash of its scalars; equal words have equal keys.
package struct WordKey: Sendable, Hashable {
    package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    /// The key of the empty word.
    package init() {}

    package init(_ scalars: some Sequence<UInt32>) {
        for scalar in scalars { append(scalar) }
    }

    package mutating func append(_ scalar: UInt32) {
        value = (value ^ UInt64(scalar)) &* 0x100_0000_01b3
    }
}
