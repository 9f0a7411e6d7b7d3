/// The figures of one part of a data set.
package struct Slice: Sendable, Encodable {
    package enum Kind: String, Sendable, Encodable, CaseIterable {
        case whole, source, language
        /// Scams of one type; a data set's own guess.
        case scamType
    }

    package var kind: Kind
    package var name: String
    package var figures: Figures

    /// All parts, the whole first.
    /// - Parameter phoneSources: sources of real scams from phones, to hold against the genuine messages that are hard.
    package static func all(
        _ judged: [(message: LabelledMessage, judgement: Judgement)], phoneSources: Set<String> = []
    ) -> [Slice] {
        func slice(
            _ kind: Kind, _ name: String, _ isIn: (LabelledMessage) -> Bool
        ) -> Slice? {
            let part = judged.filter { isIn($0.message) }.map(\.judgement)
            return part.isEmpty ? nil : Slice(kind: kind, name: name, figures: Figures(part))
        }
        func names(_ key: (LabelledMessage) -> String?) -> [String] {
            Set(judged.compactMap { key($0.message) }).sorted()
        }
        var slices = [slice(.whole, "all") { _ in true }]
        slices.append(slice(.whole, "English") { $0.language == "en" })
        let phone = slice(.whole, "phone scams against hard negatives, English") { message in
            guard message.language == "en" else { return false }
            return message.label == .scam ? phoneSources.contains(message.source ?? "") : message.isHard
        }
        if let phone, phone.figures.scams > 0 { slices.append(phone) }
        slices += names(\.source).map { name in slice(.source, name) { $0.source == name } }
        slices += names(\.language).map { name in slice(.language, name) { $0.language == name } }
        slices += names { $0.label == .scam ? $0.category : nil }.map { name in
            slice(.scamType, name) { $0.label == .scam && $0.category == name }
        }
        return slices.compactMap(\.self)
    }
}
