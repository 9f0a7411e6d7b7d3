/// The figures over one part of a data set.
package struct Slice: Sendable, Encodable {
    package enum Kind: String, Sendable, Encodable, CaseIterable {
        case whole, source, language
        /// Constructed messages, which no other slice holds.
        case synthetic
        /// Scams of one kind and genuine messages of one kind, as the data set names them.
        case scamType, genuineKind
    }

    package var kind: Kind
    package var name: String
    package var figures: Figures

    /// The figures over all parts, the whole first. Advertising is left out, and synthetic messages count only in
    /// their own part.
    /// - Parameter phoneSources: sources of real scams from phones; a slice compares them with hard genuine messages.
    package static func all(
        _ all: [(message: LabelledMessage, judgement: Judgement)], phoneSources: Set<String> = [],
        includingSynthetic: Bool = false
    ) -> [Slice] {
        let judged = all.filter(\.message.counts)
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
        slices += names { $0.label == .legit ? $0.category : nil }.map { name in
            slice(.genuineKind, name) { $0.label == .legit && $0.category == name }
        }
        let synthetic = all.filter { $0.message.isSynthetic && $0.message.label != .spam }.map(\.judgement)
        if includingSynthetic, !synthetic.isEmpty {
            slices.append(Slice(kind: .synthetic, name: "synthetic", figures: Figures(synthetic)))
        }
        return slices.compactMap(\.self)
    }
}
