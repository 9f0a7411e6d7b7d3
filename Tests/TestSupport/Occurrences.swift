extension String {
    /// How often a text stands in this one.
    package func occurrences(of text: String) -> Int {
        ranges(of: text).count
    }
}
