package import Foundation
package import Texts

/// The advice that follows from a verdict, and the places that take reports, as the lexicon has them.
package struct AdviceBook: Sendable {
    /// Keys of `Resources/texts/…/advice.yaml`.
    private struct Entry: Sendable {
        var now: [String]?
        var ifYouAlready: [(did: String, steps: [String])]?
    }

    private let general: Entry
    private let byType: [ScamType: Entry]
    private let low: [String]
    private let noText: [String]
    private let notUnderstood: [String]
    /// A place that takes reports, and the scam types that it takes; an empty set stands for all.
    private struct Listing: Sendable {
        var place: ReportingPlace
        /// The place's name in further languages, by their tags.
        var names: [String: String]
        var types: Set<ScamType>
    }

    /// Listings by upper-case ISO 3166-1 code; the key `""` holds the international places.
    private let places: [String: [Listing]]

    /// Reads `advice.yaml` and `reporting.yaml`.
    package init(directory: URL) throws(RuleError) {
        var general: Entry?
        var byType: [ScamType: Entry] = [:]
        var special: [String: [String]] = [:]
        let advice = try Self.open("advice.yaml", directory).mapping()
        for (key, value) in advice.entries {
            switch key {
            case "low", "no_text", "not_understood":
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
        guard let notUnderstood = special["not_understood"] else {
            throw advice.node.refused(.missingKey("not_understood"))
        }
        self.noText = noText
        self.notUnderstood = notUnderstood

        var places: [String: [Listing]] = [:]
        for (key, value) in try Self.open("reporting.yaml", directory).mapping().entries {
            var list: [Listing] = []
            for node in try value.sequence() { list.append(try Self.listing(node)) }
            places[key == "default" ? "" : key.uppercased()] = list
        }
        self.places = places
    }

    /// - Parameter country: ISO 3166-1 alpha-2 in any case; unknown ones get the international places.
    package func advice(for verdict: Verdict, country: String?, in texts: Texts) -> Advice {
        func said(_ keys: [String]) -> [String] { keys.map { texts.say(Sentence(.advice, key: $0)) } }
        switch verdict.riskLevel {
        case .low: return Advice(now: said(low), ifYouAlready: [], report: [])
        case .unknown:
            return Advice(
                now: said(verdict.understood == nil ? noText : notUnderstood), ifYouAlready: [], report: [])
        case .medium, .high:
            let entry = byType[verdict.scamType]
            let exposures = entry?.ifYouAlready ?? general.ifYouAlready ?? []
            return Advice(
                now: said(entry?.now ?? general.now ?? []),
                ifYouAlready: exposures.map {
                    Exposure(did: texts.say(Sentence(.advice, key: $0.did)), steps: said($0.steps))
                },
                report: reportingPlaces(for: verdict.scamType, in: country, naming: texts.language))
        }
    }

    /// All keys of advice that it gives.
    package var keys: Set<String> {
        var keys = Set(low + noText + notUnderstood)
        for entry in [general] + byType.values {
            keys.formUnion(entry.now ?? [])
            for exposure in entry.ifYouAlready ?? [] { keys.formUnion([exposure.did] + exposure.steps) }
        }
        return keys
    }

    /// Returns the places of a country that take reports of the type. Places for this type alone come first.
    private func reportingPlaces(
        for type: ScamType, in country: String?, naming language: TextLanguage
    ) -> [ReportingPlace] {
        let listings = country.flatMap { places[$0.uppercased()] } ?? places[""] ?? []
        return (listings.filter { $0.types.contains(type) } + listings.filter(\.types.isEmpty)).map {
            listing in
            var place = listing.place
            place.name = listing.names[language.tag] ?? place.name
            return place
        }
    }

    private static func open(_ name: String, _ directory: URL) throws(RuleError) -> YAMLNode {
        try YAMLNode.contents(of: directory.appendingPathComponent(name), named: name)
    }

    private static func entry(_ node: YAMLNode) throws(RuleError) -> Entry {
        let mapping = try node.mapping(keys: ["now", "if_you_already"])
        var entry = Entry()
        if mapping["now"] != nil { entry.now = try mapping.strings("now").map(\.value) }
        if let steps = mapping["if_you_already"] {
            var list: [(did: String, steps: [String])] = []
            for step in try steps.sequence() {
                let fields = try step.mapping(keys: ["did", "do"])
                list.append(
                    (
                        did: try fields.required("did").string(),
                        steps: try fields.strings("do").map(\.value)
                    ))
            }
            entry.ifYouAlready = list
        }
        return entry
    }

    private static func listing(_ node: YAMLNode) throws(RuleError) -> Listing {
        let fields = try node.mapping(keys: ["name", "names", "url", "phone", "for", "checked"])
        let place = ReportingPlace(
            name: try fields.required("name").string(), url: try fields["url"]?.string(),
            phone: try fields["phone"]?.string())
        var types: Set<ScamType> = []
        for type in try fields.strings("for") {
            guard let known = ScamType(rawValue: type.value), known != .unknown else {
                throw node.refused(.unknownValue(key: "for", value: type.value))
            }
            types.insert(known)
        }
        var names: [String: String] = [:]
        for (tag, name) in try fields["names"]?.mapping().entries ?? [] { names[tag] = try name.string() }
        // The day of checking is for whoever keeps the file; a test holds it to a year.
        _ = try fields.required("checked").string()
        return Listing(place: place, names: names, types: types)
    }
}
