extension StringProtocol {
    /// Whether the text is 1 to `limit` ASCII letters, digits and characters of `punctuation`.
    package func isIdentifier(limit: Int, punctuation: String) -> Bool {
        (1...limit).contains(utf8.count)
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: punctuation.utf8.contains(byte)
                }
            }
    }
}
