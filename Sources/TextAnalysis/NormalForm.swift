extension TextAnalyzer {
    /// Returns a text as its words are compared: after NFKC, in lower case, without invisible characters.
    package func normalForm(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for value in NormalizedText(text).folded {
            if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
        }
        return String(scalars)
    }
}
