package import Foundation

/// What to do about a verdict, and where to report it.
package struct AdviceBook: Sendable {
    private struct Entry: Sendable {
        var now: [String]?
        var ifYouAlready: [Advice.Step]?
    }

    private let general: Entry
    private let byType: [ScamType: Entry]
    private let low: [String]
    private let noText: [String]
    /// By upper-case ISO code; `""` holds the international places.
    private let places: [String: [ReportingPlace]]

    /// Reads `advice.yaml` and `reporting.yaml`.
    package init(directory: URL) throws(RuleError) {
        var general: Entry?
        var byType: [ScamType: Entry] = [:]
        var special: [String: [String]] = [:]
        let advice = try Self.open("advice.yaml", directory).mapping()
        for (key, value) in advice.entries {
            switch key {
            case "low", "no_text":
                special[key] = try value.mapping(keys: ["now"]).strings("now").map(\.value)
            case "default":
                general = try Self.entry(value)
            default:
                guard let type = ScamType(rawValue: key), type != .unknown else {
                    throw value.refused(.unknownKey(key))
                }
                byType[type] = try Self.entry(value)
            }
        }
        guard let general else { throw advice.node.refused(.missingKey("default")) }
        guard let low = special["low"] else { throw advice.node.refused(.missingKey("low")) }
        guard let noText = special["no_text"] else { throw advice.node.refused(.missingKey("no_text")) }
        self.general = general
        self.byType = byType
        self.low = low
        self.noText = noText

        var places: [String: [ReportingPlace]] = [:]
        for (key, value) in try Self.open("reporting.yaml", directory).mapping().entries {
            var list: [ReportingPlace] = []
            for node in try value.sequence() { list.append(try Self.place(node)) }
            places[key == "default" ? "" : key.uppercased()] = list
        }
        self.places = places
    }

    /// - Parameter country: ISO 3166-1 alpha-2 in any case; unknown ones get the international places.
    package func advice(for verdict: Verdict, country: String?) -> Advice {
        switch verdict.riskLevel {
        case .low: return Advice(now: low, ifYouAlready: [], report: [])
        case .unknown: return Advice(now: noText, ifYouAlready: [], report: [])
        case .medium, .high:
            let entry = byType[verdict.scamType]
            return Advice(
                now: entry?.now ?? general.now ?? [],
                ifYouAlready: entry?.ifYouAlready ?? general.ifYouAlready ?? [],
                report: country.flatMap { places[$0.uppercased()] } ?? places[""] ?? [])
        }
    }

    private static func open(_ name: String, _ directory: URL) throws(RuleError) -> YAMLNode {
        try YAMLNode(contentsOf: directory.appendingPathComponent(name), named: name)
    }

    private static func entry(_ node: YAMLNode) throws(RuleError) -> Entry {
        let mapping = try node.mapping(keys: ["now", "if_you_already"])
        var entry = Entry()
        if mapping["now"] != nil { entry.now = try mapping.strings("now").map(\.value) }
        if let steps = mapping["if_you_already"] {
            var list: [Advice.Step] = []
            for step in try steps.sequence() {
                let fields = try step.mapping(keys: ["did", "do"])
                list.append(
                    Advice.Step(
                        did: try fields.required("did").string(),
                        actions: try fields.strings("do").map(\.value)))
            }
            entry.ifYouAlready = list
        }
        return entry
    }

    private static func place(_ node: YAMLNode) throws(RuleError) -> ReportingPlace {
        let fields = try node.mapping(keys: ["name", "url", "phone"])
        return ReportingPlace(
            name: try fields.required("name").string(), url: try fields["url"]?.string(),
            phone: try fields["phone"]?.string())
    }
}
