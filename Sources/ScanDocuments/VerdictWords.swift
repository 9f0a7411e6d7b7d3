package import Texts
package import TypeSafeAPI

/// What a verdict is called wherever people read it.
package struct VerdictWords: Sendable {
    package let texts: Texts

    package init(_ texts: Texts) { self.texts = texts }

    /// - Parameter risk: a risk level's raw value, as it may be stored; others are unknown.
    package func risk(_ risk: String) -> String {
        let key: VerdictText =
            switch risk {
            case RiskLevel.high.rawValue: .riskHigh
            case RiskLevel.medium.rawValue: .riskMedium
            case RiskLevel.low.rawValue: .riskLow
            default: .riskUnknown
            }
        return texts.say(key)
    }

    /// - Parameter scamType: a scam type's raw value, as it may be stored.
    package func title(scamType: String) -> String {
        texts.say(Sentence(.verdict, key: "type-\(scamType)"))
    }

    /// Returns a line such as `High Risk - OTP Request`, without the type for a low risk or an unknown type.
    package func headline(risk: String, scamType: String) -> String {
        guard scamType != ScamType.unknown.rawValue, risk != RiskLevel.low.rawValue else {
            return self.risk(risk)
        }
        return texts.say(
            VerdictText.headline, ["risk": .text(self.risk(risk)), "type": .text(title(scamType: scamType))])
    }

    package func headline(_ response: ScanResponse) -> String {
        headline(risk: response.riskLevel.rawValue, scamType: response.scamType.rawValue)
    }

    /// How sure a high risk is, such as `97 % sure`; nil for others: low only says that no known trick was found, medium that nobody can be sure.
    package func certainty(_ response: ScanResponse) -> String? {
        certainty(response.confidence, risk: response.riskLevel.rawValue)
    }

    package func certainty(_ confidence: Double, risk: String) -> String? {
        guard risk == RiskLevel.high.rawValue else { return nil }
        return texts.say(VerdictText.certainty, ["percent": .number(Self.percent(confidence))])
    }

    package static func percent(_ fraction: Double) -> Int {
        Int((min(max(fraction, 0), 1) * 100).rounded())
    }

    /// A place that takes reports, with its address and number. The name of some places says their number already.
    package static func place(_ place: ReportingPlace) -> String {
        let ways = [place.url, place.phone].compactMap(\.self).filter { !place.name.contains($0) }
        return ([place.name] + ways).joined(separator: ", ")
    }
}
