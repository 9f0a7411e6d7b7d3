extension String {
    package func occurrences(of text: String) -> Int {
        ranges(of: text).count
    }
}
