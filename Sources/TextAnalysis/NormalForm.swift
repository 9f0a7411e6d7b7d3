extension TextAnalyzer {
    /// Returns the form in which words are compared: NFKC, in lower case, without invisible characters.
    package func normalForm(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for value in NormalizedText(text).folded {
            if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
        }
        return String(scalars)
    }
}
