extension String {
    /// Returns how often another text occurs in this one.
    package func occurrences(of text: String) -> Int {
        ranges(of: text).count
    }
}
