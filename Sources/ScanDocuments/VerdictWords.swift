package import TypeSafeAPI

/// What a verdict is called wherever people read it.
package enum VerdictWords {
    /// What a low risk doesn't mean.
    package static let lowRisk = "Low means that no known pattern was found, not that it is genuine."

    /// - Parameter risk: a risk level's raw value, as it may be stored; others are unknown.
    package static func risk(_ risk: String) -> String {
        switch risk {
        case RiskLevel.high.rawValue: "High Risk"
        case RiskLevel.medium.rawValue: "Medium Risk"
        case RiskLevel.low.rawValue: "Low Risk"
        default: "Unknown"
        }
    }

    /// Turns a raw value such as `otp_phishing` into a title such as `OTP Phishing`.
    package static func title(_ name: String) -> String {
        name.split(separator: "_").map { word in
            switch word {
            case "otp": "OTP"
            case "or", "and", "of": String(word)
            default: word.prefix(1).uppercased() + word.dropFirst()
            }
        }.joined(separator: " ")
    }

    /// Returns a line such as `High Risk - OTP Request`, without the type for a low risk or an unknown type.
    package static func headline(risk: String, scamType: String) -> String {
        let isNamed = scamType != ScamType.unknown.rawValue && risk != RiskLevel.low.rawValue
        return Self.risk(risk) + (isNamed ? " - " + title(scamType) : "")
    }

    package static func headline(_ response: ScanResponse) -> String {
        headline(risk: response.riskLevel.rawValue, scamType: response.scamType.rawValue)
    }

    /// How sure the verdict is, such as `97 % sure`; nil where nothing was judged.
    package static func certainty(_ response: ScanResponse) -> String? {
        response.riskLevel == .unknown ? nil : percent(response.confidence) + " sure"
    }

    package static func percent(_ fraction: Double) -> String {
        "\(Int((min(max(fraction, 0), 1) * 100).rounded())) %"
    }

    /// A place that takes reports, with its address and number. The name of some places says their number already.
    package static func place(_ place: ReportingPlace) -> String {
        let ways = [place.url, place.phone].compactMap(\.self).filter { !place.name.contains($0) }
        return ([place.name] + ways).joined(separator: ", ")
    }
}
