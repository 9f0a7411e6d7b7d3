import TextAnalysis

/// Hosts that imitate a known organisation's.
extension FeatureContext {
    func isLookalike(_ known: KnownLink) -> Bool {
        let link = known.link
        guard !known.isKnown, !link.isAddress, let domain = link.registrableDomain else { return false }
        let label = String(link.siteLabel)
        return isDecorated(label) || isImitated(label) || isBorrowed(link, domain)
    }

    /// `usps-redelivery`, `secure-paypal`, `uspsredelivery`, `dhl2024`.
    private func isDecorated(_ label: String) -> Bool {
        let organisations = lexicon.organisations
        let parts = label.split(separator: "-")
        if parts.count > 1 {
            for (index, part) in parts.enumerated() where organisations.labels[String(part)] != nil {
                if part.utf8.count >= Organisations.shortestFuzzyLabel { return true }
                let others = parts.indices.filter { $0 != index }.map { parts[$0] }
                if part.utf8.count >= 3, others.contains(where: Self.isBait) { return true }
            }
        }
        let bytes = label.utf8
        guard bytes.count <= 40 else { return false }
        for length in 3..<max(bytes.count, 3) {
            let middle = bytes.index(bytes.startIndex, offsetBy: length)
            let head = label[..<middle]
            let tail = label[middle...]
            // `abc7` is a name of its own, `paypal24` isn't.
            let isBaited = length > 3 ? Self.isBait(tail) : Self.bait.contains(tail)
            if isBaited, organisations.labels[String(head)] != nil { return true }
            if tail.utf8.count >= 3, organisations.labels[String(tail)] != nil, Self.isBait(head) {
                return true
            }
        }
        return false
    }

    /// One slip away from a known label, or the same to the eye.
    private func isImitated(_ label: String) -> Bool {
        let organisations = lexicon.organisations
        guard organisations.labels[label] == nil, !Organisations.isGeneric(label[...]) else { return false }
        let skeleton = skeleton(label)
        if skeleton != label, organisations.labels[skeleton] != nil, skeleton.utf8.count >= 4 { return true }
        // Short words have many neighbours: there only swapped letters count.
        return organisations.neighbours(of: label).contains {
            $0.utf8.count > Organisations.shortestFuzzyLabel
                || ($0.utf8.count == label.utf8.count && $0.utf8.sorted() == label.utf8.sorted())
        }
    }

    /// `paypal.com.evil.top`, `usps.track-parcel.top`, `evil.top/paypal.com/login`.
    private func isBorrowed(_ link: Link, _ domain: String) -> Bool {
        let subdomains = link.host.dropLast(domain.count).split(separator: ".")
        for part in subdomains where part.utf8.count >= 3 {
            if lexicon.organisations.labels[String(part)] != nil { return true }
            if isDecorated(String(part)) { return true }
        }
        let steps = link.path.lowercased().split { $0 == "/" || $0 == "?" || $0 == "#" }
        return steps.contains { !lexicon.organisations.owners(of: String($0)).isEmpty }
    }

    private func skeleton(_ label: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in label.unicodeScalars {
            let latin =
                scalar.isASCII
                ? nil
                : lexicon.analyzer.confusables.latinLetter(cased: scalar.value, folded: scalar.value)
            let plain = latin.flatMap(Unicode.Scalar.init) ?? scalar
            switch plain {
            case "0": result.append("o")
            case "1": result.append("l")
            case "3": result.append("e")
            case "5": result.append("s")
            case "n" where result.last == "r":
                result.removeLast()
                result.append("m")
            case "v" where result.last == "v":
                result.removeLast()
                result.append("w")
            default: result.append(plain)
            }
        }
        return String(result)
    }

    /// Words and numbers that imitations add to a name.
    private static func isBait(_ part: Substring) -> Bool {
        !part.isEmpty && (bait.contains(part) || part.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 })
    }

    private static let bait: Set<Substring> = Set(
        """
        access account accounts address alert alerts app auth bank billing bonus cancel card care center centre claim \
        confirm customer customs delivery deliver desk express fee fees fine gift help helpdesk id info kyc limited \
        link login mail member mobile my notice notification online order pack package parcel pay payment payments \
        post portal prize redeliver redelivery refund register renew reschedule reward rewards safe secure secured \
        security service services shipping shop signin sms status store support tax team toll tolls track tracker \
        tracking uk unlock unpaid update us usa verification verify wallet web win
        """.split(separator: " "))
}
